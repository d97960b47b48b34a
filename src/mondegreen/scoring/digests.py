"""A digest of each reference, by which results without texts are known to be of the same texts."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import as_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import Result

__all__ = ["digest", "digests_of", "joined_digests"]

_BYTES: Final = 8


def digest(reference: Any) -> str:
    """Return the digest of a reference as it was given: 16 hexadecimal digits.

    A list of tokens has another one than their text.

    >>> digest("so it goes"), digest(["so", "it", "goes"])
    ('d3f99bd5c45d1558', 'e9036d83e288015e')
    """
    text = reference if isinstance(reference, str) else "\x1f".join(["", *reference])
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()


def digests_of(result: Result) -> list[str] | None:
    """Return the digests of all references; ``None`` of a result that was stored without them."""
    if not result.has_texts:
        return result.digests
    return [digest(text) for text in as_list(result.references)]


def joined_digests(parts: Sequence[Result]) -> list[str] | None:
    """Return the digests of all parts of a result; ``None`` if all have texts, or one has neither."""
    if all(part.has_texts for part in parts):
        return None
    found = [digests_of(part) for part in parts]
    return None if None in found else [each for digests in found for each in digests or ()]
