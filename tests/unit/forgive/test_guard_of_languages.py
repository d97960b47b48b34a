"""The guard in every language: no loose forgiver of a preset without its words."""

from __future__ import annotations

import pytest

from mondegreen._kernel import forgiven
from mondegreen.cli.streams import say
from mondegreen.errors import UsageError
from mondegreen.forgive import forgive
from mondegreen.forgive.choosing import Forgiving, left_out
from mondegreen.forgive.registry import FORGIVERS
from mondegreen.forgive.severities import SHIPPED, preset
from mondegreen.forgive.spellings import _english_in_pinyin, spelled

CODES = sorted(forgiven.languages())
PAIRS = [f"{code}-en" for code in CODES if code not in {"any", "en", "en-IN"}]
GUARDED_PRESETS = [name for name in SHIPPED if name != "seed-004"]


def has_lists(language: str) -> bool:
    parts = language.split("-") if language != "en-IN" else ["en"]
    kinds = [forgiven.lists(part) for part in parts]
    return all("negation" in each and "answer" in each for each in kinds)


@pytest.mark.parametrize("name", GUARDED_PRESETS)
@pytest.mark.parametrize("language", [*CODES, *PAIRS])
def test_a_preset_has_loose_forgivers_where_the_guard_has_words(language: str, name: str) -> None:
    """And then all that know the language."""
    chosen = {*Forgiving.choose(name, language=language).names}
    wanted = {*preset(name).forgive} & {*forgiven.LOOSE}
    if not has_lists(language):
        assert not chosen & {*forgiven.LOOSE}
        assert {*left_out(name, language)} == wanted
        return
    assert left_out(name, language) == ()
    for each in wanted:
        try:
            FORGIVERS.get(each)(language=language)
        except UsageError:
            assert each not in chosen
        else:
            assert each in chosen


def test_only_what_is_for_any_language_has_no_guard() -> None:
    assert [code for code in CODES if not has_lists(code)] == ["any"]


@pytest.mark.parametrize("name", forgiven.LOOSE)
@pytest.mark.parametrize("language", ["any", "any-en"])
def test_by_name_it_is_refused_there(name: str, language: str) -> None:
    with pytest.raises(UsageError):
        Forgiving.choose(name, language=language)


CHANGED = [
    *(
        "zh|我 不 去|我 bu 去",
        "zh|我 不是 去|我 bushi 去",
        "zh|没有 了|meiyou 了",
        "zh|不要 走|buyao 走",
    ),
    *("zh|三 个|san 个", "zh|两个 人|liangge 人", "zh|一半 钱|yiban 钱", "zh|好 走|hao 走"),
    *("zh|看看 吧|看看 看看 吧", "zh|天 天 来|天 来", "zh|我们 走|women 走", "zh|那么 大|name 大"),
    *(
        "zh-en|我 不要 apple|我 buyao apple",
        "zh-en|饭 好吃|fan 好吃",
        "zh|未 付|wei 付",
        "zh|别 走|bie 走",
    ),
    *(
        "ar|لا اريد|la اريد",
        "ar|خمسة كتب|khamsa كتب",
        "ar|ليس هنا|laysa هنا",
        "ar|نعم اريد|naam اريد",
    ),
    *(
        "ar|لازم اذهب|لا زم اذهب",
        "ar|شوي شوي|شوي",
        "ar|بخمسة دولار|bikhamsa دولار",
        "ar|نص ساعة|nos ساعة",
    ),
    *("ar|لا لا اريد|لا اريد", "ar-en|لن card|lan card", "ar|ثالث يوم|thalith يوم"),
    *("hi|नहीं चाहिए|nahin चाहिए", "hi|पाँच रुपये|paanch रुपये", "hi|आधा किलो|aadha किलो"),
    *("hi|कभी कभी आता|कभी आता", "hi|घर घर जाओ|घर जाओ", "hi-en|kabhi kabhi आता|kabhi आता"),
    *("hi|दोनों लोग|donon लोग", "hi|डेढ़ घंटा|dedh घंटा", "hi|मत जाओ|mat जाओ", "hi|हाँ जाओ|haan जाओ"),
    *("te|రాలేదు రాలేదు|రాలేదు", "te|చిన్న చిన్న ఇల్లు|చిన్న ఇల్లు", "te|లేదు వచ్చాడు|వచ్చాడు"),
]
SAME = [
    *(
        "zh|我 我 去|我 去",
        "zh|不 是|不是",
        "zh|我 去 北京|我 去 Beijing",
        "zh|我 不 在 北京|我 不 在 Beijing",
    ),
    *("ar|أنا أنا هنا|أنا هنا", "ar|في دبي|في Dubai", "ar|لا في دبي|لا في Dubai"),
    *("hi|मैं मैं जाता|मैं जाता", "hi|नहीं मेरा card|नहीं मेरा कार्ड", "hi-en|i i think|i think"),
    *("te|నేను నేను|నేను", "te|రా లేదు|రాలేదు", "hi-en|पाँच card|पाँच कार्ड"),
]


@pytest.mark.parametrize("case", CHANGED)
def test_what_says_something_else_is_not_forgiven(case: str) -> None:
    language, said, written = case.split("|")
    assert forgive(said, written, language=language).errors
    assert forgive(written, said, language=language).errors


@pytest.mark.parametrize("case", SAME)
def test_what_says_the_same_is(case: str) -> None:
    language, said, written = case.split("|")
    assert not forgive(said, written, language=language).errors
    assert not forgive(written, said, language=language).errors


def test_two_words_are_not_compared_as_one() -> None:
    """*pan do* is two words, of which one is wrong."""
    assert forgive("पेन दो", "pan do", language="hi-en").errors
    assert not spelled("पेनकार्ड", "pancard", ["pan", "card"])
    assert spelled("पेनकार्ड", "pencard", ["pen", "card"])


def test_words_of_english_in_pinyin() -> None:
    """The list is what two libraries and CMUdict say, except for names and loans from Chinese."""
    pypinyin, simplemma = pytest.importorskip("pypinyin"), pytest.importorskip("simplemma")
    from mondegreen.forgive.pronunciation import pronunciations

    listed = _english_in_pinyin()
    assert len(listed) > 1_800
    assert all(pronunciations(word) and simplemma.is_known(word, lang="en") for word in listed)
    for text in (
        "我们",
        "那么",
        "饭",
        "这",
        "和",
        "有",
        "可能",
        "慢",
        "龙",
        "送",
        "爹",
        "女",
        "美",
        "很",
    ):
        letters = "".join(pypinyin.lazy_pinyin(text))
        known = bool(pronunciations(letters)) and simplemma.is_known(letters, lang="en")
        assert spelled(text, letters) == (not known), letters


def test_the_command_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from mondegreen.scoring import forgiveness

    text = forgiveness.left_out("agent", ["wer"], "any")
    assert text.startswith("any: no negations of it are known")
    assert text.endswith("left out are fillers, repetition, articles, inflection, script")
    for forgivers, language in (
        ("agent", "zh"),
        ("agent", "th"),
        ("spacing", "any"),
        ("agent", "{lang}"),
        ("agent", ""),
    ):
        assert forgiveness.left_out(forgivers, ["wer"], language) == ""
    assert callable(say)
