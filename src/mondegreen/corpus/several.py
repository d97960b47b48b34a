"""One corpus of several files that hold both sides each."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from mondegreen.corpus.places import named_alike
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import InputError, PairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.corpus.corpus import Corpus

__all__ = ["read_several"]


def read_several(paths: Sequence[str], read: Callable[[str], Corpus]) -> Corpus:
    """Read files and return their rows as one corpus, in the order of the files.

    Raises:
        InputError: they have different columns, or ids in some files alone.
        PairingError: an id is in two of them.
    """
    corpora = [read(path) for path in paths]
    first = corpora[0]
    for path, corpus in zip(paths, corpora, strict=True):
        if (corpus.ids is None) != (first.ids is None):
            raise InputError(f"{paths[0]}, {path}: one of them has ids, expected both or none")
        if corpus.metadata.keys() != first.metadata.keys():
            odd = min(corpus.metadata.keys() ^ first.metadata.keys())
            raise InputError(
                f"{paths[0]}, {path}: the column {quoted(odd)} is in one of them alone, expected "
                "the same columns in all files"
            )
        if corpus.alternatives != first.alternatives:
            raise InputError(f"{paths[0]}, {path}: one of them has alternatives; score them apart")
    ids = None
    if first.ids is not None:
        places: dict[str, str] = {}
        for path, corpus in zip(paths, corpora, strict=True):
            for name in corpus.ids or ():
                if places.setdefault(name, path) != path:
                    raise PairingError(
                        f"the id {quoted(name)} is in {places[name]} and in {path}; ids must differ"
                    )
        ids = list(places)
    return replace(
        first,
        ids=ids,
        references=list(chain.from_iterable(as_list(each.references) for each in corpora)),
        hypotheses=list(chain.from_iterable(as_list(each.hypotheses) for each in corpora)),
        metadata={
            name: list(chain.from_iterable(each.metadata[name] for each in corpora))
            for name in first.metadata
        },
        source=named_alike(paths),
        words=(None, None),
    )
