"""``--speaker auto``: who is who by least errors, call by call; and turns by when they begin."""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import mondegreen as mg
from mondegreen.calls.call import Call, Identified, Turn
from mondegreen.calls.folding import Folding
from mondegreen.calls.identified import identify, identify_all
from mondegreen.calls.roles import AGENT, ALL, Role, parse_roles
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.calls.turn_times import TurnTimes, turn_times
from mondegreen.cli.app import run
from mondegreen.errors import InputError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["card", "order", "stolen", "friday", "please", "number", "account", "thanks", "moment"]


def spoken(chance: random.Random, names: str, turns: int) -> list[Turn]:
    at, found = 0.0, []
    for _ in range(turns):
        text = " ".join(chance.choices(WORDS, k=chance.randint(2, 6)))
        found.append(Turn(chance.choice(names.split()), text, at, at + 2.0))
        at += chance.uniform(1.0, 2.5)
    return found


def heard(chance: random.Random, turns: list[Turn], labels: dict[str, str]) -> list[Turn]:
    return [
        turn._replace(
            speaker=labels[turn.speaker],
            text=" ".join(word for word in turn.text.split() if chance.random() > 0.2),
            start=(turn.start or 0) + chance.choice([0.0, 0.2, 0.9]),
            end=(turn.end or 0) + 1.0,
        )
        for turn in turns
    ]


def call(seed: int, names: str = "Agent Customer", labels: str = "0 1") -> Call:
    chance = random.Random(seed)
    turns = spoken(chance, names, 12)
    known = dict(zip(names.split(), labels.split(), strict=True))
    return Call(f"c{seed}", tuple(turns), tuple(heard(chance, turns, known)))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("labels", ["0 1", "1 0", "customer agent"])
def test_the_map_has_the_errors_of_cpwer(seed: int, labels: str) -> None:
    one = call(seed, labels=labels)
    found = identify(one, Folding())
    assert isinstance(found, Identified)
    sides = []
    for turns in (one.reference, one.hypothesis):
        texts: dict[str, list[str]] = {}
        for turn in turns:
            texts.setdefault(turn.speaker, []).append(turn.text)
        sides.append({name: Folding().together(each) for name, each in texts.items()})
    result = mg.score(mg.sessions(*sides), metrics="cpwer")
    assert found.errors == result["cpwer"].errors
    mapped = dict(zip(result.metadata["speaker"], result.metadata["stream"], strict=True))
    assert found.names == {name: mapped[name] for name in found.names}
    assert found.next_errors is not None
    assert found.next_errors > found.errors


def test_labels_that_change_from_call_to_call_change_no_number() -> None:
    rates = []
    for labels in ("0 1", "1 0", "customer agent"):
        calls, roles = identify_all(
            [call(seed, labels=labels if seed % 2 else "x y") for seed in range(6)], Folding()
        )
        assert not any(each.unclear for each in calls)
        rates.append([side.methods[0].counts for side in score_calls(calls, roles=roles)])
    assert rates[0] == rates[1] == rates[2]
    named = [call(seed, labels="assistant user") for seed in range(6)]
    by_name = [side.methods[0].counts for side in score_calls(named, roles=ALL)]
    assert rates[0] == by_name


def test_other_names_are_sides_of_their_own() -> None:
    calls, roles = identify_all([call(1, "Rep Caller1", "s0 s1")], Folding())
    assert [role.name for role in roles] == ["Rep", "Caller1"]
    assert {turn.speaker for turn in calls[0].hypothesis} == {"Rep", "Caller1"}


def test_a_third_speaker_is_nobody() -> None:
    one = call(2)
    extra = Call("c", one.reference, (*one.hypothesis, Turn("agent", "music music")))
    (found,), roles = identify_all([extra], Folding())
    assert {turn.speaker for turn in found.hypothesis} == {"Agent", "Customer", "agent (nobody)"}
    agent = score_calls([found], roles=roles)[0]
    assert (
        agent.methods[0].counts
        == score_calls([identify_all([one], Folding())[0][0]])[0].methods[0].counts
    )


@pytest.mark.parametrize("words", ["hello", "so it goes"])
def test_a_tie_is_not_scored_and_says_what_to_type(words: str) -> None:
    tie = Call(
        "tie",
        (Turn("Agent", words), Turn("Customer", words)),
        (Turn("0", words), Turn("1", words)),
    )
    calls, roles = identify_all([call(1), tie], Folding())
    assert [each.id for each in calls] == ["c1", "tie"]
    assert (
        "that '0' is Agent, '1' is Customer has 0 errors, and that '1' is Agent, '0' is Customer as many; "
        "in the hypothesis of this call, name the speakers as its reference does"
    ) in calls[1].unclear
    for side in score_calls(calls, roles=roles):
        assert [each.status for each in side.methods[0].outcomes] == ["ok", "unclear"]
        assert side.methods[0].outcomes[1].reason == calls[1].unclear
    with pytest.raises(InputError, match="cannot be told who is who"):
        identify_all([tie], Folding())


@pytest.mark.parametrize("names", [("Agent", "Customer"), ("bot", "customer"), ("assistant", "x")])
@pytest.mark.parametrize("turned", [False, True])
def test_names_decide_between_equals_and_nothing_else(
    names: tuple[str, str], *, turned: bool
) -> None:
    said = (Turn("Agent", "so it goes"), Turn("Customer", "so it goes"))
    heard = [Turn(name, "so it goes") for name in names][:: -1 if turned else 1]
    found = identify(Call("a", said, tuple(heard)), Folding())
    assert isinstance(found, Identified)
    assert (found.names, found.errors, found.next_errors) == (
        dict(zip(("Agent", "Customer"), names, strict=True)),
        0,
        0,
    )
    other = (Turn("Agent", "not that"), Turn("Customer", "so it goes"))
    turns = tuple(Turn(n, text) for n, text in zip(names, ("so it goes", "not that"), strict=True))
    found = identify(Call("a", other, turns), Folding())
    assert isinstance(found, Identified)
    assert found.names == {"Agent": names[1], "Customer": names[0]}


def test_silence_is_empty_and_not_another_speaker() -> None:
    silent = Call("c", (Turn("Agent", "hello"), Turn("Customer", "well")), (Turn("0", "..."),))
    (found,), roles = identify_all([silent], Folding())
    assert [side.methods[0].counts for side in score_calls([found], roles=roles)] == [
        (0, 0, 1, 0)
    ] * 2


def test_many_speakers_are_a_meeting() -> None:
    names = [f"p{at}" for at in range(7)]
    one = Call("c", tuple(Turn(n, n) for n in names), (Turn("0", "p0"),))
    assert "expected at most 6" in str(identify(one, Folding()))


def test_auto_stands_alone() -> None:
    with pytest.raises(UsageError, match="auto finds all sides"):
        parse_roles("agent,auto")


@pytest.mark.parametrize("seed", range(20))
def test_turns_by_time_are_those_of_the_metric(seed: int) -> None:
    one = call(seed)
    (named,), roles = identify_all([one], Folding())
    rows = [
        [
            {
                "speaker": turn.speaker,
                "start_time": turn.start,
                "end_time": turn.end,
                "words": turn.text,
            }
            for turn in turns
        ]
        for turns in (one.reference, one.hypothesis)
    ]
    whole = mg.score(mg.sessions(*rows), metrics="turns")["turns"].counts
    found = [turn_times(named, role) for role in roles]
    times = [each for each in found if each is not None]
    assert len(times) == len(roles)
    total = TurnTimes.of_all(times)
    assert (total.reference, total.hypothesis, total.found) == (
        whole["reference_turns"],
        whole["hypothesis_turns"],
        whole["found_within_500_ms"],
    )
    assert total.reference_interruptions == whole["reference_interruptions"]
    assert {each.reference_overlap for each in times} == {whole["reference_overlap"]}
    assert {each.hypothesis_overlap for each in times} == {whole["hypothesis_overlap"]}


def test_turns_without_times_have_none() -> None:
    one = Call("c", (Turn("Agent", "so", 0.0),), (Turn("Agent", "so", 0.0, 1.0),))
    assert turn_times(one, AGENT) is None
    backwards = Call("c", (Turn("Agent", "so", 2.0, 1.0),), (Turn("Agent", "so", 0.0, 1.0),))
    assert turn_times(backwards, AGENT) is None
    assert (
        turn_times(Call("c", (Turn("x", "so", 0.0, 1.0),), ()), Role("x", ("x",), ("x",))) is None
    )


TABLE = """call,side,speaker,text,start,end
c1,reference,Agent,Thank you for calling,0,3
c1,reference,Customer,My card was stolen,2.8,5
c1,hypothesis,0,thank you for calling,0.1,2
c1,hypothesis,1,my card was stolen,3.5,5
c2,reference,Agent,hello,0,2
c2,reference,Customer,hello,2,3
c2,hypothesis,1,hello,0,2
c2,hypothesis,0,hello,2.1,3
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "turns.csv").write_text(TABLE)
    return "turns.csv"


def test_the_command_says_who_and_by_how_much(
    table: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["calls", table, "--speaker", "auto", "--html", "page.html"]) == 1
    out, err = capsys.readouterr()
    assert (
        "by least errors, Agent is '0', Customer is '1' in 1 call; least clear in c1: 0 errors, the other way 8"
        in out
    )
    assert err.count("c2 is not in the rates: it cannot be told who is who") == 1
    assert "it cannot be told" not in out, "the reason is said once"
    assert len(re.findall(r"\nc2 +unclear +-\n", out)) == 2
    assert "not read" not in out + err
    begin = "turns of 1 call with times that begin within 0.5 s"
    assert f"{begin}: precision 100.00 %, recall 100.00 %, F1 100.00 %" in out
    assert f"{begin}: precision 0.00 %" in out
    page = (tmp_path / "page.html").read_text()
    assert "Who is who" in page
    assert "Turns by time" in page


def test_json_has_them_and_keeps_its_schema(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calls", table, "--speaker", "auto", "--json"]) == 1
    found: Any = json.loads(capsys.readouterr().out)
    schema = json.loads((files("mondegreen.calls") / "schemas" / "calls.schema.json").read_text())
    jsonschema.validate(found, schema)
    assert found["speakers"] == {
        "c1": {"names": {"Agent": "0", "Customer": "1"}, "errors": 0, "next_errors": 8}
    }
    assert found["sides"][0]["turn_times"]["total"]["found"] == 1
    assert found["sides"][1]["turn_times"]["calls"]["c1"]["recall"] == 0
    assert run(["calls", table, "--speaker", "Agent=0", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    jsonschema.validate(plain, schema)
    assert "speakers" not in plain
