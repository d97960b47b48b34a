"""pocketsphinx hears recordings while they are spoken, in real time, and the store keeps all of it."""

from __future__ import annotations

import asyncio
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.bench import delays
from mondegreen.bench.config import load_bench
from mondegreen.bench.policies import finalized
from mondegreen.cli import main
from mondegreen.errors import UsageError
from mondegreen.providers import Audio, Transcript, make
from mondegreen.providers.event import Event, said_finally
from mondegreen.providers.word import Word
from mondegreen.store import open_store
from mondegreen.store.stream_events import EVENT

if TYPE_CHECKING:
    from typing import Any

RECORDINGS = Path(mg.__file__).parent / "examples" / "recordings"
CLIP = RECORDINGS / "numbers.flac"
SAID = "two plus two is four and three"
SPEECH_END = 2.48


def heard(audio: Audio, **options: Any) -> Transcript:
    async def once() -> Transcript:
        async with make("pocketsphinx-live", quiet=0.7, **options) as provider:
            return await provider.transcribe(audio)

    return asyncio.run(once())


@pytest.fixture(scope="module")
def ended_by_itself() -> Transcript:
    return heard(Audio.open(CLIP))


def test_it_hears_while_it_is_spoken(ended_by_itself: Transcript) -> None:
    events = ended_by_itself.events
    assert ended_by_itself.text.startswith(SAID)
    assert said_finally(events) == (ended_by_itself.text, ended_by_itself.words)
    assert [event.seconds for event in events] == sorted(event.seconds for event in events)
    kinds = [event.kind for event in events]
    assert kinds[0] == "first-audio"
    assert kinds.count("partial") > 5
    assert kinds[-2:] == ["close", "done"]
    first = delays.ttft(events)
    assert first is not None
    assert first > 0
    assert kinds.index("partial") < kinds.index("final")
    taken_back, words = delays.churn(events)
    assert (taken_back > 0, words) == (True, len(ended_by_itself.text.split()))
    late = delays.emission_delays(events)
    assert len(late) == words
    assert all(-0.3 < each < 60 for each in late)  # a busy machine is late
    assert ended_by_itself.call.cpu_seconds


def test_words_have_their_times_in_the_recording(ended_by_itself: Transcript) -> None:
    ends = [word.end for word in ended_by_itself.words]
    assert ends == sorted(ends)  # type: ignore[type-var]
    assert 2.2 < ends[-1] < 2.6  # type: ignore[operator]
    assert [word.text for word in ended_by_itself.words] == ended_by_itself.text.split()


def test_a_turn_ends_by_itself_or_when_it_is_told(ended_by_itself: Transcript) -> None:
    told = heard(replace(Audio.open(CLIP), speech_end=SPEECH_END), finalize_after=0)
    asked = next(event for event in told.events if event.kind == "finalize")
    assert asked.seconds >= SPEECH_END
    assert SPEECH_END <= asked.audio_seconds < SPEECH_END + 0.021
    assert all(event.kind != "finalize" for event in ended_by_itself.events)
    own, forced = (delays.ttfs(each.events, SPEECH_END) for each in (ended_by_itself, told))
    assert 0.2 < own.seconds < 60  # its endpointer needs 0.3 s of silence; a busy machine is late
    assert 0 < forced.seconds < 60


def test_silence_is_an_empty_transcript() -> None:
    found = heard(Audio.of_bytes(bytes(32_000), "silence.pcm"))
    assert (found.text, found.words) == ("", ())
    assert delays.ttft(found.events) is None


def test_a_transcript_does_not_depend_on_what_was_heard_before(
    ended_by_itself: Transcript,
) -> None:
    async def twice() -> str:
        async with make("pocketsphinx-live", quiet=0.3) as provider:
            await provider.transcribe(Audio.open(RECORDINGS / "bank.flac"))
            return (await provider.transcribe(Audio.open(CLIP))).text

    assert asyncio.run(twice()) == ended_by_itself.text


def status(*arguments: str) -> Any:
    with pytest.raises(SystemExit) as ended:
        main([*arguments])
    return ended.value.code


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "clips").mkdir()
    for name in ("numbers.flac", "numbers.txt"):
        shutil.copy(RECORDINGS / name, tmp_path / "clips" / name)
    monkeypatch.chdir(tmp_path)
    assert status("bench", "init", "clips", "--systems", "pocketsphinx:en-us") == 0
    manifest = tmp_path / "clips.manifest.jsonl"
    rows = [json.loads(line) for line in manifest.read_text("utf-8").splitlines()]
    rows = [{**row, "speech_end_ms": 1000 * SPEECH_END} for row in rows]
    manifest.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return tmp_path


def test_a_run_keeps_every_event(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live = ["bench", "run", "--systems", "pocketsphinx-live:en-us,pocketsphinx:en-us"]
    assert status(*live) == 0
    assert status(*live, "--finalize-after", "0") == 0
    assert status(*live, "--finalize-after", "0") == 0
    assert "nothing is left to transcribe" in capsys.readouterr().err
    with open_store("mondegreen_data/results.db") as store:
        (dataset,) = (row["dataset"] for row in store.observations.datasets())
        names = "pocketsphinx-live:en-us", "pocketsphinx-live:en-us[forced@0ms]"
        assert store.observations.systems_on(dataset) == [*names, "pocketsphinx:en-us"]
        columns = ("id", "transcription", "conditions", "seconds", "words")
        for name, policy in zip(names, ("endpointed", "forced@0ms"), strict=True):
            (row,) = store.observations.current(dataset, columns, name)
            stored = store.streams.of(dataset, name)[row[0]]
            events = [dict(zip(EVENT, event, strict=True)) for event in stored]
            found = [
                Event(
                    *(event["seconds"], event["audio_seconds"], event["kind"], event["text"] or ""),
                    event["segment"],
                    tuple(Word(**word) for word in json.loads(event["words"] or "[]")),
                )
                for event in events
            ]
            text, words = said_finally(found)
            assert text == row[1]
            assert [word.text for word in words] == [word["text"] for word in json.loads(row[4])]
            assert delays.ttfs(found, SPEECH_END).seconds < 60
            assert json.loads(row[2])["policy"] == policy
            assert row[3] is None  # a stream takes as long as the recording
            assert all(event["final"] == (event["kind"] == "final") for event in events)
        (recorded,) = store.observations.current(dataset, ["id"], "pocketsphinx:en-us")
        assert recorded[0] not in store.streams.of(dataset, "pocketsphinx:en-us")


def test_a_policy_is_for_live_systems(bench: Path) -> None:
    systems = load_bench(bench / "bench.toml").chosen(None)
    with pytest.raises(UsageError, match=r"none of the systems is live \(pocketsphinx:en-us\)"):
        finalized(systems, 0)
    both = load_bench(bench / "bench.toml").chosen("pocketsphinx:en-us,pocketsphinx-live:en-us")
    found, lines = finalized(both, 200)
    assert [each.name for each in found] == [
        "pocketsphinx:en-us", "pocketsphinx-live:en-us[forced@200ms]",
    ]  # fmt: skip
    assert lines == []


@pytest.mark.parametrize("value", [-1, "soon", True])
def test_a_moment_is_a_number_of_milliseconds(value: Any) -> None:
    with pytest.raises(UsageError, match="finalize_after="):
        make("pocketsphinx-live", finalize_after=value)
