"""Results of a batch that are not what was asked for become no score."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from wire_batch_client import MODELS, main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wire_server import WireServer

COUNT = 4
Line = dict[str, Any]


def lines(bend: Callable[[list[Line]], list[Line]]) -> Callable[[str], str]:
    """Return what bends results a line at a time."""

    def bent(text: str) -> str:
        return "".join(
            json.dumps(line) + "\n"
            for line in bend([json.loads(each) for each in text.split("\n") if each])
        )

    return bent


def key(line: Line) -> dict[str, str]:
    """Return what names the request, as its vendor spells it."""
    name = "key" if "key" in line else "custom_id"
    return {name: line[name]}


def renamed(found: list[Line]) -> list[Line]:
    return [
        {**line, **dict.fromkeys(key(line), f"{number:064d}")} for number, line in enumerate(found)
    ]


def unsaid(found: list[Line]) -> list[Line]:
    """Return results in which no model says anything."""
    return [
        {**key(line), "response": {"candidates": []}}
        if "key" in line
        else {**key(line), "result": {"type": "succeeded"}, "response": None}
        for line in found
    ]


def errored(found: list[Line]) -> list[Line]:
    error = {"type": "error", "error": {"type": "api_error", "message": "overloaded"}}
    return [
        {**key(line), "error": {"code": 13, "message": "overloaded"}}
        if "key" in line
        else {
            **key(line),
            "result": {"type": "errored", "error": error},
            "response": {"status_code": 500, "body": error},
        }
        for line in found
    ]


UNREADABLE: dict[str, Callable[[str], str]] = {
    "cut": lambda text: text[:-30],
    "html": lambda _text: "<html>Sign in</html>",
    "one bad line": "{no JSON}\n".__add__,
    "null": "null\n".__add__,
    "one list": lambda text: json.dumps([json.loads(each) for each in text.split("\n") if each]),
    "deep": ("[" * 100_000 + "\n").__add__,
}
USELESS = {
    "another batch's": (lines(renamed), "it has no result for some (batch "),
    "none": (lambda _text: "", "it has no result for some (batch "),
    "unsaid": (lines(unsaid), "the "),
    "errored": (lines(errored), "the server failed: 500"),
    "twice, and differ": (
        lines(lambda found: found + errored(found)),
        "it has results for some that differ (batch ",
    ),
}
HARMLESS = {
    "in another order": lines(lambda found: found[1:] + found[:1]),
    "twice": lines(lambda found: found * 2),
    "ends of lines in strings": lambda text: text.replace(
        '"role": "', '"role\u2028\x85\u2029": "", "role": "'
    ),
    "more than asked for": lines(lambda found: found + renamed(found)),
    "a byte-order mark": "\ufeff".__add__,
}


def scored(wire: WireServer, vendor: str, tmp_path: Path, bend: Callable[[str], str]) -> Any:
    run = wire.new_run()
    wire.desk(vendor, run).bend = bend
    base_url = wire.base_url(vendor, "judge-strict", run)
    return main(str(tmp_path / "x.db"), base_url, COUNT, retries=0, vendor=vendor)


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("kind", UNREADABLE)
def test_results_that_cannot_be_read_stay_where_they_are(
    wire: WireServer, tmp_path: Path, vendor: str, kind: str
) -> None:
    found = scored(wire, vendor, tmp_path, UNREADABLE[kind])
    assert found["utterances"] == 0
    assert len(found["unjudged"]) == COUNT
    for status, reason in found["unjudged"].values():
        assert status == "unavailable"
        assert reason.startswith("the reply cannot be read: ")
    assert [line for line in found["lines"] if "the same command with --batch fetches" in line]


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("kind", USELESS)
def test_results_of_which_none_is_an_answer(
    wire: WireServer, tmp_path: Path, vendor: str, kind: str
) -> None:
    bend, says = USELESS[kind]
    becomes = "unavailable"
    if (vendor, kind) == ("google", "unsaid"):  # a reply without anything, as the failures have it
        becomes, says = "invalid", "10 answers did not pass"
    found = scored(wire, vendor, tmp_path, bend)
    assert found["utterances"] == 0
    assert len(found["unjudged"]) == COUNT
    for status, reason in found["unjudged"].values():
        assert (status, reason[: len(says)]) == (becomes, says)


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("kind", HARMLESS)
def test_results_that_are_all_there(
    wire: WireServer, tmp_path: Path, vendor: str, kind: str
) -> None:
    found = scored(wire, vendor, tmp_path, HARMLESS[kind])
    assert (found["errors"], found["utterances"], found["unjudged"]) == (COUNT, COUNT, {})


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("step", ["created", "results"])
def test_a_store_that_is_lost_on_the_way_loses_no_number(
    wire: WireServer, tmp_path: Path, vendor: str, step: str
) -> None:
    store, run = tmp_path / "x.db", wire.new_run()
    desk = wire.desk(vendor, run)

    def lost(text: str) -> str:
        store.unlink(missing_ok=True)
        return text

    class Losing(list[Any]):
        def append(self, batch: Any) -> None:
            lost("")
            super().append(batch)

    if step == "created":
        desk.batches = Losing()
    else:
        desk.bend = lost
    found = main(str(store), wire.base_url(vendor, "judge-strict", run), COUNT, vendor=vendor)
    assert (found["errors"], found["utterances"], found["unjudged"]) == (COUNT, COUNT, {})
    assert desk.paid == 2 * COUNT  # the counts, and the last word
    assert [line for line in found["lines"] if "the file was deleted during the run" in line]
    assert not [line for line in found["lines"] if "fetches its answers" in line]


def test_a_result_in_both_of_the_files_of_openai_is_none(wire: WireServer, tmp_path: Path) -> None:
    """Some succeed and have a line of errors too; of the others the errors stand."""
    run = wire.new_run()
    desk = wire.desk("openai", run)
    desk.ending, desk.share = "errored", 0.5
    there: list[Line] = []

    def bend(text: str) -> str:
        found = [json.loads(line) for line in text.splitlines()]
        there.extend(line for line in found if line["response"]["status_code"] == 200)
        if len(found) < COUNT and found[0]["response"]["status_code"] == 500:
            return text + "".join(json.dumps(line) + "\n" for line in errored(there))
        return text

    desk.bend = bend
    base_url = wire.base_url("openai", "judge-strict", run)
    found = main(str(tmp_path / "x.db"), base_url, COUNT, retries=0)
    assert len(there) >= COUNT / 2
    assert found["utterances"] == 0
    said = sorted(reason for _, reason in found["unjudged"].values())
    assert [reason.partition(" (batch")[0] for reason in said] == [
        *["it has results for some that differ"] * 2,
        *["the server failed: 500 Internal error"] * 2,
    ]


def test_a_file_goes_to_no_other_host_than_was_named(wire: WireServer, tmp_path: Path) -> None:
    run = wire.new_run()
    desk = wire.gemini_desks[run]
    desk.elsewhere = True
    base_url = wire.base_url("google", "judge-strict", run)
    found = main(str(tmp_path / "x.db"), base_url, COUNT, vendor="google")
    assert desk.hosts == {"127.0.0.1"}
    assert desk.files == {}
    for status, reason in found["unjudged"].values():
        assert status == "configuration"
        assert reason.startswith("the server wants its file at localhost:")
    assert len(found["unjudged"]) == COUNT
