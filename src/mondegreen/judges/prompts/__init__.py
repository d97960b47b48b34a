"""The instructions of the judges, one file each; a change of words is a new version and a new file."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

__all__ = ["Prompt", "prompt"]


class Prompt(NamedTuple):
    """Instructions, and the hash by which signatures name them.

    Attributes:
        name: of the file, with its version: ``semantic-wer-differences@1``.
        text: what the model is told.
        hash: the first 12 hexadecimal digits of the text's SHA-256.
    """

    name: str
    text: str
    hash: str


@cache
def prompt(name: str) -> Prompt:
    """Return the instructions of a name.

    Raises:
        FileNotFoundError: there are none.

    >>> len(prompt("semantic-wer-differences@1").hash)
    12
    """
    text = (Path(__file__).parent / f"{name}.txt").read_text("utf-8")
    return Prompt(name, text, sha256(text.encode()).hexdigest()[:12])
