"""Any program that prints a transcript."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, Final

from mondegreen.errors import UsageError
from mondegreen.providers.audio import LEAST_RATE, MOST_RATE, Audio
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.local import Local
from mondegreen.providers.parameters import refuse_unknown
from mondegreen.providers.transcript import Transcript
from mondegreen.services.secrets import without_secrets

__all__ = ["Command"]

_RATE: Final = 16_000
_KIB: Final = 1024
_WAV: Final = "{wav}"
_LONGEST: Final = 600.0  # seconds
_FOREVER: Final = 1_000_000  # seconds; more than some systems can wait


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
    _running: subprocess.Popen[bytes] | None = None

    @property
    def _arguments(self) -> list[str]:
        try:
            found = shlex.split(self.model)
        except ValueError as error:
            raise UsageError(f"{self.system}: {error}; expected command:PROGRAM {_WAV}") from error
        return found if any(_WAV in each for each in found) else [*found, _WAV]

    def check(self) -> None:
        """See whether the program is there, and whether its parameters can be used.

        Raises:
            UsageError: there is no such program, or a parameter is not known or out of its range.
        """
        super().check()
        chosen = self.chosen.parameters or {}
        refuse_unknown(self.system, chosen, ("rate", "timeout"))
        rate, longest = chosen.get("rate", _RATE), chosen.get("timeout", _LONGEST)
        if type(rate) is not int or not LEAST_RATE <= rate <= MOST_RATE:
            raise UsageError(
                f"{self.system}: parameters: rate={rate!r}: expected samples per second, a whole "
                f"number from {LEAST_RATE:,} to {MOST_RATE:,}"
            )
        if type(longest) not in {int, float} or not 0 < longest < _FOREVER:
            raise UsageError(
                f"{self.system}: parameters: timeout={longest!r}: expected seconds, more than 0 and "
                f"less than {_FOREVER:,}"
            )

    def _find_model(self) -> None:
        program = self._arguments[0]
        if which(program) is None:
            raise UsageError(
                f"{self.system}: no program {program!r} is on this machine; install it, or give its path"
            )

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
                status, out, err = self._ended(arguments, chosen.get("timeout", _LONGEST))
            except subprocess.TimeoutExpired as error:
                reason = f"{engine[0]} was ended after {error.timeout:g} s"
                raise ProviderError("timeout", reason) from error
        if status:
            said = err.decode("utf-8", "replace").strip().rpartition("\n")[2]
            reason = f"{engine[0]} ended with {status}: {said or 'it says nothing'}"
            raise ProviderError("engine", reason)
        try:
            printed = without_secrets(out.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise ProviderError("malformed", f"{engine[0]} printed no UTF-8: {error}") from error
        text = " ".join(printed.split())
        return Transcript(text, (), self.chosen.language, {"text": printed})

    def _ended(self, arguments: list[str], longest: float) -> tuple[int, bytes, bytes]:
        """Return the status of a program, and what it printed.

        Raises:
            TimeoutExpired: it took longer; it and what it began are ended.
        """
        with subprocess.Popen(  # noqa: S603 - the user named the program
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # with a group of its own, which can be ended as a whole
        ) as program:
            self._running = program
            try:
                out, err = program.communicate(timeout=longest)
            except BaseException:
                _end(program)
                raise
            finally:
                self._running = None
        return program.returncode, out, err

    async def __aexit__(self, *error: object) -> None:
        if self._running is not None:  # broken off
            _end(self._running)
        await super().__aexit__(*error)

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


def _end(program: subprocess.Popen[bytes]) -> None:
    """End a program and all that it began in its group; what has ended already stays so."""
    if not hasattr(os, "killpg"):  # Windows has no groups
        program.kill()
        return
    with suppress(ProcessLookupError, PermissionError):  # nothing is left of the group
        os.killpg(program.pid, signal.SIGKILL)
