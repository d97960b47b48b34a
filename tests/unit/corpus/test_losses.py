"""What is lost in a conversion, one of it and several."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import mondegreen
from mondegreen.corpus.losses import ONE, counted_loss

CORPUS = Path(mondegreen.__file__).parent / "corpus"


def written() -> set[str]:
    """Return the beginning of every key under which a loss is counted anywhere."""
    found = set()
    for path in CORPUS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Subscript) and ast.unparse(node.value) == "losses"):
                continue
            key = node.slice
            if isinstance(key, ast.JoinedStr):
                key = key.values[0]
            if isinstance(key, ast.Constant):
                found.add(str(key.value).strip())
    return found


def test_every_loss_has_words_for_one() -> None:
    by_name = {"ids", "names of recordings", "channels", "speakers", "labels"}
    assert len(written()) > 20
    assert written() | by_name == {*ONE}


@pytest.mark.parametrize("what", ONE)
def test_one_and_two(what: str) -> None:
    assert counted_loss(2000, what) == f"2,000 {what}"
    one = counted_loss(1, what)
    assert one == f"1 {ONE[what]}"
    if what != "recordings are one now":
        assert not re.match(r"1 (word )?\w+s\b", one)
