"""Whatever a caller hands in, as columns the kernel takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen.corpus import Corpus, pair
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, InputTypeError, PairingError, UsageError
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Utterances", "gather", "why_missing"]

_FRAMES = ("pandas", "numpy")
_NOT_THERE = {"NAType", "NaTType"}
_SHOWN = 5


class Utterances:
    """Texts with their ids and metadata, all of one length."""

    def __init__(
        self,
        references: Any,
        hypotheses: Any,
        ids: list[str] | None,
        metadata: dict[str, list[Any]],
    ) -> None:
        self.references, self.hypotheses = references, hypotheses
        self.ids, self.metadata = ids, metadata

    def __len__(self) -> int:
        return len(self.references)

    def name(self, row: int) -> str:
        """Return what to call a row in a message."""
        return f"row {row + 1}" if self.ids is None else f"id {self.ids[row]!r}"


def gather(
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
    given: dict[str, list[Any]] = {}
    if isinstance(references, Corpus):
        if hypotheses is not None or ids is not None:
            raise UsageError("a corpus holds its hypotheses and ids; pass nothing beside it")
        given = references.metadata
        references, hypotheses, ids = references.references, references.hypotheses, references.ids
    elif hypotheses is None:
        raise InputTypeError("hypotheses are missing: pass references and hypotheses, or a corpus")
    elif isinstance(references, Mapping) and isinstance(hypotheses, Mapping):
        ids, references, hypotheses = pair(references, hypotheses)
    columns = [_column(references, "references"), _column(hypotheses, "hypotheses")]
    if len(columns[0]) != len(columns[1]):
        raise PairingError(
            f"{len(columns[0]):,} references but {len(columns[1]):,} hypotheses; each utterance "
            "needs one of each (None for a hypothesis that is missing)"
        )
    if not len(columns[0]):
        raise InputError("no utterances: nothing was scored, which is not a perfect score")
    names = None if ids is None else _ids(ids, len(columns[0]))
    extra = {name: _values(values) for name, values in (metadata or {}).items()}
    for name, values in extra.items():
        if len(values) != len(columns[0]):
            raise PairingError(
                f"the column {name!r} has {len(values):,} values for {len(columns[0]):,} utterances"
            )
    return Utterances(columns[0], columns[1], names, {**given, **extra})


def _column(texts: Any, what: str) -> Any:
    if isinstance(texts, str):
        return [texts]
    if isinstance(texts, (list, tuple)):
        return list(texts)  # a later change of the caller's list must not change the result
    if isinstance(texts, (bytes, Mapping, set, frozenset)) or texts is None:
        raise InputTypeError(
            f"{what} are a {type(texts).__name__}; expected a text, or a list, tuple, Series or "
            "Arrow column of texts (or dicts by id on both sides)"
        )
    if type(texts).__module__.partition(".")[0] in _FRAMES and hasattr(texts, "tolist"):
        values = texts.tolist()  # objects as they are: NaN and NA keep their meaning
        return values if isinstance(values, list) else [values]
    if hasattr(texts, "columns"):
        raise InputTypeError(f"{what} are a whole table; expected one of its columns")
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


def _values(values: Any) -> list[Any]:
    """Return ids or metadata as Python values; one text stands for one utterance."""
    if isinstance(values, str):
        return [values]
    if type(values).__module__.partition(".")[0] == "numpy":
        return list(values.tolist())  # not numpy's numbers, which JSON does not know
    return list(as_list(values))


def _ids(ids: Iterable[Any], rows: int) -> list[str]:
    given = _values(ids)
    if any(name is None for name in given):
        raise PairingError(f"the id of row {given.index(None) + 1} is missing; every row needs one")
    names = [str(name) for name in given]
    if len(names) != rows:
        raise PairingError(f"{len(names):,} ids for {rows:,} utterances")
    if len(set(names)) != rows:
        seen: set[str] = set()
        twice = next(name for name in names if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise PairingError(f"the id {twice!r} stands twice; ids must differ")
    return names


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
                f"references[{row}] ({utterances.name(row)}) is {_shown(references[row])}; "
                "expected a text: what was said cannot be missing"
            )
        if state == _kernel.NO_HYPOTHESIS:
            reasons[row] = _reason(hypotheses[row], row, utterances)
            rows.append(row)
    return reasons, rows


def _reason(item: Any, row: int, utterances: Utterances) -> str | None:
    if item is None or type(item).__name__ in _NOT_THERE:
        return None
    if isinstance(item, Failed):
        return item.reason
    if isinstance(item, float) and item != item:  # noqa: PLR0124 - NaN is what differs from itself
        return None
    raise InputTypeError(
        f"hypotheses[{row}] ({utterances.name(row)}) is {_shown(item)}; expected a text, or None, "
        "NaN or NA where it is missing, or mondegreen.Failed(reason)"
    )


def _shown(item: Any) -> str:
    text = repr(item)
    if len(text) > 60:  # noqa: PLR2004
        text = text[:60] + "..."
    return f"{text} of type {type(item).__name__}"


def list_rows(utterances: Utterances, rows: Sequence[int]) -> str:
    """Return the first few names of rows, for a message."""
    names = ", ".join(utterances.name(row) for row in rows[:_SHOWN])
    return names + (", ..." if len(rows) > _SHOWN else "")
