"""No tense and no person is forgiven, but where a noun is spelled as two forms of a verb."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from conjugations import VERBS, forms

from mondegreen.forgive.data_tables import rows
from mondegreen.forgive.inflection import Inflection

NOUNS = {
    "de": "sagen/sage fragen/frage gehören/gehöre spielen/spiele stellen/stelle",
    "es": """hablas/habla compras/compra pagas/paga llamas/llama mandas/manda nadas/nada ayudas/ayuda
        firmas/firma ganas/gana partes/parte""",
    "fr": "paye/payes livre/livres compte/comptes porte/portes joue/joues signe/signes change/changes",
    "it": "aiuto/aiuti accetto/accetti costo/costi parti/parte fini/fine capo/capi",
    "pt": "nadas/nada partes/parte",
}
"""A payment and several, which are *you pay* and *he pays* as well."""


@pytest.mark.parametrize("language", VERBS)
def test_forms_of_a_verb(language: str) -> None:
    pairs = [pair for verb in forms(language).values() for pair in combinations(verb, 2)]
    assert len(pairs) > 500
    answers = Inflection(language).pairs([((one,), (other,)) for one, other in pairs])
    taken = {"/".join(pair) for pair, why in zip(pairs, answers, strict=True) if why}
    assert taken <= {*NOUNS[language].split()}


@pytest.mark.parametrize("language", ["cs", "de", "es", "fr", "it", "pt", "ru"])
def test_pronouns_and_determiners_are_no_forms_of_others(language: str) -> None:
    """simplemma gives *ma* and *votre* one lemma, and *ich* and *mir*."""
    words = [
        word
        for code, listed in rows("function_words.tsv")
        if code == language
        for word in listed.split()
    ]
    groups = [
        {*group.split()}
        for code, kind, listed in rows("closed.tsv")
        if (code, kind) == (language, "agree")
        for group in listed.split("|")
    ]
    pairs = list(permutations(dict.fromkeys(words), 2))
    answers = Inflection(language).pairs([((one,), (other,)) for one, other in pairs])
    for (one, other), why in zip(pairs, answers, strict=True):
        assert not why or any({one, other} <= group for group in groups), (one, other, why)
