"""Results that go together: the same utterances, the same references, scored in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import PairingError, SignatureMismatchError, UsageError, counted, given
from mondegreen.scoring.coverage import unclaimed_rows
from mondegreen.scoring.digests import digests_of
from mondegreen.scoring.ranges import ranged_column
from mondegreen.scoring.result import Result
from mondegreen.scoring.sampled_rows import RECORDING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Systems", "collect_systems"]

_FEWEST: Final = 2
_SHOWN: Final = 50  # of a text, what a message shows for certain with some of what differs
_BEFORE: Final = 20
_LENGTH: Final = ("hits", "substitutions", "deletions")


@dataclass(frozen=True)
class Systems:
    """Systems over the utterances that all of them have.

    Attributes:
        results: by name, as they were given.
        metric: the name of the metric.
        positions: of each system, where each utterance is in its result.
        ids: of the utterances.
        scored: the places among the utterances which every system has scored; where there is a judge,
            whether it answered or not.
    """

    results: dict[str, Result]
    metric: str
    positions: dict[str, Sequence[int]]
    ids: list[str]
    scored: list[int]

    @property
    def first(self) -> Result:
        """The result of the first system."""
        return next(iter(self.results.values()))

    @property
    def kind(self) -> Any:
        """The metric."""
        return self.first.metrics[self.metric]

    def rows(self, name: str) -> list[int]:
        """Return the positions of the utterances that all have scored, in one system's result."""
        positions = self.positions[name]
        return [positions[place] for place in self.scored]

    @property
    def named(self) -> str:
        """What a row is: an utterance, or in sessions what one speaker said."""
        return "speaker" if self.first.recipe.uses_sessions else "utterance"

    def counted(self) -> tuple[int, int]:
        """Return how many utterances or speakers all have scored, of how many."""
        name = next(iter(self.results))
        unclaimed = unclaimed_rows(self.first)
        scored = sum(row not in unclaimed for row in self.rows(name))
        return scored, sum(row not in unclaimed for row in self.positions[name])

    def sessions(self) -> list[Any] | None:
        """Return the session of each row that all have scored; ``None`` for utterances."""
        return self.column(RECORDING) if self.first.recipe.uses_sessions else None

    def with_results(self, results: dict[str, Result]) -> Systems:
        """Return the same utterances in other results of the same texts, under the same names."""
        return replace(self, results=results)

    def totals(self, name: str) -> list[int]:
        """Return the sums of the statistics of one system over the utterances that all have scored."""
        rows = self.rows(name)
        columns = self.results[name].rows[self.metric].columns
        return [sum(column[row] for row in rows) for column in columns]

    def are_wordless(self) -> bool:
        """Whether no reference that all have scored has any word, so that no rate is one of anything."""
        if not any(any(self.totals(name)) for name in self.results):
            return True
        texts = self.first.references
        return texts is not None and not any(
            str(texts[row]).strip() for row in self.rows(next(iter(self.results)))
        )

    def counts(self, np: Any, name: str) -> Any:
        """Return the rows of the utterances that all have scored, as an int64 array."""
        columns = self.results[name].rows[self.metric].columns
        table = np.stack([np.frombuffer(column, dtype=np.int64) for column in columns], axis=1)
        return table[np.asarray(self.rows(name), dtype=np.int64)]

    def column(self, name: str) -> list[Any]:
        """Return a metadata column of the first system that has it, over the scored utterances."""
        for system, result in self.results.items():
            if name in result.metadata or ranged_column(name, result.metadata) is not None:
                values = result.column(name)
                return [values[row] for row in self.rows(system)]
        known = ", ".join(map(repr, self.first.metadata)) or "none"
        raise UsageError(f"there is no column {name!r}; columns: {known}")


def collect_systems(results: Any, metric: str | None, *, common: bool = False) -> Systems:
    """Return the systems, or say what keeps them from being compared.

    Raises:
        UsageError: fewer than two, something else than results, or a metric that one has not.
        SignatureMismatchError: scored in different ways.
        PairingError: other utterances, or other references.
    """
    if not isinstance(results, Mapping):
        what = (
            f"a {type(results).__name__} of {counted(len(results), 'result')} without names"
            if isinstance(results, (list, tuple))
            and any(isinstance(each, Result) for each in results)
            else "a result without a name"
            if isinstance(results, Result)
            else given(results)
        )
        raise UsageError(f"compare({what}): expected results by name, such as {{'a': result}}")
    for name, result in results.items():
        if not isinstance(name, str) or not isinstance(result, Result):
            raise UsageError(
                f"compare: {given(name)} is {given(result)}; expected a name and a Result"
            )
    if len(results) < _FEWEST:
        raise UsageError(
            f"{counted(len(results), 'system is', 'systems are')} given; to compare takes two or more"
        )
    systems = dict(results)
    chosen = next(iter(systems.values()))._named(metric)
    for name, result in systems.items():
        if chosen not in result.rows:
            known = ", ".join(result.rows)
            raise UsageError(
                f"{name} was not scored in {chosen}; it has {known}; name one that all have, as "
                f"metric={known.partition(',')[0]!r} (-m {known.partition(',')[0]})"
            )
    _refuse_other_recipes(systems, chosen)
    ids, positions = _paired(systems, common=common)
    _refuse_other_references(systems, chosen, ids, positions)
    scored = [
        place
        for place in range(len(ids))
        if all(result.is_scored(positions[name][place]) for name, result in systems.items())
    ]
    return Systems(systems, chosen, positions, ids, scored)


def _refuse_other_recipes(systems: dict[str, Result], metric: str) -> None:
    names = list(systems)
    recipes = {name: result.recipe.only(metric) for name, result in systems.items()}
    for name in names[1:]:
        if not recipes[name].agrees(recipes[names[0]]):
            first, second = recipes[names[0]].signature(), recipes[name].signature()
            raise SignatureMismatchError(f"{names[0]}: {first}", f"{name}: {second}")


def _paired(
    systems: dict[str, Result], *, common: bool
) -> tuple[list[str], dict[str, Sequence[int]]]:
    names = list(systems)
    first = systems[names[0]]
    for name in names[1:]:
        if (systems[name].ids is None) != (first.ids is None):
            bare, other = (name, names[0]) if first.ids is not None else (names[0], name)
            raise PairingError(
                f"{other} has ids and {bare} has none, so nothing says which utterances belong "
                "together; give both ids, or none"
            )
    if first.ids is None:
        for name in names[1:]:
            if len(systems[name]) != len(first):
                raise PairingError(
                    f"{names[0]}: {counted(len(first), 'utterance')}, {name}: {len(systems[name]):,}; "
                    "without ids the counts must be equal; give all files ids (--id-column)"
                )
        every = range(len(first))
        return [first.id(row) for row in every], dict.fromkeys(names, every)
    places = {
        name: {key: row for row, key in enumerate(result.ids or ())}
        for name, result in systems.items()
    }
    if not common:
        _refuse_other_ids(systems, places)
    ids = [key for key in first.ids if all(key in found for found in places.values())]
    if not ids:
        firsts = ", ".join(f"{quoted(next(iter(places[name])))} in {name}" for name in names)
        raise PairingError(
            f"no id is in all of {', '.join(names)}; the first ids are {firsts}. Expected the same "
            "utterances in all; --id-column names another column of ids"
        )
    return ids, {name: [places[name][key] for key in ids] for name in names}


def _refuse_other_ids(systems: dict[str, Result], places: dict[str, dict[str, int]]) -> None:
    names = list(systems)
    for name in names[1:]:
        for here, there in ((names[0], name), (name, names[0])):
            odd = [key for key in places[here] if key not in places[there]]
            if odd:
                raise PairingError(
                    f"{here}: {len(systems[here]):,} utterances, {there}: "
                    f"{len(systems[there]):,}; {len(odd):,} of {here} are not in {there}, the "
                    f"first is {quoted(odd[0])}. Compare on those that all have with "
                    "ids='common', --ids common on the command line"
                )


def _refuse_other_references(
    systems: dict[str, Result],
    metric: str,
    ids: list[str],
    positions: dict[str, Sequence[int]],
) -> None:
    names = list(systems)
    first = systems[names[0]]
    for name in names[1:]:
        other = systems[name]
        what, said = _said(first, other, metric)
        ours, theirs = (
            [column[row] for row in positions[system]]
            for system, column in zip((names[0], name), said, strict=True)
        )
        pairs = enumerate(zip(ours, theirs, strict=True))
        odd = [at for at, (one, two) in pairs if None not in (one, two) and one != two]
        if odd:
            at = odd[0]
            shown = ""
            if what != "references without texts":
                one, another = _where_they_differ(str(ours[at]), str(theirs[at]))
                shown = f": {quoted(one)} against {quoted(another)}"
            raise PairingError(
                f"{names[0]} and {name} have different {what.removesuffix(' without texts')} in "
                f"{len(odd):,} of {len(ids):,} utterances, the first is {quoted(ids[at])}{shown}. Score "
                "all systems against the same references: with -r FILE, where FILE may be one of them"
            )


def _where_they_differ(one: str, another: str) -> tuple[str, str]:
    """Return two texts from shortly before their first difference, where a message cuts them."""
    same = next(
        (at for at, pair in enumerate(zip(one, another, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(another)),
    )
    if same < _SHOWN:
        return one, another
    begin = same - _BEFORE
    return "..." + one[begin:], "..." + another[begin:]


def _said(first: Result, second: Result, metric: str) -> tuple[str, list[Sequence[Any]]]:
    """Return what two results know of their references, and its name.

    That is their texts, else their digests, else, where the metric counts those, their lengths; a
    file of an older release has no digests. A row that a judge left open in either has no length: it
    is no other reference, and is told of where open rows are.
    """
    both = (first, second)
    if all(result.has_texts for result in both):
        texts = [as_list(result.references) for result in both]
        return "references", [
            [list(text) if isinstance(text, tuple) else text for text in column] for column in texts
        ]
    digests = [digests_of(result) for result in both]
    if None not in digests:
        return "references without texts", [column or () for column in digests]
    names = first.metrics[metric].statistics
    if not set(_LENGTH) <= set(names):
        return "", [[None] * len(result) for result in both]
    places = [names.index(name) for name in _LENGTH]
    return "numbers of reference tokens", [
        [
            None if row in result.rows[metric].unjudged else length
            for row, length in enumerate(
                map(sum, zip(*(result.rows[metric].columns[at] for at in places), strict=True))
            )
        ]
        for result in both
    ]
