"""The normalizer that was chosen, by name or as an object."""

from __future__ import annotations

from typing import Any, Final

from mondegreen.errors import UsageError
from mondegreen.patterns import pattern
from mondegreen.scoring.arguments import given
from mondegreen.text.normalizers import NORMALIZERS, normalizer
from mondegreen.text.normalizers.none import NoNormalizer

__all__ = ["NAMED", "normalizer_of"]

NAMED: Final = pattern(r"[\w./-]+")
"""What a name or version in a signature consists of."""


def normalizer_of(name: Any, lang: str | None = None) -> Any:
    """Return the normalizer of a name, or the object that is given.

    Raises:
        UsageError: neither, or a name or version that cannot be in a signature.
    """
    if isinstance(name, str):
        return normalizer(name, lang=lang)
    parts = ("name", "version", "batch")
    if isinstance(name, type) or not all(hasattr(name, part) for part in parts):
        made = f"{name.__name__}()" if isinstance(name, type) else "'none'"
        raise UsageError(
            f"normalizer={given(name)}: expected a name, or an object with name, version and "
            f"batch, see mondegreen.types.Normalizer, as {made}; 'none' leaves the texts as they are"
        )
    if name.name == "none" and not isinstance(name, NoNormalizer):
        raise UsageError("a normalizer of yours is named 'none', which stands for no change at all")
    _refuse_borrowed(name)
    for part in (name.name, name.version):
        if not NAMED.fullmatch(str(part)):
            raise UsageError(
                f"a normalizer's name and version are in signatures, so {part!r} cannot be one; "
                "use letters, digits and . _ - /"
            )
    return name


def _refuse_borrowed(given_one: Any) -> None:
    """Refuse a normalizer, or a step of one, that signs with the name of another."""
    steps = getattr(given_one, "steps", None)  # a composition signs with the names of its steps
    for step in steps if isinstance(steps, tuple) else (given_one,):
        if step.name in NORMALIZERS.names() and type(step) is not type(normalizer(step.name)):
            raise UsageError(
                f"a normalizer of yours is named {step.name!r}, which is the name of one that is "
                "registered; give it another"
            )
