"""Recordings are played by whatever program is there; where there is none, one says so."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, Final

from mondegreen.providers.audio import Audio
from mondegreen.providers.failure import AudioError

__all__ = ["PLAYERS", "Player"]

PLAYERS: Final = (
    "ffplay -nodisp -autoexit -loglevel error",
    "mpv --no-video --really-quiet",
    "play -q",
    "afplay",
    "pw-play",
    "paplay",
    "aplay -q",
)
"""Programs that play a wav file, the first that is there is taken."""

_SOON: Final = 0.4  # seconds in which a program that cannot play mostly ends


@dataclass
class Player:
    """Plays one recording at a time.

    Args:
        command: a program with its options; the file is its last argument. Empty for the first one
            of `PLAYERS` that is there.
    """

    command: str = ""
    _running: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _file: IO[bytes] | None = field(default=None, repr=False)

    def words(self) -> list[str]:
        """Return the program with its options; empty if there is none."""
        if self.command:
            return shlex.split(self.command)
        return next((each.split() for each in PLAYERS if shutil.which(each.split()[0])), [])

    def play(self, path: str) -> str:
        """Play a recording from its start; return what went wrong, empty if nothing did."""
        self.stop()
        words = self.words()
        if not words:
            return "no player is installed here; listen to the file elsewhere"
        try:
            wav = Audio.open(Path(path)).wav()
        except AudioError as error:
            return str(error)
        self._file = NamedTemporaryFile(suffix=".wav")  # noqa: SIM115 - closed when it stops
        self._file.write(wav)
        self._file.flush()
        quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        try:
            self._running = subprocess.Popen(  # noqa: S603 - the user's own program
                [*words, self._file.name], stderr=subprocess.PIPE, **quiet
            )
        except OSError as error:
            return f"{words[0]} cannot be run: {error.strerror}"
        try:
            _, said = self._running.communicate(timeout=_SOON)
        except subprocess.TimeoutExpired:
            return ""
        line = " ".join(os.fsdecode(said).split())
        status = self._running.returncode
        return f"{words[0]} ended with status {status}: {line}" if status else ""

    def stop(self) -> None:
        """End what is being played."""
        if self._running is not None and self._running.poll() is None:
            self._running.kill()
            self._running.communicate()
        if self._file is not None:
            self._file.close()
        self._running = self._file = None
