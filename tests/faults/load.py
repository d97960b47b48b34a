"""Many requests at a time to services on this machine that misbehave: what is lost, doubled, late or too dear.

``python tests/faults/load.py`` measures all and writes ``load.tsv``, from which the table in the docs is made.
Who asks is a process of its own (``load.py judges ADDRESS COUNT``), so that its memory is its own.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
import os
import re
import subprocess
import sys
import time
import wave
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

HERE: Final = Path(__file__).parent
for name in ("wire", "providers", "live"):
    sys.path.append(str(HERE.parent / "integration" / name))

from live_server import Step  # noqa: E402 - the folders of the servers are named above
from live_vendors import VENDORS as LIVE  # noqa: E402
from vendor_scenarios import Cut, Hang, Scenario, Status  # noqa: E402
from vendor_server import serving  # noqa: E402
from vendor_wire import Said, Word  # noqa: E402
from wire_questions import TOOL, question  # noqa: E402
from wire_raw import RESET, Asked, http, serving_raw  # noqa: E402
from wire_replies import counts  # noqa: E402
from wires_of_one_request import Deepgram  # noqa: E402

from mondegreen.judges import LanguageModel, Settings, ask_all  # noqa: E402
from mondegreen.providers import Audio, ProviderError, make  # noqa: E402
from mondegreen.providers.clock import Clock  # noqa: E402
from mondegreen.services.budget import Budget  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wire_raw import Part

JUDGES, TRANSCRIPTIONS, STREAMS = 200, 100, 50
"""How many at a time."""
PER_MINUTE: Final = 2_400
MODEL: Final = "anthropic:claude-sonnet-5-5"
STORM_AT, STORM_LASTS = 150, 1.5
"""After so many requests all are told to wait a second, for so many seconds."""
FIGURES: Final = (
    "what", "tasks", "requests", "lost", "doubled", "out of order", "most in a second",
    "sent while told to wait", "MiB",
)  # fmt: skip


# -- judges ----------------------------------------------------------------------------------------


class Service:
    """A model that misbehaves, and what came in when."""

    def __init__(self, *, calm: bool = False) -> None:
        self.calm = calm
        self.moments: list[float] = []
        self.told: list[float] = []
        self.storm = 0.0
        self.tries: Counter[int] = Counter()
        self.answered: Counter[int] = Counter()

    def serve(self, asked: Asked) -> Iterable[Part]:
        self.moments.append(time.monotonic())
        found = re.search(r"Call (\d+):", json.dumps(asked.body))
        assert found is not None
        call = int(found[1])
        first, self.tries[call] = not self.tries[call], self.tries[call] + 1
        whole = http(asked.whole(counts(call % 3, [("substitution", "card")] * (call % 3))))
        if asked.number == STORM_AT:
            self.storm = time.monotonic() + STORM_LASTS
        if time.monotonic() < self.storm and not self.calm:
            yield from self._wait("1")
        elif first and not self.calm and call % 10 < 6 and (call % 10 != 1 or call % 100 == 1):
            yield from self._fault(call % 10, whole)
            if call % 10 in {0, 3}:
                self.answered[call] += 1
        else:
            self.answered[call] += 1
            yield 0.02
            yield whole

    def _wait(self, seconds: str) -> Iterable[Part]:
        self.told.append(time.monotonic())
        yield http(b'{"type": "error"}', "429 Too Many Requests", retry_after=seconds)

    def _fault(self, kind: int, whole: bytes) -> Iterable[Part]:
        if kind == 0:
            yield 0.5
            yield whole
        elif kind == 1:
            yield from self._wait("1")
        elif kind == 2:
            yield RESET
        elif kind == 3:
            for at in range(0, len(whole), 40):
                yield whole[at : at + 40]
                yield 0.02
        elif kind == 4:
            yield whole[:-50]
        else:
            yield http(b"{}", "503 Service Unavailable")

    @property
    def most_in_a_second(self) -> int:
        """The most requests within any second."""
        return max(
            sum(begin <= other < begin + 1 for other in self.moments[at:])
            for at, begin in enumerate(self.moments)
        )

    def disobeyed(self) -> int:
        """How many requests came 0.25 s or more after a wait began, and before it was over."""
        return sum(
            any(told + 0.25 < moment < told + 0.9 for told in self.told) for moment in self.moments
        )


def judges(tasks: int, *, budget: str = "", calm: bool = False) -> dict[str, Any]:
    """Ask so many questions, 200 at a time, and return what came of it on both sides."""
    service = Service(calm=calm)
    with serving_raw({"load": service.serve}, lambda _body: counts()) as server:
        url = server.base_url("anthropic", "load", "load")
        client = _client("judges", url, str(tasks), budget)
    return {
        "what": "judge calls", "tasks": tasks, "requests": len(service.moments),
        "doubled": sum(count > 1 for count in service.answered.values()),
        "most in a second": service.most_in_a_second,
        "sent while told to wait": service.disobeyed(), "answered": sum(service.answered.values()),
        **client,
    }  # fmt: skip


async def _ask(url: str, count: str, budget: str) -> dict[str, Any]:
    questions = [question(f"Call {number}: card / car", TOOL) for number in range(int(count))]
    settings = Settings(concurrency=JUDGES, requests_per_minute=PER_MINUTE, retries=12, timeout=20)
    model = LanguageModel(MODEL, settings, base_url=url)
    model.host()
    limit = Budget(Decimal(budget)) if budget else None
    before = _memory()
    answers = await ask_all(questions, model, tell=str, budget=limit)
    right = [
        each.value is not None and each.value.substitutions == at % 3
        for at, each in enumerate(answers)
    ]
    statuses = Counter(each.status for each in answers)
    return {
        "lost": len(answers) - statuses["ok"],
        "out of order": sum(each.status == "ok" for each in answers) - sum(right),
        "statuses": statuses,
        "money": str(sum((each.money or Decimal(0) for each in answers), Decimal(0))),
        "spent": str(limit.spent) if limit else "",
        "reserved": str(limit.reserved) if limit else "",
        "MiB": _memory() - before,
    }


# -- transcriptions --------------------------------------------------------------------------------


class Echo(Deepgram):
    """Hears the number that a recording begins with."""

    def reply(self, got: Any, said: Said, number: int, address: str) -> Any:
        heard = int.from_bytes(got.body[44:46], "little")
        return super().reply(got, Said((Word(f"number{heard}", 0.1, 0.5, 0.9),)), number, address)


_FAULTS: Final = (Hang(0.5), None, Cut(), Status(503), None)


def transcriptions(tasks: int) -> dict[str, Any]:
    """Transcribe so many recordings, 100 at a time."""
    faults: Any = tuple(
        Status(429, {"retry-after": "1"}) if at % 100 == 99 else _FAULTS[at % 5]
        for at in range(tasks)
    )
    with serving() as server:
        run = server.begin(
            Echo(), Said(), where="listen", scenario=Scenario(faults, for_ever=False)
        )
        client = _client("transcriptions", run.address, str(tasks))
    heard = Counter(int.from_bytes(got.body[44:46], "little") for got in run.got)
    return {
        "what": "transcriptions", "tasks": tasks, "requests": len(run.got),
        "never sent": tasks - len(heard), **client,
    }  # fmt: skip


def _clip(number: int) -> Audio:
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        file.writeframes(number.to_bytes(2, "little") + b"\x10\x20" * 16_000)
    return Audio.of_bytes(made.getvalue(), "clip.wav")


async def _transcribe(url: str, count: str) -> dict[str, Any]:
    os.environ["DEEPGRAM_API_KEY"] = "a-key-0123456789-that-is-nowhere"
    options = {
        "base_url": url, "concurrency": TRANSCRIPTIONS, "retries": 12, "first_wait": 0.05, "timeout": 20,
        "failures": 1000,
    }  # fmt: skip
    before = _memory()

    async def each(provider: Any, number: int) -> str:
        try:
            return str((await provider.transcribe(_clip(number))).text)
        except ProviderError as error:
            return f"failed: {error}"

    async with make(Echo.system, **options) as provider:
        provider.tell = lambda _line: None
        texts = await asyncio.gather(*(each(provider, number) for number in range(int(count))))
    wrong = [text for at, text in enumerate(texts) if text != f"number{at}"]
    lost = [text for text in wrong if text.startswith("failed")]
    return {
        "lost": len(lost), "out of order": len(wrong) - len(lost), "MiB": _memory() - before,
        "first lost": lost[:1],
    }  # fmt: skip


# -- streams ---------------------------------------------------------------------------------------


def streams(tasks: int) -> dict[str, Any]:
    """Speak so many live streams at a time, each to a service that misbehaves in its own way."""
    return _client("streams", str(tasks))


def _script(number: int) -> list[Step]:
    one, two = f"so it goes {number}", f"and on {number}"
    end = Step(0.1, "end", after="close")
    if number % 5 == 0:  # dripping
        return [
            *(Step(0.1 * at, "partial", one[: 3 + at]) for at in range(1, 9)),
            Step(1.0, "final", one), Step(2.0, "final", two, 1), end,
        ]  # fmt: skip
    if number % 5 == 1:  # all of it late
        return [Step(0.5, "final", one, after="close"), Step(0.8, "final", two, 1, after="close"), Step(1.0, "end", after="close")]  # fmt: skip
    if number % 5 == 2:
        return [Step(0.8, "final", one), Step(0.9, "again", one), Step(1.5, "final", two, 1), end]
    if number % 5 == 3:
        return [Step(0.8, "final", one), Step(1.2, "cut")]
    return []  # refused


async def _speak(count: str) -> dict[str, Any]:
    system = "deepgram-live:nova-3" if "deepgram-live:nova-3" in LIVE else next(iter(LIVE))
    os.environ[LIVE[system].variable] = "a-key-0123456789-that-is-nowhere"
    before = _memory()
    audio = Audio.of_bytes(bytes(range(256)) * 250, "clip.pcm")

    async def one(number: int) -> tuple[Any, Any]:
        clock: Any = Clock()
        server = type(LIVE[system])().serving(
            clock, _script(number), refuses=429 if number % 5 == 4 else 0
        )

        async def work(address: str) -> Any:
            provider: Any = make(system, base_url=address, **LIVE[system].options)
            provider.tell = lambda _line: None
            server.watch(provider)
            async with provider:
                try:
                    return await provider.transcribe(replace(audio))
                except ProviderError as error:
                    return error

        server.settle = None  # type: ignore[method-assign]
        clock.settle = []
        return await server.during(work), server

    found = await asyncio.gather(*(one(number) for number in range(int(count))))
    lost = doubled = mixed = cut = 0
    for number, (outcome, server) in enumerate(found):
        if number % 5 >= 3:
            lost += not isinstance(outcome, ProviderError)
            continue
        if isinstance(outcome, ProviderError):
            lost += 1
            continue
        expected = f"so it goes {number} and on {number}"
        mixed += outcome.text != expected
        doubled += outcome.text.count("so it goes") > 1
        sent = audio.samples(16_000, kind="int16").tobytes()
        cut += bytes(server.heard[: len(sent)]) != sent
    return {
        "what": "live streams", "tasks": int(count), "requests": sum(s.connections for _, s in found),
        "lost": lost + cut, "doubled": doubled, "out of order": mixed, "MiB": _memory() - before,
        "outcomes": Counter(getattr(one, "status", "ok") for one, _ in found),
    }  # fmt: skip


# -- both sides ------------------------------------------------------------------------------------


def _memory() -> int:
    """Return the most memory so far, in MiB; what `resource` says begins with that of who started this."""
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text("ascii"))
    assert found is not None
    return int(found[1]) // 1024


def _client(*words: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, __file__, *words], capture_output=True, text=True, check=False,
        env={**os.environ, "ANTHROPIC_API_KEY": "sk-none"}, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure each load at two sizes."""
    found = [
        judges(400),
        judges(1600),
        transcriptions(400),
        transcriptions(1600),
        streams(25),
        streams(50),
    ]
    with (HERE / "load.tsv").open("w", encoding="utf-8", newline="") as file:
        lines = csv.DictWriter(
            file, FIGURES, delimiter="\t", extrasaction="ignore", restval="", lineterminator="\n"
        )
        lines.writeheader()
        lines.writerows(found)
    sys.stdout.write("\n".join(map(str, found)) + "\n")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work = {"judges": _ask, "transcriptions": _transcribe, "streams": _speak}[sys.argv[1]]
        sys.stdout.write(json.dumps(asyncio.run(work(*sys.argv[2:]))))
    else:
        main()
