"""Whether a text has a structure that plain lines do not have, though no format knows it.

Times, tags and keys that are scored as words give a number that looks right, so what looks like a
format that is not known is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.program_text import PROGRAM_TEXTS
from mondegreen.corpus.table import quoted
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.corpus.sample import Sample

__all__ = ["STAMPED", "seconds_of", "structure_of", "unknown"]

# Patterns are compiled when a text first needs them, which most texts do not.
_SHORT: Final = r"[0-9]{1,3}:[0-9]{2}"
_CLOCK: Final = rf"{_SHORT}(?::[0-9]{{2}})?(?:[.,][0-9]{{1,3}})?"
_LONG: Final = rf"{_SHORT}(?::[0-9]{{2}}(?:[.,][0-9]{{1,3}})?|[.,][0-9]{{1,3}})"
STAMPED: Final = rf"\s*+(?:[\[(<{{]({_CLOCK})[\])>}}]|({_CLOCK})(?![\w:]))"
_INSIDE: Final = rf"[\[(<]({_CLOCK})[\])>]|\s({_LONG})$|\S(?:\t|\s\s+)({_CLOCK})(?:\t|\s\s+|\s*$)"
_CUE: Final = (
    rf"{_CLOCK}\s*+-->\s*+{_CLOCK}|{_SHORT}:[0-9]{{2}}[.,][0-9]{{1,3}}\s*[,;\t-]\s*{_LONG}"
)
_SECONDS: Final = r"\s*+([0-9]{1,6}\.[0-9]+)[\s,;]+([0-9]{1,6}\.[0-9]+)(?:[\s,;]|$)"
_DECLARED: Final = r"\s*+<(?:\?xml|!DOCTYPE)\b"
_TAG_ALONE: Final = r"\s*+<([A-Za-z][\w:.-]*)(?:\s[^<>]*)?>\s*$"
_SETTING: Final = (
    r"\s*+(?:\[[^\[\]]+\]"
    r'|[A-Za-z][\w .?-]*(?:(?:\[[0-9]*\])?:|\s*[=?]\s*(?:"[^"]*"'
    r"|'[^']*'|-?[0-9.]+|<exists>)?))\s*$"
)
_KEY: Final = r"(\s*+)(- )?\s*+[\w.-]+:(?:\s|$)"
_NUMBERED: Final = r"\s*+([0-9]{1,6})[.)]\s+\S"
_DATED: Final = r"\W*+[0-9]{4}[-/.][0-9]{2}[-/.][0-9]{2}[ T]+[0-9]{2}:[0-9]{2}\b.*[^\W\d_]{2}"
_RULE: Final = r"\s*+(?:\|\s*:?-{3,}:?\s*\||\|?\s*:?-{3,}:?\s*(?:\|\s*:?-+:?\s*)+\|?|\+?[-=]{3,}(?:\+[-=]{3,})+\+?|\+[-=]{3,}\+)\s*$"
_CELL: Final = rf"-?[0-9]+(?:[.,][0-9]+)?|{_CLOCK}"
_ENDS: Final = frozenset("]\"'>=:.0123456789")
"""What a setting may end with."""
_YAML: Final = "YAML"
_UEM: Final = "UEM"
_PART: Final = r"\S+[ \t]+[0-9A-Za-z]{1,8}[ \t]+[0-9]+(\.[0-9]+)?[ \t]+[0-9]+(\.[0-9]+)?[ \t]*"
_FEWEST: Final = 3
_FEWEST_SHORT: Final = 6
_MOST_IDLE: Final = 4
"""Where times are, at least one line of so many has one."""


def structure_of(sample: Sample) -> str | None:
    """Return what the text looks like, if not like plain lines; ``None`` if it does."""
    return next((what for what, is_so in _STRUCTURES.items() if is_so(sample)), None)


def unknown(name: str, sample: Sample) -> ParseError:
    """Return the error for a text with a structure that no format knows."""
    first = quoted(sample.lines[0].strip()) if sample.lines else "nothing"
    what = structure_of(sample) or "something else than plain lines"
    if what == _YAML:
        return ParseError(
            name, None, "is YAML, which is not read; save it as JSON lines and give that"
        )
    if what == _UEM:
        return ParseError(
            name,
            None,
            f"is UEM, found {first}, which says what parts of recordings are scored and holds no words; "
            "give it next to two transcripts: --uem FILE -m cpwer",
        )
    return ParseError(
        name,
        None,
        f"looks like {what} and is in no format that is known, found {first}; name the "
        "format with --format (see 'mondegreen list formats'), or give --format lines if every word of it "
        "was spoken",
    )


def _is_uem(sample: Sample) -> bool:
    """Whether every line is a part of a recording; whole numbers may be words but in a file ``.uem``."""
    lines = [line for line in sample.whole_lines if not line.startswith(";;")]
    found = [re.fullmatch(_PART, line) for line in lines]
    if not found or not all(found):
        return False
    named = sample.is_named((".uem",))
    return named or all(each and each[1] and each[2] for each in found)


def _is_markup(sample: Sample) -> bool:
    if sample.opening != "<":
        return False
    if re.match(_DECLARED, sample.text, re.IGNORECASE):
        return True
    alone = re.match(_TAG_ALONE, sample.lines[0])
    return alone is not None and (f"</{alone[1]}>" in sample.text or sample.is_cut)


def _is_json(sample: Sample) -> bool:
    return sample.opening in {"{", "["} and isinstance(sample.document, (dict, list))


def _is_timed(sample: Sample) -> bool:
    """Whether lines have the two ends of a cue, or times that continue."""
    lines = [line for line in sample.whole_lines if ":" in line]
    if any(re.search(_CUE, line) for line in lines):
        return True
    found = [re.match(STAMPED, line) or re.search(_INSIDE, line) for line in lines]
    stamps = [next(filter(None, each.groups())) for each in found if each]
    # What has hours and minutes alone, without brackets, may also be said.
    plain = all(each is None or each[0].strip() == each[each.lastindex or 0] for each in found)
    fewest = _FEWEST_SHORT if plain and all(stamp.count(":") == 1 for stamp in stamps) else _FEWEST
    if len(stamps) < fewest or len(stamps) * _MOST_IDLE < len(sample.whole_lines):
        return False
    times = list(map(seconds_of, stamps))
    return times == sorted(times) and times[0] < times[-1]


def _are_spans(sample: Sample) -> bool:
    """Whether every line begins with a start and an end in seconds."""
    ends = []
    for line in sample.whole_lines:
        found = re.match(_SECONDS, line) if "." in line else None
        if found is None or float(found[1]) > float(found[2]):
            return False
        ends.append(found)
    return len(ends) > 1


def _are_settings(sample: Sample) -> bool:
    lines = sample.whole_lines
    settings = [line for line in lines if line.strip()[-1] in _ENDS and re.match(_SETTING, line)]
    named = any("=" in line for line in settings)
    return named and len(settings) >= _FEWEST and 2 * len(settings) > len(lines)


def _is_numbered(sample: Sample) -> bool:
    """Whether each line begins with its number and a point or a bracket, as in a list."""
    lines = sample.whole_lines
    found = (
        [re.match(_NUMBERED, line) for line in lines]
        if lines and lines[0].strip()[:1] in "01"
        else []
    )
    numbers = [int(each[1]) for each in found if each is not None]
    first = numbers[0] if numbers else 0
    return len(numbers) == len(lines) >= _FEWEST and numbers == [*range(first, first + len(lines))]


def _is_dated(sample: Sample) -> bool:
    """Whether each line begins with a date and a time, and words come after it."""
    lines = sample.whole_lines
    return len(lines) > 1 and all(re.match(_DATED, line) for line in lines)


def _is_drawn(sample: Sample) -> bool:
    """Whether a rule of dashes is under the first line, or around it, as in Markdown."""
    lines = sample.whole_lines[:2]
    return len(lines) > 1 and any(re.match(_RULE, line) for line in lines) and "|" in "".join(lines)


def _is_yaml(sample: Sample) -> bool:
    """Whether it is named so, or is a list of objects with keys on lines of their own."""
    if sample.is_named((".yaml", ".yml")) or sample.text.startswith("%YAML"):
        return True
    found = [re.match(_KEY, line) for line in sample.whole_lines if line.strip() != "---"]
    keys = [each for each in found if each is not None]
    items = [each for each in keys if each[2]]
    inner = [each for each in keys if each[1] and not each[2]]
    return len(items) > 0 < len(inner) and 2 * len(keys) > len(found) and found[0] is not None


def _are_token_numbers(sample: Sample) -> bool:
    """Whether it is named as files of numbers are, and has nothing else after the ids."""
    if not sample.is_named((".tra", ".int", "token_int")):
        return False
    words = [word for line in sample.whole_lines for word in line.split()[1:]]
    return bool(words) and all(word.isascii() and word.isdecimal() for word in words)


def _are_timed_cells(sample: Sample) -> bool:
    """Whether rows of cells with tabs between them have two numbers or times at the same places."""
    lines = sample.whole_lines
    if len(lines) < 2 or not all("\t" in line for line in lines[:2]):  # noqa: PLR2004
        return False
    rows = [line.split("\t") for line in lines[1:]]
    if any(len(row) != len(lines[0].split("\t")) for row in rows):
        return False
    numbers = [
        all(re.fullmatch(_CELL, cell.strip()) for cell in cells)
        for cells in zip(*rows, strict=True)
    ]
    return sum(numbers) > 1 and not all(numbers)


def seconds_of(clock: str) -> float:
    """Return the seconds of minutes and seconds, or hours, minutes and seconds.

    >>> seconds_of("1:02"), seconds_of("0:01:02,5")
    (62.0, 62.5)
    """
    seconds = 0.0
    for part in clock.replace(",", ".").split(":"):
        seconds = 60 * seconds + float(part)
    return seconds


_STRUCTURES: Final[dict[str, Callable[[Sample], bool]]] = {
    _UEM: _is_uem,
    "XML or another text of tags": _is_markup,
    "JSON": _is_json,
    "text with times": _is_timed,
    "lines of start, end and text": _are_spans,
    "settings, each a name and a value": _are_settings,
    "a numbered list": _is_numbered,
    "lines with dates, as a log": _is_dated,
    "a table that is drawn with bars": _is_drawn,
    _YAML: _is_yaml,
    "numbers of tokens, as *.tra of Kaldi and token_int of ESPnet have": _are_token_numbers,
    "a table with tabs and columns of numbers or times": _are_timed_cells,
    **PROGRAM_TEXTS,
}
