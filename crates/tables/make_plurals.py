"""Write the pairs of English words that differ in number, from simplemma's dictionary and inflect.

    pip install inflect==7.6.0 simplemma==2.0.0 mondegreen
    python make_plurals.py ../../src/mondegreen/forgive/data/plurals.en.tsv

Words of one lemma in the dictionary are compared by inflect, which knows the plurals of nouns, verbs
and adjectives. Written are the pairs of those that differ in number and of which the second is not
the first with an *s*, nor with *ies* for *y*; those are so many that a rule stands for them, which
this program checks. It takes two minutes, so that whoever forgives need not load inflect.
"""

import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import inflect
from simplemma import lemmatize
from simplemma.strategies.dictionaries import DefaultDictionaryFactory

from mondegreen.forgive.inflection import base, regular_plural


def text(word: bytes | str) -> str:
    """Return a word of the dictionary in lower case."""
    return (word.decode() if isinstance(word, bytes) else word).lower()


def main(target: Path) -> None:
    """Write one line a pair, both words in alphabetical order."""
    groups: dict[str, set[str]] = defaultdict(set)
    for form, lemma in DefaultDictionaryFactory().get_dictionary("en").items():
        groups[text(lemma)] |= {base(text(form)), base(text(lemma))}
    engine = inflect.engine()
    found, odd = set(), set()
    for forms in groups.values():
        for pair in combinations(sorted(filter(None, forms)), 2):
            if len({lemmatize(word, lang="en") for word in pair}) == 1:
                differ = engine.compare(*pair) in {"s:p", "p:s", "p:p"}
                if differ and not regular_plural(*pair):
                    found.add(pair)
                if regular_plural(*pair) and not differ:
                    odd.add(pair)
    print("regular pairs that inflect does not accept:", sorted(odd))
    lines = [
        "# English words that differ in number otherwise than by s, or ies for y; from simplemma's",
        "# dictionary, compared by inflect; made by make_plurals.py",
        *("\t".join(pair) for pair in sorted(found)),
    ]
    target.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
