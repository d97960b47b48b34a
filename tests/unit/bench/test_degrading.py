"""Recordings made worse as they say, siblings with the same references, and differences within samples."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench_fakes import WORDS

import mondegreen as mg
from mondegreen.bench.degrading import KINDS, Degradation, degrade, parse_degradation
from mondegreen.bench.freezing import load_manifest
from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.providers.audio import Audio

pytest.importorskip("soundfile")
RATE = 16_000
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"


def voice(seconds: float = 3.0, rate: int = RATE, seed: int = 5) -> Audio:
    """Syllables of noise with pauses between them, at a tenth of full scale."""
    at = np.arange(int(seconds * rate)) / rate
    noise = np.random.default_rng(seed).standard_normal(len(at))
    return Audio.of_samples((0.05 * noise * (np.sin(2 * np.pi * at) > -0.3)), rate, "voice.wav")


def power(samples: Any) -> float:
    return float((samples.astype(np.float64) ** 2).mean())


def spectrum(samples: Any, rate: int, low: float, high: float) -> float:
    found = np.abs(np.fft.rfft(samples)) ** 2
    hertz = np.fft.rfftfreq(len(samples), 1 / rate)
    return float(found[(hertz >= low) & (hertz < high)].sum())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100])
def test_the_length_stays_and_the_same_seed_makes_the_same_bytes(kind: str, rate: int) -> None:
    loud = np.random.default_rng(0).uniform(-0.5, 0.5, int(1.237 * rate))
    audio = Audio.of_samples(loud, rate, "loud.wav")
    how = parse_degradation(kind)
    made = degrade(audio, how)
    assert (made.rate, made.duration, made.channels) == (rate, audio.duration, 1)
    assert made.sha256 != audio.sha256
    assert degrade(audio, how).sha256 == made.sha256
    if kind in {"noise", "reverb", "gaps"}:
        assert degrade(audio, Degradation(kind, how.value, seed=1)).sha256 != made.sha256


@pytest.mark.parametrize("decibels", [-5, 0, 10, 30])
def test_noise_is_so_many_decibels_under_the_speech(decibels: float) -> None:
    audio = voice()
    clean, noisy = audio.samples(), degrade(audio, Degradation("noise", decibels)).samples()
    spoken = np.abs(clean) > 0
    scale = float(np.dot(noisy[spoken], clean[spoken]) / np.dot(clean[spoken], clean[spoken]))
    noise = noisy / scale - clean
    ratio = 10 * np.log10(power(clean[spoken]) / power(noise))
    assert ratio == pytest.approx(decibels, abs=0.5)
    low, high = spectrum(noise, RATE, 100, 200), spectrum(noise, RATE, 3200, 6400)
    assert low / high == pytest.approx(1, abs=0.5)  # pink: as much in each octave


def test_a_telephone_keeps_its_band_and_nothing_else() -> None:
    audio = voice()
    clean, heard = audio.samples(), degrade(audio, parse_degradation("telephone")).samples()
    assert spectrum(heard, RATE, 400, 3300) == pytest.approx(
        spectrum(clean, RATE, 400, 3300), rel=0.05
    )
    assert spectrum(heard, RATE, 4200, 8000) < 1e-3 * spectrum(clean, RATE, 4200, 8000)
    assert spectrum(heard, RATE, 0, 250) < 1e-2 * spectrum(clean, RATE, 0, 250)
    shifts = np.fft.irfft(np.fft.rfft(heard) * np.conj(np.fft.rfft(clean)))
    assert int(np.argmax(shifts)) == 0  # nothing comes later than it was said


@pytest.mark.parametrize("decibels", [6, 20])
def test_peaks_are_cut_off(decibels: float) -> None:
    audio = voice()
    clean, cut = audio.samples(), degrade(audio, Degradation("clipping", decibels)).samples()
    most = np.abs(clean).max() / 10 ** (decibels / 20)
    assert np.abs(cut).max() == pytest.approx(most, rel=1e-2)
    soft = np.abs(clean) < 0.95 * most
    assert np.allclose(cut[soft], clean[soft], atol=1e-4)


@pytest.mark.parametrize("seconds", [0.3, 1.0])
def test_a_room_rings_for_so_long_and_is_as_loud(seconds: float) -> None:
    click = np.zeros(2 * RATE, np.float32)
    click[100] = 0.9
    audio = Audio.of_samples(click, RATE, "click.wav")
    rung = degrade(audio, Degradation("reverb", seconds)).samples().astype(np.float64)
    assert power(rung) == pytest.approx(power(audio.samples()), rel=0.02)
    size = int(0.2 * seconds * RATE)
    first, later = (power(rung[start : start + size]) for start in (101, 101 + 2 * size))
    assert 10 * np.log10(first / later) == pytest.approx(24, abs=2)  # 60 dB in five of them


@pytest.mark.parametrize("percent", [1, 20, 60])
def test_so_many_packets_are_lost(percent: float) -> None:
    loud = np.full(20 * RATE, 0.5, np.float32)
    audio = Audio.of_samples(loud, RATE, "loud.wav")
    found = degrade(audio, Degradation("gaps", percent)).samples().reshape(-1, RATE // 50)
    silent = (found == 0).all(axis=1)
    assert silent.mean() == pytest.approx(percent / 100)
    assert ((found > 0).all(axis=1) | silent).all()
    bursts = np.diff(silent.astype(int)).clip(min=0).sum() + silent[0]
    assert silent.sum() / bursts > 1.3 or percent == 1


def test_silence_and_several_channels_and_what_is_too_loud() -> None:
    silent = Audio.of_samples(np.zeros(RATE), RATE, "silent.wav")
    for kind in KINDS:
        assert degrade(silent, parse_degradation(kind)).is_silent
    both = np.random.default_rng(0).standard_normal((RATE, 2)).clip(-3, 3) / 3
    made = degrade(Audio.of_samples(both, RATE, "both.wav"), parse_degradation("noise=0"))
    assert made.channels == 2
    left, right = (made.samples(channel=at) for at in (0, 1))
    assert max(np.abs(left).max(), np.abs(right).max()) == pytest.approx(0.999, abs=1e-3)
    assert abs(np.corrcoef(left, right)[0, 1]) < 0.1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nois", "--by nois: expected one of telephone, .*Did you mean 'noise'"),
        ("telephone=3", "telephone takes no value"),
        ("noise=loud", r"expected noise=N with -20 to 60 dB"),
        ("gaps=100", r"expected gaps=N with 0.1 to 90 %"),
        ("noise=nan", r"expected noise=N"),
        ("reverb=", r"expected reverb=N with 0.05 to 5 s"),
    ],
)
def test_kinds_that_are_none(text: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        parse_degradation(text)


def spoken(rng: random.Random, text: str, share: float) -> str:
    return " ".join(word if rng.random() > share else "x" for word in text.split())


def test_differences_within_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(2)
    Path("set").mkdir()
    for name in ("before", "after"):
        Path(name).mkdir()
    said, heard = {}, {"before": {}, "after": {}}
    for at in range(30):
        name = f"r{at:02}"
        (Path("set") / f"{name}.wav").write_bytes(voice(0.2, seed=at).stored)
        said[name] = " ".join(rng.choices(WORDS, k=rng.randint(2, 9)))
        (Path("set") / f"{name}.txt").write_text(said[name], "utf-8")
        for which, share in (("before", 0.1), ("after", 0.4)):
            heard[which][name] = spoken(rng, said[name], share)
            (Path(which) / f"{name}.txt").write_text(heard[which][name], "utf-8")
    assert run(["bench", "init", "set", "--systems", "files:before"]) == 0
    assert run(["bench", "robustness"]) == 2
    assert "has no degraded dataset; make one" in capsys.readouterr().err
    assert run(["bench", "degrade", "--by", "gaps=10", "--by", "telephone"]) == 0
    assert "30 recordings by gaps@1 10 %, seed 0" in capsys.readouterr().err
    before = load_manifest("set", Path("set.manifest.jsonl"))
    gaps = load_manifest("set-gaps10", Path("set-gaps10.manifest.jsonl"))
    assert [clip.parent for clip in gaps.clips] == [f"{before.id}/{c.id}" for c in before.clips]
    assert [clip.reference for clip in gaps.clips] == [c.reference for c in before.clips]
    for clip in gaps.clips:
        assert Audio.open(clip.audio).sha256 == clip.sha256
    assert run(["bench", "degrade", "--name", "set-gaps10", "--by", "telephone"]) == 2
    assert "is degraded already" in capsys.readouterr().err
    assert run(["bench", "run"]) == 0
    monkeypatch.setattr("mondegreen.bench.robustness.observed", _after(heard, gaps.id))
    capsys.readouterr()
    assert run(["bench", "robustness", "--to", "json", "--seed", "3"]) == 0
    found = {each["dataset"]: each for each in json.loads(capsys.readouterr().out)}
    one = found[gaps.id]
    assert (one["samples"], one["interval"]["unit"]) == (30, "clip")
    names = [*said]
    wanted = [
        mg.score(
            [said[n] for n in names], [heard[which][n] for n in names], normalizer="mondegreen-en"
        )
        for which in ("before", "after")
    ]
    assert [one["before"], one["after"]] == [each["wer"].value for each in wanted]
    compared = mg.compare(
        {"after": wanted[1], "before": wanted[0]}, test="bootstrap", resamples=1000, seed=3
    )
    (pair,) = compared.pairs
    assert one["difference"] == pytest.approx(abs(pair.test.statistic))
    assert one["interval"]["low"] > 0
    other = next(each for key, each in found.items() if key != gaps.id)
    assert other["difference"] == 0
    assert other["interval"]["reason"]  # both have the same texts: no spread, so no interval
    assert run(["bench", "robustness"]) == 0
    out = capsys.readouterr().out
    assert "gaps@1 10 %, seed 0  files:before       30" in out
    assert "n/a: " in out


def _after(heard: dict[str, dict[str, str]], dataset: str) -> Any:
    """Let the system have heard other texts in one of the datasets."""
    from mondegreen.bench import observed as module

    def observed(store: Any, name: str, systems: Any = None) -> Any:
        for one in module.observed(store, name, systems):
            if name == dataset:
                one.corpus.hypotheses[:] = [heard["after"][each] for each in one.corpus.ids]
            yield one

    return observed


def test_references_that_differ_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("heard").mkdir()
    for path in RECORDINGS.glob("*.txt"):
        (Path("heard") / path.name).write_text("it", "utf-8")
    run(["bench", "init", str(RECORDINGS), "--name", "set", "--systems", "files:heard"])
    run(["bench", "degrade", "--by", "telephone"])
    run(["bench", "run"])
    run(["bench", "ground-truth", "edit", "bank", "--text", "it", "--name", "set"])
    capsys.readouterr()
    assert run(["bench", "robustness"]) == 0
    out = capsys.readouterr().out
    assert "files:heard        3" in out
    assert "files:heard, telephone@1, seed 0: its parent has another reference: 1" in out


def test_systems_that_transcribed_one_of_the_two_alone_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("heard", "other"):
        Path(name).mkdir()
        for path in RECORDINGS.glob("*.txt"):
            (Path(name) / path.name).write_text("it", "utf-8")
    run(["bench", "init", str(RECORDINGS), "--name", "set", "--systems", "files:heard,files:other"])
    run(["bench", "run", "--systems", "files:other"])
    run(["bench", "degrade", "--by", "telephone"])
    run(["bench", "run", "--systems", "files:heard"])
    capsys.readouterr()
    assert run(["bench", "robustness"]) == 0
    said = capsys.readouterr().err
    assert "files:other: has not transcribed set-telephone@" in said
    assert "mondegreen bench run --systems files:other" in said
    assert "files:heard" not in said
    assert run(["bench", "robustness", "--systems", "files:other"]) == 2
    assert "files:other: has not transcribed" in capsys.readouterr().err
