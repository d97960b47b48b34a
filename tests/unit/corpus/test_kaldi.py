"""Kaldi's text: an id, then the words."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import InputError, PairingError, ParseError


def test_pair(write: Any) -> None:
    """By id, in the order of the reference; the id alone is an empty transcript."""
    corpus = read(
        write("text", "utt1 so  it goes \nutt2\tb\nutt3\u00a0x c\n"),
        write("hyp.text", "utt3\u00a0x c\nutt1\n"),
    )
    assert corpus.ids == ["utt1", "utt2", "utt3\u00a0x"]
    assert corpus.references == ["so  it goes", "b", "c"]
    assert corpus.hypotheses == ["", None, "c"]
    assert corpus.metadata == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "utt1 a\n\nutt2 b\n",
            (
                "text:2: blank line, expected an id and words; an empty transcript is the id alone "
                "(plain text is read with --format lines)"
            ),
        ),
        (
            "utt1 a\nutt2 b\nutt1 c\n",
            (
                "text:3: the id 'utt1' stands here and on line 1, expected different ids; "
                "every id stands once"
            ),
        ),
    ],
)
def test_refused(write: Any, content: str, message: str) -> None:
    """Nothing without an id, nothing twice."""
    with pytest.raises(ParseError) as error:
        read(write("text", content), write("hyp.text", "utt1 a\n"))
    assert str(error.value) == message


def test_odd_hypothesis(write: Any) -> None:
    """A hypothesis without reference is an error with both counts and its place."""
    with pytest.raises(PairingError) as error:
        read(write("ref", "a x\nb y\n"), write("hyp", "b y\nzz y\na x\nq y\n"), format="kaldi")
    assert str(error.value) == (
        "hyp: ids without a reference: 2 of 4 (ref has 2), the first is 'zz' (line 2); the first "
        "id of ref is 'a'. Leave out what has no reference, or give the ids that belong together "
        "the "
        "same name"
    )


def test_found_in_plain_files(write: Any) -> None:
    """Two plain files are Kaldi's when all lines begin with the same set of ids."""
    corpus = read(write("r.txt", "s1-1 a b\ns1-2 c\n"), write("h.txt", "s1-2 c\ns1-1 a\n"))
    assert corpus.ids == ["s1-1", "s1-2"]
    assert corpus.hypotheses == ["a", "c"]
    assert corpus.source == "r.txt (kaldi), h.txt (kaldi)"


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("the cat sat\nhello world\n", "the hat sat\nhello word\n"),
        ("yes\nno\n", "no\nyes\n"),
        ("covid-19 spreads\n", "covid-19 spread\n"),
        ("2 for you\n3 for me\n", "2 for you\n3 for me\n"),
        ("a-1 b\nc-2 d\n", "e-3 b\nf-4 d\n"),
        ("a-1 b\n\nc-2 d\n", "a-1 b\n\nc-2 d\n"),
    ],
)
def test_plain_texts_keep_their_first_word(write: Any, reference: str, hypothesis: str) -> None:
    """Anything less is plain text."""
    corpus = read(write("r.txt", reference), write("h.txt", hypothesis))
    assert corpus.ids is None
    assert list(corpus.references) == reference.splitlines()


def test_ask_rather_than_guess(write: Any) -> None:
    """Ids that agree only in part are neither paired by position nor taken as ids."""
    names = write("r.txt", "a-1 b\na-2 c\n"), write("h.txt", "a-1 b\na-3 c\n")
    with pytest.raises(InputError) as error:
        read(*names)
    assert str(error.value) == (
        "r.txt, h.txt: every line begins with an id, as in Kaldi's text, but 'a-2' is in one "
        "file only; name the format: --format kaldi, or --format lines"
    )
    assert len(read(*names, format="lines")) == 2


@pytest.mark.parametrize(
    ("reference", "hypothesis", "first"),
    [
        ("utt1 a b\nutt2 c\n", "utt1 a b\nutt2 d\n", "utt1"),
        ("utt1 a b\nutt2 c\n", "utt2 c\nutt1 a b\n", "utt1"),
        ("utt1\ta b\nutt2\n", "utt1\ta\nutt2\tb\n", "utt1"),
        ("A01 a\nspk-2 b\n1089-0001 c\n", "spk-2 b\nA01 a\n1089-0001 c\n", "1089-0001"),
    ],
)
def test_what_looks_like_ids(write: Any, reference: str, hypothesis: str, first: str) -> None:
    """Letters and then digits may be ids or words; only the user knows, and can say it."""
    names = write("r.txt", reference), write("h.txt", hypothesis)
    with pytest.raises(InputError) as error:
        read(*names)
    assert str(error.value) == (
        f"r.txt, h.txt: each line begins with what looks like an id, such as {first!r}, the same "
        "ones in both files; add --format kaldi, or --format lines if these words were spoken"
    )
    assert sorted(read(*names, format="kaldi").ids or ()) == sorted(
        line.split()[0] for line in reference.splitlines()
    )
    assert read(*names, format="lines").ids is None


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("utt1 a\n", "utt1 a\n"),
        ("utt1 a\nutt1 b\n", "utt1 a\nutt1 b\n"),
        ("utt1 a\nutt2 b\n", "utt1 a\nutt3 b\n"),
        ("utt1 a\nso b\n", "utt1 a\nso b\n"),
        ("utt1 a\n\nutt2 b\n", "utt1 a\n\nutt2 b\n"),
        ("10 men\n20 women\n", "10 men\n20 women\n"),
        ("1st of May\n2nd of May\n", "1st of May\n2nd of May\n"),
        ("a1b x\nc2d y\n", "a1b x\nc2d y\n"),
        ("3.5 x\n4,000 y\n", "3.5 x\n4,000 y\n"),
    ],
)
def test_ordinary_numbers_are_words(write: Any, reference: str, hypothesis: str) -> None:
    """One line, a word twice, other words, or numbers that people say are plain text."""
    corpus = read(write("r.txt", reference), write("h.txt", hypothesis))
    assert corpus.ids is None
    assert list(corpus.references) == reference.splitlines()
