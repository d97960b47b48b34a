"""``semantic-wer``: the errors that would change how an agent answers, over the reference words.

The protocols ``rules`` and ``differences`` count in code: the strict alignment of both texts as the
normalizer ``semantic`` leaves them, less what the forgivers of preset ``agent`` forgive, and with a
model less the differences of which it says that they do not matter. In ``single-pass`` the model
normalizes, aligns and reports, and code checks its report.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.errors import MissingDependencyError, counted
from mondegreen.forgive.choosing import Forgiving
from mondegreen.judges.metric import JudgedMetric, Judgement, calls_for
from mondegreen.metrics.base import ratio
from mondegreen.metrics.forgiven import ForgivenRate
from mondegreen.text.normalizers import normalizer
from mondegreen.text.normalizers.semantic import without_asides

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.asker import Asker
    from mondegreen.judges.metric import Canary
    from mondegreen.judges.pair import Pair
    from mondegreen.options.judging import Judging

__all__ = ["COMPOUND", "FORM", "JUDGE", "PRESET", "SemanticWer"]

PRESET = "agent"
COMPOUND, JUDGE = "compound", "judge"
FORM = "semantic@1"
"""What the texts of a model in `single-pass` are held against."""
_REPORTED = ("errors", "reference_words", "substitutions", "deletions", "insertions")


class SemanticWer(JudgedMetric, ForgivenRate):
    """Errors that change how an agent would answer, over the words of the reference.

    In every protocol: both texts empty are 0; errors against an empty reference are infinite; an
    empty hypothesis has as many errors as the reference has words, whatever forgivers say.

    >>> metric = SemanticWer()
    >>> metric.protocol, metric.judge
    ('rules', 'rules')
    """

    name = "semantic-wer"
    label = "semantic word error rate"
    normalizer = "semantic@2"
    leaves_out_notes = True
    takes_votes = True
    languages: ClassVar[tuple[str, ...]] = ("en",)
    protocols: ClassVar[Mapping[str, str]] = {
        "differences": "semantic-wer-differences@1",
        "single-pass": "semantic-wer-single-pass@1",
        "rules": "",
    }

    canaries: ClassVar[Sequence[Canary]] = (
        ("please cancel the order today", "please confirm the order today", 1),
        ("i can not pay this month", "i can pay this month", 1),
        ("the card is on the table", "the car is on the table", 1),
        ("it starts on monday morning", "it starts on sunday morning", 1),
        ("where do i renew the license", "where do i renew the licence", 0),
        ("we are setting up the meeting", "we are set up the meeting", 0),
    )

    def __init__(self, unit: str | None = None, pin: str = "") -> None:
        super().__init__(unit, pin)
        self.reasons = _agent().names
        own: dict[str, Any] = vars(self)
        votes = next((part for part in self._pin.split(",") if part.startswith("votes:")), "")
        self._votes = votes not in ("", "votes:1")
        voted = ("voted", "flipped") if self._votes else ()
        if self.protocol == "single-pass":
            self.reasons = ()
            own["forgives"] = False
            own["unbounded"] = "the model writes the texts whose words are counted"
            names = (*_REPORTED, "capped_errors", *voted, "unjudged")
            own["statistics"] = self.with_needed(names, self.open_statistics)
            return
        if self.protocol == "differences":
            self.reasons = (*self.reasons, COMPOUND, JUDGE)
            own["open_statistics"] = ("open_errors", "open_words")
        counts = [f"{name}_{what}" for name in self.reasons for what in ("errors", "letters")]
        names = (*ForgivenRate.statistics, *counts, *voted, "unjudged")
        own["statistics"] = self.with_needed(names, self.open_statistics)

    @classmethod
    def pin(cls, judging: Judging) -> str:
        """Return the judge as it is in a signature; with a hash of the forgivers at work."""
        pin = super().pin(judging)
        if cls.chosen(judging) == "single-pass":
            return f"{pin},form:{FORM}"
        forgivers = "+".join(_agent(judging.lang or "en").pinned)
        return f"{pin},forgivers:{sha256(forgivers.encode()).hexdigest()[:12]}"

    async def judge_pairs(self, pairs: Sequence[Pair], asker: Asker) -> Sequence[Judgement]:
        """Return one judgement per pair."""
        if self.protocol == "rules":
            return self._by_rules(pairs, asker)
        spec = "" if asker.absent else asker.model.spec  # or there is none
        try:
            from mondegreen.judges import differences, single_pass  # where a model is asked
        except ImportError as error:
            raise MissingDependencyError("pydantic-ai", "llm", f"asking {spec}") from error
        protocol: Any = differences if self.protocol == "differences" else single_pass
        judgements: Sequence[Judgement] = await protocol.judge(self, pairs, asker)
        return judgements

    def samples(
        self, pairs: Sequence[Pair], found: Sequence[Judgement], asker: Asker
    ) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return a row of ``wer_metrics`` a pair, and of ``single-pass`` the conversations."""
        if self.protocol == "rules":
            return [], []
        from mondegreen.judges.sample_records import rows  # where a model is asked

        return rows(self, self._pin, pairs, found, asker)

    def _by_rules(self, pairs: Sequence[Pair], asker: Asker) -> list[Judgement]:
        said, heard = words_of(pairs)
        chosen = _agent(asker.judging.lang or "en")
        columns = chosen.run(*without_one_sided_asides(said, heard))
        ranks = [chosen.rank(name) for name in self.reasons]
        found = []
        for row in range(len(pairs)):
            # An aside that only the reference has is no error, and still a word of it.
            letters = columns.remaining_letters[row], letters_of(said[row])
            counts = [columns.remaining[row], len(said[row]), *letters]
            by = [(columns.errors[rank][row], columns.letters[rank][row]) for rank in ranks]
            if not (said[row] and heard[row]):  # nothing is forgiven where there is nothing
                counts[0] = columns.strict[row]
                counts[2] += sum(lost for _, lost in by)
                by = [(0, 0)] * len(by)
            every = (*counts, *(number for pair in by for number in pair))
            found.append(Judgement(every, needed=False))
        return found

    def fill(self, counts: list[Any], bound: Sequence[Any], *, worst: bool) -> None:
        """Add no errors, or all that the rules leave."""
        errors, words, _ = bound
        if worst:
            counts[0] = counts[0] + errors
        counts[1] = counts[1] + words

    # -- rates ---------------------------------------------------------------------------------

    def value(self, totals: Sequence[Any]) -> Any:
        """Return errors over reference words."""
        return ratio(totals[0], totals[1])

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the errors that count."""
        return totals[0]

    def describe(self, totals: Sequence[int]) -> str:
        """Return what the rate is made of."""
        counts = dict(zip(self.statistics, totals, strict=True))
        words = counted(totals[1], "reference word")
        if self.protocol == "single-pass":
            kinds = ", ".join(counted(counts[kind], kind[:-1]) for kind in _REPORTED[2:])
            parts = [f"{kinds}; {words}"]
        else:
            forgiven = sum(self.by_reason(totals).values())
            judged = f", {counts['judge_errors']:,} by the judge" if JUDGE in self.reasons else ""
            parts = [f"{totals[0]:,} remaining, {forgiven:,} forgiven{judged}; {words}"]
            if self.protocol == "rules":
                parts.append("no model was asked")
        if self._votes:
            flips = _percent(counts["flipped"], counts["voted"])
            parts.append(f"{flips} of the votes on utterances flipped")
        return "; ".join(parts)


def words_of(pairs: Sequence[Pair]) -> tuple[list[list[str]], list[list[str]]]:
    """Return the words of both sides as the normalizer leaves them."""
    made = normalizer("semantic")
    said = made.batch([pair.reference for pair in pairs])
    heard = made.batch([pair.hypothesis for pair in pairs])
    return [text.split() for text in said], [text.split() for text in heard]


def without_one_sided_asides(
    said: Sequence[list[str]], heard: Sequence[list[str]]
) -> tuple[list[list[str]], list[list[str]]]:
    """Return both sides without the asides that one of two texts alone has; all of an empty one's other stay."""
    both = [
        (without_asides(one, other), without_asides(other, one)) if one and other else (one, other)
        for one, other in zip(said, heard, strict=True)
    ]
    return [one for one, _ in both], [other for _, other in both]


def letters_of(words: Sequence[str]) -> int:
    """Return how many letters words have."""
    return sum(map(len, words))


def in_conversation(pairs: Sequence[Pair]) -> str:
    """Return what a conversation about each pair takes, for the line that estimates."""
    return f"as a conversation of two calls per sample: {calls_for(pairs, 2)}"


def _agent(language: str = "en") -> Forgiving:
    return Forgiving.choose(PRESET, language=language)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "no rate"
