"""Run files, which hold counts and are not read here, told from files of texts."""

from __future__ import annotations

from typing import Final

from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

__all__ = ["RUN_KEYS", "RUN_METADATA", "is_run", "refusal"]

RUN_KEYS: Final = {"schema_version", "recipe", "columns"}
RUN_METADATA: Final = b"mondegreen"
_START: Final = pattern(rb'\s*\{\s*"schema_version"\s*:\s*\d+\s*,\s*"recipe"\s*:\s*\{')


def is_run(head: bytes) -> bool:
    """Whether a file begins as ``Result.save`` writes JSON, on one line or several.

    >>> is_run(b'{"schema_version": 1, "recipe": {"metrics": ["wer"]')
    True
    """
    return _START.match(head) is not None


def refusal(name: str) -> ParseError:
    """Return the error for a run file that was given to be scored."""
    return ParseError(
        name,
        None,
        "this is a run file, which holds counts: compare run files with mondegreen compare, or load "
        "it in Python with mondegreen.load(...)",
    )
