"""Marks before and after a number say the same in every language, however they are written."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.languages import codes

PACKS = Path(mg.languages.__file__).parent

pytestmark = pytest.mark.skipif(_kernel.name != "native", reason="packs are in the native kernel")

FIGURES = st.from_regex(r"[1-9][0-9]{0,2}", fullmatch=True)
CODES = st.sampled_from(codes())


def errors(code: str, said: str, heard: str) -> int:
    """Return the errors that are left after forgiving."""
    return mg.score([said], [heard], metrics=["wer"], lang=code, forgive="agent")["wer"].errors


def written(code: str, text: str) -> str:
    """Return what the normalizer of a language writes."""
    return mg.languages.language(code).normalize(text)


@given(CODES, FIGURES)
def test_a_zero_before_a_decimal_mark_may_be_missing(code: str, figures: str) -> None:
    settings = (PACKS / code / "pack.tsv").read_text("utf-8") if code != "any" else ""
    comma = "point\t," in settings
    for mark in [".", ","][: 1 + comma]:
        short, long = f"x {mark}{figures} x", f"x 0{mark}{figures} x"
        assert written(code, short) == written(code, long)
        assert errors(code, short, long) == 0
        assert written(code, short) != written(code, f"x {figures} x")
        assert errors(code, short, f"x {figures} x") > 0


@given(CODES, FIGURES, st.sampled_from("-−"))
def test_a_minus_before_brackets_is_a_minus(code: str, figures: str, minus: str) -> None:
    bracketed, plain = f"x {minus}({figures}) x", f"x {minus}{figures} x"
    assert written(code, bracketed) == written(code, plain)
    assert errors(code, bracketed, plain) == 0
    assert written(code, bracketed) != written(code, f"x {figures} x")
    assert errors(code, bracketed, f"x {figures} x") > 0


@given(CODES, FIGURES, st.sampled_from(["-", "−", "-,", "-."]))
def test_a_hyphen_after_a_number_is_kept(code: str, figures: str, mark: str) -> None:
    assert written(code, f"x {figures}{mark} x") != written(code, f"x {figures} x")
    assert errors(code, f"x {figures}{mark} x", f"x {figures} x") > 0


@given(CODES, FIGURES, st.sampled_from("<>≤≥"))
def test_a_comparison_before_brackets_is_kept(code: str, figures: str, sign: str) -> None:
    assert errors(code, f"x {sign}({figures}) x", f"x {figures} x") > 0


def marked(code: str) -> list[str]:
    """Return the words of the cases of a language that have a letter with a mark."""
    file = PACKS / code / "cases.tsv"
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    texts = [text for line in lines if line[:1] != "#" for text in line.split("\t")[1:3]]
    words = {word for text in texts for word in unicodedata.normalize("NFC", text).split()}
    return sorted(word for word in words if word.isalpha() and plain(word) != word)


def plain(word: str) -> str:
    """Return a word without the marks of its letters."""
    letters = unicodedata.normalize("NFD", word)
    bare = "".join(letter for letter in letters if not "\u0300" <= letter <= "\u036f")
    return unicodedata.normalize("NFC", bare)


def borrowed() -> set[str]:
    """Return the words that English writes with a mark or without."""
    lines = (PACKS / "en" / "guards.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line.startswith("accent-borrowed\t")]
    return {word for row in rows for word in row[1].split()}


@pytest.mark.parametrize("code", [code for code in codes() if marked(code)])
def test_english_takes_no_marks_from_words_that_it_has_not_borrowed(code: str) -> None:
    known = borrowed()
    words = [word for word in marked(code) if not {word.lower(), word.lower()[:-1]} & known]
    result = mg.score(words, [plain(word) for word in words], metrics=["semantic-wer"])
    assert result["semantic-wer"].errors == len(words)


def test_borrowed_words_may_be_written_without_their_mark() -> None:
    said = ["the Café", "two résumés", "vis-à-vis him", "Zoë's house", "CRÈME brûlée"]
    heard = ["the cafe", "two resumes", "vis-a-vis him", "Zoe's house", "creme brulee"]
    assert mg.score(said, heard, metrics=["semantic-wer"])["semantic-wer"].errors == 0


@pytest.mark.parametrize(
    ("code", "short", "long"),
    [
        ("de", "Goethestr.", "Goethestraße"),
        ("de", "Marktpl.", "Marktplatz"),
        ("nl", "Kerkstr.", "Kerkstraat"),
        ("nl", "Beatrixln.", "Beatrixlaan"),
        ("af", "Kerkstr.", "Kerkstraat"),
    ],
)
def test_short_forms_at_the_end_of_streets(code: str, short: str, long: str) -> None:
    for said, heard in [(short, long), (long, short), (f"{short} 5", f"{long} 5")]:
        assert errors(code, said, heard) == 0
        if short.endswith("str."):
            assert written(code, said) == written(code, heard)
    assert errors(code, short[:-1], long) > 0
    assert errors(code, f"x{short}", long) > 0


@pytest.mark.parametrize(
    ("code", "name"), [("nl", "Lincoln"), ("nl", "Köln"), ("nl", "GPL"), ("de", "GPL")]
)
def test_a_name_at_the_end_of_a_sentence_is_no_street(code: str, name: str) -> None:
    assert written(code, f"{name}.") == written(code, name) == name.lower()
    assert errors(code, f"{name}.", name) == 0
