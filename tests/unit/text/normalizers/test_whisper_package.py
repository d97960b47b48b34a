"""Our implementations of Whisper's normalizers do what the package itself does, its errors included."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from whisper_oracle import original
from whisper_texts import texts

import mondegreen as mg
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = (
    "whisper-english",
    "whisper-basic",
    "whisper-basic-remove-diacritics",
    "whisper-basic-split-letters",
    "whisper-basic-remove-diacritics-split-letters",
)
DATA = Path(__file__).parents[5] / "shared" / "data"
FAILS = "the original raises"


def by_original(name: str, text: str) -> str:
    try:
        return original(name)(text)
    except (AssertionError, ValueError):
        return FAILS


def by_ours(name: str, text: str) -> str:
    try:
        return mg.normalizer(name)(text)
    except InputError:
        return FAILS


def differences(name: str, given: Iterable[str]) -> list[tuple[str, str, str]]:
    found = []
    for text in given:
        wanted, got = by_original(name, text), by_ours(name, text)
        if wanted != got:
            found.append((text, wanted, got))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_generated_texts(name: str) -> None:
    assert not differences(name, texts(1, 2_000))[:3]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_generated_texts(name: str) -> None:
    assert not differences(name, texts(2, 200_000))[:3]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_code_point(name: str) -> None:
    """Alone, in words, next to digits, before a sigma and marks, after an apostrophe."""
    pieces = "{0} a{0}b {0}s 1{0}2,{0}3 x Σ{0} e{0}\u0301\u0327 '{0}st uh{0} {0}1.{0}"
    rows = (
        " ".join(pieces.format(chr(point)) for point in range(start, start + 8))
        for start in range(0, 0x110000, 8)
    )
    assert not differences(name, rows)[:3]


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=()), max_size=60))
@example("x'd been't 've't 'ven't can'tn't let'sn't")
@example("(() (a) <b] [c>")
@example("1,2,3,4 . .. ... .5 5. $0x12 $5 and ¢7 $.5")
def test_any_text(text: str) -> None:
    for name in NAMES:
        assert by_ours(name, text) == by_original(name, text)


@pytest.mark.parametrize("digits", [4299, 4300, 4301])
@pytest.mark.parametrize("text", ["{0}", "$0.{0}", "{0} five", "{0} hundred", "x {0} millionth"])
def test_errors_are_those_of_the_original(text: str, digits: int) -> None:
    text = text.format("9" * digits)
    assert by_ours("whisper-english", text) == by_original("whisper-english", text)


def real_texts() -> list[str]:
    files = sorted(DATA.glob("*.jsonl"))
    if not files:
        pytest.skip("shared/data is not here")
    found: set[str] = set()
    for file in files:
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                found |= {value for value in json.loads(line).values() if isinstance(value, str)}
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_real_texts(name: str) -> None:
    assert not differences(name, real_texts())[:3]


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("whisper-english", "whisper_english"),
        ("whisper-basic", "whisper_basic"),
        ("hf-leaderboard-multilingual", "hf_multilingual"),
    ],
)
def test_vectors(name: str, column: str) -> None:
    file = DATA / "normalizer_vectors.jsonl"
    if not file.is_file():
        pytest.skip("shared/data is not here")
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    rows = [row for row in rows if column in row]
    made = mg.normalizer(name).batch([row["text"] for row in rows])
    assert len(rows) >= 500
    assert list(made) == [row[column] for row in rows]
