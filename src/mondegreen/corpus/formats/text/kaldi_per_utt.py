"""``per_utt`` of Kaldi's scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.table import Table, quoted
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["KaldiPerUtt"]

_LINE: Final = pattern(r"(\S+)\s+(ref|hyp|op|#csid)(?:\s+(.*))?")
_NOTHING: Final = "***"
_KINDS: Final = ("ref", "hyp", "op", "#csid")


class KaldiPerUtt(Format):
    """Four lines per utterance, each with the id: ``ref``, ``hyp``, ``op`` and ``#csid`` with counts.

    ``***`` is no word on one side where the other has one. Kaldi writes this file to
    ``scoring_kaldi/wer_details/per_utt``.
    """

    name = "kaldi-per-utt"
    about = "per_utt of Kaldi's scoring, with references and hypotheses"
    holds = frozenset({"text", "id", "both sides"})
    example = (
        "u1 ref  press  one  ***\nu1 hyp  press  won  now\nu1 op   C  S  I\nu1 #csid 1 1 1 0\n"
        "u2 ref  thank  you\nu2 hyp  thank  ***\nu2 op   C  D\nu2 #csid 1 0 0 1\n"
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the four lines of the first utterance."""
        found = [_LINE.fullmatch(line) for line in sample.lines[: len(_KINDS)]]
        kinds = tuple(each[2] for each in found if each is not None)
        one = len({each[1] for each in found if each is not None}) == 1
        return Certainty.MARKS + 1 if kinds == _KINDS and one else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read every utterance."""
        ids: list[str] = []
        sides: dict[str, list[str]] = {"ref": [], "hyp": []}
        numbers: list[int] = []
        expected = 0
        for number, line in enumerate(source.lines(), 1):
            if not line.strip():
                continue
            found = _LINE.fullmatch(line.strip())
            kind = _KINDS[expected % len(_KINDS)]
            if found is None or found[2] != kind or (kind != "ref" and found[1] != ids[-1]):
                raise ParseError(
                    source.name, number, f"got {quoted(line)}, expected an id, {kind} and words"
                )
            expected += 1
            if kind == "ref":
                ids.append(found[1])
                numbers.append(number)
            if kind in sides:
                words = (found[3] or "").split()
                sides[kind].append(" ".join(word for word in words if word != _NOTHING))
        if expected % len(_KINDS):
            problem = f"the lines of {quoted(ids[-1])} are cut, expected ref, hyp, op and #csid"
            raise ParseError(source.name, numbers[-1], problem)
        columns = {"id": ids, "reference": sides["ref"], "hypothesis": sides["hyp"]}
        return Table(source.name, self.name, dict(columns), numbers)
