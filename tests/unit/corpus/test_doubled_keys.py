"""A key twice in an object of JSON is refused with its line, in every format that is JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.calls.folder import read_turns
from mondegreen.corpus import read
from mondegreen.corpus.doubled_keys import DoubledKeyError, doubled_in_row, doubled_key, single
from mondegreen.errors import InputError, ParseError

GOOD = '{"id": "1", "reference": "at 5:05", "hypothesis": "a \\"id\\": b"}'
KEYS = st.sampled_from(["a", "b", "\u00e9", '"', "a:b", ""])
SCALARS = st.integers() | st.sampled_from(["x", "a", '{"a": 1, "a": 2}', "\\"])


@st.composite
def objects(draw: st.DrawFn, levels: int = 2) -> list[tuple[str, Any]]:
    inner = SCALARS if levels == 0 else SCALARS | objects(levels - 1)
    return draw(st.lists(st.tuples(KEYS, inner), max_size=4))


def written(pairs: Any) -> str:
    if not isinstance(pairs, list):
        return json.dumps(pairs)
    return "{" + ", ".join(f"{json.dumps(key)} : {written(value)}" for key, value in pairs) + "}"


def doubled_at(pairs: Any, *, deep: bool) -> bool:
    if not isinstance(pairs, list):
        return False
    keys = [key for key, _ in pairs]
    return len({*keys}) < len(keys) or (deep and any(doubled_at(v, deep=True) for _, v in pairs))


@given(objects())
def test_doubled_keys_are_found_and_no_others(pairs: list[tuple[str, Any]]) -> None:
    text = written(pairs)
    row = json.loads(text)
    assert (doubled_in_row(text, row) is not None) == doubled_at(pairs, deep=False)
    if doubled_at(pairs, deep=True):
        with pytest.raises(DoubledKeyError):
            json.loads(text, object_pairs_hook=single)
        key, place = doubled_key(text)
        assert text.startswith(json.dumps(key), place)
    else:
        assert json.loads(text, object_pairs_hook=single) == row
        with pytest.raises(LookupError):
            doubled_key(text)


@pytest.mark.parametrize(
    ("name", "content", "line", "key"),
    [
        (
            "x.jsonl",
            GOOD + '\n{"reference": "a", "reference": "b", "hypothesis": "a"}\n',
            2,
            "reference",
        ),
        ("x.jsonl", '{"ref": "a", "hyp": "a", "\\u0072ef": "b"}\n', 1, "ref"),
        (
            "x.json",
            "[" + GOOD + ',\n{"id": "2", "reference": "a",\n"hypothesis": "", "hypothesis": "a"}]',
            3,
            "hypothesis",
        ),
        ("x.json", '{"u1": "so it goes",\n"u1": "and so on"}', 2, "u1"),
        (
            "x.json",
            '{"reference": ["a"],\n"hypothesis": ["b"],\n"reference": ["c"]}',
            3,
            "reference",
        ),
        (
            "x.json",
            '{"audio_filepath": "a.wav", "duration": 1.0, "text": "a", "text": "b", "pred_text": "a"}\n',
            1,
            "text",
        ),
        (
            "x.json",
            '[{"session_id": "s", "speaker": "a", "start_time": 0, "end_time": 1,\n"words": "a", "words": "b"}]',
            2,
            "words",
        ),
    ],
)
def test_a_doubled_key_is_refused_with_its_line(
    write: Any, name: str, content: str, line: int, key: str
) -> None:
    with pytest.raises(ParseError, match=f"{name}:{line}: the key '{key}' occurs twice"):
        read(write(name, content))


def test_texts_inside_rows_may_have_the_same_keys(write: Any) -> None:
    row = '{"ref": "a", "hyp": "a", "more": {"ref": 1, "hyp": {"ref": 2}}, "list": [{"ref": 1}, {"ref": 2}]}'
    assert read(write("x.jsonl", f"{row}\n{row}\n")).references == ["a", "a"]


def test_turns_of_a_call(tmp_path: Any) -> None:
    path = tmp_path / "reference.json"
    path.write_text('[{"speaker": "agent",\n"content": "a", "content": "b"}]')
    with pytest.raises(InputError, match="line 2: the key 'content' occurs twice"):
        read_turns(path)
