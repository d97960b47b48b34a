"""JSON as a person and a version control like it, and as quickly written as a line."""

from __future__ import annotations

import json
from json.encoder import encode_basestring as _quoted
from typing import Any, Final

__all__ = ["to_json"]

_INDENT: Final = 2
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def to_json(value: Any, levels: int = 3, _depth: int = 0) -> str:
    """Return JSON whose outer levels are on lines of their own, and the inner ones on one line.

    Raises:
        ValueError: a number that is none, or infinite.

    >>> print(to_json({"a": [1, {"b": [2, 3]}]}, levels=2))
    {
      "a": [
        1,
        {"b": [2, 3]}
      ]
    }
    """
    if _depth == levels or not value or not isinstance(value, (dict, list, tuple)):
        return _ENCODER.encode(value)
    space = " " * _INDENT * (_depth + 1)
    if isinstance(value, dict):
        items = [
            f"{space}{_quoted(str(key))}: "
            f"{_quoted(item) if isinstance(item, str) else to_json(item, levels, _depth + 1)}"
            for key, item in value.items()
        ]
        first, last = "{}"
    else:
        items = [f"{space}{to_json(item, levels, _depth + 1)}" for item in value]
        first, last = "[]"
    lines = ",\n".join(items)
    return f"{first}\n{lines}\n{' ' * _INDENT * _depth}{last}"
