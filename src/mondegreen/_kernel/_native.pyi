"""Signatures of the Rust kernel; see crates/mondegreen-python."""

from array import array
from collections.abc import Sequence
from typing import Any

class Texts(Sequence[str]):
    """Lines of a text file, as one buffer; a slice is such a column, too."""

    def __init__(self, texts: Sequence[str], /) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: Any, /) -> Any: ...

class TextColumn(Sequence[str | None]):
    """Texts that were made here, some of which may be missing; speaks Arrow. A slice is such a column, too."""

    def __init__(self, texts: Sequence[str | None], /) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: Any, /) -> Any: ...
    def to_pylist(self) -> list[str | None]: ...
    def blank_rows(self) -> list[int]: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

def find_notes(
    texts: Any,
) -> (
    tuple[tuple[int, str | None], tuple[int, str | None], tuple[int, str | None], list[int]] | None
): ...
def speech_spans(text: str) -> list[tuple[int, int]]: ...
def count(
    references: Any,
    hypotheses: Any,
    unit: str,
    ties: str,
    weights: tuple[int, int, int] | None,
    threads: int,
) -> tuple[array[int], array[int], array[int], array[int], bytes, tuple[int, int, int, int]]: ...
def count_alike(
    references: Any,
    hypotheses: Any,
    unit: str,
    alike: list[tuple[str, str]],
    threads: int,
) -> tuple[array[int], array[int], array[int], array[int], bytes, tuple[int, int, int, int]]: ...
def count_compounds(
    references: Any, hypotheses: Any, rules: list[str], ties: str, threads: int
) -> tuple[array[int], array[int], array[int], array[int], bytes, tuple[int, int, int, int]]: ...
def align(
    references: Any,
    hypotheses: Any,
    unit: str,
    ties: str,
    weights: tuple[int, int, int] | None,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]: ...
def align_alike(
    references: Any,
    hypotheses: Any,
    unit: str,
    alike: list[tuple[str, str]],
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]: ...
def best_way(
    states: int,
    arcs: list[tuple[int, int, str | None, bool]],
    free: list[int],
    heard: int,
    heard_arcs: list[tuple[int, int, str | None, bool]],
    weights: tuple[int, int, int] | None,
    fragments: bool,
) -> list[tuple[int, int, int]]: ...
def sclite_way(
    arcs: list[tuple[int, int, str | None, bool]],
    heard_arcs: list[tuple[int, int, str | None, bool]],
    weights: tuple[int, int, int],
    fragments: bool,
) -> list[tuple[int, int, int]]: ...
def count_spaces(
    references: Any, hypotheses: Any, insertions: str, threads: int
) -> tuple[Any, ...]: ...
def count_space_norm(references: Any, hypotheses: Any, threads: int) -> tuple[Any, ...] | None: ...
def space_words(
    reference: str, hypothesis: str, insertions: str
) -> tuple[list[int], list[int]]: ...
def pair_counts(reference: str, hypothesis: str, unit: str) -> tuple[int, int, int, int]: ...
def tokens(text: str, unit: str) -> list[str]: ...
def split_lines(data: bytes, max_line: int) -> Texts: ...
def normalize(texts: Any, name: str, threads: int) -> TextColumn | list[str | None] | None: ...
def normalize_text(text: str, name: str) -> str: ...
def rewrites(text: str, name: str) -> list[tuple[str, int, int, str]]: ...
def read_numbers(
    text: str, language: str
) -> list[tuple[str, str, str | None, int, int, bool, list[tuple[str, str]]]]: ...
def set_language_folders(folders: list[str]) -> None: ...

class LanguagePack:
    digest: str
    parts: list[str]
    def __init__(self, folders: list[str], code: str) -> None: ...
    def check(self) -> tuple[list[tuple[str, str]], list[tuple[int, int]], int]: ...
    def cases(self) -> tuple[int, int]: ...
    def normalize(self, text: str) -> str: ...
    def meet(self, one: str, other: str) -> bool: ...
    def spell(self, kind: str, number: int) -> list[str]: ...
    def readings(self, text: str) -> list[tuple[int, int, str, str, str, str, str]]: ...

def languages() -> list[tuple[str, list[str]]]: ...
def forgive(
    references: Any,
    hypotheses: Any,
    unit: str,
    ties: str,
    language: str,
    chosen: list[str],
    guard: bool,
    entities: list[str],
    spellings: list[tuple[str, str]],
    reasons: int,
    context: tuple[int, bool, int] | None,
    endings: Sequence[tuple[str, str]] | None,
    answers: dict[str, int] | None,
    rows: bytes | None,
    detail: bool,
    threads: int,
) -> dict[str, Any]: ...
def forgiven_path(
    reference: list[str],
    hypothesis: list[str],
    accepted: list[tuple[int, int, int, int, int]],
    cells: int,
) -> tuple[tuple[int, int, int, int, int, int, int], ...]: ...
def word_lists(language: str) -> list[tuple[str, list[str]]]: ...

class Session:
    def __init__(
        self,
        reference: tuple[Any, ...],
        hypothesis: tuple[Any, ...],
        reference_times: str,
        hypothesis_times: str,
    ) -> None: ...
    def order(self) -> tuple[list[int], list[int], list[int], list[int]]: ...
    def pairs(
        self, collar: int | None
    ) -> tuple[list[int | None], list[tuple[int, int, int, int]], list[int]]: ...
    def assigned(
        self, collar: int | None, search: str, swapped: bool
    ) -> tuple[list[int], list[tuple[int, int, int, int]], int, bool]: ...
    def word_diarisation(self) -> tuple[list[list[int]], tuple[int, int, int, int]]: ...

def diarise(
    reference: tuple[Any, ...],
    hypothesis: tuple[Any, ...],
    region: Any,
    both: bool,
    collar: int,
    overlap: bool,
    map_scored: bool,
) -> tuple[list[list[int]], int, list[int | None]]: ...
def self_overlap(turns_of: tuple[Any, ...]) -> list[tuple[int, int]]: ...
