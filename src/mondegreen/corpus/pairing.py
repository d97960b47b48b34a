"""Which hypothesis belongs to which reference; never a guess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.corpus.table import describe, quoted
from mondegreen.errors import InputError, InputTypeError, PairingError
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.corpus.table import Column

__all__ = ["Paired", "match", "merge", "pair", "take"]

_PREFIX = "hypothesis_"
_LEAVE_OUT = "Leave out what has no reference, or give the ids that belong together the same name"


class Paired(NamedTuple):
    """Ids, references and hypotheses in the order of the references."""

    ids: list[str]
    references: list[str]
    hypotheses: list[str | Failed | None]


def pair(references: Mapping[str, str], hypotheses: Mapping[str, str | Failed | None]) -> Paired:
    """Pair two dicts of texts by their keys, as files are paired by their ids.

    A reference without a hypothesis gets ``None`` (missing); a hypothesis without a reference
    is an error.

    >>> pair({"a": "tea", "b": "two"}, {"b": "too"}).hypotheses
    [None, 'too']

    Raises:
        PairingError: a hypothesis has no reference.
        InputTypeError: a key or value is not a text.
        InputError: there are no references.
    """
    for side, texts in (("references", references), ("hypotheses", hypotheses)):
        _check_texts(side, texts)
    if not references:
        raise InputError("references: no utterances; expected at least one")
    ids, names = list(references), list(hypotheses)
    order = match(
        ids, names, names=("references", "hypotheses"), place=lambda row: f"entry {row + 1}"
    )
    values = list(hypotheses.values())
    return Paired(ids, list(references.values()), values if order is None else take(values, order))


def _check_texts(side: str, texts: object) -> None:
    if not isinstance(texts, Mapping):
        raise InputTypeError(
            f"{side}: expected a dict of ids and texts, got {type(texts).__name__}"
        )
    for key, text in texts.items():
        if not isinstance(key, str):
            raise InputTypeError(f"{side}: the id {key!r} is {describe(key)}, expected a str")
        allowed = isinstance(text, str) or (
            side == "hypotheses" and (text is None or isinstance(text, Failed))
        )
        if not allowed:
            raise InputTypeError(f"{side}[{key!r}] is {describe(text)}, expected a str")


def match(
    reference_ids: Sequence[str],
    hypothesis_ids: Sequence[str],
    *,
    names: tuple[str, str],
    place: Callable[[int], str],
    fold: bool = False,
    advice: Callable[[], str] = str,
) -> list[int | None] | None:
    """Return for each reference the row of its hypothesis; ``None`` if all are in order.

    A reference without a hypothesis has the row ``None``. With ``fold`` the case of ids means
    nothing, as long as they stay different without it. If a hypothesis has no reference so, ids go
    together in one form of Unicode and without the endings of files of audio, and where one side has
    no folders, without those of the other, as long as all hypotheses have a reference then and no two
    ids become one. ``advice`` is a last sentence for the error, or nothing.

    Raises:
        PairingError: a hypothesis has no reference; ``place`` says where the first one is.
    """
    if reference_ids == hypothesis_ids:
        return None
    references, hypotheses = list(reference_ids), list(hypothesis_ids)
    if fold:
        folded = [name.lower() for name in references], [name.lower() for name in hypotheses]
        if all(len(set(ids)) == len(ids) for ids in folded):
            references, hypotheses = folded
    known = set(references)
    odd = [row for row, name in enumerate(hypotheses) if name not in known]
    if odd:
        for bare in _without_endings(references, hypotheses):
            if all(len({*ids}) == len(ids) for ids in bare) and {*bare[1]} <= {*bare[0]}:
                references, hypotheses, odd = bare[0], bare[1], []
                break
    if odd:
        raise PairingError(
            f"{names[1]}: ids without a reference: {len(odd)} of {len(hypotheses)} "
            f"({names[0]} has {len(references)}), the first is {quoted(hypothesis_ids[odd[0]])} "
            f"({place(odd[0])}); the first id of {names[0]} is {quoted(reference_ids[0])}. "
            + (advice() or _LEAVE_OUT)
        )
    rows = {name: row for row, name in enumerate(hypotheses)}
    return [rows.get(name) for name in references]


def _without_endings(
    references: Sequence[str], hypotheses: Sequence[str]
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the ids without the endings of recordings, and without folders if only one side has any."""
    from mondegreen.corpus.pairing_names import stem, without_audio  # seldom needed

    bare = [*map(without_audio, references)], [*map(without_audio, hypotheses)]
    yield bare
    if not all(any("/" in name for name in ids) for ids in bare):  # others may be other recordings
        yield [*map(stem, references)], [*map(stem, hypotheses)]


def take(column: Column, order: Sequence[int | None]) -> Any:
    """Return the values of a column in another order; ``None`` where there is no row."""
    if isinstance(column, list):
        return [None if row is None else column[row] for row in order]
    # Only pyarrow's columns come with ids; theirs stay native.
    return column.take(order)  # type: ignore[attr-defined]


def merge(
    references: dict[str, list[Any]], hypotheses: dict[str, list[Any]]
) -> dict[str, list[Any]]:
    """Join the metadata of both sides; what differs under one name is kept twice.

    >>> merge({"snr": [1], "city": ["Ulm"]}, {"snr": [1], "city": ["Bonn"]})
    {'snr': [1], 'city': ['Ulm'], 'hypothesis_city': ['Bonn']}
    """
    merged = dict(references)
    for name, values in hypotheses.items():
        if name in references and references[name] == values:
            continue
        free = name
        while free in merged:
            free = _PREFIX + free
        merged[free] = values
    return merged
