"""Any program that prints a transcript."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, Final

from mondegreen.errors import UsageError
from mondegreen.providers.audio import Audio
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.local import Local
from mondegreen.providers.provider import Transcript

__all__ = ["Command"]

_RATE: Final = 16_000
_KIB: Final = 1024
_WAV: Final = "{wav}"
_LONGEST: Final = 600.0  # seconds


class Command(Local):
    """``command:PROGRAM {wav}``: what the program prints is the text, its lines joined by spaces.

    ``{wav}`` is a wav file of 16 bits, 16 kHz and one channel (``parameters={"rate": 8000}`` for another
    rate); without it the file is the last argument. No shell is used. A program that prints nothing
    and ends with 0 understood nothing; another exit status is a failure, with its last line on standard
    error as the reason. ``parameters={"timeout": 60}`` ends it after a minute; the default is ten.
    """

    name = "command"
    about = "any program on this machine that prints the text"
    takes_model = "PROGRAM {wav}"
    proven = True
    needs = "the program"

    @property
    def _arguments(self) -> list[str]:
        try:
            found = shlex.split(self.model)
        except ValueError as error:
            raise UsageError(f"{self.system}: {error}; expected command:PROGRAM {_WAV}") from error
        return found if any(_WAV in each for each in found) else [*found, _WAV]

    def _find_model(self) -> None:
        program = self._arguments[0]
        if which(program) is None:
            raise UsageError(f"{self.system}: no program {program!r} is on this machine")

    def _load(self) -> Any:
        return self._arguments

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        chosen = self.chosen.parameters or {}
        samples = audio.samples(chosen.get("rate", _RATE), channel=self.chosen.channel)
        with TemporaryDirectory(prefix="mondegreen-") as folder:
            wav = Path(folder, "recording.wav")
            made = Audio.of_samples(samples, chosen.get("rate", _RATE), audio.name)
            wav.write_bytes(made.stored)
            arguments = [each.replace(_WAV, str(wav)) for each in engine]
            try:
                done = subprocess.run(  # noqa: S603 - the user named the program
                    arguments,
                    check=False,
                    capture_output=True,
                    stdin=subprocess.DEVNULL,
                    timeout=chosen.get("timeout", _LONGEST),
                )
            except subprocess.TimeoutExpired as error:
                reason = f"{engine[0]} was ended after {error.timeout:g} s"
                raise ProviderError("timeout", reason) from error
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
            reason = f"{engine[0]} ended with {done.returncode}: {said or 'it says nothing'}"
            raise ProviderError("engine", reason)
        try:
            printed = done.stdout.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ProviderError("malformed", f"{engine[0]} printed no UTF-8: {error}") from error
        text = " ".join(printed.split())
        return Transcript(text, (), self.chosen.language, {"text": printed})

    def _peak_ram(self) -> int | None:
        """Return the memory of the largest program that ended so far; ``None`` where nobody says."""
        try:
            from resource import RUSAGE_CHILDREN, getrusage  # of Unix
        except ImportError:
            return None
        largest = getrusage(RUSAGE_CHILDREN).ru_maxrss
        return largest if sys.platform == "darwin" else largest * _KIB

    def _cpu_seconds(self) -> float:
        used = os.times()
        return used.children_user + used.children_system
