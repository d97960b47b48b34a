"""Scripts, and the unit that takes characters of some and words of others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from mondegreen._kernel import _native as native
from mondegreen._kernel import reference
from mondegreen._kernel.scripts import UNSPACED, mixed, script_of

GENERATOR = Path(__file__).parents[3] / "crates/tables/make_scripts.py"

CASES = {
    "我想买一台laptop": ["我", "想", "买", "一", "台", "laptop"],
    "open the 文件夹 now": ["open", "the", "文", "件", "夹", "now"],
    "สวัสดี world": [*"สวัสดี", "world"],
    "コーヒー": [*"コーヒー"],
    "か\u3099き": ["か\u3099", "き"],
    "cafe\u0301 é": ["cafe\u0301", "é"],
    "二〇二四年 ๒๕๖๗ ปี": [*"二〇二四年", "๒๕๖๗", *"ปี"],
    "띄어 쓰기": ["띄어", "쓰기"],
    "नमस्ते दुनिया": ["नमस्ते", "दुनिया"],
    "你好，世界": ["你", "好", "，", "世", "界"],
    "\u0301 x\u3000y": ["\u0301", "x", "y"],
    "": [],
}


@pytest.mark.parametrize(("text", "tokens"), CASES.items())
def test_characters_of_scripts_without_spaces_and_words_of_others(
    text: str, tokens: list[str]
) -> None:
    assert mixed(text) == tokens
    assert native.tokens(text, "mixed") == tokens


def test_the_kernel_cuts_every_code_point_as_the_reference() -> None:
    random = Random(5)
    points = [chr(point) for point in range(0x110000)]
    random.shuffle(points)
    for start in range(0, len(points), 997):
        text = "".join(points[start : start + 997])
        assert native.tokens(text, "mixed") == reference.tokens(text, "mixed")


@pytest.mark.parametrize(
    ("character", "script"),
    [("a", "Latin"), ("я", "Cyrillic"), ("क", "Devanagari"), ("७", "Digit"), ("!", "Common")],
)
def test_scripts_of_characters(character: str, script: str) -> None:
    assert script_of(character) == script
    assert script not in UNSPACED


@pytest.mark.skipif(not Path("/usr/share/unicode/Scripts.txt").is_file(), reason="unicode-data")
def test_the_table_is_what_its_generator_makes() -> None:
    subprocess.run([sys.executable, GENERATOR, "--check"], check=True)
