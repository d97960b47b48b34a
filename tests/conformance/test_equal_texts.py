"""Numbers as people of each language say and write them: what is equal, and next to it what is not.

A row of a table in ``numbers``, ``amounts``, ``dates`` or ``clocks`` is a text, another that says the same, and one
that does not. Where nothing is rewritten the second differs by punctuation alone.
"""

from __future__ import annotations

from time import process_time

import pytest
from equal_texts import CASES, rows

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)


@pytest.mark.parametrize(("language", "text", "equal", "other"), CASES)
def test_equal_and_another(language: str, text: str, equal: str, other: str) -> None:
    normalize = Mondegreen(language)
    once = normalize(text)
    assert once == normalize(equal)
    assert once != normalize(other)
    for each in (text, equal, other):
        assert normalize(normalize(each)) == normalize(each)
        for rewrite in normalize.rewrites(each):
            assert each[rewrite.start : rewrite.end] == rewrite.source
        end = 0
        for span in read(each, language):
            assert end <= span.start < span.end <= len(each)
            end = span.end


def rate(reference: str, hypothesis: str, metric: str, normalizer: str) -> float | None:
    result = mg.score([reference], [hypothesis], metrics=[metric], normalizer=normalizer)
    return result[metric].value


@pytest.mark.parametrize("language", sorted(rows()))
def test_scores_say_the_same(language: str) -> None:
    """What is equal has no errors on either side, in words and in characters; what is not has some."""
    normalizer = f"mondegreen-{language}"
    for text, equal, other in rows()[language]:
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
        ("fr", "nº5"),
        ("fr", "km / h "),
        ("fr", "une demi "),
        ("es", "kilo y medio "),
        ("es", "12 € 50 "),
        ("de", "§"),
        ("de", "viertel"),
        ("en", "5'10"),
        ("en", "5'"),
        ("en", "foot five "),
        ("en", "half a "),
        ("en", "1 - 500 - "),
        ("en-IN", "5/-"),
        ("ru", "полчаса "),
        *(("de", piece) for piece in ("am 1.5. ", "1. 5. ", "1.5.-", "ein 2. ", "am ersten ")),
        *(("cs", piece) for piece in ("24. 12. ", "v XX. ", "od 2. do ", "mezi jedním a ")),
        *(("ru", piece) for piece in ("со 2 по ", "XX и ", "на 5 ", "второго и ", "треть ")),
        *(("es", piece) for piece in ("siglos XX y ", "diez y ", "entre uno y ", "1 2º ", "2a ")),
        *(("fr", piece) for piece in ("XXe et ", "Louis X ", "3 av. ", "du 1er au ")),
        ("de", "um 8.15 bis "),
        ("de", "fünf vor halb "),
        ("fr", "à 8:15 "),
        ("es", "a las 8 y "),
        ("it", "alle ore "),
        ("pt", "das dez para as "),
        ("cs", "za pět "),
        ("ru", "с 9.00 до "),
    ],
)
def test_time_grows_with_the_text_alone(language: str, piece: str) -> None:
    normalize = Mondegreen(language)
    started = process_time()
    normalize(piece * 5000)
    assert process_time() - started < 5, "a quadratic rule takes much longer"
