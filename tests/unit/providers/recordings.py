"""Recordings that tests make: tones and noise in any format."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import soundfile

SUBTYPES = {"MP3": "MPEG_LAYER_III", "OGG": "VORBIS"}


def tone(seconds: float = 0.5, rate: int = 16_000, channels: int = 1, level: float = 0.5) -> Any:
    """Return a tone, an octave higher in each further channel."""
    times = np.arange(int(seconds * rate)) / rate
    columns = [level * np.sin(2 * np.pi * 220 * 2**n * times) for n in range(channels)]
    return np.stack(columns, axis=1).astype(np.float32)


def recorded(
    kind: str = "WAV", *, seconds: float = 0.5, rate: int = 16_000, channels: int = 1, **more: Any
) -> bytes:
    """Return the bytes of a recording."""
    made = io.BytesIO()
    subtype = SUBTYPES.get(kind, "PCM_16")
    soundfile.write(made, tone(seconds, rate, channels, **more), rate, format=kind, subtype=subtype)
    return made.getvalue()
