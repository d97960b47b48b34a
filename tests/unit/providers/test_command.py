"""Programs that print a transcript."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from recordings import recorded

from mondegreen.errors import UsageError
from mondegreen.providers import Audio, ProviderError, Transcript, make

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


BEGINS = """
import os, subprocess, sys, time
began = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
with open({file!r}, "w") as file:
    file.write(f"{{os.getpid()}} {{began.pid}}")
time.sleep({seconds})
"""


def is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
        found = Path(f"/proc/{number}/stat").read_text("utf-8")
    except OSError:
        return False
    return found.rpartition(")")[2].split()[0] != "Z"


def all_end(numbers: list[int]) -> bool:
    for _ in range(100):
        if not any(map(is_running, numbers)):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="sees processes in /proc")
@pytest.mark.parametrize("seconds", [300, 0])
def test_what_a_program_began_does_not_outlive_its_timeout(tmp_path: Path, seconds: int) -> None:
    file = tmp_path / "numbers"
    source = BEGINS.format(file=str(file), seconds=seconds)
    with pytest.raises(ProviderError, match="was ended after 4 s"):
        run(tmp_path, source, parameters={"timeout": 4})
    numbers = [*map(int, file.read_text().split())]
    assert len(numbers) == 2
    assert all_end(numbers)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="sees processes in /proc")
def test_what_a_program_began_does_not_outlive_an_interruption(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    source = tmp_path / "program.py"
    source.write_text(BEGINS.format(file=str(file), seconds=300))

    async def one() -> None:
        async with make(f"command:{sys.executable} '{source}' {{wav}}") as provider:
            waiting = asyncio.create_task(provider.transcribe(AUDIO))
            while not (file.exists() and len(file.read_text().split()) == 2):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting

    begun = time.monotonic()
    asyncio.run(one())
    assert time.monotonic() - begun < 60
    assert all_end([*map(int, file.read_text().split())])


def test_keys_that_a_program_prints_are_struck_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPGRAM_API_KEY", "a1b2c3d4e5f6a7b8c9d0")
    source = "import os; print('so', os.environ['DEEPGRAM_API_KEY'])"
    found = run(tmp_path, source)
    assert found.text == "so [DEEPGRAM_API_KEY]"
    assert "a1b2" not in json.dumps(found.raw)


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"rate": "x"}, "rate='x': expected samples per second"),
        (
            {"rate": -5},
            "rate=-5: expected samples per second, a whole number from 2,000 to 768,000",
        ),
        ({"rate": 1}, "rate=1: expected"),
        ({"rate": True}, "rate=True: expected"),
        ({"rate": 8000.5}, "rate=8000.5: expected"),
        ({"rate": None}, "rate=None: expected"),
        ({"timeout": "x"}, "timeout='x': expected seconds, more than 0"),
        ({"timeout": 0}, "timeout=0: expected"),
        ({"timeout": float("nan")}, "timeout=nan: expected"),
        ({"timeout": float("inf")}, "timeout=inf: expected"),
    ],
)
def test_parameters_out_of_their_range(parameters: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make(f"command:{sys.executable} {{wav}}", parameters=parameters).check()
