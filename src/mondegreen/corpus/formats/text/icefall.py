"""``recogs-*.txt`` of icefall."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.table import Table, quoted
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Icefall"]

_LINE: Final = pattern(r"(\S.*):\t(ref|hyp)=(\[.*)")
_OTHER: Final = pattern(r"\S.*:\t\w+=.*")
_LONGEST: Final = 2**20
_EXPECTED: Final = "an id, a colon, a tab, and ref=[...] or hyp=[...]"


class Icefall(Format):
    r"""Two lines per utterance: ``id:\tref=['so', 'it']`` and ``id:\thyp=['so']``.

    The parts of the lists are words, joined by spaces. Other lines of that form, such as those of
    time stamps, are skipped.
    """

    name = "icefall"
    about = "recogs-*.txt of icefall, with references and hypotheses"
    shared_suffixes = (".txt",)
    holds = frozenset({"text", "id", "both sides"})
    example = (
        "u1-0:\tref=['press', 'one']\nu1-0:\thyp=['press', 'won']\n"
        "u2-0:\tref=['thank', 'you']\nu2-0:\thyp=['thank', 'you']\n"
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the form of the first line."""
        found = sample.whole_lines and _LINE.fullmatch(sample.whole_lines[0])
        return Certainty.MARKS if found else super().recognise(sample)

    def read(self, source: Source) -> Table:
        """Read every utterance, in the order of the references."""
        sides: dict[str, dict[str, str]] = {"ref": {}, "hyp": {}}
        lines: dict[str, int] = {}
        for number, line in enumerate(source.lines(), 1):
            found = _LINE.fullmatch(line)
            if found is None:
                if line.strip() and not _OTHER.fullmatch(line):
                    raise ParseError(
                        source.name, number, f"got {quoted(line)}, expected {_EXPECTED}"
                    )
                continue
            name, side, words = found.groups()
            if name in sides[side]:
                problem = f"the id {quoted(name)} has a {side} already, expected one"
                raise ParseError(source.name, number, problem)
            sides[side][name] = _joined(source.name, number, words)
            lines.setdefault(name, number)
        for side, other in (("hyp", "ref"), ("ref", "hyp")):
            for name in sides[side]:
                if name not in sides[other]:
                    problem = f"the id {quoted(name)} has a {side} and no {other}, expected both; is the file cut?"
                    raise ParseError(source.name, lines[name], problem)
        return Table(
            source.name,
            self.name,
            {
                "id": list(sides["ref"]),
                "reference": list(sides["ref"].values()),
                "hypothesis": [sides["hyp"][name] for name in sides["ref"]],
            },
            [lines[name] for name in sides["ref"]],
        )


def _joined(name: str, number: int, words: str) -> str:
    try:
        found = ast.literal_eval(words) if len(words) <= _LONGEST else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        problem = f"got {quoted(words)}, expected a list of words, such as ['the', 'cat']"
        raise ParseError(name, number, problem)
    return " ".join(found)
