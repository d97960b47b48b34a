"""What scoring gives back: rows of counts, and every view of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen.errors import UsageError
from mondegreen.scoring.arguments import given, listed_names, whole
from mondegreen.scoring.confusions import Confusions
from mondegreen.scoring.groups import Groups, cuts_words
from mondegreen.scoring.kinds import Kinds
from mondegreen.scoring.metric_result import MetricResult, summary_of
from mondegreen.scoring.ranges import no_column, ranged_column, ranges
from mondegreen.scoring.renderers import RENDERERS, REPORTS, RESULT_PLOTS
from mondegreen.scoring.utterance import rate_of, utterance_of, worst_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from os import PathLike

    from mondegreen.alignment import Alignment
    from mondegreen.metrics.base import Metric, Rows, Unjudged
    from mondegreen.metrics.items import ItemScore
    from mondegreen.scoring.averages import Averages
    from mondegreen.scoring.classes import Classes
    from mondegreen.scoring.coverage import Coverage
    from mondegreen.scoring.entity_report import EntityReport
    from mondegreen.scoring.forgiven_spans import Spans
    from mondegreen.scoring.found import Differences
    from mondegreen.scoring.number_columns import NumberColumn
    from mondegreen.scoring.plotting import ResultPlots
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.scoring.sampled_rows import Shown
    from mondegreen.scoring.utterance import Utterance
    from mondegreen.scoring.waterfall import Waterfall
    from mondegreen.speakers.sessions import Sessions
    from mondegreen.stats.interval import Interval

__all__ = ["MetricResult", "Result"]


@dataclass(frozen=True, repr=False)
class Result:
    """Counts per utterance, and the rates, intervals and tables made of them.

    Attributes:
        recipe: the options it was made with.
        rows: for each metric its columns and sums.
        status: of each utterance, as in `mondegreen._kernel`.
        reasons: of utterances without a hypothesis: the reason of a failure, else ``None``.
        coverage: how many were scored, and why the others were not.
        ids: of the utterances; ``None`` where only their position names them.
        metadata: other columns.
        references: the texts as they were given, or ``None`` for a result stored without.
        hypotheses: the same.
        references_normalized: the texts as they were aligned, if a normalizer made them, or they
            are the ways that references with a choice took.
        hypotheses_normalized: the same.
        digests: of the references, of a result that was stored without texts.
        provenance: versions that made the numbers; not compared.
        slices: the columns by which it prints.
        forgiving: the forgivers, as they were given.
        entities: how many entities were kept, by type; not in a result that was loaded.
        shown: how the printed intervals are made; ``None`` without any.
        number_columns: the columns of numbers that it prints.
        shown_averages: the ways of `averages` that it prints.
        sessions: the segments of sessions with several speakers, as they were scored; not in a
            result that was loaded.

    >>> from mondegreen import score
    >>> speakers = {"speaker": ["ann", "bob"]}
    >>> result = score(["the cat sat", "on it"], ["the hat sat", "on it"], by=speakers)
    >>> result["wer"].value, result.by("speaker")["bob"]["wer"].value
    (0.2, 0.0)
    >>> print(result.worst(1)[0])
    1: 1 error, wer 33.3 %
    REF  the cat sat
    HYP  the hat sat
             S
    """

    recipe: Recipe
    rows: dict[str, Rows]
    status: bytes
    reasons: dict[int, str | None]
    coverage: Coverage
    ids: list[str] | None = None
    metadata: dict[str, list[Any]] = field(default_factory=dict)
    references: Any = None
    hypotheses: Any = None
    references_normalized: Any = None
    hypotheses_normalized: Any = None
    digests: list[str] | None = None
    provenance: str = ""
    slices: tuple[str, ...] = ()
    forgiving: Any = field(default=None, compare=False)
    entities: EntityReport | None = field(default=None, compare=False)
    shown: Shown | None = field(default=None, compare=False)
    number_columns: tuple[str, ...] = ()
    shown_averages: tuple[str, ...] = ()
    sessions: Sessions | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.provenance:
            from mondegreen import __version__  # the package imports its rooms lazily, not here

            made = f"mondegreen:{__version__}|kernel:{_kernel.name}"
            object.__setattr__(self, "provenance", made)
        object.__setattr__(self, "_metrics", {m.name: m for m in self.recipe.build()})
        object.__setattr__(self, "_kinds", {})

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, metric: str) -> MetricResult:
        """Return one metric; only those that were asked for are there."""
        if not isinstance(metric, str):
            raise UsageError(
                f"result[{given(metric)}]: expected the name of a metric, such as 'wer'"
            )
        sums = self.rows[self._named(metric)].sums
        return self._summary(metric, sums, self.coverage.scored, (self, None))

    def __iter__(self) -> Iterator[MetricResult]:
        return (self[name] for name in self.rows)

    def __str__(self) -> str:
        return RENDERERS.get("table")(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return RENDERERS.get("html")(self)

    def render(self, to: str) -> str:
        """Return the result in an output format: ``table``, ``json``, ``tsv``, ``kaldi``, ..."""
        if not isinstance(to, str):
            raise UsageError(f"render({given(to)}): expected the name of a format, such as 'table'")
        return RENDERERS.get(to)(self)

    @property
    def plot(self) -> ResultPlots:
        """Pictures for a notebook: ``worst()``, ``waterfall()``, ``slices()``; they need matplotlib."""
        return RESULT_PLOTS.get("matplotlib")(self)

    @property
    def metrics(self) -> dict[str, Metric]:
        """The metrics by name."""
        return self._metrics  # type: ignore[attr-defined,no-any-return]

    @property
    def signature(self) -> str:
        """One line with everything that decides the numbers."""
        return self.recipe.signature()

    def is_scored(self, row: int) -> bool:
        """Whether an utterance is in the sums."""
        return self.recipe.missing != "skip" or self.status[self._row(row)] <= _kernel.EMPTY

    @property
    def all_scored(self) -> bool:
        """Whether all utterances are in the sums."""
        return self.recipe.missing != "skip" or not self.reasons

    def scored_rows(self) -> Sequence[int]:
        """Return the positions of the utterances that are in the sums."""
        every = range(len(self))
        return every if self.all_scored else list(filter(self.is_scored, every))

    def kinds(self, metric: str) -> Kinds:
        """Return the distinct counts of a metric, and which utterances have them; made once."""
        known: dict[str, Kinds] = self._kinds  # type: ignore[attr-defined]
        if (name := self._named(metric)) not in known:
            known[name] = Kinds(self.rows[name].columns)
        return known[name]

    def id(self, row: int) -> str:
        """Return the id of an utterance; its position from 1 where there are no ids."""
        row = self._row(row)
        return str(row + 1) if self.ids is None else self.ids[row]

    def _row(self, row: Any) -> int:
        """Return the position of an utterance, which counts from 0."""
        if type(row) is int and 0 <= row < len(self.status):
            return row
        number = whole("row", row, meaning=f"from 0 to {len(self) - 1}")
        if number >= len(self):
            raise UsageError(f"row={number}: this result has the rows 0 to {len(self) - 1}")
        return number

    def _named(self, metric: str | None) -> str:
        """Return the name of a metric that was scored; without one, of the first."""
        if metric is None:
            return next(iter(self.rows))
        if not isinstance(metric, str) or metric not in self.rows:
            known = ", ".join(map(repr, self.rows))
            shown = repr(metric) if isinstance(metric, str) else given(metric)
            raise UsageError(f"{shown} was not scored here; this result has {known}")
        return metric

    def counts(self, row: int, metric: str) -> tuple[int, ...]:
        """Return the statistics of one utterance."""
        row = self._row(row)
        return tuple(column[row] for column in self.rows[self._named(metric)].columns)

    def rate(
        self, row: int | None = None, metric: str | None = None, *, severities: Any = None
    ) -> float | None:
        """Return the rate of one utterance, or of all; ``None`` where there is none.

        Args:
            row: the position of the utterance, from 0; all of them if not given.
            metric: the first if not given.
            severities: a list by name, a TOML file or a mapping, in place of the one it was
                scored with; for results with forgivers alone. A list of letters gives the rate
                of the metric ``reader``, whatever the metric is.

        >>> from mondegreen import score
        >>> result = score("my data base", "my database", forgive=["spacing"])
        >>> result.rate(), result.rate(severities={"spacing": 500})
        (0.0, 0.3333333333333333)
        """
        return rate_of(self, row, self._named(metric), severities)

    def unjudged(self, metric: str | None = None) -> dict[str, Unjudged]:
        """Return by id the utterances that a judge could not judge, each with status and reason."""
        rows = self.rows[self._named(metric)].unjudged
        return {self.id(row): why for row, why in rows.items()}

    def items(self, metric: str | None = None) -> list[ItemScore]:
        """Return recall, precision and F1 of each listed word, or mark, the one said most often first.

        Of the scored utterances, by the alignment of the metric.

        Raises:
            UsageError: the metric counts no such items, or the run file keeps none.
        """
        from mondegreen.scoring.item_scores import items_of  # seldom asked for

        return items_of(self, self._named(metric))

    def details(self, metric: str | None = None) -> dict[str, Any]:
        """Return by id what a judge said of each utterance; nothing for a result from a file."""
        rows = self.rows[self._named(metric)].details
        return {self.id(row): detail for row, detail in rows.items()}

    def interval(self, metric: str | None = None, **options: Any) -> Interval:
        """Return the confidence interval of a metric, by default the first; see `MetricResult.ci`."""
        return self[self._named(metric)].ci(**options)

    def with_intervals(
        self,
        level: float = 0.95,
        *,
        method: str = "percentile",
        cluster: str | None = None,
        resamples: int = 1000,
        seed: int = 0,
    ) -> Result:
        """Return the same result, which also prints intervals; the options of `MetricResult.ci`.

        >>> from mondegreen import score
        >>> result = score(["a b c"] * 4, ["a b c", "a b", "a x y", "a b c d"])
        >>> print(result.with_intervals(0.9).render("table").splitlines()[0])
        metric     rate     90 % interval  errors                                  made of
        """
        from mondegreen.scoring.sampled_rows import Shown  # imported only if needed

        if cluster is not None:
            self.column(cluster)
        return self._with(shown=Shown(level, method, cluster, resamples, seed))

    def waterfall(self, metric: str | None = None) -> Waterfall:
        """Return the steps from the strict to the remaining errors, reason by reason.

        Raises:
            UsageError: the metric was scored without forgivers.
        """
        from mondegreen.scoring.waterfall import Waterfall  # imported only if needed

        return Waterfall.of(self, self._named(metric))

    def forgiven(self, metric: str | None = None) -> Spans:
        """Return what was forgiven, with the reasons, as a list that is a table too.

        Raises:
            UsageError: scored without forgivers, or the texts or the forgivers are not here.
        """
        from mondegreen.scoring.forgiven_spans import Spans, pieces  # as above

        name = self._named(metric)
        return Spans(span for span in pieces(self, name) if span.reason is not None)

    def mean(self, metric: str, *, leave_out_infinite: bool = False) -> float:
        """Return the mean of the rates of utterances, or of recordings, which is not the corpus rate.

        Infinite if any is, unless those are left out; NaN if there is none, or some were not judged.
        """
        from mondegreen.scoring.averages import mean_of  # as above

        return mean_of(self, self._named(metric), leave_out_infinite=leave_out_infinite)

    def averages(self, metric: str | None = None) -> Averages:
        """Return the pooled, mean, median, capped and mean capped rate; by default of the first metric."""
        from mondegreen.scoring.averages import averages_of  # seldom asked for

        return averages_of(self, self._named(metric))

    def worst(self, count: int = 10, metric: str | None = None) -> list[Utterance]:
        """Return the utterances with most errors; of equally many, the higher rate comes first.

        Utterances without errors are never listed. One that could not be judged has the errors that
        it may have at most; where nothing bounds them, it comes last.
        """
        count = whole("count", count, meaning="0 or more: how many utterances")
        name = self._named(metric)
        return [self.utterance(row, name) for row in worst_rows(self, name, count)]

    def utterance(self, row: int, metric: str | None = None) -> Utterance:
        """Return one utterance with its texts, counts and alignment."""
        return utterance_of(self, self._row(row), self._named(metric))

    def differences(self, metric: str | None = None) -> Differences:
        """Return every place where reference and hypothesis disagree, in order, with its id.

        Where it was scored with forgivers, the remaining ones; `forgiven` has the others.
        """
        from mondegreen.scoring.found import Differences  # seldom asked for

        return Differences.of(self, self._named(metric))

    def confusions(self, count: int | None = None, *, metric: str | None = None) -> Confusions:
        """Return which tokens were substituted, deleted or inserted, and how often.

        Args:
            count: how many of each kind, the most frequent first; ``None`` for all.
            metric: whose unit the tokens are of; the first if not given.

        >>> from mondegreen import score
        >>> found = score(["a cat", "a mat"], ["the cat", "the mat is"]).confusions()
        >>> found.substitutions, found.deletions, found.insertions
        ([('a', 'the', 2)], [], [('is', 1)])

        Raises:
            UsageError: the result has no texts.
        """
        if count is not None:
            count = whole("count", count, meaning="0 or more: how many of each kind")
        return Confusions.of(self, self._named(metric), count)

    def classes(self, metric: str | None = None, *, language: str | None = None) -> Classes:
        """Return how many differences are numbers, negations, names, homophones, and so on.

        Where it was scored with forgivers, of the remaining differences.

        Args:
            metric: the first if not given; one of words.
            language: whose words they are; that of the forgivers, else English, if not given.

        Raises:
            UsageError: not a metric of words, no texts, or a language of which nothing is known.
        """
        from mondegreen.scoring.classes import Classes  # reads tables, seldom asked for

        return Classes.of(self, self._named(metric), language=language)

    def rows_with_errors(self, metric: str) -> list[int]:
        """Return the positions of the scored utterances in which a metric counts errors."""
        rows = self.kinds(metric).rows(self.metrics[metric].errors)
        return rows if self.all_scored else list(filter(self.is_scored, rows))

    def align_rows(self, rows: Sequence[int], metric: str) -> list[Alignment]:
        """Return the alignments of some rows, as they are counted for a metric."""
        sides = self.aligned_texts(rows)
        options: dict[str, Any] = {
            "unit": self.unit_of(metric),
            "ties": self.recipe.ties,
            "edit_weights": self.recipe.edit_weights,
        }
        if self.recipe.reads:
            from mondegreen.alignment.marked import align_marked  # seldom needed

            return align_marked(*sides, **options)
        return self.metrics[metric].align(*sides, **options)

    @property
    def has_texts(self) -> bool:
        """Whether the texts are there, which a stored result may be without."""
        return self.references is not None

    @property
    def flagged(self) -> list[str] | None:
        """What may be hallucinated, by the flags of utterances that are not here; ``None`` if they are."""
        return None

    def texts(self, row: int) -> dict[str, Any]:
        """Return the texts of an utterance by the names of their columns; none without texts.

        ``reference`` and ``hypothesis``, as they were given, and ``reference_normalized`` and
        ``hypothesis_normalized``, as they were aligned, where a normalizer was at work or the
        reference left a choice.
        """
        return {name: _item(column, self._row(row)) for name, column in self.text_columns().items()}

    def text_columns(self) -> dict[str, Any]:
        """Return the columns of texts that there are, as `texts` names them."""
        columns = {
            "reference": self.references,
            "hypothesis": self.hypotheses,
            "reference_normalized": self.references_normalized,
            "hypothesis_normalized": self.hypotheses_normalized,
        }
        return {name: column for name, column in columns.items() if column is not None}

    def unit_of(self, metric: str) -> str:
        """Return the unit in which the texts are aligned for a metric."""
        unit = self.metrics[self._named(metric)].unit
        return unit if unit in _kernel.UNITS else "word"

    def aligned_columns(self) -> tuple[Any, Any]:
        """Return both sides as they are aligned, as columns.

        Raises:
            UsageError: the result has no texts.
        """
        columns = self.text_columns()
        if not columns:
            raise UsageError("this result was stored without its texts; save it with texts=True")
        return (
            columns.get("reference_normalized", columns["reference"]),
            columns.get("hypothesis_normalized", columns["hypothesis"]),
        )

    def aligned_texts(self, rows: Sequence[int]) -> tuple[list[Any], list[Any]]:
        """Return both sides of some rows as they are aligned; a missing hypothesis is empty.

        Raises:
            UsageError: the result has no texts.
        """
        said, written = self.aligned_columns()
        references = [_item(said, row) for row in rows]
        return references, [
            item if isinstance(item, (str, list, tuple)) else type(reference)()
            for reference, item in zip(
                references, (_item(written, row) for row in rows), strict=True
            )
        ]

    def by(self, *columns: str) -> Groups:
        """Return the result of each group of utterances with equal values in ``columns``.

        Rates of groups are ratios of sums, never means of rates. Columns of numbers are cut into
        ranges by ``"duration:0,5,10"`` and ``"duration:quartiles"``: see
        `mondegreen.scoring.ranges`. Where no column is named so, ``"script"``, ``"frequency"`` and
        ``"vocabulary:FILE"`` slice by reference words: see `mondegreen.scoring.word_slices`.

        Raises:
            UsageError: no such column, or none named.
        """
        if not (columns or self.slices):
            known = ", ".join(map(repr, self.metadata)) or "none"
            raise UsageError(f"by(): name a column to slice by; columns: {known}")
        named = tuple(dict.fromkeys(map(self._known_column, columns or self.slices)))
        words = [name for name in named if name not in self.metadata and cuts_words(name)]
        if not words:
            return Groups.of(self, named)
        if len(named) > 1:
            what = words[0].partition(":")[0]
            raise UsageError(f"slices by {what} must be used alone; leave the other columns out")
        from mondegreen.scoring.word_slices import by_words  # reads tables, seldom needed

        return by_words(self, words[0])

    def sliced(self, columns: str | Sequence[str]) -> Result:
        """Return the same result, which also prints its slices by ``columns``."""
        found = listed_names(columns, "columns", "['speaker', 'noise']")
        return self._with(slices=tuple(dict.fromkeys(map(self._known_column, found))))

    def column(self, name: str) -> list[Any]:
        """Return a metadata column, or the ranges that ``duration:0,5,10`` makes of one."""
        known = self._known_column(name)
        if known in self.metadata:
            return self.metadata[known]
        if (cut := ranged_column(known, self.metadata)) is None:
            raise UsageError(
                f"{name!r} is not a column here; by({name!r}) slices by reference words"
            )
        return ranges(known, self.metadata[cut])

    def numbers(self, column: str) -> NumberColumn:
        """Return median, P95 and P99 of a column of numbers, and its correlation with the rates.

        Of the scored utterances; those without a number are in ``without``. Correlations need the
        extra ``stats``.

        >>> from mondegreen import score
        >>> rows = {"latency": [0.2, 0.9, 0.4, None]}
        >>> found = score(["a"] * 4, ["a", "b", "a", "c"], by=rows).numbers("latency")
        >>> found.median, found.count, found.without
        (0.4, 3, {'4': 'None'})

        Raises:
            UsageError: no such column, or none of its values is a number.
        """
        from mondegreen.scoring.number_columns import number_column  # seldom asked for

        return number_column(self, column)

    def with_numbers(self, columns: str | Sequence[str]) -> Result:
        """Return the same result, which also prints `numbers` of some columns."""
        names = dict.fromkeys(listed_names(columns, "columns", "['latency', 'duration']"))
        return self._with(number_columns=tuple(each for each in names if self.numbers(each)))

    def with_ranges(self, names: Sequence[str]) -> Result:
        """Return the same result, in which ranges such as ``duration:0,5,10`` are columns."""
        new = {n for n in names if n not in self.metadata and ranged_column(n, self.metadata)}
        return self._with(metadata=self.metadata | {name: self.column(name) for name in new})

    def _known_column(self, name: Any) -> str:
        if isinstance(name, str):
            cut = cuts_words(name) or ranged_column(name, self.metadata) is not None
            if name in self.metadata or cut:
                return name
            raise UsageError(no_column(name, self.metadata))
        known = ", ".join(map(repr, self.metadata)) or "none"
        raise UsageError(f"there is no column {given(name)} to slice by; columns: {known}")

    def _summary(
        self,
        metric: str,
        sums: Sequence[int],
        utterances: int,
        sample: tuple[Result, Sequence[int] | None] | None = None,
    ) -> MetricResult:
        return summary_of(self, metric, sums, utterances, sample)

    def to_dict(self) -> dict[str, Any]:
        """Return one row per utterance as a dict of columns: id, metadata, status, counts, rates.

        Columns of counts have the name of the statistic, with the metric in front of it where
        several metrics were asked for; the rate has the name of the metric, and is null with a
        ``reason`` where there is none. A metadata column
        whose name is taken by one of these gets ``column_`` in front of it.
        """
        from mondegreen.scoring.frames import as_lists, utterance_table  # as all tables, seldom

        return as_lists(utterance_table(self))

    def to_arrow(self) -> Any:
        """Return `to_dict` as a pyarrow Table."""
        from mondegreen.scoring.frames import as_arrow, utterance_table  # as above

        return as_arrow(utterance_table(self))

    def to_pandas(self) -> Any:
        """Return `to_dict` as a pandas DataFrame."""
        from mondegreen.scoring.frames import as_pandas  # as above

        return as_pandas(self.to_dict())

    def to_polars(self) -> Any:
        """Return `to_dict` as a polars DataFrame."""
        from mondegreen.scoring.frames import as_polars  # as above

        return as_polars(self.to_dict())

    def save(self, path: str | PathLike[str], *, texts: bool = False) -> None:
        """Write a run file, ``.parquet`` or ``.json``; `mondegreen.load` reads it back.

        ``texts`` stores references and hypotheses too, without which `worst` shows counts alone
        and `differences` is not there.
        """
        from mondegreen.scoring.runfile import save  # imports Result

        save(self, path, texts=texts)

    def to_html(self, path: str | PathLike[str], **options: Any) -> None:
        """Write a report as one HTML file, which works from disk and loads nothing.

        Options are those of `mondegreen.write_report`, which takes several systems.
        """
        REPORTS.get("html")(self, path, **options)

    def _with(self, **changes: Any) -> Result:
        return replace(self, **changes)

    @staticmethod
    def concatenate(parts: Sequence[Result]) -> Result:
        """Return one result of the utterances of several with the same recipe."""
        from mondegreen.scoring.concatenating import concatenate  # imports Result

        return concatenate(parts)


def _item(column: Any, row: int) -> Any:
    item = column[row]
    as_py = getattr(item, "as_py", None)
    return item if as_py is None else as_py()
