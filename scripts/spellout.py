"""From spell-out rules to rows of ``numerals.tsv``.

A rule says how a number is written, such as ``21: >%masculine>-und-zwanzig;``. A row says the
same as a pattern that reads it: ``card 21 30 10 {r=card} und zwanzig``.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

__all__ = ["Row", "Rules", "numerals"]

LIMIT: Final = 10**18
"""Rows end here; ICU writes figures from here on."""

_SET: Final = re.compile(r"(%%?[\w-]+):\s*")
_RULE: Final = re.compile(r"([\d,. ]+)(?:/([\d,. ]+))?(>*):\s?(.*)", re.DOTALL)
_SPECIAL: Final = re.compile(r"(-x|[x0][.,][x0]|x[.,]|Inf|NaN):\s?(.*)", re.DOTALL)
_PLURAL: Final = re.compile(r"\$\((?:cardinal|ordinal),(.*?)\)\$")
_SLOT: Final = re.compile(r"\{(\w)=([^}]+)\}")
_KINDS: Final = {
    "year_words": ("spellout_numbering_year",),
    "card": ("spellout_cardinal", "spellout_numbering"),
    "ord": ("spellout_ordinal",),
}
"""Our sets, and the beginnings of the names of ICU's."""
_OTHER_USES: Final = ("financial", "year", "days")
_TRIED: Final = 1100
_MOST_FORMS: Final = 12


class Row(NamedTuple):
    """One row of ``numerals.tsv``."""

    set: str
    start: int
    below: int
    by: int
    pattern: str


@dataclass(frozen=True)
class Rules:
    """The rules of a language.

    Attributes:
        rows: a row for each rule, in sets with ICU's names.
        minus: the word of negative numbers, or nothing.
        point: the word of the decimal mark, or nothing.
    """

    rows: list[Row]
    minus: str
    point: str


def parse(text: str) -> Rules:
    """Read rules as ``unum_toPattern`` writes them."""
    sets: dict[str, list[tuple[int, int, int, str]]] = {}
    special: dict[str, str] = {}
    name = ""
    for part in text.split(";"):
        line = part.strip("\n ")
        if found := _SET.match(line):
            name, line = found[1], line[found.end() :].strip()
            sets[name] = []
        if not line or not name or "lenient" in name:
            continue
        if found := _SPECIAL.fullmatch(line):
            if _is_cardinal(name):
                special.setdefault(found[1], found[2])
        elif found := _RULE.fullmatch(line):
            base, radix = (int(re.sub(r"\D", "", cell or "10")) for cell in found.group(1, 2))
            sets[name].append((base, radix, len(found[3]), found[4].removeprefix("'")))
        else:
            base = sets[name][-1][0] + 1 if sets[name] else 0
            sets[name].append((base, 10, 0, line.removeprefix("'")))
    after_comma = {
        _name(name)
        for name, rules in sets.items()
        if any(rule[3].startswith(",") for rule in rules)
    }
    rows = [
        row._replace(pattern=_commas(row.pattern, after_comma))
        for name, rules in sets.items()
        for row in _rows_of(name, sorted(rules))
    ]
    words = [_words(special.get(key, "")) for key in ("-x", "x.x")]
    return Rules(rows, words[0], words[1] or _words(special.get("x,x", "")))


def _is_cardinal(name: str) -> bool:
    return name.startswith(("%spellout-cardinal", "%spellout-numbering")) and "year" not in name


def _words(body: str) -> str:
    """Return the words of a rule around its numbers, if they are in one place."""
    words = [part.strip() for part in re.split(r"[<>=](?:%%?[\w-]*)?[<>=]", body)]
    found = [
        word.replace("\xad", "") for word in words if word and not re.search(r"[#<>=0\[]", word)
    ]
    return _shown(found[0]).lower() if len(found) == 1 else ""


def _shown(text: str) -> str:
    """Return a text without marks that nobody sees."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def _rows_of(name: str, rules: list[tuple[int, int, int, str]]) -> Iterator[Row]:
    bases = [base for base, *_ in rules] + [LIMIT, LIMIT]
    for at, (base, radix, decrements, body) in enumerate(rules):
        below = bases[at + 1]
        # text in brackets becomes two rules; the first is for multiples, as far as the second goes
        if base and below == base + 1 and at + 1 < len(rules) and ">" in rules[at + 1][3]:
            below = bases[at + 2]
        exponent = 0
        while radix > 1 and radix ** (exponent + 1) <= max(base, 1):
            exponent += 1
        by = radix ** max(exponent - decrements, 0) if base else 1
        pattern = _pattern(body, name)
        if base < below and pattern:
            yield Row(_name(name), base, min(below, LIMIT), by, pattern)


def _name(name: str) -> str:
    return name.lstrip("%").replace("-", "_")


def _pattern(body: str, name: str) -> str:
    """Return the pattern that reads what a rule writes, or nothing where it writes figures."""
    text = body.replace("→", ">").replace("←", "<")
    text = re.sub("[\xad\u200b]", " ", text).replace("’", "'")
    text = _PLURAL.sub(
        lambda found: f"({'|'.join(dict.fromkeys(re.findall(r'{(.*?)}', found[1])))})", text
    )
    text = text.replace(">>>", f" {{r={name.lstrip('%')}}} ")
    for slot, mark, end in (("q", "<", "<"), ("r", ">", ">"), ("s", "=", "=")):
        text = re.sub(
            f"(?<![{{]\\w){mark}(%%?[\\w-]+|[#0][^{mark}]*)?{end}",
            lambda found, slot=slot: _slot(slot, found[1] or name),
            text,
        )
    if "#" in text or "ERROR" in text:
        return ""
    text = re.sub(r"([\[\]()|])", r" \1 ", text)
    text = _SLOT.sub(lambda found: f" {{{found[1]}={_name(found[2])}}} ", text)
    outside = re.split(r"(\{[^}]*\})", text)
    cleaned = (part if part.startswith("{") else part.replace("-", " ").lower() for part in outside)
    # a comma is an item's mark that one may stand before it
    joined = " ".join("".join(cleaned).split())
    return re.sub(r"\s*,[\s,]*", " ,", joined).strip(" ,")


def _commas(pattern: str, after_comma: set[str]) -> str:
    """Mark the slots of sets that begin with a comma."""
    return " ".join(
        f",{item}" if (found := _SLOT.fullmatch(item)) and found[2] in after_comma else item
        for item in pattern.split()
    )


def _slot(slot: str, reference: str) -> str:
    return "#" if reference.startswith(("#", "0")) else f" {{{slot}={reference.lstrip('%')}}} "


def numerals(rules: Rules) -> list[Row]:
    """Return the rows that cardinals, ordinals and years need.

    ICU has a set for each gender and case. They become one, ``card`` and ``ord``, unless a word
    would then have two values; then they keep their names, and ``card`` leads to each.
    """
    used = _reached(rules.rows)
    merged = _tidy(_renamed(row, _KINDS) for row in used)
    if not _ambiguous(merged, "card") and not _ambiguous(merged, "ord"):
        return merged
    leads = [
        Row(ours, 0, LIMIT, 1, f"{{s={name}}}")
        for ours, name in itertools.product(("card", "ord"), dict.fromkeys(row.set for row in used))
        if ours == _kind(name)
    ]
    return _tidy([*(_renamed(row, ["year_words"]) for row in used), *leads])


def _kind(name: str) -> str:
    """Return which of our sets one of ICU's belongs to, or its own name."""
    if name.startswith(_KINDS["year_words"][0]) and name.count("_") == 2:  # noqa: PLR2004 - no more words follow
        return "year_words"
    if any(word in name for word in _OTHER_USES):
        return name
    return next((ours for ours, heads in _KINDS.items() if name.startswith(heads)), name)


def _renamed(row: Row, kinds: Collection[str]) -> Row:
    """Give the sets of some kinds our names."""

    def name(known: str) -> str:
        return _kind(known) if _kind(known) in kinds else known

    pattern = _SLOT.sub(lambda found: f"{{{found[1]}={name(found[2])}}}", row.pattern)
    return row._replace(set=name(row.set), pattern=pattern)


def _reached(rows: list[Row]) -> list[Row]:
    """Return the rows that our sets lead to."""
    todo = [name for name in dict.fromkeys(row.set for row in rows) if _kind(name) in _KINDS]
    keep: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in keep:
            keep.add(name)
            inner = (
                found[2] for row in rows if row.set == name for found in _SLOT.finditer(row.pattern)
            )
            todo.extend(inner)
    return [row for row in rows if row.set in keep]


def _tidy(rows: Iterable[Row]) -> list[Row]:
    """Drop duplicates, and sets that are only themselves."""
    kept = dict.fromkeys(row for row in rows if row.pattern != f"{{s={row.set}}}")
    return list(kept)


def _ambiguous(rows: list[Row], name: str) -> bool:
    """Tell whether some words have two values in a set."""
    values: dict[str, int] = {}
    forms = _Forms(rows)
    for number in range(_TRIED + 1):
        for text in forms.of(name, number):
            if values.setdefault(text, number) != number:
                return True
    return False


class _Forms:
    """Numbers in words, without spaces, by rows."""

    def __init__(self, rows: list[Row]) -> None:
        self._sets: dict[str, list[Row]] = {}
        for row in rows:
            self._sets.setdefault(row.set, []).append(row)
        self._known: dict[tuple[str, int], list[str]] = {}

    def of(self, name: str, number: int) -> list[str]:
        """Return some forms of a number, up to a dozen."""
        if (name, number) in self._known:
            return self._known[name, number]
        self._known[name, number] = []  # a number that is said by itself has no form
        found: dict[str, None] = {}
        for row in self._sets.get(name, ()):
            if row.start <= number < row.below and self._fits(row, number):
                found.update(dict.fromkeys(self._row(row, number)))
        self._known[name, number] = list(found)[:_MOST_FORMS]
        return self._known[name, number]

    @staticmethod
    def _fits(row: Row, number: int) -> bool:
        slots = {found[1] for found in _SLOT.finditer(row.pattern)}
        quotient, rest = divmod(number, row.by)
        if "s" in slots:
            return True
        if not slots:
            return number == row.start
        if "r" in slots and "q" not in slots:
            return row.start - row.start % row.by == number - rest and (
                rest > 0 or not row.start % row.by
            )
        return quotient > 0 and (("r" in slots and rest > 0) or ("r" not in slots and rest == 0))

    def _row(self, row: Row, number: int) -> Iterator[str]:
        numbers = {"q": number // row.by, "r": number % row.by, "s": number}
        pieces: list[list[str]] = []
        pattern = re.sub(r"\(([^()]*)\)", lambda found: found[1].replace(" ", ""), row.pattern)
        for item in pattern.split():
            piece = item.removeprefix(",")
            if found := _SLOT.fullmatch(piece):
                pieces.append(self.of(found[2], numbers[found[1]]))
            else:
                pieces.append(piece.strip("[]").split("|"))
        for parts in itertools.islice(itertools.product(*pieces), _MOST_FORMS):
            yield "".join(parts)
