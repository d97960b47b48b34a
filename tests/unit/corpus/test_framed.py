"""What one side has around its texts and the other has not."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from mondegreen.corpus import read

SAID = ["the cat sat on the mat", "hello there my friend", "we will meet again tomorrow"]
FRAMED = {
    "bullets": "* {text}",
    "a log": "INFO [{at}] decode: {text}",
    "a day": "Mon, 1 Jan 2024 10:00:0{at} {text}",
    "seconds": "({at}.5, {at}.9) {text}",
    "bars": "{at}.50|{at}.90|{text}",
    "a stamp of the system": "170400000{at} {text}",
    "a chat": "[01.02.24, 10:00:0{at}] Ann: {text}",
    "speakers in brackets": "[Ann] {text}",
    "chevrons": ">> {text}",
    "bold speakers": "**Ann:** {text}",
    "tags": "<p>{text}</p>",
    "marks of a model": "<|en|><|NEUTRAL|>{text}",
    "ends of sentences": "<s> {text} </s>",
    "a tuple of Python": "('u{at}', '{text}')",
    "an object of Python": "Hypothesis(score=-1.2, text='{text}', tokens=[1])",
    "quotation marks": '"{text}"',
    "an assignment": "Text = {text}",
    "a confidence": "{text}\t0.98",
    "a confidence after a comma": "{text},0.98",
    "colours of a terminal": "\x1b[32m{text}\x1b[0m",
    "numbers with tabs": "{at}\t{text}",
}


@pytest.mark.parametrize("what", FRAMED)
@pytest.mark.parametrize("framed", ["references", "hypotheses"])
def test_what_nobody_said_is_named(write: Any, what: str, framed: str) -> None:
    plain = write("plain.txt", "".join(f"{text}\n" for text in SAID))
    lines = (FRAMED[what].format(text=text, at=at) for at, text in enumerate(SAID))
    odd = write("odd.txt", "".join(f"{line}\n" for line in lines))
    pair = (odd, plain) if framed == "references" else (plain, odd)
    with pytest.warns(
        UserWarning, match=rf"3 texts of the first 3 {framed} (begin|end) with text that"
    ):
        read(*pair)
    given = "format" if framed == "references" else "hypothesis_format"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(*pair, **{given: "lines"})


@pytest.mark.parametrize(
    "heard",
    [
        ["the cat sat on the mat", "* hello there my friend", "we will meet again tomorrow"],
        ["uh the cat sat", "well, hello there my friend", "so we will meet again tomorrow"],
        ["The cat sat on the mat.", "¿Hello there my friend?", "- We will meet again tomorrow!"],
        ["a cat sat", "yellow there", "he will meet"],
        ["", "", ""],
    ],
)
def test_what_may_be_said_is_not(write: Any, heard: list[str]) -> None:
    said, wrote = (
        write(name, "".join(f"{text}\n" for text in texts))
        for name, texts in (("r.txt", SAID), ("h.txt", heard))
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(said, wrote)
        read(wrote, said)


def test_cells_of_tables_too(write: Any) -> None:
    said = write("r.csv", "id,text\n1,[Agent] so it goes\n2,[Caller] and on\n")
    wrote = write("h.csv", "id,text\n2,and on\n1,so it goes\n")
    with pytest.warns(UserWarning, match=r"2 texts of the first 2 references begin .*'\[agent\]'"):
        read(said, wrote)
