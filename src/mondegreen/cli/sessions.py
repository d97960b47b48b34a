"""Files of sessions with several speakers, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from mondegreen.cli.streams import say
from mondegreen.corpus.table import quoted
from mondegreen.errors import UsageError, counted, typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus import Corpus
    from mondegreen.options.reading import Reading
    from mondegreen.scoring.result import Result
    from mondegreen.speakers.self_overlap import Twice
    from mondegreen.speakers.sessions import Sessions

__all__ = ["MostStreams", "read_sessions", "say_speakers", "score_sessions"]

_LEAST: Final = 0.005
"""The least share of overlapping speech that is worth a word: half a percent."""


def score_sessions(options: Any) -> bool:
    """Whether the metrics among options are of sessions.

    Raises:
        UsageError: options that no recipe can have.
    """
    if getattr(options, "metrics", None) is None:
        return False
    from mondegreen.scoring.recipe import Recipe  # seldom needed

    return Recipe.of(options).uses_sessions


def read_sessions(
    paths: tuple[str, str | None], options: Reading, *, join: bool, more: Sequence[str] = ()
) -> Sessions:
    """Read two files of sessions; ``more`` are files of the hypothesis too, each a stream.

    Raises:
        UsageError: there is one file, or its texts are to be joined.
        InputError: a file breaks its format.
    """
    from mondegreen.speakers.sessions import sessions  # seldom needed

    if join:
        raise UsageError("-g joins utterances to one text; sessions are scored speaker by speaker")
    reference, hypothesis = paths
    if hypothesis is None:
        raise UsageError("sessions are in two files: give the reference and the hypothesis")
    heard: Any = [Path(path) for path in (hypothesis, *more)] if more else hypothesis
    return sessions(reference, heard, options=options)


@dataclass(frozen=True)
class MostStreams:
    """How many speakers or streams the session with most of them has, and who speaks twice at once."""

    reference: int = 0
    hypothesis: int = 0
    twice: Twice | None = None
    speaking_twice: int = 0
    formats: ClassVar[None] = None

    def and_of(self, sessions: Sessions) -> MostStreams:
        """Return those of these sessions and of more."""
        from mondegreen.speakers.self_overlap import speaking_twice  # loads the kernel

        sides = sessions.reference, sessions.hypothesis
        twice = [each for side in sides for each in speaking_twice(side)]
        return MostStreams(
            max(self.reference, sides[0].most_streams()),
            max(self.hypothesis, sides[1].most_streams()),
            max([*twice, *filter(None, [self.twice])], default=None),
            self.speaking_twice + len(twice),
        )


def say_speakers(
    corpus: Corpus | Sessions | MostStreams, result: Result, paths: Sequence[str | None]
) -> None:
    """Say what a rate does not see in sessions, or counts against them, and what to type."""
    if result.sessions is not None:
        corpus = MostStreams().and_of(result.sessions)
    hint = (
        _hint_of_streams(result, corpus, paths)
        if isinstance(corpus, MostStreams)
        else _hint(cast("Corpus", corpus), paths)
    )
    if hint:
        say(hint)
    if isinstance(corpus, MostStreams) and corpus.twice is not None:
        say(_hint_of_overlap(corpus.twice, corpus.speaking_twice - 1))


def _hint_of_overlap(most: Twice, others: int) -> str:
    """Return who speaks twice at once, and how many others do."""
    of = f" of {quoted(most.session)}" if most.session else ""
    more = f", and {counted(others, 'more does', 'more do')}" if others else ""
    return (
        f"{most.file}: {quoted(most.speaker)}{of} speaks twice at once for {100 * most.share:.0f} % of its "
        f"time{more}; are segments there twice?"
    )


def _hint_of_streams(result: Result, streams: MostStreams, paths: Sequence[str | None]) -> str:
    """Return that cpWER means little where the words of several speakers are in one stream."""
    said, heard = streams.reference, streams.hypothesis
    if result.sessions is not None and result.sessions.hypothesis.are_unnamed:
        return ""  # which is warned of already
    scored = {*result.rows}
    if said < 2 or heard != 1 or "orc-wer" in scored or not {"cpwer", "tcpwer"} & scored:  # noqa: PLR2004 - several
        return ""
    files = " ".join(typed(path) for path in paths if path)
    return (
        f"the words of {said} speakers are in one stream, so cpwer counts those of all but one as "
        f"missed; mondegreen score {files} -m orc-wer scores the words alone"
    )


def _hint(corpus: Corpus, paths: Sequence[str | None]) -> str:
    """Return what a rate of utterances does not see in sessions, and what to type; empty for nothing.

    That is where both files name several speakers, or those of the reference speak at once.
    """
    said, heard = corpus.speakers
    overlap = _overlap(corpus) if max(said, heard) > 1 else 0.0
    if overlap < _LEAST and min(said, heard) < 2:  # noqa: PLR2004 - several
        return ""
    files = " ".join(typed(path) for path in paths if path)
    share = f"for {100 * overlap:.0f} % of the time"
    spoken = f", who speak at once {share}" if overlap >= _LEAST else ""
    if said > 1 and heard > 1:
        return (
            f"both files name speakers ({said} and {heard}){spoken}: wer ignores who spoke and counts "
            f"overlap as errors; mondegreen score {files} -m speakers scores who said what"
        )
    speak = (
        f"the {said} speakers of the references speak at once {share}"
        if said > 1
        else f"the hypotheses name {heard} speakers, and segments of the references overlap {share}"
    )
    return (
        f"{speak}, which wer counts as errors; mondegreen score {files} -m orc-wer scores the words of "
        "each stream"
    )


def _overlap(corpus: Corpus) -> float:
    """Return the share of the spoken time in which several segments of a recording are spoken."""
    columns = [corpus.metadata.get(name) for name in ("recording", "start", "end")]
    if any(column is None or None in column for column in columns):
        return 0.0
    events: dict[Any, list[tuple[float, int]]] = {}
    for name, start, end in zip(*columns, strict=True):
        events.setdefault(name, []).extend([(start, 1), (end, -1)])
    spoken = several = 0.0
    for times in events.values():
        active, last = 0, 0.0
        for time, change in sorted(times):
            spoken += (time - last) * (active > 0)
            several += (time - last) * (active > 1)
            active, last = active + change, time
    return several / spoken if spoken else 0.0
