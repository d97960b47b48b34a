"""Time and peak memory from a file with times to a score, against another checkout.

``python timed.py --against /path/to/other/.venv/bin/python`` runs both interpreters in turn on the same
files, each run in a process of its own, and prints the ratios of the medians: below 1 this one is faster,
or needs less. Without ``--against`` it prints what it measured.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = 200_000
CUES = 20_000
SEGMENTS = 5_000
A_SEGMENT = 10
RECORDINGS = 20
VOCABULARY = [f"w{at}" for at in range(5_000)]


def corpus(count: int) -> Iterator[tuple[str, str, float, list[str]]]:
    """Yield recording, speaker, start in seconds and words of each segment; a word takes 0.3 s."""
    draw = random.Random(11)
    for at in range(count):
        recording, place = divmod(at, -(-count // RECORDINGS))
        said = draw.choices(VOCABULARY, k=A_SEGMENT)
        yield f"talk{recording:02}", f"s{at % 2}", place * 3.2, said


def heard(words: list[str], draw: random.Random) -> list[str]:
    """Return words of which one in twenty is another."""
    return [draw.choice(VOCABULARY) if draw.random() < 0.05 else word for word in words]


def clock(time: float) -> str:
    """Write a time as subtitles do."""
    seconds, thousandths = divmod(round(time * 1000), 1000)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02},{thousandths:03}"


def nist(folder: Path, name: str, count: int) -> tuple[str, str]:
    """Write an stm and a ctm."""
    draw = random.Random(12)
    stm, ctm = [], []
    for recording, speaker, start, said in corpus(count):
        end = start + 0.3 * A_SEGMENT
        stm.append(f"{recording} 1 {speaker} {start:.2f} {end:.2f} <O> {' '.join(said)}\n")
        ctm += [
            f"{recording} 1 {start + 0.3 * at:.2f} 0.28 {word} 0.{draw.randrange(100):02}\n"
            for at, word in enumerate(heard(said, draw))
        ]
    for ending, lines in (("stm", stm), ("ctm", ctm)):
        (folder / f"{name}.{ending}").write_text("".join(lines))
    return f"{name}.stm", f"{name}.ctm"


def subtitles(folder: Path, name: str, count: int) -> tuple[str, str]:
    """Write two files of subtitles."""
    draw = random.Random(13)
    sides: tuple[list[str], list[str]] = [], []
    for at, (_, _, _, said) in enumerate(corpus(count)):
        for side, words in zip(sides, (said, heard(said, draw)), strict=True):
            times = f"{clock(3.2 * at)} --> {clock(3.2 * at + 3)}"
            side.append(f"{at + 1}\n{times}\n{' '.join(words)}\n")
    for ending, cues in zip(("r.srt", "h.srt"), sides, strict=True):
        (folder / f"{name}.{ending}").write_text("\n".join(cues))
    return f"{name}.r.srt", f"{name}.h.srt"


def whisper(folder: Path, name: str, count: int) -> tuple[str, str]:
    """Write an stm of one recording, and what Whisper writes."""
    draw = random.Random(14)
    stm, segments = [], []
    for at, (_, speaker, _, said) in enumerate(corpus(count)):
        start, end = 3.2 * at, 3.2 * at + 3
        stm.append(f"talk 1 {speaker} {start:.2f} {end:.2f} {' '.join(said)}\n")
        wrote = heard(said, draw)
        words = [
            {
                "word": f" {word}",
                "start": round(start + 0.3 * place, 2),
                "end": round(start + 0.3 * place + 0.28, 2),
                "probability": round(draw.random(), 4),
            }
            for place, word in enumerate(wrote)
        ]
        text = " ".join(wrote)
        segments.append(
            {"id": at, "start": round(start, 2), "end": round(end, 2), "text": text, "words": words}
        )
    whole = {"text": " ".join(each["text"] for each in segments), "segments": segments}
    (folder / f"{name}.stm").write_text("".join(stm))
    (folder / f"{name}.json").write_text(json.dumps(whole))
    return f"{name}.stm", f"{name}.json"


def measure(paths: list[str]) -> None:
    """Print the seconds and the MiB that reading and scoring two files takes."""
    import mondegreen
    from memory import PeakMemory

    mondegreen.score(["a"], ["b"], metrics=["wer"])  # loads the kernel
    memory = PeakMemory()
    begin = perf_counter()
    pairs = mondegreen.read(*paths)
    read = perf_counter() - begin
    result = mondegreen.score(pairs, metrics=["wer"])
    whole = perf_counter() - begin
    figures = {"read": read, "read and score": whole, "MiB": memory.extra() / 2**20}
    print(json.dumps({"wer": result["wer"].value, **figures}))


def main() -> None:
    """Measure each pair of files with one or both interpreters."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--against", metavar="PYTHON", help="the interpreter of another checkout")
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.measure:
        measure(given.measure)
        return
    with TemporaryDirectory() as place:
        folder = Path(place)
        pairs = {
            "stm and ctm": nist(folder, "a", WORDS // A_SEGMENT),
            "srt and srt": subtitles(folder, "b", CUES),
            "stm and whisper": whisper(folder, "c", SEGMENTS),
        }
        for what, files in pairs.items():
            compare(what, [str(folder / file) for file in files], given.against, given.repeats)


def compare(what: str, files: list[str], against: str | None, repeats: int) -> None:
    """Print what one pair of files takes, and the ratios."""
    found: dict[str, list[dict[str, float]]] = {}
    for _ in range(repeats):
        for python in filter(None, (sys.executable, against)):
            call = [python, __file__, "--measure", *files]
            ran = subprocess.run(call, check=True, capture_output=True, text=True)
            found.setdefault(python, []).append(json.loads(ran.stdout))
    for key in ("read", "read and score", "MiB", "wer"):
        here, *other = (median(each[key] for each in runs) for runs in found.values())
        ratio = f"  against {other[0]:.3f}: {here / other[0]:.2f}" if other else ""
        print(f"{what:16} {key:15} {here:9.3f}{ratio}")


if __name__ == "__main__":
    main()
