"""Hours with their parts, and numbers with a half, in Chinese, Hindi and Telugu, against a table made here."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sameness import sign

from mondegreen import _kernel
from mondegreen.text.normalizers.mondegreen import Mondegreen

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

ZH = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
HI = ["शून्य", "एक", "दो", "तीन", "चार", "पांच", "छह", "सात", "आठ", "नौ", "दस", "ग्यारह", "बारह"]
TE = [
    "సున్నా",
    "ఒకటి",
    "రెండు",
    "మూడు",
    "నాలుగు",
    "ఐదు",
    "ఆరు",
    "ఏడు",
    "ఎనిమిది",
    "తొమ్మిది",
    "పది",
    "పదకొండు",
    "పన్నెండు",
]


def before(hour: int) -> int:
    return hour - 1 or 12


def times() -> list[tuple[str, str, str]]:
    """Language, what is said, and the same in figures."""
    found = []
    for hour in range(1, 13):
        zh, hi, te = ZH[hour], HI[hour], TE[hour]
        for minutes in (5, 10, 12):
            said = f"差{ZH[minutes]}分{zh}点"
            found.append(("zh", said, f"{before(hour)}:{60 - minutes}"))
            found.append(("zh", f"{zh}点差{ZH[minutes]}分", f"{before(hour)}:{60 - minutes}"))
        found.append(("zh", f"差一刻{zh}點", f"{before(hour)}:45"))
        found.append(("zh", f"{zh}点过一刻", f"{hour}:15"))
        found.append(("zh", f"{zh}點半", f"{hour}:30"))
        found.append(("zh", f"{zh}點鐘", f"{hour}:00"))
        found.append(("hi", f"पौने {hi} बजे", f"{before(hour)}:45 बजे"))
        found.append(("hi", f"{hi} बज के दस मिनट", f"{hour}:10 बजे"))
        if hour > 2:
            found.append(("hi", f"साढ़े {hi} बजे", f"{hour}:30 बजे"))
        found.append(("te", f"{te}న్నర గంటలకు", f"{hour}:30 గంటలకు"))
        found.append(("te", f"{te}ంపావు గంటలకు", f"{hour}:15 గంటలకు"))
        found.append(("te", f"{te}ముప్పావు గంటలకు", f"{hour}:45 గంటలకు"))
    return found


def numbers() -> list[tuple[str, str, str]]:
    found = []
    for value in range(1, 13):
        zh, te = ZH[value], TE[value]
        for unit in ("小时", "小時"):
            found.append(("zh", f"{zh}个半{unit}", f"{value}.5{unit}"))
            found.append(("zh", f"{zh}{unit}半", f"{value}.5个{unit}"))
        counted = ("月", "星期", "世纪")
        found += [("zh", f"{zh}个半{unit}", f"{value}.5个{unit}") for unit in counted]
        halved = ("天", "年", "周", "岁", "斤", "公里")
        found += [("zh", f"{zh}{unit}半", f"{value}.5{unit}") for unit in halved]
        if value > 1:
            found.append(("te", f"{te}కిలోలు", f"{value} కిలోలు"))
            found.append(("te", f"{te}మంది", f"{value} మంది"))
        found.append(("te", f"{te}ంపావు", f"{value}.25"))
        found.append(("te", f"{te}న్నరకిలోలు", f"{value}.5 కిలోలు"))
    return found


ROWS = [*times(), *numbers()]


@pytest.mark.parametrize(("language", "said", "figures"), ROWS)
def test_said_and_written(language: str, said: str, figures: str) -> None:
    assert sign(language, said, figures) != "!"
    normalize = Mondegreen(language)
    assert normalize(normalize(said)) == normalize(said)


def plain(figures: str) -> str:
    """Return figures without what is written in two ways."""
    return figures.replace("个小", "小").replace("時", "时")


@pytest.mark.parametrize("language", ["hi", "te", "zh"])
def test_no_two_of_them_are_the_same(language: str) -> None:
    """Each has the values of its figures, and of no others in the table."""
    normalize = Mondegreen(language)
    own = [(said, figures) for code, said, figures in ROWS if code == language]
    known: dict[str, str] = {}
    for said, figures in own:
        for text in (said, figures):
            assert known.setdefault(normalize(text), plain(figures)) == plain(figures), text
    for (said, one), (_, other) in pairwise(own):
        if plain(one) != plain(other):
            assert sign(language, said, other) == "!", said
