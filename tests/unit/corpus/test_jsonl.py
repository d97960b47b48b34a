"""JSONL: objects line by line, with strict texts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import read_made_up

from mondegreen.corpus import read
from mondegreen.errors import InputError, ParseError
from mondegreen.types import Failed

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


def test_columns(write: Any) -> None:
    """Ids, texts and all other columns; absent keys are null."""
    name = write(
        "x.jsonl",
        '{"id": 7, "reference": "a", "hypothesis": "b", "speaker": "s"}\r\n'
        "\n"
        '{"id": 8, "reference": "", "hypothesis": null, "words": [1]}\n'
        '{"id": 9, "reference": "c"}',
    )
    corpus = read(name)
    assert corpus.ids == ["7", "8", "9"]
    assert corpus.references == ["a", "", "c"]
    assert corpus.hypotheses == ["b", None, None]
    assert corpus.metadata == {"speaker": ["s", None, None], "words": [None, [1], None]}
    assert corpus.source == "x.jsonl (jsonl)"
    assert len(corpus) == 3


def test_nemo_manifest(write: Any) -> None:
    """The texts are text and pred_text; the path is the id."""
    name = write("m.json", '{"audio_filepath": "a.wav", "text": "x", "pred_text": "y"}\n')
    corpus = read(name)
    assert (corpus.ids, corpus.references, corpus.hypotheses) == (["a.wav"], ["x"], ["y"])


def test_failed(write: Any) -> None:
    """An error stands for a hypothesis that is null, absent or empty, and for no other."""
    name = write(
        "x.jsonl",
        '{"ref": "a", "hyp": null, "error": "timeout"}\n'
        '{"ref": "a", "hyp": "", "error": "quota"}\n'
        '{"ref": "a", "error": " "}\n'
        '{"ref": "a", "hyp": "b", "error": "late"}\n'
        '{"ref": "a", "hyp": ""}\n',
    )
    assert read(name).hypotheses == [Failed("timeout"), Failed("quota"), None, "b", ""]


def test_tolerated(write: Any) -> None:
    """A BOM, white space, escapes of whole pairs and of a backslash."""
    name = write(
        "x.jsonl",
        "\ufeff" + r' {"ref": "b", "hyp": "\ud83d\ude00 \\ud800"} ' + "\n",
    )
    corpus = read(name)
    assert (corpus.references, corpus.hypotheses) == (["b"], ["😀 \\ud800"])


@pytest.mark.filterwarnings("ignore:.*(is the word|hold U|hold escapes|seem encoded|have . inside)")
@given(rows=st.lists(st.tuples(TEXT, st.none() | TEXT, TEXT), min_size=1), ascii_only=st.booleans())
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory,
    *,
    rows: list[tuple[str, str | None, str]],
    ascii_only: bool,
) -> None:
    """Any text comes back, escaped or not."""
    path = tmp_path_factory.mktemp("jsonl") / "x.jsonl"
    keys = ("reference", "hypothesis", "note")
    path.write_text(
        "".join(
            json.dumps(dict(zip(keys, row, strict=True)), ensure_ascii=ascii_only) + "\n"
            for row in rows
        ),
        encoding="utf-8",
        newline="",
    )
    corpus = read_made_up(path)
    columns = (corpus.references, corpus.hypotheses, corpus.metadata["note"])
    assert list(zip(*columns, strict=True)) == rows


def test_many_rows_and_late_columns(write: Any) -> None:
    """Columns that begin late are filled up from the start, over many batches."""
    rows = [{"ref": str(i), "hyp": "h"} | ({"late": i} if i >= 2500 else {}) for i in range(5000)]
    corpus = read(write("x.jsonl", "\n".join(map(json.dumps, rows))))
    assert corpus.references == [str(i) for i in range(5000)]
    assert corpus.metadata == {"late": [None] * 2500 + list(range(2500, 5000))}


GOOD = '{"ref": "a", "hyp": "b"}\n'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            '{"ref": 12, "hyp": "b"}\n',
            "x.jsonl:1: the reference 'ref' is a number (12), expected a text",
        ),
        ('{"hyp": "b"}\n', "x.jsonl:2: the reference 'ref' is null, expected a text"),
        (
            '{"ref": "a", "hyp": [1]}\n',
            "x.jsonl:2: the hypothesis 'hyp' is a list, expected a text or null",
        ),
        (
            '{"ref": "a", "hyp": "b", "snr": NaN}\n',
            (
                "x.jsonl:2: NaN is not JSON, expected a number or null: got "
                '\'{"ref": "a", "hyp": "b", "snr": NaN}\', expected one JSON object on each line'
            ),
        ),
        (
            r'{"ref": "a", "hyp": "\ud800"}' + "\n",
            r"x.jsonl:2: \ud800 is half of a surrogate pair and no text, expected a character",
        ),
        (
            "so it goes\n",
            (
                "x.jsonl:2: Expecting value at column 1: got 'so it goes', "
                "expected one JSON object on each line"
            ),
        ),
        (
            '"text"\n',
            "x.jsonl:2: 'text': got '\"text\"', expected one JSON object on each line",
        ),
        (
            GOOD.strip() + GOOD,
            (
                "x.jsonl:2: Extra data at column 25: got "
                '\'{"ref": "a", "hyp": "b"}{"ref": "a", "hyp": "b"}\', '
                "expected one JSON object on each line"
            ),
        ),
    ],
)
def test_refused(write: Any, content: str, message: str) -> None:
    """Each message has the line, what was found and what was expected."""
    before = "" if ":1:" in message else GOOD
    with pytest.raises(ParseError) as error:
        read(write("x.jsonl", before + content))
    assert str(error.value) == message


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, '{"n": ' + "9" * 5000 + "}", '{"a": "\t"}']
)
def test_hostile(write: Any, text: str) -> None:
    """Depth, long numbers and control characters are errors with a line, not crashes."""
    with pytest.raises(ParseError, match=r"^x\.jsonl:2: ") as error:
        read(write("x.jsonl", GOOD + text))
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("name", ["x.json", "x.txt"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            '[{"ref": "a"}]',
            (
                'a JSON array: got \'[{"ref": "a"}]\', expected one JSON object on each line; '
                "a table that is one document is read with --format json"
            ),
        ),
        (
            '[\n  {\n    "ref": "a"\n  }\n]\n',
            (
                "a JSON array: got '[', expected one JSON object on each line; "
                "a table that is one document is read with --format json"
            ),
        ),
        (
            '{\n  "ref": "a"\n}\n',
            (
                "a JSON object over several lines: got '{', expected one JSON object on each "
                "line; a table that is one document is read with --format json"
            ),
        ),
    ],
)
def test_other_json(write: Any, name: str, content: str, message: str) -> None:
    """JSON that is not JSONL is told what to become."""
    with pytest.raises(ParseError) as error:
        read(write(name, content), format="jsonl")
    assert str(error.value) == f"{name}:1: {message}"


def test_as_many_keys_as_lines(write: Any) -> None:
    """Objects that use ids as keys do not fill the memory with columns."""
    lines = (json.dumps({f"utt-{i}": "text"}) for i in range(3000))
    with pytest.raises(ParseError, match="expected the same keys on every line"):
        read(write("x.jsonl", "\n".join(lines)))


def test_no_rows(write: Any) -> None:
    """A file without objects is no corpus."""
    with pytest.raises(InputError) as error:
        read(write("x.jsonl", "\n\n"))
    assert str(error.value) == (
        "x.jsonl: no utterances (it holds no rows, read as jsonl); expected at least one"
    )


def nested(depth: int, kind: str) -> str:
    """Return JSON of so many lists or objects inside each other."""
    start, end = {"list": ("[", "]"), "object": ('{"a": ', "}")}[kind]
    return start * depth + "1" + end * depth


@pytest.mark.parametrize("kind", ["list", "object"])
@pytest.mark.parametrize("depth", [32, 300, 900, 10_000, 1_000_000])
def test_too_deep(write: Any, kind: str, depth: int) -> None:
    """What no program could write again is refused where it stands."""
    row = '{"ref": "a", "hyp": "b", "m": %s}\n'
    name = write("x.jsonl", row % 1 + row % nested(depth, kind))
    with pytest.raises(ParseError) as error:
        read(name)
    assert str(error.value).startswith(
        "x.jsonl:2: lists or objects more than 32 deep inside each other: "
        'got \'{"ref": "a", "hyp": "b", "m": '
    )
    assert str(error.value).endswith("..., expected one JSON object on each line")


@pytest.mark.parametrize("kind", ["list", "object"])
def test_deep_enough(write: Any, kind: str) -> None:
    """As deep as metadata ever are, and as wide."""
    row = '{"ref": "a", "hyp": "b", "m": %s, "words": [%s]}\n'
    name = write("x.jsonl", row % (nested(31, kind), ", ".join(['{"w": [1]}'] * 100)))
    assert len(read(name).metadata["words"][0]) == 100


def test_many_keys_late(write: Any) -> None:
    """Keys without end are refused before every row gets a place for each of them."""
    keys = ", ".join(f'"k{number}": 1' for number in range(100_000))
    name = write("x.jsonl", '{"ref": "a", "hyp": "b"}\n' * 20_000 + f"{{{keys}}}\n")
    with pytest.raises(ParseError, match=r"^x\.jsonl:20001: 100002 different keys up to this line"):
        read(name)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1E400", "123456789e302", "9" * 5000])
@pytest.mark.parametrize("place", ["{}", "[1, {}]", '{{"a": {}}}'])
def test_numbers_that_are_too_large(write: Any, number: str, place: str) -> None:
    """Infinity would be in what is written of them."""
    fine = '{"reference": "a", "hypothesis": "a", "duration": 1e-999}'
    name = write("x.jsonl", f"{fine}\n{fine.replace('1e-999', place.format(number))}\n")
    with pytest.raises(ParseError, match=r"^x.jsonl:2: .* too (large|many)") as caught:
        read(name)
    assert "sys." not in str(caught.value)
