"""Whatever a caller hands in, as columns the kernel takes."""

from __future__ import annotations

from collections.abc import KeysView, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen._kernel import looks
from mondegreen.corpus import Corpus, pair
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, InputTypeError, PairingError, UsageError, counted, warn
from mondegreen.scoring.arguments import (
    NO_COLUMNS,
    array_values,
    column_values,
    given,
    is_null,
    is_table,
)
from mondegreen.types import AnyOf, Failed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Utterances", "collect_utterances", "refuse_other_than_texts", "why_missing"]

_FRAMES = ("pandas", "numpy")
_SHOWN = 5
_DEEPEST = 100
_WORDS_OF_A_TEXT = 4


class Utterances:
    """Texts with their ids and metadata, all of one length."""

    def __init__(
        self,
        references: Any,
        hypotheses: Any,
        ids: list[str] | None,
        metadata: dict[str, list[Any]],
        system: str = "",
        *,
        words: tuple[Any, Any] = (None, None),
    ) -> None:
        self.references, self.hypotheses = references, hypotheses
        self.ids, self.metadata, self.system = ids, metadata, system
        self.words = words

    def __len__(self) -> int:
        return len(self.references)

    def name(self, row: int) -> str:
        """Return what to call a row in a message."""
        return f"row {row + 1}" if self.ids is None else f"id {self.ids[row]!r}"


def collect_utterances(
    references: Any,
    hypotheses: Any,
    ids: Iterable[Any] | None,
    metadata: Mapping[str, Iterable[Any]] | None,
) -> Utterances:
    """Pair what was handed in: two texts, two columns, two dicts by id, or one `Corpus`.

    Raises:
        PairingError: lengths or ids that do not go together.
        InputTypeError: something that is neither text nor column.
        InputError: no utterances.
    """
    known: dict[str, list[Any]] = {}
    system = ""
    words: tuple[Any, Any] = (None, None)
    if isinstance(references, Corpus):
        if hypotheses is not None or ids is not None:
            raise UsageError("a corpus holds its hypotheses and ids; pass nothing else")
        known, system, words = references.metadata, references.system, references.words
        references, hypotheses, ids = references.references, references.hypotheses, references.ids
    elif hypotheses is None:
        raise InputTypeError(
            "hypotheses are missing: pass references and hypotheses, or a corpus: "
            "mg.score(mg.read('results.csv'))"
        )
    elif isinstance(references, Mapping) and isinstance(hypotheses, Mapping):
        if ids is not None:
            raise UsageError("dicts are paired by their keys, which are the ids; leave out ids=")
        ids, references, hypotheses = pair(references, hypotheses)
    columns = _columns(references, hypotheses)
    if len(columns[0]) != len(columns[1]):
        raise PairingError(
            f"{counted(len(columns[0]), 'reference')} but "
            f"{counted(len(columns[1]), 'hypothesis', 'hypotheses')}; each utterance "
            "needs one of each (None for a hypothesis that is missing)"
        )
    if not len(columns[0]):
        raise InputError("no utterances: nothing was scored, which is not a perfect score")
    names = None if ids is None else _ids(ids, len(columns[0]))
    others = {**known, **_metadata(metadata, len(columns[0]))}
    for name, values in others.items():
        _refuse_depth(name, values)
    return Utterances(columns[0], columns[1], names, others, system, words=words)


def _metadata(columns: Any, rows: int) -> dict[str, list[Any]]:
    if columns is None:
        return {}
    if not isinstance(columns, Mapping):
        raise UsageError(
            f"metadata={given(columns)}: expected a mapping of names to values, such as "
            "{'speaker': values}"
        )
    found = {}
    for name, column in columns.items():
        if not isinstance(name, str):
            raise UsageError(f"a column is named {given(name)}; expected a text, such as 'speaker'")
        values = column_values(column, f"the column {name!r}")
        if len(values) != rows:
            raise PairingError(
                f"the column {name!r} has {len(values):,} values for {rows:,} utterances"
            )
        found[name] = values
    return found


def _refuse_depth(name: str, values: list[Any]) -> None:
    """Refuse lists inside each other that no writer could follow to their end."""
    nested = tuple(kind for kind in set(map(type, values)) if issubclass(kind, (list, tuple, dict)))
    for row, value in enumerate(values if nested else ()):
        level = {0: value}
        for _ in range(_DEEPEST):
            inner = [each for each in level.values() if isinstance(each, (list, tuple, dict))]
            level = {id(part): part for each in inner for part in _parts(each)}
            if not level:
                break
        else:
            raise InputError(
                f"the column {name!r} has in row {row + 1} lists or objects more than {_DEEPEST} "
                "deep inside each other; leave the column out, or take from it what you need"
            )


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _columns(references: Any, hypotheses: Any) -> list[Any]:
    """Return both sides as columns, each of its own length."""
    if isinstance(references, str) and isinstance(hypotheses, str):
        _refuse_files(references, hypotheses)
    elif type(references).__name__ == type(hypotheses).__name__ == "Series":
        _say_other_order(references, hypotheses)
    columns = [_column(references, "references"), _column(hypotheses, "hypotheses")]
    for side, column in zip(("references", "hypotheses"), columns, strict=True):
        if isinstance(column, list) and column and isinstance(column[0], (list, tuple)):
            _refuse_texts_inside(side, column)
    return columns


def _refuse_files(reference: str, hypothesis: str) -> None:
    """Refuse two texts that are names of files which are there."""
    if _is_file(reference) and _is_file(hypothesis):
        raise UsageError(
            f"{reference!r} and {hypothesis!r} are names of files; to score their content "
            f"pass mondegreen.read({reference!r}, {hypothesis!r})"
        )


def _is_file(text: str) -> bool:
    _, point, ending = text.rpartition(".")
    try:
        return bool(point) and ending.isalnum() and Path(text).is_file()
    except (OSError, ValueError):  # too long, or a NUL in it
        return False


def _say_other_order(references: Any, hypotheses: Any) -> None:
    """Warn of two Series of pandas whose labels are the same in another order."""
    one, other = (getattr(side, "index", None) for side in (references, hypotheses))
    if one is None or other is None or len(one) != len(other) or one.equals(other):
        return
    if one.is_unique and other.is_unique and not one.difference(other).size:
        warn(
            "references and hypotheses have the same index in another order, and are paired by "
            "position; if the index says what goes together, pass hypotheses.loc[references.index]"
        )


def _refuse_texts_inside(side: str, rows: list[Any]) -> None:
    """Refuse lists that hold texts, as an id with its text, and not tokens.

    That is where the last token of every list has white space inside, and one is as long as no name
    of several words is.
    """
    longest: Any = None
    most = 1
    for row in rows:
        if isinstance(row, (list, tuple)) and row:
            words = len(row[-1].split()) if isinstance(row[-1], str) else 0
            if words < 2:  # noqa: PLR2004
                return
            longest, most = (row, words) if words > most else (longest, most)
    if most >= _WORDS_OF_A_TEXT:
        raise InputTypeError(
            f"{side}: each item is a list that ends in a text of several words, as {given(longest)}; "
            "a list is read as tokens. Pass the texts alone, and ids as ids="
        )


def _column(texts: Any, what: str) -> Any:
    if isinstance(texts, (str, AnyOf)):
        return [texts]
    if isinstance(texts, (list, tuple)):
        return list(texts)  # a later change of the caller's list must not change the result
    if (isinstance(texts, NO_COLUMNS) and not isinstance(texts, KeysView)) or texts is None:
        raise InputTypeError(
            f"{what} are a {type(texts).__name__}; expected a text, or a list, tuple, Series or "
            "Arrow column of texts (or dicts by id on both sides)"
        )
    if is_table(texts):
        raise InputTypeError(f"{what} are a whole table; expected one of its columns")
    if type(texts).__module__.partition(".")[0] in _FRAMES and hasattr(texts, "tolist"):
        return array_values(texts, what)  # objects as they are: NaN and NA keep their meaning
    if hasattr(texts, "__arrow_c_array__") or hasattr(texts, "__arrow_c_stream__"):
        return texts
    if type(texts).__module__ == "mondegreen._kernel._native":
        return texts
    try:
        return list(texts)
    except TypeError:
        raise InputTypeError(
            f"{what} are of type {type(texts).__name__}; expected a text or a column of texts"
        ) from None


def _ids(ids: Iterable[Any], rows: int) -> list[str]:
    names = column_values(ids, "ids")
    if set(map(type, names)) - {str}:
        names = [_id(name, row) for row, name in enumerate(names)]
    if len(names) != rows:
        raise PairingError(f"{len(names):,} ids for {rows:,} utterances; every utterance needs one")
    if (again := looks.first_repeated(names)) is not None:
        raise PairingError(f"the id {names[again]!r} occurs twice; ids must differ")
    return names


def _id(name: Any, row: int) -> str:
    if is_null(name):
        raise PairingError(f"the id of row {row + 1} is missing; every row needs one")
    if isinstance(name, (list, tuple, dict, set, bytes)):
        raise InputTypeError(f"the id of row {row + 1} is {given(name)}; expected texts or numbers")
    try:
        return str(name)
    except Exception:  # noqa: BLE001 - whatever a foreign object does
        raise InputTypeError(
            f"the id of row {row + 1} is {given(name)}; expected texts or numbers"
        ) from None


def refuse_other_than_texts(normalizer: str, utterances: Utterances, side: str, made: Any) -> None:
    """Refuse what a normalizer made of texts if it is something else, such as None.

    Raises:
        InputTypeError: of a text came no text, or of a list of tokens no such list.
    """
    if hasattr(made, "blank_rows"):  # a column of the kernel, whose texts are texts
        return
    values = as_list(made)
    if set(map(type, values)) <= {str}:
        return
    for row, (text, new) in enumerate(zip(as_list(getattr(utterances, side)), values, strict=True)):
        if isinstance(text, str):
            problem = "" if isinstance(new, str) else f"{given(new)} of a text; expected a text"
        elif isinstance(text, (list, tuple)):
            listed = isinstance(new, (list, tuple)) and all(isinstance(each, str) for each in new)
            problem = "" if listed else f"{given(new)} of tokens; expected a list of texts"
        else:
            problem = ""  # there was no text
        if problem:
            raise InputTypeError(
                f"the normalizer {normalizer!r} made {problem}, '' where nothing is left "
                f"({side}, {utterances.name(row)})"
            )


def why_missing(utterances: Utterances, status: bytes) -> tuple[dict[int, str | None], list[int]]:
    """Say of each row without a hypothesis why: ``None`` if it is just not there, or the reason.

    Raises:
        InputTypeError: an item that is neither a text nor missing, or a reference that is not a
            text.
    """
    reasons: dict[int, str | None] = {}
    rows: list[int] = []
    if not (status.count(_kernel.NO_HYPOTHESIS) or status.count(_kernel.NO_REFERENCE)):
        return reasons, rows
    references, hypotheses = as_list(utterances.references), as_list(utterances.hypotheses)
    for row, state in enumerate(status):
        if state == _kernel.NO_REFERENCE:
            raise InputTypeError(
                f"references[{row}] ({utterances.name(row)}) is {given(references[row])}; "
                "expected a text: what was said cannot be missing"
                if not isinstance(references[row], AnyOf)
                else "to take the best of several texts, score with alternatives='references'"
            )
        if state == _kernel.NO_HYPOTHESIS:
            reasons[row] = _reason(hypotheses[row], row, utterances)
            rows.append(row)
    return reasons, rows


def _reason(item: Any, row: int, utterances: Utterances) -> str | None:
    if is_null(item):
        return None
    if isinstance(item, Failed):
        if not isinstance(item.reason, str):
            raise InputTypeError(
                f"hypotheses[{row}] ({utterances.name(row)}) failed for {given(item.reason)}; "
                "expected the reason as a text, or None where the hypothesis is missing"
            )
        return item.reason
    raise InputTypeError(
        f"hypotheses[{row}] ({utterances.name(row)}) is {given(item)}; expected a text, or None, "
        "NaN or NA where it is missing, or mondegreen.Failed(reason)"
    )


def list_rows(utterances: Utterances, rows: Sequence[int]) -> str:
    """Return the first few names of rows, for a message, and of which recordings they are."""
    shown = rows[:_SHOWN]
    names = ", ".join(utterances.name(row) for row in shown)
    recordings = utterances.metadata.get("recording")
    said = [] if recordings is None else [recordings[row] for row in shown]
    if said and all(isinstance(each, str) and each and each not in names for each in said):
        listed = ", ".join(map(repr, dict.fromkeys(said)))
        names += f" of the recording{'s' * (len({*said}) > 1)} {listed}"
    return names + (", ..." if len(rows) > _SHOWN else "")
