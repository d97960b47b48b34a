"""What ``compute-wer.py`` of wenet prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.table import Table, quoted
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Wenet"]

_UTTERANCE: Final = "utt: "
_SIDE: Final = pattern(r"(lab|rec)(?:\(.*\))?:(?: (.*))?")
_COUNTS: Final = pattern(r"WER: .*\bN=([0-9]+) C=([0-9]+) S=([0-9]+) D=([0-9]+) I=([0-9]+)\s*")


class Wenet(Format):
    """Four lines per utterance: ``utt:`` with the id, ``WER:``, ``lab:`` and ``rec:`` with the words.

    The reference is ``lab`` and the hypothesis ``rec``; a long one has several of these lines. The counts
    must agree with the words, which they do not where another symbol than a space was printed for
    no word. The rates at the end are skipped.
    """

    name = "wenet"
    about = "alignments that compute-wer.py of wenet prints, with references and hypotheses"
    holds = frozenset({"text", "id", "both sides"})
    example = (
        "\nutt: u1\nWER: 50.00 % N=2 C=1 S=1 D=0 I=0\nlab: press one\nrec: press won\n"
        "\nutt: u2\nWER: 0.00 % N=2 C=2 S=0 D=0 I=0\nlab: thank you\nrec: thank you\n\n"
        "===========================================================================\n\n"
        "Overall -> 25.00 % N=4 C=3 S=1 D=0 I=0\n"
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the first lines of an utterance."""
        lines = sample.whole_lines
        at = next((at for at, line in enumerate(lines) if line.startswith(_UTTERANCE)), None)
        if at is None or at + 1 >= len(lines):
            return Certainty.NO
        return Certainty.MARKS + 1 if _COUNTS.fullmatch(lines[at + 1]) else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read every utterance."""
        ids: list[str] = []
        sides: dict[str, list[list[str]]] = {"lab": [], "rec": []}
        counts: list[tuple[int, int]] = []
        numbers: list[int] = []
        for number, line in enumerate(source.lines(), 1):
            found, counted = _SIDE.fullmatch(line), _COUNTS.fullmatch(line)
            if line.startswith(_UTTERANCE):
                ids.append(line.removeprefix(_UTTERANCE).strip())
                numbers.append(number)
                for side in sides.values():
                    side.append([])
            elif ids and counted is not None:
                said, right, other, _, more = map(int, counted.groups())
                counts.append((said, right + other + more))
            elif ids and found is not None:
                sides[found[1]][-1] += (found[2] or "").split()
        lengths = list(zip(map(len, sides["lab"]), map(len, sides["rec"]), strict=True))
        if lengths != counts:
            row = next(
                (at for at, (a, b) in enumerate(zip(lengths, counts, strict=False)) if a != b), -1
            )
            problem = (
                f"{quoted(ids[row])} has another number of words than its line WER says, expected the "
                "same; is the file cut?"
            )
            raise ParseError(source.name, numbers[row], problem)
        return Table(
            source.name,
            self.name,
            {
                "id": ids,
                "reference": [" ".join(words) for words in sides["lab"]],
                "hypothesis": [" ".join(words) for words in sides["rec"]],
            },
            numbers,
        )
