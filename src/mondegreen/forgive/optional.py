"""Optional packages that the rules on words are on."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mondegreen.errors import MissingDependencyError

__all__ = ["optional"]


def optional(module: str, package: str, extra: str, purpose: str) -> Any:
    """Return a module of an optional package.

    Args:
        module: what is imported.
        package: the distribution that has it.
        extra: the extra of mondegreen that brings it.
        purpose: what needs it, for the message.

    Raises:
        MissingDependencyError: it is not installed; the message has the pip line.

    >>> optional("json", "json", "phonetic", "this example").dumps([1])
    '[1]'
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingDependencyError(package, extra, purpose) from None
