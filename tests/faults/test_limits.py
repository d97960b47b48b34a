"""Every limit: its value is the one in the docs, and what is beyond it is refused by name."""

from __future__ import annotations

import asyncio
import csv
import gzip
import io
import json
import re
import sqlite3
import sys
import wave
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import pytest

import mondegreen as mg
from mondegreen.corpus.memory import refuse_long, refuse_more, refuse_rows
from mondegreen.errors import MondegreenError
from mondegreen.judges.status import Unanswered
from mondegreen.providers import Audio, ProviderError, make
from mondegreen.report.document import render_report
from mondegreen.report.systems import Systems
from mondegreen.store import open_store
from mondegreen.text.dont_care import Expression

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

ROOT: Final = Path(__file__).parents[2]
for name in ("docs", "tests/integration/live"):
    sys.path.append(str(ROOT / name))
with Path(__file__).with_name("limits.tsv").open(encoding="utf-8", newline="") as lines:
    LIMITS: Final = {row["what"]: row for row in csv.DictReader(lines, delimiter="\t")}


class Endless:
    """A response without an end."""

    headers: Final[dict[str, str]] = {}

    async def aiter_bytes(self, size: int) -> AsyncIterator[bytes]:
        while True:
            yield b" " * size


def _line(folder: Path, _patch: Any) -> object:
    (folder / "a.txt").write_text("a" * 2001 + "\n")
    return mg.read(folder / "a.txt", max_line=1000)


def _zipped_line(folder: Path, _patch: Any) -> object:
    (folder / "a.txt.gz").write_bytes(gzip.compress(b"a" * 3_000_000))
    return mg.read(folder / "a.txt.gz", max_line=1000)


def _keys(folder: Path, _patch: Any) -> object:
    row = {"reference": "a", "hypothesis": "b", **dict.fromkeys(map(str, range(1200)), "a")}
    (folder / "a.jsonl").write_text(json.dumps(row) + "\n")
    return mg.read(folder / "a.jsonl")


def _deep_elements(folder: Path, _patch: Any) -> object:
    (folder / "a.eaf").write_text("<a>" * 200 + "</a>" * 200)
    return mg.read(folder / "a.eaf", format="elan")


def _alternatives(reference: str, words: int) -> Callable[[Path, Any], object]:
    return lambda _folder, _patch: mg.score([reference], ["b " * words], alternatives=["nist"])


def _deep_document(folder: Path, _patch: Any) -> object:
    (folder / "a.json").write_text("[" * 100 + "]" * 100)
    return mg.read(folder / "a.json", format="seglst")


def _deep_line(folder: Path, _patch: Any) -> object:
    line = {"reference": "a", "hypothesis": "a", "more": json.loads("[" * 40 + "]" * 40)}
    (folder / "a.jsonl").write_text(json.dumps(line) + "\n")
    return mg.read(folder / "a.jsonl")


def _slow(_folder: Path, patch: Any) -> object:
    patch.setattr("mondegreen.text.dont_care._SECONDS", 0.2)
    return [*Expression("(a|aa)+$").finditer("a" * 60 + "b")]


def _form(_folder: Path, _patch: Any) -> object:
    testclient = pytest.importorskip("starlette.testclient")
    from mondegreen.serve.application import application

    client = testclient.TestClient(application("127.0.0.1:1", "t"), base_url="http://127.0.0.1:1")
    found = client.post("/t/", data={"reference": "a" * 140_000, "hypothesis": "b"})
    raise MondegreenError(found.text)


def _long_pair(_folder: Path, _patch: Any) -> object:
    from mondegreen.serve.pair import Pair
    from mondegreen.serve.worker import Worker

    worker = Worker(seconds=0)
    try:
        return worker.shown(Pair("a b " * 2000, "b a " * 2000))
    finally:
        worker.close()


def _message(_folder: Path, patch: Any) -> object:
    from live_server import Step
    from live_streams import SYSTEMS, heard, set_keys

    from mondegreen.providers import sockets

    set_keys(patch)
    patch.setattr(sockets, "_LONGEST", 2**20)
    system = next(name for name in SYSTEMS if name.startswith("deepgram"))
    found, _ = heard(system, Step(0.5, "final", "a" * 2**20), Step(0.1, "end", after="close"))
    assert isinstance(found, ProviderError)
    raise found


def _recording(system: str, seconds: float, rate: int) -> Callable[[Path, Any], object]:
    def trip(_folder: Path, _patch: Any) -> object:
        made = io.BytesIO()
        with wave.open(made, "wb") as file:
            file.setparams((1, 2, rate, 0, "NONE", ""))
            file.writeframes(bytes(2 * int(seconds * rate)))
        provider: Any = make(system)
        audio = Audio.of_bytes(made.getvalue(), "clip.wav")
        provider._check_length(audio)
        return provider._recording(audio, SimpleNamespace(sent=None))

    return trip


def _reply(_folder: Path, _patch: Any) -> object:
    from mondegreen.judges import connections

    return asyncio.run(connections._read(Endless(), connections.LONGEST))


def _transcription(_folder: Path, patch: Any) -> object:
    from mondegreen.providers import exchange

    patch.setattr(exchange, "_LONGEST", 2**20)
    return asyncio.run(exchange._read(Endless()))


def _call(folder: Path, patch: Any) -> object:
    from mondegreen.calls import folder as calls
    from mondegreen.cli.app import run

    patch.setattr(calls, "_MOST_BYTES", 1000)
    (folder / "one").mkdir()
    turns = json.dumps([{"speaker": "Agent", "content": "so it goes " * 200}])
    for name in ("gt", "ref"):
        (folder / "one" / f"{name}_transcript.json").write_text(turns)
    return run(["calls", str(folder), "--output", str(folder / "out")])


def _systems(_folder: Path, _patch: Any) -> object:
    one = mg.score(["a"], ["a"])
    return Systems.of({f"s{at}": one for at in range(33)})


def _page(_folder: Path, patch: Any) -> object:
    patch.setattr("mondegreen.report.document.LARGEST", 1000)
    raise MondegreenError(render_report(mg.score(["a b c d"] * 50, ["a b"] * 50)))


def _locked_store(folder: Path, patch: Any) -> object:
    patch.setattr("mondegreen.store.database._BUSY", 0.1)
    with closing(sqlite3.connect(folder / "a.db")) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        return open_store(folder / "a.db")


TRIPS: Final[dict[str, Callable[[Path, Any], object]]] = {
    "line of a text file": _line,
    "line of a gzip file, unpacked": _zipped_line,
    "file in memory": lambda _folder, _patch: refuse_more("a.txt", 2**41, "texts"),
    "utterances in memory": lambda _folder, _patch: refuse_rows("a", 10**12, 3, 2**40),
    "reference with its hypothesis": lambda _folder, _patch: refuse_long("a", 10**12),
    "rows in a file of so few bytes": lambda _folder, _patch: refuse_rows("a", 10**9, 2, 1000),
    "keys of JSON lines, columns of xlsx": _keys,
    "levels of JSON": _deep_document,
    "levels of XML": _deep_elements,
    "levels of values in a line of JSON": _deep_line,
    "expression of `--dont-care`": lambda _folder, _patch: Expression("a" * 501),
    "its counts in braces, multiplied": lambda _folder, _patch: Expression("(a{200}){200}"),
    "its time on a text": _slow,
    "levels of alternatives": _alternatives("{ a / " * 60 + "b" + " }" * 60, 1),
    "alternatives, in places × words of an utterance": _alternatives("{ a / b } " * 20_000, 20_000),
    "form of `mondegreen serve`": _form,
    "time of a pair in `mondegreen serve`": _long_pair,
    "reply of a judge": _reply,
    "reply of a transcription": _transcription,
    "message of a live stream": _message,
    "recording, in seconds": _recording("google", 61, 8_000),
    "recording, in bytes": _recording("assemblyai-sync", 110, 192_000),
    "transcript of a call": _call,
    "systems on a page": _systems,
    "utterances in a report": _page,
    "wait for a store that is locked": _locked_store,
}


def test_every_limit_is_tripped() -> None:
    assert list(TRIPS) == list(LIMITS)


@pytest.mark.parametrize("what", LIMITS)
def test_a_limit(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = LIMITS[what]
    if row["constant"]:
        module, _, name = row["constant"].rpartition(".")
        assert getattr(import_module(module), name) == float(row["number"])
    said = ""
    try:
        TRIPS[what](tmp_path, monkeypatch)
    except (MondegreenError, ProviderError, Unanswered) as error:
        said = str(error)
    said += capsys.readouterr().err
    assert re.search(row["says"], said), said
    for option in re.findall("`([^`]+)`", row["option"]):
        assert option in said, said


def test_the_page_has_the_tables() -> None:
    from make_reliability import PAGE, made

    text = PAGE.read_text("utf-8")
    assert made(text) == text, "run python docs/make_reliability.py"
