"""Replies whose brackets are nested deeper than a reader of JSON goes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.judges.connections import _DEEPEST, _is_deep

TEXTS = st.text(st.sampled_from('[]{}"\\ab'), max_size=300)


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_the_bound(opening: bytes) -> None:
    closing = {b"[": b"]", b'{"a":': b"}"}[opening]
    for depth, deep in ((_DEEPEST, False), (_DEEPEST + 1, True), (200_000, True)):
        assert _is_deep(opening * depth + b"1" + closing * depth) == deep
        assert _is_deep(opening * depth) == deep


@given(st.lists(TEXTS), st.integers(1, 120))
def test_brackets_in_texts_are_no_depth(texts: list[str], depth: int) -> None:
    nested: object = texts
    for _ in range(depth - 1):
        nested = [nested]
    assert _is_deep(json.dumps(nested).encode()) == (depth > _DEEPEST)


def test_many_side_by_side_are_not_deep() -> None:
    assert not _is_deep(json.dumps([{"a": [1]}] * 10_000).encode())
