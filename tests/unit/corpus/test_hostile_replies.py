"""Replies of recognisers with anything in any place: read, or refused with file and line."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.corpus.converting import read_transcript, write_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.reply import ReplyFormat
from mondegreen.corpus.segments import Segment, Transcript, Word, is_odd
from mondegreen.corpus.times import exact
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = [name for name in FORMATS.names() if issubclass(FORMATS.get(name), ReplyFormat)]
DEEP = json.loads("[" * 60 + "]" * 60)
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 3.5, -0.5, 10**30, 1e300, "", "x", "-1", "NaN", "1e999", "\ud800"),
    *([], {}, [None], {"x": 1}, [[]], DEEP),
]


def document(kind: str) -> Any:
    if not FORMATS.get(kind).is_written():
        return json.loads(str(FORMATS.get(kind).example))
    words = tuple(
        Word(word, exact(at), exact(at + 1), exact("0.5"), "S1")
        for at, word in enumerate(("so", "it"))
    )
    one = Segment("so it", channel="1", speaker="S1", start=exact(0), end=exact(2), words=words)
    content = write_transcript(Transcript("x", "seglst", (one, one)), kind).content
    assert isinstance(content, bytes)
    return json.loads(content)


def paths(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value inside another."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        yield (*way, key)
        if isinstance(part, dict | list):
            yield from paths(part, (*way, key))


def changed(whole: Any, way: tuple[Any, ...], value: Any, *, gone: bool = False) -> Any:
    whole = copy.deepcopy(whole)
    at = whole
    for key in way[:-1]:
        at = at[key]
    if gone:
        del at[way[-1]]
    else:
        at[way[-1]] = value
    return whole


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read_or_refused(content: str | bytes, kind: str) -> str:
    """Return how it was refused; nothing where it was read, with times that make sense or are known not to."""
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    Path("reply.json").write_bytes(data)
    try:
        found = read_transcript("reply.json", kind)
    except InputError as error:
        problem = str(error)
    else:
        check(found)
        return ""
    assert re.match(r"reply\.json(:[0-9]+)?: ", problem)
    assert len(problem) < 500
    assert problem.isprintable()
    return problem


def check(found: Transcript) -> None:
    for each in found.segments:
        assert isinstance(each.text, str)
        each.text.encode()
        for part in (each, *each.words):
            assert all(time is None or abs(time) < 10**9 for time in (part.start, part.end))
            timed = part.start is not None and part.end is not None
            assert not timed or is_odd(part) or 0 <= part.start <= part.end


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_of_any_kind_in_any_place(kind: str) -> None:
    whole = document(kind)
    assert read_or_refused(json.dumps(whole), kind) == ""
    for way in paths(whole):
        read_or_refused(json.dumps(changed(whole, way, None, gone=True)), kind)
        for value in VALUES:
            read_or_refused(json.dumps(changed(whole, way, value)), kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "literal",
    ["NaN", "-Infinity", "1e999", "-1e5", "9" * 5000, "1" + "0" * 4000 + ".5", "1e-999999999"],
)
def test_numbers_that_are_none(kind: str, literal: str) -> None:
    whole = document(kind)
    for way in paths(whole):
        text = json.dumps(changed(whole, way, "@@")).replace('"@@"', literal)
        problem = read_or_refused(text, kind)
        if literal in {"NaN", "-Infinity"} or literal.startswith("999"):
            assert "is not a JSON number" in problem


@pytest.mark.parametrize("kind", KINDS)
def test_whole_documents(kind: str) -> None:
    text = json.dumps(document(kind))
    assert read_or_refused(b"\xef\xbb\xbf" + text.encode(), kind) == ""
    for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
        assert "without a byte-order mark" in read_or_refused(text.encode(encoding), kind)
    for encoding in ("utf-16", "utf-32"):
        with pytest.warns(UserWarning, match="as its byte-order mark says"):
            assert read_or_refused(text.encode(encoding), kind) == ""
    for content in ("", " ", "\n", "null", "3", '"x"', "[]", "{}", "[[]]", text[:-1], text + "x"):
        silence = kind == "google" and content == "{}"  # as Google writes it
        assert bool(read_or_refused(content, kind)) is not silence
    for deep in (65, 200, 100_000):
        for opened, closed in (("[", "]"), ('{"results": ', "}"), ('{"segments": [', "]}")):
            assert read_or_refused(opened * deep + closed * deep, kind)
    twice = text[:-1] + ", " + text[1:]
    read_or_refused(twice, kind)
