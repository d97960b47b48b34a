"""``word-times``: counts by hand, hostile times, and the way of words from files to rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metric_oracle import assert_broadcasts

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.errors import InputError
from mondegreen.metrics.quantiles import quantile

needs_native = pytest.mark.skipif(
    _kernel.name != "native", reason="a normalizer or forgivers of the native kernel alone"
)

SAID = [("so", 0.0, 0.4), ("it", 0.5, 0.8), ("goes", 1.0, 1.3), ("on", 2.0, 2.2)]
NAME = "word-times"


def listed(words: list[Any]) -> list[dict[str, Any]]:
    return [{"word": text, "start": start, "end": end} for text, start, end in words]


def scored(said: list[Any], heard: list[Any], **options: Any) -> mg.Result:
    """The result of one utterance whose words are in columns."""
    texts = [" ".join(word[0] for word in side) for side in (said, heard)]
    columns = {"reference_words": [listed(said)], "hypothesis_words": [listed(heard)]}
    corpus = mg.Corpus(None, [texts[0]], [texts[1]], columns)
    return mg.score(corpus, metrics=options.pop("metrics", [NAME]), **options)


def counts(result: mg.Result) -> dict[str, int]:
    return result[NAME].counts


def ctm(path: Path, words: list[Any], confidence: str = "") -> str:
    lines = [
        f"talk 1 {start:.6f} {end - start:.6f} {text} {confidence}" for text, start, end in words
    ]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def moved(words: list[Any], by: float) -> list[Any]:
    return [(text, start + by, end + by) for text, start, end in words]


@pytest.mark.parametrize(
    ("by", "within"),
    [(0.0, (4, 4, 4)), (0.05, (4, 4, 4)), (0.051, (4, 4, 0)), (0.1, (4, 4, 0)), (0.2, (4, 0, 0))],
)
def test_a_tolerance_includes_its_end(by: float, within: tuple[int, int, int]) -> None:
    found = counts(scored(SAID, moved(SAID, by)))
    assert tuple(found[f"within_{each}_ms"] for each in (200, 100, 50)) == within


def test_all_words_are_in_precision_and_recall() -> None:
    heard = [("so", 0.0, 0.4), ("um", 0.4, 0.5), ("it", 0.5, 1.1), ("on", 2.0, 2.2)]
    result = scored(SAID, heard)
    assert counts(result) == {
        "reference_words": 4,
        "hypothesis_words": 4,
        "hits": 3,
        "timed_hits": 3,
        "within_200_ms": 2,
        "within_100_ms": 2,
        "within_50_ms": 2,
        "starts_within_200_ms": 3,
        "ends_within_200_ms": 2,
        "untimed_reference_words": 0,
        "untimed_hypothesis_words": 0,
    }
    assert result[NAME].value == 2 * 2 / 8
    assert "precision 50.0 %, recall 50.0 %" in result[NAME].made_of


def test_offsets_are_signed_and_their_quantiles_exact() -> None:
    heard = [("so", -0.0, 0.4), ("it", 0.6, 0.8), ("goes", 0.9, 1.3), ("on", 2.3, 2.2 + 0.4)]
    measures = scored(SAID, heard)[NAME].measures
    assert measures["start_offset_p50"] == 0.05
    assert measures["start_offset_p5"] == pytest.approx(-0.085, abs=1e-9)
    assert measures["end_offset_p95"] == pytest.approx(0.34, abs=1e-9)
    assert measures["end_offset_p25"] == 0.0


def test_the_nearest_of_equal_words_is_taken() -> None:
    said = [("yes", 0.0, 0.4), ("yes", 9.0, 9.4)]
    for number in (0, 1):
        assert counts(scored(said, [said[number]]))["within_50_ms"] == 1


def test_words_without_times_are_counted_and_never_right_in_time() -> None:
    heard = [("so", 0.0, 0.4), ("it", None, None), ("goes", 1.0, None), ("on", 2.0, 2.2)]
    found = counts(scored(SAID, heard))
    assert found["untimed_hypothesis_words"] == 2
    assert (found["hits"], found["timed_hits"], found["within_200_ms"]) == (4, 2, 2)


def test_an_end_before_its_start_is_no_time() -> None:
    found = counts(scored(SAID, [("so", 0.4, 0.0), ("it", -1.0, 0.8), *SAID[2:]]))
    assert (found["untimed_hypothesis_words"], found["within_200_ms"]) == (2, 2)


def test_without_times_there_is_no_rate() -> None:
    result = mg.score("so it goes", "so it goes", metrics=[NAME])
    assert result[NAME].reason == "no word has times on one side"
    assert result[NAME].counts["hits"] == 3
    assert "null" in result.render("json")


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ({"word": "so", "start": float("nan")}, "is no time, expected seconds"),
        ({"word": "so", "start": "soon"}, "is no time, expected seconds"),
        ({"word": 3}, "the text of a word is a number"),
        ({"start": 3}, "the text of a word is null"),
        (3, "a word is a number"),
    ],
)
def test_what_is_no_word_is_refused_with_its_place(word: Any, message: str) -> None:
    corpus = mg.Corpus(["u7"], ["so"], ["so"], {"hypothesis_words": [[word]]})
    with pytest.raises(InputError, match="id 'u7'") as caught:
        mg.score(corpus, metrics=[NAME])
    assert message in str(caught.value)


@needs_native
def test_each_word_is_normalized_by_itself() -> None:
    said = [("So,", 0.0, 0.4), ("twenty-one", 0.5, 1.0), ("—", 1.0, 1.1)]
    heard = [("so", 0.0, 0.4), ("twenty", 0.5, 0.7), ("one", 0.7, 1.0)]
    assert counts(scored(said, heard))["hits"] == 0
    found = counts(scored(said, heard, normalizer="whisper-basic"))
    assert (found["reference_words"], found["hits"], found["within_50_ms"]) == (3, 3, 1)
    assert found["untimed_reference_words"] == 2  # each half of the word with a hyphen


def test_a_missing_hypothesis_counts_as_the_policy_says() -> None:
    columns = {"reference_words": [listed(SAID)] * 2, "hypothesis_words": [listed(SAID), None]}
    texts = "so it goes on"
    corpus = mg.Corpus(None, [texts] * 2, [texts, None], columns)
    for policy, words in (("deletions", 8), ("skip", 4)):
        result = mg.score(corpus, metrics=[NAME, "wer"], missing=policy)
        assert result[NAME].counts["reference_words"] == words
        assert result[NAME].value == 2 * 4 / (words + 4)


def test_ctm_whisper_and_segments_come_to_the_same(tmp_path: Path) -> None:
    heard = moved(SAID, 0.06)
    reference = ctm(tmp_path / "ref.ctm", SAID)
    whisper = tmp_path / "hyp.json"
    words = [
        {"word": f" {text}", "start": start, "end": end, "probability": 0.5}
        for text, start, end in heard
    ]
    segment = {"id": 0, "start": 0.0, "end": 3.0, "text": " so it goes on", "words": words}
    whisper.write_text(json.dumps({"text": "so it goes on", "segments": [segment]}))
    seglst = tmp_path / "hyp.seglst.json"
    seglst.write_text(
        json.dumps(
            [
                {"session_id": "talk", "speaker": "a", "start_time": a, "end_time": b, "words": w}
                for w, a, b in heard
            ]
        )
    )
    stm = tmp_path / "hyp.stm"
    stm.write_text("".join(f"talk 1 a {a:.3f} {b:.3f} {w}\n" for w, a, b in heard))
    for path in (ctm(tmp_path / "hyp.ctm", heard), whisper, seglst, stm):
        found = mg.score(mg.read(reference, path), metrics=[NAME])
        assert counts(found)["within_100_ms"] == 4, path
        assert counts(found)["within_50_ms"] == 0
        assert found[NAME].measures["start_offset_p50"] == 0.06


def test_a_shift_is_seen_next_to_a_rate_of_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [("hello there", 0.0, 3.0), ("good morning", 3.0, 6.0)]
    paths = []
    for name, by in (("ref", 0.0), ("hyp", 1.5)):
        path = tmp_path / f"{name}.json"
        path.write_text(
            json.dumps(
                [
                    {"session_id": "s", "start_time": a + by, "end_time": b + by, "words": text}
                    for text, a, b in rows
                ]
            )
        )
        paths.append(str(path))
    result = mg.score(mg.read(*paths), metrics=["wer", NAME])
    assert result["wer"].value == 0
    assert result[NAME].measures["start_offset_p50"] == 1.5
    assert result[NAME].measures["end_offset_p50"] == 1.5
    assert counts(result)["starts_within_200_ms"] == counts(result)["within_200_ms"] == 0
    assert run(["score", *paths, "-m", "wer,word-times"]) == 0
    assert "starts +1.500 s in the median" in capsys.readouterr().out


def test_times_that_do_not_fit_are_kept(tmp_path: Path) -> None:
    """Words that are cut without times, with a warning, still have theirs."""
    texts = [f"w{number}" for number in range(40)]
    said = [(text, float(at), at + 0.5) for at, text in enumerate(texts)]
    stm = tmp_path / "ref.stm"
    stm.write_text(
        "".join(
            f"talk 1 a {at}.0 {at + 4}.0 {' '.join(texts[at : at + 4])}\n" for at in range(0, 40, 4)
        )
    )
    whisper = tmp_path / "hyp.json"
    words = [{"word": w, "start": a + 20, "end": b + 20} for w, a, b in said]
    segment = {"id": 0, "start": 20.0, "end": 60.0, "text": " ".join(texts), "words": words}
    whisper.write_text(json.dumps({"text": " ".join(texts), "segments": [segment]}))
    with pytest.warns(UserWarning, match="its times do not fit"):
        corpus = mg.read(stm, whisper)
    _, heard = corpus.words
    assert heard is not None
    found = heard()
    assert found.text == texts
    assert found.start == [int((a + 20) * 1_000_000) for _, a, _ in said]


def test_merging_and_slices_pool_the_offsets() -> None:
    scorer = mg.Scorer(metrics=[NAME])
    for by in (0.0, 0.3):
        corpus = mg.Corpus(
            [f"{by}"],
            ["so it goes on"],
            ["so it goes on"],
            {
                "reference_words": [listed(SAID)],
                "hypothesis_words": [listed(moved(SAID, by))],
                "noise": [by],
            },
        )
        scorer.update(corpus)
    result = scorer.compute(by="noise")
    assert result[NAME].measures["start_offset_p50"] == pytest.approx(0.15)
    assert result[NAME].value == 0.5
    groups = result.by("noise")
    assert groups[0.3][NAME].measures["start_offset_p5"] == pytest.approx(0.3)
    assert groups[0.0][NAME].value == 1.0
    assert "offsets of hits" in str(result)


def test_values_of_arrays() -> None:
    rows = [
        (4, 4, 3, 3, 2, 2, 2, 3, 2, 0, 0),
        (4, 4, 3, 3, 2, 2, 2, 3, 2, 1, 0),
        (1, 9, 1, 1, 1, 1, 1, 1, 1, 0, 8),
    ]
    for name in (NAME, "word-times[100]", "word-times[50]"):
        assert_broadcasts(name, rows)


def test_other_tolerances_are_metrics_too() -> None:
    result = scored(SAID, moved(SAID, 0.07), metrics=[NAME, "word-times[100]", "word-times[50]"])
    assert [each.value for each in result] == [1.0, 1.0, 0.0]


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=30), st.integers(0, 100))
def test_quantiles_are_numpys(values: list[int], percent: int) -> None:
    np = pytest.importorskip("numpy")
    found = quantile(sorted(values), percent)
    assert found == pytest.approx(float(np.percentile(values, percent)), abs=1e-9)


def test_json_keeps_its_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(
        Path(mg.__file__).with_name("report").joinpath("result.schema.json").read_text()
    )
    for metrics in ([NAME, "confidence"], ["confidence"]):
        content = json.loads(scored(SAID, moved(SAID, 0.1), metrics=metrics).render("json"))
        jsonschema.validate(content, schema)


def test_offsets_are_in_all_outputs_for_people(tmp_path: Path) -> None:
    result = scored(SAID, moved(SAID, 0.1))
    for form in ("table", "markdown", "html"):
        assert "0.100 s" in result.render(form)
    mg.write_report(result, tmp_path / "report.html")
    assert "+0.100 s in the median" in (tmp_path / "report.html").read_text()
