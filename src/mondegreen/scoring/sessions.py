"""Sessions with several speakers, scored to a result that has a row per reference speaker."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import EMPTY, SCORED
from mondegreen.corpus.table import as_list
from mondegreen.errors import (
    DoubtWarning,
    InputError,
    MissingHypothesisError,
    UsageError,
    counted,
    warn,
)
from mondegreen.metrics.batch import Batch
from mondegreen.options.scoring import CONVENTIONS
from mondegreen.scoring import packs
from mondegreen.scoring.coverage import NOBODY, Coverage, emptied_rows, of_speakers, reference_words
from mondegreen.scoring.inputs import Utterances, why_missing
from mondegreen.scoring.result import Result
from mondegreen.scoring.sampled_rows import RECORDING
from mondegreen.speakers.meetings import Conditions, Meeting, Meetings
from mondegreen.speakers.sessions import COLUMNS, TIMES, with_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.metrics.base import Metric, Rows
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.speakers.sessions import Sessions

__all__ = ["meetings_of", "score_sessions", "status_of_rows"]

_UEM: Final = "+uem"
_SHOWN: Final = 3


def score_sessions(
    sessions: Sessions,
    recipe: Recipe,
    normalized: Callable[[Any], Any],
    *,
    forgiving: Any,
    threads: int,
    with_missing: Callable[[Rows, list[int], str], Rows],
) -> Result:
    """Return the result of sessions.

    Speakers are mapped to streams on the normalized words; a row then has the words of a speaker
    and of its stream.

    Raises:
        UsageError: the recipe scores utterances.
        MissingHypothesisError: sessions without a hypothesis under ``missing="error"``.
        InputError: times that are needed and missing.
    """
    if not recipe.uses_sessions:
        raise UsageError(
            f"{' and '.join(recipe.metrics)}: these are sessions with several speakers; score cpwer, "
            "tcpwer, orc-wer, di-cpwer, wder, der or jer"
        )
    metrics = recipe.build()
    _need_words(metrics, sessions)
    _need_speakers(metrics, sessions)
    _doubt_sides(metrics, sessions)
    if NOBODY in sessions.reference.speaker:
        raise InputError(
            f"{sessions.reference.name}: a speaker is named {NOBODY!r}, as the row is of what belongs to no "
            "speaker; give that speaker another name"
        )
    given = sessions.reference.text, sessions.hypothesis.text
    texts: Any = given
    if recipe.normalizes:
        texts = tuple(as_list(normalized(side)) for side in given)
        sessions = with_texts(sessions, *texts)
    convention = recipe.der_convention.removesuffix(_UEM)
    if recipe.der_convention.endswith(_UEM) and sessions.regions is None:
        raise UsageError(f"der_convention={recipe.der_convention!r} needs a UEM file: uem=, --uem")
    if convention and sessions.regions is not None:
        recipe = replace(recipe, der_convention=convention + _UEM)
    meetings = meetings_of(sessions, recipe)
    timed = _is_timed(metrics)
    streams = list(meetings.ask(partial(Meeting.stream_of, timed=timed), threads))
    shown = _pairs(meetings, given, streams)
    aligned = _pairs(meetings, texts, streams) if recipe.normalizes else shown
    spoken = None
    if forgiving is not None:
        spoken = forgiving.of(shown.metadata, None)
        recipe = replace(recipe, languages=spoken.languages)
        recipe = replace(recipe, packs=packs.joined(recipe.packs, packs.pinned(spoken)))
    batch = Batch(
        aligned.references,
        aligned.hypotheses,
        ties=recipe.ties,
        threads=threads,
        given=(shown.references, shown.hypotheses) if recipe.normalizes else None,
        forgiving=spoken,
        ids=shown.ids,
        metadata=shown.metadata,
        system=sessions.system,
        sessions=meetings,
    )
    rows = {metric.name: metric.rows(batch) for metric in metrics}
    status = status_of_rows(aligned.references, batch.status())
    reasons, absent = why_missing(shown, status)
    if absent and recipe.missing == "error":
        names = list(dict.fromkeys(shown.metadata[RECORDING][row] for row in absent))
        listed = ", ".join(map(repr, filter(None, names[:_SHOWN]))) + ", ..." * (
            len(names) > _SHOWN
        )
        raise MissingHypothesisError(
            f"{len(names):,} of {counted(len(meetings.meetings), 'session')} without a hypothesis"
            f"{': ' if listed else ''}{listed}. Choose missing='deletions' (count them as empty) or "
            "missing='skip' (leave them out), --missing on the command line"
        )
    words, emptied = (0, 0), set[int]()
    if recipe.normalizes:
        left_out = absent if recipe.missing == "skip" else ()
        words = reference_words(shown.references, aligned.references, left_out)
        emptied = emptied_rows(shown.references, aligned.references)
        emptied |= emptied_rows(shown.hypotheses, aligned.hypotheses)
    rows = {name: with_missing(part, absent, recipe.missing) for name, part in rows.items()}
    coverage = Coverage.of(
        *of_speakers(status, reasons, shown.metadata["speaker"]),
        emptied=len(emptied),
        policy=recipe.missing,
        left_out={},
        words=words,
    )
    left = (
        len({shown.metadata[RECORDING][row] for row in absent}) if recipe.missing == "skip" else 0
    )
    return Result(
        recipe=recipe,
        rows=rows,
        status=status,
        reasons=reasons,
        coverage=replace(coverage, sessions=len(meetings.meetings) - left),
        ids=shown.ids,
        metadata=shown.metadata,
        references=shown.references,
        hypotheses=shown.hypotheses,
        references_normalized=aligned.references if recipe.normalizes else None,
        hypotheses_normalized=aligned.hypotheses if recipe.normalizes else None,
        forgiving=forgiving,
        sessions=sessions,
    )


def _need_words(metrics: Sequence[Metric], sessions: Sessions) -> None:
    """Refuse metrics of words where a file can hold none: that would be no error of the system."""
    named = [metric.name for metric in metrics if not metric.uses_turns]
    for side in (sessions.reference, sessions.hypothesis):
        if named and side.wordless:
            raise InputError(
                f"{side.name}: says who spoke when and holds no words, which "
                f"{_listed(named, 'compare')}; give the words as stm, ctm or SegLST, or score who spoke when: -m der,jer"
            )


def _need_speakers(metrics: Sequence[Any], sessions: Sessions) -> None:
    """Refuse metrics of speakers where the references name none and there are several streams.

    All words of the streams but one would count as errors.
    """
    named = [metric.name for metric in metrics if getattr(metric, "needs_speakers", False)]
    heard = sessions.hypothesis.most_streams()
    if named and sessions.reference.are_unnamed and heard > 1:
        raise InputError(
            f"{sessions.reference.name}: does not say who speaks, which {_listed(named, 'need')}, and the "
            f"hypotheses have {heard} speakers or streams; score the words alone: -m orc-wer"
        )


def _doubt_sides(metrics: Sequence[Any], sessions: Sessions) -> None:
    """Warn of hypotheses without speakers, where metrics need these, and of segments without times."""
    named = [metric.name for metric in metrics if getattr(metric, "needs_streams", False)]
    said, heard = sessions.reference, sessions.hypothesis
    if named and heard.are_unnamed and len(heard) and said.most_streams() > 1:
        warn(
            f"{heard.name}: does not say who speaks, which {_listed(named, 'need')}: all of it is one speaker's; "
            "score the words alone, with -m orc-wer, or give a file that names speakers",
            DoubtWarning,
        )
    for side in (said, heard):
        without = side.start.count(None)
        if 0 < without < len(side):
            warn(
                f"{side.name}: {without:,} of {counted(len(side), 'segment')} have no times, so those of a "
                "session with such segments are in the order of the file; give all of them times, or none",
                DoubtWarning,
            )


def _listed(names: Sequence[str], verb: str) -> str:
    """Return that metrics do something.

    >>> _listed(["cpwer"], "need"), _listed(["cpwer", "wder"], "need")
    ('cpwer needs', 'cpwer and wder need')
    """
    return f"{' and '.join(names)} {verb}{'s' * (len(names) == 1)}"


def meetings_of(sessions: Sessions, recipe: Recipe) -> Meetings:
    """Return sessions as a recipe has them scored."""
    conditions = Conditions.of(
        recipe.collar,
        recipe.der_collar,
        recipe.der_convention.removesuffix(_UEM) or CONVENTIONS[0],
        overlap=recipe.der_overlap,
    )
    return Meetings(sessions, conditions)


def status_of_rows(references: Sequence[str], status: bytes) -> bytes:
    """Return the status of the rows; one is empty only where something was said."""
    rows = zip(references, status, strict=True)
    return bytes(SCORED if state == EMPTY and not said else state for said, state in rows)


def _is_timed(metrics: list[Metric]) -> bool:
    """Whether rows show the speakers as tcpwer maps them, as where nothing maps them without times."""
    names = {metric.name for metric in metrics}
    return "tcpwer" in names and "cpwer" not in names


def _pairs(
    meetings: Meetings, texts: tuple[Any, Any], mapped: Sequence[Sequence[int | None]]
) -> Utterances:
    """Return a row for each reference speaker and one for nobody, for each session.

    ``mapped`` has the streams of the speakers of each session. The times of nobody are not known.
    """
    references: list[str] = []
    hypotheses: list[str | None] = []
    names: list[tuple[str, str, str]] = []
    for meeting, streams in zip(meetings, mapped, strict=True):
        said, heard = (meeting.words(side, at) for at, side in enumerate(texts))
        extra = [at for at in range(len(meeting.streams)) if at not in streams]
        references += [*said, ""]
        found: list[str | None] = ["" if stream is None else heard[stream] for stream in streams]
        found.append(" ".join(heard[at] for at in extra if heard[at]))
        hypotheses += [None] * len(found) if meeting.is_missing else found
        labels = ["" if stream is None else meeting.streams[stream] for stream in streams]
        labels.append(", ".join(meeting.streams[at] for at in extra))
        speakers = [*meeting.speakers, NOBODY]
        names += [(meeting.name, *pair) for pair in zip(speakers, labels, strict=True)]
    ids = [f"{session}/{speaker}" if session else speaker for session, speaker, _ in names]
    metadata: dict[str, list[Any]] = {
        name: [each[at] for each in names] for at, name in enumerate(COLUMNS)
    }
    if all(meeting.has_times(0) for meeting in meetings):
        times = [row for meeting in meetings for row in (*meeting.spoken_times(), (None, None))]
        metadata |= {name: [each[at] for each in times] for at, name in enumerate(TIMES)}
    return Utterances(references, hypotheses, ids, metadata)
