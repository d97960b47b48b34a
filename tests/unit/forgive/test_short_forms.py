"""Abbreviations, colloquial spellings and signs in several languages: forgiven, and what is not."""

import pytest

from mondegreen.forgive import forgive

EQUAL = [
    ("abbreviations", "de", "z.B. am Montag", "zum Beispiel am Montag"),
    ("abbreviations", "de", "z. B. am Montag", "zum Beispiel am Montag"),
    ("abbreviations", "de", "Herr Meier", "Hr. Meier"),
    ("abbreviations", "de", "Frau Müller", "Fr. Müller"),
    ("abbreviations", "de", "Nummer 5", "Nr. 5"),
    ("abbreviations", "de", "in der Hauptstraße 7", "in der Hauptstr. 7"),
    ("abbreviations", "de", "Doktor Müller", "Dr. Müller"),
    ("abbreviations", "fr", "c'est-à-dire lui", "c.-à-d. lui"),
    ("abbreviations", "fr", "par exemple lui", "p. ex. lui"),
    ("abbreviations", "fr", "le numéro 5", "le no 5"),
    ("abbreviations", "fr", "Madame Durand", "Mme Durand"),
    ("abbreviations", "es", "el señor García", "el Sr. García"),
    ("abbreviations", "es", "don Juan", "D. Juan"),
    ("abbreviations", "es", "casa número 5", "casa no. 5"),
    ("abbreviations", "es", "el n.º 5", "el número 5"),
    ("abbreviations", "it", "la signora Neri", "la Sig.ra Neri"),
    ("abbreviations", "it", "il dottore è qui", "il dott. è qui"),
    ("abbreviations", "pt", "a doutora Lima", "a Dra. Lima"),
    ("abbreviations", "cs", "pana Nováka", "p. Nováka"),
    ("abbreviations", "cs", "s inženýrem Novákem", "s Ing. Novákem"),
    ("abbreviations", "cs", "v domě číslo 5", "v domě č. 5"),
    ("abbreviations", "ru", "то есть они", "т.е. они"),
    ("abbreviations", "ru", "и так далее", "и т. д."),
    ("abbreviations", "ru", "на улице Ленина", "на ул. Ленина"),
    ("abbreviations", "ru", "в 2020 году", "в 2020 г."),
    ("abbreviations", "ru", "дом 5 квартира 10", "д. 5 кв. 10"),
    ("abbreviations", "en", "track number 5", "track no. 5"),
    ("contractions", "de", "wie geht es dir", "wie geht's dir"),
    ("contractions", "de", "wie geht es dir", "wie gehts dir"),
    ("contractions", "de", "hast du eine Idee", "hast du 'ne Idee"),
    ("contractions", "de", "ich habe es", "ich hab's"),
    ("contractions", "fr", "tu as vu", "t’as vu"),
    ("contractions", "fr", "il y a du monde", "y'a du monde"),
    ("contractions", "fr", "je suis là", "j'suis là"),
    ("contractions", "es", "voy para allá", "voy pa' allá"),
    ("contractions", "pt", "está bom", "tá bom"),
    ("symbols", "en", "5 times 3", "5 * 3"),
    ("symbols", "en", "5 minus 3", "5 - 3"),
    ("symbols", "de", "5 plus 3", "5 + 3"),
    ("symbols", "ru", "дом номер 5", "дом № 5"),
    ("agent", "de", "z. B. am Montag", "zum beispiel am Montag"),
    ("agent", "cs", "číslo pět", "č. 5"),
    ("agent", "de", "fünf Millionen Euro", "5 Mio. €"),
    ("agent", "ru", "пять рублей двадцать копеек", "5 руб. 20 коп."),
    ("agent", "es", "cinco dólares con veinte", "5,20 $"),
    ("agent", "en", "No, 5 people came", "No. 5 people came"),
    ("agent", "en", "a & b", "a and b"),
    ("agent", "en", "well - yes", "well yes"),
]

DIFFERENT = [
    ("en", "there is no 5", "there is no. 5"),
    ("en", "track no 5", "track no. 5"),
    ("en", "track number 5", "track no 5"),
    ("en", "he said number", "he said no."),
    ("en", "No 5 people came", "No. 5 people came"),
    ("es", "no 5 personas", "no. 5 personas"),
    ("it", "no 5", "n. 5"),
    ("es", "no 5", "n.º 5"),
    ("en", "5 * 3", "5 3"),
    ("en", "5 / 3", "5 3"),
    ("en", "5 - 3", "5 3"),
    ("en", "5 + 3", "5 3"),
    ("en", "5 * 3", "5 / 3"),
    ("en", "5 - 3", "5 / 3"),
    ("en", "5 - 3", "5 plus 3"),
    ("en", "5 * 3", "5 - 3"),
    ("en", "well minus yes", "well - yes"),
    ("en", "five - three", "five three"),
    ("de", "5 * 3", "5 3"),
    ("fr", "5 / 3", "5 3"),
    ("ru", "5 - 3", "5 3"),
    ("zh", "5 * 3", "5 3"),
    ("hi", "५ - ३", "५ ३"),
    ("es", "10 & 2", "10 2"),
    ("ru", "те они", "т.е. они"),
    ("ru", "те они", "то есть они"),
    ("de", "im Haus", "in dem Haus"),
    ("de", "hast du eine Idee", "hast du keine Idee"),
    ("de", "Herr Meier", "Frau Meier"),
    ("fr", "tu t'es trompé", "tu es trompé"),
    ("es", "señor García", "Sra. García"),
    ("pt", "está bom", "não está bom"),
    ("es", "0,50 $", "0,50 €"),
    ("de", "fünf Euro zwanzig Leute", "5,20 € Leute"),
]


@pytest.mark.parametrize(("name", "language", "reference", "hypothesis"), EQUAL)
def test_the_same_written_short(name: str, language: str, reference: str, hypothesis: str):
    chosen = name if name == "agent" else [name]
    for said, written in ((reference, hypothesis), (hypothesis, reference)):
        assert not forgive(said, written, forgive=chosen, language=language).errors


@pytest.mark.parametrize(("language", "reference", "hypothesis"), DIFFERENT)
def test_not_the_same(language: str, reference: str, hypothesis: str):
    for said, written in ((reference, hypothesis), (hypothesis, reference)):
        assert forgive(said, written, forgive="agent", language=language).errors
