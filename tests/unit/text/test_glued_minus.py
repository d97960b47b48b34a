"""A minus that nothing parts from the letters before it, in languages without spaces."""

from __future__ import annotations

import pytest
from sameness import sign

from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read


@pytest.mark.parametrize("minus", ["-", "−", "－", "‐"])
@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("zh", "温度是-5度", "-5"),
        ("zh", "温度-5度", "-5"),
        ("zh", "气温降到-12.5度", "-12.5"),
        ("zh", "跌了-3%", "-3"),
        ("zh", "结果为-7", "-7"),
        ("ja", "気温は-5度です", "-5"),
        ("th", "อุณหภูมิ-5°", "-5"),
    ],
)
def test_it_is_below_zero(language: str, text: str, value: str, minus: str) -> None:
    written = text.replace("-", minus)
    assert [span.value for span in read(written, language)] == [value]
    normalize = Mondegreen(language)
    assert normalize(written) == normalize(normalize(written))
    assert normalize(written) != normalize(text.replace("-", ""))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("今天-5到-3度", ["-5", "-3"]),
        ("-5到-3度", ["-5", "-3"]),
        ("从-5至3度", ["-5", "3"]),
        ("第3-5页", ["3", "5"]),
        ("5-3等于2", ["5", "3", "2"]),
        ("A-5度", ["5"]),
    ],
)
def test_values_next_to_a_minus(text: str, values: list[str]) -> None:
    assert [span.value for span in read(text, "zh")] == values


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("20度-25度", "20度25度"),
        ("5%-10%", "5%10%"),
        ("歼-20", "歼20"),
        ("歼-20", "歼-21"),
        ("东风-41", "东风41"),
        ("长征-5号", "长征5号"),
        ("第3-5页", "第35页"),
        ("从-5至3度", "从5至3度"),
    ],
)
def test_what_may_be_a_range_or_a_name_keeps_its_sign(text: str, other: str) -> None:
    normalize = Mondegreen("zh")
    assert normalize(normalize(text)) == normalize(text)
    assert sign("zh", text, other) == "!"
