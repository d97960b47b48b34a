"""Sessions: the segments of both sides, with the names that belong together."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.corpus.columns import choose
from mondegreen.corpus.columns import found as columns_found
from mondegreen.corpus.columns_of import TEXT, from_table
from mondegreen.corpus.endings import transcript_endings
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.corpus.table import quoted
from mondegreen.errors import (
    DoubtWarning,
    InputError,
    PairingError,
    UsageError,
    counted,
    warn,
)
from mondegreen.options.option import shows_options
from mondegreen.options.reading import Reading
from mondegreen.speakers.streams import (
    Streams,
    joined,
    of_python,
    of_transcript,
    one_after_the_other,
)
from mondegreen.speakers.uem import read_uem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from mondegreen.corpus.source import Source
    from mondegreen.options.reading import ReadingKeywords
    from mondegreen.speakers.uem import Regions

__all__ = ["COLUMNS", "TIMES", "Sessions", "names_of", "paired", "sessions", "side_of"]

COLUMNS: Final = ("recording", "speaker", "stream")
"""The columns that results of sessions have."""
TIMES: Final = ("start", "duration")
"""Those that they also have where the reference has times: when each speaker begins, and for how long it speaks."""
_SHOWN: Final = 3


@dataclass(frozen=True)
class Sessions:
    """Sessions with several speakers, as `mondegreen.score` takes them; `sessions` makes them.

    Attributes:
        reference: what was said.
        hypothesis: what the system wrote.
        regions: the parts of each session that are scored; ``None`` where all is.
        source: the files.
        system: a name for what wrote the hypotheses.
        left_out: segments that are not scored, by the reason.
        alternatives: always empty, since none are read.

    >>> sessions({"ann": "so it"}, {"1": "so it"}).are_timed
    False
    """

    reference: Streams
    hypothesis: Streams
    regions: Regions | None = None
    source: str = ""
    system: str = ""
    left_out: dict[str, list[str]] = field(default_factory=dict)
    alternatives: str = ""
    are_sessions: ClassVar[bool] = True
    formats: ClassVar[None] = None

    @property
    def metadata(self) -> dict[str, list[Any]]:
        """The names of the columns that a result of it has."""
        names = (*COLUMNS, *TIMES) if self.reference.are_timed else COLUMNS
        return {name: [] for name in names}

    @property
    def are_timed(self) -> bool:
        """Whether all segments of both sides have times."""
        return self.reference.are_timed and self.hypothesis.are_timed


@shows_options(Reading)
def sessions(
    reference: Any,
    hypothesis: Any,
    *,
    options: Reading | None = None,
    **chosen: Unpack[ReadingKeywords],
) -> Sessions:
    """Read sessions with several speakers.

    Args:
        reference: a path; a list of `pathlib.Path`, one per stream; a list of segments with the
            keys ``session_id``, ``speaker``, ``start_time``, ``end_time``, ``words``, as SegLST has
            them (times in seconds); a mapping of speakers to texts; or a list of texts, one per
            stream.
        hypothesis: the same.
        options: a `mondegreen.Options`, whose reading options are used.
        chosen: single options; they override those of ``options``:

    Raises:
        InputError: a file breaks its format, or a segment ends before its start.
        PairingError: a session of the hypothesis is none of the reference.
        InputTypeError: a side is something else.

    >>> found = sessions({"ann": "so it goes", "bo": "on"}, {"1": "on", "2": "so it goes"})
    >>> found.reference.speaker, found.hypothesis.speaker
    (['ann', 'bo'], ['1', '2'])
    """
    said = Reading.of(options, chosen)
    first = _side(reference, "reference", said, said.format, hypothesis=False)
    second = _side(hypothesis, "hypothesis", said, said.hypothesis_format, hypothesis=True)
    if not len(first):
        raise InputError(f"{first.name}: no segments; expected one or more")
    names = names_of((first.name, second.name), first.session, second.session)
    regions = None if said.uem is None else read_uem(said.uem)
    return paired(first, second.named(names), regions)


def paired(first: Streams, second: Streams, regions: Regions | None) -> Sessions:
    """Return two sides whose sessions have the same names as sessions.

    Raises:
        UsageError: regions, and segments without times.
        InputError: regions of other recordings alone.
    """
    left_out: dict[str, list[str]] = {}
    if regions is not None:
        _check_regions(first, second, regions)
    if first.ignored:
        second, out = _outside(second, first.ignored)
        left_out["in a part that is not scored"] = out
    stem = os.path.splitext(os.path.basename(second.name))[0]  # noqa: PTH119, PTH122 - a name, not a path
    return Sessions(
        first,
        second,
        regions,
        f"{first.name}, {second.name}",
        stem,
        {reason: rows for reason, rows in left_out.items() if rows},
    )


def _side(
    given: Any, name: str, options: Reading, form: str | None, *, hypothesis: bool
) -> Streams:
    if (
        isinstance(given, (list, tuple))
        and given
        and all(isinstance(each, os.PathLike) for each in given)
    ):
        return joined([_side(each, name, options, form, hypothesis=hypothesis) for each in given])
    if not isinstance(given, (str, os.PathLike)):
        return of_python(given, name)
    if isinstance(given, str) and any(map(str.isspace, given)) and not os.path.exists(given):  # noqa: PTH110 - as it was typed
        raise InputError(
            f"{name}: {given!r:.60} is no file; a text is given with its speaker, as {{'ann': 'so it goes'}}, or "
            "in a list of one text per stream"
        )
    if files := _files_of(os.fspath(given)):
        parts = [_side(Path(each), name, options, form, hypothesis=hypothesis) for each in files]
        return one_after_the_other(os.fspath(given), parts)
    with opened(given, **options.opening(hypothesis=hypothesis)) as source:
        column = options.hypothesis_column if hypothesis else options.reference_column
        return side_of(source, form or sniff(source), column, hypothesis=hypothesis)


def _files_of(path: str) -> list[str]:
    """Return the files of a pattern, or those of turns (RTTM) in a folder; none for another path."""
    if os.path.isdir(path):  # noqa: PTH112 - as it was typed
        turns = sorted(map(str, Path(path).glob("**/*.rttm")))
        others = {each.suffix for each in Path(path).glob("**/*")} & {*transcript_endings()}
        return [] if turns and others else turns
    is_pattern = {*path} & {*"*?"} and not os.path.exists(path)  # noqa: PTH110 - as it was typed
    return sorted(glob(path)) if is_pattern else []  # noqa: PTH207 - absolute patterns too


def side_of(source: Source, form: str, column: str | None = None, *, hypothesis: bool) -> Streams:
    """Read one side from a source of some format; of a table the texts are in ``column``.

    Raises:
        InputError: a table without a column of texts.
    """
    kind: Any = FORMATS.get(form)()
    if isinstance(kind, SegmentFormat):
        read = kind.read_hypotheses if hypothesis else kind.read_segments
        return of_transcript(read(source))
    table = kind.read(source)
    chosen = choose(table, TEXT, column)
    if chosen is None and table.columns:
        flag = "--hypothesis-column" if hypothesis else "--reference-column"
        raise InputError(
            f"{table.name}: which column holds the words? {columns_found(table)} Name one with {flag} NAME"
        )
    return of_transcript(from_table(table, chosen))


def names_of(
    files: tuple[str, str], reference: Iterable[str], hypothesis: Iterable[str]
) -> dict[str, str]:
    """Return the names of the reference by those that the hypothesis has for the same sessions.

    A session alone on each side is the same one, whatever its name; if both have one, that is said.

    Raises:
        PairingError: a session of the hypothesis is none of the reference.
    """
    known, others = dict.fromkeys(reference), dict.fromkeys(hypothesis)
    if len(known) == 1 and len(others) == 1:
        (said,), (heard,) = known, others
        if said and heard and said.casefold() != heard.casefold():
            warn(
                f"{files[0]} has the session {quoted(said)} and {files[1]} the session {quoted(heard)}, "
                "which are scored as one; if they are two recordings, give the files of one, and if "
                "they are one, give it one name in both files",
                DoubtWarning,
            )
        return {heard: said}
    folded = {name.casefold(): name for name in known}
    found = {
        name: folded[name.casefold()]
        for name in others
        if name not in known and name.casefold() in folded
    }
    strange = [name for name in others if name not in known and name not in found]
    if strange and not any(known):
        raise PairingError(
            f"{files[0]} does not say which recording each segment is of, and {files[1]} has several "
            f"({', '.join(map(quoted, list(others)[:_SHOWN]))}{', ...' * (len(others) > _SHOWN)}); give a reference "
            "that does, such as stm, SegLST, or a table with the column recording"
        )
    if strange:
        shown = ", ".join(map(quoted, strange[:_SHOWN])) + ", ..." * (len(strange) > _SHOWN)
        raise PairingError(
            f"{files[1]}: {counted(len(strange), 'session is', 'sessions are')} not in {files[0]}: "
            f"{shown}; that has {', '.join(map(quoted, list(known)[:_SHOWN]))}"
        )
    return found


def _check_regions(first: Streams, second: Streams, regions: Regions) -> None:
    """Refuse regions of segments without times, or of other recordings; warn of recordings without one."""
    for side in (first, second):
        pairs = zip(side.session, side.start, strict=True)
        if any(start is None and name in regions for name, start in pairs):
            raise UsageError(f"uem= needs times, and {side.name} has segments without")
    names = dict.fromkeys(first.session)
    without = [name for name in names if name not in regions]
    shown = ", ".join(map(quoted, without[:_SHOWN])) + ", ..." * (len(without) > _SHOWN)
    if len(without) == len(names):
        others = ", ".join(map(quoted, [*regions][:_SHOWN])) + ", ..." * (len(regions) > _SHOWN)
        raise InputError(
            f"uem=: has parts of {others}, and {first.name} the recordings {shown}; expected the same names"
        )
    if without:
        warn(
            f"uem=: {len(without):,} of {counted(len(names), 'recording')} have no line and are scored whole: "
            f"{shown}",
            DoubtWarning,
        )


def _outside(streams: Streams, ignored: list[tuple[str, int, int]]) -> tuple[Streams, list[str]]:
    """Return the segments whose middle is in no part that is not scored, and the others by place."""
    rows, out = [], []
    for row, name in enumerate(streams.session):
        start, end = streams.start[row], streams.end[row]
        if (
            start is not None
            and end is not None
            and any(
                name == session and first <= (start + end) // 2 < last
                for session, first, last in ignored
            )
        ):
            out.append(f"hypothesis segment {row + 1}")
        else:
            rows.append(row)
    return streams.take(rows) if out else streams, out


def with_texts(given: Sessions, reference: list[str], hypothesis: list[str]) -> Sessions:
    """Return the same sessions with other texts."""
    sides = []
    for side, texts in ((given.reference, reference), (given.hypothesis, hypothesis)):
        other = side.take(range(len(side)))
        other.text = texts
        sides.append(other)
    return replace(given, reference=sides[0], hypothesis=sides[1])
