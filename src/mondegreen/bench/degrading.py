"""Recordings made worse in a known way: telephone, noise, clipping, reverberation, gaps."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Dataset
from mondegreen.errors import InputError, UsageError, did_you_mean, visible
from mondegreen.providers.audio import Audio
from mondegreen.providers.failure import AudioError
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


__all__ = ["KINDS", "Degradation", "degrade", "degraded_dataset", "parse_degradation"]

_TELEPHONE: Final = 8_000
_BAND: Final = (300.0, 3400.0)  # Hz, of a telephone line
_PACKET: Final = 0.02  # seconds, which get lost as one
_BURST: Final = 3.0  # packets in a row that are lost, on average
_ACTIVE: Final = 30.0  # dB under the loudest frame: what is louder is speech
_PEAK: Final = 0.999


@dataclass(frozen=True)
class _Kind:
    """One way to make a recording worse.

    Attributes:
        version: raised when the samples that come out are others.
        unit: of its value; empty if it has none.
        value: the default.
        low: the least value.
        high: the greatest.
        about: one phrase.
        make: samples, rate, value and a generator of random numbers to samples of the same length.
    """

    version: str
    unit: str
    value: float
    low: float
    high: float
    about: str
    make: Callable[[Any, int, float, Any], Any]


@dataclass(frozen=True)
class Degradation:
    """What is done to each recording.

    Attributes:
        kind: one of `KINDS`.
        value: how much, in the unit of the kind.
        seed: of the random numbers; those of each recording depend on its content too.
    """

    kind: str
    value: float
    seed: int = 0

    @property
    def name(self) -> str:
        """A short name for datasets and folders, as ``noise10``."""
        return f"{self.kind}{self.value:g}" if KINDS[self.kind].unit else self.kind

    def __str__(self) -> str:
        kind = KINDS[self.kind]
        amount = f" {self.value:g} {kind.unit}" if kind.unit else ""
        return f"{self.kind}@{kind.version}{amount}, seed {self.seed}"


def parse_degradation(text: str, seed: int = 0) -> Degradation:
    """Return what ``KIND`` or ``KIND=VALUE`` says.

    Raises:
        UsageError: no such kind, or no such value.

    >>> str(parse_degradation("noise=5")), str(parse_degradation("telephone"))
    ('noise@1 5 dB, seed 0', 'telephone@1, seed 0')
    """
    name, given, number = text.partition("=")
    kind = KINDS.get(name)
    if kind is None:
        raise UsageError(
            f"--by {text}: expected one of {', '.join(KINDS)}.{did_you_mean(name, KINDS)}"
        )
    if given and not kind.unit:
        raise UsageError(f"--by {text}: {name} takes no value; type --by {name}")
    try:
        value = float(number) if given else kind.value
    except ValueError:
        value = float("nan")
    if not kind.low <= value <= kind.high:
        raise UsageError(
            f"--by {text}: expected {name}=N with {kind.low:g} to {kind.high:g} {kind.unit}"
        )
    return Degradation(name, value, seed)


def degrade(audio: Audio, how: Degradation) -> Audio:
    """Return a recording made worse, as a wav file of 16 bits and of the same length.

    A recording of several channels is made worse channel by channel. What would be louder than full
    scale is made softer as a whole, speech and noise alike.

    Args:
        audio: the recording.
        how: what is done to it.

    Raises:
        AudioError: it cannot be read.
    """
    import numpy as np  # of the extra bench

    kind = KINDS[how.kind]
    channels = []
    for at in range(audio.channels):
        digest = sha256(f"{how}|{audio.sha256}|{at}".encode()).digest()
        random = np.random.default_rng(int.from_bytes(digest[:8], "big"))
        samples = audio.samples(audio.rate, channel=at).astype(np.float64)
        channels.append(kind.make(samples, audio.rate, how.value, random))
    made = np.stack(channels, axis=1)
    peak = float(np.abs(made).max()) if made.size else 0.0
    return Audio.of_samples(made / peak * _PEAK if peak > 1 else made, audio.rate, audio.name)


def degraded_dataset(dataset: Dataset, how: Degradation, folder: Path, name: str) -> Dataset:
    """Return a dataset with a worse sibling of each clip, which is written to a folder.

    A sibling has the id of its clip, and names it as its parent. Clips that cannot be used have none.

    Args:
        dataset: as it was frozen.
        how: what is done.
        folder: to write to; it is made.
        name: of the new dataset.

    Raises:
        InputError: a recording was changed since it was frozen, or none can be used.
    """
    clips = []
    for clip in dataset.clips:
        if clip.reason:
            continue
        try:
            audio = Audio.open(clip.audio)
            made = degrade(audio, how)
        except AudioError as error:
            raise InputError(f"{visible(clip.id)}: {error}") from None
        if clip.sha256 and audio.sha256 != clip.sha256:
            raise InputError(
                f"{visible(clip.audio)}: was changed after the dataset was frozen; make a new dataset: "
                "mondegreen bench init"
            )
        path = folder / f"{clip.id}.wav"
        path.parent.mkdir(parents=True, exist_ok=True)
        with written(path) as file:
            file.write(made.stored)
        changes: dict[str, Any] = {
            "audio": str(path),
            "sha256": made.sha256,
            "duration": round(made.duration, 6),
            "parent": f"{dataset.id}/{clip.id}",
            "degradation": str(how),
        }
        clips.append(replace(clip, **changes))
    if not clips:
        raise InputError(
            f"{dataset.name}: has no recording that can be used; mondegreen bench init says why"
        )
    return Dataset(name, clips)


def _telephone(samples: Any, rate: int, _value: float, _random: Any) -> Any:
    """Return samples as over a telephone line: 8 kHz, 300 to 3400 Hz, mu-law (G.711)."""
    import numpy as np  # of the extra bench
    import soundfile
    import soxr

    narrow = soxr.resample(samples, rate, _TELEPHONE)
    spectrum = np.fft.rfft(narrow)
    hertz = np.fft.rfftfreq(len(narrow), 1 / _TELEPHONE)
    spectrum[(hertz < _BAND[0]) | (hertz > _BAND[1])] = 0
    coded = io.BytesIO()
    line = np.clip(np.fft.irfft(spectrum, len(narrow)), -1, 1)
    soundfile.write(coded, line, _TELEPHONE, format="WAV", subtype="ULAW")
    coded.seek(0)
    heard, _ = soundfile.read(coded, dtype="float64")
    wide = soxr.resample(heard, _TELEPHONE, rate)
    return np.pad(wide, (0, max(0, len(samples) - len(wide))))[: len(samples)]


def _noise(samples: Any, rate: int, decibels: float, random: Any) -> Any:
    """Return samples with pink noise, so many dB under the speech."""
    import numpy as np  # of the extra bench

    spectrum = np.fft.rfft(random.standard_normal(len(samples)))
    spectrum[1:] /= np.sqrt(np.arange(1, len(spectrum)))
    spectrum[0] = 0
    noise = np.fft.irfft(spectrum, len(samples))
    power = float((noise**2).mean()) if len(samples) > 1 else 0.0
    if not power:
        return samples
    return samples + noise * np.sqrt(_speech_power(samples, rate) / power / 10 ** (decibels / 10))


def _speech_power(samples: Any, rate: int) -> float:
    """Return the mean power of the frames of 20 ms that are within 30 dB of the loudest."""
    size = max(1, rate // 50)
    whole = len(samples) // size * size
    frames = samples[:whole].reshape(-1, size) if whole else samples.reshape(1, -1)
    power = (frames**2).mean(axis=1)
    return float(power[power >= power.max() / 10 ** (_ACTIVE / 10)].mean()) if power.size else 0.0


def _clipping(samples: Any, _rate: int, decibels: float, _random: Any) -> Any:
    """Return samples whose peaks are cut off, so many dB under the loudest."""
    import numpy as np  # of the extra bench

    most = float(np.abs(samples).max()) / 10 ** (decibels / 20) if len(samples) else 0.0
    return np.clip(samples, -most, most)


def _reverb(samples: Any, rate: int, seconds: float, random: Any) -> Any:
    """Return samples as in a room, whose sound falls by 60 dB in so many seconds; as loud as before."""
    import numpy as np  # of the extra bench

    size = max(1, int(seconds * rate))
    tail = random.standard_normal(size) * 10 ** (-3 * np.arange(size) / size)
    tail *= 1 / np.sqrt((tail**2).sum())  # as much energy as the sound that comes directly
    tail[0] = 1.0
    length = 1 << (len(samples) + size - 1).bit_length()
    wet = np.fft.irfft(np.fft.rfft(samples, length) * np.fft.rfft(tail, length), length)
    wet = wet[: len(samples)]
    before, after = float((samples**2).sum()), float((wet**2).sum())
    return wet * np.sqrt(before / after) if after else wet


def _gaps(samples: Any, rate: int, percent: float, random: Any) -> Any:
    """Return samples of which so many per cent are silent: packets of 20 ms, lost in bursts."""
    import numpy as np  # of the extra bench

    size = max(1, round(_PACKET * rate))
    count = -(-len(samples) // size)
    wanted = min(round(count * percent / 100), count)
    lost = np.zeros(count, bool)
    while int(lost.sum()) < wanted:
        start = int(random.integers(count))
        length = int(random.geometric(1 / _BURST))
        free = np.flatnonzero(~lost[start : start + length]) + start
        lost[free[: wanted - int(lost.sum())]] = True
    return np.where(np.repeat(lost, size)[: len(samples)], 0.0, samples)


KINDS: Final[dict[str, _Kind]] = {
    "telephone": _Kind("1", "", 0, 0, 0, "8 kHz, 300 to 3400 Hz, mu-law", _telephone),
    "noise": _Kind("1", "dB", 10, -20, 60, "pink noise at a signal-to-noise ratio", _noise),
    "clipping": _Kind("1", "dB", 12, 1, 60, "peaks cut off, under the loudest", _clipping),
    "reverb": _Kind("1", "s", 0.6, 0.05, 5, "a room, by its reverberation time", _reverb),
    "gaps": _Kind("1", "%", 5, 0.1, 90, "packets of 20 ms that are lost, in bursts", _gaps),
}
"""Ways to make recordings worse, by name."""
