"""The libraries of the extra ``stats``, loaded when something is computed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mondegreen.errors import MissingDependencyError

__all__ = ["numpy", "scipy_special", "scipy_stats"]


def numpy(purpose: str) -> Any:
    """Return NumPy.

    Raises:
        MissingDependencyError: it is not installed; the message names the purpose.

    >>> numpy("a test").__name__
    'numpy'
    """
    return _load("numpy", "numpy", purpose)


def scipy_special(purpose: str) -> Any:
    """Return SciPy's distribution functions, which load five times faster than `scipy_stats`.

    Raises:
        MissingDependencyError: it is not installed; the message names the purpose.
    """
    return _load("scipy.special", "scipy", purpose)


def scipy_stats(purpose: str) -> Any:
    """Return SciPy's tests.

    Raises:
        MissingDependencyError: it is not installed; the message names the purpose.
    """
    return _load("scipy.stats", "scipy", purpose)


def _load(module: str, package: str, purpose: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise MissingDependencyError(package, "stats", purpose) from None
