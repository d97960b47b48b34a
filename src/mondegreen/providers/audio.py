"""Recordings: read, checked and resampled, with errors that say what a file really is."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Final, Literal

from mondegreen.errors import MissingDependencyError
from mondegreen.providers.failure import AudioError

if TYPE_CHECKING:
    import numpy as np

__all__ = ["LEAST_RATE", "MOST_RATE", "SUFFIXES", "Audio"]

SUFFIXES: Final = (".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".pcm")
"""Endings of files that are read as recordings."""

_EXPECTED: Final = "expected wav, flac, ogg or mp3, or raw samples as NAME.pcm"
_RAW_RATE: Final = 16_000
_RAW_WIDTH: Final = 2
LEAST_RATE: Final = 2_000
"""The fewest samples per second of a recording."""

MOST_RATE: Final = 768_000
"""The most samples per second of a recording."""

_SILENT: Final = 1e-4  # of full scale, which is -80 dBFS
_MEDIA: Final = {
    "WAV": "audio/wav", "WAVEX": "audio/wav", "RF64": "audio/wav", "FLAC": "audio/flac",
    "OGG": "audio/ogg", "MP3": "audio/mpeg",
}  # fmt: skip
_SUFFIX: Final = {
    "audio/wav": ".wav",
    "audio/flac": ".flac",
    "audio/ogg": ".ogg",
    "audio/mpeg": ".mp3",
}
# How files begin that are taken for recordings and are none that can be read.
_LOOKS: Final = (
    (b"<", "a page of HTML or XML"),
    (b"{", "JSON"),
    (b"version https://git-lfs", "a pointer of Git LFS; fetch the file with: git lfs pull"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "gzip"),
    (b"\x1aE\xdf\xa3", "Matroska or WebM; convert it: ffmpeg -i FILE FILE.flac"),
    (b"NIST_1A", "NIST SPHERE, packed in a way that cannot be read; convert it with sph2pipe"),
    (b"#!AMR", "AMR; convert it: ffmpeg -i FILE FILE.flac"),
    (b"0&\xb2u", "Windows Media; convert it: ffmpeg -i FILE FILE.flac"),
)
_BOX: Final = slice(4, 8)  # where a file of the MPEG-4 family says so


@dataclass(frozen=True)
class Audio:
    """One recording. Its bytes are kept as they are stored, and are read again when they are needed.

    Attributes:
        name: the file as the user named it, or what the bytes are called.
        path: the file, if it is one.
        sha256: of the bytes as stored.
        rate: samples per second.
        channels: how many.
        duration: in seconds.
        format: as libsndfile names it: ``WAV``, ``FLAC``, ``OGG``, ``MP3``, or ``PCM`` for raw samples.
        speech_end: when the speech ends, in seconds, if the dataset says so.

    >>> audio = Audio.of_bytes(bytes(32000), "silence.pcm")
    >>> audio.rate, audio.channels, audio.duration, audio.is_silent
    (16000, 1, 1.0, True)
    """

    name: str
    path: Path | None
    sha256: str
    rate: int
    channels: int
    duration: float
    format: str
    speech_end: float | None = field(default=None, kw_only=True, compare=False)
    _stored: bytes | None = field(default=None, repr=False, compare=False)

    @classmethod
    def open(cls, path: str | Path) -> Audio:
        """Return the recording in a file.

        Raises:
            AudioError: it is missing, empty, no regular file, or no recording that can be read.
        """
        return cls._of(_bytes_of(Path(path), str(path)), str(path), Path(path))

    @classmethod
    def of_bytes(cls, stored: bytes, name: str) -> Audio:
        """Return a recording that is no file of its own, as in a table; ``name`` may end in ``.pcm``.

        Raises:
            AudioError: it is empty, or no recording that can be read.
        """
        return cls._of(stored, name, None)

    @classmethod
    def of_samples(cls, samples: np.ndarray[Any, Any], rate: int, name: str) -> Audio:
        """Return a recording of samples from -1 to 1, as a wav file of 16 bits."""
        made = io.BytesIO()
        _soundfile(name).write(made, samples, rate, format="WAV", subtype="PCM_16")
        return cls._of(made.getvalue(), name, None)

    @classmethod
    def _of(cls, stored: bytes, name: str, path: Path | None) -> Audio:
        if not stored:
            raise AudioError(name, f"is empty (0 bytes); {_EXPECTED}")
        digest = sha256(stored).hexdigest()
        kept = stored if path is None else None
        if name.lower().endswith(".pcm"):
            frames = _raw_frames(stored, name)
            return cls(name, path, digest, _RAW_RATE, 1, frames / _RAW_RATE, "PCM", kept)
        soundfile = _soundfile(name)
        try:
            info = soundfile.info(_Stored(stored))
        except soundfile.LibsndfileError as error:
            raise AudioError(name, f"{_looks(stored)}; {_EXPECTED}") from error
        if not info.frames:
            raise AudioError(name, f"has no samples ({info.format}, {len(stored):,} bytes)")
        if not LEAST_RATE <= info.samplerate <= MOST_RATE:
            raise AudioError(
                name,
                f"says that it has {info.samplerate:,} samples per second, expected "
                f"{LEAST_RATE:,} to {MOST_RATE:,}; its header may be damaged",
            )
        rate, channels = info.samplerate, info.channels
        return cls(name, path, digest, rate, channels, info.frames / rate, info.format, kept)

    @property
    def stored(self) -> bytes:
        """The bytes as stored.

        Raises:
            AudioError: the file has changed, or is gone.
        """
        if self._stored is not None or self.path is None:
            return self._stored or b""
        found = _bytes_of(self.path, self.name)
        if sha256(found).hexdigest() != self.sha256:
            raise AudioError(self.name, "has changed since it was first read; begin a new run")
        return found

    @property
    def media_type(self) -> str | None:
        """The MIME type of the bytes, if it is one that vendors take."""
        return _MEDIA.get(self.format)

    @property
    def file_name(self) -> str:
        """A plain name with the right ending, which some vendors go by; it says nothing of yours."""
        return "audio" + _SUFFIX.get(self.media_type or "", ".bin")

    @property
    def is_silent(self) -> bool:
        """Whether there is nothing above -80 dBFS."""
        return not bool((abs(self._decoded()) > _SILENT).any())

    def refuse_silence(self) -> None:
        """Refuse a recording in which nothing can be heard.

        Raises:
            AudioError: it is silent.
        """
        if self.is_silent:
            raise AudioError(
                self.name,
                f"is silent ({self.duration:.2f} s, nothing above -80 dBFS), expected speech",
            )

    def samples(
        self,
        rate: int = 16_000,
        *,
        kind: Literal["float32", "int16"] = "float32",
        channel: int | Literal["mix"] | None = None,
    ) -> np.ndarray[Any, Any]:
        """Return one channel as an array.

        Args:
            rate: samples per second; others are resampled (soxr, high quality).
            kind: of the samples: -1 to 1, or -32768 to 32767.
            channel: which channel, from 0, or ``mix`` for the mean of all; needed if there are several.

        Raises:
            AudioError: it has several channels and none is named, or not so many; or it is damaged.
        """
        import numpy as np  # of the extra bench

        found = self._decoded()
        if channel == "mix":
            mono = found.mean(axis=1)
        elif channel is None and self.channels > 1:
            raise AudioError(
                self.name,
                f"has {self.channels} channels, expected one: the model takes mono; choose one "
                "with channel = 0, or mix them with channel = 'mix', in the options of the system",
            )
        elif channel is not None and channel >= self.channels:
            raise AudioError(
                self.name, f"has {self.channels} channels, expected channel {channel} (from 0)"
            )
        else:
            mono = found[:, channel or 0]
        if rate != self.rate:
            import soxr  # of the extra bench

            mono = soxr.resample(mono, self.rate, rate)
        made: np.ndarray[Any, Any] = np.ascontiguousarray(mono, dtype=np.float32)
        if kind == "int16":
            return np.asarray((np.clip(made, -1, 1) * 32767).round(), dtype=np.int16)
        return made

    def wav(self, rate: int | None = None, *, channel: int | Literal["mix"] | None = None) -> bytes:
        """Return it as a wav file of 16-bit samples: all channels, or one at another rate.

        Raises:
            AudioError: as `samples`.
        """
        soundfile = _soundfile(self.name)
        if rate in (None, self.rate) and channel is None:
            found: Any = self._decoded()
        elif self.channels > 1 and channel is None:
            import numpy as np  # of the extra bench

            each = [self.samples(rate or self.rate, channel=at) for at in range(self.channels)]
            found = np.stack(each, axis=1)
        else:
            found = self.samples(rate or self.rate, channel=channel)
        made = io.BytesIO()
        soundfile.write(made, found, rate or self.rate, format="WAV", subtype="PCM_16")
        return made.getvalue()

    def _decoded(self) -> np.ndarray[Any, Any]:
        """Return all samples: an array of frames by channels, -1 to 1."""
        import numpy as np  # of the extra bench

        if self.format == "PCM":
            return (np.frombuffer(self.stored, "<i2").astype(np.float32) / 32768).reshape(-1, 1)
        soundfile = _soundfile(self.name)
        try:
            found, _ = soundfile.read(_Stored(self.stored), dtype="float32", always_2d=True)
        except (soundfile.LibsndfileError, RuntimeError) as error:
            raise AudioError(self.name, f"is damaged: {error}; expected {self.format}") from error
        if not found.size:
            raise AudioError(self.name, f"is damaged: no samples; expected {self.format}")
        made: np.ndarray[Any, Any] = found
        return made


class _Stored(io.BytesIO):
    """Bytes that stay where they are if a broken header says to go before their beginning.

    An error of `seek` would be printed as a traceback: libsndfile, which asks, cannot take it.
    """

    def seek(self, offset: int, whence: int = 0, /) -> int:
        try:
            return super().seek(offset, whence)
        except (ValueError, OverflowError):
            return self.tell()


def _bytes_of(path: Path, name: str) -> bytes:
    """Return what is in a file; pipes, which never end, and devices and folders are refused.

    Raises:
        AudioError: it cannot be read, or is no regular file.
    """
    try:
        if not S_ISREG(path.stat().st_mode):
            raise AudioError(name, f"is no regular file; {_EXPECTED}")
        return path.read_bytes()
    except OSError as error:
        raise AudioError(name, f"cannot be read: {error.strerror}") from error
    except ValueError as error:  # a NUL in a path
        raise AudioError(name, f"cannot be read: no path of a file ({error})") from error


def _raw_frames(stored: bytes, name: str) -> int:
    """Return how many samples raw bytes are.

    Raises:
        AudioError: they have a header, or half a sample.
    """
    if stored.startswith((b"RIFF", b"fLaC", b"OggS", b"ID3")):
        raise AudioError(
            name,
            "is a file with a header and no raw samples; name it .wav, .flac, .ogg or .mp3 as it is",
        )
    if len(stored) % _RAW_WIDTH:
        raise AudioError(
            name,
            f"has {len(stored):,} bytes, expected an even number: samples of 16 bits, little-endian, "
            "mono, 16,000 per second",
        )
    return len(stored) // _RAW_WIDTH


def _looks(stored: bytes) -> str:
    """Return what bytes that cannot be read seem to be."""
    if stored[_BOX] == b"ftyp":
        return "is MPEG-4 (m4a, mp4), which cannot be read; convert it: ffmpeg -i FILE FILE.flac"
    head = stored[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    for mark, what in _LOOKS:
        if head.startswith(mark):
            return f"is no recording but looks like {what}"
    if stored.startswith(b"RIFF"):
        return "is a wav file that is damaged, or packed in a way that cannot be read"
    if head and head.decode("utf-8", "ignore").isprintable() and head.isascii():
        return f"is no recording but text ({head[:20].decode('ascii')!r} ...)"
    return f"is no recording that can be read (it begins with {stored[:8].hex(' ')})"


def _soundfile(name: str) -> Any:
    try:
        import soundfile  # of the extra bench
    except (ImportError, OSError) as error:  # OSError: libsndfile itself is missing
        raise MissingDependencyError("soundfile", "bench", f"reading {name}") from error
    return soundfile
