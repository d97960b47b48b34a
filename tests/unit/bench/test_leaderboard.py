"""Ranks say what the dataset can tell apart; rows that were not made in one way are refused."""

from __future__ import annotations

import csv
import json
from io import StringIO
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from boards import SAID, bench, dataset_of, observe, wrong

import mondegreen as mg
from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import Board, leaderboard
from mondegreen.bench.scoring import evaluate, options_of
from mondegreen.bench.together import drawn_together
from mondegreen.cli.app import run
from mondegreen.corpus import Corpus
from mondegreen.errors import UsageError
from mondegreen.report.leaderboard import render
from mondegreen.scoring.comparing.release_gates import Gate
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from mondegreen.store import Store

CLIPS = 40
GOOD = [1, 0] * 20
ALIKE = [0, 1] * 20
BAD = [3, 2, 4, 1] * 10
WORST = [6, 5, 8, 5] * 10


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


class Done(NamedTuple):
    """What a command printed, and its status."""

    status: int
    out: str
    err: str


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def call(*words: str) -> Done:
        capsys.readouterr()
        status = run([*words])
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return call


def board(store: Store, dataset: Dataset, **more: Any) -> Board:
    return leaderboard(store, dataset, options_of(None, Options()), **more)


def filled(store: Store, dataset: Dataset, **systems: Any) -> Dataset:
    keep_dataset(store, dataset)
    for name, errors in systems.items():
        observe(store, dataset, f"{name}:m", errors)
    return dataset


def ranks(found: Board) -> dict[str, int | None]:
    return {each.system.removesuffix(":m"): each.rank for each in found.rows}


def test_ranks_count_the_systems_that_are_significantly_better(store: Store) -> None:
    dataset = filled(store, dataset_of(CLIPS), worst=WORST, alike=ALIKE, bad=BAD, good=GOOD)
    found = board(store, dataset)
    assert ranks(found) == {"alike": 1, "good": 1, "bad": 3, "worst": 4}
    assert found.groups == [["alike:m", "good:m"], ["bad:m"], ["worst:m"]]
    assert [each.group for each in found.rows] == ["a", "a", "b", "c"]
    assert [round(each.score.rate or 0, 4) for each in found.rows] == [0.05, 0.05, 0.25, 0.6]


@pytest.mark.parametrize("seed", range(3))
def test_ranks_by_brute_force(store: Store, seed: int) -> None:
    """All is made again from the counts: plain draws of clips, plain sums, Holm by its definition."""
    random = np.random.default_rng(seed)
    errors = {
        name: random.binomial(10, chance, CLIPS).tolist()
        for name, chance in {"a": 0.05, "b": 0.08, "c": 0.2, "d": 0.22, "e": 0.5}.items()
    }
    dataset = filled(store, dataset_of(CLIPS), **errors)
    found = board(store, dataset, resamples=20_000)
    drawn = random.integers(0, CLIPS, (20_000, CLIPS))
    rates = {name: np.asarray(each)[drawn].sum(axis=1) for name, each in errors.items()}
    p: dict[tuple[str, str], float] = {}
    for one, other in combinations(errors, 2):
        apart = rates[one] - rates[other]
        p[one, other] = min(1, 2 * (min((apart <= 0).sum(), (apart >= 0).sum()) + 1) / 20_001)
    # Holm closes Bonferroni's test: a pair is rejected if every set of pairs with it is.
    adjusted = {
        pair: max(
            min(1.0, len(some) * min(p[each] for each in some))
            for size in range(1, len(p) + 1)
            for some in combinations(p, size)
            if pair in some
        )
        for pair in p
    }
    better = dict.fromkeys(errors, 0)
    for (one, other), each in adjusted.items():
        assert found_p(found, one, other) == pytest.approx(each, abs=0.01 + 0.1 * each)
        if each < 0.05:
            worse = one if sum(errors[one]) > sum(errors[other]) else other
            better[worse] += 1
    sure = all(abs(each - 0.05) > 0.015 for each in adjusted.values())
    if sure:
        assert ranks(found) == {name: 1 + count for name, count in better.items()}
    assert sure or seed  # at least the first of them is clear


def found_p(found: Board, one: str, other: str) -> float:
    (pair,) = [
        each for each in found.pairs if {each.first, each.second} == {f"{one}:m", f"{other}:m"}
    ]
    assert pair.p is not None
    return pair.p


def test_it_agrees_with_compare_on_the_same_rows(store: Store) -> None:
    random = np.random.default_rng(7)
    errors = {
        name: random.binomial(10, 0.1 + 0.05 * at, CLIPS).tolist() for at, name in enumerate("abcd")
    }
    dataset = filled(store, dataset_of(CLIPS, speaker=lambda at: f"s{at % 13}"), **errors)
    found = board(store, dataset)
    results = {
        f"{name}:m": mg.score(
            Corpus(
                [clip.id for clip in dataset.clips], [SAID] * CLIPS, [wrong(each) for each in counts],
                {"speaker": [clip.speaker for clip in dataset.clips]},
            ),
            normalizer="mondegreen-en", missing="deletions",
        )
        for name, counts in errors.items()
    }  # fmt: skip
    other = mg.compare(results, test="bootstrap", cluster="speaker", resamples=20_000)
    assert found.unit == "speaker"
    assert found.units == 13
    for each in found.pairs:
        pair = other.pair(each.first, each.second)
        assert (pair.first, pair.difference) == (each.first, each.difference)
        assert (pair.wins, pair.losses, pair.smallest) != (0, 0, None)
        assert pair.smallest == pytest.approx(each.smallest)
        assert pair.p == pytest.approx(each.p, abs=0.03)
        assert pair.interval.low == pytest.approx(each.interval.low, abs=0.01)
        assert pair.separated == each.separated
    assert {each.name: each.rank.rank for each in other.scores if each.rank} == {
        each.system: each.rank for each in found.rows
    }
    for each in found.rows:
        assert each.score.rate == results[each.system]["wer"].value


def test_nothing_depends_on_the_order_of_systems_and_clips(store: Store, tmp_path: Path) -> None:
    dataset = filled(store, dataset_of(CLIPS), a=GOOD, b=BAD)
    first = board(store, dataset).to_json()
    with open_store(tmp_path / "other.db") as other:
        turned = Dataset("trees", [*reversed(dataset.clips)])
        keep_dataset(other, turned)
        observe(other, turned, "b:m", BAD[::-1])
        observe(other, turned, "a:m", GOOD[::-1])
        second = board(other, turned).to_json()
    assert first["pairs"] == second["pairs"]
    assert [each["interval"] for each in first["systems"]] == [
        each["interval"] for each in second["systems"]
    ]


@pytest.mark.parametrize(
    ("groups", "unit", "units"),
    [
        ({}, "clip", 40),
        ({"speaker": lambda at: f"s{at % 5}"}, "speaker", 5),
        ({"speaker": lambda at: f"s{at % 5}", "recording": lambda at: f"r{at % 8}"}, "recording", 8),
        ({"recording": lambda at: f"r{at % 8}", "conversation": lambda at: f"k{at % 4}"}, "conversation", 4),
        ({"speaker": lambda at: "ada" if at < 10 else ""}, "speaker", 31),
    ],
)  # fmt: skip
def test_what_is_drawn_together(store: Store, groups: Any, unit: str, units: int) -> None:
    dataset = filled(store, dataset_of(CLIPS, **groups), a=GOOD, b=BAD)
    found = board(store, dataset)
    assert (found.unit, found.units) == (unit, units)
    text = render([found])
    noun = unit if units == 1 else f"{unit}s"
    assert f"paired bootstrap of {units} {noun}" in text
    assert ("clips are drawn one by one" in text) == (unit == "clip")
    assert (f"only {units} {noun}" in text) == (units < 20)
    assert board(store, dataset, cluster="clip").units == CLIPS


def test_clips_of_one_speaker_say_less_than_clips_of_many(store: Store) -> None:
    """Errors that come by speaker are few independent observations, however many clips there are."""
    errors = [4 if at % 4 == 0 else 0 for at in range(CLIPS)]
    dataset = filled(
        store, dataset_of(CLIPS, speaker=lambda at: f"s{at % 4}"), a=errors, b=[0] * CLIPS
    )
    assert ranks(board(store, dataset)) == {"b": 1, "a": 1}
    assert ranks(board(store, dataset, cluster="clip")) == {"b": 1, "a": 2}


def test_missing_and_failed_clips_are_deletions(store: Store) -> None:
    dataset = filled(
        store, dataset_of(CLIPS), whole=BAD, part=GOOD[:20], failed=[*GOOD[:20], *[None] * 20]
    )
    found = board(store, dataset)
    assert ranks(found) == {"whole": 1, "failed": 2, "part": 2}
    text = render([found])
    assert "part:m: 20 missing, 0 failed; they count as deletions" in text
    assert "failed:m: 0 missing, 20 failed; they count as deletions" in text
    options = options_of(None, Options(missing="skip"))
    with pytest.raises(UsageError, match="they count as deletions, or a system could be better"):
        leaderboard(store, dataset, options)
    assert leaderboard(store, dataset, options, ["whole:m"]).rows


def test_a_failed_call_is_slower_than_all_others(store: Store) -> None:
    dataset = dataset_of(100)
    keep_dataset(store, dataset)
    times = [0.1 * (at + 1) for at in range(100)]
    observe(store, dataset, "fine:m", [0] * 100, seconds=times)
    observe(store, dataset, "fails:m", [*[0] * 90, *[None] * 10], seconds=times)
    observe(store, dataset, "untimed:m", [0] * 100, seconds=[None] * 100)
    observe(store, dataset, "partly:m", [0] * 100, seconds=[1.0, *[None] * 99])
    found = {each.system: each.calls.seconds for each in board(store, dataset).rows}
    assert [p.value for p in found["fine:m"].percentiles][:2] == pytest.approx([5.05, 9.505])
    assert found["fine:m"].percentiles[2].reason == "100 values, P99 needs 300"
    assert found["fails:m"].percentiles[0].value == pytest.approx(5.05)
    assert found["fails:m"].percentiles[1].value == float("inf")
    assert found["untimed:m"].reason == "no call was timed"
    assert found["partly:m"].reason == "99 of 100 transcripts have no time"
    text = render([board(store, dataset)])
    assert "seconds of fails:m: 10 of 100 calls failed, which is slower" in text
    assert json.loads(render([board(store, dataset)], "json"))  # no number that JSON has not


@pytest.mark.parametrize("condition", ["concurrency", "client_region", "warm_up", "chunk_ms"])
def test_times_of_other_conditions_are_refused(store: Store, condition: str) -> None:
    dataset = dataset_of(CLIPS)
    keep_dataset(store, dataset)
    observe(store, dataset, "a:m", GOOD, conditions={condition: 1})
    observe(store, dataset, "b:m", BAD, conditions={condition: 8})
    with pytest.raises(UsageError, match=rf"{condition}\): a:m: 1; b:m: 8.*--without delay"):
        board(store, dataset)
    assert (
        "seconds" not in render([board(store, dataset, without=["delay"])]).partition("\nrank")[0]
    )
    assert board(store, dataset, systems=["a:m"]).rows
    # One system under two conditions is no better.
    observe(store, dataset, "c:m", GOOD[:20], conditions={condition: 1}, run_id="1")
    observe(store, dataset, "c:m", GOOD, conditions={condition: 8}, repeat=1, run_id="2")
    with pytest.raises(UsageError, match="c:m: 1 and 8"):
        board(store, dataset, systems=["c:m"])


def test_times_of_a_latency_pass_take_the_place_of_others(store: Store) -> None:
    dataset = filled(store, dataset_of(CLIPS), a=GOOD, b=BAD)
    observe(store, dataset, "a:m", WORST, seconds=[2.0] * CLIPS, latency_pass=1, attempt=2)
    with pytest.raises(UsageError, match=r"\(latency_pass\): a:m: yes; b:m: no.*--latency-pass"):
        board(store, dataset)
    (alone,) = board(store, dataset, systems=["a:m"]).rows
    assert alone.calls.seconds.percentiles[0].value == 2.0
    assert alone.score.rate == pytest.approx(0.05)  # of the texts that are no latency pass


def judged(store: Store, dataset: Dataset, **change: Any) -> list[dict[str, Any]]:
    """Judge all by rules, and return the evaluations of the second system, changed."""
    options = Options(metrics=["semantic-wer"], judge=mg.Judging(protocol="rules"))
    evaluate(store, [dataset.id], options_of(None, options))
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM evaluations WHERE system = 'b:m'")
        found = [{**row, **change} for row in rows.mappings()]
    for each in found:
        del each["id"]
    return found


def test_one_judge_is_one_leaderboard(store: Store) -> None:
    dataset = filled(store, dataset_of(6), a=[1] * 6, b=[2] * 6)
    judged(store, dataset)
    text = render([board(store, dataset)])
    assert "semantic wer, pooled" in text
    assert text.count("signature of semantic wer") == 1


@pytest.mark.parametrize(
    "change",
    [
        {"judge": "another"},
        {"prompt_hash": "0" * 64},
        {"signature": "semantic-wer@1|another", "signature_hash": "x"},
    ],
)
def test_other_judges_and_prompts_are_refused(store: Store, change: dict[str, Any]) -> None:
    dataset = filled(store, dataset_of(6), a=[1] * 6, b=[2] * 6)
    rows = judged(store, dataset, **change)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM evaluations WHERE system = 'b:m'")
    store.evaluations.put(rows)
    with pytest.raises(
        UsageError, match=r"not judged in one way.* a:m: .* b:m: .*--without semantic"
    ):
        board(store, dataset)
    assert "semantic wer" not in render([board(store, dataset, without=["semantic-wer"])])
    assert board(store, dataset, systems=["a:m"]).rows


def test_judgements_of_earlier_references_are_refused(store: Store) -> None:
    dataset = filled(store, dataset_of(6), a=[1] * 6, b=[2] * 6)
    judged(store, dataset)
    store.observations.add_references(dataset.id, [{"sample_id": "c003", "text": "quite another"}])
    with pytest.raises(UsageError, match="against earlier references in 1 clip"):
        board(store, dataset)


def test_repeats_stay_with_their_clip(store: Store) -> None:
    dataset = filled(store, dataset_of(CLIPS), a=GOOD, b=BAD)
    observe(store, dataset, "a:m", GOOD, repeat=1)
    found = board(store, dataset)
    assert found.units == CLIPS
    assert ranks(found) == {"a": 1, "b": 2}
    once = filled(store, dataset_of(CLIPS, "once"), a=GOOD, b=BAD)
    assert board(store, once).rows[0].score.interval == found.rows[0].score.interval


def test_since_leaves_out_what_is_older(store: Store) -> None:
    dataset = filled(store, dataset_of(CLIPS), old=GOOD)
    observe(store, dataset, "new:m", BAD, timestamp="2026-11-25T10:00:00.000+00:00")
    observe(store, dataset, "mixed:m", GOOD[:1])
    found = board(store, dataset, since="2026-11-21", systems=["old:m", "new:m", "mixed:m"])
    assert ranks(found) == {"new": 1}
    text = render([found])
    assert "not ranked: old:m: its newest observation is of 2026-11-20" in text
    assert "not ranked: mixed:m" in text
    with pytest.raises(UsageError, match="no system was observed since 2027"):
        board(store, dataset, since="2027-01-01")


def test_gates(store: Store) -> None:
    dataset = filled(store, dataset_of(CLIPS), a=GOOD, b=BAD, c=GOOD[:10])
    found = board(store, dataset).gated(Gate("a:m", 0.01, "significant"), [0.3], 0.9)
    met = {(each.system, each.rule): each.met for each in found.verdicts}
    assert met == {
        ("b:m", "significant"): False, ("c:m", "significant"): False,
        ("a:m", "fail-above"): True, ("b:m", "fail-above"): True, ("c:m", "fail-above"): False,
        ("a:m", "min-coverage"): True, ("b:m", "min-coverage"): True, ("c:m", "min-coverage"): False,
    }  # fmt: skip
    text = render([found], "junit")
    assert 'testsuite name="mondegreen bench leaderboard" tests="8" failures="4"' in text
    assert "NOT MET: wer of b:m against a:m: difference +20.00 points" in render([found])
    with pytest.raises(UsageError, match="baseline='x': no system has this name"):
        found.gated(Gate("x"))
    with pytest.raises(UsageError, match="add --fail-if-worse"):
        render([board(store, dataset)], "junit")


def test_outputs(store: Store) -> None:
    dataset = dataset_of(CLIPS)
    keep_dataset(store, dataset)
    price = {
        "usd_per_hour": "0.36",
        "price_date": "2026-11-01",
        "price_source": "example.org/prices",
    }
    observe(store, dataset, "a|b:m", GOOD, conditions=price, money="0.0004")
    observe(store, dataset, "=c:m", BAD)
    found = board(store, dataset)
    table = render([found], matrix=True)
    assert "0.360 USD (2026-11-01)" in table
    assert "a|b:m: list price 0.36 USD per hour, seen 2026-11-01, example.org/prices" in table
    assert "better  than  difference" in table
    assert "n/a: no price" in table
    assert "signature: wer@1|unit:word@1|normalizer:mondegreen-en@2" in table
    markdown = render([found], "markdown", matrix=True)
    assert "a\\|b" in markdown
    header, mark, *rows = [line for line in markdown.splitlines() if line.startswith("|")][:4]
    assert len({line.replace("\\|", "").count("|") for line in (header, mark, *rows)}) == 1
    plain = json.loads(render([found], "json"))
    assert plain[0]["systems"][0]["list_price"]["date"] == "2026-11-01"
    assert plain[0]["pairs"][0]["p_corrected"] < 0.05
    lines = [*csv.DictReader(StringIO(render([found], "csv")))]
    assert [line["system"] for line in lines] == ["a|b:m", "'=c:m"]
    assert float(lines[1]["rate"]) == pytest.approx(0.25)
    assert lines[0]["price_source"] == "example.org/prices"
    assert render([found], "tsv").splitlines()[0].split("\t")[:3] == ["dataset", "rank", "system"]


def test_without_is_checked_and_nothing_is_ranked_of_nothing(store: Store) -> None:
    dataset = dataset_of(3)
    keep_dataset(store, dataset)
    with pytest.raises(UsageError, match=r"nothing of .* was transcribed yet"):
        board(store, dataset)
    with pytest.raises(UsageError, match=r"--without dealy: .* Did you mean"):
        board(store, dataset, without=["dealy"])


def test_one_system_and_one_clip(store: Store) -> None:
    dataset = filled(store, dataset_of(1), a=[1])
    found = board(store, dataset)
    assert ranks(found) == {"a": 1}
    assert not found.pairs
    assert "no interval of a:m: an interval needs two units or more" in render([found])


def test_drawn_together_of_clips_that_the_manifest_lacks() -> None:
    dataset = Dataset("a", [Clip("1", "", speaker="ada")])
    assert drawn_together(dataset, ["1", "2"]) == ("speaker", ["ada", None])


def test_the_command(tmp_path: Path, command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = dataset_of(CLIPS, speaker=lambda at: f"s{at % 20}")
    bench(tmp_path / "bench", dataset, {"a:m": GOOD, "b:m": BAD, "c:m": ALIKE})
    monkeypatch.chdir(tmp_path / "bench")
    done = command("bench", "leaderboard", "--to", "json")
    assert done.status == 0, done.err
    (found,) = json.loads(done.out)
    assert [(each["system"], each["rank"], each["group"]) for each in found["systems"]] == [
        ("a:m", 1, "a"), ("c:m", 1, "a"), ("b:m", 3, "b"),
    ]  # fmt: skip
    assert (found["unit"], found["units"], found["resamples"]) == ("speaker", 20, 10_000)
    done = command("bench", "leaderboard", "--fail-if-worse", "wer", "--baseline", "a:m")
    assert (done.status, "gate not met: wer of b:m against a:m" in done.err) == (1, True)
    done = command("bench", "leaderboard", "--fail-above", "wer=30%", "--to", "junit")
    assert (done.status, done.out.count("<testcase")) == (0, 3)
    for words, problem in (
        (["--fail-above", "cer=3%"], "a gate of cer: the leaderboard ranks by wer"),
        (["--since", "yesterday"], "--since yesterday: expected a date, such as 2026-11-01"),
        (["--dataset", "tree"], "has trees. Did you mean 'trees'?"),
        (["--to", "html"], "--to html: expected table, markdown"),
        (["--without", "time"], "--without time: expected delay, semantic-wer"),
        (["--systems", "x:m"], "bench.toml has no such system. Did you mean"),
        (["--systems", "pocketsphinx:xx"], "nothing of the system 'pocketsphinx:xx'"),
    ):
        done = command("bench", "leaderboard", *words)
        assert (done.status, done.err.count("\n")) == (2, 1), done.err
        assert problem in done.err, done.err
    config = tmp_path / "bench" / "bench.toml"
    config.write_text(
        config.read_text("utf-8").replace("[systems]", '[systems]\n"files:x" = {}'), "utf-8"
    )
    done = command("bench", "leaderboard", "--dataset", "trees", "--since", "2026-11-01")
    assert (done.status, "not ranked: files:x: " in done.out) == (0, True), done.err
