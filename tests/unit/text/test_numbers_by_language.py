"""Numbers as each language writes and says them: what is equal, and next to it what is not."""

import pytest

import mondegreen as mg
from mondegreen.text.numbers import read

NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"

# Language, two texts that are equal, and one that is not.
CASES = [
    # Halves and quarters.
    ("de", "anderthalb Stunden", "1,5 Stunden", "2,5 Stunden"),
    ("de", "zweieinhalb Millionen", "2.500.000", "2.000.000"),
    ("de", "einhalb", "Einhalb.", "0,5"),
    ("de", "drei Komma fünf", "3,5", "35"),
    ("de", "drei Komma, fünf Leute", "3 Komma, fünf Leute.", "5 Leute"),
    ("ru", "полтора миллиона", "1 500 000", "1 000 000"),
    ("ru", "два с половиной", "2,5", "2"),
    ("ru", "два с половиной миллиона", "2500000", "2000000"),
    ("ru", "миллион с половиной", "1500000", "1000000"),
    ("ru", "три целых пять десятых", "3,5", "3,05"),
    ("ru", "три целых пять сотых", "3,05", "3,5"),
    ("ru", "два с братом", "2 с братом", "2,5 братом"),
    ("fr", "deux et demi", "2,5", "2"),
    ("hi", "डेढ़ लाख", "1,50,000", "1,00,000"),
    ("hi", "साढ़े तीन", "3.5", "3"),
    ("hi", "साढ़े तीन सौ", "350", "300.5"),
    ("hi", "ढाई हज़ार रुपये", "₹2,500", "₹2,000"),
    ("hi", "सवा सौ", "125", "100.25"),
    ("hi", "सवा दो", "2.25", "2.5"),
    ("hi", "पौने दो लाख", "1,75,000", "2,25,000"),
    ("hi", "सवा दो बजे", "2:15 बजे", "2:25 बजे"),
    ("hi", "पौने दो बजे", "1:45 बजे", "2:45 बजे"),
    ("hi", "सवा हुआ", "सवा हुआ।", "1.25 हुआ"),
    ("es", "dos y medio", "2,5", "2"),
    ("es", "dos millones y medio", "2.500.000", "2.000.000"),
    ("es", "dos y media", "2 y media", "2,5"),
    ("it", "due e mezzo", "2,5", "2"),
    ("it", "due milioni e mezzo", "2.500.000", "2.000.000"),
    ("it", "alle due e mezzo", "alle 2 e mezzo", "alle 2,5"),
    ("pt", "dois e meio", "2,5", "2"),
    ("pt", "dois milhões e meio", "2.500.000", "2.000.000"),
    ("cs", "dva a půl", "2,5", "2"),
    ("cs", "dva a půl milionu", "2 500 000", "2 000 000"),
    # Days in figures.
    ("de", "am 24.12.2023", "am vierundzwanzigsten Dezember 2023", "am 24.11.2023"),
    ("de", "am 2023-12-24", "am 24. Dezember 2023", "am 2023 24 12"),
    ("de", "Version 1.2.2023", "Version 1.2.2023.", "Version 1. Februar 2023"),
    ("de", "31.13.2023", "31.13.2023.", "31. Dezember 2023"),
    ("cs", "24.12.2023", "24. prosince 2023", "24. listopadu 2023"),
    ("ru", "24.12.2023", "24 декабря 2023", "24 ноября 2023"),
    ("fr", "le 01/05/2024", "le 1er mai 2024", "le 5 janvier 2024"),
    ("es", "el 24/12/2023", "el 24 de diciembre de 2023", "el 24/11/2023"),
    ("it", "il 1/5/2024", "il primo maggio 2024", "il 5 gennaio 2024"),
    ("pt", "em 24/12/2023", "em 24 de dezembro de 2023", "em 12 de 24 2023"),
    ("hi", "2023-12-24", "24 दिसंबर 2023", "24 नवंबर 2023"),
    ("te", "2023-12-24", "2023 12 24", "24 12 2023"),
    # Hours in one word.
    ("pt", "às 15h30", "às 15:30", "às 15:13"),
    ("pt", "dura 8h", "dura oito horas", "dura 8"),
    ("es", "a las 15 h", "a las quince horas", "a las 15"),
    ("it", "dura 8h", "dura otto ore", "dura 8"),
    ("de", "um 8h", "um 8h.", "um 8 Uhr"),
    # Speeds and degrees.
    ("en", "90 km/h", "ninety kilometers per hour", "90 km, h"),
    ("de", "100 km/h", "hundert Kilometer pro Stunde", "100 km, h"),
    ("fr", "100 km/h", "cent kilomètres à l'heure", "100 km"),
    ("es", "100 km/h", "cien kilómetros por hora", "100 km"),
    ("it", "100 km/h", "cento chilometri all'ora", "100 km"),
    ("pt", "100 km/h", "cem quilômetros por hora", "100 km"),
    ("cs", "25 km/h", "pětadvacet kilometrů za hodinu", "25 km"),
    ("ru", "100 км/ч", "сто километров в час", "100 км"),
    ("de", "5 °C", "fünf Grad Celsius", "5 Grad"),
    ("de", "-5°C", "minus fünf Grad Celsius", "5°C"),
    ("fr", "25°", "vingt-cinq degrés", "25"),
    ("es", "5 °C", "cinco grados Celsius", "5"),
    ("fr", "j'ai lu un livre", "J'ai lu un livre.", "j'ai lu une livre"),
    # Hundreds beyond nine.
    ("en", "nineteen hundred and five", "1905", "19 105"),
    ("de", "neunzehnhundertfünf", "1905", "19 105"),
    ("cs", "devatenáct set čtyřicet pět", "1945", "19 145"),
    ("fr", "dix-neuf cent quarante-cinq", "1945", "19 145"),
    ("fr", "quinze cents euros", "1500 €", "15 100 €"),
    ("hi", "उन्नीस सौ सैंतालीस", "1947", "19 147"),
    ("hi", "पच्चीस सौ रुपये", "₹2,500", "25 ₹100"),
    ("te", "పంతొమ్మిది వందల నలభై ఏడు", "1947", "19 147"),
    # Digits with powers of ten in words, and what they leave.
    ("en", "5 hundred and 3", "503", "500 3"),
    ("en", "5 hundred thousand dollars", "$500,000", "500 1000 dollars"),
    ("en", "2 million 300 thousand", "2,300,000", "2,000,000 300,000"),
    ("en", "2 million, 300 thousand", "2,300,000", "2,000,000 300,000"),
    ("en", "$2 million 300 thousand", "$2,300,000", "$2,000,000"),
    ("en", "5 million and a half", "5.5 million", "5,000,000.5"),
    ("en", "5 million and 50 cents", "5,000,000 and 50 cents", "5,000,050 cents"),
    ("en", "between 5 million and 6 million", "between 5,000,000 and 6,000,000", "5,000,000"),
    ("en", "2 million 300 people", "2,000,000 300 people", "2,000,300 people"),
    ("en", "2 million. 300 thousand", "2,000,000. 300,000", "2,300,000"),
    ("en", "2 million 3 hundred thousand and 5", "2,300,005", "2,000,000 300,005"),
    ("en", "0 million 5 hundred", "0 500", "500"),
    ("en", "0 million and a half", "0 and a half", "500000"),
    ("en", "five millions", "5,000,000", "millions"),
    ("en", "millions of people", "Millions of people", "1,000,000 of people"),
    (
        "en",
        "made millions 20 years ago",
        "made millions twenty years ago",
        "1,000,000 20 years ago",
    ),
    ("en", "lakhs fifties", "lakhs 50s", "100,000 50s"),
    ("en-IN", "2 crore 50 lakh rupees", "₹2,50,00,000", "₹2,00,00,000"),
    ("hi", "2 लाख 50 हज़ार", "2,50,000", "2,00,000 50,000"),
    ("te", "2 లక్షల 50 వేల", "2,50,000", "2,00,000 50,000"),
    ("fr", "5 millions et demi", "5 500 000", "5 000 000"),
    ("de", "5 Millionen 500 Tausend", "5.500.000", "5.000.000"),
    ("ru", "2 миллиона 300 тысяч", "2 300 000", "2 000 000"),
    ("es", "2 mil quinientos", "2.500", "2.000"),
    ("pt", "5 mil e quinhentos", "5.500", "5.000"),
    # Small money.
    ("pt", "cinco reais e vinte centavos", "R$ 5,20", "R$ 5,02"),
    ("pt", "vinte centavos", "R$ 0,20", "R$ 20"),
    ("cs", "pět korun dvacet haléřů", "5,20 Kč", "5,02 Kč"),
    ("cs", "dvacet haléřů", "0,20 Kč", "20 Kč"),
    # A decimal point that is said as one.
    ("es", "tres punto cinco", "3.5", "35"),
    ("es", "tres coma cinco", "3,5", "35"),
    ("es", "el punto cinco", "El punto 5.", "0,5"),
    # Digits one by one after a zero.
    ("de", "null eins sieben sechs", "0176", "176"),
    ("de", "null eins", "0 1", "01"),
    ("de", "zwei sechs null eins acht", "2 6 0 1 8", "2 6 018"),
    ("de", "null eins zwei Prozent", "0 1 2 %", "012 %"),
    ("es", "cero uno dos por ciento", "0 1 2 %", "012 %"),
    ("fr", "zéro six douze trente", "06 12 30", "6 12 30"),
    ("fr", "zéro quatre-vingts", "0 80", "04 20"),
    ("es", "cero uno dos", "012", "12"),
    ("it", "zero uno due", "012", "12"),
    ("pt", "zero um dois", "012", "12"),
    ("cs", "nula jedna dva", "012", "12"),
    ("ru", "ноль один два", "012", "12"),
    ("hi", "शून्य एक दो", "012", "12"),
    ("te", "సున్నా ఒకటి రెండు", "012", "12"),
    # Thousands and lakhs, how many nobody knows.
    ("te", "వేల మంది", "వేల మంది.", "వెయ్యి మంది"),
    ("te", "వందల మంది", "వందల మంది.", "వంద మంది"),
    ("te", "కొన్ని లక్షల రూపాయలు", "కొన్ని లక్షల రూపాయలు.", "కొన్ని లక్ష రూపాయలు"),
    ("te", "కోట్లు", "కోట్లు.", "కోటి"),
    ("te", "ఐదు వేల మంది", "5,000 మంది", "5 మంది"),
    ("te", "5 లక్షల రూపాయలు", "₹5,00,000", "₹1,00,000"),
    ("te", "మూడు వందల యాభై", "350", "150"),
    ("zh", "亿万富翁", "亿万富翁。", "一亿富翁"),
    ("zh", "两面派", "两面派。", "2面派"),
    # Code switching.
    ("hi", "मेरे पास twenty one रुपये हैं", "मेरे पास २१ रुपये हैं", "मेरे पास 20 रुपये हैं"),
    ("hi", "two hundred and five लोग", "205 लोग", "200 लोग"),
    ("hi", "one है", "One है।", "1 है"),
    ("hi", "Rs. 500", "500 rupees", "$500"),
    # Prices without the name of the small money.
    ("en", "five dollars fifty", "$5.50", "$5.15"),
    ("en", "five dollars fifty, please", "$5.50 please", "$5 50 please"),
    ("en", "five dollars fifty people", "$5 50 people", "$5.50 people"),
    ("en", "five dollars. fifty", "$5. 50", "$5.50"),
    ("en", "five dollars five", "$5 5", "$5.05"),
    ("de", "zwei Euro fünfzig", "2,50 €", "2,15 €"),
    ("de", "zwei Euro fünfzig Leute", "2 € 50 Leute", "2,50 € Leute"),
    ("fr", "deux euros cinquante", "2,50 €", "2 €"),
    # Hours.
    ("fr", "à sept heures trente", "à 7h30", "à 7h13"),
    ("fr", "à sept heures et demie", "à 7 h 30", "à 7 h"),
    ("fr", "à sept heures cinq", "à 7h05", "à 7h50"),
    ("fr", "sept heures", "7h", "7"),
    ("fr", "la salle 7hb", "La salle 7hb", "la salle 7 heures"),
    ("de", "um sieben Uhr dreißig", "um 7:30 Uhr", "um 7:13 Uhr"),
    ("de", "um sieben Uhr dreißig", "um 7.30 Uhr", "um 7.30"),
    ("de", "um sieben Uhr fünf", "um 7:05 Uhr", "um 7:50 Uhr"),
    ("de", "um acht Uhr", "um 8:00 Uhr", "um acht"),
    ("de", "Gib acht", "gib acht.", "gib 8"),
    # Below zero.
    ("en", "it was negative five degrees", "it was -5 degrees", "it was 5 degrees"),
    ("en", "tested negative five days ago", "tested negative 5 days ago", "tested -5 days ago"),
    ("en", "negative feedback", "Negative feedback", "minus feedback"),
    # Fractions.
    ("en", "three fourths", "3/4", "3 fourth"),
    ("en", "July fourth", "July 4th", "July 1/4"),
    # A weight is no price.
    ("en", "five pounds", "£5", "5 lb"),
    ("en", "5 lbs", "5 lb", "£5"),
    ("en", "5lb", "5 lb.", "5 oz"),
    # A second may be a time.
    ("en", "a second opinion", "a 2nd opinion", "a 22nd opinion"),
    ("en", "wait a second", "Wait a second.", "wait 2 seconds"),
    ("en", "the second of may", "May 2nd", "May 22nd"),
    ("en", "the twenty second", "the 22nd", "20 seconds"),
    # English of India.
    ("en-IN", "five hundred rupees", "Rs. 500", "$500"),
    ("en-IN", "₹500", "500 Rs", "500"),
    ("en-IN", "five lakh rupees", "Rs 5 lakh", "Rs 5"),
    ("en", "Rs. 500", "rs 500", "500 rupees"),
    # Bare Chinese numbers.
    ("zh", "三十", "30", "13"),
    ("zh", "两千", "2000", "200"),
    ("zh", "十二", "12", "102"),
    ("zh", "十二点三十分", "12点30分", "12.3分"),
    ("zh", "三点半", "3点半", "3.5"),
    ("zh", "八点零五分", "8点05分", "8点50分"),
    ("zh", "十点十分", "10点10分", "10点1分"),
    ("zh", "三点一四", "3.14", "3点14"),
    ("zh", "三点五亿元", "3.5亿元", "3.5元"),
    ("zh", "五分之三", "3/5", "5/3"),
    ("zh", "百分之三", "3%", "3/100"),
    ("zh", "负五", "-5", "5"),
    ("zh", "胜负三七", "胜负三七。", "胜-37"),
    ("zh", "一起", "一起！", "1起"),
    ("zh", "一样", "一样。", "1样"),
    ("zh", "万一", "万一。", "10001"),
    ("zh", "十分", "十分。", "10分"),
    ("zh", "三三两两", "三三两两。", "3322"),
    ("zh", "十万火急", "十万火急！", "100000火急"),
    ("zh", "十万人", "10万人", "1万人"),
    ("zh", "三十而立", "三十而立。", "30而立"),
    ("zh", "有一点", "有一点。", "有1点"),
    ("zh", "一点一点地", "一点一点地。", "1.1点地"),
    # Decimal commas where no number words are known.
    *((code, "3,5", "3,5.", "3 5") for code in ("nl", "pl", "tr", "uk", "vi", "hy")),
    *((code, "3, 5", "3 5", "3,5") for code in ("nl", "pl", "tr", "uk", "vi", "hy")),
]


@pytest.mark.parametrize(("language", "text", "equal", "other"), CASES)
def test_equal_and_its_near_miss(language: str, text: str, equal: str, other: str) -> None:
    normalize = mg.normalizer(f"mondegreen-{language}")
    assert normalize(text) == normalize(equal)
    assert normalize(text) != normalize(other)
    assert normalize(normalize(text)) == normalize(text)


@pytest.mark.parametrize("language", ["cs", "de", "es", "fr", "ru", "pl", "uk"])
@pytest.mark.parametrize("space", [" ", NO_BREAK, NARROW])
def test_spaces_part_thousands(language: str, space: str) -> None:
    normalize = mg.normalizer(f"mondegreen-{language}")
    for text in ("1 234 567", "12 345", "999 000", "1 234,56"):
        assert normalize(text.replace(" ", space)) == text.replace(" ", "")


@pytest.mark.parametrize("text", ["06 12 34 56 78", "0612 345 678", "012 345 678"])
def test_a_zero_at_the_front_begins_no_thousands(text: str) -> None:
    """They are telephone numbers, which are joined in the languages of which their groups are known."""
    for language in ("cs", "de", "es", "fr", "ru"):
        assert mg.normalizer(f"mondegreen-{language}")(text) == text.replace(" ", "")
    for language in ("pl", "uk"):
        assert mg.normalizer(f"mondegreen-{language}")(text) == text


@pytest.mark.parametrize("language", ["cs", "de", "es", "fr", "ru", "pl", "uk"])
@pytest.mark.parametrize(
    "text",
    [
        "12 345 678 9",
        "1 234 5678",
        "1234 567",
        "1 23 456",
        "12 34",
    ],
)
def test_other_digits_stay_apart(language: str, text: str) -> None:
    assert mg.normalizer(f"mondegreen-{language}")(text) == text


def test_numbers_in_words_or_of_two_sentences_are_not_joined() -> None:
    """A comma keeps apart what would be one number when it is read again."""
    german, russian = mg.normalizer("mondegreen-de"), mg.normalizer("mondegreen-ru")
    assert german("Raum 2. 300 Leute") == "raum 2, 300 leute"
    assert german("Raum zwei, dreihundert Leute") == "raum 2, 300 leute"
    assert russian("сто двести человек") == "100, 200 человек"
    assert german("raum 2, 300 leute") == "raum 2, 300 leute"
    for code in ("en", "it", "nl", "any"):
        assert mg.normalizer(f"mondegreen-{code}")("2 300") == "2 300"


def test_thousands_are_named_among_the_rewrites() -> None:
    (rewrite,) = mg.normalizer("mondegreen-fr").rewrites("les 1 234 567 habitants")
    assert rewrite == ("thousands", 4, 13, "1 234 567", "1234567")


@pytest.mark.parametrize(
    ("language", "text", "kind", "value"),
    [
        ("fr", "1 234 567", "cardinal", "1234567"),
        ("hi", "साढ़े तीन", "decimal", "3.5"),
        ("hi", "सवा दो बजे", "time", "2:15"),
        ("ru", "полтора", "decimal", "1.5"),
        ("de", "7.30 Uhr", "time", "7:30"),
        ("fr", "7h30", "time", "7:30"),
        ("zh", "五分之三", "fraction", "3/5"),
        ("en", "negative five", "cardinal", "-5"),
        ("en", "5 lb", "measure", "5"),
    ],
)
def test_values_are_typed(language: str, text: str, kind: str, value: str) -> None:
    (span,) = read(text, language)
    assert (span.kind, span.value) == (kind, value)


def test_five_pounds_may_be_a_weight() -> None:
    (span,) = read("five pounds")
    assert (span.kind, span.alternatives) == ("money", (("measure", "5"),))
    (span,) = read("£5")
    assert span.alternatives == ()


# The language, texts that are written alike, and one that means something else.
ROMANCE = [
    ("fr", "dix personnes|10 personnes", "six personnes"),
    ("fr", "cent personnes|100 personnes", "1000 personnes"),
    ("fr", "il a six ou sept ans|il a 6 ou 7 ans", "il a 67 ans"),
    ("fr", "cinq kilos de riz|5 kg de riz", "5 km de riz"),
    ("it", "sette persone|7 persone", "sei persone"),
    ("fr", "un million de gens|1 000 000 de gens", "des millions de gens"),
    ("fr", "deux milliards|2 milliards", "milliards"),
    ("es", "un millón de gracias|1.000.000 de gracias", "millones de gracias"),
    ("es", "dos millones|2 millones", "millones"),
    ("it", "un milione di persone|1.000.000 di persone", "milioni di persone"),
    ("it", "due mila euro|2 mila euro|2.000 euro", "mila euro"),
    ("pt", "um milhão de pessoas|1.000.000 de pessoas", "milhões de pessoas"),
    ("pt", "cinco milhões|5 milhões", "milhões"),
]


@pytest.mark.parametrize(("language", "texts", "other"), ROMANCE)
def test_small_numbers_are_read_and_millions_alone_are_no_million(
    language: str, texts: str, other: str
) -> None:
    normalize = mg.normalizer(f"mondegreen-{language}")
    (written,) = {normalize(text) for text in texts.split("|")}
    assert normalize(other) != written
    assert normalize(written) == written


@pytest.mark.parametrize(
    ("language", "said", "written"),
    [
        ("fr", "le quatorze juillet", "le 14 juillet"),
        ("es", "catorce de julio", "14 de julio"),
        ("es", "uno de mayo", "1 de mayo"),
        ("it", "il sei maggio", "il 6 maggio"),
        ("pt", "catorze de julho", "14 de julho"),
    ],
)
def test_a_day_in_words_is_that_in_digits(language: str, said: str, written: str) -> None:
    days = [[(span.kind, span.value) for span in read(text, language)] for text in (said, written)]
    assert days[0] == days[1]
    assert days[0][0][0] == "date"
    assert mg.normalizer(f"mondegreen-{language}")(said) == written


def test_millions_alone_take_no_number_after_them() -> None:
    assert mg.normalizer("mondegreen-fr")("des millions vingt fois") == "des millions 20 fois"
