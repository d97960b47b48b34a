"""Keys stay in the environment: what a server echoes is cleaned before anyone sees or keeps it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["key_of", "refuse_key", "secret_in", "without_secrets"]

_ENDINGS: Final = ("_KEY", "_TOKEN", "_SECRET", "PASSWORD")
_SHORTEST: Final = 6  # anything shorter is no secret, and would be found inside words
_SURE: Final = 16  # anything shorter may be a word, as for a server that wants no key
_PART: Final = 8
_LONG: Final = 32


def without_secrets(text: str, *, parts: bool = False) -> str:
    """Return ``text`` with the values of all keys in the environment struck out.

    They are found as they are, and as they are in addresses and in JSON.

    Args:
        text: any.
        parts: whether how a key begins or ends is struck out too, from 8 characters on, which servers
            show instead of the whole; for messages, not for transcripts.

    >>> without_secrets("nothing secret here")
    'nothing secret here'
    """
    for name, value in _secrets():
        for form in _forms(value):
            text = text.replace(form, f"[{name}]")
        if parts and _is_sure(value):
            text = _without_ends(text, name, value)
    return text


def secret_in(text: str) -> str | None:
    """Return the variable whose value is in ``text``; ``None`` if there is none.

    Short values, and those without a digit, are no keys: ``OPENAI_API_KEY=ollama`` is usual for a
    server that wants none.
    """
    for name, value in _secrets():
        if _is_sure(value) and any(form in text for form in _forms(value)):
            return name
    return None


def key_of(variable: str) -> str | None:
    """Return the key in a variable of the environment, or ``None`` if it is not set or blank."""
    return os.environ.get(variable, "").strip() or None


def refuse_key(name: str, what: str) -> None:
    """Refuse a name that looks like a key, before it is shown, sent or stored; it is not repeated.

    So is a name that contains the value of a variable with a key. Another key has a stretch of at least 20 letters and digits with capitals, small letters and digits, or of
    at least 32 with both letters and digits. Paths may have such a stretch, and are left alone.

    Args:
        name: what a user gave as a name.
        what: what it is, with the option, such as ``--model``.

    Raises:
        UsageError: it is a key, or looks like one.

    >>> refuse_key("openai:gpt-5.2-2025-12-11", "--model")
    """
    variable = secret_in(name)
    if variable is not None:
        raise UsageError(
            f"{what} has the value of {variable} in it, and a name is shown and stored; expected the name of a "
            "model. The key is read from the environment"
        )
    for part in re.findall(r"[A-Za-z0-9]{20,}", "" if "/" in name or "\\" in name else name):
        kinds = [any(map(kind, part)) for kind in (str.isupper, str.islower, str.isdigit)]
        if all(kinds) or (len(part) >= _LONG and kinds[2] and any(kinds[:2])):
            raise UsageError(
                f"{what} has a stretch of {len(part)} letters and digits that looks like a key, and a name is "
                "shown and stored; expected the name of a model. Put the key into the variable of the provider, "
                "such as OPENAI_API_KEY, and if it was typed elsewhere, replace it"
            )


def _secrets() -> Iterator[tuple[str, str]]:
    """Yield the variables that hold keys; the longest first, since one may contain another."""
    for name, value in sorted(os.environ.items(), key=lambda each: -len(each[1])):
        if name.endswith(_ENDINGS) and len(value.strip()) >= _SHORTEST:
            yield name, value.strip()


def _is_sure(value: str) -> bool:
    """Return whether it must be a key: no word, and no path to a file with one."""
    return len(value) >= _SURE and any(map(str.isdigit, value)) and value[0] not in "/~."


def _forms(value: str) -> list[str]:
    """Return how a key may be written."""
    if value.replace("-", "").replace("_", "").isalnum():
        return [value]
    from urllib.parse import quote  # most keys need none

    written = (value, quote(value), quote(value, safe=""), value.replace("/", "\\/"))
    return [*dict.fromkeys(written)]


def _without_ends(text: str, name: str, value: str) -> str:
    """Strike out how a key begins and ends, as far as it continues."""
    for forward in (True, False):
        whole = value if forward else value[::-1]
        size = next((at for at in range(_PART, len(whole)) if _is_odd(whole[:at])), len(whole))
        begin = whole[:size]
        within = text if forward else text[::-1]
        label = f"[{name}]" if forward else f"[{name}]"[::-1]
        at = within.find(begin)
        while at >= 0:
            end = at + size
            while end < len(within) and end - at < len(whole) and within[end] == whole[end - at]:
                end += 1
            within = f"{within[:at]}{label}{within[end:]}"
            at = within.find(begin, at + len(label))
        text = within if forward else within[::-1]
    return text


def _is_odd(part: str) -> bool:
    """Return whether a part of a key is no word that others may have, as ``sk-proj-`` is."""
    letters = "".join(filter(str.isalpha, part))
    plain = letters.islower() or letters.isupper() or letters.istitle() or not letters
    return not plain or any(map(str.isdigit, part))
