"""Documents are aligned as one text, whatever the line breaks of the two files are."""

from __future__ import annotations

import csv
import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path

WORDS = st.lists(st.sampled_from(["so", "it", "goes", "on"]), max_size=6)
DOCUMENTS = st.dictionaries(st.sampled_from(["a", "b", "c"]), st.tuples(WORDS, WORDS), min_size=1)


def table(path: Path, rows: list[dict[str, Any]]) -> Path:
    """Write rows in the form that the ending of a path names."""
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        return path
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=",\t"[path.suffix == ".tsv"])
        writer.writeheader()
        writer.writerows(rows)
    return path


def cut(draw: st.DrawFn, documents: dict[str, list[str]]) -> list[dict[str, Any]]:
    """Cut documents into lines anywhere, and put the lines of several among each other."""
    queues = []
    for name, words in documents.items():
        places = sorted(draw(st.lists(st.integers(0, len(words)), max_size=3)))
        edges = [0, *places, len(words)]
        lines = [" ".join(words[low:high]) for low, high in pairwise(edges)]
        queues.append([{"doc": name, "text": line} for line in lines])
    found = []
    while any(queues):
        queue = draw(st.sampled_from([each for each in queues if each]))
        found.append(queue.pop(0))
    return found


@st.composite
def cases(draw: st.DrawFn) -> Any:
    documents = draw(DOCUMENTS)
    sides = [{name: pair[at] for name, pair in documents.items()} for at in (0, 1)]
    return documents, cut(draw, sides[0]), cut(draw, sides[1])


@settings(deadline=None, max_examples=40)
@given(case=cases(), ending=st.sampled_from([".csv", ".tsv", ".jsonl"]))
def test_documents_are_their_words(
    case: Any, ending: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    documents, said, heard = case
    folder = tmp_path_factory.mktemp("documents")
    paths = table(folder / f"said{ending}", said), table(folder / f"heard{ending}", heard)
    corpus = mg.read(*paths, join_by="doc")
    assert corpus.ids == list(dict.fromkeys(row["doc"] for row in said))
    for name, reference, hypothesis in zip(
        corpus.ids, corpus.references, corpus.hypotheses, strict=True
    ):
        assert (reference.split(), hypothesis.split()) == documents[name]
    result = mg.score(corpus)
    whole = mg.score(
        *([" ".join(documents[name][at]) for name in corpus.ids] for at in (0, 1)), ids=corpus.ids
    )
    assert result["wer"].counts == whole["wer"].counts
    rows = [
        {"doc": one["doc"], "reference": one["text"], "hypothesis": two["text"]}
        for one, two in zip(said, heard, strict=False)
    ]
    both = mg.read(table(folder / f"both{ending}", rows), join_by="doc")
    assert both.ids == list(dict.fromkeys(row["doc"] for row in rows))
    assert [text.split() for text in both.references] == [
        [word for row in rows if row["doc"] == name for word in row["reference"].split()]
        for name in both.ids
    ]


def test_columns_with_one_value_in_a_document_are_kept(tmp_path: Path) -> None:
    said = [
        {"doc": 1, "speaker": "ann", "line": 1, "text": "so it"},
        {"doc": 1, "speaker": "ann", "line": 2, "text": "goes"},
        {"doc": 2, "speaker": "bob", "line": 1, "text": "on"},
    ]
    heard = [{"doc": 2, "text": "on", "latency": 3}, {"doc": 1, "text": "so it", "latency": 4}]
    paths = table(tmp_path / "said.jsonl", said), table(tmp_path / "heard.jsonl", heard)
    corpus = mg.read(*paths, join_by="doc")
    assert corpus.metadata == {"speaker": ["ann", "bob"], "latency": [4, 3], "doc": ["1", "2"]}
    assert mg.score(corpus).by("speaker")["ann"]["wer"].errors == 1


def test_a_document_without_hypotheses_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = table(tmp_path / "s.csv", [{"doc": "a", "text": "so"}, {"doc": "b", "text": "it goes"}])
    heard = table(tmp_path / "h.csv", [{"doc": "a", "text": "so"}])
    arguments = ["score", str(said), str(heard), "--join-by", "doc"]
    assert run(arguments) == 2
    assert "no hypothesis" in capsys.readouterr().err
    assert run([*arguments, "--missing", "deletions", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["metrics"][0]["errors"], found["coverage"]["missing"]) == (2, 1)


@pytest.mark.parametrize(
    ("heard", "column", "message"),
    [
        ([{"doc": "z", "text": "so"}], "doc", "ids without a reference: 1 of 1"),
        ([{"doc": None, "text": "so"}], "doc", "jsonl:1: column 'doc' names no document: got None"),
        ([{"doc": [3], "text": "so"}], "doc", "names no document"),
        ([{"doc": "a", "text": None}], "doc", "1 document has lines without a text"),
        ([{"doc": "a", "text": "so"}], "docs", "there is no column 'docs' to join by; columns: "),
        ([{"other": "a", "text": "so"}], "doc", "there is no column 'doc' to join by"),
    ],
)
def test_hostile_documents(
    heard: Any, column: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = table(tmp_path / "said.jsonl", [{"doc": "a", "text": "so"}])
    other = table(tmp_path / "heard.jsonl", heard)
    with pytest.raises(mg.MondegreenError, match=message):
        mg.read(said, other, join_by=column)
    assert run(["score", str(said), str(other), "--join-by", column]) == 2
    assert message in capsys.readouterr().err


def test_the_error_about_counts_names_both_ways_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said, heard = tmp_path / "said.txt", tmp_path / "heard.txt"
    said.write_text("so it\ngoes\n")
    heard.write_text("so it goes\n")
    assert run(["score", str(said), str(heard)]) == 2
    told = capsys.readouterr().err
    assert "--join-by COLUMN" in told
    assert "score -g" in told
    assert run(["score", str(said), str(heard), "--join-by", "doc"]) == 2
    assert "--global" in capsys.readouterr().err
    assert run(["score", str(said), str(heard), "-g", "--join-by", "doc"]) == 2
    assert "leave out one" in capsys.readouterr().err
    assert run(["score", str(said), str(heard), "-g"]) == 0


def test_systems_are_compared_by_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"doc": name, "text": text} for name in "abcd" for text in ("so it", "goes on")]
    said = table(tmp_path / "said.csv", rows)
    joined = [{"doc": name, "text": f"so it goes {name}"} for name in "dcba"]
    heard = table(tmp_path / "heard.csv", joined)
    arguments = [
        "compare",
        "-r",
        str(said),
        f"a={said}",
        f"b={heard}",
        "--join-by",
        "doc",
        "--json",
    ]
    assert run(arguments) == 0
    assert '"utterances": 4' in capsys.readouterr().out
