"""transformers: ``compute_metrics`` for a Trainer of a recogniser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.compat.evaluate import compute

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["compute_metrics"]

_IGNORED = -100
"""What stands in labels where the loss does not look."""


def compute_metrics(
    tokenizer: Any, options: Any = None, **chosen: Any
) -> Callable[[Any], dict[str, float]]:
    """Return what ``Trainer(compute_metrics=...)`` takes: labels and predictions become texts and rates.

    Args:
        tokenizer: with ``batch_decode`` and ``pad_token_id``; a processor's is ``processor.tokenizer``.
        options: as in `mondegreen.compat.evaluate.compute`.
        chosen: the same, one by one.

    Predictions are ids (``predict_with_generate=True``), or scores of each id (as of CTC), of which the
    highest is taken and decoded.
    """

    def computed(prediction: Any) -> dict[str, float]:
        import numpy as np  # whoever trains has it

        predicted, labels = prediction.predictions, np.asarray(prediction.label_ids)
        predicted = np.asarray(predicted[0] if isinstance(predicted, tuple) else predicted)
        scores = predicted.ndim > labels.ndim
        predicted = predicted.argmax(-1) if scores else predicted
        labels = np.where(labels == _IGNORED, tokenizer.pad_token_id, labels)
        predicted = np.where(predicted == _IGNORED, tokenizer.pad_token_id, predicted)
        apart = {"group_tokens": False} if scores else {}  # labels of CTC hold letters twice
        return compute(
            predictions=tokenizer.batch_decode(predicted, skip_special_tokens=True),
            references=tokenizer.batch_decode(labels, skip_special_tokens=True, **apart),
            options=options,
            **chosen,
        )

    return computed
