"""`numbers` of languages but English: an ordinal in figures and in words, and no other one."""

import pytest

from mondegreen.forgive import forgive_many

# Language, a text, one that is forgiven, and several that are not.
PAIRS = [
    ("de", "der 3. Versuch", "der dritte Versuch", "der 4. Versuch|drei Versuche|der 3 Versuch"),
    ("de", "in der dritten Klasse", "in der 3. Klasse", "in der 2. Klasse|in der drei Klasse"),
    ("de", "am 21. Dezember", "am einundzwanzigsten Dezember", "am zweiundzwanzigsten Dezember"),
    ("de", "Ich komme am 21.", "Ich komme am einundzwanzigsten.", "Ich komme am 22."),
    ("de", "Ich bin 21. Dann", "Ich bin einundzwanzig. Dann", "Ich bin einundzwanzigste. Dann"),
    ("cs", "To je 3. pokus", "To je třetí pokus", "To je 4. pokus|To je tři pokus"),
    ("fr", "le 1er étage", "le premier étage", "le 2e étage|le 1 étage"),
    ("fr", "le 21e siècle", "le vingt et unième siècle", "le 22e siècle|le 21 siècle"),
    ("es", "la 1ª vez", "la primera vez", "la 2ª vez|la 1 vez"),
    ("it", "il 3º posto", "il terzo posto", "il 4º posto|il 3 posto"),
    ("pt", "o 25º andar", "o vigésimo quinto andar", "o 24º andar|o 25 andar"),
    ("ru", "на 5-м этаже", "на пятом этаже", "на 6-м этаже|на 5 этажах"),
    ("ru", "в 2024 году", "в две тысячи двадцать четвёртом году", "в 2023 году"),
    ("hi", "5वाँ दिन", "पाँचवाँ दिन", "6वाँ दिन|5 दिन"),
    ("te", "5వ తేదీ", "ఐదో తేదీ", "6వ తేదీ|5 తేదీ"),
    ("zh", "第一次", "第1次", "第2次|一次"),
]


@pytest.mark.parametrize(("language", "text", "same", "others"), PAIRS)
def test_the_same_one_in_a_row_is_forgiven(
    language: str, text: str, same: str, others: str
) -> None:
    texts = [same, *others.split("|")]
    found = forgive_many([text] * len(texts), texts, forgive="numbers", language=language)
    assert not found[0].errors, str(found[0])
    assert all(each.errors for each in found[1:]), [str(each) for each in found[1:]]
