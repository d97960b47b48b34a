"""JSON documents that are tables, in every shape that programs write."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.errors import ParseError

ROWS = [
    {"id": "u1", "reference": "so it goes", "hypothesis": "so it glows", "score": 0.5},
    {"id": "u2", "reference": "and so on", "hypothesis": None, "score": None},
]
COLUMNS = {name: [row[name] for row in ROWS] for name in ROWS[0]}
BOTH = {
    "rows": ROWS,
    "one row": ROWS[:1],
    "nested": {"data": ROWS, "version": 3},
    "nested with other lists": {"features": [{"name": "id"}], "rows": ROWS, "left": []},
    "rows of the hub": {"features": [], "rows": [{"row_idx": 0, "row": row} for row in ROWS]},
    "by id": {row["id"]: {k: v for k, v in row.items() if k != "id"} for row in ROWS},
    "columns": COLUMNS,
    "columns of pandas": {n: dict(zip("01", values, strict=True)) for n, values in COLUMNS.items()},
    "split": {
        "columns": list(COLUMNS),
        "index": [0, 1],
        "data": [[row[name] for name in COLUMNS] for row in ROWS],
    },
    "table": {"schema": {"fields": [{"name": "id"}]}, "data": ROWS},
}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("what", BOTH)
def test_both_sides(write: Any, what: str, indent: int | None) -> None:
    corpus = read(write("x.json", json.dumps(BOTH[what], indent=indent)))
    count = 1 if what == "one row" else 2
    assert corpus.ids == ["u1", "u2"][:count]
    assert list(corpus.references) == ["so it goes", "and so on"][:count]
    assert list(corpus.hypotheses) == ["so it glows", None][:count]
    assert corpus.metadata["score"] == [0.5, None][:count]


@pytest.mark.parametrize("name", ["x.json", "x.txt", "x.jsonl"])
@pytest.mark.parametrize("indent", [None, 1])
def test_one_side(write: Any, name: str, indent: int | None) -> None:
    texts = {"u-1": "so it goes", "u-2": "and so on"}
    by_id = write(name, json.dumps(texts, indent=indent))
    other = write("h.json", json.dumps(dict(reversed(texts.items()))))
    corpus = read(by_id, other)
    assert corpus.ids == list(texts)
    assert list(corpus.hypotheses) == list(texts.values())
    listed = write("l.json", json.dumps(list(texts.values()), indent=indent))
    corpus = read(listed, listed)
    assert corpus.ids is None
    assert list(corpus.references) == list(texts.values())


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        [1, 2],
        [["a"], ["b"]],
        {"reference": ["a"], "hypothesis": ["a", "b"]},
        {"question": "so it goes?", "answer": "so it goes"},
        {"a": [{"text": "so"}], "b": [{"text": "it"}]},
        {"error": {"message": "quota exceeded"}, "u-1": "so"},
    ],
)
def test_other_documents_are_refused(write: Any, value: Any) -> None:
    with pytest.raises(ParseError):
        read(write("x.json", json.dumps(value)), write("y.txt", "so\n"), format="json")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ('{"id": "u1", "reference": "a", "hypothesis": "b"}\n', "jsonl"),
        ('{"text": "so it goes"}', "jsonl"),
        ('{"text": "so", "segments": [{"text": "so", "start": 0, "end": 1}]}', "whisper"),
        ('["so it goes"]', "json"),
    ],
)
def test_whose_document_it_is(write: Any, content: str, name: str) -> None:
    with opened(write("x.json", content), max_line=10**6) as source:
        assert sniff(source) == name
