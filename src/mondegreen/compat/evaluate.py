"""Hugging Face's ``evaluate``: ``compute`` as its metrics have it, without a download."""

from __future__ import annotations

from typing import Any

from mondegreen.scoring.score_batch import batch_options
from mondegreen.scoring.scorer import score

__all__ = ["compute"]


def compute(
    *, predictions: Any, references: Any, options: Any = None, **chosen: Any
) -> dict[str, float]:
    """Return the rates of all pairs by the names of the metrics; NaN where there is no rate.

    Args:
        predictions: the hypotheses, as a column of texts.
        references: the same number of references.
        options: a `mondegreen.Options`, a recipe or a signature.
        chosen: single options of `mondegreen.score`, as ``metrics=["wer", "cer"]``.

    Raises:
        PairingError: columns of different lengths.

    >>> compute(predictions=["hello duck"], references=["hello world"])
    {'wer': 0.5}
    """
    result = score(references, predictions, options=batch_options(options).replace(**chosen))
    return {metric.name: float(metric) for metric in result}
