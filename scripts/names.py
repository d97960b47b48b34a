"""Names of CLDR as rows of tables: months, days, units, currencies and marks of a language."""

from __future__ import annotations

import csv
import itertools
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from babel import Locale, localedata
from babel.core import get_global
from babel.numbers import get_territory_currencies

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Names", "names"]

_UNITS: Final = Path(__file__).with_name("units.tsv")
_CURRENCIES: Final = ("EUR", "USD", "GBP", "JPY", "CHF", "CNY", "INR", "RUB")
_SIGNS: Final = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "RUB": "₽"}
_FAMILIES: Final = (
    ("USD", "CAD", "AUD", "NZD", "HKD", "SGD"),
    ("GBP", "EGP", "LBP", "SYP", "SDG"),
    ("SEK", "NOK", "DKK", "ISK"),
    ("INR", "PKR", "LKR", "NPR", "MUR"),
    ("CHF", "XAF", "XOF", "RWF"),
    ("MXN", "ARS", "CLP", "COP", "PHP"),
    ("JPY",),
    ("CNY",),
)
"""Currencies whose names share the word that speakers use alone: *US dollar*, *dollar*."""
_CATEGORIES: Final = ("one", "two", "few", "many", "other", "zero")
_DAYS: Final = 7


@dataclass(frozen=True)
class Names:
    """What CLDR says about a language.

    Attributes:
        name: the English name of the language.
        settings: rows of ``pack.tsv``.
        classes: rows of ``classes.tsv``.
        days: rows of ``abbreviations.tsv``, the short names of days.
        units: rows of ``units.tsv``.
        percent: the words of percent.
        unit_first: whether a unit is said before its number.
        month_first: whether a month is said before its day.
    """

    name: str
    settings: list[tuple[str, str]]
    classes: list[tuple[str, str, str]]
    days: list[tuple[str, str]]
    units: list[tuple[str, ...]]
    percent: list[str]
    unit_first: bool
    month_first: bool


def names(code: str) -> Names | None:
    """Return the names of a language, or nothing where CLDR has only those of its root."""
    locale = Locale.parse(code)
    months = _months(locale)
    if not months:
        return None
    units = _units(locale)
    return Names(
        name=locale.english_name or code,
        settings=_settings(locale),
        classes=months + _halves(locale) + _currency_signs(locale),
        days=_days(locale),
        units=units + _currencies(locale),
        percent=_forms(locale._data["unit_patterns"].get("concentr-percent", {}).get("long", {})),
        unit_first=_unit_first(locale),
        month_first=_month_first(locale),
    )


def _clean(text: str) -> str:
    """Return a name in lower case, without invisible marks and the full stop of a short form."""
    shown = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFC", shown).lower().split()).removesuffix(".")


def _form(text: str) -> str:
    """Return a name as a form of a table: its words and signs with ``_`` between."""
    kinds = [(_kind(letter), letter) for letter in _clean(text).replace("’", "'")]
    groups = itertools.groupby(kinds, key=lambda pair: pair[0] or object())
    pieces = ("".join(letter for _, letter in group).strip("'") for _, group in groups)
    return "_".join(piece for piece in pieces if piece.strip(" ._-"))


def _kind(letter: str) -> str:
    """Return what a letter joins with: letters, figures, or nothing."""
    category = unicodedata.category(letter)
    if category[0] in "LM" or letter == "'":
        return "word"
    return "figures" if category == "Nd" else ""


def _spaced(wide: list[str], short: list[str]) -> str:
    """Return forms with spaces between; a short one of a single letter says too little."""
    forms = [*map(_form, wide), *(form for form in map(_form, short) if len(form) > 1)]
    return " ".join(dict.fromkeys(filter(None, forms))) or "-"


def _likely(locale: Locale) -> list[str]:
    return str(get_global("likely_subtags").get(str(locale), "")).split("_")


def _settings(locale: Locale) -> list[tuple[str, str]]:
    symbols = locale._data["number_symbols"].get("latn", {})
    script = locale.script or next((part for part in _likely(locale) if len(part) == 4), "Latn")  # noqa: PLR2004 - codes of scripts
    group = symbols.get("group", ",")
    rows = [
        ("name", locale.english_name or str(locale)),
        ("script", script),
        ("point", symbols.get("decimal", ".")),
        ("groups", "space" if not group.strip() or group in "'’" else group),
    ]
    if locale.decimal_formats[None].pattern.startswith("#,##,"):
        rows.append(("indian", "yes"))
    return rows


def _months(locale: Locale) -> list[tuple[str, str, str]]:
    said = locale.months
    wide = said["format"]["wide"]
    if not wide or wide[1] in {"M01", "1"}:
        return []
    rows = [
        ("month", _clean(wide[number]), _spaced(*_said(said, number))) for number in range(1, 13)
    ]
    figures = [
        ("monthnumber", name, f"{number} {number:02}" if number < 10 else str(number))  # noqa: PLR2004 - one figure
        for number, (_, name, _) in enumerate(rows, 1)
    ]
    return rows + figures


def _days(locale: Locale) -> list[tuple[str, str]]:
    """Return short names of days and what they stand for; a single letter says too little."""
    rows: dict[tuple[str, str], None] = {}
    for number in range(_DAYS):
        wide, short = _said(locale.days, number)
        for text in map(_clean, short):
            if len(text) > 1 and " " not in text and text not in map(_clean, wide):
                rows[f"{text}.", _clean(wide[0])] = None
    return list(rows)


def _said(said: Any, number: int) -> list[list[str]]:
    """Return the full and the short names, as they stand alone and in a date."""
    return [[said[use][width].get(number, "") for use in said] for width in ("wide", "abbreviated")]


def _halves(locale: Locale) -> list[tuple[str, str, str]]:
    """Return the words of the halves of the day, if the language has its own."""
    said = locale.day_periods
    rows = []
    for half in ("am", "pm"):
        texts = [
            widths.get(half, "")
            for use in said.values()
            for widths in (use["wide"], use["abbreviated"])
        ]
        rows.append(
            ("ampm", half, " ".join(dict.fromkeys([half, *filter(None, map(_form, texts))])))
        )
    return rows


def _currency_signs(locale: Locale) -> list[tuple[str, str, str]]:
    rows = []
    for code in _chosen(locale):
        own = locale.currency_symbols.get(code, "")
        signs = dict.fromkeys(sign for sign in (_SIGNS.get(code, ""), own) if _is_sign(sign))
        if signs:
            rows.append(("cursign", code.lower(), " ".join(signs)))
    return rows


def _is_sign(text: str) -> bool:
    return len(text) == 1 and unicodedata.category(text) == "Sc"


def _chosen(locale: Locale) -> list[str]:
    territory = _likely(locale)[-1]
    own = get_territory_currencies(territory) if len(territory) == 2 else []  # noqa: PLR2004 - codes of countries
    return list(dict.fromkeys([*own, *_CURRENCIES]))


def _forms(patterns: Any) -> list[str]:
    """Return the forms of a unit by plural category, without the number."""
    found = []
    for category in _CATEGORIES:
        text = patterns.get(category, "")
        if "{0}" in text:
            found.append(_clean(text.replace("{0}", " ")))
    return list(dict.fromkeys(filter(None, found)))


def _form_for(locale: Locale, patterns: Any, number: int) -> str:
    text = patterns.get(locale.plural_form(number)) or patterns.get("other", "")
    return _clean(text.replace("{0}", " "))


def _unit_first(locale: Locale) -> bool:
    texts = [
        unit.get("long", {}).get("other", "") for unit in locale._data["unit_patterns"].values()
    ]
    return sum(text.endswith("{0}") for text in texts) > sum(
        text.startswith("{0}") for text in texts
    )


def _month_first(locale: Locale) -> bool:
    pattern = locale.date_formats["long"].pattern
    return "d" in pattern and -1 < pattern.find("M") < pattern.find("d")


def _units(locale: Locale) -> list[tuple[str, ...]]:
    patterns = locale._data["unit_patterns"]
    with _UNITS.open(encoding="utf-8", newline="") as file:
        table = [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
    everywhere = localedata.LocaleDataDict(localedata.load("root"))["unit_patterns"]
    rows = []
    taken: set[str] = set()
    for unit, name, symbols in table:
        known = patterns.get(unit, {})
        long = known.get("long", {})
        if dict(long) == dict(everywhere.get(unit, {}).get("long", {})):
            continue  # only what stands for every language
        one, many = (_form_for(locale, long, number) for number in (1, 5))
        if not one or not many or one in symbols.lower().split():
            continue
        exact = [symbol for symbol in symbols.split() if symbol.isalpha()]
        parted = [symbol for symbol in symbols.split() if not symbol.isalpha() and symbol != "-"]
        # what is short in the language itself may be in any case, unless it is a symbol
        short = [text for text in _forms(known.get("short", {})) if len(text) > 1]
        short = [text for text in short if text not in {symbol.lower() for symbol in exact}]
        own = {_form(one), _form(many)}
        forms = dict.fromkeys(map(_form, [*_forms(long), *short, *parted]))
        forms = [form for form in forms if form and form not in taken | own]
        taken.update(forms, own)
        rows.append(("unit", name, one, many, " ".join(forms) or "-", " ".join(exact) or "-"))
    return rows


def _currencies(locale: Locale) -> list[tuple[str, ...]]:
    plural = locale._data["currency_names_plural"]
    singles = locale._data["currency_names"]
    rows = []
    taken: set[str] = set()

    def named(code: str) -> list[str]:
        forms = [plural.get(code, {}).get(category, "") for category in _CATEGORIES]
        return [
            _clean(text.replace("{0}", " ")) for text in (*forms, singles.get(code, "")) if text
        ]

    for code in _chosen(locale):
        forms = named(code)
        if not forms or (len(forms) == 1 and forms[0] == code.lower()):
            continue
        alone = _shared(code, named)
        one, many = (
            _clean(plural.get(code, {}).get(locale.plural_form(number), "") or forms[-1])
            for number in (1, 5)
        )
        signs = [sign for sign in (_SIGNS.get(code, ""),) if sign]
        every = [
            form for form in map(_form, [*alone, *forms]) if form not in {_form(one), _form(many)}
        ]
        every = [
            form for form in dict.fromkeys([*every, code.lower(), *signs]) if form not in taken
        ]
        taken.update(every)
        rows.append(("currency", code.lower(), one, many, " ".join(every), "-"))
    return rows


def _shared(code: str, named: Callable[[str], list[str]]) -> list[str]:
    """Return the words that the names of a family of currencies share: *dollar*, *dollars*.

    A word that other families have too, such as *of the*, is none.
    """

    def words(member: str) -> set[str]:
        return {word for form in named(member) for word in form.split()}

    family = next((family for family in _FAMILIES if family[0] == code), ())
    members = [found for found in map(words, family) if found]
    others = [words(member) for other in _FAMILIES if other != family for member in other]
    if len(members) < 2:  # noqa: PLR2004 - one name shares nothing
        return []
    return sorted(set.intersection(*members).difference(*others))
