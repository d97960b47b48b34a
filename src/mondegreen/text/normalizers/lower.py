"""``lower``: lower case, and nothing else."""

from __future__ import annotations

from mondegreen.text.normalizers.base import TextNormalizer


class Lower(TextNormalizer):
    """Map to lower case, as ``str.lower`` does.

    Not case folding: German ``ß`` stays, so that ``Maße`` and ``Masse`` stay two words.

    >>> Lower()("Maße")
    'maße'
    """

    name = "lower"
    version = "1"

    def __call__(self, text: str) -> str:
        """Return ``text`` in lower case."""
        return self._text(text).lower()
