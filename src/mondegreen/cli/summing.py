"""``score`` in parts, where the sums of the utterances are all that is shown: in little memory, however many."""

from __future__ import annotations

import os
import warnings
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen._kernel import looks
from mondegreen.cli.checkpoints import Checkpoints, Progress, key_of
from mondegreen.cli.hints import FORM_LIMIT
from mondegreen.cli.rate import Rate
from mondegreen.cli.scoring import of_the_data
from mondegreen.cli.sessions import MostStreams
from mondegreen.corpus.places import files_of
from mondegreen.corpus.several import doubt_empty
from mondegreen.corpus.table import as_list
from mondegreen.corpus.tables_in_parts import AtOnceError, at_once
from mondegreen.errors import MondegreenError, PairingError, ParseError
from mondegreen.options.reading import Reading
from mondegreen.scoring.forgiveness import is_column
from mondegreen.scoring.hallucination import find
from mondegreen.scoring.ranges import QUANTILES, limits_of, ranged_column, ranges
from mondegreen.scoring.recipe import settled
from mondegreen.scoring.scorer import Scorer
from mondegreen.scoring.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from mondegreen.corpus import Corpus
    from mondegreen.report.rows import RowsFile
    from mondegreen.scoring.options import Options
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.scoring.result import Result
    from mondegreen.speakers.sessions import Sessions

__all__ = ["Summed", "is_summed", "summed", "why_at_once"]

_OF_SUMS: Final = ("table", "json", "tsv", "csv", "markdown", "latex")
"""Output formats in which no utterance is."""

_OF_ROWS: Final = (
    *(
        "worst",
        "confusions",
        "classes",
        "averages",
        "numbers",
        "save",
        "save_normalized",
    ),
    *("judge", "fail_if_worse", "baseline", "ci"),
)
"""Options for which the utterances are needed."""

_METRICS: Final = frozenset({"wer", "cer", "mer", "wil", "wip", "sentence"})
"""Metrics of which nothing is shown but their sums."""

_OF_FILES: Final = (AtOnceError, ParseError, PairingError, Warning)
"""What is raised of files as they are; a run that goes on would meet it again."""

_DURATIONS: Final = ("duration", "duration_s", "audio_seconds", "start", "end")
_SAMPLE: Final = 1000


class Summed(NamedTuple):
    """The result of a corpus that was scored in parts, and one of the parts, or what is known of all."""

    corpus: Corpus | MostStreams
    result: Result


def summed(
    paths: tuple[str, str | None],
    options: Options,
    made: Recipe,
    at: Callable[[str], None],
) -> Summed | None:
    """Score files in parts; ``None`` where they have to be read at once, so that nothing differs.

    ``at`` is told how far it is.
    """
    if not is_summed(paths, options, made):
        return None
    # numpy comes with pyarrow, and its threads take processor time while nobody has work for them
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    kind = _PartsOfSessions if made.uses_sessions else _Parts
    parts = kind(paths, options, made, at)
    try:
        return parts.scored()
    except (MondegreenError, MemoryError, Warning) as error:
        if parts.can_go_on() and not isinstance(error, _OF_FILES):
            raise
        parts.forget()
        return None  # to read at once says what is wrong, and where


def is_summed(paths: tuple[str, str | None], options: Options, made: Recipe) -> bool:
    """Whether large files are scored in parts, as nothing is shown but sums."""
    return not why_at_once(paths, options, made)


def why_at_once(paths: tuple[str, str | None], options: Options, made: Recipe) -> str:
    """Return what needs all utterances at once, whatever is in the files; nothing if nothing does."""
    asked = [name for name in _OF_ROWS if getattr(options, name, None)]
    cut = [name for name in options.by or () if name.rpartition(":")[2] in QUANTILES]
    others = [] if made.uses_sessions else [each for each in made.metrics if each not in _METRICS]
    needs = {
        "standard input": "-" in paths,
        f"--to {options.to}": options.to not in _OF_SUMS,
        f"--{''.join(asked[:1]).replace('_', '-')}": bool(asked),
        f"--by {''.join(cut[:1])}": bool(cut),
        "a judge": bool(made.judges),
        "reading alternatives": bool(made.reads),
        "a language per row": is_column(made.language) or "{" in made.normalizer,
        # the waterfall begins with the texts as they were given
        "--forgive with a normalizer": bool(made.forgive and made.normalizes),
        "one file of sessions": made.uses_sessions and paths[1] is None,
        "--uem": options.uem is not None and not made.uses_sessions,
        f"-m {''.join(others[:1])}": bool(others),
    }
    return next((what for what, is_needed in needs.items() if is_needed), "")


class _Parts:
    """The parts of some files, scored one after the other; where they were stopped, from there on."""

    def __init__(
        self,
        paths: tuple[str, str | None],
        options: Options,
        made: Recipe,
        at: Callable[[str], None],
    ) -> None:
        self.paths, self.options, self.made, self.at = paths, options, made, at
        self.by = tuple(dict.fromkeys(options.by or ()))
        self.kept = self._checkpoints()
        self.done = Progress("") if self.kept is None else self.kept.last()
        self.seen: Any = None
        self.empty: dict[str, None] = {}

    def _checkpoints(self) -> Checkpoints | None:
        options = self.options
        if options.resume is None:
            return None
        reading = [getattr(options, name) for name in Reading.described]
        target = options.per_utterance and options.per_utterance.suffix
        key = key_of(self.paths, self.made.signature(), self.by, reading, target)
        return Checkpoints(options.resume, key)

    def can_go_on(self) -> bool:
        """Whether a checkpoint is there."""
        return self.kept is not None and self.kept.any_there()

    def forget(self) -> None:
        """Delete the checkpoints, if there are any."""
        self.done = Progress("")
        if self.kept is not None:
            self.kept.clear()

    def scored(self, always: dict[str, str | None] | None = None) -> Summed:
        """Score all parts, and write their rows; what was written is as of the whole, or is not kept.

        Where a later part has more columns of rows than those before it, all begins anew with these columns.
        """
        from mondegreen.report.rows import MoreColumnsError, writing  # only for what may be large

        target = self.options.per_utterance
        file = writing(target, always or self.done.always) if target else nullcontext()
        try:
            with warnings.catch_warnings(), self.kept or nullcontext(), file as rows:
                warnings.simplefilter(
                    "error"
                )  # one is as good a reason to read at once as an error
                if self.kept is not None and rows is not None:
                    self.kept.rows_again(rows, self.done)
                found = self._added(rows)
        except MoreColumnsError as more:
            self.forget()
            return self.scored(more.columns)
        self.forget()
        doubt_empty(self.empty, len(files_of(self.paths[0]) or ()))
        return found

    def _added(self, rows: RowsFile | None) -> Summed:
        from mondegreen.report.rows import SOMETIMES  # as above

        by, options = self.by, self.options
        data = of_the_data(settled(options))
        totals, sample, corpus = self.done.totals, [*self.done.sample], None
        rate = Rate(0 if totals is None else totals.coverage.total)
        parts = _ahead(self._read(None if rows is None else rows.path))
        for number, (corpus, ids, about) in enumerate(parts, 1):
            self.seen = self._with(corpus)
            if number <= self.done.parts:
                rate.restart()
                continue
            if corpus.alternatives or not all(_is_cut(name, corpus.metadata) for name in by):
                raise at_once(corpus.source)
            scorer = Scorer.from_recipe(self.made, threads=options.threads, **data)
            scorer.update(corpus)
            result = scorer.compute()
            flags = find(result)
            part = Totals.of(result, by, flags=flags)
            totals = part if totals is None else totals + part
            if rows is not None:
                if not corpus.metadata.keys().isdisjoint(SOMETIMES):
                    raise at_once(corpus.source)
                rows.add(result, flags, ids)
            if not sample or not looks.has_words(sample):
                sample += as_list(result.references[:_SAMPLE])
            if self.kept is not None:
                self.kept.save(number, totals, sample, rows)
            self.at(f"scoring: {self._so_far(rate, totals, about)}")
        if totals is None or corpus is None or self._are_few(totals):
            raise at_once(str(self.paths[0]))
        summed = Summed(self.seen, totals.result(sample))
        if options.to == "json" and summed.result.flagged:
            raise at_once(corpus.source)
        return summed

    def _read(self, target: Path | None) -> Iterator[Any]:
        """Read parts; with all columns where rows are written."""
        from mondegreen.corpus.parts import in_parts  # only for what may be large

        keep = {*self.by, *map(_before_colon, self.by), *_DURATIONS} if target is None else None
        return in_parts(*self.paths, self.options, keep, self.empty)

    def _with(self, corpus: Any) -> Any:
        """Return what is kept of a corpus."""
        return corpus

    def _so_far(self, rate: Rate, totals: Totals, about: int) -> str:
        return rate.so_far(totals.coverage.total, about)

    def _are_few(self, totals: Totals) -> bool:
        """Whether so few were scored that hints look at all of them."""
        return totals.coverage.total <= FORM_LIMIT


class _PartsOfSessions(_Parts):
    """The same of sessions with several speakers."""

    def _read(self, target: Path | None) -> Iterator[Any]:
        from mondegreen.speakers.parts import in_parts  # only for what may be large

        del target
        return in_parts(self.paths[0], str(self.paths[1]), self.options)

    def _with(self, corpus: Sessions) -> MostStreams:
        return (self.seen or MostStreams()).and_of(corpus)

    def _so_far(self, rate: Rate, totals: Totals, about: int) -> str:
        del rate
        return f"{totals.coverage.sessions:,} of {about:,} sessions"

    def _are_few(self, totals: Totals) -> bool:
        del totals
        return False


def _before_colon(name: str) -> str:
    """Return what would be the column of a name such as ``duration:0,5``."""
    return name.rpartition(":")[0]


def _is_cut(name: str, columns: Mapping[str, Any]) -> bool:
    """Whether the rows of a part are cut by a name as all rows would be.

    So they are by a column, and by ranges with limits if each row has a number: those without are named.
    """
    if name in columns:
        return True
    if ranged_column(name, columns) is None or not limits_of(name)[0]:
        return False
    return None not in ranges(name, columns[_before_colon(name)])


def _ahead(parts: Iterator[Any]) -> Iterator[Any]:
    """Yield parts while the next one is being read."""
    from concurrent.futures import ThreadPoolExecutor  # only for what may be large

    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(next, parts, None)
        while (part := coming.result()) is not None:
            coming = reader.submit(next, parts, None)
            yield part
