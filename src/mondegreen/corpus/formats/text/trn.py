"""NIST's ``trn``: the words, then the id in parentheses."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.nist import has_alternatives, spoken
from mondegreen.corpus.table import Table, quoted
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Transcript
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Column

__all__ = ["Trn"]

_SPEAKER = pattern(r"([^-_]+)[-_].")
_WSJ = pattern(r"[0-9][0-9a-z]{2}[a-z][0-9a-z]{4}", re.IGNORECASE)
_WSJ_SPEAKER = 3
_ID_AT_END = pattern(r"\((?=[^()\s]*[-_\d])[^()\s]+\)\s*$")
_NAME_AT_END = pattern(r"\([^()\s]+\)\s*$")
_MOST_OTHERS = 0.05
_FEWEST_NAMES = 4


class Trn(Format):
    """One utterance per line: ``words (speaker-utterance)``; paired by id.

    The id is what is in the last parentheses of the line. The text before it is kept as
    it is, other parentheses and alternatives such as ``{ a / b }`` included; of those, on both
    sides, scoring takes the best, as sclite does, and ``@`` is no word there. Tags after a ``;``, as
    in ``word;tag``, are no part of a word where it is scored. Lines that begin with ``;;`` are
    comments; blank lines hold no id and so no utterance. Where an id has a
    ``-`` or ``_``, what is before the first one is the metadata column ``speaker`` (ids as
    ``-i spu_id``, ``swb`` and ``rm`` have them in sclite); where all ids are as WSJ has them
    (``4t0c0201``), it is their first three letters.
    Between two trn files the case of ids means nothing, as for sclite.
    """

    name = "trn"
    about = "NIST's trn: the words, then the id in parentheses"
    suffixes = (".trn",)
    holds = frozenset({"text", "id"})
    only_read = frozenset({"speaker"})
    alternations = True
    example = ";; a comment\nso it goes (ada-01)\nand { so / thus } on (bo-01)\n"

    def recognise(self, sample: Sample) -> int:
        """Look for ids in parentheses at the end of nearly all lines."""
        lines = [line for line in sample.whole_lines if not line.startswith(";;")]
        others = sum(_ID_AT_END.search(line) is None for line in lines)
        if lines and others <= len(lines) * _MOST_OTHERS:
            return Certainty.SHAPE + 2
        names = {match[0] for line in lines if (match := _NAME_AT_END.search(line))}
        if len(names) == len(lines) >= _FEWEST_NAMES:  # all others, so that they name something
            return Certainty.SHAPE
        return super().recognise(sample)

    def read(self, source: Source) -> Table:
        """Read every line, the words without their tags."""
        table = self.read_unchanged(source)
        texts = [spoken(text) for text in table.columns["text"]]
        columns = {**table.columns, "text": texts}
        return replace(table, columns=columns, alternatives=any(map(has_alternatives, texts)))

    def read_unchanged(self, source: Source) -> Table:
        """Read every line."""
        ids: list[str] = []
        texts: list[str] = []
        numbers: list[int] = []
        for number, line in enumerate(source.lines(), 1):
            record = line.rstrip()
            if not record or record.startswith(";;"):
                continue
            start = record.rfind("(")
            name = record[start + 1 : -1].strip()
            if start < 0 or not record.endswith(")") or not name or name.split() != [name]:
                spaced = name if start >= 0 and record.endswith(")") else ""
                raise ParseError(
                    source.name,
                    number,
                    f"got {quoted(record[-60:])} at the end, expected the id in parentheses: "
                    f"words (speaker-utterance){_without_blanks(spaced)}",
                )
            ids.append(name)
            texts.append(record[:start].rstrip())
            numbers.append(number)
        found = [_SPEAKER.match(name) for name in ids]
        speakers = [match[1] if match else None for match in found]
        if ids and not any(speakers) and all(map(_WSJ.fullmatch, ids)):
            speakers = [name[:_WSJ_SPEAKER] for name in ids]
        columns: dict[str, Column] = {"id": ids, "text": texts}
        if any(speakers):
            columns["speaker"] = speakers
        return Table(
            source.name,
            self.name,
            columns,
            numbers,
            transcript=True,
            fold_ids=True,
        )

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one line per segment."""
        from mondegreen.corpus.line_ids import identified  # what looks at a file writes none

        lines = identified(transcript, self.name, losses, parted_by="()")
        return "".join(f"{text} ({name})".lstrip() + "\n" for name, text in lines)


def _without_blanks(name: str) -> str:
    if not name:
        return ""
    written = quoted("_".join(name.split()))
    return f"; an id has no blanks, so if {quoted(name)} is one, write {written} in both files"
