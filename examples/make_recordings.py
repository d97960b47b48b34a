"""Speak the sentences of the recordings that ship with mondegreen, by flite, as FLAC.

    python examples/make_recordings.py

It needs the program flite, and ``pip install '.[bench]'``.
"""

from __future__ import annotations

import subprocess
from io import BytesIO
from pathlib import Path

import soundfile
import soxr

FOLDER = Path(__file__).parents[1] / "src" / "mondegreen" / "examples" / "recordings"
RATE = 16_000
SENTENCES = {
    "bank": "please cancel my card and send me a new one",
    "numbers": "two plus two is four and three more is seven",
    "store": "the store opens at nine in the morning",
    "weather": "it will rain in the north and snow in the mountains",
}


def main() -> None:
    """Write a recording and its text for each sentence."""
    FOLDER.mkdir(exist_ok=True)
    for name, sentence in SENTENCES.items():
        speak = ["flite", "-voice", "slt", "-t", sentence, "-o", "/dev/stdout"]
        spoken = subprocess.run(speak, check=True, capture_output=True).stdout
        samples, rate = soundfile.read(BytesIO(spoken))
        made = soxr.resample(samples, rate, RATE)
        soundfile.write(FOLDER / f"{name}.flac", made, RATE, subtype="PCM_16")
        (FOLDER / f"{name}.txt").write_text(f"{sentence}\n", "utf-8")


if __name__ == "__main__":
    main()
