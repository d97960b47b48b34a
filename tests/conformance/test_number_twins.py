"""Numbers as people of each language say and write them: what is equal, and beside it what is not.

A row of ``numbers/LANGUAGE.tsv`` or ``numbers/strings/LANGUAGE.tsv`` is a text, another that says the same, and one that does not. Where nothing is
rewritten the second differs by punctuation alone.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.text.normalizers.mondegreen import Mondegreen

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

TABLES = sorted(Path(__file__).with_name("numbers").rglob("*.tsv"))


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for table in TABLES:
        for line in table.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                text, equal, other = line.split("\t")
                found.append((table.stem, text, equal, other))
    return found


@pytest.mark.parametrize(("language", "text", "equal", "other"), rows())
def test_equal_and_its_twin(language: str, text: str, equal: str, other: str) -> None:
    normalize = Mondegreen(language)
    once = normalize(text)
    assert once == normalize(equal)
    assert once != normalize(other)
    for each in (text, equal, other):
        assert normalize(normalize(each)) == normalize(each)
        for rewrite in normalize.rewrites(each):
            assert each[rewrite.start : rewrite.end] == rewrite.source


def rate(reference: str, hypothesis: str, metric: str, normalizer: str) -> float | None:
    result = mg.score([reference], [hypothesis], metrics=[metric], normalizer=normalizer)
    return result[metric].value


@pytest.mark.parametrize("language", sorted({table.stem for table in TABLES}))
def test_scores_say_the_same(language: str) -> None:
    """What is equal has no errors on either side, in words and in characters; what is not has some."""
    normalizer = f"mondegreen-{language}"
    for name, text, equal, other in rows():
        if name != language:
            continue
        for pair in ((text, equal), (equal, text)):
            for metric in ("wer", "cer"):
                assert rate(*pair, metric, normalizer) == 0
        assert rate(text, other, "cer", normalizer) > 0


@pytest.mark.parametrize(
    ("language", "piece"),
    [
        *(
            ("zh", piece)
            for piece in (
                "壹佰",
                "五块零",
                "2万",
                "3点",
                "3-5",
                "一米",
                "嗯",
                "零下",
                "百分之",
                "三",
                "差五分",
                "三点差",
                "十几",
                "三天半",
                "三-",
                "万万没",
                "負三",
                "三點",
            )
        ),
        *(
            ("hi", piece)
            for piece in ("दो ", "एक, ", "1 ", "लाख ", "आधा ", "साढ़े ", "बज ", "दस बज कर ")
        ),
        *(
            ("te", piece)
            for piece in ("రెండు ", "వేల", "లక్షన్నర ", "గంటల ", "పదిమంది", "పదిమంది ", "మూడింట ")
        ),
        *(
            ("pt", piece)
            for piece in ("meia ", "um ", "um meia ", "duplo ", "1 (", "6:4 ", "mais 1 ")
        ),
        *(("de", piece) for piece in ("doppel", "doppel null ", "06 ", "0176/5 ", "1 / ", "1-")),
        *(("cs", piece) for piece in ("čtyři sta ", "padesát čtyři sta ", "777 ", "telefon 22 ")),
    ],
)
def test_time_grows_with_the_text_alone(language: str, piece: str) -> None:
    normalize = Mondegreen(language)
    started = process_time()
    normalize(piece * 5000)
    assert process_time() - started < 5, "a quadratic rule takes much longer"
