"""An accent that tells a tense, a person or another word is not forgiven; one that is missing elsewhere is."""

from __future__ import annotations

import pytest

from mondegreen.forgive import forgive_many

SPANISH = """habl compr pag llam mand lleg entr envi olvid cuid nad ayud cambi firm acept cobr gan gast trabaj
    cancel confirm mir dej tom us pas busc encontr record viaj cocin lav limpi cant bail camin esper prepar
    termin pregunt contest escuch visit invit descans estudi practic explic present represent empuj jal levant
    coloc cort pint dibuj borr contrat reserv alquil deposit retir transfer-r registr anot marc consult revis
    repar instal conect desconect activ desactiv bloque desbloque autoriz rechaz entreg recog regres qued
    mejor aument reduc-t calcul sum rest multiplic factur declar denunci reclam solicit tramit valid verific
    notific comunic celebr gir avis"""
ITALIAN = """parl compr pag chiam mand arriv entr aiut firm cambi accett cost port prov cancell conferm guard lasci
    us pass cerc trov ricord viaggi cucin lav cant ball cammin aspett prepar termin domand ascolt visit invit
    ripos studi pratic spieg present alz tagli disegn prenot affitt deposit ritir registr annot marc consult
    control-l ripar instal-l colleg attiv disattiv blocc sblocc autorizz rifiut consegn torn rest miglior aument
    calcol somm fattur dichiar denunci reclam valid verific notific comunic celebr avvis ordin salv mangi gioc
    lavor tir gir sper oper mostr abbracci baci bagn bruci butt copi cur danz don evit fum grid impar incontr"""
PORTUGUESE = """fal compr pag cham mand cheg entr envi cuid nad ajud mud assin aceit ganh gast trabalh cancel confirm
    olh deix tom us pass busc encontr record viaj cozinh lav limp cant danc and esper prepar termin pergunt
    escut visit convid descans estud pratic explic apresent represent empurr levant coloc cort pint desenh apag
    contrat reserv alug deposit retir registr anot marc consult revis repar instal conect desconect ativ desativ
    bloque desbloque autoriz rejeit entreg volt fic melhor aument calcul som fatur declar denunci reclam solicit
    valid verific notific comunic celebr avis jog tir cort guard lev limit grit beij"""
FRENCH = """mang parl pay achet-t envoy entr annul confirm livr compt port jou tu sign chang utilis regard laiss pass
    cherch trouv voyag cuisin lav chant dans march prépar termin demand écout visit invit étudi pratiqu expliqu
    présent pouss lev coup dessin lou dépos retir enregistr not marqu consult révis répar install connect
    déconnect activ désactiv bloqu débloqu autoris refus rest amélior augment calcul factur déclar dénonc
    réclam sollicit valid vérifi notifi communiqu célébr avis command sauv donn aim travaill réserv débit
    crédit mérit évit profit insist limit habit imit quitt récit dat excit oubli résili coch gagn dur cass lanc fix pes"""

VERBS = {
    "es": (SPANISH, ["{}o {}ó", "{}e {}é", "{}ara {}ará", "{}aras {}arás", "{}aran {}arán"]),
    "it": (ITALIAN, ["{}o {}ò"]),
    "pt": (PORTUGUESE, ["{}ara {}ará", "{}aras {}arás", "{}amos {}ámos"]),
    "fr": (FRENCH, ["{}e {}é", "{}es {}és"]),
}
"""Stems of verbs, and pairs of forms that an accent alone tells apart; hyphens mark what is left out."""

TOLD_APART = {
    "cs": "byt/být dal/dál rada/řada pas/pás",
    "es": "esta/está estas/estás si/sí papa/papá este/esté hacia/hacía seria/sería sabia/sabía pago/pagó se/sé",
    "fr": "ou/où ne/né marche/marché cote/côté des/dès",
    "it": "e/è meta/metà si/sì ne/né se/sé te/tè papa/papà da/dà parti/partì senti/sentì dormi/dormì",
    "pt": "e/é esta/está pode/pôde tem/têm avô/avó pais/país sai/saí da/dá secretaria/secretária por/pôr",
    "ar": "كَتَبَ/كُتِبَ كَتَبْتُ/كَتَبْتَ عَلِمَ/عَلَّمَ".replace("عَلِمَ/عَلَّمَ", "مُدَرِّس/مُدَرَّس"),
}
FORGIVEN = {
    "ar": "كتب/كَتَبَ محمد/مُحَمَّد مدرسة/مدرسةٌ شكرا/شكرًا",
    "en": "cafe/café naive/naïve resume/résumé facade/façade",
    "es": """telefono/teléfono numero/número pagina/página ultimo/último miercoles/miércoles sabado/sábado jamas/jamás
        tambien/también aqui/aquí alli/allí cafe/café bebe/bebé menu/menú asi/así despues/después ingles/inglés
        direccion/dirección habitacion/habitación facil/fácil util/útil arbol/árbol lapiz/lápiz azucar/azúcar
        credito/crédito debito/débito codigo/código electronico/electrónico pagaria/pagaría tenia/tenía podria/podría
        comi/comí vivi/viví quiza/quizá jose/josé fue/fué dio/dió""",
    "fr": """telephone/téléphone numero/numéro ecole/école deja/déjà tres/très apres/après probleme/problème mere/mère
        pere/père eleve/élève fenetre/fenêtre hotel/hôtel foret/forêt francais/français ca/ça cafe/café qualite/qualité
        securite/sécurité sante/santé mangee/mangée payees/payées reglement/règlement evenement/évènement a/à la/là
        bebe/bébé the/thé liberte/liberté universite/université activite/activité""",
    "it": """citta/città perche/perché piu/più gia/già puo/può pero/però cosi/così lunedi/lunedì caffe/caffè liberta/libertà
        qualita/qualità universita/università paghera/pagherà sara/sarà universita/universitá virtu/virtù giu/giù
        perchè/perché né/nè finche/finché""",
    "pt": """telefone/teléfone numero/número pagina/página ultimo/último sabado/sábado tambem/também voce/você cafe/café
        nao/não entao/então amanha/amanhã irma/irmã ate/até ja/já facil/fácil acucar/açúcar credito/crédito codigo/código
        endereco/endereço pagaria/pagária econômico/económico bebê/bebé""",
    "ru": "еще/ещё все/всё пришел/пришёл замок/за́мок",
}


def pairs(language: str) -> list[tuple[str, str]]:
    """Return the forms of all verbs that must be told apart."""
    stems, forms = VERBS[language]
    made = [form.format(*[stem.partition("-")[0]] * 2) for stem in stems.split() for form in forms]
    return [(one, other) for one, other in (pair.split() for pair in made)]


def errors(language: str, pairs: list[tuple[str, str]], forgive: str) -> list[int]:
    """Return the remaining errors in each pair, and what does the other way round."""
    both = pairs + [(other, one) for one, other in pairs]
    found = forgive_many(
        [f"x {one}, y" for one, _ in both],
        [f"x {other.capitalize()} y" for _, other in both],
        forgive=forgive if forgive == "agent" else f"case,punctuation,{forgive}",
        language=language,
    )
    return [each.errors for each in found]


@pytest.mark.parametrize("language", VERBS)
@pytest.mark.parametrize("forgive", ["agent", "accents"])
def test_forms_of_a_hundred_verbs(language: str, forgive: str) -> None:
    made = pairs(language)
    assert len(made) >= 100 * len(VERBS[language][1])
    left = errors(language, made, forgive)
    assert not [pair for pair, count in zip(made + made, left, strict=True) if not count]


@pytest.mark.parametrize("language", TOLD_APART)
def test_words_that_an_accent_tells_apart(language: str) -> None:
    made = [tuple(pair.split("/")) for pair in TOLD_APART[language].split()]
    left = errors(language, made, "agent")
    assert not [pair for pair, count in zip(made + made, left, strict=True) if not count]


@pytest.mark.parametrize("language", FORGIVEN)
def test_accents_that_are_missing_elsewhere(language: str) -> None:
    made = [tuple(pair.split("/")) for pair in FORGIVEN[language].split()]
    left = errors(language, made, "accents")
    assert not [pair for pair, count in zip(made + made, left, strict=True) if count]


@pytest.mark.parametrize("language", VERBS)
def test_composed_or_not_an_accent_is_the_same(language: str) -> None:
    from unicodedata import normalize

    made = [(other, normalize("NFD", other)) for _, other in pairs(language)]
    assert not any(errors(language, made, "accents"))
