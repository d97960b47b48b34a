"""CPU of sessions with several speakers, next to MeetEval where it is installed.

    python benchmarks/speakers.py --minutes 60 180 --speakers 8
    python benchmarks/speakers.py --many 1000

Meetings are made of invented words: 20 % of the words are wrong, 5 % of the segments have another
speaker. Both sides are in memory: SegLST rows for MeetEval, sessions for mondegreen. Each time is the
least CPU time of some rounds in this process, imports left out; ``kernel`` is the kernel alone.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import logging
import random
import resource
import time
import warnings
from typing import TYPE_CHECKING, Any

import mondegreen as mg
from mondegreen.speakers.meetings import Conditions, Meetings

if TYPE_CHECKING:
    from collections.abc import Callable

COLLAR = 5
METRICS = {
    "cpwer": ("cp_word_error_rate", {}),
    "tcpwer": ("time_constrained_minimum_permutation_word_error_rate", {"collar": COLLAR}),
    "orc-wer[greedy]": ("greedy_orc_word_error_rate", {}),
    "tcorc-wer[greedy]": ("greedy_time_constrained_orc_wer", {"collar": COLLAR}),
    "di-cpwer": ("greedy_di_cp_word_error_rate", {}),
}
BARS = {
    "cpwer": 12,
    "tcpwer": 15,
    "orc-wer[greedy]": 30,
    "tcorc-wer[greedy]": 40,
    "di-cpwer": 30,
}
"""How many times less CPU than MeetEval is asked for."""


def meeting(
    minutes: float, speakers: int, *, seed: int = 0, name: str = "s"
) -> tuple[list[Any], list[Any]]:
    """Return the segments of a meeting, and what a recogniser made of them."""
    chance = random.Random(seed)
    letters = ["".join(pair) for pair in itertools.product("bdfgklmnprstv", "aeiou")]
    known = ["".join(chance.choices(letters, k=chance.randint(1, 3))) for _ in range(4000)]
    weights = [1 / (rank + 1) for rank in range(len(known))]
    said, heard, at = [], [], 0.0
    while at < minutes * 60:
        speaker = chance.randrange(speakers)
        words = chance.choices(known, weights, k=max(1, int(chance.expovariate(1 / 14))))
        end = at + 0.33 * len(words)
        said.append(_row(name, f"r{speaker}", at, end, words))
        written = []
        for word in words:
            draw = chance.random()
            if draw < 0.1:
                written.append(chance.choices(known, weights)[0])
            elif draw >= 0.15:
                written += [word, *chance.choices(known, weights)][: 1 + (draw > 0.95)]
        stream = speaker if chance.random() > 0.05 else chance.randrange(speakers)
        if written:
            start = max(0.0, at + chance.uniform(-0.2, 0.3))
            heard.append(_row(name, f"h{stream}", start, end + 0.4, written))
        at = max(0.0, end + chance.uniform(-1.0, 0.9))
    return said, heard


def _row(name: str, speaker: str, start: float, end: float, words: list[str]) -> dict[str, Any]:
    return {
        "session_id": name,
        "speaker": speaker,
        "start_time": round(start, 3),
        "end_time": round(end, 3),
        "words": " ".join(words),
    }


def cpu(call: Callable[[], Any], rounds: int) -> float:
    """Return the least CPU time of a call, in seconds."""
    found = []
    for _ in range(rounds):
        begin = time.process_time()
        call()
        found.append(time.process_time() - begin)
    return min(found)


def _score(pair: Any, metric: str) -> Any:
    options = {"collar": COLLAR} if metric.startswith("t") else {}
    return mg.score(pair, metrics=[metric], **options)


def _kernel(pair: Any, metric: str) -> Any:
    (each,) = Meetings(pair, Conditions(collar=COLLAR * 1_000_000))
    timed = metric.startswith("t")
    if metric.endswith("cpwer") and not metric.startswith("di"):
        return each.pairs(timed=timed)
    return each.assigned("greedy", timed=timed, swapped=metric.startswith("di"))


def compare(minutes: float, speakers: int, rounds: int) -> None:
    """Print a row per metric."""
    said, heard = meeting(minutes, speakers)
    pair = mg.sessions(said, heard)
    words = sum(len(row["words"].split()) for row in said)
    print(f"{minutes:g} minutes, {speakers} speakers, {words:,} words, {len(said):,} segments")
    theirs = importlib.util.find_spec("meeteval")
    if theirs:
        import meeteval  # type: ignore[import-not-found, unused-ignore]

        sides = [meeteval.io.SegLST(rows) for rows in (said, heard)]
    for metric, (name, options) in METRICS.items():
        own = cpu(lambda metric=metric: _score(pair, metric), rounds)
        kernel = cpu(lambda metric=metric: _kernel(pair, metric), rounds)
        line = f"  {metric:18} {own:8.4f} s, kernel {kernel:8.4f} s"
        if theirs:
            call = getattr(meeteval.wer, name)
            other = cpu(lambda call=call, options=options: call(*sides, **options), 1)
            errors = call(*sides, **options).errors, _score(pair, metric)[metric].errors
            line += f"; MeetEval {other:8.3f} s, {other / own:6.1f} times (asked: {BARS[metric]})"
            line += f"; errors {errors[0]} and {errors[1]}"
        print(line)


def many(count: int) -> None:
    """Print the CPU time and the memory of many sessions of ten minutes."""
    said, heard = [], []
    for at in range(count):
        first, second = meeting(10, 4, seed=at % 20, name=f"s{at}")
        said += first
        heard += second
    begin = time.process_time()
    pair = mg.sessions(said, heard)
    read = time.process_time() - begin
    begin = time.process_time()
    result = mg.score(pair, metrics=["cpwer", "tcpwer"], collar=COLLAR)
    scored = time.process_time() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{count} sessions of 10 minutes: read {read:.2f} s, scored {scored:.2f} s, {peak:.0f} MiB"
    )
    print({metric.name: metric.value for metric in result})


def exact(minutes: float) -> None:
    """Print the CPU time and the memory of the best assignment to two streams."""
    said, heard = meeting(minutes, 2)
    pair = mg.sessions(said, heard)
    taken = cpu(lambda: mg.score(pair, metrics=["orc-wer[exact]"]), 1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"exact ORC, {minutes:g} minutes, 2 streams: {taken:.2f} s, {peak:.0f} MiB")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, nargs="*", default=[60.0])
    parser.add_argument("--speakers", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--many", type=int, default=0)
    parser.add_argument("--exact", type=float, default=0)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    if asked.many:
        many(asked.many)
    elif asked.exact:
        exact(asked.exact)
    else:
        for minutes in asked.minutes:
            compare(minutes, asked.speakers, asked.rounds)


if __name__ == "__main__":
    main()
