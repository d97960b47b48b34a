"""Abbreviations, colloquial spellings, signs and small money: what is equal, and next to it what is not."""

import pytest

import mondegreen as mg

# Language, two texts that are equal, and one that is not.
CASES = [
    # Phrases in letters.
    ("de", "z.B. am Montag", "zum Beispiel am Montag", "B am Montag"),
    ("de", "z. B. am Montag", "zB am Montag", "z B am Montag"),
    ("de", "d.h. morgen", "das heißt morgen", "D H morgen"),
    ("de", "d. h. morgen", "das heißt morgen", "dh morgen"),
    ("de", "Tassen usw. Dann ging er", "Tassen und so weiter, dann ging er", "Tassen dann ging er"),
    ("de", "Tassen usw. 5 Leute", "Tassen und so weiter. Fünf Leute", "Tassen und so 5 Leute"),
    ("de", "bzw. ca. 5 Meter", "beziehungsweise circa fünf Meter", "Meter ca 5"),
    ("de", "i.d.R. gut", "in der Regel gut", "id r gut"),
    ("fr", "p. ex. lui", "par exemple lui", "ex lui"),
    ("fr", "c.-à-d. lui", "c'est-à-dire lui", "c'est lui"),
    ("fr", "etc. Puis lui", "et cetera puis lui", "puis lui"),
    ("es", "p. ej. tú", "por ejemplo tú", "por tú"),
    ("es", "EE. UU.", "Estados Unidos", "estados"),
    ("es", "EE.UU.", "EEUU", "ee u"),
    ("it", "p.es. tu", "per esempio tu", "per tu"),
    ("it", "ecc. Poi", "eccetera, poi", "poi"),
    ("pt", "p. ex. tu", "por exemplo tu", "por tu"),
    ("cs", "např. ty atd. Pak", "například ty a tak dále, pak", "ty a tak pak"),
    ("ru", "т.е. они", "то есть они", "те они"),
    ("ru", "т. е. они", "т.е. они", "то они"),
    ("ru", "Это те. Другие ушли", "Это те другие ушли", "Это т.е. другие ушли"),
    ("ru", "и т. д. Потом", "и так далее, потом", "и потом"),
    ("ru", "и т.п.", "и тп", "и те"),
    ("ru", "т.о. они", "таким образом они", "то они"),
    ("de", "D. H. Lawrence", "D H Lawrence", "das heißt Lawrence"),
    ("de", "V.A. Müller", "VA Müller", "vor allem Müller"),
    ("ru", "Т.е. Иванов", "То есть Иванов", "Те Иванов"),
    ("cs", "turnaj ATP", "turnaj atp", "turnaj a tak podobně"),
    # Titles.
    ("de", "Dr. Müller", "dr müller", "Drau Müller"),
    ("de", "Hr. Meier", "Herr Meier", "HR Meier"),
    ("de", "Fr. Müller", "Frau Müller", "fr müller"),
    ("de", "bis Fr. Abend", "bis fr Abend", "bis Frau Abend"),
    ("de", "Berliner Str. 5", "Berliner Straße fünf", "Berliner Stern 5"),
    ("de", "Hauptstr. 7", "Hauptstraße 7", "Haupt 7"),
    ("fr", "M. Dupont", "monsieur Dupont", "m dupont"),
    ("fr", "J. M. Dupont", "J M Dupont", "J monsieur Dupont"),
    ("fr", "Mme Durand et Mlle Petit", "madame Durand et mademoiselle Petit", "Durand et Petit"),
    ("es", "Sr. García", "sr garcía", "señora García"),
    ("es", "D. Juan", "don Juan", "d juan"),
    ("es", "Ud. viene", "usted viene", "UD viene"),
    ("it", "Sig.ra Bianchi", "signora Bianchi", "signor Bianchi"),
    ("it", "il Dott. Verdi", "il dottor Verdi", "il dottore Verdi"),
    ("pt", "Dra. Lima", "doutora Lima", "doutor Lima"),
    ("cs", "pí Nováková", "paní Nováková", "pi Nováková"),
    ("cs", "pí je 3,14", "pí je 3,14", "paní je 3,14"),
    # The number of a thing.
    ("de", "Nr. 5", "Nummer fünf", "nur 5"),
    ("fr", "n° 5", "numéro cinq", "n 5"),
    ("fr", "no 5", "nº 5", "non 5"),
    ("es", "n.º 5", "número cinco", "no 5"),
    ("es", "núm. 5", "nº 5", "no. 5"),
    ("it", "n. 5", "numero cinque", "no 5"),
    ("pt", "nº 5", "número cinco", "no 5"),
    ("cs", "č. 5", "číslo pět", "5"),
    ("ru", "№ 5", "номер пять", "no 5"),
    ("en", "track no. 5", "track number five", "track no 5"),
    ("en", "track №5", "track #5", "track No, 5"),
    ("en", "Chanel No 5", "Chanel number five", "chanel no 5"),
    ("en", "HE DEMANDS NO 5", "he demands no five", "he demands number 5"),
    ("en", "they demand No 5 Ways", "they demand no 5 ways", "they demand number 5 ways"),
    ("en", "there is no 5", "there is no five", "there is number 5"),
    (
        "en",
        "the answer is no. 5 left",
        "the answer is no, five left",
        "the answer is number 5 left",
    ),
    ("en", "rooms nos. 5 and 6", "rooms numbers five and six", "rooms no 5 and 6"),
    # Numbers and money that are written short.
    ("de", "5 Mio. €", "fünf Millionen Euro", "5 €"),
    ("de", "5 Mio. Zwanzig Leute", "5 Millionen, 20 Leute", "5.000.020 Leute"),
    ("de", "5,2 Mrd. Euro", "5.200.000.000 €", "5,2 €"),
    ("de", "3 Tsd. Leute", "dreitausend Leute", "3 Leute"),
    ("it", "5 mln. di euro", "cinque milioni di euro", "5 di euro"),
    ("cs", "5 mil. korun", "pět milionů korun", "5 mil, korun"),
    ("cs", "ujel 5 mil. Pak spal", "ujel pět mil, pak spal", "ujel pět milionů pak spal"),
    ("cs", "5 tis. Kč", "pět tisíc korun", "5 Kč"),
    ("ru", "5 руб. 20 коп.", "пять рублей двадцать копеек", "5 рублей 20"),
    ("ru", "5 руб. 20 коп.", "5,20 ₽", "20,05 ₽"),
    ("ru", "5 руб. 20 человек", "пять рублей. Двадцать человек", "5,20 рублей человек"),
    ("ru", "5 тыс. руб.", "пять тысяч рублей", "5 рублей"),
    ("ru", "3 млрд. долларов", "три миллиарда долларов", "3 млн долларов"),
    # Small money.
    ("de", "€5", "fünf Euro", "$5"),
    ("de", "5 EUR", "5 €", "5"),
    ("de", "fünfzig Cent", "0,50 €", "0,50 $"),
    ("de", "fünf Euro zwanzig", "5,20 €", "5 Euro, 20"),
    ("de", "fünf Euro zwanzig Leute", "5 Euro 20 Leute", "5,20 Euro Leute"),
    ("fr", "cinquante centimes", "0,50 €", "0,50 $"),
    ("es", "cincuenta centavos", "0,50 $", "0,50 €"),
    ("es", "cincuenta céntimos", "0,50 €", "0,50 $"),
    ("es", "cinco dólares con veinte centavos", "$5,20", "5 dólares, 20 centavos con"),
    ("es", "cinco dólares con veinte", "5,20 $", "25 $"),
    ("es", "cinco dólares con veinte personas", "5 dólares con 20 personas", "5,20 $ personas"),
    ("it", "cinque euro e venti", "5,20 €", "25 €"),
    ("it", "cinque euro e venti persone", "5 euro e 20 persone", "5,20 € persone"),
    ("pt", "cinco reais e vinte", "R$ 5,20", "R$ 25"),
    ("pt", "cinco reais e vinte pessoas", "5 reais e 20 pessoas", "R$ 5,20 pessoas"),
    ("it", "tra cinque euro e dieci", "tra 5 euro e 10", "tra 5,10 euro"),
    ("pt", "entre cinco reais e dez", "entre 5 reais e 10", "entre R$ 5,10"),
    ("pt", "cinquenta centavos", "R$ 0,50", "€ 0,50"),
    ("ru", "пятьдесят копеек", "0,50 ₽", "0,50 $"),
    ("en", "fifty cents", "$0.50", "€0.50"),
    # Spellings of what is said.
    ("de", "Wie geht's?", "Wie geht es?", "wie geht"),
    ("de", "Wie gehts?", "Wie geht's?", "wie gehst"),
    ("de", "Ich hab's", "ich habe es", "ich hab das"),
    ("de", "hast du 'ne Idee", "hast du eine Idee", "hast du ne Idee"),
    ("de", "Er sagte 'ne'.", "er sagte ne", "er sagte eine"),
    ("de", "im Haus", "Im Haus.", "in dem Haus"),
    ("fr", "t'as vu", "tu as vu", "tas vu"),
    ("fr", "tu t'es trompé", "tu t'es trompé.", "tu tu es trompé"),
    ("fr", "y'a du monde", "il y a du monde", "a du monde"),
    ("fr", "il y'a du monde", "il y a du monde", "il il y a du monde"),
    ("fr", "j'suis là", "je suis là", "j'ai suis là"),
    ("fr", "j'habite là", "j’habite là", "je habite là"),
    ("es", "voy pa' allá", "voy para allá", "voy pa allá"),
    ("es", "mi 'pa' llega", "mi pa llega", "mi para llega"),
    ("pt", "tá bom, cê vai pra lá", "está bom, você vai para lá", "te bom cê vai por lá"),
    ("pt", "a bê cê", "a bê cê.", "a bê você"),
    # Signs between numbers.
    ("en", "5 * 3", "5 times 3", "5 3"),
    ("en", "5*3", "5 × 3", "53"),
    ("de", "5 * 3", "fünf mal drei", "5 3"),
    ("es", "5 + 3", "cinco más tres", "5 3"),
    ("any", "5 - 3", "5 − 3", "5 3"),
    ("en", "10 / 2", "10 / 2.", "10 2"),
    ("fr", "5 > 3", "5 > 3.", "5 < 3"),
    ("en", "5 <  3 apples", "5 <  3 apples", "5 3 apples"),
    ("en", "2^8", "2 ^ 8", "28"),
    ("en", "yes - no", "yes no", "yes minus no"),
    ("en", "*5* and *3*", "5 and 3", "5 times 3"),
    ("en", "919 - 555 - 0142", "919 555 0142", "919 555 0143"),
    ("en", "5 / 6 / 2020", "5/6/2020", "5 6 / 2020"),
    ("en", "a & b", "a and b", "a b"),
    ("en", "$5 - 50 cents", "$5 - 50 cents.", "$5.50"),
]


@pytest.mark.parametrize(("language", "one", "other", "another"), CASES)
def test_texts_are_equal_and_another_is_not(language: str, one: str, other: str, another: str):
    normalize = mg.normalizer(f"mondegreen-{language}")
    assert normalize(one) == normalize(other)
    assert normalize(another) != normalize(one)


@pytest.mark.parametrize("text", sorted({text for _, *texts in CASES for text in texts}))
def test_a_normalized_text_stays_in_every_language(text: str):
    for language in ("any", "cs", "de", "en", "es", "fr", "it", "nl", "pt", "ru", "zh"):
        normalize = mg.normalizer(f"mondegreen-{language}")
        once = normalize(text)
        assert normalize(once) == once, language


@pytest.mark.parametrize(
    ("language", "text", "rule", "span", "output"),
    [
        ("de", "also z. B. das", "abbreviations", "z. B", "zum beispiel"),
        ("ru", "Да, т. е. нет", "abbreviations", "т. е", "то есть"),
        ("it", "la Sig.ra Neri", "abbreviations", "Sig.ra", "signora"),
        ("de", "wie geht's dir", "contractions", "geht's", "geht es"),
        ("fr", "le n° 5", "abbreviations", "n°", "numéro"),
        ("ru", "дом № 5", "symbols", "№", "номер"),
        ("ru", "за 5 руб. 20 коп. всё", "money", "5 руб. 20 коп", "5,20 рублей"),
        ("de", "fünf * 3, 5 * 3", "symbols", "*", "mal"),
    ],
)
def test_rewrites_are_shown_where_they_stand(language, text, rule, span, output):
    found = mg.normalizer(f"mondegreen-{language}").rewrites(text)
    place = text.rindex(span)
    wanted = (rule, place, place + len(span), output)
    assert wanted in [(each.rule, each.start, each.end, each.output) for each in found]
