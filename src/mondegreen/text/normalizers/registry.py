"""The table of normalizers, and how a name becomes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import UsageError
from mondegreen.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.types import Normalizer

__all__ = ["NORMALIZERS", "normalizer"]

NORMALIZERS: Registry[Callable[[], Normalizer]] = Registry(
    "normalizer",
    "mondegreen.normalizers",
    {
        "lower": "mondegreen.text.normalizers.lower:Lower",
        "none": "mondegreen.text.normalizers.none:NoNormalizer",
    },
)


def normalizer(name: str) -> Normalizer:
    """Return the normalizer called ``name``, which may pin a version: ``"lower@1"``.

    Call it on one text, or its ``batch`` on many.

    Raises:
        UnknownNameError: no normalizer has this name.
        UsageError: it exists, but not in this version.

    >>> normalizer("lower")("Wi-Fi")
    'wi-fi'
    """
    plain, _, version = name.partition("@")
    found = NORMALIZERS.get(plain)()
    if version and version != found.version:
        raise UsageError(
            f"the normalizer {plain!r} is here in version {found.version}, not {version!r}; "
            "use the release of mondegreen that made the result, or score again"
        )
    return found
