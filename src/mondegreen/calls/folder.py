"""Reads folders of calls, each with a transcript of what was said and one of what was heard."""

from __future__ import annotations

import errno
import json
import os
import stat
from typing import TYPE_CHECKING, Any, Final

from mondegreen.calls.annotations import entities
from mondegreen.calls.call import Call, Turn
from mondegreen.calls.file_names import (
    HYPOTHESIS,
    REFERENCE,
    no_system,
    side_of,
    system_of,
    transcripts_in,
)
from mondegreen.calls.timestamps import backwards, relative, seconds
from mondegreen.calls.transcript_file import has_segments, read_transcript_file
from mondegreen.corpus.doubled_keys import DoubledKeyError, doubled_key, single
from mondegreen.corpus.table import describe
from mondegreen.errors import InputError, typed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = [
    "ANNOTATED",
    "call_folders",
    "read_folder",
    "read_folders",
    "read_side",
    "read_turns",
]

ANNOTATED: Final = "annotated.json"
_MOST_BYTES: Final = 64 * 2**20
_NEVER_EMPTY: Final = frozenset(
    {
        *(".json", ".eaf", ".ttml", ".dfxp", ".gz", ".parquet", ".arrow", ".feather", ".ipc"),
        *(".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    }
)
"""Documents that begin and end: one without a byte was not written, and says nothing of what was heard."""
_TURNS: Final = '[{"speaker": "Agent", "content": "hello"}]'


def read_folder(
    folder: Path, encoding: str | None = None, system: str | None = None
) -> tuple[list[Call], dict[str, str]]:
    """Read all calls of a folder, in the order of their names.

    ``FOLDER/calls/`` stands for the folder where it exists. What begins with a dot, and a folder
    with neither of the two transcripts, is no call. One that may not be looked into counts as one
    that cannot be read.

    Args:
        folder: with a folder per call.
        encoding: of transcripts that are not JSON; UTF-8 if not given.
        system: whose hypotheses are read, from files of its name; ``None`` for the only one.

    Returns:
        the calls, and for each that could not be read why, by its name.

    Raises:
        InputError: there is no folder, or no call in it.
    """
    places, failed = call_folders(folder)
    calls = list(read_folders(places, failed, encoding, system))
    _refuse_none(folder, calls, failed, system)
    return calls, dict(sorted(failed.items()))


def call_folders(folder: Path) -> tuple[list[Path], dict[str, str]]:
    """Return the folders of calls, in the order of their names, and why others are not read.

    Raises:
        InputError: there is no folder, or it is itself a call.
    """
    if not folder.is_dir():
        raise InputError(
            f"{folder}: no such folder or file; expected a folder with one folder per "
            "call, or a table of turns"
        )
    folder = _inner_of(folder)
    if _is_call(folder):
        raise InputError(_of_sides(folder))
    found, failed = [], {}
    seen: dict[Path, str] = {}
    for each in sorted(folder.iterdir(), key=lambda path: path.name):
        if each.name.startswith(".") or not _is_call(each):
            continue
        first = seen.setdefault(each.resolve(), each.name)
        if first != each.name:
            failed[each.name] = f"the same folder as {first}; a call is counted once"
            continue
        found.append(each)
    return found, failed


def read_folders(
    places: Iterable[Path], failed: dict[str, str], encoding: str | None, system: str | None
) -> Iterator[Call]:
    """Yield the call of each folder; ``failed`` takes why one could not be read."""
    for each in places:
        try:
            yield _read_call(each, encoding, system)
        except InputError as error:
            failed[each.name] = str(error)


def _refuse_none(
    folder: Path, calls: Sequence[Call], failed: Mapping[str, str], system: str | None
) -> None:
    """Refuse a folder without calls, or without hypotheses of a system.

    Raises:
        InputError: there is no call, or none has a file of the system.
    """
    folder = _inner_of(folder)
    if system is not None and calls and all(call.absent for call in calls):
        known = _systems_in(call.folder for call in calls if call.folder is not None)
        raise no_system(system, known, f"{folder}: no call has a file")
    if not calls and not failed:
        raise InputError(
            f"{folder}: no calls; expected a folder per call with two transcripts, {REFERENCE} and "
            f"{HYPOTHESIS}, or reference and hypothesis in another format, such as reference.txt and "
            "hypothesis.txt with lines such as 'Agent: hello'; or two folders with a file per call: "
            "mondegreen calls references hypotheses"
        )


def _inner_of(folder: Path) -> Path:
    """Return the folder that has the calls: ``calls`` in it, if it is there."""
    inner = folder / "calls"
    return inner if inner.is_dir() and not _is_call(inner) else folder


def _systems_in(calls: Iterable[Path]) -> list[str]:
    """Return the names of files of calls that are no reference, without their endings."""
    files = (path for call in calls for path in call.iterdir() if path.is_file())
    names = {
        system_of(path.name) for path in files if path.name[0] != "." and side_of(path.name) is None
    }
    return sorted(names - {ANNOTATED.partition(".")[0]})


def _of_sides(folder: Path) -> str:
    """Return what to type for a folder that has the sides, and not calls, in it."""
    sides = {side_of(each.name): each for each in sorted(folder.iterdir()) if each.is_dir()}
    if not {"reference", "hypothesis"} <= sides.keys():
        return f"{folder} is one call; give the folder that holds it: {folder.parent}"
    reference, hypothesis = (typed(str(sides[side])) for side in ("reference", "hypothesis"))
    return (
        f"{folder} has a folder per side, expected a folder per call; type: "
        f"mondegreen calls {reference} {hypothesis}"
    )


def _is_call(folder: Path) -> bool:
    try:
        return any(side_of(path.name) for path in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        # What may not be looked into is named; a link that leads nowhere is no folder.
        return error.errno != errno.ELOOP


def _read_call(folder: Path, encoding: str | None, system: str | None) -> Call:
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError as error:
        raise InputError(f"{folder}: cannot be read: {error.strerror or error}") from None
    first, second = transcripts_in(folder, names, system)
    reference = read_side(first, encoding)
    absent = system is not None and not second.exists()
    others = _systems_in([folder]) if system is None and not second.exists() else []
    if others:
        raise InputError(
            f"{folder}: no hypothesis; expected a file such as hypothesis.txt. Of several systems name the "
            f"files without their endings: --systems {typed(','.join(others))}"
        )
    hypothesis = () if absent else read_side(second, encoding, empty=True)
    named, lost = None, 0
    annotated = os.path.lexists(folder / ANNOTATED)
    if annotated:
        named, lost = entities(
            _document(folder / ANNOTATED, _content(folder / ANNOTATED)), reference
        )
    unlabelled = annotated and named is None
    return Call(
        folder.name,
        reference,
        hypothesis,
        folder,
        named,
        lost,
        unlabelled=unlabelled,
        absent=absent,
    )


def read_side(path: Path, encoding: str | None = None, *, empty: bool = False) -> tuple[Turn, ...]:
    """Read one transcript of a call: a JSON array of turns, or another format with speakers.

    Args:
        path: the file.
        encoding: if it is not JSON; UTF-8 if not given.
        empty: whether it may have no turn, as of a recogniser that heard nothing. Then a file of
            a text format that holds nothing has no turn.

    Raises:
        InputError: it cannot be read, or does not say who speaks.
    """
    content = _content(path)
    written = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    if empty and not written:
        if path.suffix.lower() in _NEVER_EMPTY:
            raise InputError(
                f"{path}: the file is empty, so it was not written to its end; expected a transcript; where "
                "nothing was heard, a JSON file has []"
            )
        return ()
    is_turns = written[:1] == b"[" and not _is_label_studio(content)
    if path.name in {REFERENCE, HYPOTHESIS} and not is_turns:
        is_turns = not has_segments(path)
    if is_turns and path.suffix.lower() == ".json":
        return _turns(path, content)
    return read_transcript_file(path, encoding, empty=empty)


def _is_label_studio(content: bytes) -> bool:
    """Whether a list is of annotated recordings, which the format ``label-studio`` reads."""
    try:
        document = json.loads(content.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        return False  # whoever reads it says what is wrong
    first = document[0] if isinstance(document, list) and document else None
    return isinstance(first, dict) and "annotations" in first and "data" in first


def read_turns(path: Path) -> tuple[Turn, ...]:
    """Read the turns of one transcript: a JSON array of objects.

    Each has ``speaker`` and ``content`` (or ``text``), and may have ``timestamp`` (or ``start``)
    and ``end``. Dates are turned into seconds from the first turn.

    Raises:
        InputError: no file, no JSON, or turns of another form; with the file and the turn.
    """
    return _turns(path, _content(path))


def _turns(path: Path, content: bytes) -> tuple[Turn, ...]:
    document = _document(path, content)
    if not isinstance(document, list):
        raise InputError(
            f"{path}: got {_named(document)}; expected a list of turns, such as {_TURNS}"
        )
    rows = [_row(path, number, item) for number, item in enumerate(document, 1)]
    try:
        times = relative([start for _, _, start, _, _ in rows])
        # Ends are dates where starts are.
        ends = relative([*(s for _, _, s, _, _ in rows), *(e for _, _, _, e, _ in rows)])
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None
    wrong = backwards(ends[: len(rows)], ends[len(rows) :])
    if wrong is not None:
        raise InputError(
            f"{path}, turn {wrong + 1}: it ends before its start; expected a later end"
        )
    return tuple(
        Turn(speaker, text, start, end, stamp, place)
        for place, ((speaker, text, _, _, stamp), start, end) in enumerate(
            zip(rows, times, ends[len(rows) :], strict=True)
        )
    )


def _row(path: Path, number: int, item: Any) -> tuple[str, str, Any, Any, Any]:
    if not isinstance(item, dict):
        raise InputError(
            f"{path}, turn {number}: got {_named(item)}; expected an object with speaker and content"
        )
    speaker = item.get("speaker", item.get("role"))
    text = item.get("content", item.get("text"))
    for name, value in (("speaker", speaker), ("content", text)):
        if not isinstance(value, str):
            raise InputError(f"{path}, turn {number}: {name} is {_named(value)}; expected a text")
    stamp = item.get("timestamp", item.get("start"))
    try:
        return str(speaker), str(text), seconds(stamp), seconds(item.get("end")), stamp
    except ValueError as error:
        raise InputError(f"{path}, turn {number}: the time: {error}") from None


def _document(path: Path, content: bytes) -> Any:
    content = content.removeprefix(b"\xef\xbb\xbf")
    try:
        return json.loads(content, object_pairs_hook=single)
    except DoubledKeyError as error:
        text = content.decode(json.detect_encoding(content), "surrogatepass")
        line = text.count("\n", 0, doubled_key(text).place) + 1
        raise InputError(
            f"{path}, line {line}: {error}, so one value is lost; expected each key once"
        ) from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"{path}, line {error.lineno}: not JSON: {error.msg}; expected a list of turns, such as {_TURNS}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path}: not JSON: {error}; expected a list of turns, such as {_TURNS}"
        ) from None


def _content(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe may never end
            raise InputError(f"{path}: a folder or a device; expected a file")
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"{path}: no such file; a call has {REFERENCE} and {HYPOTHESIS}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(content) > _MOST_BYTES:
        raise InputError(
            f"{path}: has more than {_MOST_BYTES:,} bytes, expected the transcript of one call"
        )
    return content


def _named(value: Any) -> str:
    return "missing" if value is None else describe(value)
