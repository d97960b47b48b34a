"""Languages with a short list of denials and answers: they are kept, and hesitations are forgiven."""

from __future__ import annotations

import pytest

from mondegreen.forgive import forgive

SENTENCES = {
    "af": "ehm|ek kom môre|ek kom nie môre nie|ja|nee",
    "bg": "ъм|аз идвам утре|аз не идвам утре|да|не",
    "bn": "উম|আমি কাল আসব|আমি কাল আসব না|হ্যাঁ|না",
    "ca": "ehm|jo vinc demà|jo no vinc demà|sí|no",
    "el": "εμ|εγώ έρχομαι αύριο|εγώ δεν έρχομαι αύριο|ναι|όχι",
    "et": "ee|ma tulen homme|ma ei tulen homme|jah|ei",
    "fa": "هوم|من فردا بلیت دارم|من فردا بلیت ندارم|بله|نه",
    "fi": "öö|minä tulen huomenna|minä en tule huomenna|kyllä|ei",
    "gu": "ઉમ્મ|હું કાલે આવીશ|હું કાલે નહીં આવીશ|હા|ના",
    "he": "אה|אני בא מחר|אני לא בא מחר|כן|לא",
    "hr": "ehm|ja dolazim sutra|ja ne dolazim sutra|da|ne",
    "hu": "öö|én jövök holnap|én nem jövök holnap|igen|nem",
    "hy": "ըմ|ես գալիս եմ վաղը|ես գալիս չեմ վաղը|այո|ոչ",
    "id": "em|saya datang besok|saya tidak datang besok|ya|tidak",
    "lt": "emm|aš esu namie|aš nesu namie|taip|ne",
    "lv": "em|es esmu mājās|es neesmu mājās|jā|nē",
    "ms": "em|saya datang esok|saya tidak datang esok|ya|tidak",
    "ro": "ăă|eu vin mâine|eu nu vin mâine|da|nu",
    "sk": "ehm|ja prídem zajtra|ja neprídem zajtra|áno|nie",
    "sl": "ehm|jaz pridem jutri|jaz ne pridem jutri|ja|ne",
}
DOUBLED = """af|gou gou|gou
bn|আস্তে আস্তে|আস্তে
el|σιγά σιγά|σιγά
fa|کم کم|کم
gu|ઘર ઘર|ઘર
he|לאט לאט|לאט
id|orang orang|orang
ms|hati hati|hati
sw|mbali mbali|mbali
tr|tek tek|tek
vi|từ từ|từ"""

PARTED = """en|un-ionized|unionized
en|the co-op|the coop
en|re-present it|represent it
fr|illégal|il légal
fr|anormaux|a normaux
it|illegale|il legale
it|anormale|a normale
es|irregular|ir regular
es|asintomático|a sintomático
pt|irreal|ir real
pt|anormais|a normais
ca|anormal|a normal
ro|necunoscut|ne cunoscut
ro|anormal|a normal
el|ανεπιτήδειος|αν επιτήδειος
sv|indirekt|in direkt
af|indirek|in direk
tr|işsiz|iş siz"""


@pytest.mark.parametrize("language", SENTENCES)
def test_a_denial_is_kept_and_a_hesitation_is_not(language: str) -> None:
    hesitation, said, denied, yes, no = SENTENCES[language].split("|")
    for one, other in ((said, denied), (yes, no), (f"{yes} {said}", f"{no} {said}"), (no, "")):
        assert forgive(one, other, forgive="agent", language=language).errors, (one, other)
        assert forgive(other, one, forgive="agent", language=language).errors, (other, one)
    assert not forgive(f"{hesitation} {said}", said, language=language).errors
    first = said.split()[0]
    assert not forgive(f"{first} {said}", said, language=language).errors
    assert forgive(f"{no} {no} {said}", f"{no} {said}", language=language).errors


@pytest.mark.parametrize("case", DOUBLED.splitlines())
def test_a_word_that_is_doubled_to_say_more_is_kept(case: str) -> None:
    language, said, written = case.split("|")
    assert forgive(said, written, language=language).errors
    assert forgive(written, said, language=language).errors


@pytest.mark.parametrize("case", PARTED.splitlines())
def test_a_beginning_that_is_a_word_is_not_parted_from_what_it_denies(case: str) -> None:
    language, said, written = case.split("|")
    assert forgive(said, written, forgive="agent", language=language).errors
    assert forgive(written, said, forgive="agent", language=language).errors


def test_a_hyphen_that_tells_no_two_words_apart_says_nothing() -> None:
    for said, written in (("re-open", "reopen"), ("non-profit", "nonprofit")):
        assert not forgive(said, written, forgive="agent", language="en").errors
