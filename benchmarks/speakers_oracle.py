"""Compare the rates of sessions with several speakers with those of MeetEval, on random sessions.

    python benchmarks/speakers_oracle.py 10000 --seed 1

Needs meeteval 0.4.3, which is no dependency of mondegreen. Exact rates must be equal. Greedy searches
start from a best map of speakers; where there are several, MeetEval starts from one of them and
mondegreen from each, so *exact <= ours <= MeetEval's* must hold. Where MeetEval's exact search misses an assignment, what
was found is counted again with its own alignment. MeetEval has no greedy MIMO, so that one must
be between the exact one and greedy ORC. Ends with status 1 if anything else comes out.
"""

from __future__ import annotations

import argparse
import collections
import logging
import random
import sys
import warnings
from decimal import Decimal
from typing import Any

import meeteval  # type: ignore[import-not-found, unused-ignore]

from mondegreen._kernel.sessions import Session, Side

COLLAR = 5
WORDS = ["a", "bo", "can", "dove", "elona", "f", "gu", "hut"]


def rows(chance: random.Random, speakers: int, prefix: str, most: int) -> list[dict[str, Any]]:
    """Return random segments; times in steps of 10 ms."""
    found = []
    for _ in range(chance.randint(1, most)):
        start = chance.randint(0, 2500)
        words = chance.choices(WORDS, k=chance.randint(0, 5))
        found.append(
            {
                "session_id": "s",
                "speaker": f"{prefix}{chance.randrange(speakers)}",
                "start_time": Decimal(start) / 100,
                "end_time": Decimal(start + chance.randint(1, 400)) / 100,
                "words": " ".join(words),
            }
        )
    return found


def noisy(chance: random.Random, segments: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a recogniser might make of segments."""
    found = []
    for each in segments:
        words = [
            word if chance.random() < 0.8 else chance.choice(WORDS)
            for word in each["words"].split()
            if chance.random() < 0.9
        ]
        shift = Decimal(chance.choice([0, 0, 10, -10, 300, 700])) / 100
        other = chance.random() < 0.2
        found.append(
            each
            | {
                "speaker": f"h{chance.randrange(3)}" if other else "h" + each["speaker"][1:],
                "start_time": max(Decimal(0), each["start_time"] + shift),
                "end_time": max(Decimal(0), each["start_time"] + shift) + Decimal("1.37"),
                "words": " ".join(words),
            }
        )
    return [each for each in found if chance.random() < 0.9]


def side(segments: list[dict[str, Any]]) -> Side:
    """Return segments as the kernel takes them."""
    names: dict[str, int] = {}
    streams = [names.setdefault(each["speaker"], len(names)) for each in segments]
    times = [
        [int(each[key] * 1_000_000) for each in segments] for key in ("start_time", "end_time")
    ]
    return Side(streams, (times[0], times[1]), [each["words"] for each in segments])


def own(session: Session, heard: Side) -> dict[str, int]:
    """Return the errors of each metric."""
    found = {}
    for name, collar in (("cp", None), ("tcp", COLLAR * 1_000_000)):
        pairs = session.pairs(collar)
        zipped = zip(heard.streams, heard.texts, strict=True)
        extra = sum(len(text.split()) for name, text in zipped if name not in pairs.streams)
        found[name] = sum(sum(counts[1:]) for counts in pairs.counts) + extra
    for prefix, swapped in (("orc", False), ("dicp", True)):
        for timed, collar in (("", None), ("t", COLLAR * 1_000_000)):
            for search in ("exact", "greedy"):
                given = session.assigned(collar, search, swapped=swapped)
                errors = sum(counts[1] + counts[2] for counts in given.counts)
                found[f"{timed}{prefix} {search}"] = errors + given.insertions
    for search in ("exact", "greedy"):
        found[f"mimo {search}"] = session.interleaved(search).errors
    return found


def theirs(reference: Any, hypothesis: Any) -> dict[str, int]:
    """Return those of MeetEval."""
    wer = meeteval.wer
    timed = {"collar": COLLAR}
    calls = {
        "cp": (wer.cp_word_error_rate, {}),
        "tcp": (wer.time_constrained_minimum_permutation_word_error_rate, timed),
        "mimo exact": (wer.mimo_word_error_rate, {}),
        "orc exact": (wer.orc_word_error_rate, {}),
        "orc greedy": (wer.greedy_orc_word_error_rate, {}),
        "torc exact": (wer.time_constrained_orc_wer, timed),
        "torc greedy": (wer.greedy_time_constrained_orc_wer, timed),
        "dicp greedy": (wer.greedy_di_cp_word_error_rate, {}),
        "tdicp greedy": (wer.greedy_di_tcp_word_error_rate, timed),
    }
    found = {}
    for name, (call, options) in calls.items():
        try:
            found[name] = call(reference, hypothesis, **options).errors
        except (AssertionError, IndexError, RuntimeError):
            continue
    return found


def counted_again(session: Session, reference: Any, hypothesis: Any) -> int:
    """Return the errors of the best assignment as MeetEval counts them, stream by stream."""
    given = session.assigned(None, "exact").streams
    heard = side(hypothesis).streams
    errors = 0
    for stream in {*given, *heard}:
        texts = [
            [each for each, to in zip(segments, names, strict=True) if to == stream]
            for segments, names in ((reference, given), (hypothesis, heard))
        ]
        joined = [
            " ".join(each["words"] for each in sorted(own, key=lambda row: row["start_time"]))
            for own in texts
        ]
        errors += meeteval.wer.siso_word_error_rate(*joined).errors
    return errors


def main() -> None:
    """Compare, and print how many are equal."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    chance = random.Random(given.seed)
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for number in range(given.count):
        reference = rows(chance, chance.randint(1, 4), "r", 8)
        hypothesis = noisy(chance, reference)
        if number % 4 == 0 or not hypothesis:
            hypothesis = rows(chance, chance.randint(1, 4), "h", 8)
        session = Session(side(reference), side(hypothesis))
        ours = own(session, side(hypothesis))
        segments = [meeteval.io.SegLST(each) for each in (reference, hypothesis)]
        others = theirs(*segments)
        others["mimo greedy"] = ours["orc greedy"]
        for name, errors in others.items():
            mine = ours[name]
            order = "equal" if mine == errors else "fewer" if mine < errors else "more"
            if order == "fewer" and name in ("orc exact", "mimo exact"):
                again = counted_again(session, reference, hypothesis)
                order = "fewer, counted again" if mine <= again < errors else "wrong"
            if mine < ours[name.replace("greedy", "exact")]:
                order = "fewer than the best"
            counts[name][order] += 1
    wrong = 0
    for name, found in counts.items():
        fine = {"equal", "fewer" if name.endswith("greedy") else "fewer, counted again"}
        wrong += sum(count for order, count in found.items() if order not in fine)
        print(name, dict(found), f"of {found.total()}")
    sys.exit(int(wrong > 0))


if __name__ == "__main__":
    main()
