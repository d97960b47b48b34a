"""Every provider over HTTP through its real client against a server that speaks as the vendor does."""

from __future__ import annotations

import asyncio
import io
import json
import math
import struct
import wave
from typing import TYPE_CHECKING, Any

import pytest
from vendor_cases import STEPS, WIRES
from vendor_scenarios import RETRIES, SCENARIOS, TIMEOUTS
from vendor_wire import DIALOGUE, NOTHING, SAID, Said, Wire

import mondegreen as mg
from mondegreen.providers import (
    KINDS,
    PROVIDERS,
    Audio,
    MissingKeyError,
    ProviderError,
    Transcript,
    make,
)

if TYPE_CHECKING:
    from pathlib import Path

    from vendor_server import Run, VendorServer

KEY = "a-key-0123456789-that-is-nowhere"


def spoken() -> bytes:
    """Return two seconds of a tone as wav."""
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        tones = (int(8_000 * math.sin(at / 10)) for at in range(32_000))
        file.writeframes(b"".join(struct.pack("<h", each) for each in tones))
    return made.getvalue()


AUDIO = Audio.of_bytes(spoken(), "clip.wav")


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for wire in WIRES.values():
        monkeypatch.setenv(wire.variable, KEY)
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "some-project")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "some-id")
    monkeypatch.setenv("AWS_TRANSCRIBE_BUCKET", "some-bucket")
    monkeypatch.setenv("AWS_REGION", "eu-west-1")
    monkeypatch.delenv("AWS_SESSION_TOKEN", raising=False)
    monkeypatch.delenv("AZURE_SPEECH_REGION", raising=False)


async def transcribed(run: Run, said: list[str] | None = None, **more: Any) -> Transcript:
    """Transcribe the recording once."""
    options = {
        "base_url": run.address, "timeout": 30, "retries": RETRIES, "first_wait": 0.01, "poll": 0.02,
        **run.wire.options, **more,
    }  # fmt: skip
    provider = make(run.wire.system, **options)
    provider.tell = (said if said is not None else []).append  # type: ignore[attr-defined]
    async with provider:
        return await provider.transcribe(AUDIO)


def asked(run: Run, said: list[str] | None = None, **more: Any) -> Transcript:
    return asyncio.run(transcribed(run, said, **more))


def check_words(wire: Wire, found: Transcript, said: Said) -> None:
    assert found.text == said.text
    if not wire.times:
        assert found.words == ()
        return
    assert [word.text for word in found.words] == wire.words(said)
    for word, spoken_word in zip(found.words, said.words, strict=True):
        assert word.start == pytest.approx(spoken_word.start, abs=1e-6)
        assert word.end == pytest.approx(spoken_word.end, abs=1e-6)
        if wire.confidences:
            assert word.confidence == pytest.approx(spoken_word.confidence, abs=1e-6)


@pytest.mark.parametrize("system", WIRES)
def test_success(vendors: VendorServer, tmp_path: Path, system: str) -> None:
    wire, told = WIRES[system], list[str]()
    run = vendors.begin(wire, SAID)
    found = asked(run, told)
    check_words(wire, found, SAID)
    assert [audio for got in run.got if (audio := wire.audio(got))] == [AUDIO.stored]
    assert run.there == 0
    call = found.call
    assert (call.attempts, call.charged, call.sent) == (1, 1, "as stored")
    assert call.requests == len(run.got) - sum(
        run.counts[step.name] for step in wire.steps if step.name.startswith("delete")
    )
    assert 0 < call.seconds < 5
    assert call.host == vendors.address.removeprefix("http://")
    assert call.http_version == "HTTP/1.1"
    assert call.reused is False
    assert not call.kept_remote
    assert len(told) == 1
    assert told[0].startswith("mondegreen: sending recordings to 127.0.0.1:")
    # What is kept is read as a transcript with the same text.
    (tmp_path / "a.json").write_text(json.dumps(found.raw), "utf-8")
    (tmp_path / "a.txt").write_text(SAID.text, "utf-8")
    corpus = mg.read(
        tmp_path / "a.txt", tmp_path / "a.json", format="lines", hypothesis_format=wire.form
    )
    assert list(corpus.hypotheses) == [SAID.text]
    can = make(system).capabilities
    assert (can.word_times, can.confidences) == (wire.times, wire.times and wire.confidences)


@pytest.mark.parametrize(
    "system", [system for system in WIRES if make(system).capabilities.speakers]
)
def test_speakers(vendors: VendorServer, system: str) -> None:
    found = asked(vendors.begin(WIRES[system], DIALOGUE))
    assert [word.text for word in found.words] == WIRES[system].words(DIALOGUE)
    names: dict[str | None, str] = {}
    for word, said in zip(found.words, DIALOGUE.words, strict=True):
        assert word.speaker is not None
        names.setdefault(said.speaker, word.speaker)
        assert word.speaker == names[said.speaker]
    assert len({*names.values()}) == 2


@pytest.mark.parametrize("system", WIRES)
def test_an_empty_transcript_is_an_answer(vendors: VendorServer, system: str) -> None:
    found = asked(vendors.begin(WIRES[system], NOTHING))
    assert (found.text, found.words) == ("", ())


async def goes_wrong(vendors: VendorServer, case: tuple[str, str, str], **more: Any) -> str:
    """Return what is wrong with how one fault in one step comes out; nothing if all is well."""
    system, step, scenario = case
    wire, expected, told = WIRES[system], SCENARIOS[scenario], list[str]()
    run = vendors.begin(wire, SAID, where=step, scenario=expected)
    found, failure = None, None
    try:
        found = await transcribed(run, told, **more)
    except ProviderError as error:
        failure = error
    try:
        if failure is not None:
            shown = f"{failure!r} {failure} {failure.__cause__!r}"
            assert failure.status in expected.becomes, shown
            assert failure.reason
            assert failure.call is not None
            assert failure.call.requests >= expected.requests
            assert KEY not in shown
        if found is not None:
            assert not expected.becomes, f"a transcript: {found.text!r}"
            check_words(wire, found, SAID)
            assert found.call.attempts == expected.requests
        if expected.becomes or step != wire.looks:
            assert run.counts[step] == expected.requests
        call = (found or failure).call  # type: ignore[union-attr]
        assert call is not None
        assert (run.there > 0) == call.kept_remote, f"{run.there} left at the vendor's"
        assert call.kept_remote == any("not deleted there" in line for line in told)
        assert KEY not in " ".join(told)
    except AssertionError as error:
        return f"{' / '.join(case)}: {error}"
    return ""


Cases = list[tuple[str, str, str]]


async def all_of(
    vendors: VendorServer, cases: Cases, at_once: int = 100, **more: Any
) -> dict[tuple[str, ...], str]:
    turns = asyncio.Semaphore(at_once)

    async def one(case: tuple[str, str, str]) -> str:
        async with turns:
            return await goes_wrong(vendors, case, **more)

    found = await asyncio.gather(*map(one, cases))
    return {case: wrong for case, wrong in zip(cases, found, strict=True) if wrong}


@pytest.mark.parametrize(("system", "step"), STEPS)
def test_failures(vendors: VendorServer, system: str, step: str) -> None:
    cases = [(system, step, name) for name in SCENARIOS if name not in TIMEOUTS]
    wrong = asyncio.run(all_of(vendors, cases))
    assert not wrong, "\n".join(wrong.values())


FEW = [("deepgram:nova-3", "listen"), ("assemblyai:universal-3-5-pro", "job")]


@pytest.mark.parametrize("steps", [FEW, pytest.param(STEPS, marks=pytest.mark.slow)])
def test_timeouts(vendors: VendorServer, steps: list[tuple[str, str]]) -> None:
    """Some at a time, most of which wait; on a machine that is too slow for that, few with more time."""
    cases = [(system, step, name) for system, step in steps for name in TIMEOUTS]
    wrong = asyncio.run(all_of(vendors, cases, at_once=16, timeout=2))
    if wrong:
        wrong = asyncio.run(all_of(vendors, [*wrong], at_once=2, timeout=8))  # type: ignore[list-item]
    assert not wrong, "\n".join(wrong.values())


@pytest.mark.parametrize(
    ("system", "kind"), [(wire.system, kind) for wire in WIRES.values() for kind in wire.rejected]
)
def test_a_job_that_fails(vendors: VendorServer, system: str, kind: str) -> None:
    wire = WIRES[system]
    run = vendors.begin(wire, SAID, where=wire.looks, instead=wire.rejected[kind])
    with pytest.raises(ProviderError) as failed:
        asked(run)
    assert failed.value.status == "rejected-job"
    assert "no speech model for this" in failed.value.reason
    assert run.there == 0


@pytest.mark.parametrize("system", [wire.system for wire in WIRES.values() if wire.looks])
def test_a_job_that_is_never_done(vendors: VendorServer, system: str) -> None:
    wire = WIRES[system]
    run = vendors.begin(wire, SAID, where=wire.looks, instead=wire.waiting)
    with pytest.raises(ProviderError) as failed:
        asked(run, deadline=0.5, poll=0.1)
    assert failed.value.status == "timeout"
    assert 2 <= run.counts[wire.looks] <= 6
    assert run.there == 0


@pytest.mark.parametrize("system", WIRES)
def test_what_stays_there_is_wanted(vendors: VendorServer, system: str) -> None:
    wire = WIRES[system]
    run = vendors.begin(wire, SAID)
    found = asked(run, keep_remote=True)
    adds = sum(step.adds for step in wire.steps)
    assert run.there == adds
    assert found.call.kept_remote == bool(adds)


@pytest.mark.parametrize("system", WIRES)
def test_without_a_key(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    wire = WIRES[system]
    for blank in (None, "", "  "):
        monkeypatch.delenv(wire.variable, raising=False)
        if blank is not None:
            monkeypatch.setenv(wire.variable, blank)
        with pytest.raises(
            MissingKeyError, match=f"set {wire.variable} in the environment"
        ) as error:
            make(system, **wire.options).check()
        assert error.value.variable == wire.variable


@pytest.mark.parametrize(
    ("system", "variable"),
    [("google:chirp_3", "GOOGLE_CLOUD_PROJECT"), ("azure:fast", "AZURE_SPEECH_REGION")],
)
def test_what_is_needed_next_to_the_key(
    monkeypatch: pytest.MonkeyPatch, system: str, variable: str
) -> None:
    monkeypatch.delenv(variable, raising=False)
    with pytest.raises(MissingKeyError, match=f"set {variable}"):
        make(system).check()
    monkeypatch.setenv(variable, "somewhere")
    made = make(system)
    made.check()
    assert made.host


@pytest.mark.parametrize(
    ("document", "status"),
    [
        ({"promptFeedback": {"blockReason": "SAFETY"}}, "refused"),
        ({"candidates": [{"finishReason": "SAFETY"}]}, "rejected-job"),
        (
            {"candidates": [{"content": {"parts": [{"text": '{"te'}]}, "finishReason": "MAX_TOKENS"}]},
            "rejected-job",
        ),
        ({"candidates": []}, "malformed"),
        ({"candidates": [{"content": {"parts": []}, "finishReason": "STOP"}]}, "malformed"),
        ({"candidates": [{"content": {"parts": [{"text": "so"}]}, "finishReason": "STOP"}]}, "malformed"),
    ],
)  # fmt: skip
def test_a_language_model_that_does_not_end(
    vendors: VendorServer, document: Any, status: str
) -> None:
    run = vendors.begin(WIRES["gemini:gemini-3.5-flash"], SAID, where="generate", instead=document)
    with pytest.raises(ProviderError) as failed:
        asked(run)
    assert failed.value.status == status


@pytest.mark.parametrize("system", WIRES)
def test_offline_nothing_is_sent(
    vendors: VendorServer, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    run = vendors.begin(WIRES[system], SAID)
    with pytest.raises(mg.UsageError, match="MONDEGREEN_OFFLINE forbids"):
        asked(run)
    assert run.got == []


def test_every_proven_vendor_is_here() -> None:
    here = {system.partition(":")[0] for system in WIRES}
    assert here == {name for name in KINDS["vendors"] if PROVIDERS.get(name).proven}
