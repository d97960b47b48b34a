"""Abbreviations, colloquial spellings, signs and small money: what is equal, and next to it what is not."""

import pytest

import mondegreen as mg


@pytest.mark.parametrize(
    ("language", "text", "rule", "span", "output"),
    [
        ("de", "also z. B. das", "abbreviations", "z. B", "zum beispiel"),
        ("ru", "Да, т. е. нет", "abbreviations", "т. е", "то есть"),
        ("it", "la Sig.ra Neri", "abbreviations", "Sig.ra", "signora"),
        ("de", "wie geht's dir", "informal", "geht's", "geht es"),
        ("fr", "le n° 5", "numbered", "n° 5", "numéro 5"),
        ("ru", "дом № 5", "symbols", "№", "номер"),
        ("ru", "за 5 руб. 20 коп. всё", "money", "5 руб. 20 коп", "5,20 рублей"),
        ("de", "fünf * 3, 5 * 3", "cardinal", "fünf", "5"),
    ],
)
def test_rewrites_are_shown_where_they_stand(language, text, rule, span, output):
    found = mg.normalizer(f"mondegreen-{language}").rewrites(text)
    place = text.rindex(span)
    wanted = (rule, place, place + len(span), output)
    assert wanted in [(each.rule, each.start, each.end, each.output) for each in found]
