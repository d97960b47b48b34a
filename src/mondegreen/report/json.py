"""``json``: the result for programs; its schema is ``result.schema.json`` next to this file."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen.report import averages, hallucinations, items, number_columns
from mondegreen.scoring.forgiveness import languages
from mondegreen.scoring.json_text import json_text

if TYPE_CHECKING:
    from mondegreen.scoring.classes import Classes
    from mondegreen.scoring.result import Result

SCHEMA_VERSION = 1


def render(result: Result) -> str:
    """Return one JSON object; a rate that is not a number is null with a reason."""
    return to_json(content(result))


def to_json(values: Any) -> str:
    """Return JSON, indented; anything that JSON does not know is an error."""
    return json_text(values, indent=2)


def content(
    result: Result,
    *,
    worst: int = 0,
    confusions: int = 0,
    classes: Classes | None = None,
    flags: bool = False,
) -> dict[str, Any]:
    """Return what `render` writes, with the ``worst`` utterances and the like if asked for.

    ``flags`` are of what may be hallucinated; like the utterances they need texts.
    """
    slices = []
    if result.slices:
        groups = result.by(*result.slices)
        slices = [
            {
                "group": dict(zip(groups.columns, map(_plain, groups.key(key)), strict=True)),
                "metrics": [metric.to_dict() for metric in metrics.values()],
            }
            for key, metrics in groups.items()
        ]
    extra: dict[str, Any] = {}
    ways = [name for name, kind in result.metrics.items() if kind.forgives]
    if ways:
        extra["waterfalls"] = [result.waterfall(name).to_dict() for name in ways]
        spoken = languages(result)
        if spoken:
            extra["languages"] = [each._asdict() for each in spoken]
    if result.entities is not None:
        extra["entities"] = result.entities.to_dict()
    extra |= _columns(result)
    flagged = hallucinations.content(result) if flags else None
    if flagged is not None:
        extra["hallucinations"] = flagged
    if worst:
        extra["worst"] = [each.to_dict() for each in result.worst(worst)]
    if classes is not None:
        extra["classes"] = classes.to_dict()
    if confusions:
        extra["confusions"] = result.confusions(confusions).to_dict()
    return {
        "schema_version": SCHEMA_VERSION,
        "signature": result.signature,
        "provenance": result.provenance,
        "coverage": result.coverage.to_dict(),
        "metrics": [metric.to_dict() for metric in result],
        "slices": slices,
        **extra,
    }


def _columns(result: Result) -> dict[str, Any]:
    """Return the items that metrics count, and the columns of numbers, where there are any."""
    found = {
        "averages": averages.content(result),
        "items": items.content(result),
        "numbers": number_columns.content(result),
    }
    return {name: values for name, values in found.items() if values}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `content`."""
    text = Path(__file__).with_name("result.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
