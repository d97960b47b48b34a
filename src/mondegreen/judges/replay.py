"""Answers in a file: ``--record FILE`` writes what ``--model replay:FILE`` reads.

One line of JSON an answer, found by the digest of the question: what was asked, not whom and with
which settings. Of two answers to one question the later line is used.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from mondegreen.errors import ParseError, UsageError
from mondegreen.judges.answer import Answer
from mondegreen.options.judging import Settings
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from mondegreen.judges.question import Question

__all__ = ["Recorder", "Replay"]

T = TypeVar("T")


class Replay:
    """Answers from a file. A question that is not in it is unjudged; nobody is called.

    Args:
        path: what a `Recorder` wrote.

    Attributes:
        asked: the model that gave the answers, as the recording names it.

    Raises:
        UsageError: the file cannot be read.
        ParseError: a line is not what a `Recorder` writes.
    """

    remote = False
    address = None

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.spec = f"replay:{path}"
        self.settings = Settings()
        self._kept = _read(self.path)
        asked = dict.fromkeys(map(_asked, self._kept.values()))
        self.asked = "/".join(filter(None, asked)) or "replay"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        """Return the name of the file; no host is asked."""
        return str(self.path)

    async def ask(self, question: Question[T]) -> Answer[T]:
        """Return the recorded answer, checked again, or an unjudged one."""
        found = self._kept.get(question.digest)
        if found is None:
            reason = f"{self.path} has no answer to this question"
            return Answer("unavailable", reason, origin="replay")
        return Answer.from_json(found, question, "replay")


_BEGINS: Final = b'{"question": "'
"""How a line of a record begins."""


class Recorder:
    """Writes answers to a file, each at once; what is in it already stays.

    A last line in which a run was killed goes: nobody can read it.

    Args:
        path: the file; its folder must be there.

    Raises:
        UsageError: the file cannot be written, or holds something else.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if self.path.is_file():  # a device may have no end
            self._kept = {key: _line(key, found) for key, found in _read(self.path).items()}
        else:
            self._kept = {}
        try:
            if self.path.is_file():
                _end_line(self.path)
            self._file = self.path.open("ab", buffering=0)
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be written: {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def write(self, question: Question[Any], model: str, answer: Answer[Any]) -> None:
        """Add one answer, unless the same is there already.

        Raises:
            UsageError: there is no room for it, or the like; nothing of it is in the file then.
        """
        asked = {"judge": question.judge, "protocol": question.protocol, "sample": question.sample}
        line = _line(question.digest, {**asked, "asked": model, **answer.to_json(question)})
        if self._kept.get(question.digest) == line:
            return
        before, data = self._file.tell(), line.encode()
        try:
            while data:  # where only a part has room, the next try says so
                data = data[self._file.write(data) :]
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file.fileno(), before)
            raise UsageError(f"{self.path}: cannot be written: {error.strerror}") from error
        self._kept[question.digest] = line


def _asked(record: dict[str, Any]) -> str:
    """Return the name of a model that can be printed, whatever is in the file."""
    return str(record.get("asked") or "").encode("utf-8", "backslashreplace").decode()


def _line(key: str, data: dict[str, Any]) -> str:
    record = {"question": key, **{name: data[name] for name in data if name != "question"}}
    return without_secrets(json.dumps(record, ensure_ascii=True)) + "\n"


def _end_line(path: Path) -> None:
    """End the last line of a file that was read, or take it away if a run was killed in it."""
    written = path.read_bytes()
    whole = written.rfind(b"\n") + 1
    if whole == len(written):
        return
    half = written[whole:]
    if half[: len(_BEGINS)] != _BEGINS[: len(half)]:  # no run of ours was killed in it
        raise UsageError(f"{path}: holds no answers; name another file")
    try:
        json.loads(half)
    except (ValueError, RecursionError):
        os.truncate(path, whole)
    else:
        with path.open("ab") as file:
            file.write(b"\n")


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be read: {error.strerror}; --record {path} writes such a file"
        ) from error
    kept = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            key = str.lower(record["question"])  # refuses what is not a text
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            if number == len(lines):
                continue  # the line in which a run was killed
            problem = 'got no answer, expected JSON as {"question": ..., "status": ...}'
            raise ParseError(str(path), number, f"{problem}, one a line") from error
        kept[key] = record
    return kept
