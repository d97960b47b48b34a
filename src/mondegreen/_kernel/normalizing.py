"""Normalizers of the native kernel; they have no reference implementation in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen.errors import InputError, InputTypeError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen._kernel import SpaceCounts

__all__ = ["count_space_norm", "native", "normalize", "normalize_text"]

_TOO_LONG = (
    "has a number of more than 4,300 digits, on which Whisper's own normalizer fails as well; "
    "shorten the number, or leave the utterance out"
)


def normalize(texts: Any, name: str, *, threads: int = 1) -> Sequence[str | None] | None:
    """Normalize a column of texts; ``None`` for a column of lists of tokens.

    ``texts`` is a list or tuple, a column that speaks Arrow, or lines that were read natively.
    What is not a text comes out as ``None``. ``threads=0`` means all.

    Raises:
        InputError: the normalizer fails on a text; the message names the row, counted from 1.
        InputTypeError: not a column of texts.
    """
    kernel = native(name)
    try:
        return kernel.normalize(texts, name, threads)  # type: ignore[no-any-return]
    except OverflowError as error:
        if not isinstance(error.args[0], int):  # a number of threads that is none
            raise UsageError(f"threads={threads!r}: expected a whole number, 0 for all") from None
        raise InputError(f"{name}: row {error.args[0] + 1} {_TOO_LONG}") from None
    except TypeError as error:
        raise InputTypeError(f"{name}: {error}") from None
    except ValueError as error:
        raise InputError(f"{name}: {error}") from None


def normalize_text(text: str, name: str) -> str:
    """Normalize one text.

    Raises:
        InputError: the normalizer fails on it.
        InputTypeError: not a text.
    """
    try:
        return native(name).normalize_text(text, name)  # type: ignore[no-any-return]
    except OverflowError:
        raise InputError(f"{name}: the text {_TOO_LONG}") from None
    except TypeError:
        kind = type(text).__name__
        raise InputTypeError(f"{name}: expected a text, got {text!r:.60} of type {kind}") from None


def count_space_norm(references: Any, hypotheses: Any, *, threads: int = 1) -> SpaceCounts | None:
    """Count as ``count_spaces`` does, with ``"neighbour"``, what ``space-norm`` makes of the texts.

    ``None`` for columns of lists of tokens. No normalized text is kept.

    Raises:
        InputError: bytes that are not UTF-8.
        InputTypeError: not two columns of texts.
        PairingError: the columns are not of one length.
    """
    kernel = native("space-norm")
    counts = _kernel.checked(kernel.count_space_norm, references, hypotheses, threads)
    return None if counts is None else _kernel.SpaceCounts(*counts)


def native(name: str) -> Any:
    """Return the native kernel, which the normalizer ``name`` needs.

    Raises:
        UsageError: another kernel was chosen.
    """
    if _kernel.name != "native":
        raise UsageError(
            f"the normalizer {name!r} is only in the native kernel; unset MONDEGREEN_KERNEL"
        )
    from mondegreen._kernel import _native  # absent without the native kernel

    return _native
