"""The stage for NeMo Curator: with the package if it is there, else with classes that have its protocol."""

import sys
from dataclasses import dataclass, field
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Generic, TypeVar

import pyarrow as pa
import pytest

import mondegreen as mg
from mondegreen.compat import nemo_curator

T = TypeVar("T")
S = TypeVar("S")
ROWS = {"ref": ["so it goes", "Tea", ""], "hyp": ["so it", None, "on"], "speaker": ["a", "b", "a"]}
OPTIONS = {"metrics": ["wer", "cer"], "normalizer": "lower", "missing": "deletions"}


class _Stage(Generic[T, S]):
    def process_batch(self, tasks: list[Any]) -> list[Any]:
        return [self.process(task) for task in tasks]  # type: ignore[attr-defined]


@dataclass
class _Documents:
    dataset_name: str
    data: Any
    _metadata: dict[str, Any] = field(default_factory=dict)
    task_id: str = field(init=False, default="")

    def to_pyarrow(self) -> pa.Table:
        return self.data if isinstance(self.data, pa.Table) else pa.Table.from_pandas(self.data)


@pytest.fixture
def documents(monkeypatch: pytest.MonkeyPatch) -> Any:
    if find_spec("nemo_curator") is not None:
        from nemo_curator.tasks import DocumentBatch

        return DocumentBatch
    names = (
        "nemo_curator",
        "nemo_curator.stages",
        "nemo_curator.stages.base",
        "nemo_curator.tasks",
    )
    made = {name: ModuleType(name) for name in names}
    made["nemo_curator.stages.base"].ProcessingStage = _Stage  # type: ignore[attr-defined]
    made["nemo_curator.tasks"].DocumentBatch = _Documents  # type: ignore[attr-defined]
    for name, module in made.items():
        monkeypatch.setitem(sys.modules, name, module)
    return _Documents


def test_rows_have_their_counts(documents: Any) -> None:
    options = mg.Options(**OPTIONS)
    table = pa.table(ROWS)
    task = documents(dataset_name="calls", data=table)
    task._metadata["part"] = 1
    frame = documents(dataset_name="calls", data=table.to_pandas())
    found, of_frame = nemo_curator.counts(options).process_batch([task, frame])
    assert found.data.equals(mg.score_batch(table, options))
    assert of_frame.data["wer_deletions"].to_pylist() == [1, 1, 0]
    assert (found.dataset_name, found._metadata) == ("calls", {"part": 1})
    assert task.data is table, "the task that came stays as it was"


def test_what_cannot_be_used_is_refused_before_it_runs(documents: Any) -> None:
    with pytest.raises(mg.UsageError, match=r"no such|expected|nothing"):
        nemo_curator.counts(7)
    stage = nemo_curator.counts()
    with pytest.raises(mg.InputError, match="hyp"):
        stage.process(documents(dataset_name="calls", data=pa.table({"ref": ["a"]})))
