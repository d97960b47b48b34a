"""One registry class for everything that is looked up by name.

A table of lazy ``"module:attribute"`` strings, so that listing names imports nothing.
Third parties add theirs through entry points (group ``mondegreen.<plural kind>``), which are
read only when a name is not built in or when all names are listed.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mondegreen.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class Registry(Generic[T]):
    """Names of one kind of thing, and what each stands for.

    Args:
        kind: the singular word used in messages, for example ``"metric"``.
        group: the entry-point group of plug-ins, for example ``"mondegreen.metrics"``.
        table: built-in names, each with a ``"module:attribute"`` string.
        elsewhere: names that other tools use, each with ours, for "did you mean".
        also: groups of plug-ins of another kind, each with the ``"module:attribute"`` of a function
            that makes one of this kind of what is loaded and its name.

    >>> colours = Registry("codec", "mondegreen.codecs", {"json": "json:dumps"})
    >>> colours.get("json")([1])
    '[1]'
    """

    def __init__(
        self,
        kind: str,
        group: str,
        table: Mapping[str, str],
        elsewhere: Mapping[str, str] | None = None,
        also: Mapping[str, str] | None = None,
    ) -> None:
        self._also = also or {}
        self.kind, self.group, self._elsewhere = kind, group, elsewhere or {}
        self._table: dict[str, str | T] = dict(table)
        self._plugins: dict[str, EntryPoint] | None = None

    def get(self, name: str) -> T:
        """Return what ``name`` stands for, importing it the first time.

        Raises:
            UnknownNameError: nothing has this name; the nearest names are in the message.
            UsageError: it is not a text, or a plug-in that cannot be loaded.
        """
        if not isinstance(name, str):
            raise UsageError(
                f"{self.kind} {name!r:.60}: expected a name, such as {min(self._table)!r}"
            )
        found = self._table.get(name)
        if found is None:
            entry = self._entry_points().get(name)
            if entry is None:
                meant = self.elsewhere(name)
                known = {*self.names(), *self._elsewhere.values()}
                raise UnknownNameError(self.kind, name, known, meant)
            try:
                found = entry.load()
                if entry.group in self._also:
                    found = _imported(self._also[entry.group])(found, name)
            except Exception as error:
                origin = self.origin(name)
                raise UsageError(
                    f"the {self.kind} {name!r} of the plug-in {origin} cannot be loaded: {error!r}; "
                    "repair or uninstall it, or leave it out with MONDEGREEN_PLUGINS"
                ) from error
            self._table[name] = found
        elif isinstance(found, str):
            found = _imported(found)
            self._table[name] = found
        return found

    def elsewhere(self, name: str) -> str | None:
        """Return our name of what is called ``name`` in other tools, if that is known."""
        return self._elsewhere.get(name.lower())

    def register(self, name: str, thing: T | None = None) -> Any:
        """Add ``thing`` under ``name``; without ``thing``, work as a decorator.

        Raises:
            UsageError: the name is taken.
        """
        if thing is None:
            return lambda decorated: self.register(name, decorated)
        if name in self._table:
            raise UsageError(f"a {self.kind} named {name!r} already exists; choose another name")
        self._table[name] = thing
        return thing

    def names(self) -> list[str]:
        """Return all names, plug-ins included, sorted."""
        return sorted({*self._table, *self._entry_points()})

    def origin(self, name: str) -> str | None:
        """Return the distribution that provides ``name``, or ``None`` for a built-in."""
        if self._plugins is None and name in self._table:
            return None  # nobody has asked for a plug-in yet, so the table holds built-ins alone
        if name in self._entry_points():
            distribution = self._entry_points()[name].dist
            return f"{distribution.name}@{distribution.version}" if distribution else "unknown"
        return None

    def _entry_points(self) -> dict[str, EntryPoint]:
        if self._plugins is None:
            groups = (self.group, *self._also)
            if not _may_be_there(groups):
                self._plugins = {}
                return self._plugins
            from importlib.metadata import entry_points  # slow to import, seldom needed

            allowed = os.environ.get("MONDEGREEN_PLUGINS")
            names = None if allowed is None else set(map(_plain, allowed.split(",")))
            self._plugins = {}
            for entry in (each for group in groups for each in entry_points(group=group)):
                distribution = entry.dist.name if entry.dist else "unknown"
                if names is not None and _plain(distribution) not in names:
                    continue
                name = entry.name
                same = self._plugins.get(name)
                if same is not None and same.group != entry.group and _of_one(same, entry):
                    continue  # a package that names it in both groups
                if name in self._table or name in self._plugins:
                    warnings.warn(
                        f"the {self.kind} {name!r} of {distribution} has a name that is taken; "
                        f"it is reachable as '{distribution}/{name}'",
                        stacklevel=3,
                    )
                    name = f"{distribution}/{name}"
                self._plugins[name] = entry
        return self._plugins


def _may_be_there(groups: Iterable[str]) -> bool:
    """Whether a distribution may have entry points of a group; what finds them is slow to import.

    Distributions are folders next to the modules; what is packed in a file is looked at in any case.
    """
    if "importlib.metadata" in sys.modules:
        return True
    wanted = [f"[{group}]".encode() for group in groups]
    for place in sys.path:
        try:
            names = os.listdir(place or os.curdir)  # noqa: PTH208 - names alone, quickly
        except NotADirectoryError:
            return True
        except OSError:
            continue
        for name in names:
            if name.endswith(".egg") or (
                name.endswith((".dist-info", ".egg-info"))
                and _names_one(f"{place or os.curdir}/{name}/entry_points.txt", wanted)
            ):
                return True
    return False


def _names_one(path: str, wanted: Iterable[bytes]) -> bool:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - hundreds of them
            content = file.read()
    except OSError:
        return False
    return any(each in content for each in wanted)


def _imported(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def _of_one(first: EntryPoint, second: EntryPoint) -> bool:
    return bool(first.dist and second.dist and first.dist.name == second.dist.name)


def _plain(distribution: str) -> str:
    """Return the name of a distribution in the one spelling that packaging tools compare."""
    return distribution.strip().lower().replace("_", "-").replace(".", "-")
