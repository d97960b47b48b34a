"""Kaldi's ``text``: an id, white space, the words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Format
from mondegreen.corpus.source import opened
from mondegreen.corpus.table import Table, as_list, quoted
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Transcript
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Column

__all__ = ["FIRST_WORD", "Kaldi", "speakers"]

_BLANKS = " \t\r\v\f"  # what C calls white space; a no-break space may be in an id
FIRST_WORD: Final = pattern(rf"[{_BLANKS}]*([^{_BLANKS}]+)[{_BLANKS}]*")


class Kaldi(Format):
    """One utterance per line: the id, white space, the words; paired by id.

    A line with the id alone is an empty transcript, as Kaldi writes it for silence. A blank
    line has no id and is an error. White space around the words is taken off. A file ``text`` with
    ``utt2spk`` next to it, as in a data folder, has the speakers of that file.

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
        table = self.parse(source.name, source.lines())
        other = _text_file(source)
        if other is not None:
            with opened(other, max_line=source.max_line) as file:
                known = speakers(file)
            table.columns["speaker"] = [known.get(name) for name in as_list(table.columns["id"])]
        return table

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


def speakers(source: Source) -> dict[str, str]:
    """Return the speakers by the ids of their utterances, as ``utt2spk`` has them.

    Raises:
        ParseError: a line is not an id and a speaker, or an id occurs twice.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(source.lines(), 1):
        name = FIRST_WORD.match(line)
        speaker = line[name.end() :].strip() if name else ""
        if name is None or not speaker:
            problem = f"got {quoted(line)}, expected id speaker"
            raise ParseError(source.name, number, problem)
        if name[1] in found:
            raise ParseError(
                source.name,
                number,
                f"the id {quoted(name[1])} occurs twice, expected it once; remove one line",
            )
        found[name[1]] = speaker
    return found


def _text_file(source: Source) -> Path | None:
    """Return the file of the speakers next to a file ``text``."""
    path = Path(source.path or "")
    file = path.with_name("utt2spk") if path.name == "text" else None
    return file if file is not None and file.is_file() else None
