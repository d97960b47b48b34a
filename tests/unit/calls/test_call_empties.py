"""Calls in which nothing was heard: scored as all deletions by every method, and said to be so."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import pytest
from call_makers import RuledModel, call, plainly, turns
from jsonschema import Draft202012Validator
from test_call_files import SCHEMAS, validated

from mondegreen.calls.artifacts import artifacts
from mondegreen.calls.call import Call
from mondegreen.calls.folder import read_folder
from mondegreen.calls.method import METHODS
from mondegreen.calls.method_comparison import comparison
from mondegreen.calls.recordings import read_recordings
from mondegreen.calls.roles import ALL
from mondegreen.calls.scoring_calls import SideResult, score_calls
from mondegreen.calls.turn_table import read_turn_table
from mondegreen.calls.two_folders import read_two_folders
from mondegreen.corpus.formats import FORMATS
from mondegreen.options.judging import Judging
from mondegreen.report import calls as report

if TYPE_CHECKING:
    from pathlib import Path

GOOD = call("good morning", "good morning", "good")
SAID = "please hold the line"
SILENT = {
    "no turn": (),
    "a turn without words": turns("", speaker="assistant"),
    "marks": turns("...", " ", speaker="assistant"),
    "others speak too": turns("", speaker="assistant") + turns("hello", speaker="user"),
}


def scored(*calls: Call, keep: bool = True) -> tuple[SideResult, list[dict[str, str]]]:
    asked: list[dict[str, str]] = []

    def rule(texts: dict[str, str]) -> Any:
        asked.append(texts)
        return plainly(texts)

    judging = Judging(RuledModel(rule), cache=False, tell=lambda _: None, keep_texts=keep)
    (side,) = score_calls(calls, methods=METHODS, judging=judging)
    return side, asked


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("heard", SILENT.values(), ids=SILENT)
def test_every_method_counts_all_words_as_deleted(heard: Any, *, keep: bool) -> None:
    side, asked = scored(Call("quiet", turns(SAID), heard), GOOD, keep=keep)
    for method in side.methods:
        quiet, good = method.outcomes
        assert (quiet.status, quiet.counts, quiet.rate) == ("empty", (0, 0, 4, 0), 1.0)
        assert (good.status, good.counts) == ("ok", (2, 0, 0, 0))
        assert method.counts == (2, 0, 4, 0)
        assert [outcome.call for outcome in method.empty] == ["quiet"]
        assert method.concatenated == ((2, 0, 4, 0) if keep else method.concatenated)
    # Of the silent side nobody is asked; of what was said, the method that writes it again.
    assert [texts for texts in asked if SAID in str(texts)] == [{"transcript": SAID}]
    assert all(text.strip() for texts in asked for text in texts.values())


def test_where_it_is_said() -> None:
    side, _ = scored(Call("quiet", turns(SAID), ()), GOOD)
    plain = report.content([side], {})
    Draft202012Validator(SCHEMAS["calls"]).validate(plain)
    for method in plain["sides"][0]["methods"]:
        assert (method["scored"], method["empty"], method["total"]) == (2, 1, 2)
        assert method["calls"][0]["status"] == "empty"
    shown = report.render([side], {})
    assert shown.count("2 of 2, 1 empty") == 3
    assert shown.count("empty: quiet: the hypothesis has no turn of anybody") == 1
    assert "1 missing" in shown
    assert "not scored" not in shown
    assert "Empty, with all that was said deleted: quiet." in comparison(side.methods, {})
    for method in side.methods:
        made = artifacts(side, method)
        validated(made)
        for (of, name), text in made.items():
            if not of and name.endswith(".csv"):
                rows = list(csv.DictReader(text.splitlines()))
                assert (rows[0]["status"], rows[0]["wer"]) == ("empty", "1.000000")
            elif not of and name.endswith(".txt"):
                assert "call quiet: 100.00 % of 4 words: empty: " in text
            elif not of:
                report_of_all = json.loads(text)
                found = report_of_all.get("global_metrics", report_of_all)
                assert found["empty_calls"] == ["quiet"]
                assert found["failed_calls"] == {}


def test_all_calls_may_be_empty_and_a_side_of_others_alone_is_missing() -> None:
    side, _ = scored(Call("quiet", turns(SAID), ()))
    assert [method.rate for method in side.methods] == [1.0] * 3
    both = Call("quiet", turns(SAID) + turns("hello", speaker="Customer"), ())
    assert [s.methods[0].counts for s in score_calls([both], roles=ALL)] == [
        (0, 0, 4, 0),
        (0, 0, 1, 0),
    ]
    side, asked = scored(GOOD, Call("odd", turns(SAID), turns("hello", speaker="user")))
    for method in side.methods:
        assert (method.outcomes[1].status, method.outcomes[1].counts) == ("missing", None)
        assert "its speakers: 'user'" in str(method.outcomes[1].reason)
        assert not method.empty
    assert SAID not in str(asked)


def test_a_call_that_no_hypothesis_names_is_missing_not_empty(tmp_path: Path) -> None:
    table = tmp_path / "calls.csv"
    rows = ["a,reference,Agent,so be it", "a,hypothesis,assistant,so be it"]
    for name, heard in {"silent": ['silent,hypothesis,assistant,""'], "absent": []}.items():
        rows += [f"{name},reference,Agent,{SAID}", *heard]
    table.write_text("\n".join(["call,side,speaker,text", *rows]) + "\n", "utf-8")
    said, heard_file = tmp_path / "said.stm", tmp_path / "heard.stm"
    said.write_text(
        "".join(f"{n} A Agent 0 2 {SAID}\n" for n in ("a", "silent", "absent")), "utf-8"
    )
    heard_file.write_text(f"a A Agent 0 2 {SAID}\nsilent A Agent 0 2\n", "utf-8")
    calls, failed = read_turn_table(table)
    assert not failed
    for found in (calls, read_recordings(str(said), str(heard_file))):
        (side,) = score_calls(found)
        by_call = {outcome.call: outcome for outcome in side.methods[0].outcomes}
        assert (by_call["silent"].status, by_call["silent"].counts) == ("empty", (0, 0, 4, 0))
        assert (by_call["absent"].status, by_call["absent"].counts) == ("missing", None)
        assert by_call["absent"].reason == "it has no hypothesis"


ENDINGS = sorted(
    {ending for kind in FORMATS.loaded().values() for ending in kind.suffixes if ending[0] == "."}
)
DOCUMENTS = {
    ending
    for ending in ENDINGS
    if ending in {".json", ".eaf", ".ttml", ".dfxp", ".parquet", ".arrow", ".feather", ".ipc"}
    or ending in {".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"}
}
"""Without a byte these are broken: JSON, XML, and what is packed."""
NOTHING = {
    **{ending: b"" for ending in (*ENDINGS, "") if ending not in DOCUMENTS},
    ".json ": b"[]",
    ".txt ": b"\n",
    ".txt  ": b"\xef\xbb\xbf",
    ".vtt ": b"WEBVTT\n",
    ".csv ": b"speaker,text\n",
    ".ctm ": b";; a comment\n",
    ".json  ": b'{"text": "", "segments": []}',
}
"""What a hypothesis may hold in which nobody speaks, by its ending."""


def _written(folder: Path, name: str, ending: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}{ending.strip()}").write_bytes(NOTHING[ending])
    return folder


@pytest.mark.parametrize("ending", NOTHING)
def test_a_file_of_any_format_that_holds_nothing_is_empty(tmp_path: Path, ending: str) -> None:
    calls = tmp_path / "calls"
    for name in ("hypothesis", "nova"):
        _written(calls / "a", name, ending)
    (calls / "a" / "reference.txt").write_text(f"Agent: {SAID}\n", "utf-8")
    said = tmp_path / "said"
    said.mkdir()
    (said / "a.txt").write_text(f"Agent: {SAID}\n", "utf-8")
    (calls / "b").mkdir()  # a system that no call has a file of is an error
    (calls / "b" / "reference.txt").write_text("Agent: good\n", "utf-8")
    (calls / "b" / "nova.txt").write_text("Agent: good\n", "utf-8")
    read = {
        "folders": read_folder(calls),
        "a system": read_folder(calls, system="nova"),
        "two folders": read_two_folders(said, _written(tmp_path / "heard", "a", ending)),
    }
    for how, (found, failed) in read.items():
        assert "a" not in failed, how
        (side,) = score_calls(found)
        outcome = side.methods[0].outcomes[0]
        assert (outcome.call, outcome.status, outcome.counts) == ("a", "empty", (0, 0, 4, 0)), how


@pytest.mark.parametrize("name", ["hypothesis.json", "ref_transcript.json"])
def test_a_reply_without_a_byte_was_never_written(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / name).write_bytes(b"")
    (folder / "gt_transcript.json").write_text(
        json.dumps([{"speaker": "Agent", "content": SAID}]), "utf-8"
    )
    calls, failed = read_folder(tmp_path)
    assert (calls, [*failed]) == ([], ["a"])
    assert name in failed["a"]


@pytest.mark.parametrize("ending", sorted({*DOCUMENTS, ".json.gz", ".txt.gz"}))
def test_a_document_without_a_byte_is_no_hypothesis(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "calls" / "a"
    for place, name in ((folder, "hypothesis"), (tmp_path / "heard", "a")):
        place.mkdir(parents=True)
        (place / f"{name}{ending}").write_bytes(b"\n" if ending == ".json" else b"")
    for place, name in ((folder, "reference"), (tmp_path / "said", "a")):
        place.mkdir(exist_ok=True)
        (place / f"{name}.txt").write_text(f"Agent: {SAID}\n", "utf-8")
    for calls, failed in (
        read_folder(folder.parent),
        read_two_folders(tmp_path / "said", tmp_path / "heard"),
    ):
        assert (calls, [*failed]) == ([], ["a"])
        assert "the file is empty, so it was not written to its end" in failed["a"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_reference_without_a_byte_is_an_error(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / f"reference{ending}").write_bytes(b"")
    (folder / "hypothesis.txt").write_text(f"Agent: {SAID}\n", "utf-8")
    calls, failed = read_folder(tmp_path)
    assert (calls, [*failed]) == ([], ["a"])
