"""References that leave a choice, on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

PAIRS = [
    {"id": "u1", "reference": "so { it / that } goes", "hypothesis": "so that goes"},
    {"id": "u2", "reference": "call [NAME] (uh) now", "hypothesis": "call ann lee noun"},
]


@pytest.fixture
def pairs() -> str:
    lines = (json.dumps(pair) + "\n" for pair in PAIRS)
    Path("pairs.jsonl").write_text("".join(lines), "utf-8")
    return "pairs.jsonl"


def test_align_shows_the_way_that_was_taken(command: Any, pairs: str) -> None:
    options = ["--alternatives", "nist,optional", "--dont-care", "redactions"]
    assert command("align", pairs, *options).out == (
        "u1\nREF  so that goes\nHYP  so that goes\n\n"
        "u2\nREF  call [NAME] --- (uh) now\nHYP  call ann    lee ---- noun\n"
        "                          S\n\n"
    )
    lines = command("align", pairs, *options, "--json").out.splitlines()
    found = [json.loads(line) for line in lines]
    assert [each["errors"] for each in found] == [0, 1]
    assert [run["operation"] for run in found[1]["runs"]] == [
        *("equal", "ignore", "accept", "substitute"),
    ]


def test_forgiving_is_that_of_the_way_that_was_taken(command: Any, pairs: str) -> None:
    options = ["--alternatives=nist,optional", "--dont-care=redactions", "--forgive=agent"]
    shown = command("align", pairs, *options).out
    assert "1 error in 3 words, 0 forgiven, 1 remains\n" in shown
    lines = command("align", pairs, *options, "--json").out.splitlines()
    assert [len(json.loads(line)["remaining"]) for line in lines] == [0, 1]
    score = json.loads(command("score", pairs, *options, "--json").out)
    assert score["metrics"][0]["errors"] == 1


def test_score_agrees_with_align(command: Any, pairs: str) -> None:
    options = ["--alternatives=nist,optional", "--dont-care=redactions", "--json"]
    found = json.loads(command("score", pairs, *options, "--confusions=5").out)
    assert found["metrics"][0]["counts"] == {
        "hits": 5,
        "substitutions": 1,
        "deletions": 0,
        "insertions": 0,
    }
    assert found["coverage"]["dont_care"] == 1
    assert found["coverage"]["words_not_counted"] == 2


def test_texts_are_literal_unless_asked(command: Any, pairs: str) -> None:
    done = command("score", pairs, "--json")
    assert not done.err
    assert json.loads(done.out)["metrics"][0]["counts"]["deletions"] == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--alternatives=nits"], "Did you mean 'nist'"),
        (["--dont-care=("], "is not a regular expression"),
        (["--alternatives=nist", "--to=plain"], "--to plain is jiwer's"),
        (["--dont-care=redactions", "-m", "space-wer"], "space-wer does not go with --dont-care"),
    ],
)
def test_what_does_not_go_together(
    command: Any, pairs: str, options: list[str], message: str
) -> None:
    done = command("score", pairs, *options)
    assert done.status == 2
    assert message in done.err


@pytest.mark.parametrize("options", [[], ["--global"]])
def test_trn_files_are_read_as_nist_means_them(command: Any, options: list[str]) -> None:
    Path("r.trn").write_text("so { it / that } goes (s-1)\non (s-2)\n", "utf-8")
    Path("h.trn").write_text("so that goes (s-1)\non (s-2)\n", "utf-8")
    done = command("score", "r.trn", "h.trn", *options, "--json")
    assert json.loads(done.out)["metrics"][0]["errors"] == 0
    assert "--alternatives literal takes them as plain words" in done.err
    done = command("score", "r.trn", "h.trn", *options, "--json", "--alternatives=literal")
    assert json.loads(done.out)["metrics"][0]["errors"] == 4
    assert not done.err


def test_several_references_cannot_be_joined(command: Any) -> None:
    Path("x.jsonl").write_text('{"references": ["a", "b"], "hypothesis": "a"}\n', "utf-8")
    assert "which several references cannot be" in command("score", "x.jsonl", "--global").err


@pytest.mark.parametrize("name", ["score", "align"])
def test_spans_that_nothing_stands_for_are_refused(command: Any, pairs: str, name: str) -> None:
    found = command(name, pairs, "--dont-care", "")
    assert found.status == 2
    assert "stands for nothing; take 'redactions'" in found.err


def test_of_several_references_the_one_that_leaves_least_is_shown(command: Any) -> None:
    several = {
        "references": ["it cost ten", "um it cost the ten dollars"],
        "hypothesis": "it cost $10",
    }
    Path("several.jsonl").write_text(json.dumps(several) + "\n", "utf-8")
    assert "REF  it cost ten" in command("align", "several.jsonl").out
    shown = command("align", "several.jsonl", "--forgive", "agent").out
    assert "REF  um it cost the ten dollars" in shown
    assert "4 forgiven" in shown


def test_what_a_preset_leaves_out_for_want_of_a_guard_is_said(command: Any) -> None:
    Path("texts.jsonl").write_text('{"reference": "ก ข", "hypothesis": "ก ค"}\n', "utf-8")
    told = "any: no negations of it are known, without which a lost 'not' could be forgiven: left out are"
    found = command("score", "texts.jsonl", "--lang", "any", "-m", "wer", "--forgive", "agent")
    assert f"{told} fillers, repetition, articles, inflection, script" in found.err
    assert told in command("align", "texts.jsonl", "--lang", "any", "--forgive", "agent").err
    for options in (["--lang", "zh"], ["--lang", "en"], ["--lang", "any", "--forgive", "spacing"]):
        forgivers = [] if "--forgive" in options else ["--forgive", "agent"]
        assert (
            "left out are"
            not in command("score", "texts.jsonl", "-m", "wer", *options, *forgivers).err
        )
