"""Signatures of the Rust kernel; see crates/mondegreen-python."""

from array import array
from collections.abc import Sequence
from typing import Any

class Texts(Sequence[str]):
    """Lines of a text file, as one buffer."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: Any, /) -> Any: ...

def count(
    references: Any,
    hypotheses: Any,
    unit: str,
    ties: str,
    weights: tuple[int, int, int] | None,
    threads: int,
) -> tuple[array[int], array[int], array[int], array[int], bytes, tuple[int, int, int, int]]: ...
def align(
    references: Any,
    hypotheses: Any,
    unit: str,
    ties: str,
    weights: tuple[int, int, int] | None,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]: ...
def pair_counts(reference: str, hypothesis: str, unit: str) -> tuple[int, int, int, int]: ...
def tokens(text: str, unit: str) -> list[str]: ...
def split_lines(data: bytes, max_line: int) -> Texts: ...
