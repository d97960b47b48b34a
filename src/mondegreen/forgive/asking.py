"""Asks forgivers outside of the kernel, each question once."""

from __future__ import annotations

from itertools import islice
from string import punctuation
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel.forgiven import NATIVE
from mondegreen.alignment.difference import Difference
from mondegreen.errors import UsageError, given
from mondegreen.forgive.base import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Asking"]

_GUARDED: Final = ("inflection", "homophone", "phonetic", "script")
_KEPT: Final = 1 << 20
"""After so many answers those are forgotten that came first."""
_AT_ONCE: Final = 4096

Words = tuple[str, ...]
Question = tuple[Words, Words, Words, Words]
"""Reference, hypothesis, and the equal words before and behind."""


class Asking:
    """The answers so far: of each forgiver, to each question."""

    def __init__(self) -> None:
        self._known: dict[str, dict[Question, str | None]] = {}
        self._whys: dict[tuple[str, Words, Words], str] = {}

    @staticmethod
    def wants(forgivers: Sequence[Any]) -> tuple[int, bool]:
        """Return how many words of context are needed, and whether one side may be empty."""
        context = max((int(getattr(each, "context", 0)) for each in forgivers), default=0)
        return context, any(getattr(each, "one_sided", False) for each in forgivers)

    def answers(
        self, questions: Sequence[bytes], forgivers: Sequence[Any], *, guard: bool
    ) -> dict[bytes, int | None]:
        """Return for each question the rank of the first forgiver that accepts, or ``None``."""
        found: dict[bytes, int | None] = dict.fromkeys(questions)
        open_ = {key: _words(key) for key in questions}
        for place, forgiver in enumerate(forgivers, len(NATIVE)):
            guarded = guard and getattr(forgiver, "guarded", forgiver.name in _GUARDED)
            context = int(getattr(forgiver, "context", 0))
            one_sided = getattr(forgiver, "one_sided", False)
            asked: dict[bytes, Question] = {}
            for key, (said, written, before, after) in open_.items():
                if (guarded and key[:1] == b"0") or not (one_sided or (said and written)):
                    continue
                shown = before[len(before) - context :] if context else ()
                asked[key] = said, written, shown, after[:context]
            known = self._ask(forgiver, asked.values())
            for key, question in asked.items():
                if known[question] is not None:
                    found[key] = place
                    del open_[key]
        return found

    def _ask(self, forgiver: Any, questions: Any) -> dict[Question, str | None]:
        known = self._known.setdefault(forgiver.name, {})
        fresh = [question for question in dict.fromkeys(questions) if question not in known]
        for start in range(0, len(fresh), _AT_ONCE):
            part = fresh[start : start + _AT_ONCE]
            for question, reason in zip(part, _reasons(forgiver, part), strict=True):
                known[question] = None if reason is None else reason.why
                if reason is not None:
                    self._whys[forgiver.name, question[0], question[1]] = reason.why
        answers = {question: known[question] for question in questions}
        if len(known) > _KEPT:
            for question in list(islice(known, len(known) - _KEPT // 2)):
                del known[question]
            self._whys.clear()
        return answers

    def why(self, name: str, said: Words, written: Words) -> str:
        """Return what a forgiver said of two spans, if that is still known."""
        for fold in (str, str.lower, _bare):
            words = [tuple(filter(None, map(fold, side))) for side in (said, written)]
            found = self._whys.get((name, words[0], words[1]))
            if found is not None:
                return found
        return ""


def _bare(word: str) -> str:
    """Return a word as `case` and `punctuation` leave it, near enough to find it again."""
    return word.lower().strip(punctuation + "“”‘’…¿¡")


def _reasons(forgiver: Any, questions: list[Question]) -> list[Reason | None]:
    differences = list(map(_difference, questions))
    batch = getattr(forgiver, "batch", None)
    found = list(batch(differences) if batch else map(forgiver.forgives, differences))
    if len(found) != len(questions):
        raise UsageError(
            f"the forgiver {forgiver.name!r} gave {len(found)} answers to {len(questions)} "
            "differences; batch must return one for each"
        )
    for reason in found:
        if reason is not None and not isinstance(reason, Reason):
            raise UsageError(
                f"the forgiver {forgiver.name!r} answered {given(reason)}; expected a Reason, or "
                "None where it has nothing to say"
            )
    return found


def _difference(question: Question) -> Difference:
    said, written, before, after = question
    start = len(before)
    both = min(len(said), len(written))
    return Difference(
        reference_start=start,
        reference_end=start + len(said),
        hypothesis_start=start,
        hypothesis_end=start + len(written),
        reference=said,
        hypothesis=written,
        substitutions=both,
        deletions=len(said) - both,
        insertions=len(written) - both,
        before=before,
        after=after,
    )


def _words(key: bytes) -> Question:
    _, *sides = key.split(b"\xfe")
    said, written, before, after = (tuple(_cut(side)) for side in sides)
    return said, written, before, after


def _cut(side: bytes) -> Iterator[str]:
    return (word.decode("utf-8", "surrogatepass") for word in side.split(b"\xff")[:-1])
