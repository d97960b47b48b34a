"""NIST trn: the id in the last parentheses."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import PairingError, ParseError


def test_pair(write: Any) -> None:
    """Comments and blank lines hold no utterance; parentheses before the id are text."""
    names = (
        write("r.txt", ";; made by hand\nso (it) goes (spk1-001)\n{ a / b } (spk2_x-2)\n\n(7)\n"),
        write("h.txt", "(7)\r\nso it  goes  (spk1-001) \r\n"),
    )
    corpus = read(*names)
    assert corpus.alternatives == "nist"
    assert corpus.ids == ["spk1-001", "spk2_x-2", "7"]
    assert corpus.references == ["so (it) goes", "{ a / b }", ""]
    assert corpus.hypotheses == ["so it  goes", None, ""]
    assert corpus.metadata == {
        "speaker": ["spk1", "spk2", None],
        "hypothesis_speaker": ["spk1", None, None],
    }
    assert corpus.source == "r.txt (trn), h.txt (trn)"


@pytest.mark.parametrize("line", ["no id", "a (", "a ()", "(id-1) a", ")"])
def test_refused(write: Any, line: str) -> None:
    """A line without an id is named."""
    with pytest.raises(ParseError) as error:
        read(write("r.trn", f"a (s-1)\n{line}\n"), write("h.trn", "a (s-1)\n"))
    assert str(error.value) == (
        f"r.trn:2: got {line!r} at the end, expected the id in parentheses: "
        "words (speaker-utterance)"
    )


def test_an_id_with_blanks(write: Any) -> None:
    """The message says how it would be written."""
    with pytest.raises(ParseError, match=r"if 'two words' is one, write 'two_words' in both files"):
        read(write("r.trn", "a (s-1)\na (two words)\n"), write("h.trn", "a (s-1)\n"))


def test_ids_without_case(write: Any) -> None:
    """As for sclite, the case of an id means nothing, unless two ids differ in nothing else."""
    corpus = read(write("r.trn", "a (s-A)\nb (s-b)\n"), write("h.trn", "bb (S-B)\naa (S-A)\n"))
    assert (corpus.ids, corpus.hypotheses) == (["s-A", "s-b"], ["aa", "bb"])
    both = write("two.trn", "a (s-a)\nb (s-A)\n")
    assert read(both, write("x.trn", "b (s-A)\n")).hypotheses == [None, "b"]
    with pytest.raises(PairingError, match=r"'S-A' \(line 1\); the first id of two.trn is 's-a'"):
        read(both, write("y.trn", "b (S-A)\n"))


def test_duplicate(write: Any) -> None:
    """An id that occurs twice is an error with both lines."""
    with pytest.raises(ParseError, match=r"^h\.trn:3: the id 's-1' occurs here and on line 1"):
        read(write("r.trn", "a (s-1)\n"), write("h.trn", "a (s-1)\n;;\nb (s-1)\n"))


@pytest.mark.parametrize(
    "text", ["so { it / that } goes", "{ { a / b } / @ }", "{a / b}", "{ a { b } / c }"]
)
def test_alternatives(write: Any, text: str) -> None:
    """The corpus says that its texts have some; they are as they are in the file."""
    name = write("r.trn", f"plain (s-1)\n{text} (s-2)\n")
    corpus = read(name, write("h.trn", "plain (s-1)\nit (s-2)\n"))
    assert (corpus.references[1], corpus.alternatives) == (text, "nist")
    assert read(write("h.trn", "plain (s-1)\nit (s-2)\n"), name).alternatives == "nist"


@pytest.mark.parametrize("text", ["{ a", "a / b", "} a / b {", "{a} / {b}", "{ a }", "/ { a }"])
def test_no_alternatives(write: Any, text: str) -> None:
    """Braces or slashes alone are none."""
    name = write("r.trn", f"{text} (s-1)\n")
    corpus = read(name, name)
    assert (corpus.references, corpus.alternatives) == ([text], "")


def test_speakers_of_wsj(write: Any) -> None:
    """Ids without a mark are WSJ's if all are; their first three letters are the speaker."""
    corpus = read(write("r.trn", "a (4t0c0201)\nb (4T1C020A)\n"), write("h.trn", "a (4t0c0201)\n"))
    assert corpus.metadata["speaker"] == ["4t0", "4T1"]
    corpus = read(write("o.trn", "a (4t0c0201)\nb (x1)\n"), write("p.trn", "a (x1)\n"))
    assert "speaker" not in corpus.metadata
