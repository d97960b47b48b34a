"""Keys in the environment are in nothing that a whole bench writes or says, whatever servers do."""

from __future__ import annotations

import base64
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from test_vendor_wires import spoken
from vendor_cases import WIRES
from vendor_scenarios import Raw, Scenario, Status
from vendor_wire import SAID, Said, Word
from wire_replies import SCENARIOS as JUDGES
from wire_replies import Failure, Words
from wire_replies import Scenario as Judge
from wire_server import serving as judges_serving

from mondegreen.cli.app import run
from mondegreen.judges import client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vendor_server import VendorServer
    from wire_server import WireServer

OTHERS = {
    "AWS_ACCESS_KEY_ID": "some-id",
    "AWS_TRANSCRIBE_BUCKET": "some-bucket",
    "AWS_REGION": "eu-west-1",
}
NAMES = sorted({wire.variable for wire in WIRES.values()})
KEYS = {name: f"sk{at:02}Xq7/{at}+tR9wB2_{at:02}Lm4Z=" for at, name in enumerate(NAMES)}
PASSWORD = "Pa55-in-an-address"
LONGEST_PART = 7
FEW = ["deepgram:nova-3", "soniox:stt-async-v4"]
ECHOES = {
    "whole": Status(401, message="the key {key} is wrong"),
    "begin": Status(403, message="no such key: {begin}..."),
    "end": Status(400, message="no such key: ***{end}"),
    "often": Status(500, message="{key}{key} at https://x.example/?key={quoted}"),
    "html": Raw(b"<p>{key}</p>", "text/html"),
}


@pytest.fixture(scope="module")
def judges() -> Iterator[WireServer]:
    with judges_serving() as server:
        yield server


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {**OTHERS, **KEYS, "GOOGLE_CLOUD_PROJECT": "some-project"}.items():
        monkeypatch.setenv(name, value)
    for name in ("AWS_SESSION_TOKEN", "AZURE_SPEECH_REGION", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MONDEGREEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)
    monkeypatch.chdir(tmp_path)
    Path("clips").mkdir()
    for name in ("a", "b"):
        Path(f"clips/{name}.wav").write_bytes(spoken() + name.encode())
        Path(f"clips/{name}.txt").write_text("So it went, naïve friend.", "utf-8")


def forms(key: str) -> dict[str, bytes]:
    """Return how a key may be written, and its ends."""
    return {
        "whole": key.encode(),
        "its beginning": key[: LONGEST_PART + 1].encode(),
        "its end": key[-LONGEST_PART - 1 :].encode(),
        "in an address": quote(key, safe="").encode(),
        "in base64": base64.b64encode(key.encode())[:-4],
        "escaped": "".join(f"\\u{ord(each):04x}" for each in key).encode(),
    }


def found_in(places: dict[str, bytes]) -> list[tuple[str, str, str]]:
    return [
        (place, name, form)
        for name, key in KEYS.items()
        for form, content in forms(key).items()
        for place, text in places.items()
        if content in text
    ]


def filled(fault: Any, key: str) -> Any:
    def fill(text: str) -> str:
        text = text.replace("{begin}", key[:12]).replace("{end}", key[-10:])
        return text.replace("{quoted}", quote(key, safe="")).replace("{key}", key)

    if isinstance(fault, Status):
        return Status(fault.code, {"x-echo": key}, fill(fault.message))
    return Raw(fill(fault.body.decode()).encode(), fault.media_type)


def configured(vendors: VendorServer, chosen: list[str]) -> int:
    """Write ``bench.toml`` with vendors, each once right, and once for each kind of echo."""
    lines = []
    for system in chosen:
        wire = WIRES[system]
        key = KEYS[wire.variable]
        heard = Said((*SAID.words, Word(key, 1.9995, 1.9999)))
        runs = {
            "right": vendors.begin(wire, SAID),
            "password": vendors.begin(wire, SAID),
            "heard": vendors.begin(wire, heard),
            **{
                name: vendors.begin(
                    wire, SAID, where=next(each.name for each in reversed(wire.steps) if each.reads),
                    scenario=Scenario((filled(fault, key),)),
                )
                for name, fault in ECHOES.items()
            },
        }  # fmt: skip
        for name, one in runs.items():
            address = one.address.replace("//", f"//me:{PASSWORD}@")
            options = {**wire.options, "base_url": address if name == "password" else one.address}
            options |= {"first_wait": 0.01, "retries": 1, "poll": 0.02}
            given = ", ".join(f"{each} = {json.dumps(value)}" for each, value in options.items())
            lines.append(f'"{name} {system}" = {{ use = "{system}", {given} }}\n')
    text = Path("bench.toml").read_text("utf-8")
    Path("bench.toml").write_text(
        text.replace("[systems]\n", "[systems]\n" + "".join(lines)), "utf-8"
    )
    return len(lines)


def written(told: Callable[[], Any]) -> dict[str, bytes]:
    """Return all that was written below this folder, and what was said, but for ``bench.toml``."""
    places = {str(each): each.read_bytes() for each in Path().rglob("*") if each.is_file()}
    del places["bench.toml"]  # the addresses in it are the user's own
    captured = told()
    return {**places, "stdout": captured.out.encode(), "stderr": captured.err.encode()}


@pytest.mark.parametrize("chosen", [FEW, pytest.param([*WIRES], marks=pytest.mark.slow)])
def test_a_whole_bench(
    vendors: VendorServer,
    judges: WireServer,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    chosen: list[str],
) -> None:
    Path("heard").mkdir()
    Path("heard/a.txt").write_text("So it went.", "utf-8")
    assert run(["bench", "init", "clips", "--systems", "files:heard"]) == 0
    systems = configured(vendors, chosen) + 1
    assert run(["bench", "run"]) == 0
    with closing(sqlite3.connect("mondegreen_data/results.db")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM results").fetchone()  # keeps the log as a file
        assert run(["bench", "run", "--retry-failed", "--limit", "1"]) == 0
        assert run(["bench", "status"]) == 0
        assert run(["bench", "status", "--json"]) == 0
        key = KEYS["OPENAI_API_KEY"]
        escaped = "".join(f"\\u{ord(each):04x}" for each in key)
        for at, reply in enumerate(
            (Failure(401, "key", f"wrong: {key}"), Words(f"I know {key}"), Words(f'"{escaped}"'))
        ):
            monkeypatch.setitem(JUDGES, f"bench-{at}", Judge(f"bench-{at}", [reply]))
            address = judges.base_url("openai-chat", f"bench-{at}", judges.new_run())
            status = run([
                *("bench", "score", "-m", "wer", "-m", "semantic-wer", "-m", "cer"),
                *("--model", "openai-chat:gpt-5.2", "--base-url", address),
            ])  # fmt: skip
            assert status == (2 if at == 0 else 1)  # no answer that can be used
        for to in ("table", "markdown", "tsv", "json"):
            assert run(["bench", "report", "--to", to]) == 0
        for system in (
            "right deepgram:nova-3",
            "heard soniox:stt-async-v4",
            "whole deepgram:nova-3",
        ):
            assert run(["bench", "report", "--system", system, "--errors", "2"]) == 0
            assert run(["bench", "export", system]) == 0
        places = written(capfd.readouterr)
        assert "mondegreen_data/results.db-wal" in places
        assert found_in(places) == []
        assert [place for place, text in places.items() if PASSWORD.encode() in text] == []
    with closing(sqlite3.connect("mondegreen_data/results.db")) as reader:
        rows = reader.execute("SELECT system, status, error FROM results").fetchall()
    assert {name for name, *_ in rows} | {"files:heard"} == {name for name, *_ in rows}
    assert len({name for name, *_ in rows}) == systems
    said = b"".join(places.values())
    assert all(f"[{name}]".encode() in said for name in {WIRES[each].variable for each in chosen})


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "DEEPGRAM_API_KEY"])
def test_a_key_in_the_wrong_place(
    vendors: VendorServer, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    key = KEYS[name]
    address = vendors.begin(WIRES["deepgram:nova-3"], SAID).address
    assert run(["bench", "init", "clips", "--systems", f"deepgram:{key}"]) == 2
    assert run(["bench", "init", "clips", "--language", key]) == 2
    assert run(["bench", "init", "clips", "--name", key]) == 2
    assert run(["bench", "init", key]) == 2
    assert run(["bench", "init", "clips"]) == 0
    frozen = Path("bench.toml").read_text("utf-8")
    assert key not in frozen
    assert run(["bench", "run", "--systems", f"deepgram:{key}"]) == 2
    assert run(["bench", "run", "--systems", key]) == 2
    assert run(["bench", "run", "--systems", f"deepgram:nova-3 {key}"]) == 2
    assert run(["bench", "run", "--systems", f"pocketsphinx:{key}"]) == 2
    assert run(["bench", "export", key]) == 2
    for line in (
        f'"{key}" = {{ use = "deepgram:nova-3" }}',
        f'x = {{ use = "deepgram:{key}" }}',
        f'x = {{ use = "deepgram:nova-3", base_url = "{key}" }}',
        f'x = {{ use = "deepgram:nova-3", base_url = "{address}/{quote(key)}" }}',
        f'x = {{ use = "deepgram:nova-3", base_url = "{address}?key={key}" }}',
        f'x = {{ use = "deepgram:nova-3", language = "{key}" }}',
        f'x = {{ use = "deepgram:nova-3", api_key = "{key}" }}',
        f'x = {{ use = "deepgram:nova-3", parameters = {{ token = "{key}" }} }}',
        f'x = {{ use = "{key}:nova-3" }}',
    ):
        text = frozen.replace("[systems]\n", f"[systems]\n{line}\n")
        Path("bench.toml").write_text(text, "utf-8")
        for words in (["run"], ["run", "--systems", "x"], ["status"], ["report"], ["score"]):
            run(["bench", *words])
    assert run(["bench", "status"]) == 2
    captured = written(capfd.readouterr)
    assert found_in(captured) == []
    assert captured["stdout"] == b""
    assert b"Traceback" not in captured["stderr"]
    assert captured["stderr"].count(f"value of {name} in it".encode()) > 30
