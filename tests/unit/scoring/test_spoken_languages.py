"""Files of several languages with forgivers: each row is forgiven with the words of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.errors import InputError, UsageError
from mondegreen.forgive import forgive
from mondegreen.forgive.languages import ByLanguage
from mondegreen.scoring.forgiveness import languages
from mondegreen.scoring.recipe import Recipe

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [
    ("en", "um the colour costs five dollars", "the color costs $5"),
    ("de", "äh das kostet fünf Euro", "das kostet 5 Euro"),
    ("fr", "il ne vient pas", "il vient"),
    ("de-AT", "das ist nicht gut", "das ist gut"),
    ("ja", "東京 東京 です", "東京 です"),
    ("en", "um I did not go", "I did go"),
    ("de", "der um der um", "der um"),
    ("ru", "ээ пять рублей", "5 рублей"),
]
CODES, SAID, WRITTEN = (list(column) for column in zip(*ROWS, strict=True))


def scored(forgive: Any = "agent", rows: slice = slice(None), **options: Any) -> mg.Result:
    options = {"normalizer": "mondegreen-{lang}", **options}
    scorer = mg.Scorer(forgive=forgive, **options)
    scorer.update(SAID[rows], WRITTEN[rows], metadata={"lang": CODES[rows]})
    return scorer.compute()


@pytest.mark.parametrize("normalizer", ["mondegreen-{lang}", "none", "lower"])
@pytest.mark.parametrize("chosen", ["agent", "fillers,numbers,repetition,inflection,homophone"])
def test_each_row_is_as_it_would_be_by_itself(normalizer: str, chosen: str) -> None:
    result = scored(chosen, normalizer=normalizer, lang="{lang}")
    spoken = {use.language: use for use in languages(result)}
    for row, code in enumerate(CODES):
        texts = result.aligned_texts([row])
        plain = code.partition("-")[0]
        names = [
            each
            for each in result.recipe.forgive
            if each.partition("@")[0] not in spoken[plain].left_out
        ]
        alone = forgive(texts[0][0], texts[1][0], forgive=names, language=plain)
        found = result.counts(row, "wer")
        assert found[0] == alone.errors
        assert found[0] + sum(found[4::2]) == alone.strict
    spans = [(span.difference.id, span.reason.forgiver) for span in result.forgiven()]
    assert all(name for _, name in spans)
    assert sum(span.words for span in result.forgiven()) + sum(
        each.errors for each in result.differences()
    ) == sum(step.errors for step in result.waterfall() if step.name == "strict")


def test_denials_of_each_language_are_kept() -> None:
    result = scored()
    left = {result.id(row) for row in range(len(result)) if result.counts(row, "wer")[0]}
    assert left == {"3", "4", "5", "6"}  # French, German and English denials; Japanese has no list


def test_what_is_left_out_is_said() -> None:
    result = scored("abbreviations,spacing,inflection")
    found = {use.language: (use.utterances, use.left_out) for use in languages(result)}
    assert found["ja"] == (1, ("abbreviations", "inflection"))
    assert found["de"] == (3, ())
    assert "ja 1, without abbreviations, inflection" in str(result)
    shown = json.loads(result.render("json"))["languages"]
    assert {"language": "ja", "utterances": 1, "left_out": ["abbreviations", "inflection"]} in shown
    assert [each.name for each in result.classes().classes]
    assert result.classes().language == "de, en, fr, ja, ru"


def test_the_signature_names_the_languages_and_is_a_recipe() -> None:
    result = scored()
    assert "|lang:{lang}=de,en,fr,ja,ru|" in result.signature
    again = mg.Scorer(recipe=result.signature)
    again.update(SAID, WRITTEN, metadata={"lang": CODES})
    assert again.compute().signature == result.signature
    assert again.compute()["wer"].counts == result["wer"].counts
    assert Recipe.parse(result.signature) == result.recipe


def test_parts_are_the_whole() -> None:
    whole, parts = scored(), [scored(rows=slice(0, 3)), scored(rows=slice(3, None))]
    assert parts[0].recipe == parts[1].recipe
    assert parts[0].signature != parts[1].signature
    joined = type(whole).concatenate(parts)
    assert joined.signature == whole.signature
    assert joined["wer"].counts == whole["wer"].counts
    assert [str(each) for each in joined.forgiven()] != []
    assert languages(joined) == languages(whole)


@pytest.mark.parametrize("ending", ["json", "parquet"])
@pytest.mark.parametrize("texts", [True, False])
def test_a_run_file_keeps_them(ending: str, *, texts: bool, tmp_path: Path) -> None:
    result = scored()
    path = tmp_path / f"run.{ending}"
    scorer = mg.Scorer(forgive="agent", normalizer="mondegreen-{lang}")
    scorer.update(SAID, WRITTEN, metadata={"lang": CODES})
    scorer.compute().save(path, texts=texts)
    loaded = mg.load(path)
    assert loaded.signature == result.signature
    assert languages(loaded) == languages(result)
    assert str(loaded.waterfall()) == str(result.waterfall()) or not texts
    if texts:
        assert list(map(str, loaded.forgiven())) == list(map(str, result.forgiven()))


def test_with_alternatives_and_what_does_not_count() -> None:
    said = [
        "um the { colour / hue } of [NAME] is five",
        "äh dem [NAME] gefällt nicht { fünf / sechs } so",
        "x",
    ]
    written = ["the color of bob is 5", "dem hans gefällt 5 so", "x"]
    scorer = mg.Scorer(forgive="agent", lang="{lang}", alternatives="nist", dont_care="redactions")
    scorer.update(said, written, metadata={"lang": ["en", "de", "ja"]})
    result = scorer.compute()
    assert [result.counts(row, "wer")[0] for row in range(3)] == [0, 1, 0]
    assert {span.reason.forgiver for span in result.forgiven()} >= {"spelling", "numbers"}


def test_misuse() -> None:
    with pytest.raises(UsageError, match=r"needs the column 'lang'; columns: none"):
        mg.score("a", "b", forgive="agent", lang="{lang}")
    with pytest.raises(UsageError, match="name some with forgive="):
        mg.score("a", "b", lang="{lang}")
    scorer = mg.Scorer(forgive="agent", lang="{lang}")
    for value in ("xx", None, 5, "", "x" * 500):
        with pytest.raises(
            InputError, match=r"row 2: the column 'lang' says .*not a known language"
        ):
            scorer.update(["a", "b"], ["a", "c"], metadata={"lang": ["en", value]})
    with pytest.raises(UsageError, match="nonsense"):
        ByLanguage("nonsense", language="{lang}")


def test_two_languages_in_one_row() -> None:
    scorer = mg.Scorer(forgive="agent", lang="{lang}")
    metadata = {"lang": ["hi-en", "en"]}
    scorer.update(["um मेरा card", "um so"], ["मेरा कार्ड", "so"], metadata=metadata)
    result = scorer.compute()
    assert result["wer"].value == 0
    assert "lang:{lang}=en,hi-en|" in result.signature
