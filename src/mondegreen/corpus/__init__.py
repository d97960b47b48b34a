"""Files in, one `Corpus` of references and hypotheses out.

`read` finds out what a file holds and pairs references with hypotheses; `pair` does the same
for two Python dicts. Each format is one file in ``formats/``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.pairing import Paired, pair
from mondegreen.corpus.table import Column, Table

if TYPE_CHECKING:
    from mondegreen.corpus.format import Certainty, Format
    from mondegreen.corpus.formats import FORMATS
    from mondegreen.corpus.reading import read
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

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

_OF_FILES = {
    "FORMATS": "formats",
    "Certainty": "format",
    "Format": "format",
    "Sample": "sample",
    "Source": "source",
    "read": "reading",
}


def __getattr__(name: str) -> Any:
    home = _OF_FILES.get(name)
    if home is None:
        message = f"module 'mondegreen.corpus' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # who scores texts of Python reads no file

    return getattr(import_module(f"mondegreen.corpus.{home}"), name)
