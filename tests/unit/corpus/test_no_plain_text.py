"""Text that is not a plain text, on one side: refused or named, and never scored in silence."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import DoubtWarning, InputError

SAID = [
    "the ferry leaves the north pier at seven",
    "bring two blankets and a small lantern",
    "the keeper will wait beside the boathouse",
    "we should be home before the tide turns",
]
HEARD = [
    "the ferry leaves the north peer at seven",
    "bring two blankets and a lantern",
    "a keeper will wait beside the boathouse",
    "we should be home before the tide turns",
]
KINDS = [
    json.loads(line)
    for line in Path(__file__).with_name("no_plain_text.jsonl").read_text("utf-8").splitlines()
]


def lines(texts: list[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


@pytest.mark.parametrize("case", KINDS, ids=lambda case: case["kind"])
@pytest.mark.parametrize("side", ["references", "hypotheses"])
def test_one_side(write: Any, case: dict[str, Any], side: str) -> None:
    plain, odd = write("plain.txt", lines(SAID)), write("odd.txt", case["content"])
    pair = (odd, plain) if side == "references" else (plain, odd)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            read(*pair)
        except InputError as error:
            said = str(error)
        else:
            said = "\n".join(str(each.message) for each in caught)
    assert any(what in said.lower() for what in case["says"]), said


SPEECH = {
    "wrong words": HEARD,
    "other beginnings": ["uh the ferry leaves", "well bring two", "so the keeper", "and we should"],
    "points": [f"{text.capitalize()}." for text in SAID],
    "other points": [f"\u00bf{text}\u061f" for text in SAID],
    "one dash": [f"- {SAID[0]}", *SAID[1:]],
    "one quotation": [f'"{SAID[0]}"', *SAID[1:]],
    "one remark": [f"[laughter] {SAID[0]}", *SAID[1:]],
    "a name that was said": ["note: the ferry leaves the north pier at seven", *SAID[1:]],
    "half of the words": [" ".join(text.split()[1::2]) for text in SAID],
    "no words": ["", "", "", ""],
    "the first two": [*SAID[:2], "", ""],
    "tags": ["<unk> ferry leaves the north pier at seven", *SAID[1:]],
    "brackets": ["{ the / a } ferry leaves the north pier at seven", *SAID[1:]],
    "an error that was said": [
        "there is an error: the ferry leaves the north pier at seven",
        *SAID[1:],
    ],
    "numbers": [
        "the ferry leaves the north pier at 7",
        "bring 2 blankets and a small lantern",
        *SAID[2:],
    ],
}


@pytest.mark.parametrize("what", SPEECH)
def test_speech_is_not_doubted(write: Any, what: str) -> None:
    said, heard = write("r.txt", lines(SAID)), write("h.txt", lines(SPEECH[what]))
    with warnings.catch_warnings():
        warnings.simplefilter("error", DoubtWarning)
        read(said, heard)
        read(heard, said)


SPOKEN = {
    "digits": (["five three nine", "two two", "nine one one"], ["539", "22", "911"]),
    "answers": (["yes", "no", "yes", "stop"], ["yeah", "nope", "yes", "start"]),
    "null is a number": (["null", "eins", "null"], ["0", "1", "0"]),
    "case of null": (["None", "so it goes"], ["none", "so it goes"]),
    "other marks": (
        ["\u0643\u064e\u062a\u064e\u0628\u064e \u0627\u0644\u0648\u064e\u0644\u064e\u062f\u064f"]
        * 9,
        ["\u0643\u062a\u0628 \u0627\u0644\u0648\u0644\u062f"] * 9,
    ),
    "no blanks": (
        ["渡船七点离开北码头", "带两条毯子和一盏灯", "我们应该回家"],
        ["渡船八点离开北码头", "带两条毯子和一盏灯", "我们应该回去"],
    ),
    "letters": (["l i a n only", "a b c", "x y z"], ["l i a n only", "a b d", "x y z"]),
    "dialogues": (["- so", "- and on", "yes"], ["- so", "- and on", "yes"]),
}


@pytest.mark.parametrize("what", SPOKEN)
def test_what_is_said_in_other_ways_is_not_doubted(write: Any, what: str) -> None:
    said, heard = (write(f"{at}.txt", lines(side)) for at, side in enumerate(SPOKEN[what]))
    with warnings.catch_warnings():
        warnings.simplefilter("error", DoubtWarning)
        read(said, heard)
        read(said, heard, format="lines")


BOTH = {
    "dashes": "- {text}",
    "names": "[{at}x] {text}",
    "bars between": "ada | {text}",
    "numbers": "0.{at}5 {text}",
    "confidences": "{text} 0.9{at}",
    "numbers with colons": "1: {text}",
    "tags": "<s> {text} </s>",
}


@pytest.mark.parametrize("what", BOTH)
def test_signs_of_both_sides(write: Any, what: str) -> None:
    said, heard = (
        write(name, lines([BOTH[what].format(text=text, at=at) for at, text in enumerate(texts)]))
        for name, texts in (("r.txt", SAID), ("h.txt", HEARD))
    )
    with pytest.warns(DoubtWarning, match="the texts of both sides have what is hardly speech"):
        read(said, heard)


def test_an_error_of_a_service_late_in_a_long_file(write: Any) -> None:
    """The first rows are not all: quotas are used up in the middle of a run."""
    texts = SAID * 2000
    heard = [*texts[:6000], *["429 Too Many Requests"] * 2000]
    with pytest.warns(DoubtWarning, match=r"2,000 hypotheses are what a program writes") as caught:
        read(write("r.txt", lines(texts)), write("h.txt", lines(heard)))
    assert "'429 Too Many Requests'" in str(caught[0].message)


def test_what_was_told_of_ids_is_not_told_again(write: Any) -> None:
    said = write("r.txt", lines([f"utt{at} {text}" for at, text in enumerate(SAID)]))
    with pytest.warns(DoubtWarning, match="each line begins with what looks like an id") as caught:
        read(said, write("h.txt", lines(HEARD)))
    assert len(caught) == 1


@pytest.mark.parametrize("name", ["r.csv", "r.jsonl"])
def test_cells(write: Any, name: str) -> None:
    rows = [
        {"reference": said, "hypothesis": heard} for said, heard in zip(SAID, HEARD, strict=True)
    ]
    rows[1]["hypothesis"] = "Error: 503 Service Unavailable"
    if name.endswith("csv"):
        content = "reference,hypothesis\n" + lines([",".join(row.values()) for row in rows])
    else:
        content = lines(list(map(json.dumps, rows)))
    with pytest.warns(DoubtWarning, match="1 hypothesis is what a program writes"):
        read(write(name, content))
