"""Programs that print a transcript."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from recordings import recorded

from mondegreen.errors import UsageError
from mondegreen.providers import Audio, ProviderError, Transcript, make

if TYPE_CHECKING:
    from pathlib import Path

AUDIO = Audio.of_bytes(recorded("FLAC", seconds=1, rate=44_100), "clip.flac")


def run(
    folder: Path, source: str, after: str = " {wav}", audio: Audio = AUDIO, **more: Any
) -> Transcript:
    (folder / "a program.py").write_text(source)
    system = f"command:{sys.executable} '{folder / 'a program.py'}'{after}"

    async def one() -> Transcript:
        async with make(system, **more) as provider:
            return await provider.transcribe(audio)

    return asyncio.run(one())


LOOK = """
import json, sys, wave
with wave.open(sys.argv[-1]) as wav:
    print(json.dumps([wav.getframerate(), wav.getnchannels(), wav.getsampwidth(), sys.argv[1:-1]]))
"""


@pytest.mark.parametrize("after", [" {wav}", "", " -f {wav}"])
def test_a_program_gets_a_wav_file(tmp_path: Path, after: str) -> None:
    found = json.loads(run(tmp_path, LOOK, after).text)
    assert found == [16_000, 1, 2, ["-f"] if "-f" in after else []]


def test_another_rate(tmp_path: Path) -> None:
    assert json.loads(run(tmp_path, LOOK, parameters={"rate": 8_000}).text)[0] == 8_000


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("print('so it goes')", "so it goes"),
        ("print('so it\\n\\n  goes\\t on')", "so it goes on"),
        ("import sys; sys.stdout.buffer.write('naïve'.encode())", "naïve"),
        ("import sys; print('note', file=sys.stderr)", ""),
        ("", ""),
    ],
)
def test_what_it_prints_is_the_text(tmp_path: Path, source: str, text: str) -> None:
    found = run(tmp_path, source)
    assert found.text == text
    assert found.call.cpu_seconds is not None
    assert found.call.cpu_seconds >= 0


@pytest.mark.parametrize(
    ("source", "status", "says"),
    [
        ("import sys; print('so it'); sys.exit(3)", "engine", "ended with 3: it says nothing"),
        ("import sys; sys.exit('first\\nno model')", "engine", "ended with 1: no model"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "engine", "ended with -9"),
        ("import sys; sys.stdout.buffer.write(b'na\\xefve')", "malformed", "printed no UTF-8"),
        ("import time; time.sleep(60)", "timeout", "was ended after 0.3 s"),
    ],
)
def test_a_program_that_fails_is_no_text(
    tmp_path: Path, source: str, status: str, says: str
) -> None:
    with pytest.raises(ProviderError, match=says) as found:
        run(tmp_path, source, parameters={"timeout": 0.3 if status == "timeout" else 30})
    assert found.value.status == status
    assert found.value.call is not None


def test_no_shell_is_used(tmp_path: Path) -> None:
    audio = Audio.of_bytes(AUDIO.stored, "$(touch here); clip.flac")
    run(tmp_path, "print('so')", " {wav} ; touch here", audio=audio)
    assert [path.name for path in tmp_path.iterdir()] == ["a program.py"]


def test_programs_that_are_not_there() -> None:
    with pytest.raises(UsageError, match="no program 'no-such-recogniser' is on this machine"):
        make("command:no-such-recogniser {wav}").check()
    with pytest.raises(UsageError, match="No closing quotation"):
        make("command:program 'x").check()
