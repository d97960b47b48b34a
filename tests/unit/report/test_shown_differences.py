"""For every metric, what pages, rows, differences and confusions show adds up to what it counts."""

from __future__ import annotations

import warnings
from collections import Counter
from random import Random

import pytest

import mondegreen as mg
from mondegreen.errors import MondegreenError
from mondegreen.metrics.registry import METRICS
from mondegreen.report.aligned_rows import aligned_rows
from mondegreen.report.document import render_report
from mondegreen.report.survey import survey
from mondegreen.report.systems import Systems
from mondegreen.report.utterances import units, utterances
from mondegreen.types import NBest

STEPS = ("substitutions", "deletions", "insertions")
WORDS = [
    "the",
    "knight",
    "rode",
    "their",
    "there",
    "two",
    "to",
    "white",
    "paper",
    "whitepaper",
    "ice",
    "cream",
    "icecream",
    "no",
    "know",
    "not",
    "need",
    "a",
    "A",
    "card",
    "cart",
    "ignore",
    "time",
    "segment",
    "in",
    "scoring",
]


def texts(seed: int, rows: int = 60) -> tuple[list[str], list[str]]:
    draw = Random(seed)

    def noisy(words: list[str]) -> str:
        found = []
        for word in words:
            kind = draw.random()
            found += [word] * (kind >= 0.1)
            found += [draw.choice(WORDS)] * (0.05 <= kind < 0.4)
        return " ".join(found)

    said = [draw.choices(WORDS, k=draw.randint(0, 9)) for _ in range(rows)]
    return [" ".join(words) for words in said], [noisy(words) for words in said]


def scored(metric: str, seed: int = 0, **options):
    references, hypotheses = texts(seed)
    if METRICS.get(metric).uses_lists:
        hypotheses = [NBest(text, text + " now") for text in hypotheses]
    if METRICS.get(metric).uses_sessions or METRICS.get(metric).judged:
        pytest.skip("scores no plain texts by itself")
    if metric.endswith("[global]"):
        options["entities"] = ["card", "A"]
    if METRICS.get(metric).lists == "column":
        options["by"] = {"listed_words": [["card", "A"]] * len(references)}
    if metric == "entities":
        options["by"] = {"entities": [["card"] * ("card" in text) for text in references]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return mg.score(references, hypotheses, metrics=[metric], **options)


def counted(result) -> dict[str, int]:
    """Return what the metric counts."""
    metric = next(iter(result.metrics))
    columns = dict(zip(result.metrics[metric].statistics, result.rows[metric].sums, strict=True))
    return {name: columns[name] for name in STEPS}


def sums(pairs) -> dict[str, int]:
    """Return the steps of pairs of tokens, of which one may be missing."""
    found = Counter(STEPS[1] if not w else STEPS[2] if not s else STEPS[0] for s, w in pairs)
    return {name: found[name] for name in STEPS}


def page_pairs(result) -> list[tuple[str, str]]:
    """Return the pairs of tokens that the script of the page counts as errors, as it cuts them."""
    metric = next(iter(result.metrics))
    space = " " if result.unit_of(metric).startswith("word") else ""
    shown = utterances(Systems.of(result), range(len(result)), [])
    found = []
    for each in shown:
        part = each["s"][0]
        if not part or "d" not in part:
            assert not part or not part["e"]
            continue
        text, at = part.get("c", each.get("c", each["r"])), 0
        for piece in part["d"]:
            length, written, *more = (piece, None) if isinstance(piece, int) else piece
            said = text[at : at + length] if length else ""
            assert units(said) == length
            at += length + len(space) if length else 0
            if isinstance(piece, int) or (more and more[0]):
                continue
            if more:
                found += [tuple(pair) for pair in more[1]]
            elif said and written:
                found.append((said, written))
            else:
                tokens = (said or written).split(space) if space else [said or written]
                found += [(token, "") if said else ("", token) for token in tokens]
    return found


def all_ways(result) -> dict[str, dict[str, int]]:
    """Return what each way to look at differences adds up to."""
    metric = next(iter(result.metrics))
    differences, walked = result.differences(), survey(result, metric)
    confusions = result.confusions()
    rows = [result.utterance(row).alignment for row in range(len(result))]
    rows = [rows[row] for row in result.rows_with_errors(metric)]
    return {
        "differences": {name: sum(getattr(each, name) for each in differences) for name in STEPS},
        "confusions": {name: sum(each[-1] for each in getattr(confusions, name)) for name in STEPS},
        "survey": {name: getattr(walked, name).total() for name in STEPS},
        "rows": {name: sum(getattr(each, name) for each in rows) for name in STEPS},
        "page": sums(page_pairs(result)),
    }


@pytest.mark.parametrize("metric", [name for name in METRICS.names() if "[normalizer" not in name])
def test_every_metric_shows_what_it_counts_or_says_so(metric: str) -> None:
    result = scored(metric)
    kind = result.metrics[metric]
    if kind.forgives or not kind.counts_steps:
        page = render_report(result)
        assert kind.counts_steps or f"the errors of {metric} are not the differences below" in page
        return
    assert any(counted(result).values())
    for way, found in all_ways(result).items():
        assert found == counted(result), way
    page = render_report(result)
    assert "differences below" not in page


@pytest.mark.parametrize("metric", ["wer", "mer", "cer"])
@pytest.mark.parametrize(
    "options", [{"ties": "jiwer"}, {"edit_weights": "sclite"}, {"edit_weights": (1, 3, 3)}], ids=str
)
def test_other_ties_and_weights_are_shown_as_they_are_counted(metric: str, options) -> None:
    for seed in range(3):
        result = scored(metric, seed, **options)
        for way, found in all_ways(result).items():
            assert found == counted(result), way


@pytest.mark.parametrize("metric", ["wer", "cer"])
def test_what_remains_after_forgiving_is_what_is_shown(metric: str) -> None:
    for seed in range(3):
        result = scored(metric, seed, forgive=["agent"])
        remaining = result.rows[metric].sums[0]
        ways = all_ways(result)
        del ways["rows"]  # strict alignments
        for way, found in ways.items():
            assert sum(found.values()) == remaining, way


@pytest.mark.parametrize("metric", ["phonetic-wer", "phonetic-wer[seed-004]"])
def test_what_sounds_alike_is_shown_as_right(metric: str) -> None:
    result = mg.score(
        ["their card is lost", "the knight"], ["there cart is", "the night"], metrics=[metric]
    )
    (missing, *_) = result.differences(metric)
    first = result.utterance(0).alignment
    assert first.runs[0].operation == "accept"
    assert first.errors == sum(result.counts(0, metric)[1:])
    shown = utterances(Systems.of(result), [0, 1], [], reasons := {})
    assert list(reasons) == ["sound"]
    assert shown[1]["s"][0]["d"] == [3, [6, "night", 1, result.metrics[metric].accepts[1]]]
    layout = [pair for row in aligned_rows(result, "kaldi") for pair in row.pairs if not pair.right]
    assert len(layout) == sum(result.rows[metric].sums[1:])
    assert missing.errors


@pytest.mark.parametrize("rule", ["difflib", "difflib-raw", "kaldialign", "difflib-kaldialign-raw"])
def test_compounds_are_shown_as_right(rule: str) -> None:
    metric = f"hf-leaderboard-wer[{rule}]"
    result = mg.score(["a white paper is here"], ["a whitepaper is there"], metrics=[metric])
    (found,) = result.differences()
    assert (found.reference, found.hypothesis) == (("here",), ("there",))
    assert result.utterance(0).alignment.hits == result.rows[metric].sums[0]


@pytest.mark.parametrize("metric", METRICS.names())
def test_rates_by_words_add_up(metric: str) -> None:
    if METRICS.get(metric).uses_lists == "mean":
        pytest.skip("counts no steps")
    result = scored(metric)
    if result.metrics[metric].forgives or not result.metrics[metric].counts_steps:
        with pytest.raises(MondegreenError):
            result.by("frequency")
        return
    groups = result.by("frequency")
    for name in STEPS:
        assert sum(each[metric].counts[name] for _, each in groups.items()) == counted(result)[name]


def test_lists_of_hypotheses_say_whose_differences_are_shown() -> None:
    lists = [NBest("a b x d", "a b c d")]
    result = mg.score(["a b c d"], lists, metrics=["first-wer", "oracle-wer"])
    assert not survey(result, "first-wer").note
    assert "first-wer" in survey(result, "oracle-wer").note


def test_sessions_show_the_errors_of_each_speaker_in_its_stream() -> None:
    def turn(speaker: str, start: float, words: str) -> dict[str, object]:
        times = {"start_time": start, "end_time": start + 1}
        return {"session_id": "talk", "speaker": speaker, "words": words, **times}

    said = [turn("ann", 0, "so it goes on"), turn("bo", 2, "yes it does"), turn("ann", 4, "well")]
    heard = [turn("1", 0, "so it goes"), turn("2", 2, "yes it did"), turn("3", 4, "well then")]
    result = mg.score(mg.sessions(said, heard), metrics=["cpwer"])
    assert counted(result) == {"substitutions": 1, "deletions": 2, "insertions": 2}
    for way, found in all_ways(result).items():
        assert found == counted(result), way
    assert not survey(result, "cpwer").note
