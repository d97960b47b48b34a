"""Scoring: all at once, or a piece at a time."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mondegreen.corpus import Corpus
from mondegreen.corpus.table import as_list
from mondegreen.errors import (
    InputError,
    InputTypeError,
    MissingHypothesisError,
    PairingError,
    SignatureMismatchError,
    UsageError,
)
from mondegreen.metrics.batch import Batch
from mondegreen.metrics.registry import METRICS
from mondegreen.options.option import shows_options
from mondegreen.options.scoring import Scoring
from mondegreen.scoring import packs
from mondegreen.scoring.arguments import given, listed_names
from mondegreen.scoring.chosen_normalizer import normalizer_of
from mondegreen.scoring.coverage import (
    Coverage,
    emptied_rows,
    left_out_by,
    reference_words,
    with_left_out,
)
from mondegreen.scoring.forgiveness import NO_USE_OF_ENTITIES, forgivers, with_objects
from mondegreen.scoring.inputs import (
    Utterances,
    collect_utterances,
    list_rows,
    refuse_other_than_texts,
    why_missing,
)
from mondegreen.scoring.notes import prepare
from mondegreen.scoring.recipe import Recipe, settled
from mondegreen.scoring.result import Result
from mondegreen.text.normalizers import normalize
from mondegreen.types import AnyOf, NBest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Unpack

    from mondegreen._kernel.forgiven import Given
    from mondegreen.corpus.phrases import Phrase
    from mondegreen.metrics.base import Metric, Rows
    from mondegreen.metrics.heard_words import HeardWords
    from mondegreen.options.judging import Judging
    from mondegreen.options.scoring import ScorerKeywords, ScoringKeywords
    from mondegreen.scoring.entity_columns import NotCounted
    from mondegreen.scoring.forgiveness import Chosen
    from mondegreen.scoring.lattices import Lattices
    from mondegreen.speakers.sessions import Sessions

__all__ = ["Scorer", "score"]


@shows_options(Scoring)
def score(
    references: Any,
    hypotheses: Any = None,
    *,
    ids: Iterable[Any] | None = None,
    by: str | Sequence[str] | Mapping[str, Iterable[Any]] | None = None,
    options: Scoring | None = None,
    **chosen: Unpack[ScoringKeywords],
) -> Result:
    """Score hypotheses against references.

    Args:
        references: what was said: one text, or a list, tuple, Series or Arrow column of texts or
            of lists of tokens; a dict by id; or a `Corpus`, which holds the hypotheses too.
        hypotheses: what the system wrote, in the same form. ``None``, NaN and ``pd.NA`` are
            missing hypotheses, ``mondegreen.Failed(reason)`` is a failed one.
        ids: one per utterance; positions from 1 if not given.
        by: columns to slice by: names of columns of the corpus, or a mapping of names to values.
        options: a `mondegreen.Options`, whose scoring options are used.
        chosen: single options; they override those of ``options``:

    Raises:
        PairingError: references and hypotheses that cannot be paired.
        MissingHypothesisError: missing hypotheses under ``missing="error"``.
        InputTypeError: something that is not a text.
        UsageError: an unknown option.

    >>> result = score(["the cat sat", "on it"], ["the hat sat", "on it"], metrics=["wer", "cer"])
    >>> result["wer"].value
    0.2
    >>> result["cer"].counts["substitutions"]
    1
    """
    said = Scoring.of(options, chosen)
    slices, metadata = _slices(getattr(said, "by", None) if by is None else by)
    asked = not said.given.isdisjoint(("alternatives", "recipe"))
    if isinstance(references, Corpus) and references.alternatives and not asked:
        said = said.replace(alternatives=references.alternatives)
    scorer = Scorer(options=said)
    try:
        scorer.update(references, hypotheses, ids=ids, metadata=metadata)
    except Exception:  # of whatever could not read them; nobody else pays for a look at all texts
        if asked or not _has_several(references):
            raise
        scorer = Scorer(options=said.replace(alternatives="references"))
        scorer.update(references, hypotheses, ids=ids, metadata=metadata)
    return scorer.compute(by=slices)


def _slices(by: Any) -> tuple[list[str], dict[str, Any]]:
    if by is None:
        return [], {}
    if isinstance(by, Mapping):
        return list(by), dict(by)
    if hasattr(by, "dtype"):  # the column itself, where its name belongs
        raise UsageError(
            f"by= is a {type(by).__name__}; expected a name with it, such as by={{'speaker': values}}"
        )
    return listed_names(by, "by", "'speaker', or a mapping to values: {'speaker': values}"), {}


class Scorer:
    """Incremental scoring: ``update`` with more pairs, ``merge`` with another, ``compute``.

    The options are those of `score`. Results do not depend on how the pairs were split into
    updates, nor on the order of merging except for the order of the utterances.

    >>> scorer = Scorer(metrics=["wer"])
    >>> scorer.update(["aaa aaa"], ["ccc ccc"])
    >>> scorer.update(["sky sea"], ["sky sea"])
    >>> scorer.compute()["wer"].value
    0.5
    """

    @shows_options(Scoring)
    def __init__(
        self,
        metrics: str | Sequence[str] | None = None,
        *,
        options: Scoring | None = None,
        **chosen: Unpack[ScorerKeywords],
    ) -> None:
        more = {} if metrics is None else {"metrics": metrics}
        said = settled(Scoring.of(options, {**chosen, **more}))
        names = tuple(phrase.text for phrase in said.entities or ())
        self.judging: Judging | None = said.judge
        self.recipe = Recipe.of(said)
        self.threads = said.threads
        self._asked = "alternatives" in said.given
        reads = any(METRICS.get(name).uses_entities for name in self.recipe.metrics)
        if said.entities is not None and not (reads or self.recipe.language):
            raise UsageError(NO_USE_OF_ENTITIES)
        self.entities: list[Phrase] | None = said.entities if reads else None
        named = said.recipe is not None
        self._normalizer = normalizer_of(self.recipe.normalizer if named else said.normalizer)
        own = with_objects(self.recipe.forgive, said.forgive) if named else said.forgive
        self._forgiving = self._chosen_forgivers(own, names)
        self._parts: list[Result] = []
        self._ids: set[str] | None = None  # of all parts, once there are several

    def _chosen_forgivers(self, forgive: Any, entities: tuple[str, ...]) -> Chosen | None:
        """Return the forgivers that were given; of a recipe, those that it names."""
        recipe = self.recipe
        if not recipe.language:
            return None
        if recipe.entities and not entities:
            raise UsageError(
                "this recipe was made with names that must not be lost, of which it holds only a "
                "hash; give them with entities=, or --entity and --entities on the command line"
            )
        named = forgive is None or isinstance(forgive, str)
        chosen = forgivers(
            recipe.forgive if named else forgive,
            language=recipe.language,
            guard=recipe.guard,
            entities=entities,
        )
        if chosen.entities_pin != recipe.entities:
            raise UsageError(
                f"these names that must not be lost are {chosen.entities_pin or 'none'}, those of "
                f"the recipe {recipe.entities}; give the same ones"
            )
        return chosen

    @classmethod
    def from_recipe(
        cls,
        recipe: Recipe,
        *,
        entities: Any = None,
        forgive: Any = None,
        threads: int = 1,
        judge: Any = None,
    ) -> Scorer:
        """Return a scorer that does what ``recipe`` says.

        ``entities`` are phrases as in `score`; a recipe holds a hash of those alone that must not be
        lost. ``forgive`` are its forgivers with lists of their own; ``judge`` is who it names.
        """
        return cls(recipe=recipe, entities=entities, forgive=forgive, threads=threads, judge=judge)

    def update(
        self,
        references: Any,
        hypotheses: Any = None,
        *,
        ids: Iterable[Any] | None = None,
        metadata: Mapping[str, Iterable[Any]] | None = None,
    ) -> None:
        """Add pairs; the arguments are those of `score`. If an error is raised, nothing is added."""
        if getattr(references, "are_sessions", False):
            if hypotheses is not None or ids is not None or metadata:
                raise UsageError("sessions hold their hypotheses and ids; pass nothing else")
            self._add_sessions(references)
            return
        utterances = collect_utterances(references, hypotheses, ids, metadata)
        marked = isinstance(references, Corpus) and references.alternatives == "nist"
        if marked and not (self._asked or self.recipe.reads):
            warnings.warn(
                "the references have alternatives as { a / b }, which are taken as plain words; "
                "read them with alternatives='nist', or say alternatives='literal'",
                stacklevel=2,
            )
        self._add(with_left_out(self._of_lists_or_texts(utterances), references))

    def _add_sessions(self, sessions: Sessions) -> None:
        from mondegreen.scoring.sessions import score_sessions  # seldom needed

        result = score_sessions(
            sessions,
            self.recipe,
            self.as_scored,
            forgiving=self._forgiving,
            threads=self.threads,
            with_missing=_with_missing,
        )
        self._add(with_left_out(result, sessions))

    def merge(self, other: Scorer | Result) -> Scorer:
        """Return a new scorer with the pairs of both; a result, as loaded from a file, will do.

        Raises:
            SignatureMismatchError: they score in different ways.
            PairingError: they share ids.
        """
        if not isinstance(other, (Scorer, Result)):
            raise UsageError(f"merge({given(other)}): expected a Scorer or a Result")
        if not self.recipe.agrees(other.recipe):
            raise SignatureMismatchError(self.recipe.signature(), other.recipe.signature())
        merged = copy(self)
        merged._parts = list(self._parts)
        merged._ids = None if self._ids is None else {*self._ids}
        for part in [other] if isinstance(other, Result) else other._parts:
            merged._add(part)
        return merged

    def compute(self, *, by: str | Sequence[str] = ()) -> Result:
        """Return the result so far; the scorer can continue.

        Raises:
            InputError: nothing was added.
            UsageError: no such column to slice by.
        """
        if not self._parts:
            raise InputError("no utterances: nothing was scored, which is not a perfect score")
        if len(self._parts) > 1:
            self._parts = [Result.concatenate(self._parts)]
        result = self._parts[0]
        slices = listed_names(by, "by", "'speaker' or ['speaker', 'noise']")
        return result.sliced(slices) if slices else result

    def state(self) -> Any:
        """Return all that was counted as a pyarrow Table: the row format of `Result.save`."""
        from mondegreen.scoring.runfile import to_table  # needs pyarrow

        return to_table(self.compute(), texts=False)

    @classmethod
    def from_result(cls, result: Result, *, threads: int = 1) -> Scorer:
        """Return a scorer that continues from a result, as loaded from a run file.

        >>> first, second = (Scorer() for _ in range(2))
        >>> first.update(["a b"], ["a b"], ids=["1"])
        >>> second.update(["c d"], ["c e"], ids=["2"])
        >>> Scorer.from_result(first.compute()).merge(second.compute()).compute()["wer"].value
        0.25
        """
        if not isinstance(result, Result):
            raise UsageError(f"from_result({given(result)}): expected a Result, as load() gives")
        scorer = cls.from_recipe(result.recipe, threads=threads)
        scorer._add(result)
        return scorer

    @classmethod
    def from_state(cls, state: Any, *, threads: int = 1) -> Scorer:
        """Return a scorer that continues from `state`."""
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
        if self._parts and part.ids is not None:
            if self._ids is None:
                self._ids = {name for each in self._parts for name in each.ids or ()}
            twice = next((name for name in part.ids if name in self._ids), None)
            if twice is not None:
                raise PairingError(f"the id {twice!r} was added before")
            self._ids.update(part.ids)
        self._parts.append(part)

    def _of_lists_or_texts(self, utterances: Utterances) -> Result:
        """Return the result of utterances whose hypotheses may be lists of several.

        Raises:
            UsageError: lists, and metrics that do not take them.
        """
        if all(METRICS.get(name).uses_lists for name in self.recipe.metrics):
            from mondegreen.scoring.n_best import score_lists  # seldom needed

            return score_lists(utterances, self._score, self.recipe.missing)
        if isinstance(utterances.hypotheses, list) and NBest in map(type, utterances.hypotheses):
            single = next(name for name in self.recipe.metrics if not METRICS.get(name).uses_lists)
            raise UsageError(
                f"hypotheses are lists of several (n-best), and {single} scores one text; "
                "score them with first-wer, mean-wer and oracle-wer: -m n-best"
            )
        return self._score(utterances)

    def recipe_of(self, metadata: Any) -> Recipe:
        """Return the recipe of a result of utterances with these columns.

        It has the languages and the packs that the columns name: see `Recipe.packs`.
        """
        return self._of_columns(self.recipe, metadata, None)[0]

    def _of_columns(self, recipe: Recipe, metadata: Any, rows: Any) -> tuple[Recipe, Any]:
        """Return the recipe with the languages and packs that utterances read, and their forgivers."""
        spoken = None
        if (chosen := self._forgiving) is not None:
            spoken = chosen.of(metadata, rows)
            recipe = replace(recipe, languages=spoken.languages)
        pins = packs.of_texts(recipe, self._normalizer, spoken, metadata)
        return replace(recipe, packs=pins), spoken

    def _score(self, utterances: Utterances) -> Result:
        as_given, known_words = utterances, utterances.words
        prepared = prepare(utterances, self.recipe, self.as_scored, self.threads)
        utterances, recipe = prepared.utterances, prepared.recipe
        weights = None if recipe.edit_weights == (1, 1, 1) else recipe.edit_weights
        lattices = self._lattices(utterances, recipe) if recipe.reads else None
        given_texts = utterances if lattices is None else lattices.without_choice()
        references, hypotheses = given_texts.references, given_texts.hypotheses
        if normalized := recipe.normalizes:
            references = self._normalized(given_texts, "references")
            hypotheses = self._normalized(given_texts, "hypotheses")
        pieces = None
        if lattices is not None:
            references, hypotheses = lattices.take(references, hypotheses, weights, self._forgiving)
            utterances, pieces = lattices.as_shown(), lattices.pieces
            as_given = lattices.shown_of(as_given) if prepared.changed else utterances
        of_pieces = None if pieces is None else pieces.rows_of()
        recipe, spoken = self._of_columns(recipe, utterances.metadata, of_pieces)
        batch = Batch(
            references if pieces is None else pieces.references,
            hypotheses if pieces is None else pieces.hypotheses,
            ties=recipe.ties,
            weights=weights,
            insertions=recipe.insertions,
            threads=self.threads,
            given=(given_texts.references, given_texts.hypotheses) if normalized else None,
            before=self._before(given_texts) if spoken is not None and lattices is None else None,
            forgiving=spoken,
            judging=self.judging,
            ids=utterances.ids,
            metadata=utterances.metadata,
            system=utterances.system,
            words=partial(self._heard_words, known_words, utterances, lattices and references),
        )
        metrics = recipe.build()
        not_counted = self._read_lists(batch, metrics, utterances, (references, hypotheses))
        try:
            rows, judged = _count(metrics, batch, recipe, pieces)
        except RecursionError:
            raise InputTypeError(
                "among the texts are lists deep inside each other; expected texts, or lists of tokens"
            ) from None
        status = batch.status() if pieces is None else pieces.status(batch.status())
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
        emptied, words = set[int](), (0, 0)
        if normalized:
            left_out = absent if recipe.missing == "skip" else ()
            sides = given_texts.references, references
            before, after = lattices.words if lattices else sides
            words = reference_words(before, after, left_out)
            emptied = emptied_rows(*sides)
            emptied |= emptied_rows(utterances.hypotheses, hypotheses)
        report = None
        if batch.entities and not_counted is not None:
            from mondegreen.scoring.entity_report import EntityReport  # as above

            report = EntityReport.of(
                *(as_list(references), as_list(hypotheses), batch.entities, status),
                missing=recipe.missing,
                not_counted=not_counted,
            )
        aligns_others = normalized or recipe.reads or prepared.changed
        rows = {name: _with_missing(part, absent, recipe.missing) for name, part in rows.items()}
        return Result(
            recipe=recipe,
            rows=rows,
            status=status,
            reasons=reasons,
            coverage=Coverage.of(
                status,
                reasons,
                emptied=len(emptied),
                policy=recipe.missing,
                left_out=left_out_by(metrics, rows),
                **judged(absent if recipe.missing == "skip" else ()),
                words=words,
                dont_care=(pieces.spans, pieces.words) if pieces else prepared.spans,
            ),
            ids=utterances.ids,
            metadata=utterances.metadata,
            references=as_given.references,
            hypotheses=as_given.hypotheses,
            references_normalized=references if aligns_others else None,
            hypotheses_normalized=hypotheses if aligns_others else None,
            forgiving=self._forgiving,
            entities=report,
        )

    def _read_lists(
        self,
        batch: Batch,
        metrics: Sequence[Metric],
        utterances: Utterances,
        sides: tuple[Any, Any],
    ) -> NotCounted | None:
        """Give a batch the listed words and the entities that metrics ask for."""
        if any(metric.lists for metric in metrics):
            from mondegreen.scoring.listed_columns import listed_words  # seldom needed

            parts = self._parts_of(utterances)
            batch.listed = listed_words(metrics, utterances, self.entities, parts, sides)
        if not any(metric.uses_entities and not metric.lists for metric in metrics):
            return None
        from mondegreen.scoring.entity_columns import annotate  # as above

        parts = self._parts_of(utterances)
        batch.entities, not_counted = annotate(utterances, *sides, self.entities, parts)
        return not_counted

    def _lattices(self, utterances: Utterances, recipe: Recipe) -> Lattices:
        """Return the references that leave a choice, cut into normalized words."""
        from mondegreen.scoring.lattices import Lattices  # imported only if needed

        found = Lattices.read(utterances, recipe, self.threads)
        by = partial(self._normalized, side="references") if self.recipe.normalizes else None
        found.normalize(by)
        return found

    def _normalized(self, utterances: Utterances, side: str) -> Any:
        """Return what the normalizer makes of one side, checked."""
        by = self._normalizer
        if "{" in self.recipe.normalizer:  # a column chooses it, utterance by utterance
            by = by.chosen(utterances.metadata)
        made = normalize(by, getattr(utterances, side), self.threads)
        if not hasattr(made, "__len__"):
            raise InputTypeError(
                f"the normalizer {self._normalizer.name!r} made {given(made)} of a column; "
                "batch must return a list with one text for each"
            )
        if len(made) != len(utterances):
            raise PairingError(
                f"the normalizer {self._normalizer.name!r} made {len(made):,} texts of "
                f"{len(utterances):,}; batch must return one for each"
            )
        refuse_other_than_texts(self._normalizer.name, utterances, side, made)
        return made

    def _before(self, given: Utterances) -> Given | None:
        """Return the texts that forgivers read, where the normalizer says what words were made from."""
        from mondegreen.scoring.before import before  # imported only if needed

        return before(self._normalizer, given.references, given.hypotheses, given.metadata)

    def _parts_of(self, utterances: Utterances) -> list[tuple[Callable[[Any], Any], Iterable[int]]]:
        """Return what normalizes other texts as some utterances, and the rows of these."""
        if "{" not in self.recipe.normalizer:
            return [(self.as_scored, range(len(utterances)))]
        parts = self._normalizer.chosen(utterances.metadata).parts
        return [(partial(normalize, by, threads=self.threads), rows) for by, rows in parts]

    def _heard_words(
        self, known: tuple[Any, Any], utterances: Utterances, ways: Any, unit: str
    ) -> HeardWords:
        """Return the normalized words of both sides with what files or columns say of them.

        ``ways`` are the references that were chosen where they leave a choice.
        """
        from mondegreen.corpus.row_words import of_columns  # seldom needed, as the next
        from mondegreen.metrics.heard_words import heard_words

        texts = ways or utterances.references, utterances.hypotheses
        found = [
            of_columns(utterances.metadata, side, as_list(texts[side]), utterances.name)
            if words is None
            else words()
            for side, words in enumerate(known)
        ]
        said = None if ways else found[0]
        return heard_words((said, found[1]), texts, self._parts_of(utterances), unit)

    def as_scored(self, texts: Any) -> Any:
        """Return other texts of the same kind as they are scored."""
        return normalize(self._normalizer, texts, self.threads) if self.recipe.normalizes else texts


def _has_several(references: Any) -> bool:
    """Whether among references in Python are some that are several."""
    texts = references.values() if isinstance(references, Mapping) else references
    if isinstance(texts, AnyOf):
        return True
    return (isinstance(texts, (list, tuple)) or texts is not references) and AnyOf in map(
        type, texts
    )


def _count(
    metrics: Sequence[Metric], batch: Batch, recipe: Recipe, pieces: Any
) -> tuple[dict[str, Rows], Any]:
    """Return the rows of each metric, and what says how many needed a judge and were not judged."""
    if pieces is not None:
        return {metric.name: pieces.rows(metric, batch) for metric in metrics}, lambda _absent: {}
    if not recipe.judges:
        return {metric.name: metric.rows(batch) for metric in metrics}, lambda _absent: {}
    from mondegreen.scoring import judged  # as above

    judged.check(recipe, batch.judging)
    rows = judged.count_rows(metrics, batch)
    return rows, partial(judged.coverage_of, metrics, rows)


def _with_missing(rows: Rows, absent: list[int], policy: str) -> Rows:
    """Add to the sums, which leave missing hypotheses out, what the policy says."""
    if not absent or policy == "skip":
        return rows
    extra = [sum(column[row] for row in absent) for column in rows.columns]
    return rows._replace(sums=tuple(map(sum, zip(rows.sums, extra, strict=True))))
