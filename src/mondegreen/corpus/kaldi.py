"""Kaldi's ``text``: an id, white space, the words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mondegreen.corpus.table import Table, quoted
from mondegreen.errors import InputError, ParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Column

__all__ = ["Kaldi", "as_kaldi", "first_fields"]

_BLANKS = " \t\r\v\f"  # what C calls white space; a no-break space may stand in an id
_WORD = re.compile(r"[A-Za-z]+[-_]?\d+")
_FIELD = re.compile(rf"[{_BLANKS}]*([^{_BLANKS}]+)[{_BLANKS}]*")


class Kaldi:
    """One utterance a line: the id, white space, the words; paired by id.

    A line with the id alone is an empty transcript, as Kaldi writes it for silence. A blank
    line has no id and is an error. White space around the words is taken off.

    >>> Kaldi().parse("text", ["utt1 so it goes", "utt2"]).columns["text"]
    ['so it goes', '']
    """

    name = "kaldi"

    def read(self, source: Source) -> Table:
        """Read every line."""
        return self.parse(source.name, source.lines())

    def parse(self, name: str, lines: Iterable[str]) -> Table:
        """Split lines that are already there; ``name`` is the file, for messages."""
        ids, texts = [], []
        for number, line in enumerate(lines, 1):
            found = _FIELD.match(line)
            if found is None:
                raise ParseError(
                    name,
                    number,
                    "blank line, expected an id and words; an empty transcript is the id alone "
                    "(plain text is read with --format lines)",
                )
            ids.append(found[1])
            texts.append(line[found.end() :].rstrip(_BLANKS))
        columns: dict[str, Column] = {"id": ids, "text": texts}
        return Table(name, self.name, columns, range(1, len(ids) + 1), transcript=True)


def as_kaldi(first: Table, second: Table) -> tuple[Table, Table]:
    """Read plain lines again as Kaldi's, where every line of both begins with an id.

    Raises:
        InputError: the lines of both may begin with ids, but that is not certain.
    """
    lines = first.columns["text"], second.columns["text"]
    fields, others = _of_both(lines, _is_id)
    if not fields & others:
        fields, others = _of_both(lines, _may_be_id)
        if fields and fields == others:
            raise InputError(
                f"{first.name}, {second.name}: each line begins with what looks like an id, such "
                f"as {quoted(min(fields))}, the same ones in both files; add --format kaldi, or "
                "--format lines if these words were spoken"
            )
        return first, second
    if fields != others:
        odd = min(fields ^ others)
        raise InputError(
            f"{first.name}, {second.name}: every line begins with an id, as in Kaldi's text, but "
            f"{odd!r} is in one file only; name the format: --format kaldi, or --format lines"
        )
    return Kaldi().parse(first.name, lines[0]), Kaldi().parse(second.name, lines[1])


def _of_both(
    lines: tuple[Iterable[str], Iterable[str]], rule: Callable[[str], bool]
) -> tuple[set[str], set[str]]:
    fields = first_fields(lines[0], rule) or set()
    return fields, (first_fields(lines[1], rule) or set()) if fields else set()


def _is_id(field: str) -> bool:
    return ("-" in field or "_" in field) and any(map(str.isdigit, field))


def _may_be_id(field: str) -> bool:
    return _is_id(field) or _WORD.fullmatch(field) is not None


def first_fields(lines: Iterable[str], rule: Callable[[str], bool] = _is_id) -> set[str] | None:
    """Return the first word of every line, if all of them can only be ids.

    Each fits the ``rule``, by default a digit and one of ``-`` and ``_``; none stands twice, and
    there are two or more. Anything less would take the first word away from a plain text.

    >>> first_fields(["a-1 x", "a-2 y"]) == {"a-1", "a-2"}
    True
    >>> first_fields(["the cat", "a dog"]) is None
    True
    """
    fields: set[str] = set()
    for line in lines:
        found = _FIELD.match(line)
        if found is None or not rule(found[1]) or found[1] in fields:
            return None
        fields.add(found[1])
    return fields if len(fields) > 1 else None
