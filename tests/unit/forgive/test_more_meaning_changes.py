"""Two hundred more edits that change what is meant, of other kinds, and some in other languages.

As in `test_meaning_changes`, the words are this file's own, and no edit is forgiven.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from mondegreen._kernel.forgiven import lists
from mondegreen.forgive import forgive_many
from mondegreen.forgive.choosing import Forgiving
from mondegreen.forgive.guarded import _words, is_guarded
from mondegreen.forgive.synonyms import Synonyms

if TYPE_CHECKING:
    from pathlib import Path

SENTENCES = ["{}", "please note {} now", "um well {} i think", "she said {}"]
SWAPS = {
    "units": "5 mg/5 g|five grams/five milligrams|5 kg/5 lb|30 km/30 miles|two litres/two gallons|40°C/40°F|60 mph/60 kph|ten minutes/ten seconds|5 ml/5 l|5 feet/5 inches|5'/5\"|5′/5″|200 watts/200 volts|2 GB/2 MB|5 m/5 mm|5%/5|10 ounces/10 pounds|10 hrs/10 mins|3 weeks/3 months|three cups/three spoons",
    "prefixes": "legal/illegal|possible/impossible|an able man/an unable man|agree/disagree|it is in secure mode/it is insecure mode|it was in active use/it was inactive use|a moral question/amoral question|in correct form/incorrect form|un happy/happy|un-happy/happy|non-toxic/toxic|no body/body|no where/now here|a typical case/atypical case|lock it/unlock it|misunderstood/understood|in complete control/incomplete control|in human form/inhuman form|a political view/apolitical view|he is in sane hands/he is insane hands",
    "sides": "turn left/turn right|go up/go down|switch it on/switch it off|the east side/the west side|log in/log out|put it in/put it out|over it/under it|to it/from it|forward/back|push/pull|the front/the rear|inside/outside|the top/the bottom|open/shut",
    "halves of the day": "5 am/5 pm|5 a.m./5 p.m.|five am/five pm|10:30 AM/10:30 PM|5am/5pm|five in the morning/five in the evening|noon/midnight|12 am/12 pm|5 pm/17:30|5 am/17:00|5 AM/five p.m.|5:05 am/five oh five pm",
    "before and after": "before monday/after monday|until monday/since monday|at least five/at most five|over five/under five|more than that/less than that|<5/>5|≤5/≥5|5 > 3/5 < 3|all of them/none of them|first/last|yesterday/today|next week/last week|and/or|if/unless|may/must|will/would|he is/he was|~5/5",
    "ordinals": "the third/the 4th|the 3rd/the 3|third/three|the 21st/twenty second|second/2|one fifth/5th|half/quarter|a half/1/3|one and a half/1/2|fifth/five|10th/10|1st/21st|two thirds/2/3rd|the first/the 2nd|twice/thrice|once/twice",
    "dates": "on 03/04/2020/on 04/03/2020|3 april 2020/4 march 2020|april 3rd/march 4th|april 3/3 may|3.4./4.3.|march fourth 2020/2020-04-03|2020-03-04/2020-04-03|june 5 1999/june 5 1990|nineteen ninety nine/1990|may 5/may 15|the fifth of may/the 15th of may|the 90s/the 80s|twenty twenty/2012|jan 5/june 5|monday/sunday|five past ten/ten past five",
    "money": "$5/€5|five dollars/five euros|five dollars/€5|$5/£5|five cents/$5|5¢/$5|$5.50/$550|five fifty/$550|$5/$5 million|$5 million/$5 billion|5 rupees/5 dollars|five yen/five yuan|¥5/$5|$1.5 million/$15 million|20 cents/20 dollars|5 usd/5 eur|a grand/a hundred",
    "articles": "a few/few|i have a few friends/i have few friends|a little time/little time|only a few/only few|one a day/one day|twice a day/twice day|vitamin a/vitamin|plan a/plan|section a/section|type a blood/type blood|hepatitis a is/hepatitis is|the us/us|a few/the few",
    "letters": "b b c/b c|w w w/w w|t t/t|jo-ann@example.com/joann@example.com|my-shop.com/myshop.com|a_b@example.com/a-b@example.com|x@example.com/y@example.com|go to the ER/go to the|the ER doctor/the doctor|half half/half|double double/double|a+/a-|c++/c|5 mm/5|5*/5|(5*)/5|5*/*5*",
}


def pairs(kind: str) -> list[tuple[str, str]]:
    """Cut in the middle: the texts of a pair hold as many slashes each."""
    found = []
    for pair in SWAPS[kind].split("|"):
        parts = pair.split("/")
        middle = len(parts) // 2
        found.append(("/".join(parts[:middle]), "/".join(parts[middle:])))
    return found


def edited() -> tuple[list[str], list[str], list[str]]:
    """Return 200 sentences or more, each pair in both directions, and by which kind of edit."""
    random = Random(2028)
    references, hypotheses, kinds = [], [], []
    for kind in SWAPS:
        for first, second in pairs(kind):
            for said, written in ((first, second), (second, first)):
                sentence = random.choice(SENTENCES)
                references.append(sentence.format(said))
                hypotheses.append(sentence.format(written))
                kinds.append(kind)
    return references, hypotheses, kinds


@pytest.mark.parametrize("forgive", ["agent", "agent,homophone", "homophone"])
def test_none_is_forgiven(forgive: str, tmp_path: Path) -> None:
    path = tmp_path / "synonyms.tsv"
    path.write_text("loan\tcredit\nbuy\tpurchase\nacct\taccount\n", "utf-8")
    references, hypotheses, kinds = edited()
    assert len(kinds) >= 200
    chosen = [*forgive.split(","), Synonyms(path=path)]
    found = forgive_many(references, hypotheses, forgive=chosen)
    rows = zip(kinds, references, hypotheses, found, strict=True)
    wrong = [(*row, str(each)) for *row, each in rows if not each.errors]
    assert not wrong, wrong[:9]


def test_what_looks_like_it_and_means_the_same_is_forgiven() -> None:
    """The same kinds of words, where nothing else is meant."""
    same = [
        ("in put", "input"),
        ("un happy", "unhappy"),
        ("in-secure", "insecure"),
        ("i i think a a man", "i think a man"),
        ("he has a car", "he has car"),
        ("a plan for you", "plan for you"),
        ("go er home", "go home"),
        ("UM I GO", "I GO"),
        ("<unk> yes", "unk yes"),
        (">> hello", "hello"),
        ('say "5"', "say 5"),
        ("well-known", "wellknown"),
        ("*5* men", "5 men"),
        ("a word*", "a word"),
        ("a 5* inn", "a 5 star inn"),
    ]
    found = forgive_many(*map(list, zip(*same, strict=True)), forgive="agent")
    assert not [(*pair, str(each)) for pair, each in zip(same, found, strict=True) if each.errors]


OTHERS = {
    "de": "fünfzehn euro/fünfzig euro|er kommt/er kommt nicht|ein konto/kein konto|ja/nein|5 kg/5 g|links/rechts|vor montag/nach montag|fünf euro/fünf dollar|der dritte/der 4.|3. april/4. märz|mit geld/ohne geld|möglich/unmöglich|ein paar tage/paar tage|noch einmal/nicht einmal|um acht/um achtzehn|erste Klasse/zweite Klasse",
    "fr": "quinze euros/cinquante euros|il vient/il ne vient pas|oui/non|5 kg/5 g|à gauche/à droite|avant lundi/après lundi|cinq euros/cinq dollars|le troisième/le 4e|avec/sans|possible/impossible|un peu de temps/peu de temps|c'est a normal/c'est anormal|deux/douze|trois/treize|plus/moins|nous nous voyons/nous voyons|vous vous trompez/vous trompez|premier étage/deuxième étage",
    "es": "quince euros/cincuenta euros|viene/no viene|sí/no|5 kg/5 g|izquierda/derecha|antes del lunes/después del lunes|cinco euros/cinco dólares|el tercero/el 4|con/sin|posible/imposible|un poco/poco|dos/doce|seis/siete|nunca/siempre|sesenta/setenta",
    "it": "quindici euro/cinquanta euro|viene/non viene|sì/no|5 kg/5 g|sinistra/destra|prima/dopo|cinque euro/cinque dollari|con/senza|possibile/impossibile|in sicuro posto/insicuro posto|sei/sette|due/dodici|mai/sempre|un po'/po'|sessanta/settanta",
    "pt": "quinze euros/cinquenta euros|vem/não vem|sim/não|5 kg/5 g|esquerda/direita|antes/depois|cinco euros/cinco dólares|com/sem|possível/impossível|um pouco/pouco|seis/sete|dois/doze|nunca/sempre|sessenta/setenta|mais/menos",
    "nl": "vijftien euro/vijftig euro|hij komt/hij komt niet|een/geen|ja/nee|links/rechts|voor/na|met/zonder|mogelijk/onmogelijk|nooit/ooit|een paar/paar",
    "ru": "пятнадцать рублей/пятьдесят рублей|придёт/не придёт|да/нет|налево/направо|до/после|с/без|возможно/невозможно|шесть/семь|никогда/всегда|пять рублей/пять долларов",
    "pl": "przyjdzie/nie przyjdzie|tak/nie|w lewo/w prawo|przed/po|z/bez|winny/niewinny|nie winny/winny|zawsze/nigdy",
    "cs": "přijde/nepřijde|ano/ne|vlevo/vpravo|před/po|s/bez|možné/nemožné|vždy/nikdy|patnáct korun/padesát korun",
    "uk": "прийде/не прийде|так/ні|ліворуч/праворуч|до/після|з/без|можливо/неможливо|завжди/ніколи",
    "tr": "evet/hayır|sol/sağ|önce/sonra|her zaman/hiç|değil/diğer",
    "hi": "वह आएगा/वह नहीं आएगा|हाँ/नहीं|पाँच/पचास|बाएँ/दाएँ|पहले/बाद|के साथ/के बिना|मत जाओ/जाओ",
}


@pytest.mark.parametrize("language", OTHERS)
def test_nor_in_other_languages(language: str) -> None:
    given = [tuple(pair.split("/")) for pair in OTHERS[language].split("|")]
    given += [(second, first) for first, second in given]
    said, written = map(list, zip(*given, strict=True))
    for sentence in ("{}", "xyz {} abc"):
        found = forgive_many(
            list(map(sentence.format, said)),
            list(map(sentence.format, written)),
            forgive="agent",
            language=language,
        )
        rows = zip(said, written, found, strict=True)
        assert not [(*row, str(each)) for *row, each in rows if not each.errors]


ORDINALS = {
    "en": "first second third fourth fifth ninth tenth twelfth twentieth hundredth",
    "de": "erste zweite dritte vierte fünfte neunte zehnte zwölfte zwanzigste hundertste",
    "fr": "premier deuxième troisième quatrième neuvième dixième douzième vingtième centième",
    "es": "primero segundo tercero cuarto quinto noveno décimo",
    "it": "primo secondo terzo quarto quinto nono decimo",
    "pt": "primeiro segundo terceiro quarto quinto nono décimo",
    "ru": "первый второй третий четвертый пятый девятый десятый",
    "cs": "první druhý třetí čtvrtý pátý devátý desátý",
    "hi": "पहला दूसरा तीसरा चौथा",
    "zh": "第一 第二 第三 第四 第十",
}
CARDINALS = {
    "en": "one two three four five nine ten twelve twenty",
    "de": "eins zwei drei vier fünf neun zehn zwölf zwanzig",
    "fr": "un deux trois quatre neuf dix douze vingt cent",
    "es": "uno dos tres cuatro cinco nueve diez",
    "it": "uno due tre quattro cinque nove dieci",
    "pt": "um dois três quatro cinco nove dez",
    "ru": "один два три четыре пять девять десять",
}


@pytest.mark.parametrize("language", ORDINALS)
def test_one_in_a_row_is_no_other_and_no_amount(language: str) -> None:
    words = ORDINALS[language].split() + CARDINALS.get(language, "").split()
    given = [(one, other) for one in words for other in words if one != other]
    for sentence in ("{}", "xyz {} abc"):
        said, written = (list(map(sentence.format, side)) for side in zip(*given, strict=True))
        found = forgive_many(said, written, forgive="agent", language=language)
        rows = zip(given, found, strict=True)
        assert not [(pair, str(each)) for pair, each in rows if not each.errors]


def test_the_guard_has_one_list() -> None:
    """What guards sounds is what guards the rest: no word is in one and not in the other."""
    assert all(map(is_guarded, _words()))
    words = sorted(word for word in _words() if "-" not in word)
    chosen = Forgiving.choose(["repetition", "homophone"])
    found = chosen.run(
        [f"so {word} {word} it" for word in words], [f"so {word} it" for word in words]
    )
    assert [word for word, left in zip(words, found.remaining, strict=True) if not left] == []


def test_the_lists_hold_words_as_they_are_looked_up() -> None:
    """In lower case and without marks at their ends, or they would never be found."""
    words = [word for code in CODES for listed in lists(code).values() for word in listed]
    assert [word for word in words if word != word.lower().strip("'’.,-") or not word] == []


@pytest.mark.parametrize("kind", ["negation", "denied", "answer"])
def test_guarded_words_of_hindi_are_in_a_dictionary(kind: str) -> None:
    """The list was written by no speaker; simplemma's Hindi dictionary knows each of its words."""
    simplemma = pytest.importorskip("simplemma")
    words = [word for word in lists("hi")[kind] if not word.isascii()]
    spellings = {word: {word, *(word.replace(*pair) for pair in SAME)} for word in words}
    known = {
        word: any(simplemma.is_known(each, "hi") for each in same)
        for word, same in spellings.items()
    }
    assert [word for word, there in known.items() if not there] == []


CODES = [
    "ar",
    "cs",
    "de",
    "en",
    "es",
    "fr",
    "hi",
    "it",
    "nl",
    "pl",
    "pt",
    "ru",
    "te",
    "tr",
    "uk",
    "zh",
]
SAME = [
    ("\u095a", "\u0917\u093c"),
    ("\u0917\u093c", "\u095a"),
    ("\u0917\u0948\u0930", "\u0917\u093c\u0948\u0930"),
    ("\u0917\u0948\u0930", "\u095a\u0948\u0930"),
    ("\u0901", "\u0902"),
    ("\u0917\u093c", "\u0917"),
]
