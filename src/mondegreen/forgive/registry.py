"""The table of forgivers, in the order in which differences are attributed to them."""

from __future__ import annotations

from typing import Any, Final

from mondegreen._kernel.forgiven import NATIVE
from mondegreen.registry import Registry

__all__ = ["FORGIVERS", "ORDER", "rank"]

ORDER: Final = (
    *NATIVE,
    "inflection",
    "synonyms",
    "script",
    "homophone",
    "phonetic",
)
"""The earliest of these that accepts a span is its reason; others follow by name, then `judge`."""


def rank(name: str) -> tuple[int, str]:
    """Return a key that sorts forgivers by the order of attribution.

    >>> sorted(["mine", "judge", "phonetic", "case"], key=rank)
    ['case', 'phonetic', 'mine', 'judge']
    """
    if name in ORDER:
        return ORDER.index(name), ""
    return len(ORDER) + (name == "judge"), name


FORGIVERS: Registry[Any] = Registry(
    "forgiver",
    "mondegreen.forgivers",
    {
        "case": "mondegreen.forgive.case:Case",
        "punctuation": "mondegreen.forgive.punctuation:Punctuation",
        "accents": "mondegreen.forgive.accents:Accents",
        "variants": "mondegreen.forgive.variants:Variants",
        "spacing": "mondegreen.forgive.spacing:Spacing",
        "spelling": "mondegreen.forgive.spelling:Spelling",
        "numbers": "mondegreen.forgive.numbers:Numbers",
        "contractions": "mondegreen.forgive.contractions:Contractions",
        "abbreviations": "mondegreen.forgive.abbreviations:Abbreviations",
        "symbols": "mondegreen.forgive.symbols:Symbols",
        "fillers": "mondegreen.forgive.fillers:Fillers",
        "repetition": "mondegreen.forgive.repetition:Repetition",
        "articles": "mondegreen.forgive.articles:Articles",
        "inflection": "mondegreen.forgive.inflection:Inflection",
        "synonyms": "mondegreen.forgive.synonyms:Synonyms",
        "script": "mondegreen.forgive.script:Script",
        "homophone": "mondegreen.forgive.homophone:Homophone",
        "phonetic": "mondegreen.forgive.phonetic:Phonetic",
    },
    elsewhere={"filler": "fillers", "number": "numbers", "homophones": "homophone"},
)
