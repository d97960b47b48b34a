"""Words that are invented where nobody speaks, and phrases in a loop: figures, outputs, bad input."""

from __future__ import annotations

import json
import math
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from bench_fakes import Fake, install, write_wav
from boards import bench, observe

import mondegreen as mg
from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.config import System
from mondegreen.bench.freezing import freeze
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.running import Run
from mondegreen.bench.scoring import options_of
from mondegreen.bench.silence import Silence
from mondegreen.bench.sources import clips_of
from mondegreen.bench.standings import standings
from mondegreen.cli.app import run
from mondegreen.errors import InputError
from mondegreen.providers import ProviderError
from mondegreen.report import bench_html
from mondegreen.report.bench import render
from mondegreen.scoring.hallucination import find
from mondegreen.scoring.options import Options
from mondegreen.stats.proportion import proportion_interval
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.store import Store

pytest.importorskip("soundfile")
LOOP = "thank you for watching " * 5


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def heard(
    store: Store,
    clips: Sequence[tuple[str, float | None]],
    *repeats: Sequence[str | None],
    live: bool = False,
) -> Dataset:
    """Keep what a system said about clips, each a reference and a length; ``None`` is a failed call."""
    made = Dataset(
        "quiet",
        [
            Clip(f"q{at}", "", text, duration=seconds, sha256=f"{at:064x}", language="en")
            for at, (text, seconds) in enumerate(clips)
        ],
    )
    keep_dataset(store, made)
    name = "a-live:m" if live else "a:m"
    rows = []
    for repeat, answers in enumerate(repeats):
        for clip, answer in zip(made.clips, answers, strict=False):
            state = {"status": "ok", "transcription": answer, "error": None}
            if answer is None:
                state = {"status": "timeout", "transcription": None, "error": "late"}
            rows.append(
                {
                    "dataset": made.id, "sample_id": clip.id, "system": name, "repeat": repeat,
                    "service_name": name, "model_name": "m", "host": "api.example", "seconds": 0.5,
                    "audio_duration_seconds": clip.duration, "timestamp": "2026-11-20T10:00:00Z",
                    "conditions": json.dumps({"live": live, "policy": "endpointed", "wait": 10}),
                    **state,
                }
            )  # fmt: skip
    store.observations.put_all(rows)
    return made


def figures(store: Store, dataset: Dataset, intervals: Any = None, **options: Any) -> Any:
    (each,) = standings(store, [dataset.id], options_of(None, Options(**options)), None, intervals)
    return each


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("metrics", [["wer"], ["cer"], ["cer", "wer"]])
def test_words_on_silent_clips_by_hand(store: Store, metrics: list[str], *, live: bool) -> None:
    made = heard(
        store,
        [("", 30.0), ("", 60.0), ("", 15.0), ("", 45.0), ("", 20.0), ("two plus two", 5.0)],
        ["Thank you.", "", None, "so so bye", "  "],  # the last clip was never sent
        live=live,
    )
    found = figures(store, made, {}, metrics=metrics).silence
    assert isinstance(found, Silence)
    assert (found.clips, found.missing, found.failed, found.answered) == (5, 0, 1, 4)
    assert (found.words, found.with_words, found.seconds) == (5, 2, 155.0)
    assert found.per_minute == pytest.approx(5 / (155 / 60))
    assert found.share == 0.5
    assert found.interval is not None
    assert found.interval.units == 4
    low, high = found.interval
    assert low is not None
    assert high is not None
    assert low <= found.per_minute <= high
    plain = json.loads(render([figures(store, made, {})], "json"))[0]["silence"]
    assert plain["words_per_minute"] == pytest.approx(5 / (155 / 60))
    assert (plain["failed"], plain["answered"], plain["share"]) == (1, 4, 0.5)
    assert plain["share_interval"]["method"] == "wilson"


@pytest.mark.parametrize(
    ("answers", "share", "per_minute"),
    [
        (["", ""], "0 of 2 (0.0 %)", "0.00"),
        ([None, None], "n/a: no answers", "n/a: no answers"),
        (["ash elm", None], "1 of 1 (100.0 %)", "4.00"),
        ([None, ""], "0 of 1 (0.0 %)", "0.00"),
    ],
)
def test_failures_are_no_silence(
    store: Store, answers: list[str | None], share: str, per_minute: str
) -> None:
    made = heard(store, [("", 30.0), ("", 30.0)], answers)
    each = figures(store, made, {})
    header, row = (line.split("\t") for line in render([each], "tsv").split("\n"))
    cells = dict(zip(header, row, strict=True))
    assert cells["silent clips with words"] == share
    assert cells["invented words per minute of silence"] == per_minute
    assert each.silence.failed == answers.count(None)
    assert f"{answers.count(None)} failed" in render([each]) or None not in answers


def test_without_silent_clips_there_are_no_columns(store: Store) -> None:
    made = heard(store, [("ash birch", 2.0), ("cedar", 2.0)], ["ash birch", "oak"])
    each = figures(store, made, {})
    assert each.silence is None
    assert each.loops == ()
    for to in ("table", "markdown", "tsv"):
        assert not {"silence", "loop"} & {*render([each], to).split()}


def test_a_reference_of_signs_alone_is_silent_after_the_normalizer(store: Store) -> None:
    made = heard(store, [("...", 30.0), ("[music]", 30.0), ("ash", 1.0)], ["bye", "", "ash"])
    found = figures(store, made).silence
    texts = mg.normalizer("mondegreen-en").batch(["...", "[music]"])
    assert found.clips == sum(not text.split() for text in texts)
    assert found.interval is None


def test_clips_without_a_length_are_in_the_share_alone(store: Store) -> None:
    made = heard(store, [("", None), ("", 60.0), ("", 0.0)], ["ash elm fir", "oak", "pine"])
    each = figures(store, made, {})
    assert (each.silence.words, each.silence.untimed, each.silence.with_words) == (1, 2, 3)
    assert each.silence.per_minute == 1.0
    assert "unknown length, so in no rate per minute: 2 clips" in render([each])
    gone = heard(store, [("", None), ("", None)], ["ash elm fir", "oak"])
    assert "n/a: no clip has a length" in render([figures(store, gone, {})])


def test_the_interval_is_a_bootstrap_of_clips(store: Store) -> None:
    clips = [("", float(5 + at % 7)) for at in range(24)]
    words = [0, 3, 0, 0, 12, 1, 0, 0] * 3
    made = heard(store, clips, ["oak " * count for count in words])
    found = figures(store, made, {"resamples": 4000}).silence
    random = np.random.default_rng(5)
    at = random.integers(0, 24, (20_000, 24))
    seconds = np.array([each for _, each in clips])
    rates = 60 * np.array(words)[at].sum(1) / seconds[at].sum(1)
    low, high = np.quantile(rates, [0.025, 0.975])
    assert found.interval.low == pytest.approx(low, rel=0.08)
    assert found.interval.high == pytest.approx(high, rel=0.08)
    assert found.interval.seed == 0


def test_repeats_of_a_clip_are_drawn_together(store: Store) -> None:
    clips = [("", 10.0)] * 6
    answers = ["ash", "", "elm fir", "", "", "oak"]
    made = heard(store, clips, answers, answers, answers)
    found = figures(store, made, {}).silence
    assert (found.clips, found.words, found.with_words) == (18, 12, 9)
    assert (found.interval.units, found.interval.unit) == (6, "sample")
    assert (found.share_interval.units, found.share_interval.method) == (6, "percentile")
    one = heard(store, [("", 10.0), *clips[1:], ("", 11.0)], [*answers, ""])
    single = figures(store, one, {}).silence
    assert (single.share_interval.method, single.share_interval.units) == ("wilson", 7)


@pytest.mark.parametrize(("count", "total"), [(0, 1), (0, 12), (3, 12), (12, 12), (40, 100)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_wilsons_ends_solve_its_equation(count: int, total: int, level: float) -> None:
    found = proportion_interval(count, total, level=level)
    reach = NormalDist().inv_cdf((1 + level) / 2)
    for end in found:
        assert end is not None
        away = abs(count / total - end)
        assert away == pytest.approx(reach * math.sqrt(end * (1 - end) / total), abs=1e-9)
    mirrored = proportion_interval(total - count, total, level=level)
    assert mirrored.low == pytest.approx(1 - (found.high or 0))
    assert count / total in found


def test_a_proportion_of_nothing() -> None:
    assert proportion_interval(0, 0).reason == "there are no units"
    with pytest.raises(mg.MondegreenError, match="expected a number from 0 to 2"):
        proportion_interval(3, 2)


# -- loops -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("live", [False, True])
def test_loops_are_counted_and_named(store: Store, *, live: bool) -> None:
    made = heard(
        store,
        [("", 10.0), ("thank you for watching", 5.0), ("no no no no no no no", 4.0), ("ash", 1.0)],
        [LOOP, LOOP, "no no no no no no no no", None],
        live=live,
    )
    each = figures(store, made, {})
    assert each.loops == ("q0", "q1")
    assert json.loads(render([each], "json"))[0]["loops"] == ["q0", "q1"]
    text = render([each])
    assert "a phrase repeated in a loop: 2 (q0, q1)" in text
    header, row = (line.split("\t") for line in render([each], "tsv").split("\n"))
    assert dict(zip(header, row, strict=True))["loops"] == "2"
    page = bench_html.render([each], (), {})
    for words in ("a phrase repeated in a loop: 2", "invented words per minute", "silence: 1 clip"):
        assert words in page


@pytest.mark.parametrize("size", range(1, 9))
@pytest.mark.parametrize("times", [3, 4, 5, 6, 7])
def test_a_loop_of_any_phrase_is_found(size: int, times: int) -> None:
    phrase = " ".join("abcdefgh"[:size])
    result = mg.score(["quite another text"], [f"well {' '.join([phrase] * times)} then"])
    flags = find(result)
    assert flags is not None
    assert ("loop" in flags.flags[0]) is (times >= (6 if size == 1 else 4))


# -- the whole way, with recordings -----------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "clips"
    for at in range(4):
        write_wav(made / f"s{at}.wav", at, seconds=1.5)
    return made


@pytest.mark.parametrize(
    ("column", "silent", "spoken"),
    [
        ("speech", False, True), ("speech", "no", "yes"), ("speech", 0, 1),
        ("silence", True, False), ("silent", "TRUE", ""), ("no_speech", "1", None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_a_column_says_that_nobody_speaks(
    folder: Path, suffix: str, column: str, silent: Any, spoken: Any
) -> None:
    rows: list[dict[str, Any]] = [
        {"audio": "s0.wav", "text": "ash birch", column: spoken},
        {"audio": "s1.wav", "text": None, column: silent},
        {"audio": "s2.wav", "text": None, column: spoken},
        {"audio": "s3.wav", "text": "", column: silent},
    ]
    path = folder / f"all.{suffix}"
    if suffix == "jsonl":
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    else:
        lines = [",".join("" if v is None else str(v) for v in row.values()) for row in rows]
        path.write_text("\n".join([f"audio,text,{column}", *lines]), "utf-8")
    found = [clip.reference for clip in clips_of(path)]
    nothing = None if suffix == "jsonl" else found[2]
    assert found == ["ash birch", "", nothing, ""]
    frozen = freeze("all", clips_of(path), language="en", say=str)
    assert [clip.to_json().get("text") for clip in frozen.clips][1] == ""


def test_words_where_nobody_speaks_are_refused(folder: Path) -> None:
    path = folder / "all.jsonl"
    rows = [{"audio": "s0.wav", "text": ""}, {"audio": "s1.wav", "text": "ash", "speech": False}]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    with pytest.raises(InputError, match=r"all.jsonl:2: .*nobody speaks.*'ash'.*empty reference"):
        clips_of(path)


def test_failed_calls_on_silence_through_a_run(
    folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(4):
        (folder / f"s{at}.txt").write_text("", "utf-8")
    says = {"s0": "", "s1": "thank you", "s2": ProviderError("server", "500"), "s3": ""}
    install(monkeypatch, Fake(model="a", says=says.get))
    made = freeze("q", clips_of(folder), language="en", say=str)
    Run(store, [made], [System("fake:a", "fake:a")], say=str).perform()
    found = figures(store, made, {}).silence
    assert (found.failed, found.answered, found.words, found.with_words) == (1, 3, 2, 1)
    assert found.per_minute == pytest.approx(2 / (4.5 / 60))


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    made = Dataset(
        "quiet", [Clip(f"q{at}", "", "", duration=6.0, sha256="0" * 64) for at in (1, 2)]
    )
    database = bench(tmp_path / "bench", made, {"a:m": [0, None]})  # 10 words, and a failed call
    monkeypatch.chdir(tmp_path / "bench")
    assert run(["bench", "report", "--html", "page.html"]) == 0
    shown = capsys.readouterr().out
    assert "100.00" in shown
    assert "a:m: silence: 2 clips, 1 failed; words on 1 of 1 (100.0 %) (95 % interval" in shown
    page = Path("page.html").read_text("utf-8")
    assert "silent clips with words" in page
    with open_store(database) as store:
        observe(store, made, "b:m", [None, None])
    assert run(["bench", "report"]) == 0
    assert "b:m: silence: 2 clips, 2 failed" in capsys.readouterr().out
