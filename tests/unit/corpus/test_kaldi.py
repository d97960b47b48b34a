"""Kaldi's text: an id, then the words."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import PairingError, ParseError


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
                "text:3: the id 'utt1' occurs here and on line 1, expected different ids; "
                "every id occurs once; an id ends at the first blank, so write _ for a blank in it"
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


def test_the_speakers_next_to_a_file_text(write: Any) -> None:
    """Only of a file of that name, and an id that is not there has no speaker."""
    text, other = (write(name, "utt1 a\nutt2 b\nutt3 c\n") for name in ("text", "other.text"))
    assert read(text, other).metadata == {}
    speakers = write("utt2spk", "utt3 bo\nutt1 ada\n")
    assert read(text, other).metadata == {"speaker": ["ada", None, "bo"]}
    assert read(other, text).metadata == {"speaker": ["ada", None, "bo"]}
    assert read(other, other).metadata == {}
    write(speakers, "utt1\n")
    with pytest.raises(ParseError, match="utt2spk:1: got 'utt1', expected id speaker"):
        read(text, other)
