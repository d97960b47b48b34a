"""Options that decide a number, and what becomes of them: a recipe, and results."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mondegreen.cli.groups import written
from mondegreen.cli.panels import SCORING
from mondegreen.cli.streams import busy, say
from mondegreen.corpus import Corpus
from mondegreen.corpus.phrases import Phrase, read_phrases
from mondegreen.errors import MissingHypothesisError, UsageError, did_you_mean, visible
from mondegreen.scoring.forgiveness import is_column, left_out
from mondegreen.scoring.groups import SCRIPT
from mondegreen.scoring.language import is_unspaced
from mondegreen.scoring.recipe import OF_THE_INPUT, Recipe
from mondegreen.scoring.recipes import named_recipe
from mondegreen.scoring.result import Result
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.metrics.judging import Judging

__all__ = ["OF_THE_DATA", "Choices", "Scoring", "check_slices", "listed"]

_READ: Final = (
    "the texts have alternatives, of which the best are taken (--alternatives {}); "
    "--alternatives literal takes them as plain words"
)
OF_THE_DATA: Final = ("entities", "entity")
"""What belongs to the data, as the references do, and may stand beside a recipe."""

_option = partial(typer.Option, rich_help_panel=SCORING)


@dataclass(frozen=True, kw_only=True)
class Choices:
    """How two texts are aligned, and what is forgiven."""

    normalizer: Annotated[
        str | None,
        _option("-n", "--normalizer", metavar="NAME", help="Applied to both sides first; none."),
    ] = None
    unit: Annotated[
        str | None,
        _option(metavar="NAME", help="What is counted; 'mondegreen list units' has them."),
    ] = None
    lang: Annotated[
        str | None,
        _option(metavar="CODE", help="Language; zh, ja, th, ... are scored in characters."),
    ] = None
    ties: Annotated[
        str | None,
        _option(
            metavar="RULE", help="Tie rule of equally good alignments: most-hits, jiwer or sclite."
        ),
    ] = None
    edit_weights: Annotated[
        str | None,
        _option(metavar="S/D/I", help="Weights of the alignment, as 4/3/3, or 'sclite'."),
    ] = None
    alternatives: Annotated[
        str | None,
        _option(
            metavar="NAME,...",
            help=(
                "Read in references: nist ({ a / b }), optional, fragments, references; or literal."
            ),
        ),
    ] = None
    dont_care: Annotated[
        str | None,
        _option(
            metavar="SET",
            help=("Reference spans that stand for anything: redactions, or a regular expression."),
        ),
    ] = None
    forgive: Annotated[
        list[str] | None,
        _option(
            metavar="NAME,...",
            help="What does not matter: forgivers, or a preset: agent, reader.",
        ),
    ] = None
    guard: Annotated[bool, _option(help="Never forgive lost numbers, negations and names.")] = True
    entity: Annotated[
        list[str] | None,
        _option(metavar="NAME", help="A name that must not be lost; give it again for more."),
    ] = None
    synonyms: Annotated[
        Path | None,
        _option(
            metavar="FILE",
            help="Forgive phrases that mean the same: two a line with a tab between, or NIST's .glm.",
        ),
    ] = None
    spellings: Annotated[
        Path | None,
        _option(metavar="FILE", help="Forgive spellings: two words a line, with a tab between."),
    ] = None

    @cached_property
    def own_forgivers(self) -> list[Any]:
        """Those that the user's files make."""
        found: list[Any] = []
        if self.synonyms is not None:
            from mondegreen.forgive.synonyms import Synonyms  # nobody pays who has no list

            found.append(Synonyms(path=self.synonyms))
        if self.spellings is not None:
            from mondegreen.forgive.spelling import Spelling  # as above

            lang = "en" if self.lang is None or is_column(self.lang) else self.lang
            found.append(Spelling(lang.partition("-")[0], file=self.spellings))
        return found

    @property
    def forgivers(self) -> list[Any] | None:
        """The names that were typed, and those that files make; ``None`` without any."""
        names = [name.strip() for name in re.split("[,+]", ",".join(self.forgive or ()))]
        own = {each.name: each for each in self.own_forgivers}
        return [*(name for name in names if name and name not in own), *own.values()] or None


@dataclass(frozen=True, kw_only=True)
class Scoring(Choices):
    """How a corpus is scored, but for the metrics."""

    severities: Annotated[
        str | None,
        _option(metavar="NAME", help="How much it still counts: a list, or a .toml file."),
    ] = None
    entities: Annotated[
        Path | None,
        _option(
            metavar="FILE",
            help="Phrases for -m entities, one a line: PHRASE, or PHRASE<tab>TYPE.",
        ),
    ] = None
    missing: Annotated[
        str | None,
        _option(metavar="POLICY", help="Missing hypotheses: error (as usual), deletions or skip."),
    ] = None
    insertions: Annotated[
        str | None,
        _option(metavar="RULE", help="Inserted words in space-wer: count or neighbour."),
    ] = None
    recipe: Annotated[
        str | None,
        _option(metavar="NAME", help="Score exactly as this recipe or signature says."),
    ] = None
    threads: Annotated[
        int, _option(metavar="N", min=0, help="Threads; 0 for all. Changes no number.")
    ] = 0

    @property
    def given(self) -> list[str]:
        """The options that decide the number and were given, as they are typed."""
        return self._written()

    def _written(self, but: Iterable[str] = ()) -> list[str]:
        names = {each.name for each in fields(self)} - {"recipe", "threads"} - {*OF_THE_DATA, *but}
        defaults = type(self)()
        return [
            "--no-guard" if each.name == "guard" else written(self, each.name)
            for each in fields(self)
            if each.name in names and getattr(self, each.name) != getattr(defaults, each.name)
        ]

    @cached_property
    def phrases(self) -> list[Phrase] | None:
        """The phrases of a file and those that were named one by one."""
        found = [] if self.entities is None else read_phrases(self.entities)
        return [*found, *map(Phrase, self.entity or ())] or None

    def make(self, metrics: list[str], judging: Judging | None = None) -> Recipe:
        """Return the recipe that was named, or the one that the options make.

        Raises:
            UsageError: a recipe and other choices, or a choice that is not there.
        """
        if self.recipe is not None:
            beside = [*(["--metric"] if metrics else []), *self._written(but=OF_THE_INPUT)]
            if beside:
                raise UsageError(
                    "--recipe says everything about the score: leave out " + ", ".join(beside)
                )
            return _named(self.recipe, **{name: getattr(self, name) for name in OF_THE_INPUT})
        chosen = {
            name: getattr(self, name)
            for name in ("normalizer", "ties", "missing")
            if getattr(self, name) is not None
        }
        made = Recipe.make(
            metrics=metrics or None,
            unit=self.unit,
            edit_weights=self.edit_weights,
            insertions=self.insertions,
            lang=self.lang,
            forgive=self.forgivers,
            guard=self.guard,
            entities=tuple(phrase.text for phrase in self.phrases or ()),
            severities=self.severities,
            alternatives=self.alternatives,
            dont_care=self.dont_care,
            judging=judging,
            **chosen,
        )
        if made.forgive and (without := left_out(self.forgivers, made.metrics, made.language)):
            say(without)
        if is_unspaced(self.lang) and not metrics:
            say(
                f"{self.lang} has no spaces between words: scoring characters (cer); -m wer scores "
                "what stands between white space"
            )
        if "mixed" in made.units and self.unit is None:
            say(
                f"{self.lang}: scoring characters where a script has no spaces between words, words "
                "elsewhere (--unit mixed)"
            )
        return made

    def as_marked(
        self, systems: dict[str, Corpus | Result], recipe: Recipe
    ) -> tuple[dict[str, Corpus | Result], Recipe]:
        """Return the systems, and the recipe that reads the alternatives which their files mark.

        Where the user has said what is read, the marks of the files are of no account.
        """
        if self.alternatives is not None:
            return unmarked(systems), recipe
        if self.recipe is not None:
            return systems, recipe
        corpora = [each for each in systems.values() if isinstance(each, Corpus)]
        marks = dict.fromkeys(each.alternatives for each in corpora if each.alternatives)
        for mark in marks:
            recipe = recipe.reading(mark)
        if marks:
            say(_READ.format(",".join(recipe.alternatives)))
        return systems, recipe

    def scored(
        self,
        systems: dict[str, Corpus | Result],
        recipe: Recipe,
        judging: Judging | None = None,
        *,
        by: Sequence[str] = (),
    ) -> dict[str, Result]:
        """Return the results; a corpus is scored, and a run file is as it is."""
        found = {}
        with busy("scoring") as at:
            for number, (name, system) in enumerate(systems.items(), 1):
                if isinstance(system, Result):
                    found[name] = system
                    continue
                if len(systems) > 1:
                    at(f"scoring {name} ({number} of {len(systems)})")
                own = self.own_forgivers or None
                data = {"entities": self.phrases, "forgive": own, "judge": judging}
                scorer = Scorer.from_recipe(recipe, threads=self.threads, **data)
                try:
                    scorer.update(system)
                except MissingHypothesisError as error:
                    raise MissingHypothesisError(
                        f"{name}: {error}" if name else str(error)
                    ) from None
                found[name] = scorer.compute(by=by)
        return found


def check_slices(
    systems: Mapping[str, Corpus | Result],
    columns: Iterable[str] | None,
    made: Recipe | None = None,
    *,
    script: bool = False,
    purpose: str = "slice by",
) -> None:
    """Refuse columns to slice by that are not there, before anything is scored.

    Raises:
        UsageError: the first of them. ``script`` is a column of its own, where that is asked for,
            of the metrics of the recipe that have rates by script.
    """
    known = next(iter(systems.values())).metadata
    for column in columns or ():
        if column not in known and not (script and column == SCRIPT):
            listed_columns = ", ".join(map(repr, known)) or "none"
            raise UsageError(
                f"there is no column {column!r} to {purpose}; columns: {listed_columns}."
                f"{did_you_mean(column, known)}"
            )
        if column == SCRIPT and column not in known and made is not None:
            from mondegreen.scoring.scripts import names_by_script  # seldom needed

            names_by_script(made.build())


def unmarked(systems: dict[str, Corpus | Result]) -> dict[str, Corpus | Result]:
    """Return the systems without what files say of alternatives: the user has said what is read."""
    return {
        name: replace(each, alternatives="") if isinstance(each, Corpus) else each
        for name, each in systems.items()
    }


def listed(parts: Iterable[str] | None) -> list[str]:
    """Return the names of an option that is given again, or that parts them by commas.

    >>> listed(["wer, cer", "mer"]), listed(None)
    (['wer', 'cer', 'mer'], [])
    """
    return [name.strip() for part in parts or () for name in part.split(",")]


def _named(recipe: str, **beside: Any) -> Recipe:
    """Return the recipe, and say where one of the user's own stands."""
    named = named_recipe(recipe)
    if named is not None and named.file is not None:
        say(f"recipe {named.name} of {visible(str(named.file))}: {named.signature}")
    return Recipe.choose(recipe, **beside)
