"""Ids by which two files are paired, and another column that names the clips: do they agree?

A table that was written with an index has ids that only count its rows. In files of another order, or
where one row is missing, they pair different clips, and the rate is of nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.corpus.columns import ID, OTHER_ID
from mondegreen.corpus.pairing_names import are_numbers, is_audio, stem
from mondegreen.corpus.table import quoted
from mondegreen.errors import DoubtWarning, PairingError, typed, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.corpus.side import Side

__all__ = ["by_names_of_clips"]

_NAMES: Final = frozenset(
    {
        *(*ID.names, *OTHER_ID, "utterance", "clip", "clip_id", "audio_id", "audio_file"),
        *("audio_name", "audio_url", "file_id", "file_name", "recording", "sample", "sound"),
        *("uri", "url", "uid", "uuid", "wav_path", "session_id"),
    }
)
"""Names of columns that say which clip a row is of, where their values can be names."""
_LABELS: Final = ("speaker", "spk", "channel", "lang")
"""How columns begin whose values say something of a clip, and do not name it."""
_NUMBER: Final = re.compile(r"\s*[-+]?[0-9.,]*(?:[eE][-+]?[0-9]+)?\s*", re.ASCII)
_MARKED: Final = re.compile(r"\S*[\d./\\_-]\S*")
_LOOKED_AT: Final = 100


class _Pairing(NamedTuple):
    """What a column of each side says of rows that the ids pair.

    Attributes:
        columns: their names.
        names: their values, made alike.
        crossed: the rows of both sides of which the hypothesis is of another known clip.
        paired: how many rows the ids pair.
    """

    columns: tuple[str, str]
    names: tuple[list[str], list[str]]
    crossed: list[tuple[int, int]]
    paired: int

    @property
    def are_alike(self) -> bool:
        """Whether each clip is named once, and all of the hypotheses are known."""
        said, wrote = self.names
        known = {*said}
        return len(known) == len(said) and len({*wrote}) == len(wrote) and known >= {*wrote}


def by_names_of_clips(references: Side, hypotheses: Side) -> tuple[Side, Side]:
    """Return both sides, the hypotheses with the ids of their clips where theirs only count the rows.

    Columns with such names, or of names of files of audio, are looked at, of two files by the same
    name of a column or not. Values of other columns count only if they are the same in both files.

    Raises:
        PairingError: the ids are no mere counts, or the names of clips do not tell rows apart.
    """
    ids, others = references.ids, hypotheses.ids
    if ids is None or others is None or not references.metadata or not hypotheses.metadata:
        return references, hypotheses
    counted = are_numbers(ids) and are_numbers(others)
    found = _contradiction(references, hypotheses, counted=counted)
    if found is None:
        if counted:
            _doubt_other_clips(references, hypotheses)
        return references, hypotheses
    said, wrote = references.table, hypotheses.table
    row, other = found.crossed[0]
    values = (
        references.metadata[found.columns[0]][row],
        hypotheses.metadata[found.columns[1]][other],
    )
    start = f"{said.name}, {wrote.name}: the ids of {quoted(str(references.id_column))}"
    pairs = (
        f"pair other clips than {' and '.join(map(quoted, dict.fromkeys(found.columns)))} "
        f"{'do' if len({*found.columns}) > 1 else 'does'} in {len(found.crossed):,} of "
        f"{found.paired:,} rows, the first are {quoted(str(values[0]))} and {quoted(str(values[1]))} "
        f"({said.place(row)} and {wrote.place(other)})"
    )
    if not counted or not found.are_alike:
        raise PairingError(f"{start} {pairs}. {_way_out(references, hypotheses, found)}")
    warn(
        f"{start} only count the rows, and {pairs}; so the rows are paired by the names of the clips. "
        f"If the count is right, add {ID.flag} {typed(str(references.id_column))}"
    )
    known = dict(zip(found.names[0], ids, strict=True))
    return references, replace(hypotheses, ids=[known[name] for name in found.names[1]])


def _doubt_other_clips(references: Side, hypotheses: Side) -> None:
    """Warn where ids only count the rows, and no name of a clip is like that of the other file."""
    for name, values in references.metadata.items():
        heard = hypotheses.metadata.get(name)
        if heard is None or not (_name_clips(name, values) and _name_clips(name, heard)):
            continue
        pairs = [(stem(one), stem(other)) for one, other in zip(values, heard, strict=False)]
        if not any(one in other or other in one for one, other in pairs):
            warn(
                f"{references.table.name}, {hypotheses.table.name}: the ids of "
                f"{quoted(str(references.id_column))} only count the rows, and {quoted(name)} has other "
                f"names in both files, the first are {quoted(values[0])} and {quoted(heard[0])}; check "
                "that both files are of the same clips",
                DoubtWarning,
            )
        return


def _way_out(references: Side, hypotheses: Side, found: _Pairing) -> str:
    first, second = found.columns
    if references.table.transcript or hypotheses.table.transcript:
        return "Correct the ids or the names of the clips"
    if first != second:
        return (
            f"If the ids are right, add {ID.flag} {typed(str(references.id_column))}; if the names of "
            f"the clips are, give them one name in both files, as clip, and add {ID.flag} clip"
        )
    return (
        f"Name the column that is right: {ID.flag} {typed(first)} or {ID.flag} "
        f"{typed(str(references.id_column))}"
    )


def _contradiction(references: Side, hypotheses: Side, *, counted: bool) -> _Pairing | None:
    """Return what contradicts the ids; ``None`` where nothing does."""
    sides = [
        {
            name: (values, _name_clips(name, values))
            for name, values in side.metadata.items()
            if _name_clips(name, values) or (counted and _may_name(name, values))
        }
        for side in (references, hypotheses)
    ]
    if not all(sides):
        return None
    at = {each: row for row, each in enumerate(references.ids or ())}
    pairs = ((at.get(each), row) for row, each in enumerate(hypotheses.ids or ()))
    rows = [(row, other) for row, other in pairs if row is not None]
    for name, (values, sure) in sides[0].items():
        for other, (heard, other_sure) in sides[1].items():
            if name != other and not (sure and other_sure):
                continue
            found = _crossed((name, other), (values, heard), rows, sure=sure and other_sure)
            if found is not None:
                return found
    return None


def _crossed(
    columns: tuple[str, str],
    values: tuple[list[Any], list[Any]],
    rows: list[tuple[int, int]],
    *,
    sure: bool,
) -> _Pairing | None:
    said, wrote = values
    if all(said[row] == wrote[other] for row, other in rows):
        return None
    ways: tuple[Callable[[Any], str], ...] = (str, lambda value: stem(str(value)))
    for way in ways:
        names = [*map(way, said)], [*map(way, wrote)]
        known = {*names[0]}
        if known.isdisjoint(names[1]) or are_numbers(names[0]) or are_numbers(names[1]):
            continue
        if len(known) < len(said) and not _is_of_audio(columns[0], said):
            return None  # what several rows have, as the file that they were in
        if not sure and (known != {*names[1]} or len(known) < len(said)):
            return None
        crossed = [
            (row, other)
            for row, other in rows
            if names[0][row] != names[1][other] and names[1][other] in known
        ]
        return _Pairing(columns, names, crossed, len(rows)) if crossed else None
    return None


def _name_clips(column: str, values: Sequence[Any]) -> bool:
    """Whether a column is of names of clips, by its name or by the first of its values."""
    some = values[:_LOOKED_AT]
    if not all(isinstance(value, str) and len(value.split()) == 1 for value in some):
        return False
    if all(map(is_audio, some)):
        return True
    return column.lower() in _NAMES and not all(map(_NUMBER.fullmatch, some))


def _is_of_audio(column: str, values: Sequence[Any]) -> bool:
    return column.lower().startswith(("audio", "wav", "recording")) or all(
        map(is_audio, values[:_LOOKED_AT])
    )


def _may_name(column: str, values: Sequence[Any]) -> bool:
    """Whether the values of any column are names with a digit or a mark, and no numbers."""
    some = values[:_LOOKED_AT]
    return (
        not column.lower().startswith(_LABELS)
        and all(isinstance(value, str) and _MARKED.fullmatch(value) for value in some)
        and not all(map(_NUMBER.fullmatch, some))
    )
