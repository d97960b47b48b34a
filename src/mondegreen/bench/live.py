"""The delays of live systems, computed from the events that are stored."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.bench import delays, turns
from mondegreen.bench.observed import AT
from mondegreen.bench.scoring import result_of
from mondegreen.bench.turns import TurnFigures
from mondegreen.corpus import Corpus
from mondegreen.providers.capabilities import capabilities_of
from mondegreen.providers.event import Event, said_finally
from mondegreen.providers.word import Word
from mondegreen.stats.percentiles import Percentile, percentile
from mondegreen.store.text_type import document
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mondegreen.bench.observed import Observed
    from mondegreen.scoring.options import Options
    from mondegreen.scoring.result import Result
    from mondegreen.stats.interval import Interval
    from mondegreen.store import Store

__all__ = ["LiveFigures", "OperatingPoint", "events_of_row", "live_figures"]

_NEAR: Final = 0.04  # seconds: final text is asked for between two pieces of audio
_DELETE: Final = "delete"
_ENDPOINTED: Final = "endpointed"
_FORCED: Final = "forced@"


@dataclass(frozen=True)
class OperatingPoint:
    """Text and delay of the same events: what one could go on with, and when.

    Attributes:
        name: ``first text`` or ``first final``, each after the end of speech.
        rate: the pooled error rate of the texts that stood there then; a clip without one counts as a
            failure.
        delay: the median of the seconds from the end of speech; a clip without one was never there.
        interval: of the rate; ``None`` if none was asked for.
        result: the scores of these texts.
    """

    name: str
    rate: float | None
    delay: Percentile
    interval: Interval | None = None
    result: Result | None = field(default=None, repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the rate is a fraction."""
        interval = self.interval and self.interval.to_dict()
        plain = {"name": self.name, "rate": self.rate, "interval": interval}
        return {**plain, "delay": self.delay.to_json()}


@dataclass(frozen=True)
class LiveFigures:
    """What the streams of one system on one dataset were like.

    Attributes:
        policy: who ended the turns.
        ttfs: the time to the final segment, from the end of speech.
        ttft: the time to the first text, from the first audio; clips without any are infinite.
        first_partial: the same of text that is not final; of clips that have some.
        audio_to_final: from the end of the recording to the final text; of clips that have one,
            and of none where the time to the final segment is withheld.
        emission_delay: of each word of final text that has a time; without an interval.
        taken_back: words that were shown and taken back.
        words: of the final texts.
        points: the two operating points; none where the time to the final segment is withheld.
        without_speech_end: clips that are not in ``ttfs`` because nobody knows when their speech ends.
        wait: seconds after which nobody waited any more.
        turns: how well it told the ends of turns; ``None`` where the dataset does not name them.
        eager_turns: the same for an agent that acts on ends that are only likely; ``None`` of a system
            that does not say so.
        ttfs_of_repeats: the median time to the final segment in each repeat, in seconds; ``None`` where
            half of its clips have no final text. Empty with one repeat, or where it is withheld.
    """

    policy: str
    ttfs: delays.TtfsOfSystem
    ttft: Percentile
    first_partial: Percentile
    audio_to_final: Percentile
    emission_delay: Percentile
    taken_back: int
    words: int
    points: tuple[OperatingPoint, ...] = ()
    without_speech_end: int = 0
    wait: float | None = None
    turns: TurnFigures | None = None
    eager_turns: TurnFigures | None = None
    ttfs_of_repeats: tuple[float | None, ...] = ()

    @property
    def is_forced(self) -> bool:
        """Whether final text was asked for at a moment, and not ended by the system."""
        return _FORCED in self.policy

    @property
    def churn(self) -> float | None:
        """Words taken back per word of the final texts; ``None`` where there are none."""
        return self.taken_back / self.words if self.words else None

    def to_json(self) -> dict[str, Any]:
        """Return plain values; times are seconds, rates are fractions."""
        plain: dict[str, Any] = {
            name: value.to_json() if hasattr(value, "to_json") else value
            for name, value in vars(self).items()
        }
        points = [each.to_json() for each in self.points]
        return {**plain, "points": points, "churn": self.churn}


@dataclass(frozen=True)
class _Clip:
    """One spoken clip of which there is an observation."""

    row: int
    sample: str
    events: tuple[Event, ...]
    speech_end: float | None
    duration: float | None
    end_lost: bool
    conditions: dict[str, Any]


class _Kept(NamedTuple):
    """What the store has of a system: its events by the observation, and samples by their ids."""

    heard: Mapping[int, tuple[Event, ...]]
    samples: Mapping[str, dict[str, Any]]


def live_figures(
    store: Store,
    one: Observed,
    result: Result,
    metric: str,
    options: Options,
    *,
    intervals: Mapping[str, Any] | None = None,
) -> LiveFigures | None:
    """Return the delays of a system; ``None`` if it is not live.

    Clips in which nobody speaks, as their reference says, and clips that were not transcribed yet have
    no delay. One that failed was not fast: it counts as slower than the time-out.

    Args:
        store: where the events are.
        one: what the system observed.
        result: its scores.
        metric: by whose alignments a lost end is found.
        options: of scoring.
        intervals: options of intervals, for the ends of turns; ``None`` for none.
    """
    told = store.observations.conditions_of(one.dataset, one.system)  # of each run
    if told and not any(document(each).get("live") for each in told):
        return None
    columns = ("id", "conditions")
    stored = store.observations.current(one.dataset, columns, one.system)
    conditions = {row: document(said) for row, said in stored}
    if not any(each.get("live") for each in conditions.values()):
        return None
    heard = {
        row: events_of_row(each) for row, each in store.streams.of(one.dataset, one.system).items()
    }
    samples = {row["sample_id"]: row for row in store.observations.samples(one.dataset)}
    kept = _Kept(heard, samples)
    clips = [*_clips(one, result, metric, conditions, kept)]
    policy = _policy(clips)
    known = [each for each in clips if each.speech_end is not None]
    found = [
        delays.ttfs(each.events, each.speech_end or 0.0, end_lost=each.end_lost) for each in known
    ]
    reason = _withheld(clips)
    firsts = [delays.ttft(each.events) for each in clips]
    partials = [delays.first_partial(each.events) for each in clips]
    tails = (
        [] if reason else [delays.audio_to_final(each.events, each.duration or 0) for each in clips]
    )
    churns = [delays.churn(each.events) for each in clips]
    names = [each.sample for each in clips]
    emitted = [late for each in clips for late in delays.emission_delays(each.events)]
    waits = [float(each.conditions["wait"]) for each in clips if "wait" in each.conditions]
    return LiveFigures(
        policy,
        delays.ttfs_of_system(policy, found, reason, [each.sample for each in known]),
        percentile([math.inf if each is None else each for each in firsts], 50, clips=names),
        _median_of(partials, names),
        _median_of(tails, names[: len(tails)]),
        _of_words(emitted),
        sum(taken_back for taken_back, _ in churns),
        sum(words for _, words in churns),
        () if reason or not known else tuple(_points(one, known, options, intervals)),
        len({*names}) - len({each.sample for each in known}),
        max(waits, default=None),
        *_turns(one, result, policy, kept, intervals),
        () if reason else _of_repeats(one, known, found),
    )


def _median_of(values: Sequence[float | None], names: Sequence[str]) -> Percentile:
    """Return the median over the clips that have a value."""
    there = [(value, name) for value, name in zip(values, names, strict=True) if value is not None]
    return percentile([value for value, _ in there], 50, clips=[name for _, name in there])


def _of_words(emitted: Sequence[float]) -> Percentile:
    """Return the median over words; it has no interval, for words of one clip are not independent."""
    found = percentile(emitted, 50)
    if found.value is None:
        return found
    return replace(found, low=None, high=None, reason="words of one clip are not independent")


def _of_repeats(
    one: Observed, clips: Sequence[_Clip], found: Sequence[delays.Ttfs]
) -> tuple[float | None, ...]:
    """Return the median time to the final segment of each repeat; rows are those of one after another."""
    if one.repeats == 1:
        return ()
    size = len(one.rows) // one.repeats
    late: list[list[float]] = [[] for _ in range(one.repeats)]
    for clip, each in zip(clips, found, strict=True):
        late[clip.row // size].append(each.seconds)
    medians = (percentile(each, 50).value if each else None for each in late)
    return tuple(each if each is not None and math.isfinite(each) else None for each in medians)


def events_of_row(stored: Iterable[Sequence[Any]]) -> tuple[Event, ...]:
    """Return events of the store, each a tuple of `mondegreen.store.stream_events.EVENT`."""
    return tuple(
        Event(
            *(seconds, audio_seconds or 0.0, kind, text or "", segment),
            tuple(Word(**word) for word in json.loads(words)) if words else (),
        )
        for seconds, audio_seconds, kind, text, _, segment, words in stored
    )


def _clips(
    one: Observed,
    result: Result,
    metric: str,
    conditions: Mapping[int, dict[str, Any]],
    kept: _Kept,
) -> Iterator[_Clip]:
    spoken = [
        row
        for row, (seen, said) in enumerate(zip(one.rows, one.corpus.references, strict=True))
        if seen is not None and said.strip()
    ]
    aligned = result.align_rows(spoken, metric) if result.unit_of(metric) == "word" else []
    lost = dict(zip(spoken, map(_is_end_lost, aligned), strict=False))
    for row in spoken:
        seen: Any = one.rows[row]
        end = kept.samples[seen[AT["sample_id"]]]["speech_end_ms"]
        failed = seen[AT["status"]] != "ok"
        yield _Clip(
            row,
            seen[AT["sample_id"]],
            kept.heard.get(seen[AT["id"]], ()),
            None if end is None else end / 1000,
            seen[AT["audio_duration_seconds"]],
            failed or lost.get(row, False),
            conditions.get(seen[AT["id"]], {}),
        )


def _turns(
    one: Observed,
    result: Result,
    policy: str,
    kept: _Kept,
    intervals: Mapping[str, Any] | None,
) -> tuple[TurnFigures | None, TurnFigures | None]:
    """Return how well the ends of turns were told, and the same of likely ones; ``None`` for nothing."""
    known = {name: _reference_turns(row) for name, row in kept.samples.items()}
    rows = [
        (at, seen[AT["id"]], there)
        for at, seen in enumerate(one.rows)
        if seen is not None and (there := known[seen[AT["sample_id"]]]) is not None
    ]
    if not rows:
        return None, None
    if policy not in ("", _ENDPOINTED):
        return TurnFigures(reason=f"the turns were not ended by the system: {policy}"), None
    streams = [kept.heard.get(number, ()) for _, number, _ in rows]
    kinds = {event.kind for events in streams for event in events}
    if not (kinds & turns.KINDS or capabilities_of(one.service, one.model).turns):
        return TurnFigures(reason="it does not say when a turn ends"), None
    drawing = None if intervals is None else {**intervals}
    cluster = drawing.pop("cluster", None) if drawing else None
    column = result.column(cluster) if cluster else None
    samples = [one.rows[at][AT["sample_id"]] for at, _, _ in rows]  # type: ignore[index]
    groups = None if column is None else [column[at] for at, _, _ in rows]
    if drawing is not None:
        drawing["cluster_name"] = cluster or "cluster"
    both = [turns.ends_of_turns, *([turns.eager_ends] if turns.EAGER in kinds else [])]
    found = [
        turns.turn_figures(
            [
                turns.matched(there, ends(events))
                for (_, _, there), events in zip(rows, streams, strict=True)
            ],
            groups,
            drawing,
            samples if one.repeats > 1 else None,
        )
        for ends in both
    ]
    return found[0], found[1] if len(found) > 1 else None


def _reference_turns(sample: Mapping[str, Any]) -> list[turns.Turn] | None:
    """Return the turns of a clip in seconds; ``None`` if nobody says when they end."""
    if sample["turn_ends_ms"] is None:
        return None
    ends = json.loads(sample["turn_ends_ms"])
    starts = json.loads(sample["turn_starts_ms"] or "null") or [None] * len(ends)
    return [
        turns.Turn(end / 1000, None if start is None else start / 1000)
        for end, start in zip(ends, starts, strict=True)
    ]


def _is_end_lost(alignment: Any) -> bool:
    """Return whether the last words of a reference are deleted; there is nothing else to lose."""
    size = len(alignment.reference)
    first = max(size - delays.END_WORDS, 0)
    covered = sum(
        run.reference_end - max(run.reference_start, first)
        for run in alignment.runs
        if run.operation == _DELETE and run.reference_end > first
    )
    return size > 0 and covered == size - first


def _withheld(clips: Sequence[_Clip]) -> str:
    """Return why there is no time to the final segment; nothing if there is."""
    for each in clips:
        if why := each.conditions.get("withheld", {}).get("ttfs"):
            return str(why)
    odd = sum(map(_is_moved, clips))
    if odd:
        return (
            f"final text of {odd} of {len(clips)} clips was asked for at another moment than the end of "
            "speech that is known now"
        )
    return ""


def _policy(clips: Sequence[_Clip]) -> str:
    """Return who ended the turns; without any end of speech, final text was asked for after recordings."""
    policy = " and ".join(sorted({str(each.conditions.get("policy")) for each in clips}))
    if not any(each.conditions.get("finalize_after") is not None for each in clips):
        return policy
    known = any(each.speech_end is not None for each in clips)
    return policy if known else f"{policy} after the recording"


def _is_moved(clip: _Clip) -> bool:
    after = clip.conditions.get("finalize_after")
    if after is None or clip.speech_end is None:
        return False
    asked = (each for each in clip.events if each.kind == "finalize")
    wanted = clip.speech_end + after / 1000
    return any(
        each.audio_seconds - wanted > _NEAR or wanted - each.audio_seconds > _NEAR for each in asked
    )


def _points(
    one: Observed,
    clips: Sequence[_Clip],
    options: Options,
    intervals: Mapping[str, Any] | None,
) -> Iterator[OperatingPoint]:
    for name, text_of in (("first text", delays.text_at), ("first final", delays.final_text_at)):
        hypotheses: list[Any] = [Failed("no text after the end of speech")] * len(one.rows)
        late = []
        names = [each.sample for each in clips]
        for each in clips:
            end = each.speech_end or 0.0
            found = text_of(each.events, end) or _before(each.events, end)
            late.append(math.inf if found is None else max(found[0] - end, 0.0))
            if found is not None:
                hypotheses[each.row] = found[1]
        rows = [each.row for each in clips]
        corpus = _with_hypotheses(one, hypotheses, rows)
        result = result_of(replace(one, corpus=corpus), options)
        if intervals is not None:
            result = result.with_intervals(**intervals)
        first, *_ = result
        value = first.value
        rate = value if value is not None and math.isfinite(value) else None
        interval = None if intervals is None else first.interval
        yield OperatingPoint(name, rate, percentile(late, 50, clips=names), interval, result)


def _before(events: Sequence[Event], end: float) -> tuple[float, str] | None:
    """Return the text that was final before the end of speech, if nothing came after it."""
    at, said = delays.text_final_at(events), said_finally(events)[0]
    return None if at is None or at > end else (at, said)


def _with_hypotheses(one: Observed, hypotheses: Sequence[Any], rows: Sequence[int]) -> Corpus:
    """Return the corpus of some rows with other hypotheses."""
    whole = one.corpus
    ids = whole.ids or [str(row) for row in range(len(one.rows))]
    return Corpus(
        [ids[row] for row in rows],
        [whole.references[row] for row in rows],
        [hypotheses[row] for row in rows],
        {name: [column[row] for row in rows] for name, column in whole.metadata.items()},
        source=whole.source,
        system=whole.system,
    )
