"""``bench.toml`` as it is written: made anew, or with more in it, and otherwise as the user left it."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from mondegreen.bench.config import load_bench
from mondegreen.errors import UsageError, visible
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

__all__ = ["write_bench"]


def write_bench(
    path: Path,
    dataset: tuple[str, str, str],
    systems: Sequence[str],
    metrics: Sequence[str],
    judge: str,
    *,
    first: Callable[[], None] | None = None,
) -> None:
    """Write ``bench.toml``, or add a dataset and systems to the one that is there.

    Comments, order and ways of writing of the one that is there stay.

    Args:
        path: of the file.
        dataset: name, id and manifest.
        systems: ``PROVIDER:MODEL`` each.
        metrics: names.
        judge: a model, or empty.
        first: writes what has to be there before, the manifest; it is called once nothing but the disk can
            refuse ``bench.toml``.

    Raises:
        UsageError: a dataset of this name is there with another id, or nothing can be added.
    """
    text = (
        _longer(path, dataset, systems) if path.exists() else _new(dataset, systems, metrics, judge)
    )
    if first is not None:
        first()
    with written(path) as file:
        file.write(text.encode())


def _new(
    dataset: tuple[str, str, str], systems: Sequence[str], metrics: Sequence[str], judge: str
) -> str:
    document = tomlkit.document()
    document.add(tomlkit.comment("Every `mondegreen bench` command reads this file."))
    known = tomlkit.aot()
    known.append(_dataset(dataset))
    document.add("dataset", known)
    named = tomlkit.table()
    named.add(tomlkit.comment('NAME = { use = "PROVIDER:MODEL", an_option = 1 }'))
    for each in systems:
        named.add(tomlkit.key(each), tomlkit.inline_table())
    document.add("systems", named)
    chosen = tomlkit.table()
    chosen.add("metrics", list(metrics))
    document.add("score", chosen)
    if judge:
        model = tomlkit.table()
        model.add("model", judge)
        document.add("judge", model)
    return _spaced(tomlkit.dumps(document))


def _spaced(text: str) -> str:
    """Return the text with a blank line before each table but the first."""
    lines: list[str] = []
    for line in text.removesuffix("\n").split("\n"):  # a name may have other ends of lines
        if line.startswith("[") and len(lines) > 1 and lines[-1]:
            lines.append("")
        lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def _dataset(dataset: tuple[str, str, str]) -> Any:
    entry = tomlkit.table()
    for key, value in zip(("name", "id", "manifest"), dataset, strict=True):
        entry.add(key, value)
    return entry


def _longer(path: Path, dataset: tuple[str, str, str], systems: Sequence[str]) -> str:
    where, (name, frozen, _) = visible(str(path)), dataset
    bench = load_bench(path)
    known = {each[0]: each[1] for each in bench.datasets}
    if known.get(name, frozen) != frozen:
        raise UsageError(
            f"{where}: has the dataset {known[name]}, and this one is {frozen}; give it another name: "
            "--name"
        )
    text = path.read_bytes().decode()
    new = [each for each in systems if each not in bench.systems]
    if not new and name in known:
        return text
    try:
        document = tomlkit.parse(text)
        if new:
            _add_systems(document, new)
        if name not in known:
            _add_dataset(document, dataset)
        longer = _ended(tomlkit.dumps(document), text)
        there = tomllib.loads(longer)
        named = {each["name"] for each in there["dataset"]}
        added = name in named and {*new} <= {*there.get("systems", {})}
    except (TOMLKitError, ValueError, TypeError, KeyError):
        added = False
    if not added:
        lines = [f"{tomlkit.string(each).as_string()} = {{}}" for each in new]
        shown = "; ".join([*lines, *([f"[[dataset]] {dataset}"] if name not in known else [])])
        raise UsageError(
            f"{where}: nothing can be added to it as it is written; add by hand: {shown}"
        )
    return longer


def _add_systems(document: Any, new: Sequence[str]) -> None:
    if "systems" not in document:
        if document.body and not str(document.as_string()).endswith("\n\n"):
            document.add(tomlkit.nl())
        document.add("systems", tomlkit.table())
    for each in new:
        document["systems"][each] = tomlkit.inline_table()


def _add_dataset(document: Any, dataset: tuple[str, str, str]) -> None:
    entry = _dataset(dataset)
    there = document["dataset"]
    if not isinstance(there, tomlkit.items.AoT):
        entry = tomlkit.inline_table()
        for key, value in zip(("name", "id", "manifest"), dataset, strict=True):
            entry.append(key, value)
        there.append(entry)
        return
    last = there.body[-1].as_string() if there.body else ""
    entry.add(tomlkit.nl())
    there.append(entry)
    if last and not last.endswith(("\n\n", "\r\n\r\n")):
        there.body[-2].add(tomlkit.nl())


def _ended(longer: str, text: str) -> str:
    """Return the text with the ends of lines that the old one has, and no blank line more at its end."""
    if longer.endswith("\n\n") and not text.endswith(("\n\n", "\r\n\r\n")):
        longer = longer[:-1]
    return re.sub(r"(?<!\r)\n", "\r\n", longer) if "\r\n" in text else longer
