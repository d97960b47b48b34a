"""What the delays of a live stream are: every definition, computed from the stored events alone.

Times are seconds since t0, the moment at which the first audio was sent; connecting and setting up come
before it. Audio is sent at its own pace, so second 2.5 of the recording is sent at 2.5.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import counted
from mondegreen.providers.event import joined, said_finally
from mondegreen.stats.percentiles import Percentile, percentile

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from mondegreen.providers.event import Event

__all__ = [
    "DEFINITIONS",
    "END_WORDS",
    "NO_SPEECH_END",
    "PERCENTS",
    "Ttfs",
    "TtfsOfSystem",
    "audio_to_final",
    "churn",
    "emission_delays",
    "final_text_at",
    "first_partial",
    "text_at",
    "text_final_at",
    "ttfs",
    "ttfs_of_system",
    "ttft",
]

DEFINITIONS: Final = {
    "TTFT": "from t0 to the first text that is not empty, partial or final",
    "first partial": "from t0 to the first text that is not final",
    "TTFS": "from the end of speech to the moment after which the final text no longer changes; 0 if that was "
    "before the end of speech, and such clips are counted",
    "audio to final": "from the end of the recording to that moment; it may be negative",
    "emission delay": "for each word: from its end to the moment after which it no longer changes its place",
    "churn": "words that were shown and taken back, per word of the final text (erasure, Arivazhagan and "
    "others 2020); what one message says is one change",
}
"""What each figure is, in the words of docs, help and reports, which are made from these."""

PERCENTS: Final = (50, 90, 95, 99)
END_WORDS: Final = 2
"""How many of the last reference words have to be deleted for the end to be lost."""

NO_SPEECH_END: Final = "no speech end"


def ttft(events: Iterable[Event]) -> float | None:
    """Return the time to the first text: any text, partial or final, that is not empty."""
    return next((each.seconds for each in events if each.text.strip()), None)


def first_partial(events: Iterable[Event]) -> float | None:
    """Return the time to the first text that is not final; ``None`` if there is none."""
    partials = (each for each in events if each.kind == "partial" and each.text.strip())
    return next((each.seconds for each in partials), None)


def text_final_at(events: Iterable[Event]) -> float | None:
    """Return since when the final text stands as it is; ``None`` if it is empty.

    A final text that comes again and says the same changes nothing. One that comes again in another
    form, as with punctuation, does.
    """
    text, since = "", None
    for each, said in _final_texts(events):
        if said != text:
            text, since = said, each.seconds
    return since if text else None


@dataclass(frozen=True, slots=True)
class Ttfs:
    """The time to the final segment (TTFS) of one clip, as `DEFINITIONS` has it.

    Attributes:
        seconds: from the end of speech to the final text; 0 if it was final before; infinite if it never
            was, which is later than anybody waited.
        clamped: whether it was final before the end of speech.
    """

    seconds: float
    clamped: bool = False


def ttfs(events: Iterable[Event], speech_end: float, *, end_lost: bool = False) -> Ttfs:
    """Return the time from the end of speech to the last final text.

    Args:
        events: of a clip in which somebody speaks.
        speech_end: in seconds of the recording.
        end_lost: whether the last words of the reference are missing in the final text: whoever never
            says them was not fast.
    """
    found = text_final_at(events)
    if found is None or end_lost:
        return Ttfs(math.inf)
    return Ttfs(max(found - speech_end, 0.0), clamped=found < speech_end)


def audio_to_final(events: Iterable[Event], duration: float) -> float | None:
    """Return the time from the end of the recording to the last final text; negative if it was before."""
    found = text_final_at(events)
    return None if found is None else found - duration


def emission_delays(events: Iterable[Event]) -> list[float]:
    """Return for each word of the final text how long after its end it stood where it stays.

    A word counts from the event since which it is at its place in its segment, as it is written in the
    end. Words without a time have no delay. It is negative where a word is guessed before its end.
    """
    of_segment: dict[int, list[Event]] = {}
    for each in events:
        if each.text or each.final:
            of_segment.setdefault(each.segment or 0, []).append(each)
    found = []
    for segment in sorted(of_segment):
        heard = of_segment[segment]
        last = max((at for at, each in enumerate(heard) if each.final), default=-1)
        words = heard[last].words if last >= 0 else ()
        since = [heard[last].seconds] * len(words)
        open_still = set(range(len(words)))
        for each in reversed(heard[:last]):
            there = [word.text for word in each.words] or each.text.split()
            open_still = {
                at for at in open_still if at < len(there) and there[at] == words[at].text
            }
            for at in open_still:
                since[at] = each.seconds
        ends = ((at, word.end) for at, word in enumerate(words) if word.end is not None)
        found += [since[at] - end for at, end in ends]
    return found


def churn(events: Iterable[Event]) -> tuple[int, int]:
    """Return how many words that were shown were taken back, and how many words are in the final text.

    From one moment to the next, all words count that stand after the first one that differs (erasure, as
    Arivazhagan and others defined it in 2020 for translation). Words are compared as they are written.
    What one message says arrives at one moment: where a part of the text becomes final and the rest
    does not, nothing is taken back.
    """
    shown: dict[int, str] = {}
    before, taken_back, heard = list[str](), 0, [*events]
    texts = (each for each in heard if each.kind in ("partial", "final"))
    for _, together in groupby(texts, attrgetter("seconds")):
        shown |= {each.segment or 0: each.text for each in together}
        now = joined(shown).split()
        same = next(
            (at for at, pair in enumerate(zip(before, now, strict=False)) if pair[0] != pair[1]),
            min(len(before), len(now)),
        )
        taken_back += len(before) - same
        before = now
    return taken_back, len(said_finally(heard)[0].split())


def text_at(events: Iterable[Event], seconds: float) -> tuple[float, str] | None:
    """Return when the first text after a moment arrived, and all text that stood there then."""
    shown: dict[int, str] = {}
    for each in events:
        if each.kind in ("partial", "final"):
            shown[each.segment or 0] = each.text
            if each.seconds >= seconds and each.text.strip():
                return each.seconds, joined(shown)
    return None


def final_text_at(events: Iterable[Event], seconds: float) -> tuple[float, str] | None:
    """Return when the first final text after a moment arrived, and all that was final then."""
    for each, said in _final_texts(events):
        if each.seconds >= seconds and each.text.strip():
            return each.seconds, said
    return None


@dataclass(frozen=True)
class TtfsOfSystem:
    """The time to the final segment over the clips of one system.

    Attributes:
        policy: who ended the turn, as `mondegreen.providers.event.policy_of` names it.
        clips: spoken clips with an end of speech.
        lost: of the answers those that lost the end; each is slower than the time-out.
        clamped: of the answers those whose text was final before the end of speech.
        percentiles: by percent, of `PERCENTS`; of the median of each clip where clips were repeated.
        reason: why there is none; empty if there is.
        answers: of these clips, each repeat counted.
    """

    policy: str
    clips: int = 0
    lost: int = 0
    clamped: int = 0
    percentiles: tuple[Percentile, ...] = ()
    reason: str = ""
    answers: int = 0

    @property
    def said(self) -> str:
        """How many clips, and how many answers where clips were repeated."""
        said = counted(self.clips, "clip")
        return said if self.answers == self.clips else f"{said}, {self.answers:,} answers"

    @property
    def name(self) -> str:
        """The name of the figure, as ``ttfs[endpointed]``."""
        return f"ttfs[{self.policy}]"

    def to_json(self) -> dict[str, Any]:
        """Return plain values; times are seconds."""
        plain = {name: value for name, value in vars(self).items() if name != "percentiles"}
        return {**plain, "percentiles": [each.to_json() for each in self.percentiles]}


def ttfs_of_system(
    policy: str, answers: Sequence[Ttfs], reason: str = "", clips: Sequence[Hashable] | None = None
) -> TtfsOfSystem:
    """Return the percentiles over clips.

    Args:
        policy: who ended the turn; figures of two policies are never put together.
        answers: for clips in which somebody speaks, failures included as infinite.
        reason: why the figure is withheld; no number is computed then.
        clips: of each answer its clip, if clips were repeated.
    """
    if reason or not answers:
        return TtfsOfSystem(policy, reason=reason or NO_SPEECH_END)
    seconds = [each.seconds for each in answers]
    return TtfsOfSystem(
        policy,
        len(answers if clips is None else {*clips}),
        sum(each == math.inf for each in seconds),
        sum(each.clamped for each in answers),
        tuple(percentile(seconds, percent, clips=clips) for percent in PERCENTS),
        answers=len(answers),
    )


def _final_texts(events: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """Yield each final event with all that is final since."""
    finals: dict[int, str] = {}
    for each in events:
        if each.final:
            finals[each.segment or 0] = each.text
            yield each, joined(finals)
