"""Folders of calls and tables of turns: what is read, and what ends as an error with a place."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from call_makers import write_call
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mondegreen.calls.folder import read_folder, read_turns
from mondegreen.calls.roles import parse_roles
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.calls.timestamps import relative, seconds
from mondegreen.calls.turn_table import read_turn_table
from mondegreen.errors import InputError, MondegreenError

GOOD = [("Agent", "hello", "00:00:01.5"), ("Customer", "hi", "00:00:03")]
HEARD = [("assistant", "hello", "2024-03-01T09:00:00Z"), ("user", "hi", "2024-03-01T09:00:02.5Z")]


def test_a_folder(tmp_path: Path) -> None:
    write_call(tmp_path / "b", GOOD, HEARD)
    write_call(tmp_path / "a", GOOD, HEARD)
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "readme.txt").write_text("x")
    calls, failed = read_folder(tmp_path)
    assert [call.id for call in calls] == ["a", "b"]
    assert failed == {}
    assert [turn.start for turn in calls[0].reference] == [1.5, 3.0]
    assert [turn.start for turn in calls[0].hypothesis] == [0.0, 2.5]
    assert calls[0].hypothesis[1].timestamp == "2024-03-01T09:00:02.5Z"
    (tmp_path / "outer").mkdir()
    (tmp_path / "a").rename(tmp_path / "outer" / "calls-a")
    (tmp_path / "outer").rename(tmp_path / "x")
    write_call(tmp_path / "seed" / "calls" / "c", GOOD, HEARD)
    assert [call.id for call in read_folder(tmp_path / "seed")[0]] == ["c"]


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    write_call(tmp_path / "a", GOOD, HEARD)
    for name in ("gt_transcript.json", "ref_transcript.json", "annotated.json"):
        folder = write_call(tmp_path / f"pipe {name}", GOOD, HEARD)
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)
        folder = write_call(tmp_path / f"endless {name}", GOOD, HEARD)
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to("/dev/zero")
        folder = write_call(tmp_path / f"nowhere {name}", GOOD, HEARD)
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "lost").symlink_to("nowhere")
    calls, failed = read_folder(tmp_path)
    assert [call.id for call in calls] == ["a"]
    assert len(failed) == 9
    for name, why in failed.items():
        assert ("no such file" if "nowhere" in name else "a folder or a device") in why
        assert "not JSON" not in why


def test_a_folder_that_may_not_be_looked_into_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_call(tmp_path / "a", GOOD, HEARD)
    write_call(tmp_path / "b", GOOD, HEARD)
    for name in ("lstat", "stat"):
        asked = getattr(Path, name)

        def refused(path: Path, *args: object, asked: Any = asked, **options: object) -> object:
            if path.parent.name == "b":
                raise PermissionError(13, "Permission denied")
            return asked(path, *args, **options)

        monkeypatch.setattr(Path, name, refused)
    calls, failed = read_folder(tmp_path)
    assert [call.id for call in calls] == ["a"]
    assert "Permission denied" in failed["b"]


def test_a_call_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    write_call(tmp_path / "a", GOOD, HEARD)
    write_call(tmp_path / "b", GOOD, HEARD)
    (tmp_path / "b" / "ref_transcript.json").unlink()
    calls, failed = read_folder(tmp_path)
    assert [call.id for call in calls] == ["a"]
    assert list(failed) == ["b"]
    assert "ref_transcript.json: no such file" in failed["b"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "line 1: not JSON"),
        ('[{"speaker": "a",\n}]', "line 2: not JSON"),
        ('{"speaker": "a"}', "got an object; expected a list of turns"),
        ("[1]", "turn 1: got a number (1); expected an object"),
        ('[{"speaker": "a", "content": "b"}, {"speaker": "a"}]', "turn 2: content is missing"),
        ('[{"speaker": 7, "content": "b"}]', "turn 1: speaker is a number (7); expected a text"),
        ('[{"speaker": "a", "content": NaN}]', "turn 1: content is a number (nan)"),
        ('[{"speaker": "a", "content": "b", "timestamp": NaN}]', "turn 1: the time"),
        ('[{"speaker": "a", "content": "b", "timestamp": 1e999}]', "turn 1: the time"),
        ('[{"speaker": "a", "content": "b", "timestamp": [1]}]', "turn 1: the time"),
        ('[{"speaker": "a", "content": "b", "timestamp": "noon"}]', "turn 1: the time"),
        ('[{"speaker": "a", "content": "b", "timestamp": ' + "9" * 5000 + "}]", "JSON"),
        ("[" * 100_000, "not JSON"),
        ("\udcff", "not JSON"),
        ('[{"speaker": "a", "content": "b", "timestamp": 1}, {"speaker": "a", "content": "b", "timestamp": "2024-03-01T09:00:00Z"}]', "dates next to"),
    ],
)  # fmt: skip
def test_what_is_no_transcript(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "t.json"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError) as caught:
        read_turns(file)
    assert str(file) in str(caught.value)
    assert words in str(caught.value)


@given(st.binary(max_size=200))
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes(tmp_path: Path, content: bytes) -> None:
    for name, reader in (
        ("t.json", read_turns),
        ("t.csv", read_turn_table),
        ("t.jsonl", read_turn_table),
    ):
        file = tmp_path / name
        file.write_bytes(content)
        with contextlib.suppress(MondegreenError):
            reader(file)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["speaker", "content", "timestamp", "end"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(json_values)
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_json(tmp_path: Path, value: object) -> None:
    file = tmp_path / "t.json"
    file.write_text(json.dumps(value), "utf-8")
    with contextlib.suppress(MondegreenError):
        read_turns(file)


@pytest.mark.parametrize(("said", "heard"), [("ref", "hyp"), ("Reference", "asr")])
def test_a_folder_per_side_gets_the_command(tmp_path: Path, said: str, heard: str) -> None:
    for side in (said, heard):
        (tmp_path / side).mkdir()
        (tmp_path / side / "c1.txt").write_text("Agent: hello\n", "utf-8")
    with pytest.raises(InputError) as caught:
        read_folder(tmp_path)
    wanted = f"mondegreen calls {tmp_path / said} {tmp_path / heard}"
    assert str(caught.value).endswith(wanted)


def test_folders_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        read_folder(tmp_path / "x")
    with pytest.raises(InputError, match="no calls"):
        read_folder(tmp_path)
    write_call(tmp_path / "a", GOOD, HEARD)
    with pytest.raises(InputError, match="is one call; give the folder that holds it"):
        read_folder(tmp_path / "a")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert len(read_folder(tmp_path)[0]) == 1
    (tmp_path / "a" / "gt_transcript.json").unlink()
    (tmp_path / "a" / "gt_transcript.json").mkdir()
    calls, failed = read_folder(tmp_path)
    assert (calls, list(failed)) == ([], ["a"])


HEADER = "call,side,speaker,text,start,end\n"


def test_a_table(tmp_path: Path) -> None:
    file = tmp_path / "turns.csv"
    rows = (
        'c1,reference,Agent,"hello, you",0,2\nc1,hyp,assistant,hello you,0.1,2\nc2,ref,Agent,x,,\n'
    )
    file.write_text(HEADER + rows, "utf-8")
    (first, second), failed = read_turn_table(file)
    assert failed == {}
    assert (first.id, first.reference[0].text, first.hypothesis[0].end) == ("c1", "hello, you", 2.0)
    assert (second.id, second.hypothesis, second.reference[0].start) == ("c2", (), None)
    lines = tmp_path / "turns.jsonl"
    row = {"call": "c1", "side": "reference", "speaker": "Agent", "text": "hello"}
    lines.write_text(json.dumps(row) + "\n" + json.dumps({**row, "side": "hypothesis"}) + "\n")
    ((only,), _) = read_turn_table(lines)
    assert only.reference == only.hypothesis


def test_a_table_with_turns_in_another_order(tmp_path: Path) -> None:
    file = tmp_path / "turns.tsv"
    head = "call\tside\tturn\tspeaker\ttext\n"
    rows = [f"c\tref\t{n}\tAgent\tword{n}\n" for n in (10, 9, 2)]
    file.write_text(head + "".join(rows), "utf-8")
    ((call,), _) = read_turn_table(file)
    assert [turn.text for turn in call.reference] == ["word2", "word9", "word10"]
    file.write_text(head + "c\tref\tsecond\tAgent\tx\n", "utf-8")
    with pytest.raises(InputError, match=r":2: turn is 'second'; expected a number"):
        read_turn_table(file)
    file.write_text(head + "c\tref\t1\tAgent\tx\nc\tref\t1\tAgent\ty\n", "utf-8")
    with pytest.raises(InputError, match=r":3: turn 1 of the reference of 'c' occurs twice"):
        read_turn_table(file)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("call,side,text\na,ref,x\n", "no column 'speaker', it has 'call', 'side', 'text'"),
        (HEADER + "c,both,A,x,,\n", ":2: side is 'both'; expected reference or hypothesis"),
        (HEADER + " ,ref,A,x,,\n", ":2: the call is"),
        (HEADER + "c,ref,A,x,,\nc,ref,A,x,soon,\n", ":3: start: got 'soon'; expected seconds"),
        (HEADER, "expected"),
    ],
)
def test_what_is_no_table_of_turns(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "turns.csv"
    file.write_text(content, "utf-8")
    with pytest.raises(InputError) as caught:
        read_turn_table(file)
    assert words in str(caught.value)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (12.5, (12.5, True)),
        ("12.5", (12.5, True)),
        ("01:02", (62.0, True)),
        ("1:01:02,5", (3662.5, True)),
        ("2024-03-01T09:00:00+01:00", (1709280000.0, False)),
        (1709283600, (1709283600.0, False)),
        (None, None),
        ("", None),
    ],
)
def test_times(value: object, expected: object) -> None:
    assert seconds(value) == expected


def test_times_from_the_start() -> None:
    assert relative([]) == []
    assert relative([None, (3.0, True)]) == [None, 3.0]
    with pytest.raises(ValueError, match="dates next to"):
        relative([(1e9, False), (1.0, True)])


def test_what_is_wrong_with_one_call_of_a_table_is_that_calls(tmp_path: Path) -> None:
    file = tmp_path / "turns.csv"
    good = "".join(f"c{n},ref,A,x,1,\nc{n},hyp,A,x,1,\n" for n in range(49))
    for odd in ("odd,ref,A,x,soon,\n", "odd,both,A,x,,\n", "odd,ref,A,x,1,\nodd,ref,A,x,1,\n"):
        file.write_text(HEADER + good + odd, "utf-8")
        calls, failed = read_turn_table(file)
        assert [call.id for call in calls] == [f"c{n}" for n in range(49)]
        assert list(failed) == ["odd"]
        assert f"{file}:10" in failed["odd"]
    lines = tmp_path / "turns.jsonl"
    rows = [
        {"call": c, "side": "ref", "speaker": "A", "text": t} for c, t in (("a", "x"), ("b", None))
    ]
    lines.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    calls, failed = read_turn_table(lines)
    assert [call.id for call in calls] == ["a"]
    assert "text is None; expected a text" in failed["b"]


@pytest.mark.parametrize(
    ("rows", "failed"),
    [
        (["a,ref", "a,hyp", "b,ref", "b,hyp", "a,ref", "a,hyp"], ["a"]),
        (["a,ref", "b,ref", "a,hyp", "b,hyp"], []),  # sorted by sides
        (["a,ref", "a,hyp", "a,ref", "a,hyp"], []),  # as they spoke
    ],
)
def test_a_call_that_is_there_twice(tmp_path: Path, rows: list[str], failed: list[str]) -> None:
    file = tmp_path / "turns.csv"
    file.write_text("call,side,speaker,text\n" + "".join(f"{r},A,yes\n" for r in rows), "utf-8")
    found = read_turn_table(file)[1]
    assert list(found) == failed
    assert all(
        "if two calls have this name, give each its own name" in why for why in found.values()
    )
    numbered = "call,side,speaker,text,turn\n" + "".join(
        f"{row},A,yes,{n}\n" for n, row in enumerate(rows)
    )
    file.write_text(numbered, "utf-8")
    assert read_turn_table(file)[1] == {}


def test_two_names_of_one_folder_are_one_call(tmp_path: Path) -> None:
    write_call(tmp_path / "a", GOOD, HEARD)
    (tmp_path / "b").symlink_to(tmp_path / "a")
    calls, failed = read_folder(tmp_path)
    assert [call.id for call in calls] == ["a"]
    assert failed == {"b": "the same folder as a; a call is counted once"}


@pytest.mark.parametrize("name", ["ref_transcript.json", "hypothesis.json"])
def test_a_reply_with_two_channels_is_a_hypothesis(tmp_path: Path, name: str) -> None:
    """Whatever its name."""

    def channel(text: str, start: float) -> dict[str, Any]:
        words = [
            {"word": word, "start": start + at / 3, "end": start + at / 3 + 0.2, "confidence": 0.9}
            for at, word in enumerate(text.split())
        ]
        return {"alternatives": [{"transcript": text, "confidence": 0.9, "words": words}]}

    said = channel("i want to pay my bill please", 4.0), channel("hello how can i help", 0.0)
    reply = {"metadata": {"channels": 2}, "results": {"channels": said}}
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / name).write_text(json.dumps(reply))
    turns_said = [
        {"speaker": "agent", "text": "hello how can i help"},
        {"speaker": "customer", "text": "i want to pay my bill"},
    ]
    (tmp_path / "c" / "gt_transcript.json").write_text(json.dumps(turns_said))
    (read,), failed = read_folder(tmp_path)
    assert not failed
    assert [turn.speaker for turn in read.hypothesis] == ["0", "1"]
    agent, customer = score_calls([read], roles=parse_roles("agent=1,customer=0"))
    assert agent.methods[0].counts == (5, 0, 0, 0)
    assert customer.methods[0].counts == (6, 0, 0, 1)
