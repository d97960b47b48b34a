"""What the first screen says beside the numbers: form alone, and scripts without word spaces."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from mondegreen import _kernel
from mondegreen.corpus.table import as_list
from mondegreen.metrics.base import ratio

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

_UNSPACED_RANGES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x0FFF),  # Tibetan
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),  # Han
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_LOOKED_AT = 1000
_FORM_LIMIT = 200_000


def without_word_spaces(result: Result) -> bool:
    """Whether most letters of the references are of scripts without spaces between words."""
    letters = unspaced = 0
    for text in islice(as_list(result.references), _LOOKED_AT):
        for char in text if isinstance(text, str) else "":
            if not char.isalpha():
                continue
            letters += 1
            point = ord(char)
            unspaced += any(low <= point <= high for low, high in _UNSPACED_RANGES)
    return letters > 0 and unspaced > letters / 2


def form_alone(result: Result) -> float | None:
    """Return how much of the word error rate goes when case and punctuation are dropped.

    ``None`` where that says nothing: no errors, no rate, or too many utterances to look again.
    """
    if result["wer"].reason or not result["wer"].errors or len(result) > _FORM_LIMIT:
        return None
    kind, columns = result.metrics["wer"], result.rows["wer"].columns
    rows = [
        row
        for row, counts in enumerate(zip(*columns, strict=True))
        if kind.errors(counts) and result.is_scored(row)
    ]
    references, hypotheses = as_list(result.references), as_list(result.hypotheses)
    weights = result.recipe.edit_weights
    folded = _kernel.count(
        [_fold(references[row]) for row in rows],
        [_fold(hypotheses[row]) for row in rows],
        weights=None if weights == (1, 1, 1) else weights,
    )
    hits = result["wer"].counts["hits"] - sum(columns[0][row] for row in rows)
    left = sum(folded.sums[1:])
    length = hits + sum(folded.sums[:3])
    return result["wer"].value - float(ratio(left, length))


def _fold(text: object) -> str:
    if not isinstance(text, str):
        return ""
    return text.lower().translate(_punctuation())


@cache
def _punctuation() -> dict[int, None]:
    points = range(sys.maxunicode + 1)
    return {point: None for point in points if unicodedata.category(chr(point)).startswith("P")}
