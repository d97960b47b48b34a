"""A folder of short recordings, and systems that answer at once."""

from __future__ import annotations

import json
import wave
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mondegreen.bench import config
from mondegreen.errors import counted
from mondegreen.providers import Billing, Call, Capabilities, ProviderError, Transcript
from mondegreen.services.consent import notice

if TYPE_CHECKING:
    import pytest

WORDS = ("ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine")


def write_wav(path: Path, seed: int = 0, seconds: float = 0.1, level: int = 10000) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    frames = b"".join(
        (((at + 1) * (seed + 7) * 31) % (2 * level + 1) - level).to_bytes(2, "little", signed=True)
        for at in range(int(16000 * seconds))
    )
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(frames)
    return path


def recordings(folder: Path, count: int = 4) -> Path:
    """Make ``count`` recordings with texts next to them; return the folder."""
    for at in range(count):
        write_wav(folder / f"r{at:03}.wav", at)
        words = " ".join(WORDS[(at + each) % 10] for each in range(3))
        (folder / f"r{at:03}.txt").write_text(f"{words}\n", "utf-8")
    return folder


@dataclass
class Fake:
    """Says what is next to the recording, or what it was told."""

    name: str = "fake"
    model: str = "good"
    host: str | None = None
    concurrency: int = 2
    asked: list[str] = field(default_factory=list)
    says: Any = None
    billing: Billing | None = None

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(billing=self.billing)

    @property
    def system(self) -> str:
        return f"{self.name}:{self.model}"

    tell: Any = None

    def announce(self, recordings: int, kept: str) -> None:
        what = counted(recordings, "recording")
        self.tell(notice(what, self.host or "", self.system, kept))

    def check(self) -> None:
        pass

    def settings(self) -> dict[str, Any]:
        return {}

    def conditions(self) -> dict[str, Any]:
        return {"device": "cpu"}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    async def transcribe(self, audio: Any) -> Transcript:
        stem = Path(audio.name).stem
        self.asked.append(stem)
        said = self.says(stem) if self.says else Path(audio.name).with_suffix(".txt").read_text()
        if isinstance(said, ProviderError):
            raise said
        return Transcript(said.strip(), call=Call(0.5, cpu_seconds=1.0, charged=1))


def install(monkeypatch: pytest.MonkeyPatch, *fakes: Fake) -> None:
    known = {fake.system: fake for fake in fakes}
    monkeypatch.setattr(config, "make", lambda spec, **_options: known[spec])


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
