"""What every transform shares: options, and a version that pins them."""

from __future__ import annotations

import hashlib
import json
from typing import Any, ClassVar

from mondegreen.errors import InputTypeError, UsageError
from mondegreen.text.normalizers.base import TextNormalizer

__all__ = ["Transform", "digest", "texts_of"]

_DIGITS = 12


class Transform(TextNormalizer):
    """One change of a text, with the options that decide it.

    A subclass sets ``name`` and ``revision``, hands its options to ``super().__init__`` and
    defines ``__call__``. Its ``version`` is the revision and, if there are options, a digest of
    them, so that a signature tells two lists of words apart.

    >>> class Doubled(Transform):
    ...     name = "doubled"
    ...     def __init__(self, times=2):
    ...         super().__init__(times=times)
    ...         self.times = times
    ...     def __call__(self, text):
    ...         return text * self.times
    >>> Doubled(), Doubled() == Doubled(3), Doubled().version
    (Doubled(times=2), False, '1.e43b1427317e')
    """

    revision: ClassVar[str] = "1"

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.version = f"{self.revision}.{digest(options)}" if options else self.revision

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"{type(self).__name__}({options})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (self.name, self.version) == (other.name, other.version)

    def __hash__(self) -> int:
        return hash((self.name, self.version))


def digest(value: Any) -> str:
    """Return a few digits that differ for different plain values.

    Raises:
        UsageError: something in it is not plain.
    """
    try:
        plain = json.dumps(value, sort_keys=True, separators=(",", ":"))
    except TypeError as error:
        raise UsageError(f"{value!r} cannot stand in a signature: {error}") from None
    return hashlib.sha256(plain.encode()).hexdigest()[:_DIGITS]


def texts_of(values: Any, what: str) -> list[str]:
    """Return a list of texts, checked; a lone text is none.

    Raises:
        InputTypeError: it is one text, or holds something else.

    >>> texts_of("uh", "words")
    Traceback (most recent call last):
    mondegreen.errors.InputTypeError: words are 'uh'; expected a list of texts, as in ['uh']
    """
    if isinstance(values, str):
        raise InputTypeError(f"{what} are {values!r}; expected a list of texts, as in [{values!r}]")
    listed = list(values)
    for value in listed:
        if not isinstance(value, str) or not value:
            raise InputTypeError(f"{what} hold {value!r}; expected texts that are not empty")
    return listed
