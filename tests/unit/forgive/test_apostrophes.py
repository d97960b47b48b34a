"""An apostrophe is one however it was typed, and a quote is none."""

from __future__ import annotations

import pytest

from mondegreen.forgive import forgive

APOSTROPHES = "'’‘ʼ′‛＇`´"


@pytest.mark.parametrize("mark", APOSTROPHES)
def test_contractions_with_any_apostrophe(mark: str) -> None:
    for said, written in [
        ("do not go", "don't go"),
        ("it is", "it's"),
        ("she has gone", "she's gone"),
    ]:
        typed = written.replace("'", mark)
        assert forgive(said, typed, forgive=["contractions"]).errors == 0
        assert forgive(typed, said, forgive=["contractions"]).errors == 0
        assert forgive(written, typed, forgive=["punctuation"]).errors == 0


@pytest.mark.parametrize("mark", APOSTROPHES)
@pytest.mark.parametrize("word", ["can", "don", "won"])
def test_a_denial_is_one_with_any_apostrophe(mark: str, word: str) -> None:
    typed = f"i {word}{mark}t go"
    assert forgive(typed, f"i {word} go").errors > 0
    assert forgive(typed, "i can go").errors > 0
    assert forgive("i do go", typed).errors > 0


@pytest.mark.parametrize("mark", APOSTROPHES)
def test_quotes_are_marks(mark: str) -> None:
    assert forgive(f"say {mark}yes{mark} now", "say yes now", forgive=["punctuation"]).errors == 0
