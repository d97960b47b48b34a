"""Asks forgivers outside of the kernel, each question once."""

from __future__ import annotations

from string import punctuation
from typing import TYPE_CHECKING, Any, Final

from mondegreen.alignment.difference import Difference
from mondegreen.errors import UsageError, given
from mondegreen.forgive.awaiting import settled
from mondegreen.forgive.base import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Asking"]

_GUARDED: Final = ("inflection", "homophone", "phonetic", "script")
_OF_SOUNDS: Final = ("homophone", "phonetic")
"""Two names may sound the same and be those of two people."""
_KEPT: Final = 1 << 20
"""After so many answers they are forgotten."""
_AT_ONCE: Final = 4096
_MOST_WORDS: Final = 12
"""On a side of a span that is asked about; the kernel's own bound."""

Words = tuple[str, ...]
SIDES, BETWEEN = "\x1e", "\x1f"
"""What parts the sides and the words in a question; no word holds either, they are white space."""


class Asking:
    """The answers so far: of each forgiver, to each question."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, str | None]] = {}
        self._whys: dict[tuple[str, str], str] = {}

    @staticmethod
    def wants(forgivers: Sequence[Any]) -> tuple[int, bool, int]:
        """Return the words of context, whether one side may be empty, and the most words of one."""
        context = max((int(getattr(each, "context", 0)) for each in forgivers), default=0)
        most = max((int(getattr(each, "most_words", _MOST_WORDS)) for each in forgivers), default=0)
        return context, any(getattr(each, "one_sided", False) for each in forgivers), most

    @staticmethod
    def endings(forgivers: Sequence[Any]) -> list[tuple[str, str]] | None:
        """Return the endings by which words differ that any of them asks for, if each says so."""
        wanted: set[tuple[str, str]] = set()
        for each in forgivers:
            endings = getattr(each, "endings", None)
            if endings is None:
                return None
            wanted |= endings
        return sorted(wanted)

    def answers(
        self, questions: Sequence[str], forgivers: Sequence[tuple[int, Any]], *, guard: bool
    ) -> dict[str, int]:
        """Return the rank of the first forgiver that accepts, for each question that one does.

        Forgivers come with their ranks, in their order.
        """
        found: dict[str, int] = {}
        for place, forgiver in forgivers:
            guarded = guard and getattr(forgiver, "guarded", forgiver.name in _GUARDED)
            context = int(getattr(forgiver, "context", 0))
            one_sided = getattr(forgiver, "one_sided", False)
            closed = ("02" if forgiver.name in _OF_SOUNDS else "0") if guarded else ""
            open_ = (key for key in questions if key[0] not in closed)
            accents = getattr(forgiver, "sees_accents", False)
            asked = {
                key: _shown(key, context, accents=accents) for key in open_ if key not in found
            }
            most = int(getattr(forgiver, "most_words", _MOST_WORDS))
            if most == 1 and len(forgivers) > 1:  # else no other span was asked for
                asked = {key: shown for key, shown in asked.items() if BETWEEN not in shown}
            if not one_sided:
                asked = {key: shown for key, shown in asked.items() if _both_sides(shown)}
            known = self._ask(forgiver, asked.values())
            for key, shown in asked.items():
                if known[shown] is not None:
                    found[key] = place
        return found

    def _ask(self, forgiver: Any, questions: Iterable[str]) -> dict[str, str | None]:
        """Return what a forgiver says to each question; it is asked those that are new."""
        known = self._known.setdefault(forgiver.name, {})
        if len(known) > _KEPT:
            known.clear()
            self._whys.clear()
        fresh = [question for question in dict.fromkeys(questions) if question not in known]
        for start in range(0, len(fresh), _AT_ONCE):
            part = fresh[start : start + _AT_ONCE]
            for question, why in zip(part, _reasons(forgiver, part), strict=True):
                known[question] = why
                if why is not None:
                    self._whys[forgiver.name, _spans(question)] = why
        return known

    def why(self, name: str, said: Words, written: Words) -> str:
        """Return what a forgiver said of two spans, if that is still known."""
        for fold in (str, str.lower, _bare):
            sides = (BETWEEN.join(filter(None, map(fold, side))) for side in (said, written))
            found = self._whys.get((name, SIDES.join(sides)))
            if found is not None:
                return found
        return ""


def _bare(word: str) -> str:
    """Return a word as `case` and `punctuation` leave it, near enough to find it again."""
    return word.lower().strip(punctuation + "“”‘’…¿¡")


def _shown(key: str, context: int, *, accents: bool) -> str:
    """Return what a forgiver may look at: both spans, and so many words on each side.

    The spans are those without accents, where these are forgiven, unless it sees them.
    """
    said, written, before, after, *accented = key[2:].split(SIDES)
    if accented and accents:
        said, written = accented
    if not context:
        return said + SIDES + written
    return SIDES.join(
        (
            *(said, written),
            BETWEEN.join(before.split(BETWEEN)[-context:]),
            BETWEEN.join(after.split(BETWEEN)[:context]),
        )
    )


def _both_sides(shown: str) -> bool:
    """Whether both spans hold words."""
    return not shown.startswith(SIDES) and bool(shown.split(SIDES, 2)[1])


def _spans(shown: str) -> str:
    """Return the spans alone."""
    return SIDES.join(shown.split(SIDES)[:2])


def _reasons(forgiver: Any, questions: list[str]) -> list[str | None]:
    pairs = getattr(forgiver, "pairs", None)
    if callable(pairs):
        spans = [tuple(map(_words, question.split(SIDES)[:2])) for question in questions]
        (answered,) = settled([pairs(spans)])
        return _one_each(forgiver, list(answered), len(questions), str, "a text")
    differences = list(map(_difference, questions))
    batch = getattr(forgiver, "batch", None)
    if batch:
        (answered,) = settled([batch(differences)])
        found = list(answered)
    else:
        found = settled(list(map(forgiver.forgives, differences)))
    answers = _one_each(forgiver, found, len(questions), Reason, "a Reason")
    for reason in answers:
        if reason is not None and (reason.forgiver, reason.version) != _signed(forgiver):
            name, version = _signed(forgiver)
            raise UsageError(
                f"the forgiver {name!r}, version {version!r}, answered with a Reason of "
                f"{given(reason.forgiver)}, version {given(reason.version)}; expected its own, such as "
                "Reason(forgiver=self.name, version=self.version, why=...)"
            )
    return [None if reason is None else reason.why for reason in answers]


def _signed(forgiver: Any) -> tuple[str, str]:
    return forgiver.name, forgiver.version


def _one_each(forgiver: Any, found: list[Any], count: int, kind: type, what: str) -> list[Any]:
    """Refuse answers that are none."""
    if len(found) != count:
        raise UsageError(
            f"the forgiver {forgiver.name!r} gave {len(found)} answers to {count} differences; it "
            "must return one for each"
        )
    for reason in found:
        if reason is not None and not isinstance(reason, kind):
            raise UsageError(
                f"the forgiver {forgiver.name!r} answered {given(reason)}; expected {what}, or "
                "None where it has nothing to say"
            )
    return found


def _difference(question: str) -> Difference:
    said, written, before, after = (*map(_words, question.split(SIDES)), (), ())[:4]
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


def _words(side: str) -> Words:
    return tuple(side.split(BETWEEN)) if side else ()
