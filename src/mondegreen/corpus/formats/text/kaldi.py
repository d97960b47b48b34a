"""Kaldi's ``text``: an id, white space, the words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Format
from mondegreen.corpus.table import Table
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Transcript
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Column

__all__ = ["FIRST_WORD", "Kaldi"]

_BLANKS = " \t\r\v\f"  # what C calls white space; a no-break space may stand in an id
FIRST_WORD: Final = re.compile(rf"[{_BLANKS}]*([^{_BLANKS}]+)[{_BLANKS}]*")


class Kaldi(Format):
    """One utterance per line: the id, white space, the words; paired by id.

    A line with the id alone is an empty transcript, as Kaldi writes it for silence. A blank
    line has no id and is an error. White space around the words is taken off.

    >>> Kaldi().parse("text", ["utt1 so it goes", "utt2"]).columns["text"]
    ['so it goes', '']
    """

    name = "kaldi"
    about = "Kaldi's text: an id, white space, the words"
    suffixes = (".text", "text")
    holds = frozenset({"text", "id"})
    example = "utt-1 so it goes\nutt-2\nutt-3 and so on\n"

    def read(self, source: Source) -> Table:
        """Read every line."""
        return self.parse(source.name, source.lines())

    def parse(self, name: str, lines: Iterable[str]) -> Table:
        """Split lines that are already there; ``name`` is the file, for messages."""
        ids, texts = [], []
        for number, line in enumerate(lines, 1):
            found = FIRST_WORD.match(line)
            if found is None:
                raise ParseError(
                    name,
                    number,
                    "blank line, expected an id and words; an empty transcript is the id alone "
                    "(plain text is read with --format lines)",
                )
            ids.append(found[1])
            texts.append(line[found.end() :].rstrip(_BLANKS))
        columns: dict[str, Column] = {"id": ids, "text": texts}
        return Table(name, self.name, columns, range(1, len(ids) + 1), transcript=True)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one line per segment."""
        from mondegreen.corpus.line_ids import identified  # what looks at a file writes none

        lines = identified(transcript, self.name, losses)
        return "".join(f"{name} {text}".rstrip() + "\n" for name, text in lines)
