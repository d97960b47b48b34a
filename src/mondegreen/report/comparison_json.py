"""``json``: a comparison for programs; its schema is ``comparison.schema.json`` next to this file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen.report.json import to_json

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison


def render(found: Comparison) -> str:
    """Return one JSON object; a rate that is not a number is null."""
    return to_json(found.to_dict())


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `render`."""
    text = Path(__file__).with_name("comparison.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
