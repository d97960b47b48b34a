#!/usr/bin/env python3
"""Make the table of British and American spellings that ``mondegreen-en`` and ``semantic`` use.

It starts from the table of openai-whisper that `whisper-english` keeps as it is (MIT License, (c) 2022
OpenAI; see NOTICE), and leaves out what would make two words one: words that sound different
(*aeroplane* is no *airplane*), words of another meaning (*draught* is no *draft*, *philtre* no
*filter*), and its mistakes. Forms that it lacks are added by rule.

    python crates/tables/make_spelling.py            # write the table
    python crates/tables/make_spelling.py --check    # exit 1 when it is out of date
"""

from __future__ import annotations

import argparse
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "mondegreen-core/src/frozen/spelling.tsv"
TABLE = Path(__file__).parents[2] / "src/mondegreen/text/spelling.en.tsv"

OTHER_WORDS = [
    "aeroplane",
    "aeroplanes",
    "archeological",
    "archaeology",
    "bevvies",
    "bevvy",
    "draught",
    "draughtboard",
    "draughtboards",
    "draughtier",
    "draughtiest",
    "draughts",
    "draughtsman",
    "draughtsmanship",
    "draughtsmen",
    "draughtswoman",
    "draughtswomen",
    "draughty",
    "flautist",
    "flautists",
    "gage",
    "gaged",
    "gages",
    "gaging",
    "groyne",
    "groynes",
    "louvre",
    "louvred",
    "louvres",
    "mhm",
    "mmm",
    "philtre",
    "philtres",
    "pummelled",
    "pummelling",
    "snowploughs",
    "tonne",
    "tonnes",
    "tranquilly",
    "furore",
    "furores",
    "orientated",
    "speciality",
    "specialities",
]
"""Entries of the source that are wrong, or another word."""

MORE = {
    "acknowledgement": "acknowledgment",
    "acknowledgements": "acknowledgments",
    "archaeological": "archeological",
    "archaeologist": "archeologist",
    "archaeologists": "archeologists",
    "archaeology": "archeology",
    "flier": "flyer",
    "fliers": "flyers",
    "kerb": "curb",
    "kerbs": "curbs",
    "kerbside": "curbside",
    "litre": "liter",
    "litres": "liters",
    "metre": "meter",
    "metres": "meters",
    "pummelled": "pummeled",
    "pummelling": "pummeling",
    "snowploughs": "snowplows",
    "whisky": "whiskey",
}

VERBS = [
    "analogise",
    "anonymise",
    "authorise",
    "bastardise",
    "categorise",
    "characterise",
    "civilise",
    "colonise",
    "commercialise",
    "computerise",
    "contextualise",
    "criticise",
    "customise",
    "decentralise",
    "digitise",
    "emphasise",
    "energise",
    "equalise",
    "familiarise",
    "fertilise",
    "finalise",
    "formalise",
    "generalise",
    "globalise",
    "harmonise",
    "hospitalise",
    "idealise",
    "initialise",
    "internalise",
    "itemise",
    "legalise",
    "localise",
    "maximise",
    "memorise",
    "minimise",
    "mobilise",
    "modernise",
    "monetise",
    "nationalise",
    "neutralise",
    "normalise",
    "optimise",
    "organise",
    "penalise",
    "personalise",
    "polarise",
    "popularise",
    "prioritise",
    "privatise",
    "randomise",
    "rationalise",
    "realise",
    "recognise",
    "reorganise",
    "scrutinise",
    "sensitise",
    "serialise",
    "socialise",
    "specialise",
    "stabilise",
    "standardise",
    "sterilise",
    "summarise",
    "symbolise",
    "synchronise",
    "tokenise",
    "utilise",
    "verbalise",
    "visualise",
]
NOUNS = [
    "behaviour",
    "colour",
    "endeavour",
    "favour",
    "flavour",
    "harbour",
    "honour",
    "humour",
    "labour",
    "neighbour",
    "odour",
]
NOUNS += [
    "rumour",
    "savour",
    "splendour",
    "tumour",
    "vapour",
    "vigour",
    "armour",
    "parlour",
    "rigour",
    "saviour",
]

HEADER = """\
# British and American spellings of one word. Columns, tab-separated: from, to.
# Made by crates/tables/make_spelling.py, which says how; do not edit. From the table of
# openai-whisper 20250625, MIT License, Copyright (c) 2022 OpenAI; see NOTICE.
"""


def by_rule() -> dict[str, str]:
    """Return the forms that rules make."""
    forms = dict(MORE)
    for verb in VERBS:
        stem = verb.removesuffix("ise")
        for ending in ("ise", "ised", "ises", "ising", "isation", "isations", "iser", "isers"):
            forms[stem + ending] = stem + ending.replace("is", "iz", 1)
    for noun in NOUNS:
        stem = noun.removesuffix("our")
        for ending in ("", "s", "ed", "ing"):
            forms[noun + ending] = stem + "or" + ending
    return forms


def table() -> str:
    """Return the table; every word has at most one spelling to go to, which stays."""
    pairs = {}
    for line in SOURCE.read_text("utf-8").splitlines():
        word, _, spelling = line.partition("\t")
        fine = word.isalpha() and spelling.isalpha() and word.isascii() and spelling.isascii()
        if fine and not line.startswith("#") and word not in OTHER_WORDS:
            pairs[word] = spelling
    pairs |= by_rule()
    for word in [word for word, spelling in pairs.items() if spelling in pairs]:
        spelling = pairs[word]
        if pairs[spelling] == word:
            raise SystemExit(f"{word} and {spelling} go to each other")
        pairs[word] = pairs[spelling]
    return HEADER + "".join(f"{word}\t{spelling}\n" for word, spelling in sorted(pairs.items()))


def main() -> int:
    """Write the table, or check it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    made = table()
    if parser.parse_args().check:
        return int(TABLE.read_text("utf-8") != made)
    TABLE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
