"""Places under another normalizer, where what is forgiven is not all in the recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.corpus import Corpus
from mondegreen.forgive.spelling import Spelling
from mondegreen.forgive.synonyms import Synonyms
from mondegreen.scoring.comparing.ranks_by_normalizer import rescored

if TYPE_CHECKING:
    from pathlib import Path

REFERENCES = ["Die Colour Farbe", "the Colour of cats", "the Kids saw two sox"]
HYPOTHESES = ["die color Farben", "the color of cat", "the children saw 2 socks"]
LANGUAGES = {"lang": ["de", "en", "en"]}


@pytest.mark.parametrize("lang", ["en", "{lang}"])
@pytest.mark.parametrize(
    "names", ["agent", "spelling,inflection", "synonyms", "spellings", "synonyms,spellings,numbers"]
)
def test_it_is_the_score_under_that_normalizer(names: str, lang: str, tmp_path: Path) -> None:
    (tmp_path / "synonyms.tsv").write_text("kids\tchildren\n")
    (tmp_path / "spellings.tsv").write_text("sox\tsocks\n")
    own: dict[str, Any] = {
        "synonyms": Synonyms(path=tmp_path / "synonyms.tsv"),
        "spellings": Spelling(file=tmp_path / "spellings.tsv"),
    }
    options: dict[str, Any] = {
        "forgive": [own.get(name, name) for name in names.split(",")],
        "lang": lang,
    }
    corpus = Corpus(["1", "2", "3"], REFERENCES, HYPOTHESES, LANGUAGES)
    scored = mg.score(corpus, **options)
    again = rescored(scored, "wer", "lower")
    expected = mg.score(corpus, normalizer="lower", **options)
    assert again.signature == expected.signature
    rows = range(len(REFERENCES))
    assert [again.counts(row, "wer") for row in rows] == [
        expected.counts(row, "wer") for row in rows
    ]
