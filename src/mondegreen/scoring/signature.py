"""Signatures: the one line that pins every choice that decides a number, written and read.

The *comparing* part is a list of ``key:value`` fields parted by ``|``::

    wer@1+cer@1|unit:word@1+character@1|normalizer:none@1|ties:most-hits@1|weights:1/1/1|missing:error

Metrics and their units are in the same order, parted by ``+``; what has a version carries it
after ``@``. The short form leaves out the fields that have their default. Where a metric has a
normalizer of its own, the normalizers are one a metric, as units do::

    wer@1+space-norm-wer@1|unit:word@1+|normalizer:none@1+space-norm@1|...

Which fields there are, and their order, is said by `mondegreen.options.scoring`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen._kernel import INSERTIONS
from mondegreen.errors import UsageError, counted, did_you_mean
from mondegreen.metrics.registry import METRICS
from mondegreen.options.checks import one_of
from mondegreen.options.scoring import TIES, Scoring
from mondegreen.scoring import alternatives as choices
from mondegreen.scoring import forgiveness, packs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.recipe import Recipe

__all__ = ["FIELDS", "Parsed", "judges_of", "parse", "write"]

FIELDS: Final = (
    *dict.fromkeys(each.signature for each in Scoring.described.values() if each.signature),
    "packs",
    "plugins",
)
_LONGEST_SHOWN: Final = 300
_UNIT_VERSIONS: Final = dict.fromkeys(("grapheme", "grapheme-no-space", "mixed"), "unicode15.0")
_TIE_VERSION: Final = "1"


class Parsed(NamedTuple):
    """What a signature says.

    Attributes:
        options: those of `mondegreen.score`, except for what follows.
        units: one a metric; ``None`` for the usual ones.
        judges: one a metric; none where no metric is judged.
        plugins: as the signature has them; ``None`` if it has no such field.
        packs: the language packs that it names.
    """

    options: dict[str, Any]
    units: tuple[str, ...] | None
    judges: tuple[str, ...]
    plugins: str | None
    packs: tuple[str, ...]


def write(recipe: Recipe, *, short: bool) -> str:
    """Return the comparing part of a recipe's signature."""
    names = [f"{name}@{METRICS.get(name).version}" for name in recipe.metrics]
    normalizers = recipe.normalizers
    found = {
        "unit": "+".join(map(_versioned, recipe.units)) if any(recipe.units) else "",
        "normalizer": "+".join(normalizers if len({*normalizers}) > 1 else normalizers[:1]),
        **dict(choices.signature(recipe)),
        **dict(forgiveness.signature(recipe)),
        "judge": "+".join(recipe.judges),
        "ties": f"{recipe.ties}@{_TIE_VERSION}",
        "weights": "/".join(map(str, recipe.edit_weights)),
        "missing": recipe.missing,
        "packs": "+".join(recipe.packs),
        "plugins": "+".join(recipe.plugins),
    }
    if any(METRICS.get(name).uses_insertions for name in recipe.metrics):
        found["insertions"] = recipe.insertions
    found |= {
        "collar": recipe.collar,
        "der": recipe.der_convention,
        "der-collar": recipe.der_collar,
        "der-overlap": ("scored" if recipe.der_overlap else "not-scored") * bool(recipe.der_collar),
    }
    usual = _usual(recipe, found) if short else {}
    fields = [(key, found.get(key)) for key in FIELDS]
    shown = (f"{key}:{value}" for key, value in fields if value and usual.get(key) != value)
    return "|".join(["+".join(names), *shown])


def _usual(recipe: Recipe, found: dict[str, str]) -> dict[str, str]:
    """Return the fields as they are when nothing was chosen."""
    units = [next(iter(METRICS.get(name).units), "") for name in recipe.metrics]
    usual = {
        "ties": f"{Scoring.described['ties'].default}@{_TIE_VERSION}",
        "weights": "1/1/1",
        "missing": Scoring.described["missing"].default,
        "insertions": INSERTIONS[0],
        "der-collar": "0",
        "der-overlap": "scored",
        "unit": "+".join(map(_versioned, units)),
        "guard": forgiveness.GUARD,
        "lang": "en",
    }
    if recipe.normalizer == "none@1":
        usual["normalizer"] = found["normalizer"]
    return usual


def parse(signature: str) -> Parsed:
    """Return what a signature, long or short, says.

    Raises:
        UsageError: a field that is not understood, or a version that is not here.

    >>> parse("wer@1|normalizer:lower@1|missing:skip").options
    {'metrics': ['wer'], 'normalizer': 'lower@1', 'missing': 'skip'}
    """
    more = "..." if len(signature) >= _LONGEST_SHOWN else ""
    shown = repr(signature[:_LONGEST_SHOWN] + more)
    first, *rest = signature.strip().split("|")
    fields = dict(part.partition(":")[::2] for part in rest)
    unknown = set(fields) - set(FIELDS)
    if unknown or not first:
        odd = min(unknown, default="")
        near = did_you_mean(odd, FIELDS)
        known = f" Fields: {', '.join(FIELDS)}." if unknown and not near else ""
        raise UsageError(
            f"{shown} is not a signature: "
            + (f"unknown field {odd!r}.{near}" if unknown else "it names no metric.")
            + f"{known} Expected METRIC@VERSION|FIELD:VALUE|..., such as wer@1|normalizer:lower@1"
        )
    pinned = [part.partition("@")[::2] for part in first.split("+")]
    if len(fields) < len(rest) or len(dict(pinned)) < len(pinned):
        raise UsageError(
            f"{shown} is not a signature: a field or metric occurs twice, expected each once"
        )
    for name, version in pinned:
        _same_version("metric", name, version, METRICS.get(name).version)
    names = [name for name, _ in pinned]
    options: dict[str, Any] = {"metrics": names}
    normalizer = _common_normalizer(fields.get("normalizer"), names)
    if normalizer != "none":
        options["normalizer"] = normalizer
    if "ties" in fields:
        options["ties"], _, version = fields["ties"].partition("@")
        one_of("ties", options["ties"], known=TIES)
        _same_version("tie rule", options["ties"], version, _TIE_VERSION)
    options |= forgiveness.parse(fields, shown)
    for key, name in _PLAIN.items():
        if key in fields:
            options[name] = fields[key]
    if "der-overlap" in fields:
        options["der_overlap"] = (
            one_of("der-overlap", fields["der-overlap"], known=("scored", "not-scored")) == "scored"
        )
    units = None if "unit" not in fields else _units(fields["unit"], names, signature)
    judges = judges_of(fields["judge"], names, shown) if "judge" in fields else ()
    pins = packs.checked(tuple(fields["packs"].split("+"))) if "packs" in fields else ()
    return Parsed(options, units, judges, fields.get("plugins"), pins)


_PLAIN: Final = {
    each.signature: name
    for name, each in Scoring.described.items()
    if name
    in {
        *("edit_weights", "missing", "alternatives", "dont_care", "insertions"),
        *("collar", "der_collar", "der_convention"),
    }
}
"""Fields that are written as the option is given."""


def _units(field: str, names: Sequence[str], signature: str) -> tuple[str, ...]:
    units = [part.partition("@")[::2] for part in field.split("+")]
    if len(units) != len(names):
        raise UsageError(
            f"{signature!r}: {counted(len(names), 'metric')}, {counted(len(units), 'unit')}; expected a unit per metric, such as "
            "wer@1+cer@1|unit:word@1+character@1"
        )
    for name, (unit, version) in zip(names, units, strict=True):
        if unit or METRICS.get(name).units:
            one_of(f"unit of {name}", unit, known=METRICS.get(name).units)
            _same_version("unit", unit, version, _UNIT_VERSIONS.get(unit, "1"))
    return tuple(unit for unit, _ in units)


def judges_of(field: str, metrics: Sequence[str], shown: str) -> tuple[str, ...]:
    """Return the judges that are in a signature, one a metric.

    Raises:
        UsageError: they are not understood.
    """
    from mondegreen.scoring.judged import parse as parse_judges  # imported only if needed

    return parse_judges(field, metrics, shown)


def _common_normalizer(field: str | None, metrics: Sequence[str]) -> str:
    """Return the normalizer of the metrics that have none of their own.

    Raises:
        UsageError: there are several, or another one is where a metric has its own.
    """
    own = [METRICS.get(name).normalizer for name in metrics]
    parts = ["none"] if field is None else field.split("+")
    if len(parts) == 1 and (field is None or not all(own)):
        return parts[0]
    parts *= len(own) if len(parts) == 1 else 1
    if len(parts) != len(own):
        raise UsageError(
            f"normalizer:{field}: {counted(len(own), 'metric')}, {len(parts)} normalizers; expected one for all, or "
            "one per metric, joined by +"
        )
    for name, part, mine in zip(metrics, parts, own, strict=True):
        if mine and part not in {mine, mine.partition("@")[0]}:
            raise UsageError(
                f"{name} is scored with {mine}, its own normalizer, and not with {part!r}; leave "
                "normalizer: out"
            )
    others = dict.fromkeys(part for part, mine in zip(parts, own, strict=True) if not mine)
    if len(others) > 1:
        listed = ", ".join(map(repr, others))
        raise UsageError(
            f"normalizer:{field}: expected one normalizer for all metrics, got {listed}; score them in "
            "runs of their own"
        )
    return next(iter(others), "none")


def _versioned(unit: str) -> str:
    return f"{unit}@{_UNIT_VERSIONS.get(unit, '1')}" if unit else ""


def _same_version(kind: str, name: str, version: str, here: str) -> None:
    if version and version != here:
        raise UsageError(
            f"the {kind} {name!r} is here in version {here}, not {version}; "
            "use the release of mondegreen that made the result, or score again"
        )
