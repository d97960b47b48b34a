"""Systems of a bench that need no recogniser: stored transcripts, and observations that are replayed."""

from __future__ import annotations

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Iterator

for needed in ("soundfile", "sqlalchemy", "dotenv", "httpx"):
    pytest.importorskip(needed)
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"


def heard(count: int = 4) -> list[str]:
    """Write transcripts of the first recordings to a folder; return the names of all."""
    Path("heard").mkdir()
    paths = sorted(RECORDINGS.glob("*.txt"))
    for path in paths[:count]:
        (Path("heard") / path.name).write_text(path.read_text("utf-8"), "utf-8")
    return [path.stem for path in paths]


def test_observations_are_replayed_into_another_database(command: Any) -> None:
    heard(3)
    command("bench", "init", str(RECORDINGS), "--systems", "files:heard")
    assert command("bench", "run").status == 0
    first = json.loads(command("bench", "report", "--to", "json").out)
    config = Path("bench.toml").read_text("utf-8")
    old = 'old = { use = "replay:mondegreen_data/results.db#files:heard" }\n'
    Path("bench.toml").write_text(config.replace("[systems]\n", f"[systems]\n{old}"), "utf-8")
    done = command("bench", "run", "--db", "new.db", "--systems", "old")
    assert "old: 3 recordings transcribed, 1 failed" in done.err
    done = command("bench", "report", "--db", "new.db", "--systems", "old", "--to", "json")
    (again,) = json.loads(done.out)
    assert again["metrics"] == first[0]["metrics"]
    assert again["coverage"] == first[0]["coverage"]
    assert (again["rtfx"], again["usd_per_audio_hour"]) == (None, None)
    done = command("bench", "run", "--db", "new.db", "--systems", "replay:none.db")
    assert (done.status, "none.db: no such file" in done.err) == (1, True)


class Echo(BaseHTTPRequestHandler):
    """Speaks as OpenAI does, and says in every answer which key it got."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.server.keys.append(self.headers["authorization"])  # type: ignore[attr-defined]
        body = json.dumps({"text": "so it goes", "key": self.headers["authorization"]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_about: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    made.keys = []  # type: ignore[attr-defined]
    thread = Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


SECRET = "a-key-0123456789-that-is-nowhere"


@pytest.mark.parametrize("named", ["option", "file"])
def test_keys_of_a_file_are_used_and_stored_nowhere(
    command: Any, monkeypatch: pytest.MonkeyPatch, server: Any, named: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)
    Path("my.env").write_text(f"OPENAI_API_KEY='{SECRET}'\n", "utf-8")
    command("bench", "init", str(RECORDINGS))
    config = Path("bench.toml").read_text("utf-8")
    url = f"http://127.0.0.1:{server.server_port}/v1"
    system = f'mine = {{ use = "openai:gpt-transcribe", base_url = "{url}" }}\n'
    start = 'env_file = "my.env"\n' if named == "file" else ""
    text = config[config.index("[[dataset]]") :].replace("[systems]\n", f"[systems]\n{system}")
    Path("bench.toml").write_text(f"{start}{text}", "utf-8")
    more = ["--env-file", "my.env"] if named == "option" else []
    done = command("bench", "run", "--systems", "mine", *more)
    assert (done.status, "mine: 4 recordings transcribed" in done.err) == (0, True), done.err
    assert server.keys == [f"Bearer {SECRET}"] * 4
    report = command("bench", "report", "--system", "mine", "--errors", "4")
    shown = [done.out, done.err, report.out, report.err, command("bench", "status").out]
    kept = [path for path in Path().rglob("*") if path.is_file() and path.name != "my.env"]
    assert any(path.name == "results.db" for path in kept)
    assert not [path for path in kept if SECRET.encode() in path.read_bytes()]
    assert SECRET not in "".join(shown)
    assert "OPENAI_API_KEY" not in os.environ


def test_a_latency_pass_over_http_says_how_it_was_measured(
    command: Any, monkeypatch: pytest.MonkeyPatch, server: Any
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)
    command("bench", "init", str(RECORDINGS))
    url = f"http://127.0.0.1:{server.server_port}/v1"
    system = f'[systems]\nmine = {{ use = "openai:gpt-transcribe", base_url = "{url}" }}\n'
    config = Path("bench.toml").read_text("utf-8")
    Path("bench.toml").write_text(config.replace("[systems]\n", system), "utf-8")
    assert command("bench", "run", "--systems", "mine").status == 0
    done = command("bench", "run", "--systems", "mine", "--latency-pass", "--client-region", "lab")
    assert "mine: 4 recordings timed" in done.err
    assert len(server.keys) == 9  # with the warm-up
    shown = command("bench", "report", "--systems", "mine").out
    assert (
        "seconds of mine: latency pass, 4 recordings, client region lab, concurrency 1, HTTP/1.0, "
        "new connection per call, warm-up calls 1, without attempts that failed (0 calls were repeated), "
        f"at {url}"
    ) in shown
    assert "n/a: no price" in shown  # nobody knows what a server of one's own costs
    assert "latency pass of 4" in command("bench", "status").out
    (found,) = json.loads(command("bench", "report", "--systems", "mine", "--to", "json").out)
    assert found["measured"]["conditions"]["http_version"] == "HTTP/1.0"
    assert found["measured"]["latency_pass"] is True


def test_a_key_that_is_nowhere_and_a_file_that_is_not_there(
    command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DEEPGRAM_API_KEY", raising=False)
    Path("my.env").write_text("OTHER_KEY=x\n", "utf-8")
    command("bench", "init", str(RECORDINGS), "--systems", "deepgram:nova-3")
    done = command("bench", "run", "--env-file", "my.env")
    assert done.status == 1
    said = "set DEEPGRAM_API_KEY in the environment or in my.env, where it is not either"
    assert said in done.err
    done = command("bench", "run", "--env-file", "none.env")
    assert (done.status, "none.env: no such file" in done.err) == (2, True)
    Path("bench.toml").write_text('env_file = "none.env"\n' + Path("bench.toml").read_text("utf-8"))
    assert command("bench", "run").status == 2
    assert command("bench", "run", "--env-file", "my.env").status == 1
    assert command("bench", "status").status == 0  # which needs no key
