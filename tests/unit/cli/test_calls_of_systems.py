"""``mondegreen calls`` with several systems, other normalizers, and its page."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mondegreen.report import calls_page

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "calls"
SCHEMAS = ROOT / "src" / "mondegreen" / "calls" / "schemas"
SAID = "Agent: the knight rode home\nCustomer: yes\n"
HEARD = {
    "nova": "Agent: the night road home\nCustomer: yes\n",
    "whisper.v2": "Agent: the cat rode home\nCustomer: yes\n",
}
ROWS = [
    {"call": call, "side": side, "speaker": line.split(": ")[0], "text": line.split(": ")[1]}
    for call in ("c1", "c2")
    for side, text in (("reference", SAID), *HEARD.items())
    for line in text.splitlines()
]


def folders(*calls: str) -> None:
    for call in calls:
        folder = Path("calls") / call
        folder.mkdir(parents=True)
        (folder / "reference.txt").write_text(SAID, "utf-8")
        for name, text in HEARD.items():
            (folder / f"{name}.txt").write_text(text, "utf-8")


def table() -> str:
    Path("turns.jsonl").write_text("\n".join(map(json.dumps, ROWS)), "utf-8")
    return "turns.jsonl"


def rates(done: Any) -> dict[str, list[float | None]]:
    whole = json.loads(done.out)
    schemas = [
        json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
        for name in ("calls-of-systems", "calls")
    ]
    for document, schema in (
        (whole, schemas[0]),
        *((each, schemas[1]) for each in whole["systems"].values()),
    ):
        Draft202012Validator(schema).validate(document)
    plain = whole["systems"]
    return {
        name: [method["rate"] for side in each["sides"] for method in side["methods"]]
        for name, each in plain.items()
    }


def test_systems_of_folders_and_of_a_table(command: Any) -> None:
    folders("c1", "c2")
    for place in ("calls", table()):
        options = ("--systems", "nova,whisper.v2", "--speaker", "all")
        done = command("calls", place, *options, "--json")
        assert done.status == 0, done.err
        assert rates(done) == {"nova": [0.0, 0.0], "whisper.v2": [0.25, 0.0]}
        shown = command("calls", place, *options)
        assert re.search(r"\nwhisper.v2 +agent +library +25.00 %", shown.out)
        assert (Path("calls-output") / "nova" / "agent" / "global_wer.json").is_file()
    done = command("calls", "calls", "--systems", "nova,whisper.v2", "--fail-above", "library=20%")
    assert done.status == 1
    assert "gate not met: whisper.v2: agent: library" in done.err


def test_a_file_of_a_system_may_be_compressed(command: Any) -> None:
    folders("c1", "c2")
    plain = command("calls", "calls", "--systems", "nova,whisper.v2", "--json")
    for path in Path("calls").glob("*/*.txt"):
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert command("calls", "calls", "--systems", "nova,whisper.v2", "--json") == plain
    wrong = command("calls", "calls", "--systems", "nov")
    assert "Known: nova, whisper.v2." in wrong.err


def test_a_system_without_a_file_is_named(command: Any) -> None:
    folders("c1", "c2")
    (Path("calls") / "c2" / "nova.txt").unlink()
    (Path("calls") / "c1" / "whisper.v2.txt").write_text("no speaker here", "utf-8")
    done = command("calls", "calls", "--systems", "nova,whisper.v2", "--json")
    assert done.status == 1
    assert "nova: c2 is not in the rates: it has no hypothesis" in done.err
    assert "whisper.v2: c1 is not in the rates: " in done.err
    assert "does not say who speaks" in done.err
    assert rates(done) == {"nova": [0.0], "whisper.v2": [0.25]}


@pytest.mark.parametrize("place", ["calls", "turns.jsonl"])
def test_a_system_that_nobody_has_is_an_error_with_the_names(command: Any, place: str) -> None:
    folders("c1", "c2")
    table()
    done = command("calls", place, "--systems", "whisper.v2,novaa")
    assert (done.status, done.out) == (2, "")
    assert "the system 'novaa'. Did you mean 'nova'? Known: nova, whisper.v2." in done.err
    assert not Path("calls-output").exists()


def test_calls_are_rows_and_systems_columns(command: Any) -> None:
    folders("c1", "c2", "c3")
    (Path("calls") / "c2" / "nova.txt").unlink()
    (Path("calls") / "c3" / "nova.txt").write_text("no speaker here", "utf-8")
    done = command("calls", "calls", "--systems", "nova,whisper.v2", "--speaker", "all")
    assert done.status == 1
    for side, other in (("agent", "25.00 %"), ("customer", "0.00 %")):
        (_, found) = done.out.split(f"call ({side})")
        rows = [re.split(r"  +", line.strip()) for line in found.splitlines()[:4]]
        assert rows == [
            ["nova", "whisper.v2"],
            ["c1", "0.00 %", other],
            ["c2", "missing", other],
            ["c3", "not read", other],
        ]


def test_one_system_is_asked_for_where_there_are_several(command: Any) -> None:
    folders("c1")
    done = command("calls", "calls")
    assert done.status == 2
    assert "Of several systems name the files without their endings: --systems nova,whisper.v2" in (
        done.err
    )


@pytest.mark.parametrize("times", [(5, 3), ("2024-03-01T09:00:05Z", "2024-03-01T09:00:01Z")])
@pytest.mark.parametrize("kind", ["folder", "table"])
def test_a_turn_that_ends_before_it_starts_is_an_error(
    command: Any, kind: str, times: tuple[Any, Any]
) -> None:
    turn = {"speaker": "Agent", "start": times[0], "end": times[1]}
    if kind == "folder":
        folders("c1")
        Path("calls/c1/nova.json").write_text(json.dumps([turn | {"text": "hello"}]), "utf-8")
        Path("calls/c1/nova.txt").unlink()
        done = command("calls", "calls", "--systems", "nova,whisper.v2")
        assert "nova.json, turn 1: it ends before its start" in done.err
    else:
        wrong = turn | {"call": "c1", "side": "nova", "text": "hello"}
        rows = [row for row in ROWS if (row["call"], row["side"]) != ("c1", "nova")]
        Path("t.jsonl").write_text("\n".join(map(json.dumps, [*rows, wrong])), "utf-8")
        done = command("calls", "t.jsonl", "--systems", "nova,whisper.v2")
        assert "nova: c1 is not in the rates: t.jsonl:" in done.err
        assert f"ends at {times[1]}, before its start at {times[0]}" in done.err
        assert done.status == 1
        assert (Path("calls-output") / "whisper.v2" / "global_wer.json").is_file()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("calls", "--systems", "nova,nova"), "--systems names 'nova' twice"),
        (("calls", "--systems", "nova", "--in-place"), "--in-place writes next to one"),
        (("calls", "calls", "--systems", "nova"), "two folders or files are one system"),
        (("turns.jsonl", "--systems", "nova"), "expected reference or one of --systems"),
    ],
)
def test_what_does_not_go_together(command: Any, line: tuple[str, ...], words: str) -> None:
    folders("c1")
    table()
    done = command("calls", *line)
    assert done.status == 2
    assert words in done.err


def test_another_normalizer(command: Any) -> None:
    folders("c1")
    Path("calls/c1/hypothesis.txt").write_text("Agent: The knight, rode home!", "utf-8")
    assert "0.00 %" in command("calls", "calls").out
    done = command("calls", "calls", "-n", "none", "--json")
    method = json.loads(done.out)["sides"][0]["methods"][0]
    assert method["rate"] == 0.5
    assert "normalizer:none" in method["signature"]
    done = command("calls", "calls", "-n", "lower", "--method", "canonical", "--model", "replay:x")
    assert "-n lower is for the method library" in done.err


def embedded(path: str) -> Any:
    page = Path(path).read_text("utf-8")
    return json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])


def test_the_page_of_one_system_has_calls_turns_words_and_entities(command: Any) -> None:
    done = command("calls", str(EXAMPLE), "--speaker", "all", "--html", "calls.html", "--json")
    assert done.status == 0, done.err
    assert "wrote calls.html" in done.err
    sides = json.loads(done.out)["sides"]
    page = Path("calls.html").read_text("utf-8")
    for part in ("Rates", "Calls", "Entities", "Lost entities"):
        assert f"<h2>{part}</h2>" in page
    for side in sides:
        assert f"{100 * side['methods'][0]['rate']:.2f} %" in page
    data = embedded("calls.html")
    turns = {
        f"{call} {side['side']} {number}": sum(turn["counts"][1:])
        for side in sides
        for call, found in side["turns"].items()
        for number, turn in enumerate(found["turns"], 1)
    }
    shown = {each["i"]: each["s"][0]["e"] if each["s"][0] else 0 for each in data["utterances"]}
    assert shown == turns  # as the method counts them
    assert data["columns"] == ["call", "side", "turns"]


def test_the_page_of_several_systems_has_calls_side_by_side(command: Any) -> None:
    folders("c1", "c2")
    (Path("calls") / "c2" / "nova.txt").unlink()
    command("calls", "calls", "--systems", "nova,whisper.v2", "--html", "calls.html")
    data = embedded("calls.html")
    assert data["systems"] == ["nova", "whisper.v2"]
    assert {each["i"]: [p and p["e"] for p in each["s"]] for each in data["utterances"]} == {
        "c1 agent": [0, 1],
        "c2 agent": [None, 1],
    }
    page = Path("calls.html").read_text("utf-8")
    assert "<h2>Not in the rates</h2>" in page
    assert "it has no hypothesis" in page


def several(command: Any, *options: str) -> Any:
    """Score four calls, of which each system lacks one or two, and hears nothing in another."""
    folders("c1", "c2", "c3", "c4")
    (Path("calls") / "c4" / "whisper.v2.txt").unlink()
    (Path("calls") / "c3" / "whisper.v2.txt").write_bytes(b"")
    (Path("calls") / "c2" / "nova.txt").write_text("no speaker here", "utf-8")
    systems = ("--systems", "nova,whisper.v2", "--speaker", "all")
    return command("calls", "calls", *systems, *options)


def cells(table: str) -> list[list[str]]:
    return [re.split(r"  +", line.strip()) for line in table.splitlines()]


def test_calls_in_common_come_first_and_all_sides_are_a_row(command: Any) -> None:
    done = several(command)
    first, second, *by_call = done.out.split("\n\n")[:4]
    columns = ["system", "side", "method", "rate", "S", "D", "I", "words", "calls"]
    assert cells(first) == [
        columns,
        ["nova", "agent", "library", "0.00 %", *"0008", "2 of 4"],
        ["nova", "customer", "library", "0.00 %", *"0002", "2 of 4"],
        ["nova", "all", "library", "0.00 %", "0", "0", "0", "10", "2 of 4"],
        ["whisper.v2", "agent", "library", "62.50 %", *"1408", "2 of 4, 1 empty"],
        ["whisper.v2", "customer", "library", "50.00 %", *"0102", "2 of 4, 1 empty"],
        ["whisper.v2", "all", "library", "60.00 %", *"150", "10", "2 of 4, 1 empty"],
        ["over the calls that all systems scored"],
    ]
    assert cells(second)[3] == ["nova", "all", "library", "0.00 %", *"000", "15", "3 of 4"]
    # Of 15 words: one is wrong in c1 and one in c2, and the five of c3 are deleted.
    rest = ["46.67 %", *"250", "15", "3 of 4, 1 empty"]
    assert cells(second)[6:] == [
        ["whisper.v2", "all", "library", *rest],
        ["over all calls that each scored"],
    ]
    for table in by_call:
        assert cells(table)[-1][1:] == ["not read", "25.00 %" if "agent" in table else "0.00 %"]
    assert done.err.count("does not say who speaks") == 1
    assert "does not say who speaks" not in done.out
    shutil.rmtree("calls")
    folders("c1", "c2")
    done = command("calls", "calls", "--systems", "nova,whisper.v2")
    assert done.out.count("system ") == 1, "one table where all scored the same calls"
    assert "that all systems scored" not in done.out


@pytest.mark.parametrize(
    ("system", "scored"), [("nova", (6, 0, 0, 2)), ("whisper.v2", (6, 2, 2, 0))]
)
def test_the_page_counts_what_is_missing_and_what_was_not_read(
    command: Any, system: str, scored: tuple[int, int, int, int]
) -> None:
    several(command, "--html", "both.html")
    command("calls", "calls", "--systems", system, "--speaker", "all", "--html", "one.html")
    whole, empty, missing, failed = scored
    for name in ("both.html", "one.html"):
        page = Path(name).read_text("utf-8").partition("<script")[0]
        plain = " ".join(re.sub(r"<[^>]+>", " ", page).split())
        assert re.match(r"4 calls(, 2 systems)? ", plain)
        assert f"{whole} of 8; {empty} empty" in plain, "coverage"
        assert "coverage 75.0 %" in plain
        assert "c2 agent not read" in plain or system == "whisper.v2"
        assert re.search(r"all library \d+.\d\d % \d \d \d 15 3 of 4", plain)
    assert f"{whole} scored, {empty} empty, {missing} missing, {failed} failed" in plain
    both = Path("both.html").read_text("utf-8")
    assert both.index("Rates over the calls that all systems scored") < both.index(
        "Rates over all calls that each scored"
    )
    assert "Each side of a call is aligned by itself" in both


def test_of_many_calls_the_worst_rows_have_texts(
    command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"call-{number}" for number in range(9)]
    folders(*names)
    for number, name in enumerate(names):
        heard = "the night road home" if number % 4 else "no"
        Path("calls", name, "hypothesis.txt").write_text(f"Agent: {heard}", "utf-8")
    monkeypatch.setattr(calls_page, "_MOST_CALLS", 8)
    monkeypatch.setattr(calls_page, "_WORST", 3)
    assert command("calls", "calls", "--html", "calls.html").status == 0
    data = embedded("calls.html")
    shown = [each["i"].split()[0] for each in data["utterances"]]
    assert shown == ["call-0", "call-4", "call-8"]
    assert "call" not in data["columns"]
    page = Path("calls.html").read_text("utf-8").partition("<script")[0]
    assert all(name in page for name in names), "each call is a row of the table"


def test_no_text_keeps_texts_out_of_the_page(command: Any) -> None:
    folders("c1")
    Path("calls/c1/hypothesis.txt").write_text("Agent: the secret", "utf-8")
    done = command("calls", "calls", "--no-text", "--html", "calls.html")
    assert done.status == 0, done.err
    page = Path("calls.html").read_text("utf-8")
    assert "knight" not in page
    assert "secret" not in page
    assert "100.00 %" in page or "75.00 %" in page


def test_redacted_words_are_not_counted_in_the_page(command: Any) -> None:
    folders("c1")
    Path("calls/c1/reference.txt").write_text("Agent: this is [NAME] speaking", "utf-8")
    Path("calls/c1/hypothesis.txt").write_text("Agent: this is ann lee speaking", "utf-8")
    command("calls", "calls", "--html", "calls.html")
    assert [each["s"] for each in embedded("calls.html")["utterances"]] == [[0]]


def test_times_below_zero_and_overlaps_are_read(command: Any) -> None:
    said = [
        {"speaker": "Agent", "content": "good morning", "start": -0.5, "end": 2},
        {"speaker": "Customer", "content": "hello", "start": 1, "end": 1.5},
        {"speaker": "Agent", "content": "how are you", "start": 1.2, "end": 3},
    ]
    Path("calls/c1").mkdir(parents=True)
    Path("calls/c1/reference.json").write_text(json.dumps(said), "utf-8")
    Path("calls/c1/hypothesis.json").write_text(json.dumps(said), "utf-8")
    done = command("calls", "calls", "--speaker", "all", "--json")
    assert done.status == 0, done.err
    assert [side["methods"][0]["rate"] for side in json.loads(done.out)["sides"]] == [0.0, 0.0]
    rows = [
        {"call": "c", "side": s, **turn, "text": turn["content"]}
        for s in ("ref", "hyp")
        for turn in said
    ]
    Path("turns.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    done = command("calls", "turns.jsonl", "--json")
    assert json.loads(done.out)["sides"][0]["methods"][0]["rate"] == 0.0


def test_annotated_recordings_of_label_studio_and_replies_of_two_channels(command: Any) -> None:
    def region(number: int, speaker: str, text: str) -> list[dict[str, Any]]:
        times = {"start": float(number), "end": number + 0.9}
        return [
            {
                "id": f"r{number}",
                "type": "textarea",
                "from_name": "transcription",
                "value": {**times, "text": [text]},
            },
            {
                "id": f"r{number}",
                "type": "labels",
                "from_name": "speaker",
                "value": {**times, "labels": [speaker]},
            },
        ]

    result = region(0, "Agent", "good morning") + region(1, "Customer", "hello there")
    task = [{"id": 1, "data": {"audio": "talk.wav"}, "annotations": [{"result": result}]}]

    def channel(*words: str) -> dict[str, Any]:
        found = [
            {"word": w, "start": float(at), "end": at + 0.5, "confidence": 0.9}
            for at, w in enumerate(words)
        ]
        return {
            "alternatives": [{"transcript": " ".join(words), "confidence": 0.9, "words": found}]
        }

    reply = {
        "metadata": {"request_id": "x", "channels": 2, "duration": 3.0},
        "results": {"channels": [channel("good", "evening"), channel("hello", "there")]},
    }
    Path("calls/c1").mkdir(parents=True)
    Path("calls/c1/reference.json").write_text(json.dumps(task), "utf-8")
    Path("calls/c1/hypothesis.json").write_text(json.dumps(reply), "utf-8")
    done = command("calls", "calls", "--speaker", "Agent=0,Customer=1", "--json")
    assert done.status == 0, done.err
    assert [side["methods"][0]["rate"] for side in json.loads(done.out)["sides"]] == [0.5, 0.0]


@pytest.mark.parametrize("order", ["nova,neg", "neg,nova"])
def test_a_system_that_nobody_can_read_does_not_take_the_others_away(
    command: Any, order: str
) -> None:
    folders("c1")
    Path("calls/c1/neg.txt").write_text("words without a speaker\n", "utf-8")
    done = command("calls", "calls", "--systems", order, "--output", "o", "--json")
    assert done.status == 1
    assert list(json.loads(done.out)["systems"]) == ["nova"]
    assert Path("o/nova").is_dir()
    assert "neg: the one call cannot be read; c1: calls/c1/neg.txt, line 1" in done.err
    alone = command("calls", "calls", "--systems", "neg", "--output", "p")
    assert alone.status == 2
