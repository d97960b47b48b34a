"""Endings that may be exchanged, each next to some that may not."""

from __future__ import annotations

import sys

import pytest
from word_differences import why

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.forgive.inflection import LANGUAGES, Inflection, same_lemma

SAME = {
    "en": """refund / refunds; cat / cats; child / children; company / companies;
        customer's / customers; customer / customer's; customers' / customer; boss's / boss;
        box / boxes; man / men; woman / women; mouse / mice; is / are; was / were; has / have; does / do; go / goes;
        says / say; wants / want; the card / the cards; my cards / my card; Refunds / refund;
        week’s / weeks; email / emails; fare's / fare; fare / fare's; fare’s / fares; today's / today""",
    "cs": "karta / karty; kartu / karty; dobrý / dobrá; pes / psi",
    "de": """Haus / Häuser; frau / frauen; große / großes; gute / guten; Kind / Kinder; gekauft / gekaufte;
        gemacht / gemachte; geschlossen / geschlossene; gekauften / gekaufter; teuer / teure; offen / offene;
        bezahltes / bezahlte; sicher / sichere; neue / neues""",
    "es": """rojo / roja; perro / perros; rápida / rápidos; mujer / mujeres; ciudad / ciudades; bueno / buena;
        cansado / cansada; pagadas / pagado; vendido / vendida; hecho / hechos; abierto / abierta;
        enviado / enviadas; escritos / escrita; española / español; grande / grandes""",
    "fr": """grand / grande; cheval / chevaux; petites / petit; ami / amis; heureux / heureuse; noirs / noir;
        noire / noir; mangé / mangée; mangés / mangé; allé / allée; vendu / vendue; vendus / vendu; fini / finie;
        fait / faite; écrites / écrit; ouvert / ouverte; blanc / blanche; actif / actives; cher / chère; dur / dure;
        confirmé / confirmés; envoyée / envoyé; reçu / reçue; dernier / dernières; livre / livres""",
    "it": """bello / bella; gatto / gatti; rosso / rossa; pagato / pagata; pagati / pagato; fatto / fatta;
        venduto / venduti; chiuso / chiusa; scritti / scritto; preso / presi; aperte / aperto; mandato / mandata""",
    "pt": """bom / boa; casa / casas; gato / gatos; mulher / mulheres; cansado / cansada; enviado / enviadas;
        feito / feita; vendido / vendida; pagada / pagado; escritos / escrita; aberto / aberta""",
    "ru": "карта / карты; карту / карте; молодой / молодая",
}
OTHER = {
    "en": """pay / paid; refund / refunded; run / running; go / went; is / was; are / were; has / had;
        do / did; good / better; good / best; fast / faster; card / cart; card / car; new / news;
        meeting / meet; building / build; can / can't; can / cans; do / don't; is / isn't;
        cannot / can; i / we; he / they; me / us; it / its; it's / it; he's / he; let's / let;
        this / these; that / those; one / ones; two / twos; first / firsts; no / nos; not / nots;
        goods / good; arms / arm; customs / custom; leaf / leave; leaves / leaf; a / an;
        cats dogs / cat; cat / cat; 1 / 1s; 5th / 5; hundred / hundreds; his / their;
        happy / unhappy; able / unable; possible / impossible; employ / employer; employee / employer;
        fill / feel; cats dog / cat dogma; agent / agency; the / them; ... / ..s; who's / whose""",
    "cs": "mám / nemám; dobrý / nedobrý; velký / větší; platím / platil; dva / dvě; mohu / nemohu",
    "de": """groß / größer; schnell / schneller; zahle / zahlte; gut / besser; geht / ging; eins / ein;
        bezahlt / bezahlte; verkauft / verkaufte; bestellte / bestellt; gehört / gehörte; gebraucht / gebrauchte;
        kauft / kaufte; gekauft / kaufen; gekauft / kaufte; teuer / teurer; teure / teurer; alter / älter;
        sicher / sicherer; lehrer / lehrerin; freund / freundin; neue / neuere; gewinnen / gewinner; gehen / gehe; Banken / Bänke""",
    "es": """pago / pagó; pagar / pagado; bueno / mejor; hijo / hija; bueno / buenísimo; uno / una; nado / nada;
        pagada / pago; cuido / cuida; pido / pida; comida / comido; llamada / llamado; visto / vista; hermano / hermana; activo / activa;
        pagado / pagando; hablo / habla; habla / hablan; puerto / puerta; caso / casa; perro / perra; señor / señora;
        ingeniero / ingeniera; conductores / conductora; psicólogas / psicólogos; socio / socia""",
    "fr": """payé / payer; bon / meilleur; un / une; ami / amie; paie / payait; mange / mangé; mangé / manger;
        manger / mangez; finis / fini; finis / finie; finit / fini; parti / partis; porte / porté; parle / parles;
        entrée / entré; vue / vu; mis / mise; lus / lu; reçus / reçu; dis / dit; fais / fait; dites / dit; livre / livré;
        tu / tue; client / cliente; vendeur / vendeuse; roman / romane; conseiller / conseillère; pris / prend; mer / mère; point / pointe; partie / parti;
        élu / élue; musicien / musicienne; salariés / salariée;
        confirme / confirmé; annulé / annuler; compté / compte; blanc / blanchi""",
    "it": """inverso / verso; paga / pagato; buono / migliore; ragazzo / ragazza; uno / una; pago / pagò; pagare / pagato;
        aiuto / aiuta; parlo / parla; attivo / attiva; accetti / accetta; mia / tua; pagato / pagava; partito / partita; posto / posta; amica / amico; amici / amiche;
        signore / signora; entrata / entrato; punto / punta; porto / porta; attore / attrice; operai / operaia; figli / figlia; zii / zia""",
    "pt": """paga / pagou; bom / melhor; um / uma; pagar / pago; paga / pago; falo / fala; falado / falar;
        irmão / irmã; irmãos / irmãs; senhor / senhora; avô / avó; partido / partida; comida / comido; nado / nada;
        porto / porta; ponto / ponta; engenheiro / engenheira; técnicos / técnica; sr / sra; profa / prof""",
    "ru": "плачу / платил; большой / больше; хороший / лучше; правильный / неправильный; один / одна",
}


VERBS_AFTER = """i you he she it we they this that these those here there now then so all some both let
    who whom what which when where why how whoever whatever whichever wherever whenever however
    one anyone everyone someone nobody nothing something anything everything
    everywhere somewhere anywhere nowhere"""


def cases(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(lang, " ".join(p.split())) for lang, text in table.items() for p in text.split(";")]


@pytest.mark.parametrize(("language", "pair"), cases(SAME))
def test_forms_of_one_word(language: str, pair: str) -> None:
    assert why(Inflection(language), pair)


@pytest.mark.parametrize(("language", "pair"), cases(OTHER))
def test_other_words_and_other_meanings(language: str, pair: str) -> None:
    assert why(Inflection(language), pair) is None


@pytest.mark.parametrize("mark", ["'", "’"])
@pytest.mark.parametrize(
    "word",
    VERBS_AFTER.split(),
)
def test_after_a_pronoun_or_a_question_word_an_s_is_a_verb(word: str, mark: str) -> None:
    """*Fare's* is taken for a possessive of *fare*, but *who's* never for one of *who*."""
    assert why(Inflection(), f"{word}{mark}s / {word}") is None
    assert why(Inflection(), f"{word} / {word.capitalize()}{mark}s") is None


def test_every_language_has_both_kinds_of_cases() -> None:
    assert set(SAME) == set(OTHER) == set(LANGUAGES)


def test_the_reason_names_the_words() -> None:
    assert why(Inflection(), "two cards / two card") == "cards and card are forms of card"


def test_a_language_that_is_not_known_is_refused() -> None:
    with pytest.raises(UsageError, match=r"cs, de, es, .* not of 'tlh'"):
        Inflection("tlh")


def test_a_missing_package_is_named_with_the_line_that_installs_it(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "simplemma", None)
    with pytest.raises(MissingDependencyError, match=r"pip install '.\[inflection\]'"):
        why(Inflection(), "orchard / orchards")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["\ud800", "a\udfffs", "\x00", ""])
def test_what_is_no_text_has_no_lemma(language: str, word: str) -> None:
    assert not same_lemma("cards", word, language)
    assert not same_lemma(word, "cards", language)
    assert Inflection(language).pairs([(("cards",), (word,))]) == [None]
