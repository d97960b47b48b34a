"""A metric with its own normalizer takes another one only in its name."""

from __future__ import annotations

import pickle

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.metrics import METRICS
from mondegreen.scoring.recipe import Recipe

needs_native = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

ON_WHISPER = "space-norm-wer[normalizer=whisper-english]"
TEXTS = ["The Wi-Fi in room 15, please", "colour me Mr. Brown", "", "so it goes"]
HEARD = ["the wifi in room fifty please", "color me mister brown", "x", "so it went"]


@needs_native
def test_it_is_scored_on_the_normalizer_that_its_name_says() -> None:
    by = mg.normalizer("whisper-english")
    expected = mg.score(
        by.batch(TEXTS[:2] + TEXTS[3:]),
        by.batch(HEARD[:2] + HEARD[3:]),
        metrics="space-wer",
        insertions="neighbour",
    )["space-wer"]
    found = mg.score(TEXTS, HEARD, metrics=ON_WHISPER)[ON_WHISPER]
    assert (found.errors, found.value) == (expected.errors, expected.value)
    assert found.counts["left_out"] == 1


@needs_native
def test_it_is_next_to_the_metric_on_its_own_and_others() -> None:
    names = [ON_WHISPER, "space-norm-wer", "wer"]
    result = mg.score(TEXTS, HEARD, metrics=names, normalizer="lower")
    for name in names:
        alone = mg.score(TEXTS, HEARD, metrics=name, **_lower(name))
        assert alone[name].counts == result[name].counts
    pins = result.recipe.normalizers
    assert [pin.partition("@")[0] for pin in pins] == ["whisper-english", "space-norm", "lower"]
    assert f"{ON_WHISPER} (normalizer: {pins[0]})" in str(result)


def _lower(name: str) -> dict[str, str]:
    return {"normalizer": "lower"} if name == "wer" else {}


@needs_native
@pytest.mark.parametrize("short", [True, False])
def test_its_signature_can_be_given_back(short: bool) -> None:  # noqa: FBT001
    recipe = Recipe.make(metrics=[ON_WHISPER, "wer"], normalizer="lower")
    again = Recipe.parse(recipe.signature(short=short))
    assert again == recipe
    assert again.signature() == recipe.signature()
    alone = recipe.only(ON_WHISPER)
    assert mg.score(TEXTS, HEARD, recipe=alone.signature()).recipe.metrics == (ON_WHISPER,)


@needs_native
def test_run_files_and_pickles_keep_it(tmp_path) -> None:
    pytest.importorskip("pyarrow")
    result = mg.score(TEXTS, HEARD, metrics=ON_WHISPER)
    result.save(tmp_path / "run.parquet", texts=True)
    for again in (mg.load(tmp_path / "run.parquet"), pickle.loads(pickle.dumps(result))):
        assert again.signature == result.signature
        assert again[ON_WHISPER].counts == result[ON_WHISPER].counts


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("space-norm-wer[normalizer=lowre]", "Did you mean 'lower'"),
        ("space-norm-wer[normalizer=]", "no normalizer is named ''"),
        ("space-norm-wer[normalizer=lower@1]", "without a version"),
        ("space-norm-wer[normalizer=mondegreen-{lang}]", "not by column"),
        pytest.param(
            "space-norm-wer[normalizer=mondegreen-de-AT]",
            r"type space-norm-wer\[normalizer=mondegre",
            marks=needs_native,
        ),
        ("space-norm-wer[normaliser=lower]", "Did you mean 'normalizer'"),
        ("wer[normalizer=lower]", "type --normalizer lower"),
        ("semantic-wer[normalizer=lower]", "semantic@2 and no other"),
        ("spce-wer[normalizer=lower]", "Did you mean 'space-wer'"),
    ],
)
def test_what_cannot_be_is_refused(name: str, message: str) -> None:
    with pytest.raises(mg.UsageError, match=message):
        mg.score("a", "b", metrics=name)


def test_one_name_is_one_metric() -> None:
    assert METRICS.get(ON_WHISPER) is METRICS.get(ON_WHISPER)
    assert ON_WHISPER not in METRICS.names()


def test_a_normalizer_for_all_is_refused_with_what_to_type() -> None:
    with pytest.raises(mg.UsageError, match=r"take space-norm-wer\[normalizer=lower\]"):
        mg.score("a", "b", metrics="space-norm-wer", normalizer="lower")
