"""A batch that was sent is fetched by the next run, wherever the first one was ended."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from wire_batch_client import MODEL, MODELS, main

from mondegreen.cli import main as cli
from mondegreen.judges import LanguageModel, Question, Settings, ask_all, run
from mondegreen.judges.status import ANSWERED
from mondegreen.store import database, open_store
from mondegreen.store.batches import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wire_batches import Desk
    from wire_server import WireServer

CLIENT = Path(__file__).with_name("wire_batch_client.py")
COUNT = 20
PATIENCE = 600  # seconds; what is waited for is a state, and this alone is for what never ends


@dataclass
class Ruled:
    """What the server's judge answers."""

    matter: list[int]
    harmless: list[str]


def begun(where: Path, base_url: str, vendor: str = "anthropic") -> subprocess.Popen[str]:
    """Begin a run in a process of its own."""
    return subprocess.Popen(
        [sys.executable, str(CLIENT), str(where), base_url, str(COUNT), vendor],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def command(*arguments: str) -> str:
    """Return what ``mondegreen`` writes."""
    out, said = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(said), pytest.raises(SystemExit) as ended:
        cli(list(arguments))
    assert not ended.value.code
    return out.getvalue() + said.getvalue()


def test_the_same_statuses_are_kept_and_forgotten() -> None:
    assert set(ANSWERS) == ANSWERED


def wait_for(what: Callable[[], Any]) -> None:
    """Wait for a state; on a busy machine the clients alone take a minute to load."""
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def ctrl_c_ends() -> Iterator[None]:
    """Have runs heed Ctrl-C also where the tests do not, as in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def noted(where: Path) -> list[Any]:
    with open_store(where) as store:
        return store.judgements.batches.all()


class Setting:
    """A run of the server with a store that is its own."""

    def __init__(self, wire: WireServer, folder: Path, vendor: str = "anthropic") -> None:
        self.run = wire.new_run()
        self.base_url = wire.base_url(vendor, "judge-strict", self.run)
        self.desk: Desk = wire.desk(vendor, self.run)
        self.vendor = vendor
        self.store = folder / "answers.db"

    def main(self, **options: Any) -> dict[str, Any]:
        return main(str(self.store), self.base_url, COUNT, vendor=self.vendor, **options)

    def end(self, signal_: int) -> str:
        """Begin a run, end it where its server stops, and return what it said."""
        process = begun(self.store, self.base_url, self.vendor)
        wait_for(lambda: self.desk.reached or process.poll() is not None)
        process.send_signal(signal_)
        said = process.communicate(timeout=PATIENCE)
        self.desk.stop, self.desk.reached = "", []
        return "".join(said)

    def leave(self) -> None:
        """Begin a run in this process, and end it while its batch is under way."""
        self.desk.fails = 10**9
        self.main(retries=0)
        self.desk.fails = 0


def kills() -> Iterator[Any]:
    """Yield where runs are killed: each step and each vendor at once, the others in CI."""
    quick = {("anthropic", "created", 1), ("openai", "status", 1), ("google", "results", 2)}
    for case in product(MODELS, ["created", "status", "results"], [1, 2]):
        if case[:2] == ("google", "created"):
            continue  # no list to find it in, so it is sent again
        yield pytest.param(*case, marks=[] if case in quick else [pytest.mark.slow])


@pytest.fixture
def setting(wire: WireServer, tmp_path: Path) -> Setting:
    return Setting(wire, tmp_path)


@pytest.mark.parametrize(("vendor", "step", "at"), list(kills()))
def test_a_killed_run_is_taken_up(
    wire: WireServer, tmp_path: Path, vendor: str, step: str, at: int
) -> None:
    setting = Setting(wire, tmp_path, vendor)
    setting.desk.stop, setting.desk.at = step, at
    setting.end(signal.SIGKILL)
    assert len(noted(setting.store)) == at
    found = setting.main()
    assert (found["errors"], found["utterances"], found["unjudged"]) == (COUNT, COUNT, {})
    assert setting.desk.paid == 2 * COUNT  # of each answer the call of the tool, and the last word
    assert "20 questions of 20 are in batch" in found["lines"][0]
    assert not [line for line in found["lines"] if "sending" in line]
    assert noted(setting.store) == []
    again = setting.main()
    assert again["errors"] == COUNT
    assert setting.desk.paid == 2 * COUNT
    assert len(setting.desk.batches) == 2


def test_ctrl_c_leaves_the_batch_where_it_is(setting: Setting) -> None:
    setting.desk.stop = "status"
    said = setting.end(signal.SIGINT)
    assert "KeyboardInterrupt" in said
    assert not setting.desk.batches[0].cancelled
    assert setting.main()["errors"] == COUNT
    assert setting.desk.paid == 2 * COUNT


def test_ctrl_c_on_the_command_line(setting: Setting, tmp_path: Path) -> None:
    pair = {"id": "1", "reference": "take it to the car", "hypothesis": "take it to the cart"}
    (tmp_path / "x.jsonl").write_text(json.dumps(pair))
    words = [
        *(sys.executable, "-m", "mondegreen", "score", str(tmp_path / "x.jsonl"), "--batch"),
        *("-m", "semantic-wer", "--model", "anthropic:claude-sonnet-5-5"),
        *("--base-url", setting.base_url, "--cache", str(setting.store)),
    ]
    process = subprocess.Popen(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(
        lambda: (
            (setting.desk.batches and noted(setting.store)[0].batch) or process.poll() is not None
        )
    )
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, "")
    name = setting.desk.batches[0].name
    assert f"the batch {name} of 1 request stays at 127.0.0.1" in said
    assert all(line.startswith("mondegreen: ") for line in said.splitlines()), said
    done = subprocess.run(words, text=True, capture_output=True, check=True)
    assert f"1 question of 1 is in batch {name}" in done.stderr
    assert len(setting.desk.batches) == 1


def test_a_model_is_asked_again_after_it_was_stopped_while_collecting(setting: Setting) -> None:
    model = LanguageModel(MODEL, Settings(batch=True, poll=0.05), base_url=setting.base_url)

    async def stopped() -> None:
        async with asyncio.timeout(0.1):
            await ask_all([asked], model, tell=lambda _line: None)

    asked = Question("demo", "same@1", "Say.", '{"number": 1, "said": "a"}', Ruled)
    run(warm(model))
    with pytest.raises(TimeoutError):
        run(stopped())
    assert setting.desk.batches == []
    (answer,) = run(ask_all([asked], model, tell=lambda _line: None))
    assert answer.value == Ruled([1], [])
    assert len(setting.desk.batches) == 1


async def warm(model: LanguageModel) -> None:
    """Load the clients, which takes longer than collecting."""
    async with model:
        model.host()


@pytest.mark.slow
def test_a_run_killed_while_it_keeps_answers(setting: Setting) -> None:
    for _ in range(3):
        process = begun(setting.store, setting.base_url)
        wait_for(lambda: len(setting.desk.batches) == 2 or process.poll() is not None)  # noqa: B023
        time.sleep(0.1)
        process.kill()
        process.communicate()
    assert setting.main()["errors"] == COUNT
    assert setting.desk.paid == 2 * COUNT


def test_what_arrived_nowhere_is_sent_again(setting: Setting) -> None:
    setting.desk.stop = "created"
    setting.end(signal.SIGKILL)
    setting.desk.batches.clear()
    found = setting.main()
    assert found["errors"] == COUNT
    assert "it is not found there, so it is sent again" in found["lines"][1]
    assert setting.desk.paid == 2 * COUNT


@pytest.mark.parametrize("ending", ["expired", "cancelled"])
def test_an_earlier_batch_of_openai_that_came_to_nothing(
    wire: WireServer, tmp_path: Path, ending: str
) -> None:
    setting = Setting(wire, tmp_path, "openai")
    setting.leave()
    setting.desk.endings = {setting.desk.batches[0].name: ending}
    found = setting.main()
    assert found["errors"] == COUNT
    assert [line for line in found["lines"] if "20 of its 20 requests sent again" in line]
    assert setting.desk.paid == 3 * COUNT


@pytest.mark.parametrize(
    ("ending", "share", "says"),
    [
        ("expired", 1, "it expired before all was answered; 20 of its 20 requests"),
        ("expired", 0.5, "it expired before all was answered; 10 of its 20 requests"),
        ("canceled", 1, "it was cancelled; 20 of its 20 requests"),
    ],
)
def test_an_earlier_batch_that_came_to_nothing(
    setting: Setting, ending: str, share: float, says: str
) -> None:
    setting.leave()
    first = setting.desk.batches[0]
    setting.desk.endings = {first.name: ending}
    setting.desk.share = share
    found = setting.main()
    assert found["errors"] == COUNT
    assert len([line for line in found["lines"] if says in line]) == 1
    assert setting.desk.paid == COUNT + share * COUNT + COUNT
    assert noted(setting.store) == []


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("ending", ["expired", "errored"])
def test_a_part_of_a_batch_is_answered(
    wire: WireServer, tmp_path: Path, vendor: str, ending: str
) -> None:
    """What is there counts, and is not paid for again; the rest is put into other batches."""
    setting = Setting(wire, tmp_path, vendor)
    setting.desk.ending, setting.desk.share, setting.desk.once = ending, 0.5, True
    found = setting.main()
    assert (found["errors"], found["utterances"], found["unjudged"]) == (COUNT, COUNT, {})
    assert setting.desk.paid == 2.5 * COUNT  # the counts, half of them again, and the last words
    assert noted(setting.store) == []


@pytest.mark.parametrize("vendor", ["openai", "google"])
def test_an_earlier_batch_of_which_a_part_is_answered(
    wire: WireServer, tmp_path: Path, vendor: str
) -> None:
    setting = Setting(wire, tmp_path, vendor)
    setting.leave()
    setting.desk.ending, setting.desk.share, setting.desk.once = "expired", 0.5, True
    found = setting.main()
    assert (found["errors"], found["utterances"], found["unjudged"]) == (COUNT, COUNT, {})
    says = "it expired before all was answered; 10 of its 20 requests sent again"
    assert len([line for line in found["lines"] if says in line]) == 1
    assert setting.desk.paid == 2.5 * COUNT
    assert noted(setting.store) == []


@pytest.mark.parametrize(
    ("ending", "says"),
    [
        ("expired", "it expired before all was answered"),
        ("canceled", "it was cancelled"),
        ("failed", "it failed at the vendor"),
    ],
)
def test_a_job_of_gemini_that_says_nothing_of_its_requests(
    wire: WireServer, tmp_path: Path, ending: str, says: str
) -> None:
    """It is told from a server that fails: what it was sent for is sent again, and not looked at for ever."""
    setting = Setting(wire, tmp_path, "google")
    setting.leave()
    desk = wire.gemini_desks[setting.run]
    desk.ending, desk.silent, desk.once = ending, True, True
    found = setting.main()
    assert (found["errors"], found["unjudged"]) == (COUNT, {})
    assert [line for line in found["lines"] if f"{says}; 20 of its 20 requests sent again" in line]
    desk.once = False
    other = Setting(wire, tmp_path / "other", "google")
    wire.gemini_desks[other.run] = desk
    found = other.main(retries=0)
    assert {status for status, _ in found["unjudged"].values()} == {"unavailable"}
    assert all(reason.startswith(says) for _, reason in found["unjudged"].values())
    assert noted(other.store) == []


@pytest.mark.parametrize(("ending", "sent"), [("succeeded", 2), ("expired", 3), ("lost", 3)])
def test_a_batch_that_is_noted_where_nothing_may_be_written(
    setting: Setting, monkeypatch: pytest.MonkeyPatch, ending: str, sent: int
) -> None:
    """It is fetched, or sent again once; that its note stays there makes no run go round."""
    setting.leave()
    (first,) = setting.desk.batches
    before = setting.desk.paid
    if ending == "lost":
        setting.desk.batches.clear()
    else:
        setting.desk.endings = {first.name: ending}
    monkeypatch.setattr(database, "may_be_written", lambda _path: False)
    found = setting.main()
    assert found["errors"] == COUNT
    assert setting.desk.paid == sent * COUNT - (before if ending == "lost" else 0)
    assert len([line for line in found["lines"] if "may only be read" in line]) == 1
    assert [batch.batch for batch in noted(setting.store)] == [first.name]


def test_an_earlier_batch_that_the_vendor_has_no_more(setting: Setting) -> None:
    setting.leave()
    setting.desk.batches.clear()
    found = setting.main()
    assert found["errors"] == COUNT
    assert [line for line in found["lines"] if "it is no longer at 127.0.0.1" in line]
    assert setting.desk.paid == 2 * COUNT


def test_what_is_cancelled_while_it_is_waited_for_is_not_sent_again(setting: Setting) -> None:
    setting.desk.ending = "canceled"
    found = setting.main()
    assert found["utterances"] == 0
    assert {status for status, _ in found["unjudged"].values()} == {"unavailable"}
    assert len(setting.desk.batches) == 1
    assert noted(setting.store) == []


@pytest.mark.parametrize("ending", ["expired", "errored"])
def test_what_fails_in_a_batch_is_put_into_others(setting: Setting, ending: str) -> None:
    setting.desk.ending = ending
    found = setting.main(retries=1)
    assert found["utterances"] == 0
    assert {status for status, _ in found["unjudged"].values()} == {"unavailable"}
    assert len(setting.desk.batches) == 2
    assert noted(setting.store) == []


def test_a_reply_that_got_lost(setting: Setting) -> None:
    setting.desk.garbles = True
    assert setting.main()["errors"] == COUNT
    assert setting.desk.paid == 2 * COUNT


def test_a_connection_that_is_lost_for_a_while(setting: Setting) -> None:
    setting.desk.fails = 3
    assert setting.main()["errors"] == COUNT
    assert setting.desk.paid == 2 * COUNT


def test_a_connection_that_is_lost_for_good(setting: Setting) -> None:
    setting.desk.fails = 10**9
    found = setting.main(retries=0)
    assert {status for status, _ in found["unjudged"].values()} == {"unavailable"}
    assert [line for line in found["lines"] if "the same command with --batch fetches" in line]
    assert len(noted(setting.store)) == 1
    setting.desk.fails = 0
    assert setting.main()["errors"] == COUNT
    assert setting.desk.paid == 2 * COUNT


@pytest.mark.parametrize("at_once", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_several_runs_at_once_send_one_batch(setting: Setting, at_once: int) -> None:
    runs = [begun(setting.store, setting.base_url) for _ in range(at_once)]
    for each in runs:
        out, said = each.communicate(timeout=PATIENCE)
        assert each.returncode == 0, said
        assert json.loads(out)["errors"] == COUNT
    assert setting.desk.paid == 2 * COUNT
    assert noted(setting.store) == []


def test_without_a_store_nobody_could_fetch_it(setting: Setting, tmp_path: Path) -> None:
    setting.desk.hold = True
    process = begun(Path("none"), setting.base_url)
    wait_for(lambda: setting.desk.looks or process.poll() is not None)  # so its name is known
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert setting.desk.batches[0].cancelled
    assert not list(tmp_path.iterdir())


def test_a_run_without_batches_says_that_one_is_waiting(setting: Setting) -> None:
    setting.leave()
    model = LanguageModel("anthropic:claude-sonnet-5-5", base_url=setting.base_url)
    found = setting.main(model=model)
    assert "--batch fetches its answers, without it they are asked" in found["lines"][0]
    assert found["errors"] == COUNT
    assert noted(setting.store) == []  # all is answered now
    assert setting.desk.paid == COUNT


def test_purging_forgets_batches(setting: Setting) -> None:
    setting.desk.stop = "status"
    setting.end(signal.SIGKILL)
    name = setting.desk.batches[0].name
    cache = ["--cache", str(setting.store)]
    listed = command("judge", "batches", *cache)
    assert f"batch {name}: 20 requests to claude-sonnet-5-5 at 127.0.0.1" in listed
    purged = command("judge", "purge", *cache)
    assert f"{1 + COUNT} rows deleted" in purged
    assert f"forgotten, and not cancelled: batch {name}" in purged
    assert "no batch is waiting" in command("judge", "batches", *cache)
    assert setting.main()["errors"] == COUNT
    assert setting.desk.paid == 3 * COUNT
