"""Scoring: all at once, or a piece at a time."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, TypedDict

from mondegreen.corpus.table import as_list
from mondegreen.errors import (
    InputError,
    MissingHypothesisError,
    PairingError,
    SignatureMismatchError,
    UsageError,
)
from mondegreen.metrics.batch import Batch
from mondegreen.scoring.coverage import Coverage
from mondegreen.scoring.inputs import Utterances, gather, list_rows, why_missing
from mondegreen.scoring.recipe import Recipe, _normalizer
from mondegreen.scoring.result import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.metrics.base import Rows

__all__ = ["Options", "Scorer", "score"]


class Options(TypedDict, total=False):
    """The choices that `score` and the functions for single rates share."""

    normalizer: Any
    unit: str | None
    ties: str
    edit_weights: Any
    missing: str
    threads: int


def score(
    references: Any,
    hypotheses: Any = None,
    *,
    metrics: str | Sequence[str] = ("wer",),
    ids: Iterable[Any] | None = None,
    by: str | Sequence[str] | Mapping[str, Iterable[Any]] | None = None,
    normalizer: Any = "none",
    ties: str = "most-hits",
    edit_weights: Any = None,
    unit: str | None = None,
    missing: str = "error",
    threads: int = 1,
) -> Result:
    """Score hypotheses against references.

    Args:
        references: what was said: one text, or a list, tuple, Series or Arrow column of texts or
            of lists of tokens; a dict by id; or a `Corpus`, which holds the hypotheses too.
        hypotheses: what the system wrote, in the same form. ``None``, NaN and ``pd.NA`` are
            missing hypotheses, ``mondegreen.Failed(reason)`` is a failed one.
        metrics: names, as on the command line.
        ids: one an utterance; positions from 1 if not given.
        by: columns to slice by: names of columns of the corpus, or a mapping of names to values.
        normalizer: a name, or an object with ``name``, ``version`` and ``batch``.
        ties: ``"most-hits"`` or ``"jiwer"``: the rule among alignments with equally few errors.
        edit_weights: ``"sclite"`` (4/3/3) or three whole numbers.
        unit: what is counted, for the metrics that can: ``word``, ``word-ascii-space``,
            ``character``, ``character-no-space``, ``grapheme``, ``grapheme-no-space``.
        missing: ``"error"``; ``"deletions"`` counts a missing hypothesis as an empty one;
            ``"skip"`` leaves it out. Coverage tells in each case.
        threads: how many may work; 0 for all cores. The result never depends on it.

    Raises:
        PairingError: references and hypotheses that do not go together.
        MissingHypothesisError: missing hypotheses under ``missing="error"``.
        InputTypeError: something that is not a text.
        UsageError: an option that is not known.

    >>> result = score(["the cat sat", "on it"], ["the hat sat", "on it"], metrics=["wer", "cer"])
    >>> result["wer"].value
    0.2
    >>> result["cer"].counts["substitutions"]
    1
    """
    slices, metadata = _slices(by)
    scorer = Scorer(
        metrics=metrics,
        normalizer=normalizer,
        ties=ties,
        edit_weights=edit_weights,
        unit=unit,
        missing=missing,
        threads=threads,
    )
    scorer.update(references, hypotheses, ids=ids, metadata=metadata)
    return scorer.compute(by=slices)


def _slices(by: Any) -> tuple[list[str], dict[str, Any]]:
    if by is None:
        return [], {}
    if isinstance(by, str):
        return [by], {}
    if isinstance(by, Mapping):
        return list(by), dict(by)
    names = list(by)
    if not all(isinstance(name, str) for name in names):
        raise UsageError(
            "by= takes names of columns, or a mapping of names to values: by={'speaker': values}"
        )
    return names, {}


class Scorer:
    """Scores that grow: ``update`` with more pairs, ``merge`` with another, ``compute``.

    The options are those of `score`. Results do not depend on how the pairs were cut into
    updates, nor on the order of merging but for the order of the utterances.

    >>> scorer = Scorer(metrics=["wer"])
    >>> scorer.update(["aaa aaa"], ["ccc ccc"])
    >>> scorer.update(["sky sea"], ["sky sea"])
    >>> scorer.compute()["wer"].value
    0.5
    """

    def __init__(
        self,
        metrics: str | Sequence[str] = ("wer",),
        *,
        normalizer: Any = "none",
        ties: str = "most-hits",
        edit_weights: Any = None,
        unit: str | None = None,
        missing: str = "error",
        threads: int = 1,
    ) -> None:
        self.recipe = Recipe.make(
            metrics=metrics,
            normalizer=normalizer,
            ties=ties,
            edit_weights=edit_weights,
            unit=unit,
            missing=missing,
        )
        self.threads = _checked_threads(threads)
        self._normalizer = _normalizer(normalizer)
        self._parts: list[Result] = []
        self._ids: set[str] = set()

    @classmethod
    def from_recipe(cls, recipe: Recipe, *, threads: int = 1) -> Scorer:
        """Return a scorer that does what ``recipe`` says."""
        scorer = cls.__new__(cls)
        scorer.recipe, scorer.threads, scorer._parts = recipe, _checked_threads(threads), []
        scorer._normalizer = _normalizer(recipe.normalizer)
        scorer._ids = set()
        return scorer

    def update(
        self,
        references: Any,
        hypotheses: Any = None,
        *,
        ids: Iterable[Any] | None = None,
        metadata: Mapping[str, Iterable[Any]] | None = None,
    ) -> None:
        """Add pairs; the arguments are those of `score`. On an error nothing is added."""
        utterances = gather(references, hypotheses, ids, metadata)
        self._add(self._score(utterances))

    def merge(self, other: Scorer | Result) -> Scorer:
        """Return a new scorer with the pairs of both; a result, as loaded from a file, will do.

        Raises:
            SignatureMismatchError: they score in different ways.
            PairingError: they share ids.
        """
        if self.recipe != other.recipe:
            raise SignatureMismatchError(self.recipe.signature(), other.recipe.signature())
        merged = copy(self)
        merged._parts, merged._ids = list(self._parts), set(self._ids)
        for part in [other] if isinstance(other, Result) else other._parts:
            merged._add(part)
        return merged

    def compute(self, *, by: Sequence[str] = ()) -> Result:
        """Return the result so far; the scorer can go on.

        Raises:
            InputError: nothing was added.
        """
        if not self._parts:
            raise InputError("no utterances: nothing was scored, which is not a perfect score")
        if len(self._parts) > 1:
            self._parts = [Result.concatenate(self._parts)]
        result = self._parts[0]
        return result.sliced(by) if by else result

    def state(self) -> Any:
        """Return all that was counted as a pyarrow Table: the row format of `Result.save`."""
        from mondegreen.scoring.runfile import to_table  # needs pyarrow

        return to_table(self.compute(), texts=False)

    @classmethod
    def from_result(cls, result: Result, *, threads: int = 1) -> Scorer:
        """Return a scorer that goes on from a result, as loaded from a run file.

        >>> first, second = (Scorer() for _ in range(2))
        >>> first.update(["a b"], ["a b"], ids=["1"])
        >>> second.update(["c d"], ["c e"], ids=["2"])
        >>> Scorer.from_result(first.compute()).merge(second.compute()).compute()["wer"].value
        0.25
        """
        scorer = cls.from_recipe(result.recipe, threads=threads)
        scorer._add(result)
        return scorer

    @classmethod
    def from_state(cls, state: Any, *, threads: int = 1) -> Scorer:
        """Return a scorer that goes on from `state`."""
        from mondegreen.scoring.runfile import from_table  # needs pyarrow

        return cls.from_result(from_table(state), threads=threads)

    def _add(self, part: Result) -> None:
        first = self._parts[0] if self._parts else part
        if (first.ids is None) != (part.ids is None):
            raise PairingError("ids were given for some updates and not for others")
        if set(first.metadata) != set(part.metadata):
            raise PairingError(
                f"updates have different columns: {sorted(first.metadata)}, {sorted(part.metadata)}"
            )
        twice = next((name for name in part.ids or () if name in self._ids), None)
        if twice is not None:
            raise PairingError(f"the id {twice!r} was added before")
        self._ids.update(part.ids or ())
        self._parts.append(part)

    def _score(self, utterances: Utterances) -> Result:
        recipe = self.recipe
        weights = None if recipe.edit_weights == (1, 1, 1) else recipe.edit_weights
        references = self._normalizer.batch(utterances.references)
        hypotheses = self._normalizer.batch(utterances.hypotheses)
        for side in (references, hypotheses):
            if len(side) != len(utterances):
                raise PairingError(
                    f"the normalizer {self._normalizer.name!r} made {len(side):,} texts of "
                    f"{len(utterances):,}; batch must return one for each"
                )
        batch = Batch(references, hypotheses, recipe.ties, weights, self.threads)
        metrics = recipe.build()
        rows = {metric.name: metric.rows(batch) for metric in metrics}
        status = batch.status()
        counted = {len(status), *(len(part.columns[0]) for part in rows.values())}
        if counted != {len(utterances)}:
            raise PairingError(
                f"{len(utterances):,} utterances, but reading the columns again gave "
                f"{', '.join(map(str, sorted(counted)))} rows: one of them can be read only once; "
                "pass a list or a pyarrow array"
            )
        reasons, absent = why_missing(utterances, status)
        if absent and recipe.missing == "error":
            failed = sum(reason is not None for reason in reasons.values())
            raise MissingHypothesisError(
                f"{len(absent):,} of {len(utterances):,} utterances have no hypothesis "
                f"({len(absent) - failed:,} missing, {failed:,} failed): "
                f"{list_rows(utterances, absent)}. Choose missing='deletions' (count them as "
                "empty) or missing='skip' (leave them out), --missing on the command line"
            )
        emptied = _emptied(self._normalizer, utterances, references, hypotheses)
        return Result(
            recipe=recipe,
            rows={name: _with_missing(part, absent, recipe.missing) for name, part in rows.items()},
            status=status,
            reasons=reasons,
            coverage=Coverage.of(status, reasons, emptied=emptied, policy=recipe.missing),
            ids=utterances.ids,
            metadata=utterances.metadata,
            references=references,
            hypotheses=hypotheses,
        )


def _checked_threads(threads: Any) -> int:
    if not isinstance(threads, int) or threads < 0:
        raise UsageError(f"threads={threads!r}: expected a whole number, 0 for all cores")
    return threads


def _with_missing(rows: Rows, absent: list[int], policy: str) -> Rows:
    """Add to the sums, which leave missing hypotheses out, what the policy says."""
    if not absent or policy == "skip":
        return rows
    extra = [sum(column[row] for row in absent) for column in rows.columns]
    return rows._replace(sums=tuple(map(sum, zip(rows.sums, extra, strict=True))))


def _emptied(normalizer: Any, utterances: Utterances, *normalized: Any) -> int:
    """Count the utterances of which a text had tokens before the normalizer and none after."""
    if normalizer.name == "none":
        return 0
    lost: set[int] = set()
    raw = (utterances.references, utterances.hypotheses)
    for before, after in zip(raw, normalized, strict=True):
        pairs = zip(as_list(before), as_list(after), strict=True)
        lost.update(row for row, (old, new) in enumerate(pairs) if _blank(new) and not _blank(old))
    return len(lost)


def _blank(text: Any) -> bool:
    if isinstance(text, str):
        return not text or text.isspace()
    return isinstance(text, (list, tuple)) and not text
