"""One JSON text for equal values, and its digest: what questions and stored answers are found by."""

from __future__ import annotations

import hashlib
import json
from typing import Any

__all__ = ["canonical", "digest"]


def canonical(value: Any) -> str:
    """Return the JSON of ``value`` in the one form that is compared and hashed.

    Keys are sorted, nothing is escaped that need not be, and there are no spaces. Only what JSON
    knows can be written; anything else raises `TypeError`, because its text could change.

    >>> canonical({"b": 1, "a": ["é", None]})
    '{"a":["é",null],"b":1}'
    """
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON, as 64 hexadecimal digits.

    >>> digest([])[:12]
    '4f53cda18c2b'
    """
    # Lone surrogates are in texts that came from broken files; they are hashed as they are.
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()
