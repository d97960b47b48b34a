"""What the store keeps of scored samples: every system and every data set has its own rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from judge_fakes import FakeModel

import mondegreen as mg
from mondegreen.judges import Answer
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

REFERENCES = ["pay the card", "not today", "yes"]
ONE, OTHER = ["pay the cart", "not today", "yes"], ["pay the card", "today", "yes"]


class Refusing(FakeModel):
    """Refuses, so that only the row of a sample comes of it."""

    async def ask(self, asked: Any) -> Answer[Any]:
        self.asked.append(asked.prompt)
        return Answer("refused", "the model refused")


def kept(folder: Path, *scored: Iterable[Any], **options: Any) -> list[tuple[str, str, str]]:
    """Score each in one store, and return the keys of the rows that are in it."""
    for pair in scored:
        judging = mg.Judging(Refusing(), cache=folder / "a.db", tell=lambda _line: None)
        mg.score(*pair, metrics=["semantic-wer"], judge=judging, **options)
    with open_store(folder / "a.db") as store:
        rows = store.samples.wer()
    return [(row["dataset"], row["service_name"], row["sample_id"]) for row in rows]


def test_two_systems_without_names_have_their_own_rows(tmp_path: Path) -> None:
    rows = kept(tmp_path, (REFERENCES, ONE), (REFERENCES, OTHER))
    assert len(rows) == len(set(rows)) == 6
    assert len({dataset for dataset, _, _ in rows}) == 1
    services = {service for _, service, _ in rows}
    assert len(services) == 2
    assert all(service.startswith("hypotheses@") for service in services)


@pytest.mark.parametrize("ids", [None, ["u1", "u2", "u3"]])
def test_two_data_sets_have_their_own_rows(tmp_path: Path, ids: Any) -> None:
    others = [text + " please" for text in REFERENCES]
    rows = kept(tmp_path, (REFERENCES, ONE), (others, ONE), ids=ids)
    assert len(set(rows)) == 6
    assert len({dataset for dataset, _, _ in rows}) == 2
    assert [name for *_, name in rows] == (ids or ["1", "2", "3"]) * 2


def test_the_same_texts_are_the_same_samples(tmp_path: Path) -> None:
    rows = kept(tmp_path, (REFERENCES, ONE), (REFERENCES, ONE), (tuple(REFERENCES), iter(ONE)))
    assert len(rows) == 3


@pytest.mark.parametrize("column", ["service_name", "system", "provider"])
def test_columns_name_systems_and_data_sets(tmp_path: Path, column: str) -> None:
    named = {column: ["whisper", "whisper", None], "dataset": ["calls", "talks", None]}
    rows = kept(tmp_path, (REFERENCES, ONE), (REFERENCES, OTHER), by=named)
    assert [row[:2] for row in rows[-3:-1]] == [("calls", "whisper"), ("talks", "whisper")]
    assert len(rows) == 2 + 2  # the unnamed rows stay apart


def test_where_texts_begin_and_end_is_part_of_what_they_are(tmp_path: Path) -> None:
    rows = kept(tmp_path, (["ab", "c"], ["x", "y z"]), (["a", "bc"], ["x y", "z"]))
    assert len({row[:2] for row in rows}) == 2


def test_files_name_their_system(tmp_path: Path) -> None:
    for name, texts in (("ref", REFERENCES), ("whisper.large", ONE), ("nova", OTHER)):
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), "utf-8")
    corpora = [
        (mg.read(tmp_path / "ref.txt", tmp_path / f"{n}.txt"),) for n in ("nova", "whisper.large")
    ]
    rows = kept(tmp_path, *corpora)
    assert [name.partition("@")[0] for _, name, _ in rows[::3]] == ["nova", "whisper.large"]
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "nova.txt").write_text("pay\nnot today\nyes\n", "utf-8")
    rows = kept(tmp_path, (mg.read(tmp_path / "ref.txt", tmp_path / "far" / "nova.txt"),))
    assert len({name for _, name, _ in rows}) == 3  # the same name, and other texts
    table = tmp_path / "table.csv"
    table.write_text("reference,nova-3\npay the card,pay the cart\n", "utf-8")
    rows = kept(tmp_path, (mg.read(table, hypothesis_column="nova-3"),))
    assert rows[-1][1].startswith("nova-3@")
