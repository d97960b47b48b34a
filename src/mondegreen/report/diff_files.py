"""The names of diff pages and of the table next to them."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import Final

__all__ = ["SUFFIX", "page_name", "table_name", "time_of_day"]

SUFFIX: Final = ".diff.html"
_LONGEST: Final = 90  # bytes; file systems allow 255 for a whole name


def time_of_day() -> str:
    """Return the time with which names of files begin."""
    return datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")


def page_name(when: str, provider: str, stem: str) -> str:
    """Return the name of a page: the time, the provider and the recording.

    >>> page_name("20261129-101500", "pocketsphinx:en-us", "talks/one")
    '20261129-101500_pocketsphinx-en-us_talks-one.diff.html'
    """
    return f"{when}_{_plain(provider)}_{_plain(stem)}{SUFFIX}"


def table_name(when: str) -> str:
    """Return the name of the table of all pages."""
    return f"{when}_benchmark.tsv"


def _plain(name: str) -> str:
    """Return a name that any file system takes; one that is cut ends in a digest of all of it."""
    letters = (letter if letter.isalnum() or letter in "-." else "-" for letter in name)
    made = "".join(letters).strip("-.") or "unnamed"
    if len(made.encode()) <= _LONGEST:
        return made
    digest = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{made.encode()[:_LONGEST].decode(errors='ignore')}-{digest}"
