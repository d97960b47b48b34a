"""A column of languages chooses the normalizer of each utterance."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.text.normalizers.by_column import ByColumn
from mondegreen.text.normalizers.mondegreen import options

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = ["de", "en", "fr", "de", "en_IN", "zh"]
SAID = ["zwei Hunde", "it is two", "deux chats", "drei", "two lakh", "一百二十三"]
WRITTEN = ["2 Hunde", "it is 2", "2 chats", "3", "200000", "123"]


@pytest.mark.parametrize("threads", [1, 2])
def test_each_row_has_its_own(threads: int) -> None:
    result = mg.score(
        SAID, WRITTEN, by={"lang": LANGUAGES}, normalizer="mondegreen-{lang}", threads=threads
    )
    assert result["wer"].errors == 0
    single = [
        mg.normalizer(f"mondegreen-{code.replace('_', '-')}")(text)
        for code, text in zip(LANGUAGES, SAID, strict=True)
    ]
    assert list(result.text_columns()["reference_normalized"]) == single


def test_rows_of_many_languages_in_any_order_keep_their_places() -> None:
    codes = [LANGUAGES[row * 7 % 6] for row in range(500)]
    texts = [f"{SAID[row * 7 % 6]} {row}" for row in range(500)]
    by = ByColumn("mondegreen-{lang}").chosen({"lang": iter(codes)})
    assert by.batch(texts) == [by.of_row(row)(text) for row, text in enumerate(texts)]
    assert sorted(row for _, rows in by.parts for row in rows) == list(range(500))
    assert all(by.of_row(row) is one for one, rows in by.parts for row in rows)


def test_its_signature_is_a_recipe(tmp_path: Path) -> None:
    metadata = {"lang": LANGUAGES}
    result = mg.score(SAID, WRITTEN, by=metadata, normalizer="mondegreen-{lang}-keep-fillers")
    again = mg.score(SAID, WRITTEN, by=metadata, recipe=result.signature)
    assert again.signature == result.signature
    result.save(tmp_path / "run.json", texts=True)
    assert mg.load(tmp_path / "run.json").signature == result.signature


@pytest.mark.parametrize("language", ["xx", "", None, "english", 7, "zz-EN"])
def test_a_language_that_is_not_known_is_named_with_its_row(language: object) -> None:
    with pytest.raises(mg.InputError, match=r"row 2: .*'lang'"):
        mg.score(
            ["a", "b"], ["a", "b"], by={"lang": ["en", language]}, normalizer="mondegreen-{lang}"
        )


def test_without_the_column() -> None:
    with pytest.raises(mg.UsageError, match="needs the column 'lang'; columns: 'speaker'"):
        mg.score(["a"], ["a"], by={"speaker": ["s"]}, normalizer="mondegreen-{lang}")
    with pytest.raises(mg.UsageError, match="a single text"):
        mg.normalizer("mondegreen-{lang}")("a")
    for name in ("mondegreen-{}", "mondegreen-{a b}", "mondegreen-{lang}-x", "mondegreen-en-x"):
        with pytest.raises(mg.UsageError, match="expected"):
            mg.normalizer(name)
    with pytest.raises(mg.UnknownNameError):
        mg.normalizer("mondegreen-xx-keep-fillers")


@pytest.mark.parametrize("fillers", ["drop", "keep", "optional"])
@pytest.mark.parametrize("tags", ["drop", "keep", "words"])
def test_options_stand_in_the_name(fillers: str, tags: str) -> None:
    from mondegreen.text.normalizers.mondegreen import Mondegreen

    made = Mondegreen("en-IN", fillers=fillers, tags=tags)  # type: ignore[arg-type]
    named = mg.normalizer(made.name)
    assert (named.name, named.fillers, named.tags) == (made.name, fillers, tags)  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(named)).name == made.name
    assert options(made.name.removeprefix("mondegreen-en-IN")) == {"fillers": fillers, "tags": tags}
    assert mg.score("a um", "a um", normalizer=made.name)["wer"].value == 0


def test_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "mixed.csv"
    rows = zip(LANGUAGES, SAID, WRITTEN, strict=True)
    file.write_text(
        "lang,reference,hypothesis\n" + "".join(f"{','.join(row)}\n" for row in rows), "utf-8"
    )
    arguments = [str(file), "-n", "mondegreen-{lang}", "--by", "lang", "--fail-above", "wer=0"]
    assert run(["score", *arguments]) == 0
