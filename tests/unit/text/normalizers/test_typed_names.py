"""What people type for a normalizer, and what they give to it."""

from __future__ import annotations

import pytest

import mondegreen as mg
from mondegreen.errors import InputTypeError, UnknownNameError, UsageError
from mondegreen.text.normalizers import NORMALIZERS
from mondegreen.text.normalizers.typed_names import known_code, meant_by
from mondegreen.text.transforms import Compose, SqueezeSpaces

CODES = ["de", "en", "en-IN", "hi", "pt", "zh"]


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("de_at", "de"),
        ("pt-BR", "pt"),
        ("en-US", "en"),
        ("en-IN", "en-IN"),
        ("en_in", "en-IN"),
        ("zh-Hans", "zh"),
        ("zh-Hant-TW", "zh"),
        ("DE", "de"),
        ("hi-en", None),  # two languages
        ("xx-DE", None),
        ("xx", None),
        ("de-", None),
        ("de-Austria", None),
        ("", None),
        ("german", None),
    ],
)
def test_a_region_without_a_normalizer_means_its_language(code: str, language: str | None) -> None:
    assert known_code(code, CODES) == language


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("mondegreen-en-US", "mondegreen-en"),
        ("mondegreen-de-AT", "mondegreen-de"),
        ("mondegreen-pt-BR", "mondegreen-pt"),
        ("mondegreen-zh-Hans", "mondegreen-zh"),
        ("mondegreen-en-IN", "mondegreen-en-IN"),
        ("mondegreen-en-GB-keep-fillers-words-of-tags", "mondegreen-en-keep-fillers-words-of-tags"),
        ("mondegreen-de-AT@2", "mondegreen-de"),
    ],
)
def test_it_has_the_name_of_the_language(name: str, found: str) -> None:
    assert mg.normalizer(name).name == found
    result = mg.score(["a"], ["a"], normalizer=name)
    version = mg.normalizer(name).version
    assert f"|normalizer:{found}@{version}|" in result.signature
    assert mg.score(["a"], ["a"], recipe=result.signature).signature == result.signature


@pytest.mark.parametrize(
    ("name", "lang", "meant"),
    [
        ("german", None, "mondegreen-de"),
        ("German", None, "mondegreen-de"),
        ("mondegreen-german", None, "mondegreen-de"),
        ("de", None, "mondegreen-de"),
        ("pt-BR", None, "mondegreen-pt"),
        ("mondegreen", "de", "mondegreen-de"),
        ("mondegreen", "en-IN", "mondegreen-en-IN"),
        ("mondegreen", None, None),
        ("mondegreen", "xx", None),
        ("swahili", None, None),
        ("whisper", "de", None),
    ],
)
def test_what_was_meant(name: str, lang: str | None, meant: str | None) -> None:
    assert meant_by(name, lang, CODES) == meant
    if meant is not None:
        with pytest.raises(UnknownNameError, match=f"Did you mean '{meant}'"):
            mg.score(["a"], ["a"], normalizer=name, lang=lang)


def test_a_language_that_is_not_here_is_any() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'mondegreen-any'"):
        mg.normalizer("mondegreen-xx")
    with pytest.raises(UsageError, match=r"type mondegreen-en, .* mondegreen-any"):
        mg.normalizer("mondegreen")


@pytest.mark.parametrize("name", sorted(set(NORMALIZERS.names())))
@pytest.mark.parametrize("thing", [None, 5, 2.5, b"x", {"a": "b"}, {"a"}, object], ids=repr)
def test_a_batch_of_nothing_says_what_to_type(name: str, thing: object) -> None:
    with pytest.raises(InputTypeError, match=r"expected a list of texts, got .* type mg\."):
        mg.normalizer(name).batch(thing)


def test_so_does_one_of_our_own_and_a_composed_one() -> None:
    for by in (mg.normalizer("mondegreen-en-keep-fillers"), Compose(["lower"]), SqueezeSpaces()):
        with pytest.raises(InputTypeError, match="expected a list of texts, got None"):
            by.batch(None)
        with pytest.raises(InputTypeError, match="got one text"):
            by.batch("one text")
        assert list(by.batch([])) == []
        assert list(by.batch(("a", None))) == ["a", None]
        assert list(by.batch(text for text in ["a"])) == ["a"]


@pytest.mark.parametrize("name", sorted(set(NORMALIZERS.names())))
def test_a_normalizer_shows_its_name_and_version(name: str) -> None:
    by = mg.normalizer(name)
    assert f"{by.name}@{by.version}>" in repr(by)


@pytest.mark.parametrize("name", ["hf-leaderboard", "hf-leaderboard-en"])
def test_the_leaderboards_name_in_short_says_what_to_type(name: str) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'hf-leaderboard-english'"):
        mg.normalizer(name)
    with pytest.raises(UnknownNameError, match="Did you mean 'hf-leaderboard-english'"):
        mg.score(["a"], ["a"], recipe=name)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("hf-leaderboard-multilingual-de-AT", "hf-leaderboard-multilingual-de"),
        ("hf-leaderboard-multilingual-pt_br", "hf-leaderboard-multilingual-pt"),
        ("hf-leaderboard-multilingual-es@20260323", "hf-leaderboard-multilingual-es"),
    ],
)
def test_a_region_of_the_leaderboards_languages_is_of_no_account(name: str, found: str) -> None:
    result = mg.score(["21"], ["21"], normalizer=name)
    assert f"|normalizer:{found}@20260323|" in result.signature
    assert mg.score(["21"], ["21"], recipe=result.signature).signature == result.signature


@pytest.mark.parametrize("language", ["sv", "en", "hi-en", "german", ""])
def test_other_languages_than_the_leaderboards_are_refused(language: str) -> None:
    with pytest.raises(UsageError, match=r"has the languages de, es, fr, it, pt; for English"):
        mg.normalizer(f"hf-leaderboard-multilingual-{language}")


def test_an_older_day_of_the_leaderboard_is_pinned() -> None:
    by = mg.normalizer("hf-leaderboard-english")
    assert by.version == max(by.versions)  # type: ignore[attr-defined]
    made = {day: mg.normalizer(f"{by.name}@{day}")("a flyer for Stephen") for day in by.versions}  # type: ignore[attr-defined]
    assert made == {
        "20260323": "a flyer for stephen",
        "20260422": "a flyer for steven",
        "20260611": "a flyer for steven",
        "20260821": "a flier for steven",
    }
    with pytest.raises(UsageError, match="in version 20260323, 20260422, 20260611, 20260821, not"):
        mg.normalizer("hf-leaderboard-english@20260101")
