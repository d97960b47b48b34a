"""Rows of ``patterns.tsv`` that a new language begins with: what its tables from CLDR can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from names import Names
    from spellout import Rules

__all__ = ["patterns"]

_HEAD = "# kind, pattern, value, written, level, before, after, example. @kind is for other rows only.\n"
_NO_COUNT = "!unit !currency"


def patterns(found: Names, rules: Rules, sets: set[str]) -> str:
    """Return the file, with the rows for which the language has the sets: comments say what for."""
    return _HEAD + "".join(
        line if line.startswith("#") else "\t".join(line.split(" | ")) + "\n"
        for line in _lines(found, rules, sets)
    )


def _lines(found: Names, rules: Rules, sets: set[str]) -> Iterator[str]:
    yield "# Numbers.\n"
    if "card" in sets:
        yield "@digit | {n=card:0..9} | {n}"
        if rules.point:
            yield f"@plain | {{a=int}} {rules.point} {{b=digit:1..18}}+ | {{a}}.{{b}}"
    if "power" in sets:
        yield "@num | {n=fig} {k=power} | {n^k}"
        yield "@num | {n=dec} {k=power} | {n^k}"
        if rules.point and "card" in sets:
            yield f"@num | {{a=int}} {rules.point} {{b=digit:1..9}}+ {{k=power}} | {{a}}.{{b}}e{{k}}"
    if rules.minus:
        minus = rules.minus
        yield f"negative | {minus} {{n=num}} | -{{n}} | {minus} {{n}} | write | - | - | {minus} 5"
    if "card" in sets:
        yield "# Digits said one by one: five are written, fewer are only known.\n"
        yield f"digits | {{d=digit:5..24}}+ | {{d}} | {{d}} | write | !digit | {_NO_COUNT}"
        yield f"digits | {{d=digit:3..4}}+ | {{d}} | {{d}} | know | !digit | {_NO_COUNT}"
    yield from _percent(found)
    yield "# Units and money.\n"
    for kind, name, example in (("measure", "unit", "km"), ("money", "currency", "eur")):
        if name in sets:
            yield from _amounts(kind, name, example, unit_first=found.unit_first)
    if {"cursign", "currency"} <= sets:
        written = "{c:many} {n}" if found.unit_first else "{n@c}"
        yield f"money | {{c=cursign}} {{n=num}} | {{n}} {{c}} | {written} | write | - | - | €5"
    yield from _dates(found, sets)


def _dates(found: Names, sets: set[str]) -> Iterator[str]:
    yield "# Times and dates.\n"
    yield "time | {h=fig:0..24} ~: ~{m=d2:0..59} | {h}:{m} | {h} {m} | write | - | - | 15:30"
    yield "time | {h=fig:1..12} {p=ampm} | {h}:00 {p} | {h} {p} | know | - | - | 3 pm"
    yield (
        "time | {h=fig:1..12} ~: ~{m=d2:0..59} {p=ampm} | {h}:{m} {p} | {h} {m} {p} | know "
        "| - | - | 3:30 pm"
    )
    yield "@day | {n=fig:1..31} | {n}"
    if "ord" in sets:
        yield "@day | {n=ord:1..31} | {n}"
    else:
        yield "# When numerals.more.tsv has ordinals, add: @day, {n=ord:1..31}, {n}\n"
    if "card" in sets:
        yield "@yearnumber | {n=card:1000..2999} | {n}"
    yield "@yearnumber | {n=fig:1000..2999} | {n}"
    month = next(row[1] for row in found.classes if row[0] == "month")
    if found.month_first:
        yield (
            "date | {m=month} {d=day} [,{y=yearnumber}] | {d} {m} {y} | {m} {d} {y} | write | - | - "
            f"| {month} 5, 2024"
        )
    yield (
        "date | {d=day} {m=month} [,{y=yearnumber}] | {d} {m} {y} | {d} {m} {y} | write | - | - "
        f"| 5 {month} 2024"
    )
    yield (
        "date | {d=day} ~. ~{m=monthnumber} ~. ~{y=fig:1000..2999} | {d} {m} {y} | {d} {m} {y} "
        "| know | - | - | 24.12.2024"
    )


def _amounts(kind: str, name: str, example: str, *, unit_first: bool) -> Iterator[str]:
    unit = f"{{u={name}}}"
    if unit_first:
        yield f"{kind} | {unit} {{n=num}} | {{n}} {{u}} | {{u:many}} {{n}} | write | - | - | {example} 5"
        yield f"{kind} | {{n=num}} {unit} | {{n}} {{u}} | {{u:many}} {{n}} | write | - | - | 5 {example}"
    else:
        yield f"{kind} | {{n=num}} {unit} | {{n}} {{u}} | {{n@u}} | write | - | - | 5 {example}"


def _percent(found: Names) -> Iterator[str]:
    said = [form for form in found.percent if any(map(str.isalpha, form))]
    words = said[-1] if said else "%"
    forms = "|".join(dict.fromkeys([*("_".join(form.split()) for form in found.percent), "%"]))
    if found.unit_first:
        yield f"percent | ({forms}) {{n=num}} | {{n}}% | {words} {{n}} | write | - | - | {words} 5"
        yield f"percent | {{n=num}} % | {{n}}% | {words} {{n}} | write | - | - | 5 %"
    else:
        yield f"percent | {{n=num}} ({forms}) | {{n}}% | {{n}} {words} | write | - | - | 5 {words}"
