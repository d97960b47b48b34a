"""Every choice that decides a number, and the one line that pins them all.

The *comparing* part of a signature is a list of ``key:value`` fields parted by ``|``::

    wer@1+cer@1|unit:word@1+character@1|normalizer:none@1|ties:most-hits@1|weights:1/1/1|missing:error

Metrics and their units stand in the same order, parted by ``+``; what has a version carries it
behind ``@``. The short form leaves out the fields that have their default. The *provenance* part,
``mondegreen:0.1.0|kernel:native``, says what made the number, and never stands in the way of a
comparison. A signature can be given back as a recipe.

Where a metric has a normalizer of its own, the normalizers stand one a metric, as units do::

    wer@1+space-norm-wer@1|unit:word@1+|normalizer:none@1+space-norm@1|...
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from mondegreen._kernel import INSERTIONS
from mondegreen.alignment.weights import tie_rule
from mondegreen.errors import UsageError, did_you_mean, visible
from mondegreen.metrics.registry import FORGIVEN, METRICS
from mondegreen.scoring import alternatives as choices
from mondegreen.scoring import forgiveness
from mondegreen.scoring.arguments import given, listed_names
from mondegreen.scoring.chosen_normalizer import NAMED, normalizer_of
from mondegreen.scoring.language import UNSPACED_UNIT, is_switched, is_unspaced
from mondegreen.text.normalizers import NORMALIZERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.forgive.choosing import Forgiving
    from mondegreen.forgive.languages import ByLanguage
    from mondegreen.metrics.base import Metric
    from mondegreen.metrics.judging import Judging

__all__ = ["OF_THE_INPUT", "TIES", "Recipe"]

_PINNED = re.compile(rf"{NAMED.pattern}(?:\{{[\w-]+\}}[\w-]*)?@{NAMED.pattern}")
_PLUGIN = re.compile(r"[^\s@|:]+@[^\s@|:]+")

TIES = {"jiwer": "jiwer@1", "most-hits": "most-hits@1", "sclite": "sclite@1"}
OF_THE_INPUT = ("missing", "alternatives", "dont_care")
"""What depends on the texts, so that it may be said next to a recipe."""
_LAST_FIELDS = ("ties", "weights", "missing", "insertions", "plugins")
POLICIES = ("error", "deletions", "skip")
UNIT_VERSIONS = dict.fromkeys(("grapheme", "grapheme-no-space", "mixed"), "unicode15.0")


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
        dont_care: what stands there for anything, a set or an expression; empty for nothing.
        judges: one a metric, as signatures name it, and empty for those without; none at all where
            no metric is judged.
        languages: those that the column holds. They belong to the texts, so two recipes are the
            same without them.
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
    dont_care: str = ""
    judges: tuple[str, ...] = ()
    languages: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def choose(cls, recipe: Any = None, **options: Any) -> Recipe:
        """Return the recipe that is given, by name, as a signature or whole; without one make it.

        What becomes of missing hypotheses, and what is read in texts, may be said next to one:
        ``missing`` and ``dont_care`` instead of what it says, ``alternatives`` in addition to it.

        Raises:
            UsageError: a recipe, and next to it other options of `make` than the usual ones.

        >>> Recipe.choose("wer|normalizer:lower", missing="error").normalizer
        'lower@1'
        >>> Recipe.choose("sclite", alternatives="optional", missing="skip").alternatives
        ('nist', 'optional')
        """
        if recipe is None:
            return cls.make(**options)
        beside = {name: options.pop(name, None) for name in OF_THE_INPUT}
        return cls._given(recipe, **options)._with(**beside)

    @classmethod
    def _given(cls, recipe: Any, **options: Any) -> Recipe:
        usual: dict[str, Any] = {"normalizer": "none", "ties": "most-hits"}
        usual |= {"guard": True, "entities": ()}
        beside = [
            f"{option}={value!r}" if isinstance(value, str) else option
            for option, value in options.items()
            if value is not None and not (option in usual and _plainly(value, usual[option]))
        ]
        if beside:
            raise UsageError(
                f"recipe= says everything about the score; leave out {', '.join(beside)}"
            )
        if isinstance(recipe, Recipe):
            return recipe.checked()
        if not isinstance(recipe, str):
            raise UsageError(
                f"recipe={given(recipe)}: expected a signature, as result.signature, the name of a "
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

    def _with(self, missing: Any, alternatives: Any, dont_care: Any) -> Recipe:
        """Return the recipe with what is said next to it of the texts."""
        recipe = self
        if missing not in {None, "error"}:
            recipe = replace(recipe, missing=missing)
        if alternatives is not None or dont_care is not None:
            read, passed_over = choices.add(self.choices, alternatives, dont_care)
            recipe = replace(recipe, alternatives=read, dont_care=passed_over)
        return recipe if recipe is self else recipe.checked()

    @classmethod
    def make(
        cls,
        *,
        metrics: str | Sequence[str] | None = None,
        normalizer: Any = "none",
        ties: str = "most-hits",
        edit_weights: Any = None,
        unit: str | None = None,
        missing: str = "error",
        insertions: str | None = None,
        lang: str | None = None,
        forgive: Any = None,
        guard: bool = True,
        entities: Iterable[str] = (),
        severities: Any = None,
        alternatives: Any = None,
        dont_care: Any = None,
        judging: Judging | None = None,
    ) -> Recipe:
        """Check the choices and complete them.

        ``unit`` applies to each metric that can count in it; it is an error if none can. ``lang``
        decides what was not chosen: a language without spaces between words is scored in
        characters, and two languages, as ``zh-en``, in the unit ``mixed``. ``forgive`` are names of
        forgivers or presets, or objects, in any order.

        Raises:
            UsageError: a choice that is not there, with the ones that are.

        >>> Recipe.make(lang="zh").signature(short=True)
        'cer@1|unit:character-no-space@1'
        """
        spoken, lang = lang, None if forgiveness.is_column(lang) else lang
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
        _one_of("ties", ties, TIES)
        _one_of("missing", missing, POLICIES)
        ties, weights = _ties_and_weights(ties, edit_weights)
        if unit is not None and not isinstance(unit, str):
            raise UsageError(f"unit={given(unit)}: expected a name, as 'word' or 'character'")
        if unit is not None and not any(unit in kind.units for kind in kinds):
            known = dict.fromkeys(unit for kind in kinds for unit in kind.units)
            hint = _hint(unit, known) + _chosen_by(lang, metrics)
            raise UsageError(
                f"{' and '.join(chosen)} cannot count in {unit!r}; known: {_list(known)}{hint}"
            )
        units = tuple(unit if unit in kind.units else next(iter(kind.units), "") for kind in kinds)
        if insertions is not None:
            _one_of("insertions", insertions, INSERTIONS)
            if not any(kind.uses_insertions for kind in kinds):
                raise UsageError(
                    f"insertions={insertions!r} says how space-wer counts, which is not among "
                    f"{' and '.join(chosen)}; leave it out, or add the metric"
                )
        found = normalizer_of(normalizer, lang)
        own = [kind.normalizer for kind in kinds]
        if found.name != "none" and all(own):
            raise UsageError(
                f"{chosen[0]} is defined with a normalizer of its own, {own[0]}, so "
                f"{found.name!r} would change nothing; leave it out, or take "
                + (f"{chosen[0]}[normalizer={found.name}] or " * kinds[0].takes_normalizer)
                + "space-wer, which is scored on any normalizer"
            )
        # A name as it is registered, which for a plug-in may be longer than the thing's own.
        registered = normalizer.partition("@")[0] if isinstance(normalizer, str) else found.name
        # Of a region without a normalizer of its own it is the language's.
        registered = found.name if registered.startswith("mondegreen-") else registered
        origins = [METRICS.origin(name) for name in chosen]
        if isinstance(normalizer, str):
            origins.append(NORMALIZERS.origin(registered))
        forgiving = forgiveness.choose(
            *(chosen, forgive),
            lang=spoken,
            normalizer=registered,
            guard=guard,
            entities=entities,
            severities=severities,
        )
        _check_language(chosen, lang)
        read, passed_over = choices.choose(alternatives, dont_care)
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
            missing=missing,
            insertions=insertions or INSERTIONS[0],
            plugins=tuple(sorted({origin for origin in origins if origin})),
            judges=_judges(kinds, chosen, judging),
            **forgiveness.fields(forgiving),
            alternatives=read,
            dont_care=passed_over,
        )

    def checked(self) -> Recipe:
        """Return the same recipe, which may have been written by anybody.

        Raises:
            UsageError: a part that no recipe could have.
        """
        self._check_metrics()
        if not isinstance(self.normalizer, str) or not _PINNED.fullmatch(self.normalizer):
            raise UsageError(f"a recipe with normalizer={given(self.normalizer)}; expected NAME@1")
        if not all(_PLUGIN.fullmatch(name) and name.isprintable() for name in self.plugins):
            raise UsageError(f"a recipe with plugins={self.plugins!r}; expected NAME@VERSION")
        if self.judges:
            _parse_judges("+".join(self.judges), self.metrics, "a recipe")
        _one_of("ties", self.ties, TIES)
        _one_of("missing", self.missing, POLICIES)
        _one_of("insertions", self.insertions, INSERTIONS)
        _, weights = _ties_and_weights(self.ties, self.edit_weights)
        forgiveness.check_fields(self)
        if choices.choose(self.alternatives, self.dont_care or None) != self.choices:
            raise UsageError(
                f"a recipe with alternatives={self.alternatives!r}; expected them once"
            )
        choices.check(self.metrics, *self.choices, forgives=bool(self.forgive))
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
                _one_of(f"unit of {name}", unit, known)

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
        reasons = [pinned.partition("@")[0] for pinned in self.forgive]
        weights = forgiveness.severities_for(self.severities, name)
        return FORGIVEN.get(name)(unit, reasons, weights)

    def forgiving(self) -> Forgiving | ByLanguage | None:
        """Return the forgivers; ``None`` without any, or if some of them are not here."""
        return forgiveness.forgiving(self)

    @property
    def normalizes(self) -> bool:
        """Whether texts are changed before they are scored."""
        return self.normalizer.partition("@")[0] != "none"

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
        return replace(self, metrics=metrics, units=units, judges=judges if any(judges) else ())

    def reading(self, alternatives: str) -> Recipe:
        """Return the recipe that also reads alternatives, as a corpus says it has them.

        Raises:
            UsageError: a metric cannot follow them.
        """
        return self._with(None, alternatives, None)

    def signature(self, *, short: bool = False) -> str:
        """Return the comparing part."""
        names = [f"{name}@{METRICS.get(name).version}" for name in self.metrics]
        fields = [
            ("unit", "+".join(_versioned(unit) for unit in self.units)),
            ("normalizer", "+".join(self.normalizers)),
            *choices.signature(self),
            *forgiveness.signature(self),
            ("judge", "+".join(self.judges)),
            ("ties", TIES[self.ties]),
            ("weights", "/".join(map(str, self.edit_weights))),
            ("missing", self.missing),
            ("insertions", self.insertions),
            ("plugins", "+".join(self.plugins)),
        ]
        if len({*self.normalizers}) == 1:
            fields[1] = ("normalizer", self.normalizers[0])
        if not any(METRICS.get(name).uses_insertions for name in self.metrics):
            fields.remove(("insertions", self.insertions))
        if not any(self.units):
            del fields[0]
        if short:
            usual = {"ties": TIES["most-hits"], "weights": "1/1/1", "missing": "error"}
            usual |= {"insertions": INSERTIONS[0]}
            usual |= {"unit": "+".join(map(_versioned, self._usual_units()))}
            if self.normalizer == "none@1":
                usual |= {"normalizer": dict(fields)["normalizer"]}
            usual |= {"guard": forgiveness.GUARD, "lang": "en"}
            fields = [(key, value) for key, value in fields if usual.get(key) != value]
        return "|".join(["+".join(names), *(f"{key}:{value}" for key, value in fields if value)])

    def _usual_units(self) -> list[str]:
        return [next(iter(METRICS.get(name).units), "") for name in self.metrics]

    @classmethod
    def parse(cls, signature: str) -> Recipe:
        """Return the recipe that a signature, long or short, stands for.

        Raises:
            UsageError: a field that is not understood, or a version that is not here.

        >>> Recipe.parse("wer@1|normalizer:lower@1").normalizer
        'lower@1'
        """
        shown = repr(signature if len(signature) < 300 else signature[:300] + "...")  # noqa: PLR2004
        first, *rest = signature.strip().split("|")
        fields = dict(part.partition(":")[::2] for part in rest)
        known = (
            *("unit", "normalizer", *choices.FIELDS, *forgiveness.FIELDS, "judge"),
            *_LAST_FIELDS,
        )
        unknown = set(fields) - set(known)
        if unknown or not first:
            raise UsageError(
                f"{shown} is not a signature: "
                + (f"unknown field {min(unknown)!r}" if unknown else "it names no metric")
                + f"; expected METRIC@VERSION and fields among {', '.join(known)}, parted by |"
            )
        names = [part.partition("@")[::2] for part in first.split("+")]
        if len(fields) < len(rest) or len(dict(names)) < len(names):
            raise UsageError(f"{shown} is not a signature: a field or metric stands twice")
        for name, version in names:
            _same_version("metric", name, version, METRICS.get(name).version)
        ties, _, version = fields.get("ties", "most-hits").partition("@")
        _one_of("ties", ties, TIES)
        _same_version("tie rule", ties, version, "1")
        recipe = cls.make(
            metrics=[name for name, _ in names],
            normalizer=_common_normalizer(fields.get("normalizer"), [name for name, _ in names]),
            ties=ties,
            edit_weights=fields.get("weights"),
            missing=fields.get("missing", "error"),
            **forgiveness.parse(fields, shown),
            alternatives=fields.get("alternatives"),
            dont_care=fields.get("dont-care"),
            insertions=fields.get("insertions"),
        )
        if "judge" in fields:
            judges = _parse_judges(fields["judge"], recipe.metrics, shown)
            recipe = replace(recipe, judges=judges)
        if fields.get("plugins", "+".join(recipe.plugins)) != "+".join(recipe.plugins):
            raise UsageError(
                f"{signature!r} was made with other plug-ins than are here: "
                f"{', '.join(recipe.plugins) or 'none'}"
            )
        if "unit" not in fields:
            return recipe
        units = [part.partition("@")[::2] for part in fields["unit"].split("+")]
        if len(units) != len(names):
            raise UsageError(f"{signature!r}: {len(names)} metrics, {len(units)} units")
        for (name, _), (unit, version) in zip(names, units, strict=True):
            if unit or METRICS.get(name).units:
                _one_of(f"unit of {name}", unit, METRICS.get(name).units)
                _same_version("unit", unit, version, UNIT_VERSIONS.get(unit, "1"))
        return replace(recipe, units=tuple(unit for unit, _ in units))


def _judges(
    kinds: Sequence[Any], metrics: Sequence[str], judging: Judging | None
) -> tuple[str, ...]:
    if judging is None and not any(kind.judged for kind in kinds):
        return ()
    from mondegreen.scoring.judged import pins  # nobody pays who asks nobody

    return pins(metrics, judging)


def _parse_judges(field: str, metrics: Sequence[str], shown: str) -> tuple[str, ...]:
    from mondegreen.scoring.judged import parse  # as above

    return parse(field, metrics, shown)


def _plainly(value: Any, usual: Any) -> bool:
    """Whether an option is what it is when nobody chose it."""
    return type(value) is type(usual) and value == usual


def _common_normalizer(field: str | None, metrics: Sequence[str]) -> str:
    """Return the normalizer of the metrics that have none of their own.

    Raises:
        UsageError: there are several, or another one stands where a metric has its own.
    """
    own = [METRICS.get(name).normalizer for name in metrics]
    parts = ["none"] if field is None else field.split("+")
    if len(parts) == 1 and (field is None or not all(own)):
        return parts[0]
    parts *= len(own) if len(parts) == 1 else 1
    if len(parts) != len(own):
        raise UsageError(f"normalizer:{field}: {len(own)} metrics, {len(parts)} normalizers")
    for name, part, mine in zip(metrics, parts, own, strict=True):
        if mine and part not in {mine, mine.partition("@")[0]}:
            raise UsageError(f"{name} is scored with {mine} and no other normalizer, not {part!r}")
    others = dict.fromkeys(part for part, mine in zip(parts, own, strict=True) if not mine)
    if len(others) > 1:
        raise UsageError(f"normalizer:{field}: expected one, not {_list(others)}")
    return next(iter(others), "none")


def _check_language(metrics: Sequence[str], lang: str | None) -> None:
    for name in metrics if lang else ():
        known = METRICS.get(name).languages
        if lang and known and lang.partition("-")[0].lower() not in known:
            raise UsageError(
                f"{name} knows {' and '.join(known)} alone, not {lang!r}; take wer with the "
                f"forgivers of {lang} instead: -m wer --forgive agent --lang {lang}"
            )


def _versioned(unit: str) -> str:
    return f"{unit}@{UNIT_VERSIONS.get(unit, '1')}" if unit else ""


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
            f"edit_weights={given(value)}: expected three whole numbers, as (4, 3, 3), or 'sclite'"
        )
    rule, weights = tie_rule(ties, value)
    return rule, weights or (1, 1, 1)


def _same_version(kind: str, name: str, version: str, here: str) -> None:
    if version and version != here:
        raise UsageError(
            f"the {kind} {name!r} is here in version {here}, not {version}; "
            "use the release of mondegreen that made the result, or score again"
        )


def _one_of(option: str, value: Any, known: Any) -> None:
    if not isinstance(value, str) or value not in known:
        hint = _hint(value, known)
        shown = repr(value) if isinstance(value, str) else given(value)
        raise UsageError(f"{option}={shown} is not known; expected one of {_list(known)}{hint}")


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
