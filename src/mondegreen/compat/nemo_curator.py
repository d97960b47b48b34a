"""NeMo Curator: a stage of a pipeline that adds the counts and the rate of each row to batches of documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.scoring.score_batch import score_batch, worker_options

if TYPE_CHECKING:
    from nemo_curator.stages.base import ProcessingStage
    from nemo_curator.tasks import DocumentBatch

__all__ = ["counts"]


def counts(options: Any = None) -> ProcessingStage[DocumentBatch, DocumentBatch]:
    """Return a stage after which each row has what `mondegreen.score_batch` adds.

    The rows stay as many, so a filter on the column ``wer`` may be the next stage. A batch without a column of
    references or of hypotheses is an error where the stage runs.

    Args:
        options: as in `mondegreen.score_batch`.

    Raises:
        UsageError: options that cannot be used.
    """
    from nemo_curator.stages.base import ProcessingStage  # who has a pipeline has it
    from nemo_curator.tasks import DocumentBatch

    asked = worker_options(options)

    class Counts(ProcessingStage[DocumentBatch, DocumentBatch]):  # type: ignore[misc] # its types are not read
        name = "mondegreen_counts"

        def inputs(self) -> tuple[list[str], list[str]]:
            return ["data"], []

        def outputs(self) -> tuple[list[str], list[str]]:
            return ["data"], []

        def process(self, task: DocumentBatch) -> DocumentBatch:
            return replace(task, data=score_batch(task.to_pyarrow(), asked))

    return Counts()
