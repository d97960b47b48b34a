"""Records of a run of references, as lines of JSON, and what they add up to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import InputError, ParseError, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = ["DRAFTS", "NOTES", "Item", "State", "instant", "lines_of", "read_records", "stamp"]

Record = dict[str, Any]

DRAFTS: Final = ("header", "sample", "footer")
"""Types of the records of a run."""
NOTES: Final = ("header", "review", "edit", "summary")
"""Types of the records of its notes."""
_TIMES: Final = ("generated_at", "started_at", "completed_at", "edited_at", "reviewed_at")
_LONGEST: Final = 1e9  # seconds
HUMAN: Final = "human"
"""Who verified what notes without a name verify."""


def stamp() -> str:
    """Return the time as records have it: UTC to the microsecond, with a Z."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def instant(text: Any) -> str | None:
    """Return a time of a record as the tables have it; what is no time stays as it is.

    Some programs write the offset and a Z too.

    >>> instant("2026-01-04T01:00:08.980012Z"), instant("2026-01-04T02:00:08.980012+01:00Z")
    ('2026-01-04T01:00:08.980+00:00', '2026-01-04T01:00:08.980+00:00')
    """
    if not isinstance(text, str) or not text:
        return None
    return _moment(text) or text


def _moment(text: str) -> str | None:
    """Return a time as the tables have it; ``None`` if it is none."""
    try:
        found = datetime.fromisoformat(text.removesuffix("Z"))
        found = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
        return found.astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):  # near the first or last year, in another zone
        return None


def _no_number(name: str) -> float:
    raise ValueError(name)


def read_records(path: Path, known: Sequence[str]) -> list[tuple[int, Record]]:
    """Return the records of a file with their lines; a record without a type is a sample.

    Args:
        path: a file of JSON lines.
        known: the types that it may have.

    Raises:
        InputError: it cannot be read, or a line is no record of these types.
    """
    where = visible(str(path))
    try:
        lines = path.read_text("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{where}: cannot be read: {why}") from None
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line, parse_constant=_no_number)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise ParseError(where, number, "expected an object of JSON")
        kind = record.get("type", "sample")
        if kind not in known:
            raise ParseError(where, number, f"type is {kind!r:.40}, expected {', '.join(known)}")
        if kind in {"sample", "review", "edit"} and not isinstance(record.get("sample_id"), str):
            raise ParseError(where, number, f"a {kind} without a sample_id; add it")
        if problem := _impossible(record):
            raise ParseError(where, number, problem)
        found.append((number, record))
    return found


def _impossible(record: Record) -> str:
    """Return what a record says that cannot be; empty if there is nothing."""
    seconds = record.get("duration_seconds")
    if seconds is not None:
        number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
        if not (number and 0 <= seconds <= _LONGEST):
            return f"duration_seconds is {seconds!r:.40}, expected seconds from 0"
    for name in _TIMES:
        at = record.get(name)
        if at not in (None, "") and (not isinstance(at, str) or _moment(at) is None):
            return f"{name} is {at!r:.40}, expected a time, such as 2026-01-04T01:00:08Z"
    return ""


def lines_of(records: Iterable[Record]) -> str:
    """Return records as the lines of a file."""
    return "".join(json.dumps(record) + "\n" for record in records)


@dataclass
class Item:
    """One sample of a run.

    Attributes:
        sample: its id.
        draft: what was drafted; ``None`` if that failed.
        text: what it says now, with the latest edit.
        error: why there is no draft.
        drafted_at: when, as the tables have it.
        audio: the path of the recording as the record has it.
        status: of the latest review: ``approved``, ``noted``, ``skipped``; empty before the first.
        note: of the latest review.
        edited: whether somebody edited it.
        by: who reviewed it last.
        at: when, as the tables have it.
        places: where systems agree against the text, of a queue of doubtful ones.
    """

    sample: str
    draft: str | None = None
    text: str | None = None
    error: str = ""
    drafted_at: str | None = None
    audio: str = ""
    status: str = ""
    note: str = ""
    edited: bool = False
    by: str = ""
    at: str | None = None
    places: list[Record] = field(default_factory=list)

    @property
    def original(self) -> str | None:
        """The draft, where an edit made another text of it."""
        return self.draft if self.edited and self.draft != self.text else None


@dataclass
class State:
    """What the records of a run add up to; of several edits or reviews of a sample the latest holds.

    Attributes:
        run: its id.
        header: its first record; empty if it has none.
        items: by sample, in the order of the run.
        strangers: samples that notes are about and that are not of the run.
        reviewed: samples by the person who reviewed them.
        drafted_again: samples of which the run has several records; the last one holds.
    """

    run: str
    header: Record = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    reviewed: dict[str, set[str]] = field(default_factory=dict)
    drafted_again: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, run: str, drafts: Iterable[Record], notes: Iterable[Record]) -> State:
        """Return the state after all records."""
        state = cls(run)
        for record in drafts:
            kind = record.get("type", "sample")
            if kind == "header":
                state.header = record
            elif kind == "sample":
                state._drafted(record)
        who = HUMAN
        for record in notes:
            kind = record.get("type")
            if kind == "header":
                who = str(record.get("evaluator") or HUMAN)
            elif kind in {"review", "edit"}:
                state._noted(record, str(record.get("evaluator") or who))
        return state

    def _drafted(self, record: Record) -> None:
        name, text = record["sample_id"], record.get("transcription")
        item = Item(name, drafted_at=instant(record.get("generated_at")))
        item.audio = str(record.get("audio_path") or "")
        places = record.get("places")
        item.places = [p for p in places if isinstance(p, dict)] if isinstance(places, list) else []
        if record.get("error") or not isinstance(text, str):
            item.error = str(record.get("error") or "no text")
        else:
            item.draft = item.text = text
        if name in self.items:
            self.drafted_again.append(name)
        self.items[name] = item

    def _noted(self, record: Record, who: str) -> None:
        item = self.items.get(record["sample_id"])
        if item is None:
            self.strangers.append(record["sample_id"])
            return
        corrected = record.get("corrected_text")
        if record["type"] == "edit" and isinstance(corrected, str):
            item.text, item.edited, item.status = corrected, True, "approved"
            item.at = instant(record.get("edited_at"))
        elif record["type"] == "review":
            item.status, item.note = str(record.get("status") or ""), str(record.get("note") or "")
            item.at = instant(record.get("reviewed_at"))
            self.reviewed.setdefault(who, set()).add(item.sample)
        item.by = who

    @property
    def model(self) -> str:
        """What drafted."""
        return str(self.header.get("model") or "")

    @property
    def queue(self) -> str | None:
        """Of which queue the run is, as ``doubtful``; ``None`` if it stands for the whole."""
        return self.header.get("queue") or None

    def counts(self) -> dict[str, int]:
        """Return how many are approved, edited, noted and skipped."""
        found = dict.fromkeys(("approved", "edited", "noted", "skipped"), 0)
        for item in self.items.values():
            found["edited"] += item.edited
            if item.status in found:
                found[item.status] += 1
        return found

    def row(self, item: Item) -> Record | None:
        """Return a sample as a version of its reference; ``None`` if there is no text."""
        if item.text is None:
            return None
        verified = item.status == "approved"
        return {
            "sample_id": item.sample,
            "text": item.text,
            "model_used": self.model or None,
            "generated_at": item.drafted_at,
            "original_text": item.original,
            "verified_by": (item.by or HUMAN) if verified else None,
            "verified_at": item.at if verified else None,
            "run_id": self.run,
            "queue": self.queue if verified else None,
        }
