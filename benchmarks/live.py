"""How exactly live recordings are sent, and how exactly delays are measured, in real time.

A server in a process of its own speaks as Deepgram does. It notes when each piece of audio arrives, and
sends final text at moments that it notes too; both processes read the same clock of the system. Drift is
how much later the earliest piece of the last five seconds is than that of the first five, each against
its own moment: what other programs take from the processor delays single pieces, and is no drift.

    python benchmarks/live.py
    python benchmarks/live.py --seconds 60 --rounds 3 --streams 20
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import statistics
import time
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from mondegreen.bench import delays
from mondegreen.providers import Audio, make

RATE = 16_000
PIECE = 0.02
FINAL_AFTER = 0.25  # seconds after the recording


def results(text: str, *, final: bool) -> str:
    best = {"transcript": text, "words": []}
    about = {"start": 0.0, "duration": 1.0, "is_final": final, "speech_final": final}
    return json.dumps({"type": "Results", **about, "channel": {"alternatives": [best]}})


def serving(port: Any, noted: Any, seconds: Any) -> None:
    """Serve until the process is ended."""

    async def handle(there: ServerConnection) -> None:
        arrivals: list[float] = []
        sent = 0.0
        length = round(seconds.value / PIECE)
        try:
            async for message in there:
                if isinstance(message, bytes):
                    arrivals.append(time.perf_counter())
                    if len(arrivals) == length:
                        await asyncio.sleep(FINAL_AFTER)
                        sent = time.perf_counter()
                        await there.send(results("so it goes", final=True))
                elif "CloseStream" in message:
                    await there.send(json.dumps({"type": "Metadata"}))
        except ConnectionClosed:
            pass
        noted.put((arrivals[:length], sent))

    async def forever() -> None:
        async with serve(handle, "127.0.0.1", 0, compression=None) as server:
            port.put(server.sockets[0].getsockname()[1])
            await asyncio.get_running_loop().create_future()

    asyncio.run(forever())


async def streamed(address: str, seconds: float) -> tuple[float, float]:
    """Return the time to the final segment as it is measured, and t0 by the clock."""
    audio = Audio.of_bytes(bytes(round(2 * RATE * seconds)), "silence.pcm")
    async with make("deepgram-live", base_url=address, quiet=0.2) as provider:
        provider.tell = lambda _line: None
        starts: list[float] = []
        clock = provider.clock  # type: ignore[attr-defined]
        found = await provider.transcribe(audio)
        starts.append(clock.now() - found.events[-1].seconds)
    return delays.ttfs(found.events, 0.0).seconds, starts[0]


def late(arrivals: list[float]) -> list[float]:
    """Return how late each piece came, in milliseconds, counted from the first one."""
    return [1000 * (at - arrivals[0] - PIECE * number) for number, at in enumerate(arrivals)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--streams", type=int, default=20)
    chosen = parser.parse_args()
    os.environ.setdefault("DEEPGRAM_API_KEY", "a-key-of-nobody")
    context = multiprocessing.get_context("spawn")
    port, noted, seconds = context.Queue(), context.Queue(), context.Value("d", chosen.seconds)
    process = context.Process(target=serving, args=(port, noted, seconds), daemon=True)
    process.start()
    address = f"ws://127.0.0.1:{port.get(timeout=60)}"
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| round | drift, ms | of medians, ms | median lateness, ms | P99, ms |")
    print("|---|---|---|---|---|")
    drifts = []
    for number in range(chosen.rounds):
        asyncio.run(streamed(address, chosen.seconds))
        found = late(noted.get(timeout=60)[0])
        part = round(5 / PIECE)
        first, last = found[:part], found[-part:]
        drift = min(last) - min(first)
        medians = statistics.median(last) - statistics.median(first)
        drifts.append(drift)
        p99 = sorted(found)[round(0.99 * (len(found) - 1))]
        print(
            f"| {number + 1} | {drift:+.3f} | {medians:+.3f} | {statistics.median(found):.3f} | {p99:.3f} |"
        )
    print(
        f"\ndrift over {chosen.seconds:g} s: median {statistics.median(drifts):+.3f} ms (bar: 1 ms)"
    )
    seconds.value = 1.0
    errors = []
    for _ in range(chosen.streams):
        measured, start = asyncio.run(streamed(address, 1.0))
        _, sent = noted.get(timeout=60)
        errors.append(1000 * (measured - (sent - start)))
    worst = max(errors, key=abs)
    print(
        f"time to the final segment of {chosen.streams} streams, measured less sent: median "
        f"{statistics.median(errors):+.3f} ms, worst {worst:+.3f} ms (bar: 5 ms)"
    )
    process.terminate()


if __name__ == "__main__":
    main()
