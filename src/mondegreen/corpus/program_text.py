"""Whether lines are what a program reads or writes: source, a patch, headers, a catalogue, values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.corpus.sample import Sample

__all__ = ["PROGRAM_TEXTS"]

# Patterns are compiled when a text first needs them, which most texts do not.
_STATEMENT: Final = (
    r"\s*(?:(?:INSERT\s+INTO|REPLACE\s+INTO|DELETE\s+FROM|CREATE\s+TABLE|DROP\s+TABLE)\s+\S+"
    r"|UPDATE\s+\S+\s+SET)\b.*[;,()]\s*$"
)
_ENTRY: Final = (
    r'\s*(?:#[~,.:| ]|(?:#~ )?(?:msg(?:id|str|ctxt|id_plural)(?:\[[0-9]\])?\s*)?"[^\n]*"\s*$)'
)
_HUNK: Final = r"@@ -[0-9]+(?:,[0-9]+)? \+[0-9]+(?:,[0-9]+)? @@"
_COMMAND: Final = r"\s*\\(?:documentclass|usepackage|begin|end|section|chapter)\b\s*[\[{]"
_CODE_BLOCK: Final = r"\s*(?:`{3,}|~{3,})\s*[\w+-]*\s*$"
_HEADER: Final = r"[A-Z][A-Za-z]*(?:-[A-Za-z]+)*: ?\S"
_FIELDS: Final = frozenset(
    {"From", "To", "Cc", "Subject", "Date", "Received", "Return-Path", "Reply-To", "Message-ID"}
    | {"MIME-Version", "Content-Type", "Content-Length", "Server"}
)
_STATUS: Final = r"HTTP/[0-9.]+ [1-5][0-9]{2}\b"
_FIELD: Final = r"[\w.-]+\s*[:=]"
_FEWEST: Final = 2
_MOST_VALUES: Final = 20
_OPENERS: Final = ("[", "{", "b'", 'b"')
_LONGEST: Final = 2**14


def _is_sql(sample: Sample) -> bool:
    lines = sample.whole_lines
    first = lines[0][:40].upper() if lines else ""
    if not any(word in first for word in ("INTO", "FROM", "TABLE", "UPDATE")):
        return False
    found = [line for line in lines if re.match(_STATEMENT, line, re.IGNORECASE)]
    return len(found) >= _FEWEST and (2 * len(found) > len(lines) or lines[0] in found)


def _is_catalogue(sample: Sample) -> bool:
    """Whether it is a file of gettext: all lines are comments, or quoted after the name of a field."""
    if 'msgstr "' not in sample.text and 'msgid "' not in sample.text:
        return False
    return all(re.match(_ENTRY, line) for line in sample.whole_lines)


def _is_patch(sample: Sample) -> bool:
    lines = sample.whole_lines
    if "@@ -" in sample.text and any(re.match(_HUNK, line) for line in lines):
        return True
    return bool(lines) and lines[0].startswith("diff --git ")


def _is_tex(sample: Sample) -> bool:
    return "\\" in sample.text and any(re.match(_COMMAND, line) for line in sample.whole_lines)


def _has_code_block(sample: Sample) -> bool:
    """Whether a code block of Markdown is around some of the lines, as a language model writes it."""
    lines = sample.whole_lines
    if "```" not in sample.text and "~~~" not in sample.text:
        return False
    return any(re.match(_CODE_BLOCK, line) for line in lines)


def _is_message(sample: Sample) -> bool:
    """Whether it begins with the headers of an e-mail or of a response of HTTP."""
    lines = sample.whole_lines
    if len(lines) < _FEWEST or ":" not in lines[0] + lines[1]:
        return False
    if re.match(_STATUS, lines[0]):
        return re.match(_HEADER, lines[1]) is not None
    return all(
        re.match(_HEADER, line) and line.partition(":")[0] in _FIELDS for line in lines[:_FEWEST]
    )


def _has_front_matter(sample: Sample) -> bool:
    """Whether settings between two lines of dashes are in front of the text."""
    lines = sample.whole_lines
    if not lines or lines[0].strip() not in {"---", "+++"}:
        return False
    end = next((at for at, line in enumerate(lines[1:], 1) if line.strip() == lines[0].strip()), 0)
    return end > 1 and all(re.match(_FIELD, line) for line in lines[1:end])


def _is_section(sample: Sample) -> bool:
    """Whether it is a name in brackets, and below it names with ``=``, as in an .ini file."""
    lines = sample.whole_lines
    if len(lines) < 1 + _FEWEST or not re.fullmatch(r"\s*\[[^\[\]]+\]\s*", lines[0]):
        return False
    return all(re.match(r"\s*(?:[\w.-]+\s*=|\[[^\[\]]+\]\s*$|[;#])", line) for line in lines[1:])


def _are_cues(sample: Sample) -> bool:
    """Whether the numbers 1, 2, 3 are on lines of their own, each with text below, as in .srt."""
    lines = [line.strip() for line in sample.whole_lines]
    if not lines or lines[0] not in {"0", "1"}:
        return False
    rows = [at for at, line in enumerate(lines) if line.isdecimal() and line.isascii()]
    numbers = [int(lines[at]) for at in rows]
    if len(rows) < _FEWEST or numbers != [*range(numbers[0], numbers[0] + len(rows))]:
        return False
    gaps = [after - before for before, after in zip(rows, [*rows[1:], len(lines)], strict=True)]
    return min(gaps[:-1]) > 1 and (len(rows) > _FEWEST or gaps == [2, 2])


def _are_values(sample: Sample) -> bool:
    """Whether it is a list of Python, or each line is a list, an object or bytes."""
    if not sample.text.lstrip().startswith(_OPENERS):
        return False
    if not sample.is_cut and isinstance(_value(sample.text), list | dict):
        return True
    lines = sample.whole_lines[:_MOST_VALUES]
    return len(lines) >= _FEWEST and all(
        isinstance(_value(line.rstrip().rstrip(",")), list | dict | bytes) for line in lines
    )


def _value(text: str) -> object:
    import ast  # only for what begins as such a value

    try:
        return ast.literal_eval(text.strip()) if len(text) <= _LONGEST else None
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def _is_printed_column(sample: Sample) -> bool:
    lines = sample.whole_lines
    return bool(lines) and re.search(r"\bdtype: \w+\s*$", lines[-1]) is not None


def _is_traceback(sample: Sample) -> bool:
    return sample.text.lstrip().startswith("Traceback (most recent call last)")


PROGRAM_TEXTS: Final[dict[str, Callable[[Sample], bool]]] = {
    "statements of SQL": _is_sql,
    "a catalogue of gettext (.po)": _is_catalogue,
    "a patch or the output of diff": _is_patch,
    "LaTeX": _is_tex,
    "a text in a code block of Markdown, as a language model writes it": _has_code_block,
    "an e-mail or a response of HTTP with its headers": _is_message,
    "a text with settings in front (front matter)": _has_front_matter,
    "settings under a name in brackets, as in an .ini file": _is_section,
    "numbered cues without times": _are_cues,
    "values of Python": _are_values,
    "a column that pandas printed": _is_printed_column,
    "an error of Python (a traceback)": _is_traceback,
}
"""What a text may be, and whether it is."""
