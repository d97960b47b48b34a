"""``confidence`` against plain Python, sclite's definition, hostile numbers, and the formats that have some."""

from __future__ import annotations

import json
import math
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.errors import InputError
from mondegreen.metrics import METRICS
from mondegreen.metrics.confidence import auroc, calibration, threshold

needs_native = pytest.mark.skipif(
    _kernel.name != "native", reason="a normalizer or forgivers of the native kernel alone"
)

if TYPE_CHECKING:
    from pathlib import Path

NAME = "confidence"
ONE = 10**9


def corpus(*rows: tuple[str, str, Any], ids: list[str] | None = None) -> mg.Corpus:
    said, heard, numbers = (list(column) for column in zip(*rows, strict=True))
    return mg.Corpus(ids, said, heard, {"confidences": numbers})


def scored(*rows: tuple[str, str, Any], **options: Any) -> mg.Result:
    return mg.score(corpus(*rows), metrics=[NAME], **options)


# The definition, from the comment in sclite's compute_SCORE_nce (SCTK, src/sclite/scores.c).
def plain_nce(right: list[float], wrong: list[float]) -> float:
    kept = [[min(max(c, 1e-7), 1 - 1e-7) for c in side] for side in (right, wrong)]
    n, of = len(right), len(right) + len(wrong)
    p = n / of
    whole = -(n * math.log2(p) + (of - n) * math.log2(1 - p))
    return (whole + sum(map(math.log2, kept[0])) + sum(math.log2(1 - c) for c in kept[1])) / whole


def plain_auroc(right: list[int], wrong: list[int]) -> float:
    won = sum((a > b) + (a == b) / 2 for a in right for b in wrong)
    return won / (len(right) * len(wrong))


def plain_calibration(right: list[int], wrong: list[int]) -> float:
    """Every word as 1/k words of each of its k equals, in order; then cut into fifteen."""
    words = [(c, 1.0) for c in right] + [(c, 0.0) for c in wrong]
    share = {
        value: sum(good for c, good in words if c == value) / sum(c == value for c, _ in words)
        for value, _ in words
    }
    order = sorted(c for c, _ in words)
    error = 0.0
    for at in range(15):
        part = order[len(order) * at // 15 : len(order) * (at + 1) // 15]
        error += abs(sum(part) / ONE - sum(share[c] for c in part))
    return error / len(order)


def plain_threshold(right: list[int], wrong: list[int], percent: int) -> tuple[Any, Any]:
    every = [*right, *wrong]
    good = [
        limit
        for limit in every
        if 100 * sum(c >= limit for c in right) >= percent * sum(c >= limit for c in every)
    ]
    if not good:
        return None, None
    return min(good) / ONE, sum(c >= min(good) for c in every) / len(every)


some = st.lists(st.integers(0, 20).map(lambda part: part * ONE // 20), max_size=40)
any_word = some.filter(bool)


@given(any_word, any_word)
def test_auroc_is_that_of_all_pairs(right: list[int], wrong: list[int]) -> None:
    assert auroc(right, wrong) == pytest.approx(plain_auroc(right, wrong), abs=1e-12)


@given(any_word, some)
def test_calibration_error_is_that_of_plain_bins(right: list[int], wrong: list[int]) -> None:
    error, curve = calibration(right, wrong)
    assert error == pytest.approx(plain_calibration(right, wrong), abs=1e-12)
    assert sum(each["words"] for each in curve) == len(right) + len(wrong)
    sizes = [each["words"] for each in curve]
    assert max(sizes) - min(sizes) <= 1


@given(some, some, st.integers(1, 99))
def test_thresholds_are_those_of_trying_all(
    right: list[int], wrong: list[int], percent: int
) -> None:
    from fractions import Fraction

    found = threshold(right, wrong, Fraction(percent, 100))
    assert found == plain_threshold(right, wrong, percent)


words = st.lists(st.tuples(st.booleans(), st.integers(0, 100)), min_size=1, max_size=30)


@given(words)
def test_the_rate_is_sclites_normalized_cross_entropy(listed: list[tuple[bool, int]]) -> None:
    said = " ".join(f"w{at}" for at in range(len(listed)))
    heard = " ".join(f"w{at}" if right else f"x{at}" for at, (right, _) in enumerate(listed))
    result = scored((said, heard, [number / 100 for _, number in listed]))[NAME]
    right, wrong = ([n / 100 for kind, n in listed if kind is which] for which in (True, False))
    assert result.counts["right_words"] == len(right)
    if right and wrong:
        assert result.value == pytest.approx(plain_nce(right, wrong), abs=1e-6)
    else:
        assert result.reason == "not both right and wrong words with confidences"


def test_means_of_right_and_wrong_words() -> None:
    row = ("hello there my friend", "hello there my fiend", [0.99, 0.95, 0.9, 0.3])
    result = scored(row)[NAME]
    assert result.measures["mean_of_right"] == pytest.approx(0.9467, abs=5e-5)
    assert result.measures["mean_of_wrong"] == pytest.approx(0.3)
    assert result.measures["auroc"] == 1.0
    assert result.measures["threshold_for_precision_95"] == 0.9
    assert result.measures["words_above_threshold_95"] == 0.75


def test_an_insertion_is_a_wrong_word_and_a_deletion_is_none() -> None:
    counts = scored(("a b c", "a x c d", [0.9, 0.1, 0.9, 0.2]))[NAME].counts
    assert (counts["right_words"], counts["wrong_words"]) == (2, 2)
    counts = scored(("a b c", "a c", [0.9, 0.8]))[NAME].counts
    assert (counts["right_words"], counts["wrong_words"]) == (2, 0)


def test_words_without_a_confidence_are_counted() -> None:
    result = scored(("a b", "a x", [0.9, None]), ("a", "a", None))[NAME]
    assert result.counts["words_without_confidence"] == 2
    assert "2 words without a confidence" in result.made_of
    assert result.reason is not None
    assert mg.score("a b", "a x", metrics=[NAME])[NAME].counts["words_without_confidence"] == 2


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([1.01, 0.5], "the confidence of 'a' is 1.01, expected 0 to 1"),
        ([0.5, -0.1], "the confidence of 'x' is -0.1, expected 0 to 1"),
        ([0.5, 95], "divide percents by 100"),
        ([0.5, float("nan")], "is no confidence"),
        ([0.5, float("inf")], "is no confidence"),
        ([0.5, "high"], "is no confidence"),
        ([0.5, True], "is no confidence"),
        ([0.5], "1 confidences for 2 words"),
        (0.5, "expected a list"),
    ],
)
def test_what_is_no_confidence_is_refused_with_its_place(numbers: Any, message: str) -> None:
    found = corpus(("a b", "a x", numbers), ids=["u7"])
    with pytest.raises(InputError, match="id 'u7'") as caught:
        mg.score(found, metrics=[NAME])
    assert message in str(caught.value)


def test_values_of_arrays_and_of_sums() -> None:
    np = pytest.importorskip("numpy")
    rows = [
        scored(("a b c", heard, [0.9, 0.2, 0.6])).rows[NAME].sums
        for heard in ("a x c", "a b c", "x y z", "a b z")
    ]
    metric = METRICS.get(NAME)()
    flat = [np.array(column) for column in zip(*rows, strict=True)]
    assert metric.value(flat).tolist() == pytest.approx(
        [metric.value(row) for row in rows], nan_ok=True
    )
    together = scored(*[("a b c", each, [0.9, 0.2, 0.6]) for each in ("a x c", "a b c", "x y z")])
    sums = tuple(map(sum, zip(*rows[:3], strict=True)))
    assert together.rows[NAME].sums == sums
    assert together[NAME].value == metric.value(sums)


def test_slices_and_intervals() -> None:
    rows = [("a b c", "a x c", [0.9, 0.4, 0.8]), ("a b", "a x", [0.6, 0.7])] * 10
    found = mg.score(corpus(*rows), metrics=[NAME], by={"half": [0, 1] * 10})
    assert found.by("half")[0][NAME].measures["auroc"] == 1.0
    assert found.by("half")[1][NAME].measures["auroc"] == 0.0
    low, high = found[NAME].ci()
    assert low <= found[NAME].value <= high


def whisper(words: list[tuple[str, float]], key: str) -> dict[str, Any]:
    listed = [
        {"word": word, "start": at / 1.0, "end": at + 0.5, key: number}
        for at, (word, number) in enumerate(words)
    ]
    text = " ".join(word for word, _ in words)
    segment = {"id": 0, "start": 0.0, "end": 9.0, "text": text, "words": listed}
    if key == "score":
        return {"segments": [segment], "word_segments": listed}
    return {"text": text, "segments": [segment], "language": "en"}


def deepgram(words: list[tuple[str, float]]) -> dict[str, Any]:
    listed = [
        {"word": word, "start": at / 1.0, "end": at + 0.5, "confidence": number}
        for at, (word, number) in enumerate(words)
    ]
    best = {"transcript": " ".join(word for word, _ in words), "words": listed}
    channels = [{"alternatives": [best]}]
    return {"metadata": {"duration": 9.0}, "results": {"channels": channels}}


def elevenlabs(words: list[tuple[str, float]]) -> dict[str, Any]:
    listed = [
        {
            "text": word,
            "start": at / 1.0,
            "end": at + 0.5,
            "type": "word",
            "logprob": math.log(number),
        }
        for at, (word, number) in enumerate(words)
    ]
    spaced = [
        part
        for each in listed
        for part in (each, {"text": " ", "start": 0, "end": 0, "type": "spacing"})
    ]
    text = " ".join(word for word, _ in words)
    return {"language_code": "en", "language_probability": 1.0, "text": text, "words": spaced}


HEARD = [("so", 0.9), ("is", 0.25), ("goes", 0.75)]
REPLIES = {
    "ctm": "".join(
        f"talk 1 {at}.0 0.5 {word} {number}\n" for at, (word, number) in enumerate(HEARD)
    ),
    "whisper": json.dumps(whisper(HEARD, "probability")),
    "whisperx": json.dumps(whisper(HEARD, "score")),
    "deepgram": json.dumps(deepgram(HEARD)),
    "elevenlabs": json.dumps(elevenlabs(HEARD)),
}
REFERENCES = {
    "txt": "so it goes\n",
    "stm": "talk 1 a 0.0 9.0 so it goes\n",
    "ctm": "talk 1 0.0 0.5 so\ntalk 1 1.0 0.5 it\ntalk 1 2.0 0.5 goes\n",
}


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("form", REPLIES)
def test_confidences_come_from_files_whatever_the_reference_is(
    tmp_path: Path, form: str, reference: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = tmp_path / f"ref.{reference}"
    said.write_text(REFERENCES[reference])
    heard = tmp_path / ("hyp.ctm" if form == "ctm" else "hyp.json")
    heard.write_text(REPLIES[form])
    result = mg.score(mg.read(said, heard, hypothesis_format=form), metrics=["wer", NAME])
    counts = result[NAME].counts
    assert (counts["right_words"], counts["wrong_words"]) == (2, 1)
    assert result[NAME].value == pytest.approx(plain_nce([0.9, 0.75], [0.25]), abs=1e-6)
    assert result["wer"].counts["hits"] == counts["right_words"]
    assert run(["score", str(said), str(heard), "-m", NAME, "--to", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)["metrics"][0]
    assert shown["value"] == result[NAME].value
    assert shown["measures"] == result[NAME].measures


def test_replies_in_a_folder_are_paired_by_id_or_recording(tmp_path: Path) -> None:
    (tmp_path / "hyp").mkdir()
    for name, form in (("one", "whisper"), ("two", "whisper")):
        (tmp_path / "hyp" / f"{name}.json").write_text(REPLIES[form])
    reference = tmp_path / "ref.txt"
    reference.write_text("two so it goes\none so is goes\n")
    counts = mg.score(mg.read(reference, tmp_path / "hyp"), metrics=[NAME])[NAME].counts
    assert (counts["right_words"], counts["wrong_words"]) == (5, 1)


def test_the_alternative_that_was_taken_is_the_reference(tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("talk 1 a 0.0 9.0 so { it / is } goes\n")
    (tmp_path / "hyp.ctm").write_text(REPLIES["ctm"])
    found = mg.read(tmp_path / "ref.stm", tmp_path / "hyp.ctm")
    counts = mg.score(found, metrics=[NAME])[NAME].counts
    assert (counts["right_words"], counts["wrong_words"]) == (3, 0)


@pytest.mark.parametrize("texts", [False, True])
def test_a_run_file_keeps_the_rate(*, texts: bool, tmp_path: Path) -> None:
    result = scored(("a b", "a x", [0.9, 0.2]))
    result.save(tmp_path / "run.json", texts=texts)
    loaded = mg.load(tmp_path / "run.json")
    assert loaded[NAME].value == result[NAME].value
    assert loaded[NAME].measures == result[NAME].measures


def test_a_script_without_spaces_is_cut_into_characters(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("今天天气很好\n")
    words = [("今天", 0.9), ("田", 0.2), ("气", 0.8), ("很好", 0.7)]
    (tmp_path / "hyp.json").write_text(json.dumps(whisper(words, "probability")))
    found = mg.read(tmp_path / "ref.txt", tmp_path / "hyp.json")
    result = mg.score(found, metrics=[NAME], unit="mixed")[NAME]
    assert (result.counts["right_words"], result.counts["wrong_words"]) == (5, 1)
    assert result.measures["mean_of_wrong"] == pytest.approx(0.2)


@needs_native
def test_words_of_forgiven_differences_are_right() -> None:
    rows = corpus(("my data base is colourful", "my database as colorful", [0.9, 0.8, 0.3, 0.7]))
    strict = mg.score(rows, metrics=["wer", NAME])[NAME]
    assert (strict.counts["right_words"], strict.counts["wrong_words"]) == (1, 3)
    result = mg.score(rows, metrics=["wer", NAME], forgive=["spacing", "spelling"])
    found = result[NAME]
    assert (found.counts["right_words"], found.counts["wrong_words"]) == (3, 1)
    assert found.measures["mean_of_wrong"] == pytest.approx(0.3)
    assert result["wer"].errors == 1
    assert "AUROC 1.0000" in str(result)


SCLITE = (0.308, 0.269, 0.405, 0.448, 0.436, 0.438, 0.393, 0.261)
"""NCE of SCTK 2.4.10 (Debian): ``sclite -r ref.stm stm -h hyp.ctm ctm -o sum stdout``, per seed."""


TALK = "so it goes on and well then yes does who is the cat sat mat"


def _talk(seed: int) -> tuple[str, str]:
    """Return an stm and a ctm of invented words, a fifth of them wrong."""
    chance = random.Random(seed)
    known = TALK.split()
    said, heard, at = [], [], 0
    for _ in range(40):
        words = chance.choices(known, k=chance.randint(3, 12))
        start = at
        for word in words:
            draw = chance.random()
            if draw >= 0.1:
                wrote = word if draw < 0.8 else chance.choice(known)
                sure = chance.gauss(0.85 if wrote == word else 0.4, 0.2)
                sure = round(min(1, max(0, sure)), 3)
                heard.append(f"rec 1 {at / 100:.2f} 0.30 {wrote} {sure}\n")
            at += 35
        said.append(f"rec 1 ann {start / 100:.2f} {at / 100:.2f} {' '.join(words)}\n")
        at += 200
    return "".join(said), "".join(heard)


@pytest.mark.parametrize(("seed", "expected"), list(enumerate(SCLITE)))
def test_the_rate_is_what_sclite_prints(tmp_path: Path, seed: int, expected: float) -> None:
    files = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    for path, text in zip(files, _talk(seed), strict=True):
        path.write_text(text)
    rate = mg.score(mg.read(*files), metrics=[NAME])[NAME].value
    assert round(rate, 3) == expected


WORDS = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=7)


@given(
    st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4), st.sampled_from(["sclite", "jiwer"])
)
def test_words_are_right_that_the_rule_of_ties_counts_as_hits(
    pairs: list[tuple[list[str], list[str]]], ties: Any
) -> None:
    rows = [(" ".join(said), " ".join(heard), [0.5] * len(heard)) for said, heard in pairs]
    result = mg.score(
        corpus(*rows),
        metrics=["wer", NAME],
        **({"edit_weights": ties} if ties == "sclite" else {"ties": ties}),
    )
    assert result[NAME].counts["right_words"] == result["wer"].counts["hits"]
