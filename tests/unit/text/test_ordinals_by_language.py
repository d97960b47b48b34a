"""Ordinals in figures and in words, days and years: what is equal, and next to it what is not."""

import pytest

import mondegreen as mg
from mondegreen.text.numbers import read

# Language, two texts that are equal, and one that is not.
CASES = [
    # German: the article says which form a figure is read in; a full stop alone says nothing.
    ("de", "am 21. Dezember", "am einundzwanzigsten Dezember", "am 22. Dezember"),
    ("de", "am 21 Dezember", "Am 21. Dezember.", "am 12 Dezember"),
    ("de", "der 3. Mai", "der dritte Mai", "die drei Mai"),
    ("de", "vom 3. bis 5. Mai", "vom dritten bis fünften Mai", "vom 3. bis 6. Mai"),
    ("de", "der 3. Versuch", "der dritte Versuch", "der 3 Versuch"),
    ("de", "der 3. Versuch", "Der dritte Versuch.", "der 4. Versuch"),
    ("de", "der dritte Versuch", "der 3. Versuch", "drei Versuche"),
    ("de", "im 3. Stock", "im dritten Stock", "im 3 Stock"),
    ("de", "zum 2. Mal", "zum zweiten Mal", "zum zwei Mal"),
    ("de", "in der 3. Klasse", "in der dritten Klasse", "in der dritte Klasse"),
    ("de", "die 3. Klasse", "die dritte Klasse", "die drei Klassen"),
    ("de", "Ich komme am 21.", "ich komme am einundzwanzigsten", "ich komme am 21"),
    ("de", "der 21. Tag", "der einundzwanzigste Tag", "der 21 Tag"),
    ("de", "am 125. Geburtstag", "am hundertfünfundzwanzigsten Geburtstag", "am 125 Geburtstag"),
    (
        "de",
        "Ich bin 21. Dann kam er.",
        "ich bin einundzwanzig dann kam er",
        "ich bin einundzwanzigste dann kam er",
    ),
    ("de", "Zimmer 21. Bitte", "zimmer einundzwanzig bitte", "Zimmer einundzwanzigste bitte"),
    ("de", "Nimm die 21. Danke", "nimm die einundzwanzig danke", "nimm die einundzwanzigste danke"),
    ("de", "Ich achte darauf", "ich achte darauf", "ich 8 darauf"),
    ("de", "21ste", "einundzwanzigste", "21sten"),
    ("de", "Kapitel zwanzig dritter Absatz", "Kapitel 20, dritter Absatz", "Kapitel 23. Absatz"),
    # Czech: figures show no case, so all forms are one.
    ("cs", "21. prosince", "dvacátého prvního prosince", "22. prosince"),
    ("cs", "21. prosince", "jednadvacátého prosince", "jedenáctého prosince"),
    ("cs", "To je 3. pokus.", "to je třetí pokus", "to je 3 pokus"),
    ("cs", "Bydlím ve 2. patře.", "bydlím ve druhém patře", "bydlím ve 2 patře"),
    ("cs", "druhý pokus", "2. pokus", "dva pokusy"),
    (
        "cs",
        "Je mi 21. Potom přišel.",
        "je mi dvacet jedna potom přišel",
        "je mi dvacátý první potom přišel",
    ),
    ("cs", "sto dvacátý pátý", "sto pětadvacátý", "125"),
    ("cs", "v půl třetí", "V půl třetí.", "v půl 3"),
    # French
    ("fr", "1er étage", "premier étage", "1 étage"),
    ("fr", "1re fois", "1ère fois", "1er fois"),
    ("fr", "la première fois", "la 1re fois", "la 1 fois"),
    ("fr", "2e fois", "deuxième fois", "2 fois"),
    ("fr", "2ème", "2e", "2"),
    ("fr", "2nd", "second", "seconde"),
    ("fr", "2nde", "seconde", "2e"),
    ("fr", "21e siècle", "vingt et unième siècle", "21 siècle"),
    ("fr", "XXIe siècle", "21e siècle", "20e siècle"),
    ("fr", "le 1er mai", "le premier mai", "le 2 mai"),
    ("fr", "le 1er mai", "le 1 mai", "la première mai"),
    ("fr", "chapitre vingt, premier alinéa", "chapitre vingt premier alinéa", "21e alinéa"),
    ("fr", "deux centième", "200e", "2 centième"),
    ("fr", "quatre-vingt-dixième", "90e", "90"),
    # Spanish
    ("es", "1.ª vez", "primera vez", "1 vez"),
    ("es", "1º", "primero", "primera"),
    ("es", "1.er piso", "primer piso", "1 piso"),
    ("es", "3er piso", "tercer piso", "tercero piso"),
    ("es", "2do intento", "segundo intento", "2 intento"),
    ("es", "el primero de mayo", "el 1 de mayo", "el 2 de mayo"),
    ("es", "el 1º de mayo", "el 1° de mayo", "el primera de mayo"),
    ("es", "vigésimo primero", "21.º", "21"),
    ("es", "vigésima primera", "21.ª", "21.º"),
    (
        "es",
        "capítulo veinte segundo párrafo",
        "capítulo 20, segundo párrafo",
        "capítulo 22.º párrafo",
    ),
    ("es", "el 20° aniversario", "el vigésimo aniversario", "el 20 aniversario"),
    ("es", "hace 20° hoy", "hace 20 ° hoy", "hace 20º hoy"),
    ("es", "espera un segundo", "Espera un segundo.", "espera 1 segundos"),
    # Italian
    ("it", "1º piano", "primo piano", "1 piano"),
    ("it", "il 1° piano", "il primo piano", "il 1 piano"),
    ("it", "1ª volta", "prima volta", "primo volta"),
    ("it", "1° maggio", "primo maggio", "2 maggio"),
    ("it", "il 21° secolo", "il ventunesimo secolo", "il 21 secolo"),
    ("it", "ci sono 20°", "ci sono 20 °", "ci sono 20º"),
    ("it", "un 20° Celsius", "un 20 ° celsius", "un 20º celsius"),
    (
        "it",
        "capitolo venti terzo paragrafo",
        "capitolo 20, terzo paragrafo",
        "capitolo 23º paragrafo",
    ),
    ("it", "prima di tutto", "Prima di tutto,", "primo di tutto"),
    ("it", "un ventesimo", "Un ventesimo.", "1 20"),
    # Portuguese
    ("pt", "1.º andar", "primeiro andar", "1 andar"),
    ("pt", "1ª vez", "primeira vez", "1º vez"),
    ("pt", "dia 1º de maio", "dia primeiro de maio", "dia 2 de maio"),
    ("pt", "o 25º andar", "o vigésimo quinto andar", "o 25 andar"),
    ("pt", "na segunda", "Na segunda.", "na 2"),
    ("pt", "sala 1a", "Sala 1a.", "sala primeira"),
    # Russian
    ("ru", "1-й", "первый", "1"),
    ("ru", "1-го этажа", "первого этажа", "1 этажа"),
    ("ru", "21-е", "двадцать первое", "21"),
    ("ru", "5-ая", "пятая", "пятый"),
    ("ru", "5-я", "5-ая", "5"),
    ("ru", "в 2024 году", "в две тысячи двадцать четвёртом году", "в 2023 году"),
    ("ru", "в 2024-м году", "в 2024 году", "в 24 году"),
    ("ru", "2024-го", "две тысячи двадцать четвёртого", "2024"),
    ("ru", "21 декабря", "двадцать первого декабря", "22 декабря"),
    ("ru", "21-го декабря", "21 декабря", "21-го"),
    ("ru", "80-х годов", "восьмидесятых годов", "80 годов"),
    ("ru", "во-первых", "Во первых", "в 1-х"),
    ("ru", "из 3-х человек", "Из 3-х человек.", "из третьих человек"),
    ("ru", "одна пятая", "Одна пятая.", "1 пятый"),
    ("ru", "пять десятых", "5 десятых", "510"),
    ("ru", "глава двадцать, первый абзац", "глава 20, 1-й абзац", "глава 21-й абзац"),
    # Hindi
    ("hi", "5वाँ", "पाँचवाँ", "5"),
    ("hi", "5वां", "पांचवां", "पाँच"),
    ("hi", "5वीं कक्षा", "पाँचवीं कक्षा", "5वें कक्षा"),
    ("hi", "1ला", "पहला", "1"),
    ("hi", "21वीं सदी", "इक्कीसवीं सदी", "21 सदी"),
    ("hi", "१०वें", "दसवें", "10"),
    ("hi", "पहली मई", "1 मई", "2 मई"),
    ("hi", "दो सौ पहले", "200 पहले", "201"),
    ("hi", "दस साल पहले", "10 साल पहले", "10 साल 1वें"),
    # Telugu
    ("te", "1వ", "మొదటి", "1"),
    ("te", "5వ", "ఐదవ", "5"),
    ("te", "5వ తేదీ", "ఐదో తేదీ", "5 తేదీ"),
    ("te", "21వ", "ఇరవై ఒకటవ", "21"),
    # Chinese
    ("zh", "第1", "第一", "1"),
    ("zh", "第二十一", "第21", "21"),
    ("zh", "第一次", "第1次", "一次"),
    ("zh", "五月一号", "5月1号", "5月2号"),
    ("zh", "星期一", "星期一。", "星期1"),
    ("zh", "一起", "一起", "第1起"),
    ("de", "die 3. und 4. Klasse", "die dritte und vierte Klasse", "die 3. und 5. Klasse"),
    (
        "de",
        "in der 3. oder 4. Klasse",
        "in der dritten oder vierten Klasse",
        "in der 3 oder 4 Klasse",
    ),
    (
        "de",
        "nimm die 3. und du die 4. danke",
        "nimm die 3 und du die 4 danke",
        "nimm die dritte und du die vierte danke",
    ),
    ("cs", "ve 2. patře", "ve druhém patře", "ve 2 patře"),
    ("cs", "v 3. a 4. třídě", "v třetí a čtvrté třídě", "v 3 a 4 třídě"),
    ("cs", "přijdu ve 3. pak půjdeme", "přijdu ve tři pak půjdeme", "přijdu ve třetí pak půjdeme"),
    ("de", "am dreißigsten Dritten", "Am dreißigsten dritten.", "am 33."),
    ("fr", "un centième de seconde", "Un centième de seconde.", "centième de seconde"),
    ("es", "el 1º piso", "el primer piso", "el primero piso"),
    ("es", "quedó 1º en la lista", "quedó primero en la lista", "quedó primer en la lista"),
    ("es", "el 21º piso", "el vigésimo primer piso", "el 21 piso"),
    ("es", "el 21º. Piso", "el vigésimo primero; piso", "el 21º piso"),
    ("ru", "во 2-м классе", "во втором классе", "во 2 классах"),
    ("ru", "к 2-м часам", "К 2-м часам.", "к второму часам"),
    ("ru", "в 2-х шагах", "В 2-х шагах.", "в 2-ых шагах"),
    ("hi", "एक सौ एकवाँ", "101वाँ", "101"),
    ("hi", "5, वाँ", "5, वाँ।", "5वाँ"),
    ("de", "der 21... Mann", "der 21 mann", "der 21. Mann"),
]


@pytest.mark.parametrize(("language", "text", "equal", "other"), CASES)
def test_equal_and_its_near_miss(language: str, text: str, equal: str, other: str) -> None:
    normalize = mg.normalizer(f"mondegreen-{language}")
    assert normalize(text) == normalize(equal)
    assert normalize(text) != normalize(other)
    for given in (text, equal, other):
        assert normalize(normalize(given)) == normalize(given)


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
    normalize = mg.normalizer(f"mondegreen-{language}")
    pairs = [pair.split("/") for pair in SAID[language].split()]
    values = []
    for said, written in pairs:
        assert normalize(said) == normalize(written) == normalize(normalize(said)), said
        (first,), (second,) = read(said, language), read(written, language)
        assert (first.kind, first.value) == (second.kind, second.value), said
        assert first.kind == "ordinal"
        values.append(first.value)
    digits = ["".join(filter(str.isdigit, written)) for _, written in pairs]
    assert values == digits
    for value in digits:
        assert all(normalize(said) != normalize(value) for said, _ in pairs)


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
        assert [(span.kind, span.value) for span in read(sentence.format(number), language)] == [
            ("cardinal", number)
        ]


@pytest.mark.parametrize(
    ("language", "text", "kind", "value", "place"),
    [
        ("de", "im 3. Stock", "ordinal", "3", (3, 5)),
        ("de", "am 21. Dezember", "date", "--12-21", (3, 15)),
        ("cs", "prvního května", "date", "--05-01", (0, 14)),
        ("es", "1.ª vez", "ordinal", "1", (0, 3)),
        ("es", "el 1º de mayo", "date", "--05-01", (3, 13)),
        ("ru", "1-го этажа", "ordinal", "1", (0, 4)),
        ("ru", "в 2024-м году", "year", "2024", (2, 13)),
        ("hi", "5 वाँ", "ordinal", "5", (0, 5)),
        ("zh", "第21次", "ordinal", "21", (1, 3)),
    ],
)
def test_values_are_typed_and_have_their_places(
    language: str, text: str, kind: str, value: str, place: tuple[int, int]
) -> None:
    (span,) = read(text, language)
    assert (span.kind, span.value, (span.start, span.end)) == (kind, value, place)
