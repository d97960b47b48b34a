"""Every choice that decides a number, and the one line that pins them all.

The *comparing* part of a signature is a list of ``key:value`` fields parted by ``|``::

    wer@1+cer@1|unit:word@1+character@1|normalizer:none@1|ties:most-hits@1|weights:1/1/1|missing:error

Metrics and their units stand in the same order, parted by ``+``; what has a version carries it
behind ``@``. The short form leaves out the fields that have their default. The *provenance* part,
``mondegreen:0.1.0|kernel:native``, says what made the number, and never stands in the way of a
comparison. A signature can be given back as a recipe.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mondegreen.alignment.weights import parse_edit_weights
from mondegreen.errors import UsageError, did_you_mean
from mondegreen.metrics.registry import METRICS
from mondegreen.text.normalizers import NORMALIZERS, normalizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.base import Metric

__all__ = ["TIES", "Recipe"]

TIES = {"jiwer": "jiwer@1", "most-hits": "most-hits@1"}
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
        plugins: distributions of the metrics and normalizers that are not built in.
    """

    metrics: tuple[str, ...] = ("wer",)
    units: tuple[str, ...] = ("word",)
    normalizer: str = "none@1"
    ties: str = "most-hits"
    edit_weights: tuple[int, int, int] = (1, 1, 1)
    missing: str = "error"
    plugins: tuple[str, ...] = ()

    @classmethod
    def make(
        cls,
        *,
        metrics: str | Sequence[str] = ("wer",),
        normalizer: str = "none",
        ties: str = "most-hits",
        edit_weights: Any = None,
        unit: str | None = None,
        missing: str = "error",
    ) -> Recipe:
        """Check the choices and complete them.

        ``unit`` applies to each metric that can count in it; it is an error if none can.

        Raises:
            UsageError: a choice that is not there, with the ones that are.
        """
        names = tuple(metrics.split(",")) if isinstance(metrics, str) else tuple(metrics)
        names = tuple(dict.fromkeys(name.strip() for name in names))
        if not names or not all(names):
            raise UsageError(f"name at least one metric; known: {', '.join(METRICS.names())}")
        _one_of("ties", ties, TIES)
        _one_of("missing", missing, POLICIES)
        weights = parse_edit_weights(edit_weights) or (1, 1, 1)
        if ties != "most-hits" and weights != (1, 1, 1):
            raise UsageError(f"ties={ties!r} holds for edit weights 1/1/1 alone; leave one out")
        kinds = [METRICS.get(name) for name in names]
        if unit is not None and not any(unit in kind.units for kind in kinds):
            known = dict.fromkeys(unit for kind in kinds for unit in kind.units)
            hint = _hint(unit, known)
            raise UsageError(
                f"{' and '.join(names)} cannot count in {unit!r}; known: {_list(known)}{hint}"
            )
        units = tuple(unit if unit in kind.units else next(iter(kind.units), "") for kind in kinds)
        found = _normalizer(normalizer)
        # A name as it is registered, which for a plug-in may be longer than the thing's own.
        given = normalizer.partition("@")[0] if isinstance(normalizer, str) else found.name
        origins = [METRICS.origin(name) for name in names]
        if isinstance(normalizer, str):
            origins.append(NORMALIZERS.origin(given))
        return cls(
            metrics=names,
            units=tuple(unit or "" for unit in units),
            normalizer=f"{given}@{found.version}",
            ties=ties,
            edit_weights=weights,
            missing=missing,
            plugins=tuple(sorted({origin for origin in origins if origin})),
        )

    def build(self) -> list[Metric]:
        """Return the metrics, ready to count."""
        metrics = []
        for name, unit in zip(self.metrics, self.units, strict=True):
            metric = METRICS.get(name)(unit or None)
            if metric.name != name:  # registered under another name than its own
                vars(metric)["name"] = name
            metrics.append(metric)
        return metrics

    def only(self, metric: str) -> Recipe:
        """Return the recipe of one of the metrics."""
        at = self.metrics.index(metric)
        return replace(self, metrics=(metric,), units=(self.units[at],))

    def signature(self, *, short: bool = False) -> str:
        """Return the comparing part."""
        names = [f"{name}@{METRICS.get(name).version}" for name in self.metrics]
        fields = [
            ("unit", "+".join(_versioned(unit) for unit in self.units)),
            ("normalizer", self.normalizer),
            ("ties", TIES[self.ties]),
            ("weights", "/".join(map(str, self.edit_weights))),
            ("missing", self.missing),
            ("plugins", "+".join(self.plugins)),
        ]
        if not any(self.units):
            del fields[0]
        if short:
            usual = {"normalizer": "none@1", "ties": TIES["most-hits"], "weights": "1/1/1"}
            usual |= {"missing": "error", "unit": "+".join(map(_versioned, self._usual_units()))}
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
        first, *rest = signature.split("|")
        fields = dict(part.partition(":")[::2] for part in rest)
        known = ("unit", "normalizer", "ties", "weights", "missing", "plugins")
        unknown = set(fields) - set(known)
        if unknown or not first:
            raise UsageError(
                f"{signature!r} is not a signature: "
                + (f"unknown field {min(unknown)!r}" if unknown else "it names no metric")
                + f"; expected METRIC@VERSION and fields among {', '.join(known)}, parted by |"
            )
        names = [part.partition("@")[::2] for part in first.split("+")]
        if len(fields) < len(rest) or len(dict(names)) < len(names):
            raise UsageError(f"{signature!r} is not a signature: a field or metric stands twice")
        for name, version in names:
            _same_version("metric", name, version, METRICS.get(name).version)
        ties, _, version = fields.get("ties", "most-hits").partition("@")
        _one_of("ties", ties, TIES)
        _same_version("tie rule", ties, version, "1")
        recipe = cls.make(
            metrics=[name for name, _ in names],
            normalizer=fields.get("normalizer", "none"),
            ties=ties,
            edit_weights=fields.get("weights"),
            missing=fields.get("missing", "error"),
        )
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


def _versioned(unit: str) -> str:
    return f"{unit}@{UNIT_VERSIONS.get(unit, '1')}" if unit else ""


def _normalizer(name: Any) -> Any:
    if isinstance(name, str):
        return normalizer(name)
    if not all(hasattr(name, part) for part in ("name", "version", "batch")):
        raise UsageError(
            f"normalizer={name!r}: expected a name, or an object with name, version and batch, "
            "see mondegreen.types.Normalizer; 'none' leaves the texts as they are"
        )
    for part in (name.name, name.version):
        if not re.fullmatch(r"[\w./-]+", str(part)):
            raise UsageError(
                f"a normalizer's name and version stand in signatures, so {part!r} cannot be one; "
                "use letters, digits and . _ - /"
            )
    return name


def _same_version(kind: str, name: str, version: str, here: str) -> None:
    if version and version != here:
        raise UsageError(
            f"the {kind} {name!r} is here in version {here}, not {version}; "
            "use the release of mondegreen that made the result, or score again"
        )


def _one_of(option: str, value: Any, known: Any) -> None:
    if value not in known:
        hint = _hint(value, known)
        raise UsageError(f"{option}={value!r} is not known; expected one of {_list(known)}{hint}")


def _hint(value: Any, known: Any) -> str:
    near = did_you_mean(str(value), known)
    return f".{near}" if near else ""


def _list(names: Any) -> str:
    return ", ".join(map(repr, names))
