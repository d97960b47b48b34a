"""``--forgive``: what is left of the errors of calls, next to the strict rate."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from call_makers import call, turns
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.calls.all_sides import all_sides
from mondegreen.calls.artifacts import artifacts
from mondegreen.calls.call import Call
from mondegreen.calls.compared import compare
from mondegreen.calls.forgiven import Forgiven
from mondegreen.calls.redactions import Parts
from mondegreen.calls.roles import ALL
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.cli.app import run
from mondegreen.corpus.phrases import Phrase
from mondegreen.errors import UnknownNameError
from mondegreen.metrics.phonetic_wer import LoosePhoneticWordErrorRate, PhoneticWordErrorRate

WORDS = st.lists(
    st.sampled_from(
        [
            "knight",
            "night",
            "the",
            "a",
            "uh",
            "to",
            "two",
            "road",
            "rode",
            "not",
            "need",
            "cannot",
            "can",
            "gray",
            "grey",
            "we'll",
            "we",
            "will",
            "um",
        ]
    ),
    max_size=9,
).map(" ".join)
PAIRS = st.lists(st.tuples(WORDS.filter(bool), WORDS), min_size=1, max_size=4)


@given(pairs=PAIRS, loose=st.booleans())
def test_what_is_left_is_what_is_not_forgiven_of_the_strict_errors(
    *, pairs: list[tuple[str, str]], loose: bool
) -> None:
    metric = LoosePhoneticWordErrorRate() if loose else PhoneticWordErrorRate()
    parts = [Parts([pair]) for pair in pairs]
    strict = [
        sum(counts[1:]) for counts, _ in compare(*map(list, zip(*pairs, strict=True)), metric)
    ]
    words = [len(said.split()) for said, _ in pairs]
    # Nothing in these texts differs in accents alone: all that is strict is left.
    nothing = Forgiven(["accents"]).left(parts, metric)
    assert nothing == [(1000 * n, length) for n, length in zip(strict, words, strict=True)]
    left = Forgiven(["agent"]).left(parts, metric)
    assert [length for _, length in left] == words
    assert all(weight <= 1000 * n for (weight, _), n in zip(left, strict, strict=True))
    # The parts of a redacted pair are forgiven one by one, and summed.
    (joined,) = Forgiven(["agent"]).left([Parts(pairs)], metric)
    assert joined == tuple(map(sum, zip(*left, strict=True)))


def test_where_no_words_sound_alike_it_is_the_forgiven_wer_of_score() -> None:
    said, heard = "we will send the green box um today", "we will send a green boxes to day not"
    (side,) = score_calls([call(said, heard)], forgive=["agent"], normalizer="lower")
    score = mg.score([said], [heard], metrics=["wer"], forgive="agent")["wer"].value
    assert side.methods[0].forgiven_rate == pytest.approx(score)
    assert side.methods[0].forgiven_rate < side.methods[0].rate


CALLS = [
    call(
        "the green box is here", "the green boxes was there"
    ),  # 3 errors of 5 words, one an ending
    Call("b", turns("so it goes"), ()),  # all 3 deleted, and no deletion of these is forgiven
    Call(
        "c",
        turns("good morning um") + turns("hello", speaker="Customer"),
        turns("good morning", speaker="assistant") + turns("hello", speaker="user"),
    ),
    Call("d", turns("hello"), (), absent=True),
]


def test_rates_of_calls_sides_and_all_by_hand() -> None:
    agent, customer = score_calls(CALLS, roles=ALL, forgive=["inflection"])
    strict, forgiven = [], []
    for outcome in agent.methods[0].outcomes:
        strict.append(outcome.rate)
        forgiven.append(outcome.left and outcome.left[0] / 1000)
    assert strict[:2] == [3 / 5, 1]
    assert forgiven[:2] == [2, 3]
    assert forgiven[3] is None
    words = sum(agent.methods[0].counts[:3])
    assert agent.methods[0].forgiven_rate == pytest.approx(sum(filter(None, forgiven)) / words)
    assert customer.methods[0].forgiven_rate == 0
    (both,) = all_sides([agent, customer])
    assert both.forgiven_rate == pytest.approx(sum(filter(None, forgiven)) / (words + 1))
    assert "|forgive:inflection@1" in agent.methods[0].signature
    made = artifacts(agent, agent.methods[0])
    whole = json.loads(made["", "global_wer.json"])
    schema = json.loads((files("mondegreen.calls") / "schemas/global_wer.schema.json").read_text())
    jsonschema.validate(whole, schema)
    assert whole["after_forgiving"] == {
        "wer_percentage": pytest.approx(100 * sum(filter(None, forgiven)) / words, abs=1e-4),
        "by_call": {"a": 40, "b": 100, "c": pytest.approx(100 * forgiven[2] / 3, abs=1e-4)},
    }
    assert "60.00 % of 5 words, 40.00 % after forgiving" in made["", "output_lib.txt"]
    (plain,) = score_calls(CALLS)
    assert "after_forgiving" not in artifacts(plain, plain.methods[0])["", "global_wer.json"]
    assert "forgiving" not in artifacts(plain, plain.methods[0])["", "output_lib.txt"]
    assert plain.methods[0].forgiven_rate is None
    assert "forgive" not in plain.methods[0].signature
    assert plain.methods[0].counts == agent.methods[0].counts


def test_entities_are_not_forgiven_and_severities_weigh() -> None:
    one = call("the green box", "the green boxes")
    (side,) = score_calls([one], forgive=["inflection"])
    assert (side.methods[0].rate, side.methods[0].forgiven_rate) == (1 / 3, 0)
    for name in ("Box", "green box."):  # as people write them
        (side,) = score_calls([one], forgive=["inflection"], entities=[Phrase(name, "product")])
        assert side.methods[0].forgiven_rate == side.methods[0].rate == 1 / 3
    labelled = replace(one, entities=((Phrase("Box", "product"),),))
    (side,) = score_calls([labelled], forgive=["inflection"])
    assert side.methods[0].forgiven_rate == 1 / 3
    (side,) = score_calls([one], forgive=["inflection"], severities={"inflection": 250})
    assert side.methods[0].forgiven_rate == pytest.approx(0.25 / 3)
    with pytest.raises(UnknownNameError, match="agent"):
        score_calls([one], forgive=["agen"])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("c1", "c2"):
        Path("calls", name).mkdir(parents=True)
        Path("calls", name, "reference.txt").write_text(
            "Agent: the green box\nCustomer: we will go\n"
        )
        Path("calls", name, "hypothesis.txt").write_text(
            "Agent: the red boxes\nCustomer: we'll go\n"
        )


@pytest.mark.usefixtures("folder")
def test_table_json_page_and_signature_have_both(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("calls", "calls", "--speaker", "all", "--forgive", "agent", "--html", "page.html")
    assert run([*options]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^side +method +rate +forgiven +S", out, re.MULTILINE)
    assert re.search(r"^agent +library +66.67 % +33.33 % ", out, re.MULTILINE)
    assert re.search(r"^c1 +66.67 % +33.33 % +1 matched", out, re.MULTILINE)
    assert "|forgive:case@" in out
    page = " ".join(re.sub(r"<[^>]+>", " ", Path("page.html").read_text("utf-8")).split())
    assert "side method rate forgiven S D I" in page
    assert "call side library forgiven turns c1 agent 66.67 % 33.33 %" in page
    assert run([*options, "--json"]) == 0
    plain: Any = json.loads(capsys.readouterr().out)
    schema = json.loads((files("mondegreen.calls") / "schemas" / "calls.schema.json").read_text())
    jsonschema.validate(plain, schema)
    (agent,) = plain["sides"][0]["methods"]
    assert agent["rate"] == pytest.approx(2 / 3)
    assert agent["forgiven_rate"] == agent["calls"][0]["forgiven_rate"] == pytest.approx(1 / 3)
    assert plain["all_sides"][0]["forgiven_rate"] < plain["all_sides"][0]["rate"]
    # A gate is for the strict rate.
    assert run([*options, "--fail-above", "library=60%"]) == 1


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--forgive", "agen"], "Did you mean 'agent'"),
        (["--severities", "reader"], "add --forgive"),
        (["--forgive", "agent", "--method", "canonical"], "--forgive is for the method library"),
        (["--forgive", "agent", "--severities", "none.toml"], "none.toml"),
    ],
)
def test_what_cannot_be_forgiven_is_an_error_before_anything_is_written(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calls", "calls", *options]) == 2
    assert message in capsys.readouterr().err
    assert not Path("calls-output").exists()
