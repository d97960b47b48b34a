"""Observations of a bench that are replayed: the same texts and failures, and nobody is asked."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from recordings import recorded

from mondegreen.errors import UsageError
from mondegreen.providers import Audio, ProviderError, Transcript, make
from mondegreen.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

CLIPS = {name: recorded(seconds=0.1 + at / 10) for at, name in enumerate("abcd")}
DIGESTS = {name: sha256(data).hexdigest() for name, data in CLIPS.items()}
WORDS = [
    {"text": "so", "start": 0.1, "end": 0.5, "confidence": 0.9, "speaker": "A"},
    {"text": "it"},
]


def observe(path: Path, system: str, dataset: str, rows: list[dict[str, Any]]) -> None:
    provider, _, model = system.partition(":")
    with open_store(path) as store:
        kept = store.observations
        named = {"dataset": dataset, "name": dataset}
        kept.add_dataset(
            named, [{"sample_id": s, "dataset": dataset, "sha256": d} for s, d in DIGESTS.items()]
        )
        about = {"system": system, "provider": provider, "model_name": model, "options": "{}"}
        kept.add_system(about)
        for row in rows:
            about = {"dataset": dataset, "system": system, "repeat": 0, "service_name": provider}
            kept.put({**about, "status": "ok", **row})


def replayed(system: str, clip: str, name: str) -> Transcript:
    async def one() -> Transcript:
        async with make(system) as provider:
            return await provider.transcribe(Audio.of_bytes(CLIPS[clip], name))

    return asyncio.run(one())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "old.db"
    first = {"sample_id": "a", "transcription": "so it", "words": json.dumps(WORDS)}
    bad = {"sample_id": "b", "status": "rate-limited", "error": "too many", "seconds": 3.0}
    empty = {"sample_id": "c", "transcription": "", "raw": '{"text": ""}', "language": "en"}
    observe(path, "deepgram:nova-3", "one@1", [{**first, "money": "0.1"}, bad, empty])
    return path


def test_the_same_recording_has_the_same_transcript_under_any_name(path: Path) -> None:
    found = replayed(f"replay:{path}", "a", name="other/name.flac")
    assert found.text == "so it"
    assert [(w.text, w.start, w.end, w.confidence, w.speaker) for w in found.words] == [
        ("so", 0.1, 0.5, 0.9, "A"),
        ("it", None, None, None, None),
    ]
    assert (found.call.seconds, found.call.cpu_seconds, found.call.requests) == (0.0, None, 0)
    found = replayed(f"replay:{path}", "c", name="c.wav")
    assert (found.text, found.raw, found.language) == ("", {"text": ""}, "en")


def test_failures_are_failures_again(path: Path) -> None:
    with pytest.raises(ProviderError, match="too many") as failed:
        replayed(f"replay:{path}", "b", name="b.wav")
    assert failed.value.status == "rate-limited"
    assert not failed.value.stops
    with pytest.raises(ProviderError, match=r"sha256 of d\.wav") as failed:
        replayed(f"replay:{path}", "d", name="d.wav")
    assert failed.value.status == "missing"


def test_the_newest_attempt_of_the_first_repeat_counts(path: Path) -> None:
    system = "deepgram:nova-3"
    observe(path, system, "one@1", [{"sample_id": "a", "transcription": "x", "repeat": 1}])
    assert replayed(f"replay:{path}", "a", name="a").text == "so it"
    observe(path, system, "one@1", [{"sample_id": "a", "status": "server", "error": "500"}])
    with pytest.raises(ProviderError, match="500"):
        replayed(f"replay:{path}", "a", name="a")
    observe(path, system, "two@2", [{"sample_id": "a", "transcription": "so it goes"}])
    assert replayed(f"replay:{path}", "a", name="a").text == "so it goes"


def test_what_it_can_do_is_what_the_system_can_do_and_it_costs_nothing(path: Path) -> None:
    can = make(f"replay:{path}").capabilities
    assert (can.word_times, can.speakers, can.billing) == (True, True, None)
    assert make("replay:nowhere.db").capabilities.word_times is False


def test_which_system_is_meant(path: Path, tmp_path: Path) -> None:
    observe(path, "vosk:small", "one@1", [{"sample_id": "a", "transcription": "sow it"}])
    with pytest.raises(UsageError, match=r"several systems.*deepgram:nova-3, vosk:small.*#SYSTEM"):
        make(f"replay:{path}").check()
    with pytest.raises(UsageError, match=r"no system 'vosk'.*Did you mean 'vosk:small'"):
        make(f"replay:{path}#vosk").check()
    assert replayed(f"replay:{path}#vosk:small", "a", name="a").text == "sow it"
    assert replayed(f"replay:{path}#deepgram:nova-3", "a", name="a").text == "so it"
    odd = tmp_path / "old#1.db"
    odd.write_bytes(path.read_bytes())
    with pytest.raises(UsageError, match="several systems"):
        make(f"replay:{odd}").check()


@pytest.mark.parametrize(
    ("content", "problem"),
    [(None, "no such file"), (b"some text", "is not a store"), (b"", "has no systems")],
)
def test_what_is_no_database_with_observations(
    tmp_path: Path, content: bytes | None, problem: str
) -> None:
    path = tmp_path / "x.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=problem):
        make(f"replay:{path}").check()
    assert path.exists() == (content is not None)


def test_recordings_without_digests_cannot_be_found_again(tmp_path: Path) -> None:
    with open_store(tmp_path / "x.db") as store:
        store.observations.add_system({"system": "s", "provider": "s", "options": "{}"})
        named = {"dataset": "d", "name": "d"}
        store.observations.add_dataset(named, [{"sample_id": "a", "dataset": "d"}])
        row = {"dataset": "d", "sample_id": "a", "system": "s", "repeat": 0}
        store.observations.put({**row, "service_name": "s", "status": "ok", "transcription": "x"})
    with pytest.raises(UsageError, match="have no sha256"):
        replayed(f"replay:{tmp_path / 'x.db'}", "a", name="a")


@pytest.mark.parametrize("where", ["postgresql://me:word@host/x", "postgresql://host/x?password=w"])
def test_a_password_is_not_part_of_a_name(where: str) -> None:
    with pytest.raises(UsageError, match="PGPASSWORD") as refused:
        make(f"replay:{where}#a:b").check()
    assert "word@" not in str(refused.value)
