"""Forgivers of every language stand any marks next to the words of its own cases."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.languages import codes

pytestmark = [
    pytest.mark.skipif(_kernel.name != "native", reason="packs are in the native kernel"),
    pytest.mark.filterwarnings("ignore:.*hold notes:mondegreen.errors.DoubtWarning"),
]

MARKS = ["-", ".", ",", "$", "(", ")", "'", "[noise]", "%", "5", "10", "um", "½", "5-", "-5", "…"]


def texts_of(code: str) -> list[str]:
    """Return the texts of the cases of a language."""
    file = Path(mg.languages.__file__).parent / code / "cases.tsv"
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return [text for line in lines if line[:1] != "#" for text in line.split("\t")[1:3]]


@pytest.mark.parametrize("code", codes())
def test_no_words_and_marks_are_too_much(code: str) -> None:
    """Errors are never more than those of the strict alignment, and the same texts have none."""
    chance, texts = random.Random(5), texts_of(code)

    def text() -> str:
        words = " ".join(chance.sample(texts, 2)).split()
        for _ in range(chance.randrange(5)):
            at = chance.randrange(len(words))
            mark = chance.choice(MARKS)
            words[at] = chance.choice([mark, f"{words[at]}{mark}", f"{mark}{words[at]}"])
        return " ".join(words[chance.randrange(3) :])

    said = [text() for _ in range(200)]
    heard = [chance.choice([each, text()]) for each in said]
    strict = mg.score(said, heard, metrics=["wer"])
    found = mg.score(said, heard, metrics=["wer"], lang=code, forgive="agent")
    assert found["wer"].errors <= strict["wer"].errors
    same = mg.score(said, said, metrics=["wer"], lang=code, forgive="agent")
    assert same["wer"].errors == 0
