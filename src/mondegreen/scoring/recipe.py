"""Every choice that decides a number, checked and complete.

The line that pins them is written and read by `mondegreen.scoring.signature`. Next to it is a
*provenance* part, ``mondegreen:0.1.0|kernel:native``, which says what made the number, and never
is in the way of a comparison. A signature can be given back as a recipe.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from mondegreen._kernel import INSERTIONS
from mondegreen.alignment.weights import tie_rule
from mondegreen.errors import UsageError, did_you_mean, visible
from mondegreen.metrics.registry import FORGIVEN, METRICS
from mondegreen.options.checks import one_of
from mondegreen.options.scoring import MISSING, TIES, Scoring
from mondegreen.patterns import pattern
from mondegreen.scoring import alternatives as choices
from mondegreen.scoring import forgiveness, packs
from mondegreen.scoring import signature as signatures
from mondegreen.scoring.arguments import given, listed_names
from mondegreen.scoring.chosen_normalizer import NAMED, normalizer_of
from mondegreen.scoring.language import UNSPACED_UNIT, is_switched, is_unspaced
from mondegreen.scoring.session_options import fields_without_use, session_fields, usual_set
from mondegreen.text.normalizers import NORMALIZERS
from mondegreen.text.normalizers.typed_names import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from mondegreen.forgive.choosing import Forgiving
    from mondegreen.forgive.languages import ByLanguage
    from mondegreen.metrics.base import Metric
    from mondegreen.options.judging import Judging
    from mondegreen.options.scoring import ScoringKeywords

__all__ = ["Recipe", "deciding", "settled"]

S = TypeVar("S", bound=Scoring)

_PINNED = pattern(rf"{NAMED.pattern}(?:\{{[\w-]+\}}[\w-]*)?@{NAMED.pattern}")
_NOTES = "notes@1"
_AS_GIVEN = "none@1"
_PLUGIN = pattern(r"[^\s@|:]+@[^\s@|:]+")


@dataclass(frozen=True)
class Recipe:
    """How a result was made.

    Attributes:
        metrics: names, in the order they are shown.
        units: one a metric; empty where a metric has none.
        normalizer: name and version, as ``lower@1``.
        ties: which alignment is chosen among those of least cost.
        edit_weights: of a substitution, a deletion and an insertion.
        missing: what becomes of utterances without a hypothesis.
        insertions: what inserted words count as, in metrics that leave spaces out.
        plugins: distributions of the metrics, normalizers and forgivers that are not built in.
        forgive: the forgivers, name and version, in the order of attribution.
        language: that of the forgivers, or its column, as ``{lang}``; empty without any.
        guard: whether numbers, negations, answers and names are kept from the loose forgivers.
        entities: how many names must not be lost, and a hash of them.
        severities: how much a forgiven difference counts; empty if not at all.
        alternatives: what is read in references that leave a choice; empty for nothing.
        dont_care: what is there for anything, a set or an expression; empty for nothing.
        judges: one a metric, as signatures name it, and empty for those without; none at all where
            no metric is judged.
        collar: how far apart two words of a session may be, in seconds; empty if no metric asks.
        der_collar: what is not scored around borders of turns, in seconds; empty if no metric asks.
        der_overlap: whether overlapping turns are scored.
        der_convention: whose rules diarisation follows; empty if no metric asks. With ``+uem`` where a
            file says which parts are scored.
        languages: those that the column holds. They belong to the texts, so two recipes are the
            same without them.
        packs: the language packs that are read, each with a digest, as ``en-40c245fc``. Where a column
            chooses the language they belong to the texts; see `agrees`.
    """

    metrics: tuple[str, ...] = ("wer",)
    units: tuple[str, ...] = ("word",)
    normalizer: str = "none@1"
    ties: str = "most-hits"
    edit_weights: tuple[int, int, int] = (1, 1, 1)
    missing: str = "error"
    insertions: str = "count"
    plugins: tuple[str, ...] = ()
    forgive: tuple[str, ...] = ()
    language: str = ""
    guard: bool = True
    entities: str = ""
    severities: str = ""
    alternatives: tuple[str, ...] = ()
    dont_care: str = field(default="", compare=False)
    judges: tuple[str, ...] = ()
    collar: str = ""
    der_collar: str = ""
    der_overlap: bool = True
    der_convention: str = ""
    languages: tuple[str, ...] = field(default=(), compare=False)
    packs: tuple[str, ...] = field(default=(), compare=False)
    _passed_over: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        # Where marks are don't-care spans anyway, it makes no difference whether that is said.
        said = self.dont_care if self.dont_care != _NOTES or not self.leaves_out_notes else ""
        object.__setattr__(self, "_passed_over", said)

    @classmethod
    def of(cls, options: Scoring) -> Recipe:
        """Return the recipe that options name, or the one that they make.

        What becomes of missing hypotheses, and what is read in texts, may be said next to one:
        ``missing`` and ``dont_care`` instead of what it says, ``alternatives`` in addition to it. So may
        the language of one that takes it from a column.

        Raises:
            UsageError: a choice that is not there, or that is next to a recipe.

        >>> from mondegreen.options.scoring import Scoring
        >>> Recipe.of(Scoring(recipe="wer|normalizer:lower", missing="error")).normalizer
        'lower@1'
        >>> Recipe.of(Scoring(recipe="sclite", alternatives="optional")).alternatives
        ('nist', 'optional')
        """
        options = settled(options)
        if options.recipe is None:
            return cls._of_choices(options)
        from mondegreen.scoring.recipes import in_language  # reads files, seldom needed

        in_lang = in_language(options.recipe, options.lang)
        recipe = cls.choose(in_lang or options.recipe)
        said = {name: getattr(recipe, name) for name in ("ties", "insertions", "guard")}
        said["normalizer"] = recipe.normalizer.partition("@")[0]
        others = [
            options.written(name)
            for name in deciding(options)
            if not options.described[name].texts and said.get(name) != getattr(options, name)
            if not (in_lang and name == "lang")
        ]
        if others:
            raise UsageError(
                f"{options.typed.get('recipe', 'recipe=')} decides the whole score; leave out "
                f"{', '.join(sorted(others))}"
            )
        missing = options.missing if "missing" in options.given else recipe.missing
        return recipe._with(missing, options.alternatives, options.dont_care)

    @classmethod
    def choose(cls, recipe: Any = None) -> Recipe:
        """Return a recipe that is given by its name, as a signature, or whole; else the usual one.

        Raises:
            UsageError: it is none.
        """
        if recipe is None:
            return cls.make()
        if isinstance(recipe, Recipe):
            packs.check(recipe.packs)
            return replace(recipe.checked(), packs=recipe.packs or packs.of_recipe(recipe))
        if not isinstance(recipe, str):
            raise UsageError(
                f"recipe={given(recipe)}: expected a signature, such as result.signature, the name of a "
                "recipe, or a Recipe"
            )
        from mondegreen.scoring.recipes import named_recipe  # reads files, seldom needed

        named = named_recipe(recipe)
        if named is None:
            return cls.parse(recipe)
        try:
            return cls.parse(named.signature)
        except UsageError as error:
            whose = f" of {visible(str(named.file))}" if named.file else ""
            raise UsageError(f"the recipe {recipe!r}{whose}: {error}") from None

    def _with(self, missing: str, alternatives: Any, dont_care: Any) -> Recipe:
        """Return the recipe with what is said next to it of the texts."""
        recipe = self if missing == self.missing else replace(self, missing=missing)
        if alternatives is not None or dont_care is not None:
            read, passed_over = choices.add(self.choices, alternatives, dont_care)
            recipe = replace(recipe, alternatives=read, dont_care=passed_over)
        return recipe if recipe is self else recipe.checked()

    @classmethod
    def make(cls, **chosen: Unpack[ScoringKeywords]) -> Recipe:
        """Return the recipe of some options; the others have their defaults. See `of`.

        >>> Recipe.make(lang="zh").signature(short=True)
        'cer@1|unit:character-no-space@1'
        """
        return cls.of(Scoring(**chosen))

    @classmethod
    def _of_choices(cls, options: Scoring) -> Recipe:
        """Check the choices and complete them.

        ``unit`` applies to each metric that can count in it; it is an error if none can. ``lang``
        decides what was not chosen: a language without spaces between words is scored in
        characters, and two languages, as ``zh-en``, in the unit ``mixed``.
        """
        metrics, unit, forgive = options.metrics, options.unit, options.forgive
        normalizer, insertions = options.normalizer, options.insertions
        spoken = options.lang
        lang = None if forgiveness.is_column(spoken) else spoken
        unspaced = is_unspaced(lang)
        chosen = _names(metrics, "cer" if unspaced else "wer")
        if unspaced and unit is None and chosen == ("cer",):
            unit = UNSPACED_UNIT
        kinds = [METRICS.get(name) for name in chosen]
        # Forgivers compare words, whatever the languages are.
        if (
            unit is None
            and forgive is None
            and is_switched(lang)
            and any("mixed" in kind.units for kind in kinds)
        ):
            unit = "mixed"
        ties, weights = _ties_and_weights(options.ties, options.edit_weights)
        if unit is not None and not isinstance(unit, str):
            raise UsageError(f"unit={given(unit)}: expected a name, such as 'word' or 'character'")
        if unit is not None and not any(unit in kind.units for kind in kinds):
            known = dict.fromkeys(unit for kind in kinds for unit in kind.units)
            hint = _hint(unit, known) + _chosen_by(lang, metrics)
            raise UsageError(
                f"{' and '.join(chosen)} cannot count in {unit!r}; known: {_list(known)}{hint}"
            )
        units = tuple(unit if unit in kind.units else next(iter(kind.units), "") for kind in kinds)
        if insertions is not None and not any(kind.uses_insertions for kind in kinds):
            raise UsageError(
                f"insertions={insertions!r} sets how space-wer counts, which is not one of "
                f"{' and '.join(chosen)}; leave it out, or add the metric"
            )
        found = normalizer_of(normalizer, lang)
        own = [kind.normalizer for kind in kinds]
        if found.name != "none" and all(own):
            raise UsageError(
                f"{chosen[0]} is defined with a normalizer of its own, {own[0]}, so "
                f"{found.name!r} would change nothing; leave it out, or take "
                + (f"{chosen[0]}[normalizer={found.name}] or " * kinds[0].takes_normalizer)
                + f"{'wer' if own[0] == _AS_GIVEN else 'space-wer'}, which is scored on any normalizer"
            )
        # A name as it is registered, which for a plug-in may be longer than the thing's own.
        registered = normalizer.partition("@")[0] if isinstance(normalizer, str) else found.name
        # Of a region without a normalizer of its own it is the language's.
        registered = found.name if registered.startswith(FAMILIES) else registered
        origins = [METRICS.origin(name) for name in chosen]
        if isinstance(normalizer, str):
            origins.append(NORMALIZERS.origin(registered))
        forgiving = forgiveness.choose(
            *(chosen, forgive),
            lang=spoken,
            normalizer=registered,
            guard=options.guard,
            entities=[phrase.text for phrase in options.entities or ()],
            severities=options.severities,
        )
        _check_language(chosen, lang)
        read, passed_over = choices.choose(options.alternatives, options.dont_care)
        choices.check(chosen, read, passed_over, forgives=forgiving is not None)
        if forgiving is not None:
            forgiveness.check(chosen, units, weights, lang)
            forgiveness.check_language(registered, spoken)
            origins += forgiveness.origins(forgiving[0])
        return cls(
            metrics=chosen,
            units=tuple(unit or "" for unit in units),
            normalizer=f"{registered}@{found.version}",
            ties=ties,
            edit_weights=weights,
            missing=options.missing,
            insertions=insertions or INSERTIONS[0],
            plugins=tuple(sorted({origin for origin in origins if origin})),
            judges=_judges(kinds, chosen, options.judge),
            **forgiveness.fields(forgiving),
            **session_fields(kinds, chosen, options),
            alternatives=read,
            dont_care=passed_over,
            packs=packs.pinned(
                *(normalizer_of(each) for each in own if each),
                *(() if all(own) else (found,)),
                forgiving and forgiving[0],
            ),
        )

    @property
    def uses_sessions(self) -> bool:
        """Whether it scores sessions with several speakers, and not utterances."""
        return any(METRICS.get(name).uses_sessions for name in self.metrics)

    def checked(self) -> Recipe:
        """Return the same recipe, which may come from anywhere.

        Raises:
            UsageError: a part that no recipe could have.
        """
        self._check_metrics()
        if not isinstance(self.normalizer, str) or not _PINNED.fullmatch(self.normalizer):
            raise UsageError(f"a recipe with normalizer={given(self.normalizer)}; expected NAME@1")
        if not all(_PLUGIN.fullmatch(name) and name.isprintable() for name in self.plugins):
            raise UsageError(f"a recipe with plugins={self.plugins!r}; expected NAME@VERSION")
        if self.judges:
            signatures.judges_of("+".join(self.judges), self.metrics, "a recipe")
        one_of("ties", self.ties, known=TIES)
        one_of("missing", self.missing, known=MISSING)
        one_of("insertions", self.insertions, known=INSERTIONS)
        _, weights = _ties_and_weights(self.ties, self.edit_weights)
        forgiveness.check_fields(self)
        if choices.choose(self.alternatives, self.dont_care or None) != self.choices:
            raise UsageError(
                f"a recipe with alternatives={self.alternatives!r}; expected them once"
            )
        choices.check(self.metrics, *self.choices, forgives=bool(self.forgive))
        packs.checked(self.packs)
        return replace(self, edit_weights=weights)

    def _check_metrics(self) -> None:
        for part in ("metrics", "units", "plugins", "judges"):
            texts = getattr(self, part)
            if not isinstance(texts, tuple) or not all(isinstance(text, str) for text in texts):
                raise UsageError(f"a recipe with {part}={given(texts)}; expected texts")
        if not self.metrics or len({*self.metrics}) < len(self.metrics):
            raise UsageError(f"a recipe with metrics={self.metrics!r}; expected each once")
        if len(self.units) != len(self.metrics):
            raise UsageError(f"a recipe with units={self.units!r} for {len(self.metrics)} metrics")
        for name, unit in zip(self.metrics, self.units, strict=True):
            known = METRICS.get(name).units
            if unit or known:
                one_of(f"unit of {name}", unit, known=known)

    def build(self) -> list[Metric]:
        """Return the metrics, ready to count."""
        metrics = []
        judges = self.judges or ("",) * len(self.metrics)
        for name, unit, judge in zip(self.metrics, self.units, judges, strict=True):
            metric = self._metric(name, unit or None, judge)
            if metric.name != name:  # registered under another name than its own
                vars(metric)["name"] = name
            metrics.append(metric)
        return metrics

    def _metric(self, name: str, unit: str | None, judge: str) -> Metric:
        kind: Any = METRICS.get(name)
        if kind.judged:
            made: Metric = kind(unit, judge)
            return made
        if not self.forgive and name not in forgiveness.ALWAYS:
            return METRICS.get(name)(unit)
        forgiven: Any = FORGIVEN.get(name)
        if not forgiven.weighs:
            return forgiven(unit)  # type: ignore[no-any-return]
        reasons = [pinned.partition("@")[0] for pinned in self.forgive]
        return forgiven(unit, reasons, forgiveness.severities_for(self.severities, name))  # type: ignore[no-any-return]

    def forgiving(self) -> Forgiving | ByLanguage | None:
        """Return the forgivers; ``None`` without any, or if some of them are not here."""
        return forgiveness.forgiving(self)

    @property
    def normalizes(self) -> bool:
        """Whether texts are changed before they are scored."""
        return self.normalizer.partition("@")[0] != "none"

    @property
    def leaves_out_notes(self) -> bool:
        """Whether noises and tokens of decoders are no words, and marks of unwritten words any words."""
        if self.normalizer.startswith("mondegreen-"):
            return not self.normalizer.partition("@")[0].endswith(("-keep-tags", "-words-of-tags"))
        if self.forgive:
            return True
        return all(METRICS.get(name).leaves_out_notes for name in self.metrics)

    @property
    def choices(self) -> tuple[tuple[str, ...], str]:
        """What is read in references that leave a choice, and what stands for anything."""
        return self.alternatives, self.dont_care

    @property
    def reads(self) -> bool:
        """Whether references may leave a choice."""
        return any(self.choices)

    @property
    def normalizers(self) -> tuple[str, ...]:
        """The normalizer of each metric: its own, or the one that was chosen."""
        return tuple(METRICS.get(name).normalizer or self.normalizer for name in self.metrics)

    def only(self, *metrics: str) -> Recipe:
        """Return the recipe of some of the metrics."""
        at = [self.metrics.index(metric) for metric in metrics]
        judges = tuple(self.judges[each] for each in at) if self.judges else ()
        units = tuple(self.units[each] for each in at)
        unused = fields_without_use([METRICS.get(name) for name in metrics])
        found = replace(
            self, metrics=metrics, units=units, judges=judges if any(judges) else (), **unused
        )
        return replace(found, packs=packs.of_metrics(self.packs, found))

    def agrees(self, other: Recipe) -> bool:
        """Whether results of both may be merged and compared.

        They must be the same, and no language pack may have had other tables for one of them.
        """
        return self == other and not packs.conflict(self.packs, other.packs)

    def reading(self, alternatives: str) -> Recipe:
        """Return the recipe that also reads alternatives, as a corpus says it has them.

        Raises:
            UsageError: a metric cannot follow them.
        """
        return self._with(self.missing, alternatives, None)

    def options(self) -> dict[str, Any]:
        """Return the options that make this recipe, without those that have their default.

        Raises:
            UsageError: no options make it.

        >>> Recipe.choose("sclite@1").options()
        {'metrics': ['wer'], 'normalizer': 'lower@1', 'edit_weights': '4/3/3'}
        """
        short = self.signature(short=True)
        found = signatures.parse(short)
        options = dict(found.options)
        units = {unit for unit in found.units or () if unit}
        if len(units) == 1:
            options["unit"] = units.pop()
        if found.judges or units or Recipe.make(**options) != self:
            raise UsageError(f"{short!r} decides more than options can; give it whole, as recipe=")
        return options

    def signature(self, *, short: bool = False) -> str:
        """Return the comparing part."""
        return signatures.write(self, short=short)

    @classmethod
    def parse(cls, signature: str) -> Recipe:
        """Return the recipe that a signature, long or short, stands for.

        Raises:
            UsageError: a field that is not understood, or a version that is not here.

        >>> Recipe.parse("wer@1|normalizer:lower@1").normalizer
        'lower@1'
        """
        options, units, judges, plugins, pins = signatures.parse(signature)
        packs.check(pins)
        recipe = cls.make(**options)
        if plugins is not None and plugins != "+".join(recipe.plugins):
            raise UsageError(
                f"{signature!r} was made with other plug-ins than are here: "
                f"{', '.join(recipe.plugins) or 'none'}"
            )
        return replace(recipe, units=units or recipe.units, judges=judges or recipe.judges)


def settled(options: S) -> S:
    """Return the options with what they name read: phrases, lists of forgivers, and the judge.

    Raises:
        UsageError: something of it cannot be used.
        InputError: a file cannot be read.
    """
    found: dict[str, Any] = usual_set(options)
    if options.entities is not None:
        from mondegreen.corpus.phrases import phrases  # seldom needed

        found["entities"] = phrases(options.entities)
    if options.synonyms is not None or options.spellings is not None:
        found |= {"forgive": forgiveness.with_lists(options), "synonyms": None, "spellings": None}
    if options.judge is not None:
        found["judge"] = options.judge.speaking(options.lang)
    return options.replace(**found) if found else options


def deciding(options: Scoring) -> list[str]:
    """Return the options that were given and say what a recipe says; what is data does not.

    Forgivers that are objects may bring a recipe the lists that it lacks.
    """
    found = []
    for name in sorted(options.given):
        about = options.described[name]
        if name == "forgive":
            counts = forgiveness.names_any(options.forgive)
        else:
            counts = name == "metrics" or bool(about.signature and not about.data)
        found += [name] if counts else []
    return found


def _judges(
    kinds: Sequence[Any], metrics: Sequence[str], judging: Judging | None
) -> tuple[str, ...]:
    if judging is None and not any(kind.judged for kind in kinds):
        return ()
    from mondegreen.scoring.judged import pins  # imported only if needed

    return pins(metrics, judging)


def _check_language(metrics: Sequence[str], lang: str | None) -> None:
    for name in metrics if lang else ():
        known = METRICS.get(name).languages
        if lang and known and lang.partition("-")[0].lower() not in known:
            raise UsageError(
                f"{name} is for {' and '.join(known)}, not for {lang!r}; use wer with the "
                f"forgivers of {lang} instead: -m wer --forgive agent --lang {lang}"
            )


def _names(metrics: Any, usual: str) -> tuple[str, ...]:
    if metrics is None:
        return (usual,)
    given_names = metrics.split(",") if isinstance(metrics, str) else metrics
    found = [name.strip() for name in listed_names(given_names, "metrics", "['wer', 'cer']")]
    if not found or not all(found):
        raise UsageError(f"name at least one metric; known: {', '.join(METRICS.names())}")
    return tuple(dict.fromkeys(found))


def _ties_and_weights(ties: str, value: Any) -> tuple[str, tuple[int, int, int]]:
    if isinstance(value, (list, tuple)) and all(isinstance(part, (int, float)) for part in value):
        value = tuple(value)
    elif not (value is None or isinstance(value, str)):
        raise UsageError(
            f"edit_weights={given(value)}: expected three whole numbers, such as (4, 3, 3), or 'sclite'"
        )
    rule, weights = tie_rule(ties, value)
    return rule, weights or (1, 1, 1)


def _chosen_by(lang: str | None, metrics: Any) -> str:
    """Say that the language chose the metric, if it did."""
    if metrics is not None or not is_unspaced(lang):
        return ""
    return f"; {lang} has no spaces between words, so cer is scored; name wer to count words"


def _hint(value: Any, known: Any) -> str:
    near = did_you_mean(value, known) if isinstance(value, str) else ""
    return f".{near}" if near else ""


def _list(names: Any) -> str:
    return ", ".join(map(repr, names))
