"""Ordinals in figures and in words, days and years; what is equal is in `tests/conformance/words`."""

from itertools import pairwise

import pytest
from sameness import sign

from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

# Ordinals of several values, in words and in figures, one pair for each value.
SAID = {
    "de": "erste/1te zweiten/2ten dritter/3ter zwölfte/12te dreizehnte/13te zwanzigsten/20sten "
    "einundzwanzigste/21te hundertste/100te hundertfünfte/105te neunzehnhundertste/1900te",
    "cs": "první/1tý druhého/2tý jedenáctém/11tý jednadvacátá/21tý pětatřicátý/35tý stý/100tý",
    "fr": "premier/1er première/1re deuxième/2e second/2nd onzième/11e dix-septième/17e "
    "vingtième/20e vingt-et-unième/21e soixante-dixième/70e quatre-vingt-onzième/91e centième/100e",
    "es": "primero/1º primer/1er primera/1ª tercer/3er décimo/10º undécima/11ª vigésimo/20º",
    "it": "primo/1º prima/1ª decimo/10º undicesima/11ª ventesimo/20º ventunesimo/21º centesimo/100º "
    "centoventitreesimo/123º millesimo/1000º",
    "pt": "primeiro/1º primeira/1ª décimo/10º vigésima/20ª centésimo/100º",
    "ru": "первый/1-й первая/1-я второго/2-го третьему/3-му пятом/5-м десятую/10-ую сороковой/40-й "
    "девяностые/90-е сотое/100-е двухсотый/200-й тысячный/1000-й",
    "hi": "पहला/1ला दूसरी/2री चौथे/4थे पाँचवाँ/5वाँ नौवें/9वें ग्यारहवीं/11वीं सौवाँ/100वाँ",
    "te": "మొదటి/1వ రెండవ/2వ రెండో/2వ పదవ/10వ పదకొండో/11వ ఇరవయ్యవ/20వ వందవ/100వ",
    "zh": "第一/第1 第二/第2 第十/第10 第二十一/第21 第一百/第100 第一百零五/第105",
}


@pytest.mark.parametrize("language", SAID)
def test_words_and_figures_are_the_same_and_no_two_of_them(language: str) -> None:
    """A value may have a form after its number, such as that of its gender."""
    normalize = Mondegreen(language)
    pairs = [pair.split("/") for pair in SAID[language].split()]
    digits = ["".join(filter(str.isdigit, written)) for _, written in pairs]
    for (said, written), value in zip(pairs, digits, strict=True):
        assert sign(language, said, written) != "!", said
        assert sign(language, said, value) == "!", said
        assert normalize(normalize(said)) == normalize(said)
        for text in (said, written):
            (span,) = read(text, language)
            assert (span.kind, span.value.split()[0]) == ("ordinal", value), text
    for (one, other), (first, second) in zip(pairwise(pairs), pairwise(digits), strict=True):
        if first != second:
            assert sign(language, one[0], other[1]) == "!"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Ich bin {}. Dann kam er."),
        ("de", "Zimmer {}. Bitte"),
        ("de", "Nimm die {}. Morgen fährt nichts"),
        ("de", "Er hat die {}. Das reicht."),
        ("de", "Das waren {}. wir gingen"),
        ("de", "Es waren die {}. Ich gehe."),
        ("cs", "Je mi {}. Potom přišel."),
        ("cs", "bylo jich {}. pak nic"),
        ("ru", "Мне {}. Потом пришёл"),
        ("fr", "J'en ai {}. Et toi ?"),
        ("es", "Tengo {}. Él no"),
        ("it", "Ne ho {}. Oggi no"),
    ],
)
def test_a_full_stop_that_ends_a_sentence_makes_no_ordinal(language: str, sentence: str) -> None:
    for number in ("3", "21", "100"):
        (span,) = read(sentence.format(number), language)
        assert ("cardinal", number) in [(span.kind, span.value), *span.alternatives]
        ended, plain = sentence.format(number), sentence.replace("{}.", "{}").format(number)
        assert Mondegreen(language)(ended) == Mondegreen(language)(plain)


@pytest.mark.parametrize(
    ("language", "text", "kind", "value", "place"),
    [
        ("de", "im 3. Stock", "ordinal", "3", (3, 4)),
        ("de", "am 21. Dezember", "date", "21", (3, 15)),
        ("cs", "prvního května", "date", "1", (0, 14)),
        ("es", "1.ª vez", "ordinal", "1", (0, 3)),
        ("es", "el 1º de mayo", "date", "1", (3, 13)),
        ("ru", "1-го этажа", "ordinal", "1", (0, 4)),
        ("ru", "в 2024-м году", "ordinal", "2024", (2, 8)),
        ("hi", "5 वाँ", "ordinal", "5 1", (0, 5)),
        ("zh", "第21次", "ordinal", "21", (0, 4)),
    ],
)
def test_values_are_typed_and_have_their_places(
    language: str, text: str, kind: str, value: str, place: tuple[int, int]
) -> None:
    (span,) = read(text, language)
    assert (span.kind, span.value, (span.start, span.end)) == (kind, value, place)
