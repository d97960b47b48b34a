"""What a reply says in place of a transcript, where the recogniser failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["failure_in"]

_NAMES: Final = ("error", "err_msg", "errors", "error_message", "message", "detail")
_INNER: Final = ("message", "type", "code")


def failure_in(values: Mapping[str, Any]) -> str | None:
    """Return what a reply says about its failure, on one line; ``None`` where it says nothing of one.

    >>> failure_in({"error": {"code": 429, "message": "Quota exceeded"}}), failure_in({"text": ""})
    ('Quota exceeded', None)
    """
    for name in _NAMES:
        said = values.get(name)
        if not said:
            continue
        if isinstance(said, dict):
            said = next((said[each] for each in _INNER if said.get(each)), "")
        return " ".join(str(said).split()) or "an error"
    return None
