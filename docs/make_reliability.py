"""Write the tables of ``docs/reliability.md`` from what the tests expect: ``python docs/make_reliability.py``."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "reliability.md"
TABLES: Final = ROOT / "tests" / "faults"
MARK: Final = "<!-- made by docs/make_reliability.py, {name}: {edge} -->"


def rows(name: str) -> list[dict[str, str]]:
    """Return the lines of a table of the tests."""
    with (TABLES / f"{name}.tsv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def matrix() -> str:
    """Return the exit status of each command after each fault."""
    found = rows("matrix")
    commands = list(dict.fromkeys(row["command"] for row in found))
    faults = list(dict.fromkeys(row["fault"] for row in found))
    status = {(row["command"], row["fault"]): row["status"] for row in found}
    lines = [f"| | {' | '.join(commands)} |", f"|---|{'---|' * len(commands)}"]
    for fault in faults:
        cells = " | ".join(status.get((command, fault), "") for command in commands)
        lines.append(f"| {fault} | {cells} |")
    return "\n".join(lines)


def limits() -> str:
    """Return every limit with its value, and what changes it."""
    lines = ["| limit | value | changed with |", "|---|---|---|"]
    lines += [f"| {row['what']} | {row['value']} | {row['option']} |" for row in rows("limits")]
    return "\n".join(lines)


def injection() -> str:
    """Return what became of texts that give orders, by protocol and judge."""
    columns = [name for name in rows("injection")[0] if name not in {"protocol", "judge"}]
    lines = [f"| protocol | judge | {' | '.join(columns)} |", f"|---|---|{'---|' * len(columns)}"]
    lines += [
        f"| {' | '.join((row['protocol'], row['judge'], *(row[name] for name in columns)))} |"
        for row in rows("injection")
    ]
    return "\n".join(lines)


def mutants() -> str:
    """Return how many changes of the code the tests noticed, by room."""
    return _as_they_stand("mutants")


def load() -> str:
    """Return what became of many requests at a time."""
    return _as_they_stand("load")


def _as_they_stand(name: str) -> str:
    found = rows(name)
    lines = [f"| {' | '.join(found[0])} |", f"|{'---|' * len(found[0])}"]
    return "\n".join([*lines, *(f"| {' | '.join(row.values())} |" for row in found)])


def made(text: str) -> str:
    """Return the page with its tables anew."""
    tables = {
        "limits": limits,
        "matrix": matrix,
        "load": load,
        "injection": injection,
        "mutants": mutants,
    }
    for name, table in tables.items():
        begin, end = (MARK.format(name=name, edge=edge) for edge in ("begin", "end"))
        head, _, rest = text.partition(begin)
        tail = rest.partition(end)[2]
        text = f"{head}{begin}\n{table()}\n{end}{tail}"
    return text


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text("utf-8")), "utf-8")
