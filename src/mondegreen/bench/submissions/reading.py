"""The files of a submission, read and checked for themselves: each fault with its file and line."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ValidationError

from mondegreen.bench.submissions.schema import (
    ABOUT,
    LATENCY,
    TRANSCRIPTS,
    Row,
    Submission,
)
from mondegreen.errors import did_you_mean, visible
from mondegreen.services.secrets import secret_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from pydantic_core import ErrorDetails

__all__ = ["Fault", "Folder", "Line", "dataset_named_in", "read_folder", "shortened"]

_FILES: Final = (ABOUT, TRANSCRIPTS, LATENCY)
_ALSO: Final = ("readme", "license", "licence", "notice", ".")
_KEY: Final = re.compile(r"[\w\-.\"' ]+")
_AT: Final = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")
_LONGEST: Final = 60
_BOUNDS: Final = {ABOUT: (2**18, 10_000), TRANSCRIPTS: (2**30, 2**20), LATENCY: (2**30, 2**20)}
"""Bytes of a file, and characters of a line; more is not parsed."""
_LARGEST: Final = 2**63 - 1
_DEEPEST: Final = 8


@dataclass(frozen=True, order=True)
class Fault:
    """What is wrong in one place.

    Attributes:
        file: the name of the file in the folder; empty for the folder itself.
        line: from 1; 0 where it is about the whole file.
        problem: what was found there, and what was expected.
    """

    file: str
    line: int
    problem: str

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}" if self.line else self.file
        return visible(f"{where}: {self.problem}" if where else self.problem)


@dataclass(frozen=True)
class Line:
    """One row of a file, with the number of its line."""

    number: int
    row: Row


@dataclass
class Folder:
    """What the files say.

    Attributes:
        about: what ``submission.toml`` says; ``None`` where that cannot be used.
        said: the same as it was read; empty where it is no TOML.
        lines: the number of the line of each of its names, as ``system.mode``.
        transcripts: the rows of ``transcripts.jsonl``.
        latency: the rows of ``latency.jsonl``; ``None`` without the file.
        faults: in any order.
    """

    about: Submission | None = None
    said: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    transcripts: list[Line] = field(default_factory=list)
    latency: list[Line] | None = None
    faults: list[Fault] = field(default_factory=list)


def read_folder(path: Path) -> Folder:
    """Return what the files of a submission say, with all that is wrong with each of them alone."""
    found = Folder()
    names = sorted(each.name for each in path.iterdir())
    for name in names:
        if name not in _FILES and not name.lower().startswith(_ALSO):
            near = did_you_mean(name, _FILES)
            problem = f"is no file of a submission, expected {', '.join(_FILES)}.{near}"
            found.faults.append(Fault(name, 0, problem))
    for name in (ABOUT, TRANSCRIPTS):
        if name not in names:
            found.faults.append(Fault(name, 0, "there is no such file"))
    texts = {name: _text(path, name, found.faults) for name in _FILES if name in names}
    for name, text in texts.items():
        if variable := secret_in(text):
            problem = f"has the value of {variable} in it; a key is part of no submission"
            found.faults.append(Fault(name, 0, problem))
    found.lines = _lines_of(texts.get(ABOUT, ""))
    found.about = _about(texts[ABOUT], found) if texts.get(ABOUT) else None
    found.transcripts = [*_rows(TRANSCRIPTS, texts.get(TRANSCRIPTS, ""), found.faults)]
    if LATENCY in texts:
        found.latency = [*_rows(LATENCY, texts[LATENCY], found.faults)]
    return found


def dataset_named_in(folder: Path) -> str:
    """Return the dataset that a submission names; empty if it names none that can be read."""
    text = _text(folder, ABOUT, [])
    try:
        said = tomllib.loads(text).get("dataset")
    except (ValueError, RecursionError):
        return ""
    return said if isinstance(said, str) else ""


def shortened(text: str) -> str:
    """Return a text for a message.

    >>> len(shortened("a" * 1000))
    60
    """
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _text(folder: Path, name: str, faults: list[Fault]) -> str:
    """Return the text of a file; empty where it cannot be read or is longer than anybody needs."""
    path, (most, longest) = folder / name, _BOUNDS[name]
    try:
        problem = _of_file(folder, path, most)
        text = "" if problem else path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        problem, text = f"cannot be read: {why}", ""
    if not problem and not text.strip():
        problem = "is empty"
    long = (
        []
        if problem
        else [at for at, line in enumerate(text.split("\n"), 1) if len(line) > longest]
    )
    faults += [Fault(name, at, f"has more than {longest:,} characters in a line") for at in long]
    if problem:
        faults.append(Fault(name, 0, problem))
    return "" if problem or long else text


def _of_file(folder: Path, path: Path, most: int) -> str:
    """Return why a file is not read; empty if it is.

    Raises:
        OSError: it cannot be looked at.
    """
    if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
        return "is a link to a file outside the folder, expected the file itself"
    if not path.is_file():
        return "is no regular file"
    size = path.stat().st_size
    return f"has {size:,} bytes, expected at most {most:,}" if size > most else ""


def _about(text: str, found: Folder) -> Submission | None:
    try:
        said = found.said = tomllib.loads(text.replace("\r\n", "\n"))
        problem = _not_plain(said)
        if problem:
            found.said = {}
            found.faults.append(Fault(ABOUT, 0, problem))
            return None
    except (ValueError, RecursionError) as error:  # a number may have too many digits
        at = _AT.search(str(error))
        line = int(at[1]) if at and at[1] else 0
        why = _AT.sub("", str(error)).strip()
        if not isinstance(error, (tomllib.TOMLDecodeError, RecursionError)):
            why = "a number has too many digits"
        problem = f"is no TOML: {why}"
        found.faults.append(Fault(ABOUT, line, problem))
        return None
    made, faults = _checked(Submission, said)
    for name, problem in faults:
        found.faults.append(Fault(ABOUT, _line(found.lines, name), problem))
    return made if isinstance(made, Submission) else None


def _not_plain(said: Mapping[str, Any]) -> str:
    """Return what is larger or deeper than anybody needs; empty if nothing is."""
    level: list[Any] = [said]
    for _ in range(_DEEPEST):
        level = [
            inner
            for each in level
            if isinstance(each, (dict, list))
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if any(isinstance(each, int) and abs(each) > _LARGEST for each in level):
            return f"has a whole number above {_LARGEST:,}"
    deeper = any(isinstance(each, (dict, list)) and each for each in level)
    return f"has tables or lists more than {_DEEPEST} deep" if deeper else ""


def _rows(name: str, text: str, faults: list[Fault]) -> Iterator[Line]:
    """Yield the rows of a file that can be used."""
    for number, line in enumerate(text.split("\n"), 1):  # texts may have other ends of lines
        if not line.strip():
            continue
        try:
            found = json.loads(line, object_pairs_hook=_pairs)
            if "\\u" in line:
                json.dumps(found, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            why = (
                "has half of a character of two"
                if isinstance(error, UnicodeError)
                else "is no JSON"
            )
            why = str(error) if isinstance(error, _TwiceError) else why
            faults.append(Fault(name, number, f"{why}: {line.strip()!r:.60}"))
            continue
        if not isinstance(found, dict):
            faults.append(
                Fault(name, number, f"is {found!r:.60}, expected an object with id and text")
            )
            continue
        row, wrong = _checked(Row, found)
        faults += [Fault(name, number, problem) for _, problem in wrong]
        if not isinstance(row, Row):
            continue
        if (row.text is None) == (row.error is None):
            what = "neither text nor error" if row.text is None else "both text and error"
            problem = f"{shortened(row.id)} has {what}, expected one of them"
            faults.append(Fault(name, number, problem))
            continue
        yield Line(number, row)


class _TwiceError(ValueError):
    """A name is in an object twice."""


def _pairs(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _TwiceError(f"has {shortened(name)!r} twice")
        found[name] = value
    return found


def _checked(
    kind: type[BaseModel], said: Mapping[str, Any]
) -> tuple[BaseModel | None, list[tuple[str, str]]]:
    """Return what was said as a table, or the dotted names of what is wrong with each problem."""
    try:
        return kind.model_validate(said), []
    except ValidationError as error:
        wrong: dict[str, str] = {}
        for each in error.errors(include_url=False, include_context=False):
            name, problem = _problem(kind, each)
            wrong.setdefault(name, problem)  # of a value of several kinds, once
        return None, [*wrong.items()]


def _problem(kind: type[BaseModel], error: ErrorDetails) -> tuple[str, str]:
    """Return the dotted name of a value, and what is wrong with it in plain words."""
    names: list[str] = []
    table: type[BaseModel] | None = kind
    parent = kind
    about = ""
    for part in map(str, error["loc"]):
        if table is None:
            break
        parent = table
        names.append(part)
        known = table.model_fields.get(part)
        about = (known.description or "") if known else ""
        table = _table(known.annotation) if known else None
    name = ".".join(names)
    if error["type"] == "extra_forbidden":
        known_names = [*parent.model_fields]
        near = did_you_mean(shortened(names[-1]), known_names)
        return name, f"{shortened(name)} is not known, expected {', '.join(known_names)}.{near}"
    chosen = len(names) > 1 and names[0] == "options"
    if error["type"] == "missing":
        default = f'{about}; "default" if nothing was chosen' if chosen else about
        return name, f"{name} is not said, expected {default}"
    if chosen:
        about = 'a text, a number, true, false or a list of texts; "default" if nothing was chosen'
    given = error["input"]
    shown = str(given) if isinstance(given, date) else f"{given!r}"
    return name, f"{name} is {shortened(shown)}, expected {about}"


def _table(annotation: Any) -> type[BaseModel] | None:
    kinds = (annotation, *getattr(annotation, "__args__", ()))
    return next(
        (each for each in kinds if isinstance(each, type) and issubclass(each, BaseModel)), None
    )


def _lines_of(text: str) -> dict[str, int]:
    """Return the number of the line of each table and name of a file of TOML.

    >>> _lines_of('format = 1' + chr(10) + '[system]' + chr(10) + 'name = "a"')
    {'format': 1, 'system': 2, 'system.name': 3}
    """
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        before, equals, _ = line.partition("=")
        header, closed, _ = line.strip().removeprefix("[").partition("]")
        if line.lstrip().startswith("[") and closed and not {*"[#"} & {*header}:
            table = _unquoted(header)
            found.setdefault(table, number)
        elif equals and _KEY.fullmatch(before.strip()):
            name = _unquoted(before)
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found


def _unquoted(name: str) -> str:
    return ".".join(part.strip(" \t\"'") for part in name.split("."))


def _line(lines: Mapping[str, int], name: str) -> int:
    """Return the line of a name, or of the table that it is missing in; 0 where neither is there."""
    while name:
        if name in lines:
            return lines[name]
        inside = [number for known, number in lines.items() if known.startswith(f"{name}.")]
        if inside:
            return min(inside)
        name = name.rpartition(".")[0]
    return 0
