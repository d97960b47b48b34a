"""Files in, one `Corpus` of references and hypotheses out.

`read` finds out what a file holds and pairs references with hypotheses; `pair` does the same
for two Python dicts. Each format is one file in ``formats/``.
"""

from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.pairing import Paired, pair
from mondegreen.corpus.reading import read
from mondegreen.corpus.sample import Sample
from mondegreen.corpus.source import Source
from mondegreen.corpus.table import Column, Table

__all__ = [
    "FORMATS",
    "Certainty",
    "Column",
    "Corpus",
    "Format",
    "Paired",
    "Sample",
    "Source",
    "Table",
    "pair",
    "read",
]
