"""What is forgiven in scripts without spaces, where a sentence is one word."""

from __future__ import annotations

from itertools import permutations

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.languages import folders

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="forgivers are in the native kernel alone"
)


def left(language: str, one: str, other: str, forgive: str = "agent") -> set[int]:
    """The errors that are left, in both directions."""
    pairs = [(one, other), (other, one)]
    found = [
        mg.score(*pair, metrics="wer", lang=language, forgive=forgive)["wer"] for pair in pairs
    ]
    return {each.errors for each in found}


@pytest.mark.parametrize("forgive", ["punctuation", "case,punctuation", "agent"])
@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("zh", "好的，谢谢。", "好的谢谢"),
        ("zh", "我知道了，再见！", "我知道了。再见"),
        ("ja", "会議は、明日です", "会議は明日です。"),
        ("ja", "「はい」と答えた", "はいと答えた"),
        ("ja", "ジョン・スミスです", "ジョンスミスです"),
        ("zh-en", "好的，谢谢 bye", "好的谢谢 bye"),
    ],
)
def test_marks_between_characters(language: str, one: str, other: str, forgive: str) -> None:
    assert left(language, one, other, forgive) == {0}
    assert left(language, one, other, "case") != {0}


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("zh", "不，要去", "不要去"),
        ("zh", "我不，要去", "我不要去"),
        ("zh", "没有，我去", "没有我去"),
        ("zh", "三、五天", "三五天"),
        ("zh", "我要这个，那个", "我要这个"),
        ("zh", "好的，谢谢", "好的谢你"),
        ("ja", "いいえ、行きます", "いいえ行きます"),
        ("ja", "はい、行きます", "行きます"),
        ("ja", "三、五日", "三五日"),
    ],
)
def test_marks_that_say_something(language: str, one: str, other: str) -> None:
    assert 0 not in left(language, one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("えーと、三時です", "3時です"),
        ("明日、えーと、行きます", "明日、行きます"),
        ("まあ、行きます", "行きます"),
        ("打ち合わせは十時からです", "打合せは10時からです"),
        ("申し込みを取り消した", "申込みを取消した"),
        ("引越しと受取り", "引っ越しと受け取り"),
        ("その事は一緒に", "そのことはいっしょに"),
        ("サーバーの設定", "サーバの設定"),
        ("ウィルスのソフトウェア", "ウイルスのソフトウエア"),
        ("二十歳です", "20才です"),
        ("３ヶ月前", "三か月前"),
        ("三時十分から始まる", "3時10分から始まる"),
        ("今やってます", "今やっています"),
        ("そうじゃない", "そうではない"),
    ],
)
def test_japanese_written_in_two_ways(one: str, other: str) -> None:
    assert left("ja", one, other) == {0}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("値上げしました", "値上がりしました"),
        ("立ち上げました", "立ち上がりました"),
        ("間合いを取る", "間に合いを取る"),
        ("日当をもらう", "日当たりをもらう"),
        ("思い出した", "思い出た"),
        ("ビルの前", "ビールの前"),
        ("行きました", "行きません"),
        ("橋を渡る", "箸を渡る"),
        ("無料です", "有料です"),
        ("病院へ", "美容院へ"),
    ],
)
def test_japanese_that_is_another_word(one: str, other: str) -> None:
    assert 0 not in left("ja", one, other)


def test_no_two_words_of_a_table_become_one() -> None:
    """Long forms of compounds with the same characters stay apart: 値上げ, 値上がり."""
    table = (folders()[0] / "ja" / "variants.tsv").read_text("utf-8").splitlines()
    rows = dict(line.split("\t")[:2] for line in table if "\t" in line)
    verbs = [("上げ", "上がり"), ("下げ", "下がり"), ("替え", "替わり")]
    for one, other in (way for pair in verbs for way in permutations(pair)):
        for long in (each for each in rows if each.endswith(one)):
            assert rows.get(long.removesuffix(one) + other) != rows[long]


def errors(said: str, heard: str) -> float:
    result = mg.score([said], [heard], metrics=["wer"], lang="ja", forgive="agent")
    return result["wer"].errors


KANA = """下さい ください|お願い おねがい|子供たち こどもたち|友達 ともだち|申し訳 もうしわけ|昨日 きのう
分かった わかった|全然 ぜんぜん|思います おもいます|上手く うまく|折角 せっかく|続ける つづける"""


@pytest.mark.parametrize("case", KANA.replace("\n", "|").split("|"))
def test_japanese_words_of_one_reading_may_be_written_in_kana(case: str) -> None:
    kanji, kana = (f"それは{word}と" for word in case.split())
    assert not errors(kanji, kana)


@pytest.mark.parametrize(("said", "heard"), [("言って", "行って"), ("五分から", "五時から")])
def test_words_that_sound_alike_are_kept(said: str, heard: str) -> None:
    assert errors(said, heard)
