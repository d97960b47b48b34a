"""Synthetic voices: texts become 16 kHz samples, and noise is added to them."""

from __future__ import annotations

import subprocess
import wave
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np

SAMPLE_RATE = 16_000
LEVEL_DBFS = -23.0  # the speech is brought to this level before noise is added
PEAK = 0.98  # and the mixture is turned down if it would clip
PADDING_S = 0.3  # silence (then noise) before and after the speech
ESPEAK_WORDS_PER_MINUTE = 160
BABBLE_VOICES = 5


@dataclass(frozen=True)
class Speaker:
    """A synthetic voice: the program, its voice, and how fast and high it speaks."""

    name: str
    engine: str
    voice: str
    rates: tuple[float, ...] = (1.0, 0.9, 1.12)  # used in turn; above 1 is faster
    pitch: int | None = None  # hertz for flite and festival, 0 to 99 for espeak-ng


@dataclass(frozen=True)
class Noise:
    """A listening condition: which noises are added, and how loud against the speech."""

    name: str
    kinds: tuple[str, ...]
    snr_db: float | None


def run(command: Sequence[str], *, check: bool = True) -> str:
    """Run a program and return what it printed; raise if it fails, unless told not to."""
    done = subprocess.run(command, check=check, capture_output=True, text=True, encoding="utf-8")
    return done.stdout


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
    run(command)
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
