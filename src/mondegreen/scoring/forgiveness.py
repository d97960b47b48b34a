"""What a recipe says of forgivers, their guard and their severities."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from mondegreen.errors import MondegreenError, UsageError, given
from mondegreen.metrics.registry import FORGIVEN, METRICS
from mondegreen.patterns import pattern
from mondegreen.scoring import packs
from mondegreen.scoring.language import is_unspaced

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.forgive.choosing import Forgiving, LanguageUse
    from mondegreen.forgive.languages import ByLanguage
    from mondegreen.forgive.severities import Severities
    from mondegreen.options.scoring import Scoring
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.scoring.result import Result

__all__ = [
    "ALWAYS",
    "FIELDS",
    "GUARD",
    "NO_USE_OF_ENTITIES",
    "check",
    "check_fields",
    "check_language",
    "choose",
    "fields",
    "forgivers",
    "forgiving",
    "is_column",
    "languages",
    "left_out",
    "names_any",
    "origins",
    "own",
    "parse",
    "severities_for",
    "signature",
    "with_lists",
]

FIELDS: Final = ("forgive", "lang", "guard", "entities", "severities")
"""The fields of a signature, in order; none of them is there without forgivers."""
GUARD: Final = "on@1"
NO_USE_OF_ENTITIES: Final = (
    "entities= is for the metric 'entities' and others of listed words, and for forgivers, and here is "
    "neither; add the metric (-m entities) or forgivers (--forgive), or leave out entities="
)
_WEIGH: Final = ("agent", "strict")
"""Presets that weigh what they forgive, wherever they are chosen alone, by their own list."""
ALWAYS: Final = ("reader",)
"""Metrics that are nothing without forgivers, and then take a preset of their own."""

Chosen: TypeAlias = "Forgiving | ByLanguage"
Choice: TypeAlias = "tuple[Chosen, Severities | None]"
_BY_COLUMN: Final = pattern(r"(?:mondegreen-)?(\{[\w-]+\})[\w-]*")


def choose(
    metrics: Sequence[str],
    forgive: Any,
    *,
    lang: str | None,
    normalizer: str,
    guard: bool,
    entities: Iterable[str],
    severities: Any,
) -> Choice | None:
    """Return the forgivers and severities; nothing where none are chosen.

    A column that chooses the normalizer chooses the language of the forgivers too.

    Raises:
        UsageError: a choice that is not there, or one that decides nothing.
    """
    alone = [name for name in metrics if name in ALWAYS]
    if forgive is None and not alone:
        if severities is not None:
            raise UsageError("severities= weigh what was forgiven; name forgivers with forgive=")
        if entities and not any(METRICS.get(name).uses_entities for name in metrics):
            raise UsageError(NO_USE_OF_ENTITIES)
        if guard is not True:
            raise UsageError("guard= is for forgivers; name some with forgive=")
        if is_column(lang):
            raise UsageError(
                f"lang={lang!r} is the column of the language of forgivers; name some with forgive="
            )
        return None
    from mondegreen.forgive.severities import Severities, chosen_by  # imported only if needed

    chosen_severities = None if severities is None else Severities.of(severities)
    own = _own_list(forgive, weighs=bool(alone))
    if own is not None:
        chosen_severities = chosen_severities or Severities.of(own)
        forgive = forgive if own in _WEIGH else chosen_by(own)
    if forgive is None:
        if len(alone) < len(metrics):
            raise UsageError(
                f"{alone[0]} needs forgivers, which would change the other metrics too; name them, "
                f"as forgive={alone[0]!r}, or score {alone[0]} by itself"
            )
        forgive = alone[0]
    if chosen_severities is not None:
        _check_severities(metrics, chosen_severities)
    by = _BY_COLUMN.fullmatch(normalizer)
    language = lang or (by[1] if by else "en")
    found = forgivers(forgive, language=language, guard=guard, entities=entities)
    return found, chosen_severities


def _check_severities(metrics: Sequence[str], severities: Severities) -> None:
    """Refuse severities that metrics cannot apply.

    Raises:
        UsageError: letters are weighed and no metric counts them, or a metric counts no parts of errors.
    """
    if severities.unit == "letters":
        if {*metrics} & {*ALWAYS}:
            return
        raise UsageError(
            f"the severities {severities.name!r} weigh letters, which "
            f"{' and '.join(metrics)} does not count; score {' or '.join(ALWAYS)}, or apply "
            "them afterwards with result.rate(severities=...)"
        )
    whole = [name for name in metrics if name in FORGIVEN.names() and not FORGIVEN.get(name).weighs]
    if whole:
        raise UsageError(
            f"the severities {severities.name!r} let a forgiven error count in part, and for "
            f"{' and '.join(whole)} a word is right or wrong; score that by itself, with forgive= and without "
            "severities="
        )


def _own_list(forgive: Any, *, weighs: bool) -> str | None:
    """Return the list of severities that comes with the forgivers, by its file or its name."""
    from mondegreen.forgive.severities import file_of  # as above

    file = file_of(forgive)
    if file is not None:
        return file
    name = forgive[0] if isinstance(forgive, (list, tuple)) and len(forgive) == 1 else forgive
    return name if weighs and type(name) is str and name in _WEIGH else None


def forgivers(forgive: Any, *, language: str, guard: bool, entities: Iterable[str] = ()) -> Chosen:
    """Return the forgivers of one language, or of those that a column names.

    Raises:
        UsageError: a name that is not there, or that nothing is known for in the language.
    """
    options: dict[str, Any] = {"language": language, "guard": guard, "entities": entities}
    if is_column(language):
        from mondegreen.forgive.languages import ByLanguage  # seldom needed

        return ByLanguage(forgive, **options)
    from mondegreen.forgive.choosing import Forgiving  # imported only if needed

    return Forgiving.choose(forgive, **options)


def with_lists(options: Scoring) -> list[Any]:
    """Return the forgivers of the options, with those that files of phrases and spellings make.

    Raises:
        UsageError: a file that is none.
    """
    own: list[Any] = []
    if options.synonyms is not None:
        from mondegreen.forgive.synonyms import Synonyms  # imported only if needed

        own.append(Synonyms(path=options.synonyms))
    if options.spellings is not None:
        from mondegreen.forgive.spelling import Spelling  # as above

        lang = "en" if options.lang is None or is_column(options.lang) else options.lang
        own.append(Spelling(lang.partition("-")[0], file=options.spellings))
    named = options.forgive
    if isinstance(named, str):
        named = [name.strip() for name in re.split("[,+]", named) if name.strip()]
    elif not isinstance(named, (list, tuple, set, frozenset)):
        named = [] if named is None else [named]
    names = {each.name for each in own}
    return [*(each for each in named if not (isinstance(each, str) and each in names)), *own]


def names_any(forgive: Any) -> bool:
    """Whether forgivers are named, and not only objects given."""
    listed = forgive if isinstance(forgive, (list, tuple, set, frozenset)) else [forgive]
    return any(isinstance(each, str) for each in listed)


def own(result: Result) -> list[Any] | None:
    """Return the forgivers of a result that its recipe cannot make, since they have data of their own."""
    if result.forgiving is None:
        return None
    recipe, found = result.recipe, []
    for each in result.forgiving.forgivers:
        pins = [f"{each.name}@{each.version}"]
        try:
            made = forgivers(pins, language=recipe.language, guard=recipe.guard).forgivers
        except MondegreenError:
            made = ()
        if [type(other) for other in made] != [type(each)]:
            found.append(each)
    return found or None


def with_objects(pinned: Iterable[str], forgive: Any) -> list[Any]:
    """Return the forgivers of a recipe, with objects in place of those whose data it lacks.

    Raises:
        UsageError: a forgiver that it does not have.
    """
    pins = list(pinned)
    if forgive is None:
        return pins
    objects = forgive if isinstance(forgive, (list, tuple)) else [forgive]
    by_pin = {f"{each.name}@{each.version}": each for each in objects}
    strange = next((pin for pin in by_pin if pin not in pins), None)
    if strange is not None:
        raise UsageError(
            f"{strange} is not among the forgivers of the recipe: {', '.join(pins) or 'none'}; "
            "give the list that it was made with"
        )
    return [by_pin.get(pin, pin) for pin in pins]


def left_out(forgive: Any, metrics: Sequence[str], language: str) -> str:
    """Return what says which forgivers of a preset stay out for want of a guard; empty if none do."""
    if not language or is_column(language):
        return ""
    from mondegreen.forgive import choosing  # imported only if needed

    alone = next((name for name in metrics if name in ALWAYS), None)
    names = choosing.left_out(alone if forgive is None else forgive, language)
    if not names:
        return ""
    return (
        f"{language}: no negations of it are known, without which a lost 'not' could be forgiven: "
        f"left out are {', '.join(names)}"
    )


def is_column(lang: str | None) -> bool:
    """Whether it is not a code of a language but the column of one: ``{lang}``."""
    return isinstance(lang, str) and lang[:1] == "{" and _BY_COLUMN.fullmatch(lang) is not None


def languages(result: Result) -> tuple[LanguageUse, ...]:
    """Return the languages of a result whose forgivers a column chose, each with what it lacks."""
    chosen = result.forgiving or result.recipe.forgiving()
    if not is_column(result.recipe.language) or chosen is None:
        return ()
    return chosen.of(result.metadata).uses


def check(
    metrics: Sequence[str],
    units: Sequence[str],
    weights: tuple[int, int, int],
    lang: str | None = None,
) -> None:
    """Refuse metrics, units and weights that do not go with forgivers.

    Args:
        metrics: their names.
        units: of each of them.
        weights: of a substitution, a deletion and an insertion.
        lang: of the texts; one without spaces between words is told what does go with it.

    Raises:
        UsageError: the first of them.
    """
    for name, unit in zip(metrics, units, strict=True):
        if name not in FORGIVEN.names():
            if METRICS.get(name).judged:
                raise UsageError(
                    f"{name} does not go with forgive=: it says itself what is forgiven; leave out "
                    "forgive=, or take wer"
                )
            if METRICS.get(name).uses_sessions:
                raise UsageError(f"{name} does not go with forgive=: {_why_not(METRICS.get(name))}")
            raise UsageError(
                f"{name} does not go with forgive=, which lowers counts of errors; "
                f"{', '.join(FORGIVEN.names())} do; {_instead(lang)}"
            )
        known = FORGIVEN.get(name).units
        if known and unit not in known:
            raise UsageError(
                f"{name} in the unit {unit!r} does not go with forgive=: forgivers compare words; "
                "leave unit= out"
            )
    if weights != (1, 1, 1):
        raise UsageError("edit_weights= do not go with forgive=, which counts each error as one")


def _why_not(kind: Any) -> str:
    """Say why what forgivers take off wrong words changes nothing in a metric of sessions, and what to type."""
    able = [
        each for each in FORGIVEN.names() if METRICS.get(each).uses_sessions and "[" not in each
    ]
    why = "it counts no wrong words"
    if "deletions" in kind.statistics:
        why = "in which order it joins the words of several speakers is not known"
    return f"{why}; {', '.join(able)} do: score -m {able[0]}"


def _instead(lang: str | None) -> str:
    """Say what to do without forgivers, which compare what is between white space."""
    if not is_unspaced(lang):
        return "score it by itself, or take wer"
    chosen = f"mondegreen-{str(lang).partition('-')[0].lower()}"
    return (
        f"{lang} has no spaces between words: leave forgive= out and name the normalizer {chosen}, "
        f"which takes out case and punctuation (-n {chosen} --lang {lang}); -m wer forgives what "
        "stands between white space"
    )


def check_language(normalizer: str, lang: str | None) -> None:
    """Refuse to take English for granted with a normalizer of another language.

    Raises:
        UsageError: no language was named, and the normalizer is not for English.
    """
    code = normalizer.removeprefix("mondegreen-").partition("-")[0]
    named = lang is not None or _BY_COLUMN.fullmatch(normalizer)
    if not named and normalizer.startswith("mondegreen-") and code not in {"en", "any"}:
        raise UsageError(
            f"forgivers use English if no language is named, and {normalizer!r} is for another "
            f"language; name it: lang={code!r} (--lang {code})"
        )


def origins(chosen: Chosen) -> list[str | None]:
    """Return the distributions of forgivers."""
    from mondegreen.forgive.registry import FORGIVERS  # as above

    known = FORGIVERS.names()
    return [FORGIVERS.origin(name) for name in chosen.names if name in known]


def fields(choice: Choice | None) -> dict[str, Any]:
    """Return what a recipe keeps."""
    if choice is None:
        return {}
    chosen, severities = choice
    return {
        "forgive": chosen.pinned,
        "language": chosen.language,
        "guard": chosen.guard,
        "entities": chosen.entities_pin,
        "severities": "" if severities is None else severities.spec,
    }


def check_fields(recipe: Recipe) -> None:
    """Refuse a recipe, which may come from anywhere, that no choice makes.

    Raises:
        UsageError: a part that no recipe could have.
    """
    names = recipe.forgive
    if not isinstance(names, tuple) or not all(
        isinstance(name, str) and name.isprintable() and "@" in name and not {*name} & {*"|+:"}
        for name in names
    ):
        raise UsageError(f"a recipe with forgive={given(names)}; expected NAME@VERSION")
    for part in ("language", "entities", "severities"):
        text = getattr(recipe, part)
        if not isinstance(text, str) or not text.isprintable() or {*text} & {*"|+:"}:
            raise UsageError(f"a recipe with {part}={given(text)}; expected a text")
    if not isinstance(recipe.guard, bool):
        raise UsageError(f"a recipe with guard={given(recipe.guard)}; expected true or false")
    if recipe.severities:
        from mondegreen.forgive.severities import Severities  # as above

        Severities.of(recipe.severities)
    odd = not isinstance(recipe.languages, tuple) or not all(
        isinstance(code, str) and re.fullmatch("[A-Za-z-]+", code) for code in recipe.languages
    )
    if odd or (recipe.languages and not is_column(recipe.language)):
        raise UsageError(f"a recipe with languages={given(recipe.languages)}; expected their codes")
    if names:
        check(recipe.metrics, recipe.units, recipe.edit_weights)


def forgiving(recipe: Recipe) -> Chosen | None:
    """Return the forgivers of a recipe; ``None`` without any, or if some, or their packs, are not here."""
    if not recipe.forgive or recipe.entities or not packs.are_here(recipe.packs):
        return None
    try:
        return forgivers(recipe.forgive, language=recipe.language, guard=recipe.guard)
    except MondegreenError:
        return None


def severities_for(spec: str, metric: str) -> Severities | None:
    """Return the severities that a metric applies; ``None`` for those it has of its own.

    A metric of letters takes any list, and weighs letters by it; one of words takes no list of
    letters.
    """
    if not spec:
        return None
    from mondegreen.forgive.severities import Severities  # as above

    found = Severities.of(spec)
    if metric in ALWAYS:
        return replace(found, unit="letters")
    return found if found.unit == "words" else None


def signature(recipe: Recipe) -> list[tuple[str, str]]:
    """Return the fields of a signature."""
    if not recipe.forgive and not recipe.language:
        return []
    return [
        ("forgive", "+".join(recipe.forgive) or "nothing"),
        ("lang", "=".join(filter(None, (recipe.language, ",".join(recipe.languages))))),
        ("guard", GUARD if recipe.guard else "off"),
        ("entities", recipe.entities),
        ("severities", recipe.severities),
    ]


def parse(found: dict[str, str], shown: str) -> dict[str, Any]:
    """Return the options that the fields of a signature stand for.

    Raises:
        UsageError: a guard of another version, or names that the signature does not hold.
    """
    if "forgive" not in found:
        odd = next((name for name in FIELDS if name in found), None)
        if odd:
            raise UsageError(
                f"{shown}: {odd}: needs forgivers; add forgive:NAME@VERSION, or leave {odd}: out"
            )
        return {}
    if found.get("entities"):
        raise UsageError(
            f"{shown} was made with names that must not be lost, of which it holds only a hash; "
            "give the options one by one, with entities="
        )
    guard = found.get("guard", GUARD)
    if guard not in {GUARD, "on", "off"}:
        raise UsageError(f"{shown}: the guard is here {GUARD} or off, not {guard}")
    forgive = found["forgive"]
    return {
        "forgive": [] if forgive == "nothing" else re.split("[+,]", forgive),
        "lang": found.get("lang", "en").partition("=")[0],
        "guard": guard != "off",
        "severities": found.get("severities") or None,
    }
