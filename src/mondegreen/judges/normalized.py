"""The texts as ``semantic-wer`` counted them, as a table for other programs."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.judges.pair import Pair
from mondegreen.judges.semantic_wer import words_of
from mondegreen.scoring.utterance import plain_text
from mondegreen.written import written

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.scoring.result import Result

__all__ = ["write_normalized"]


def write_normalized(result: Result, path: Path) -> None:
    """Write ``file_path``, ``target`` and ``prediction`` of every judged utterance, as TSV.

    Of ``single-pass`` these are the texts that the model normalized, else those of the normalizer
    ``semantic``. `mondegreen.read` reads the file back.

    Raises:
        UsageError: ``semantic-wer`` was not scored, or the texts are not here.
        InputError: the file cannot be written.
    """
    name = "semantic-wer"
    if name not in result.rows or not result.has_texts:
        raise UsageError("the normalized texts are those of semantic-wer; score it, with texts")
    rows, details = result.rows[name], result.rows[name].details
    kept = [row for row in range(len(result)) if row not in rows.unjudged]
    pairs = []
    for row in kept:
        texts = result.texts(row)
        pairs.append(Pair(row, plain_text(texts["reference"]), plain_text(texts["hypothesis"])))
    with written(path, text=True) as out:
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        writer.writerow(("file_path", "target", "prediction"))
        for pair, *words in zip(pairs, *words_of(pairs), strict=True):
            detail: Any = details.get(pair.row) or {}
            said, heard = (" ".join(side) for side in words)
            target = detail.get("normalized_reference", said)
            prediction = detail.get("normalized_hypothesis", heard)
            writer.writerow((result.id(pair.row), _flat(target), _flat(prediction)))


def _flat(text: str) -> str:
    return " ".join(text.split())
