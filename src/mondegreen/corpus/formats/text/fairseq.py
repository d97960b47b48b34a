"""What ``fairseq-generate`` writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.table import Table, quoted
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Fairseq"]

_LINE: Final = pattern(r"([THDSPAEIW])-([0-9]{1,18})(?:\t(.*))?", re.ASCII)
_SCORED: Final = {"H", "D"}


class Fairseq(Format):
    """Lines ``T-0`` with the reference, ``H-0`` or ``D-0`` with a score and the hypothesis.

    ``D`` is without the marks of tokens and counts where it is there; of several hypotheses the
    first counts. The number is the id, and utterances are in the order of their numbers.
    """

    name = "fairseq"
    about = "the output of fairseq-generate, with references and hypotheses"
    shared_suffixes = (".txt",)
    holds = frozenset({"text", "id", "both sides"})
    example = (
        "T-1\tthank you\nH-1\t-0.1\tthank you\nD-1\t-0.1\tthank you\nP-1\t-0.1 -0.1\n"
        "T-0\tpress one\nH-0\t-0.2\tpress won\nD-0\t-0.2\tpress won\nP-0\t-0.2 -0.2\n"
    )

    def recognise(self, sample: Sample) -> int:
        """Look for references and hypotheses among lines of that form."""
        found = {line[0] for line in sample.whole_lines if _LINE.fullmatch(line)}
        return Certainty.MARKS if "T" in found and found & _SCORED else super().recognise(sample)

    def read(self, source: Source) -> Table:
        """Read every utterance; what the program logs between them is skipped."""
        texts: dict[str, dict[int, str]] = {"T": {}, "H": {}, "D": {}}
        lines: dict[int, int] = {}
        for number, line in enumerate(source.lines(), 1):
            found = _LINE.fullmatch(line)
            if found is None or found[1] not in texts:
                continue
            kind, place, rest = found[1], int(found[2]), found[3] or ""
            if kind == "T" and place in texts["T"]:
                problem = (
                    f"T-{place} occurs twice, expected it once; give one output of fairseq-generate"
                )
                raise ParseError(source.name, number, problem)
            if kind in _SCORED:
                score, mark, rest = rest.partition("\t")
                if not mark and score:
                    problem = f"got {quoted(line)}, expected {kind}-{place}, a score and a text"
                    raise ParseError(source.name, number, problem)
            texts[kind].setdefault(place, rest)
            lines.setdefault(place, number)
        wrote = texts["H"] | texts["D"]
        for place in wrote.keys() ^ texts["T"].keys():
            what = f"T-{place}" if place in wrote else f"H-{place} or D-{place}"
            problem = (
                f"the sentence {place} has no line {what}, expected both sides; is the file cut?"
            )
            raise ParseError(source.name, lines[place], problem)
        places = sorted(texts["T"])
        return Table(
            source.name,
            self.name,
            {
                "id": list(map(str, places)),
                "reference": [texts["T"][place] for place in places],
                "hypothesis": [wrote[place] for place in places],
            },
            [lines[place] for place in places],
        )
