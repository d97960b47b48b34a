"""Every output of a result that was scored with forgivers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.scoring.renderers import RENDERERS

if TYPE_CHECKING:
    from pathlib import Path


STRICT = {"kaldi", "icefall", "sclite-dtl", "sclite-pra", "sclite-sum"}


@pytest.mark.parametrize("output", RENDERERS.names())
@pytest.mark.parametrize(("reference", "hypothesis"), [("a b", "ab c"), ("", "a"), ("", "")])
def test_each_output_shows_it_or_says_why_not(
    output: str, reference: str, hypothesis: str, tmp_path: Path
) -> None:
    file = tmp_path / "pair.tsv"
    file.write_text(f"reference\thypothesis\n{reference}\t{hypothesis}\n", "utf-8")
    status = run(["score", str(file), "--forgive", "spacing", "--to", output])
    assert status == (2 if output in STRICT else 0)


def test_what_is_weighed_has_the_share_that_its_rate_has() -> None:
    words = " ".join(f"w{number} x{number}" for number in range(20))
    result = mg.score(
        words, words.replace("w3 x3", "w3x3"), forgive=["spacing"], severities={"spacing": 330}
    )
    *_, step = result.waterfall()
    strict = next(each for each in result.waterfall() if each.name == "strict")
    assert step.name == "weighed"
    assert step.share == pytest.approx(step.rate * step.words / strict.errors)


def test_rates_by_script_are_strict() -> None:
    with pytest.raises(mg.UsageError, match="without forgive="):
        mg.score("a b", "ab", forgive=["spacing"]).by("script")


@pytest.mark.parametrize("normalizer", ["mondegreen-de", "mondegreen-de-keep-fillers"])
def test_english_is_not_taken_for_granted_with_another_language(normalizer: str) -> None:
    by = {"lang": ["de"]}
    with pytest.raises(mg.UsageError, match="name it: lang="):
        mg.score(["ja"], ["ja"], by=by, normalizer=normalizer, forgive=["spacing"])
    for lang in ("de", "en"):
        result = mg.score(
            ["ja"], ["ja"], by=by, normalizer=normalizer, forgive=["spacing"], lang=lang
        )
        for signature in (result.signature, result.recipe.signature(short=True)):
            assert mg.score(["ja"], ["ja"], by=by, recipe=signature).signature == result.signature


@pytest.mark.parametrize("metric", ["phonetic-wer", "phonetic-wer[seed-004]"])
def test_sounds_of_another_language_are_not_scored_as_english(metric: str) -> None:
    with pytest.raises(mg.UsageError, match="is for en, not for 'de'"):
        mg.score("ja", "ja", metrics=[metric], lang="de")
    assert mg.score("ja", "ja", metrics=[metric], lang="en-IN")[metric].value == 0
