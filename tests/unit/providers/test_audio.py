"""Recordings: what is read, how it is resampled, and what is said of files that are none."""

from __future__ import annotations

import gzip
import os
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
import pytest
from recordings import recorded, tone

from mondegreen.providers import Audio, AudioError

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = {"WAV": ".wav", "FLAC": ".flac", "OGG": ".ogg", "MP3": ".mp3"}


@pytest.mark.parametrize("kind", SUFFIX)
@pytest.mark.parametrize(("rate", "channels"), [(16_000, 1), (8_000, 2), (44_100, 1)])
def test_what_is_read(tmp_path: Path, kind: str, rate: int, channels: int) -> None:
    stored = recorded(kind, seconds=1, rate=rate, channels=channels)
    path = tmp_path / f"clip{SUFFIX[kind]}"
    path.write_bytes(stored)
    for audio in (Audio.open(path), Audio.of_bytes(stored, "a column")):
        assert (audio.format, audio.rate, audio.channels) == (kind, rate, channels)
        assert audio.duration == pytest.approx(1, abs=0.1)
        assert audio.sha256 == sha256(stored).hexdigest()
        assert audio.stored == stored
        assert audio.media_type
        assert not audio.is_silent


def test_raw_samples(tmp_path: Path) -> None:
    samples = (tone(0.25)[:, 0] * 32767).astype("<i2")
    (tmp_path / "clip.pcm").write_bytes(samples.tobytes())
    audio = Audio.open(tmp_path / "clip.pcm")
    assert (audio.format, audio.rate, audio.channels, audio.duration) == ("PCM", 16_000, 1, 0.25)
    assert audio.media_type is None
    again = Audio.of_bytes(audio.wav(), "again.wav")
    np.testing.assert_allclose(again.samples(), audio.samples(), atol=1e-4)


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 44_100, 48_000])
def test_resampling_keeps_length_and_pitch(rate: int) -> None:
    audio = Audio.of_bytes(recorded("FLAC", seconds=1, rate=rate), "tone.flac")
    found = audio.samples(16_000)
    assert found.dtype == np.float32
    assert len(found) == pytest.approx(16_000, abs=2)
    peak = np.argmax(np.abs(np.fft.rfft(found))) * 16_000 / len(found)
    assert peak == pytest.approx(220, abs=2)
    whole = audio.samples(16_000, kind="int16")
    assert whole.dtype == np.int16
    assert abs(int(whole.max()) - 16_384) < 400


def test_channels_are_named() -> None:
    audio = Audio.of_bytes(recorded(channels=2), "call.wav")
    with pytest.raises(AudioError, match=r"call\.wav: has 2 channels, expected one"):
        audio.samples()
    with pytest.raises(AudioError, match="expected channel 2"):
        audio.samples(channel=2)
    left, right = (audio.samples(channel=at) for at in (0, 1))
    assert not np.allclose(left, right)
    np.testing.assert_allclose(audio.samples(channel="mix"), (left + right) / 2, atol=1e-6)
    assert Audio.of_bytes(audio.wav(8_000), "x").channels == 2
    assert Audio.of_bytes(audio.wav(channel=1), "x").channels == 1


NONE_OF_THEM = [
    ("clip.wav", b"", r"clip\.wav: is empty \(0 bytes\); expected wav, flac, ogg or mp3"),
    ("clip.pcm", b"", "is empty"),
    ("clip.wav", b"<!doctype html><title>Sign in</title>", "looks like a page of HTML"),
    ("clip.wav", b'{"error": "not found"}', "looks like JSON"),
    ("clip.flac", b"version https://git-lfs.github.com/spec/v1\noid", "git lfs pull"),
    ("clip.wav", b"hello, this is no sound at all", "is no recording but text"),
    ("clip.m4a", b"\0\0\0\x20ftypM4A \0\0\0\0", "is MPEG-4"),
    ("clip.webm", b"\x1aE\xdf\xa3\x01\0\0\0", "Matroska or WebM; convert it"),
    ("clip.wav", bytes(range(128, 200)), "it begins with 80 81"),
    ("clip.wav", b"RIFF\x10\0\0\0WAVEjunk", "a wav file that is damaged"),
    ("clip.wav", gzip.compress(b"x", mtime=0), "looks like gzip"),
    ("clip.pcm", b"\0\0\0", "expected an even number"),
    ("clip.pcm", recorded(), "is a file with a header and no raw samples"),
]


@pytest.mark.parametrize(("name", "stored", "says"), NONE_OF_THEM)
def test_what_is_no_recording_is_said(tmp_path: Path, name: str, stored: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(stored)
    for read in (lambda: Audio.open(tmp_path / name), lambda: Audio.of_bytes(stored, name)):
        with pytest.raises(AudioError, match=says) as found:
            read()
        assert found.value.status == "audio"
        assert name in str(found.value)


def test_files_that_are_not_there_or_change(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="cannot be read: No such file"):
        Audio.open(tmp_path / "none.wav")
    with pytest.raises(AudioError, match="is no regular file"):
        Audio.open(tmp_path)
    path = tmp_path / "clip.wav"
    path.write_bytes(recorded())
    audio = Audio.open(path)
    path.write_bytes(recorded(level=0.1))
    with pytest.raises(AudioError, match="has changed since"):
        audio.samples()


def test_a_wav_without_samples_and_odd_rates() -> None:
    with pytest.raises(AudioError, match="has no samples"):
        Audio.of_bytes(recorded(seconds=0), "none.wav")
    with pytest.raises(AudioError, match="1,000 samples per second, expected 2,000 to"):
        Audio.of_bytes(recorded(rate=1_000), "slow.wav")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("kind", SUFFIX)
def test_what_was_cut_short_is_read_or_refused(kind: str, share: float) -> None:
    stored = recorded(kind, seconds=2)
    found, reason = 1, "cut.x"
    try:
        found = len(Audio.of_bytes(stored[: int(len(stored) * share)], "cut.x").samples())
    except AudioError as error:
        reason = error.reason
    assert 0 < found <= 32_000 * 1.1
    assert "cut.x" in reason


def test_silence() -> None:
    silent = Audio.of_bytes(recorded(level=0), "quiet.wav")
    assert silent.is_silent
    with pytest.raises(AudioError, match=r"quiet\.wav: is silent \(0\.50 s"):
        silent.refuse_silence()
    Audio.of_bytes(recorded(level=0.01), "low.wav").refuse_silence()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="of Unix")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "link to a pipe"])
def test_what_is_no_regular_file_is_never_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.wav"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(tmp_path / "pipe")
        path.symlink_to("pipe")
    with pytest.raises(AudioError, match="is no regular file"):
        Audio.open(path)


def test_a_file_that_became_a_pipe_is_never_read(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(recorded("WAV", seconds=1))
    audio = Audio.open(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(AudioError, match="is no regular file"):
        audio.samples()


def test_a_path_with_a_nul() -> None:
    with pytest.raises(AudioError, match="no path of a file"):
        Audio.open("rec/bank\0.flac")
