"""Files in, one `Corpus` of references and hypotheses out.

`read` finds out what a file holds and pairs references with hypotheses; `pair` does the same
for two Python dicts. Each format is one file in ``formats/``.
"""

from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.formats import FORMATS, Format
from mondegreen.corpus.pairing import Paired, pair
from mondegreen.corpus.reading import read
from mondegreen.corpus.source import Source
from mondegreen.corpus.table import Column, Table

__all__ = ["FORMATS", "Column", "Corpus", "Format", "Paired", "Source", "Table", "pair", "read"]
