"""Texts that are tokens of a model: named where both sides are, refused where one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mondegreen.corpus import read
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["the ferry leaves", "a b", "it goes"]
TOKENS = {
    "espnet": ["t h e <space> f e r r y <space> l e a v e s", "a <space> b", "i t <space> g o e s"],
    "fairseq": ["T H E | F E R R Y | L E A V E S |", "A | B |", "I T | G O E S |"],
    "sentencepiece": [
        "\u2581the \u2581fer ry \u2581leave s",
        "\u2581a \u2581b",
        "\u2581it \u2581go es",
    ],
    "one space": [
        "\u2581 the \u2581 fer ry \u2581 leave s",
        "\u2581 a \u2581 b",
        "\u2581 it \u2581 go es",
    ],
    "subword-nmt": ["the fer@@ ry leave@@ s", "a b", "it go@@ es"],
    "wordpiece": ["the fer ##ry leave ##s", "a b", "it go ##es"],
}


def put(folder: Path, name: str, texts: list[str]) -> str:
    path = folder / name
    path.write_text("".join(f"u-{at} {text}\n" for at, text in enumerate(texts)), "utf-8")
    return str(path)


@pytest.mark.parametrize("kind", TOKENS)
def test_both_sides_are_named_and_one_is_refused(tmp_path: Path, kind: str) -> None:
    tokens = put(tmp_path, "r", TOKENS[kind]), put(tmp_path, "h", [*TOKENS[kind][:2], "i t"])
    with pytest.warns(UserWarning, match="the texts are tokens of a model.* counts as a word"):
        assert read(*tokens, format="kaldi").references[0] == TOKENS[kind][0]
    words = put(tmp_path, "w", WORDS)
    with pytest.raises(InputError, match="the references are tokens of a model"):
        read(tokens[0], words, format="kaldi")
    with pytest.raises(InputError, match="the hypotheses are tokens of a model"):
        read(words, tokens[0], format="kaldi")


def test_numbers_of_tokens_on_one_side_are_named(tmp_path: Path) -> None:
    """Only named, since digits may be what a recogniser wrote of spoken numbers."""
    numbers = put(tmp_path, "n", ["23 44 2", "7 9", "318 4"])
    with pytest.warns(UserWarning, match="the hypotheses are only numbers, as token_int of ESPnet"):
        read(put(tmp_path, "w", WORDS), numbers, format="kaldi")
    read(numbers, put(tmp_path, "m", ["23 44", "7 9", "318 5"]), format="kaldi")


@pytest.mark.parametrize(
    "text", ["a | b is a pipe", "so # it", "mail me @@ home", "room 7", "<space>"]
)
def test_words_with_such_signs_are_words(tmp_path: Path, text: str) -> None:
    """One of three texts is no proof."""
    read(put(tmp_path, "r", [*WORDS[:2], text]), put(tmp_path, "h", WORDS), format="kaldi")
