"""One corpus of several files that hold both sides each."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.places import named_alike, shown
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import DoubtWarning, InputError, PairingError, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from mondegreen.corpus.corpus import Corpus

__all__ = ["NoUtterancesError", "doubt_empty", "read_several"]

_SHOWN: Final = 3


class NoUtterancesError(InputError):
    """Raised for a file without utterances."""


def read_several(paths: Sequence[str], read: Callable[[str], Corpus]) -> Corpus:
    """Read files and return their rows as one corpus, in the order of the files.

    A file without utterances is named in a warning.

    Raises:
        InputError: they have different columns, or ids in some files alone, or no utterances in any.
        PairingError: an id is in two of them.
    """
    paths, corpora = _read_all(paths, read)
    first = corpora[0]
    for path, corpus in zip(paths, corpora, strict=True):
        if (corpus.ids is None) != (first.ids is None):
            has, other = (path, paths[0]) if first.ids is None else (paths[0], path)
            raise InputError(
                f"{shown(has)} has a column of ids and {shown(other)} has none; give both the same columns, "
                "name that of the ids with --id-column NAME, or pair by position with --id-column ''"
            )
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


def _read_all(
    paths: Sequence[str], read: Callable[[str], Corpus]
) -> tuple[list[str], list[Corpus]]:
    """Return the files that have utterances, and what is in them; warn of the others."""
    found: dict[str, Corpus] = {}
    for path in paths:
        try:
            found[path] = read(path)
        except NoUtterancesError:
            if len(paths) == 1:
                raise
    if not found:
        raise NoUtterancesError(
            f"{named_alike(paths)}: no utterances in any of the {len(paths):,} files; expected at least one"
        )
    doubt_empty([path for path in paths if path not in found], len(paths))
    return [*found], [*found.values()]


def doubt_empty(empty: Collection[str], files: int) -> None:
    """Warn of files without utterances among several, if there are any."""
    if not empty:
        return
    names = ", ".join(map(shown, islice(empty, _SHOWN)))
    more = f" and {len(empty) - _SHOWN:,} more" if len(empty) > _SHOWN else ""
    have = "has" if len(empty) == 1 else "have"
    warn(
        f"{len(empty):,} of {files:,} files {have} no utterances: {names}{more}; the other files are scored",
        DoubtWarning,
    )
