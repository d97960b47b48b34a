"""``bench.toml``: datasets, systems, metrics and judge, which every command of a bench reads."""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.notes import notes_of
from mondegreen.errors import InputError, MondegreenError, UsageError, did_you_mean, visible
from mondegreen.providers import PROVIDERS, MissingKeyError, make
from mondegreen.services.key_files import keys_of_file
from mondegreen.services.secrets import secret_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    from mondegreen.bench.notes import Note
    from mondegreen.providers import Provider

__all__ = ["CONFIG", "DATABASE", "Bench", "System", "load_bench", "refuse_keys"]

CONFIG: Final = "bench.toml"
DATABASE: Final = "mondegreen_data/results.db"
_OPTION: Final = re.compile(r"\b(\w+)=PATH\b")  # of a provider, as its messages name it
_TABLES: Final = ("db", "dataset", "systems", "score", "judge", "env_file", "note")


_SHAPES: Final[tuple[tuple[str, type, str], ...]] = (
    ("db", str, "a text"),
    ("env_file", str, "the path of a file with keys"),
    ("dataset", list, "[[dataset]] with name, id and manifest"),
    ("systems", dict, "[systems] with a line per system"),
    ("score", dict, "[score] with options"),
    ("judge", dict, "[judge] with options"),
    ("note", list, "[[note]] with date and title"),
)


@dataclass(frozen=True)
class System:
    """A provider with a model and options, under a name.

    Attributes:
        name: by which it is stored and reported.
        spec: ``PROVIDER:MODEL``.
        options: of the provider.
        where: the file or the option that names it, for messages.
    """

    name: str
    spec: str
    options: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""

    def make(self) -> Provider:
        """Return the provider; nothing is loaded.

        Raises:
            UsageError: no such provider, or an option cannot be used; with the place that says so.
        """
        with self._named():
            return make(self.spec, **self.options)

    def ready(self) -> Provider:
        """Return the provider, which can be used as far as that is known without a connection.

        Raises:
            MissingKeyError: its key is not in the environment.
            MissingDependencyError: a package is not installed.
            UsageError: as `make`, or there is no such model.
        """
        with self._named():
            provider = make(self.spec, **self.options)
            provider.check()
            return provider

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Put the file or the option that names the system before what is wrong with it."""
        try:
            yield
        except MissingKeyError:
            raise
        except UsageError as error:
            raise UsageError(self.said(error)) from None

    def said(self, error: MondegreenError) -> str:
        """Return what is wrong, with the place that names the system and how an option is written."""
        line = str(error)
        if self.where:
            line = f"{self.where}: {line.removeprefix(f'{self.spec}: ')}"
        found = _OPTION.search(str(error))
        if found is None:
            return line
        use = "" if self.name == self.spec else f"use = {_quoted(self.spec)}, "
        entry = f'{_quoted(self.name)} = {{ {use}{found[1]} = "PATH" }}'
        return f"{line}; in {CONFIG} under [systems]: {entry}"


@dataclass(frozen=True)
class Bench:
    """What ``bench.toml`` says.

    Attributes:
        path: of the file.
        datasets: name, id and manifest of each.
        systems: by name.
        score: options of scoring, by their names.
        judge: options of judging, by their names.
        db: the database; empty for the default.
        env_file: the file with keys; empty for none.
        notes: on method, the oldest first.
    """

    path: Path
    datasets: tuple[tuple[str, str, Path], ...]
    systems: Mapping[str, System]
    score: Mapping[str, Any]
    judge: Mapping[str, Any]
    db: str = ""
    env_file: str = ""
    notes: tuple[Note, ...] = ()

    def keys(
        self, given: Path | None = None, *, needed: bool = True
    ) -> AbstractContextManager[None]:
        """Return a block in which the keys of a file are known: the one given, or that of the bench.

        Args:
            given: a file; ``None`` for that of the bench.
            needed: whether the file has to be there.
        """
        path = given
        if given is None and self.env_file:
            path = self.path.parent / Path(self.env_file).expanduser()
        return keys_of_file(path, may_be_missing=not needed)

    def database(self, given: str | None) -> str:
        """Return the database: the one given, that of the file, or the default next to the file."""
        place = given or self.db or DATABASE
        if given or "://" in place or Path(place).is_absolute():
            return place
        return str(self.path.parent / place)

    def chosen(self, names: str | None) -> list[System]:
        """Return systems by their names, or of ``PROVIDER:MODEL``; all of them for ``all``.

        Raises:
            UsageError: none is there, or one is not known.
        """
        if names in (None, "all"):
            if not self.systems:
                raise UsageError(
                    f"{self.path}: has no systems; add one, as --systems pocketsphinx:en-us"
                )
            return [*self.systems.values()]
        refuse_keys(f"--systems {names}", str(names))
        found = []
        for name in dict.fromkeys(part.strip() for part in str(names).split(",")):
            known = self.systems.get(name)
            if known is None and not name:
                raise UsageError(f"--systems {names}: expected names with commas between them")
            if known is None and (near := did_you_mean(name, self._alike(name))):
                raise UsageError(f"--systems {name}: {self.path} has no such system.{near}")
            found.append(known or System(name, name, where=f"--systems {name}"))
        return found

    def _alike(self, name: str) -> list[str]:
        """Return the systems that may be meant; a model of a provider that there is, is meant itself."""
        provider, colon, _ = name.partition(":")
        return [] if colon and provider in PROVIDERS.names() else [*self.systems]


def refuse_keys(where: str, text: str) -> None:
    """Refuse a text that would be kept, and has a key of the environment in it.

    Raises:
        UsageError: with the name of the variable.
    """
    variable = secret_in(text)
    if variable is not None:
        raise UsageError(
            f"{where}: has the value of {variable} in it; keys are read only from the environment and "
            "from --env-file: remove it"
        )


def _with_nul(found: dict[str, Any], inside: str = "") -> str:
    """Return the first value with NUL in it, as a dotted name; empty if there is none."""
    for name, value in found.items():
        for each in value if isinstance(value, list) else [value]:
            place = f"{inside}{name}"
            if isinstance(each, str) and "\0" in each:
                return place
            if isinstance(each, dict) and (odd := _with_nul(each, f"{place}.")):
                return odd
    return ""


def _check(found: dict[str, Any], where: str) -> None:
    """Refuse a file with tables that are not known, or of another shape.

    Raises:
        InputError: the first of them.
    """
    odd = next((name for name in found if name not in _TABLES), None)
    if odd is not None:
        raise InputError(
            f"{where}: {odd!r} is not known, expected {', '.join(_TABLES)}.{did_you_mean(odd, _TABLES)}"
        )
    for name, kind, shape in _SHAPES:
        if not isinstance(found.get(name, kind()), kind):
            raise InputError(f"{where}: {name} is {found[name]!r:.60}, expected {shape}")


def load_bench(path: Path) -> Bench:
    """Read ``bench.toml``.

    Raises:
        InputError: it is not there, or something in it is not as expected.
    """
    where = visible(str(path))
    try:
        text = path.read_text("utf-8")
        found = tomllib.loads(text)
    except FileNotFoundError:
        raise InputError(
            f"{where}: no such file; make one of a folder of recordings with their texts: mondegreen "
            "bench init FOLDER"
        ) from None
    except RecursionError:
        raise InputError(
            f"{where}: cannot be read: brackets are nested too deep; expected TOML, as bench init writes it"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(
            f"{where}: cannot be read: {error}; expected TOML, as mondegreen bench init writes it"
        ) from None
    if odd := _with_nul(found):
        raise InputError(f"{where}: {odd} has the character NUL in it; remove it")
    refuse_keys(where, text)
    _check(found, where)
    systems = {}
    for name, options in found.get("systems", {}).items():
        if not isinstance(options, dict):
            raise InputError(
                f"{where}: systems.{name} is {options!r:.60}, expected options, such as "
                '{ use = "deepgram:nova-3", language = "de" }, or {}'
            )
        rest = {key: value for key, value in options.items() if key != "use"}
        systems[name] = System(
            name, str(options.get("use", name)), rest, f"{where}: systems.{_quoted(name)}"
        )
    datasets = []
    for entry in found.get("dataset", []):
        try:
            datasets.append((entry["name"], entry.get("id", ""), path.parent / entry["manifest"]))
        except (KeyError, TypeError):
            raise InputError(
                f"{where}: a dataset is {entry!r:.80}, expected name and manifest; mondegreen bench init "
                "writes them"
            ) from None
    if not datasets:
        raise InputError(f"{where}: has no dataset; add one: mondegreen bench init FOLDER")
    score, judge = found.get("score", {}), found.get("judge", {})
    places = (str(found.get("db", "")), str(found.get("env_file", "")))
    notes = notes_of(found.get("note", []), where)
    return Bench(path, tuple(datasets), systems, score, judge, *places, notes)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
