"""What becomes of the options that decide a number: a recipe, and results."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.cli.streams import busy, say
from mondegreen.corpus import Corpus
from mondegreen.errors import MissingHypothesisError, UsageError, visible
from mondegreen.metrics import METRICS
from mondegreen.scoring.forgiveness import left_out
from mondegreen.scoring.groups import cuts_words
from mondegreen.scoring.language import is_unspaced
from mondegreen.scoring.n_best import COLUMNS as LIST_COLUMNS
from mondegreen.scoring.ranges import no_column, ranged_column
from mondegreen.scoring.recipe import Recipe, deciding, settled
from mondegreen.scoring.recipes import named_recipe
from mondegreen.scoring.result import Result
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.scoring.options import Options

__all__ = ["as_marked", "check_slices", "given", "make", "of_the_data", "scored", "with_shown"]

_SLICE: Final = "slice by"
_READ: Final = (
    "the texts have alternatives, of which the best are taken (--alternatives {}); "
    "--alternatives literal takes them as plain words"
)


def given(options: Options) -> list[str]:
    """Return the options that decide the number and were given, as they were typed."""
    return [options.written(name) for name in deciding(options) if name != "metrics"]


def make(options: Options) -> Recipe:
    """Return the recipe that was named, or the one that the options make, and say what it chose.

    Raises:
        UsageError: a recipe and other choices, or a choice that is not there.
    """
    made = Recipe.of(options)
    if options.recipe is not None:
        named = named_recipe(options.recipe) if isinstance(options.recipe, str) else None
        if named is not None and named.file is not None:
            say(f"recipe {named.name} of {visible(str(named.file))}: {named.signature}")
        return made
    lang = options.lang
    if made.forgive:
        forgive = settled(options).forgive
        if without := left_out(forgive, made.metrics, made.language):
            say(without)
    if is_unspaced(lang) and not options.metrics:
        say(
            f"{lang} has no spaces between words: scoring characters (cer); -m wer scores "
            "what is between white space"
        )
    if "mixed" in made.units and options.unit is None:
        say(
            f"{lang}: scoring characters where a script has no spaces between words, words "
            "elsewhere (--unit mixed)"
        )
    return made


def as_marked(
    options: Options, systems: dict[str, Corpus | Result], recipe: Recipe
) -> tuple[dict[str, Corpus | Result], Recipe]:
    """Return the systems, and the recipe that reads the alternatives which their files mark.

    Where the user has said what is read, the marks of the files do not matter.
    """
    if options.alternatives is not None:
        return _unmarked(systems), recipe
    if options.recipe is not None:
        return systems, recipe
    corpora = [each for each in systems.values() if isinstance(each, Corpus)]
    marks = dict.fromkeys(each.alternatives for each in corpora if each.alternatives)
    for mark in marks:
        recipe = recipe.reading(mark)
    if marks:
        say(_READ.format(",".join(recipe.alternatives)))
    return systems, recipe


def scored(
    options: Options,
    systems: dict[str, Corpus | Result],
    recipe: Recipe,
    *,
    by: Sequence[str] = (),
) -> dict[str, Result]:
    """Return the results; a corpus is scored, and a run file is as it is."""
    found = {}
    data = of_the_data(settled(options))
    with busy("scoring") as at:
        for number, (name, system) in enumerate(systems.items(), 1):
            if isinstance(system, Result):
                found[name] = system
                continue
            if len(systems) > 1:
                at(f"scoring {name} ({number} of {len(systems)})")
            scorer = Scorer.from_recipe(recipe, threads=options.threads, **data)
            try:
                scorer.update(system)
            except MissingHypothesisError as error:
                raise MissingHypothesisError(f"{name}: {error}" if name else str(error)) from None
            found[name] = scorer.compute(by=by)
    return found


def of_the_data(options: Options) -> dict[str, Any]:
    """Return what a recipe does not hold: phrases, who judges, and forgivers with their lists."""
    forgive = options.forgive
    own = [each for each in forgive or () if not isinstance(each, str)]
    return {"entities": options.entities, "forgive": own or None, "judge": options.judge}


def with_shown(results: dict[str, Result], options: Options) -> dict[str, Result]:
    """Return results that also show the averages and the columns of numbers that were asked for.

    Raises:
        UsageError: a column that is not there, or has no numbers.
    """
    found = {}
    for name, result in results.items():
        try:
            made = result.with_numbers(options.numbers or ())
        except UsageError as error:
            raise UsageError(f"{name}: {error}" if name else str(error)) from None
        found[name] = replace(made, shown_averages=options.averages or ())
    return found


def check_slices(
    systems: Mapping[str, Corpus | Result],
    columns: Iterable[str] | None,
    made: Recipe | None = None,
    *,
    script: bool = False,
    purpose: str = _SLICE,
) -> None:
    """Refuse columns to slice by that are not there, before anything is scored.

    Raises:
        UsageError: the first of them. ``script`` and other cuts by words are columns of their own,
            where that is asked for, of the metrics of the recipe that have such rates.
    """
    known: Mapping[str, Any] = next(iter(systems.values())).metadata
    if made is not None and all(METRICS.get(name).uses_lists for name in made.metrics):
        known = {**known, **dict.fromkeys(LIST_COLUMNS)}
    for column in columns or ():
        if purpose == _SLICE and column not in known and ranged_column(column, known) is not None:
            continue
        if column not in known and not (script and cuts_words(column)):
            raise UsageError(no_column(column, known, purpose))
        if cuts_words(column) and column not in known and made is not None:
            from mondegreen.scoring.word_slices import names_by_words  # seldom needed

            names_by_words(made.build(), column)


def _unmarked(systems: dict[str, Corpus | Result]) -> dict[str, Corpus | Result]:
    """Return the systems without what files say of alternatives: the user has said what is read."""
    return {
        name: replace(each, alternatives="") if isinstance(each, Corpus) else each
        for name, each in systems.items()
    }
