"""What every transform shares: options, and a version that pins them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, ClassVar

from mondegreen.corpus.table import quoted
from mondegreen.errors import UsageError
from mondegreen.text.normalizers.base import TextNormalizer

__all__ = ["Transform", "digest", "mapping_of", "switch", "texts_of"]

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
        _refuse_other_keys(value)
        plain = json.dumps(value, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"{quoted(repr(value))} cannot stand in a signature: {error}") from None
    return hashlib.sha256(plain.encode()).hexdigest()[:_DIGITS]


def _refuse_other_keys(value: Any) -> None:
    """Refuse keys that JSON makes texts of: 1 and "1" would be one."""
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise UsageError(f"{value!r} cannot stand in a signature: {key!r} is not a text")
    if isinstance(value, (dict, list, tuple)):
        for part in value.values() if isinstance(value, dict) else value:
            _refuse_other_keys(part)


def texts_of(values: Any, what: str) -> list[str]:
    """Return a list of texts, checked; a lone text is none.

    Raises:
        UsageError: it is one text, no list, or holds something else.

    >>> texts_of("uh", "words")
    Traceback (most recent call last):
    mondegreen.errors.UsageError: words are 'uh'; expected a list of texts, as in ['uh']
    """
    if isinstance(values, str):
        shown = quoted(values)
        raise UsageError(f"{what} are {shown}; expected a list of texts, as in [{shown}]")
    try:
        listed = list(values)
    except TypeError:
        raise UsageError(f"{what} are {values!r:.60}; expected a list of texts") from None
    for value in listed:
        if not isinstance(value, str) or not value:
            raise UsageError(f"{what} hold {value!r:.60}; expected texts that are not empty")
    return listed


def mapping_of(values: Any) -> dict[Any, Any]:
    """Return the words to replace, with their replacements.

    Raises:
        UsageError: it is not a mapping.
    """
    if not isinstance(values, Mapping):
        raise UsageError(
            f"replacements={values!r:.60}: expected a mapping of what is replaced to what is "
            "written for it, as {'gonna': 'going to'}"
        )
    return dict(values)


def switch(value: Any, option: str) -> bool:
    """Return an option that is on or off.

    Raises:
        UsageError: it is something else.
    """
    if not isinstance(value, int):
        raise UsageError(f"{option}={value!r:.60}: expected True or False")
    return bool(value)
