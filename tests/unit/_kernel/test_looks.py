"""Looks at whole columns: what the native kernel and the plain one say of the same columns."""

from __future__ import annotations

import pickle
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen import _kernel
from mondegreen._kernel import looks, reference_looks
from mondegreen.scoring.hallucination import _flags, find
from mondegreen.scoring.kinds import Coded, Kinds
from mondegreen.scoring.utterance import worst_rows

WORDS = st.sampled_from(["so", "it", "go\u0308", "日本", "\u3000", "", "\t", "a" * 30, "é" * 30])
TEXTS = st.lists(WORDS, max_size=14).map(" ".join)
COUNTS = st.lists(st.tuples(*[st.integers(0, 3)] * 4), max_size=40)


def columns_of(texts: list[str | None]) -> list[Any]:
    """Return the same texts as all kinds of columns."""
    pa = pytest.importorskip("pyarrow")
    arrays = [pa.array(texts, pa.string()), pa.array(texts, pa.large_string())]
    whole = [] if None in texts else [_kernel.split_lines(_lines(texts), "x", 2**20)]
    chunks = pa.chunked_array([arrays[0][:1], arrays[0][1:]])
    return [texts, tuple(texts), *arrays, chunks, *whole]


def _lines(texts: list[Any]) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


@given(st.lists(st.none() | TEXTS, max_size=5))
def test_texts_alike(texts: list[str | None]) -> None:
    for column in columns_of(texts):
        assert looks.has_words(column) == reference_looks.has_words(texts)
        assert looks.are_ascii(column) == reference_looks.are_ascii(texts)


@pytest.mark.parametrize("other", [["so"], mg.Failed("timeout"), 1])
def test_what_is_no_text(other: object) -> None:
    for kernel in (looks, reference_looks):
        assert kernel.has_words(["", other])
        assert not kernel.are_ascii(["", other])


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6))
def test_no_flag_is_lost(pairs: list[tuple[str, str]]) -> None:
    said, heard = map(list, zip(*pairs, strict=True))
    result = mg.score(said, heard)
    inserted = result.rows["wer"].columns[3]
    expected = [
        ",".join(_flags(one, other, None)) if number else ""
        for one, other, number in zip(said, heard, inserted, strict=True)
    ]
    found = find(result)
    assert found is not None
    assert found.flags == expected
    flagged = {row for row, flags in enumerate(expected) if flags}
    for column in columns_of(heard):
        assert flagged <= set(looks.rows_to_suspect(said, column, inserted))
    assert flagged <= set(reference_looks.rows_to_suspect(said, heard, inserted))


@given(COUNTS)
def test_kinds(rows: list[tuple[int, ...]]) -> None:
    columns = [array("q", column) for column in zip(*rows, strict=True)] or [array("q")] * 4
    codes, counts = looks.kinds(columns)
    assert [counts[code] for code in codes] == rows
    assert len(set(counts)) == len(counts)
    assert (codes, counts) == reference_looks.kinds(columns)


@given(COUNTS, st.none() | st.integers(0, 50))
def test_rows_in_order(rows: list[tuple[int, ...]], count: int | None) -> None:
    columns = [array("q", column) for column in zip(*rows, strict=True)] or [array("q")] * 4
    kinds = Kinds(columns)
    keys = {row: -sum(counts) for row, counts in enumerate(rows) if sum(counts)}
    found = kinds.ordered(lambda counts: -sum(counts) if sum(counts) else None, count)
    assert found == sorted(keys, key=keys.__getitem__)[:count]
    assert kinds.rows(sum) == list(keys)


@given(st.lists(st.tuples(TEXTS, st.none() | TEXTS), min_size=1, max_size=12), st.integers(0, 5))
def test_worst_rows(pairs: list[tuple[str, str | None]], count: int) -> None:
    said, heard = map(list, zip(*pairs, strict=True))
    for missing in ("skip", "deletions"):
        result = mg.score(said, heard, missing=missing)
        kind = result.metrics["wer"]
        keys = {
            row: (-kind.errors(counts), -kind.value(counts))
            for row in range(len(result))
            if kind.errors(counts := result.counts(row, "wer")) and result.is_scored(row)
        }
        expected = sorted(keys, key=lambda row: (*keys[row], row))
        assert worst_rows(result, "wer") == expected
        assert worst_rows(result, "wer", count) == expected[:count]
        assert result.rows_with_errors("wer") == sorted(expected)


def test_numbers() -> None:
    for kernel in (looks, reference_looks):
        assert list(kernel.numbers(12)) == [str(number) for number in range(1, 13)]
        assert list(kernel.numbers(0)) == []
        assert list(kernel.numbers(2, 10)) == ["10", "11"]


@given(st.lists(st.lists(st.text("ab", max_size=2), max_size=4), max_size=4))
def test_distinct(parts: list[list[str]]) -> None:
    whole = [name for part in parts for name in part]
    ids, kept = looks.Distinct(), looks.Distinct(kept=True)
    taken = [(ids.add(part), kept.add(part)) for part in parts]
    assert taken == [(all(part), all(part)) for part in parts]
    if all(whole):
        assert kept.are_distinct() == (len(set(whole)) == len(whole))
        assert ids.are_distinct() in {None, kept.are_distinct()}


def test_coded() -> None:
    column = Coded(bytes([1, 0, 1]), ["no", "yes"])
    assert (len(column), column[0], list(column)) == (3, "yes", ["yes", "no", "yes"])
    assert column.replaced([]) is column
    assert column.replaced([(1, None)]) == ["yes", None, "yes"]


def test_lines_speak_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    lines = _kernel.split_lines("so\n\nnaïve\r\nend".encode(), "x", 100)
    for column in (lines, lines[1:], pickle.loads(pickle.dumps(lines))[1:]):
        assert pa.array(column).to_pylist() == list(column) == column.to_pylist()
    assert list(lines) == ["so", "", "naïve", "end"]
