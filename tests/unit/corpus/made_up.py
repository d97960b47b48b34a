"""Texts that Hypothesis made up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import assume

from mondegreen.corpus import read
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.corpus import Corpus


def read_made_up(*paths: Path | str, **options: Any) -> Corpus:
    """Read files, unless their texts look by chance like UTF-8 that was encoded twice."""
    try:
        return read(*paths, **options)
    except InputError as refused:
        assume("encoded twice" not in str(refused))
        raise
