"""Severities: how much a forgiven difference still counts, by reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from mondegreen.errors import InputError, UnknownNameError, UsageError
from mondegreen.errors import given as shown

__all__ = ["FULL", "NONE", "SHIPPED", "Severities", "chosen_by", "file_of", "preset"]

FULL: Final = 1000
"""A full error."""
SHIPPED: Final = ("agent", "reader", "seed-004", "strict")
_NAME: Final = re.compile(r"[\w.-]+")
_SPEC: Final = re.compile(r"([\w.-]+)\(([^()]*)\)")


@dataclass(frozen=True)
class Severities:
    """A list of severities, from 0 (does not matter) to 1000 (a full error).

    Attributes:
        name: by which it is chosen.
        unit: what it weighs: ``words`` (errors, for a rate like the word error rate) or
            ``letters`` (edit distances, for the metric `reader`).
        values: pairs of a reason and its severity, sorted.
        rest: the severity of reasons that are not named.
        version: of a list that is shipped; empty for another.
        forgive: the forgivers that a preset chooses.
        evidence: where the numbers come from.

    >>> reader = Severities.of("reader")
    >>> reader.severity("spacing"), reader.severity("numbers"), reader.unit
    (333, 1000, 'letters')
    >>> Severities.of({"spacing": 500}).spec
    'own(words,spacing=500,rest=0)'
    """

    name: str
    unit: str = "words"
    values: tuple[tuple[str, int], ...] = ()
    rest: int = 0
    version: str = ""
    forgive: tuple[str, ...] = ()
    evidence: str = ""

    @classmethod
    def of(cls, given: Any) -> Severities:
        """Return a list by name, TOML file, mapping, or spec as it is in a signature.

        A mapping weighs words; reasons that it does not name have severity 0.

        Raises:
            UsageError: something else, or a severity that is none.
            InputError: a file that cannot be read.
        """
        if isinstance(given, cls):
            return given
        if isinstance(given, Path):
            return cls._file(given)
        if isinstance(given, dict):
            return cls._checked({"name": "own", "rest": 0, "severities": given}, "severities")
        if not isinstance(given, str):
            raise UsageError(
                f"severities={shown(given)}: expected one of {', '.join(SHIPPED)}, the path of a "
                "TOML file, or a mapping as {'spacing': 333}"
            )
        name, _, version = given.partition("@")
        if name in SHIPPED:
            found = preset(name)
            if version not in ("", found.version):
                raise UsageError(
                    f"the severities {name!r} are here in version {found.version}, not {version}"
                )
            return found
        spec = _SPEC.fullmatch(given)
        if spec:
            return cls._parse(*spec.groups())
        if given.endswith(".toml"):
            return cls._file(Path(given))
        raise UnknownNameError("list of severities", given, SHIPPED)

    @property
    def spec(self) -> str:
        """The list as it is in a signature, from which `of` makes it again."""
        if self.version:
            return f"{self.name}@{self.version}"
        values = [f"{reason}={value}" for reason, value in self.values]
        return f"{self.name}({','.join([self.unit, *values, f'rest={self.rest}'])})"

    def severity(self, reason: str) -> int:
        """Return the severity of a reason."""
        return dict(self.values).get(reason, self.rest)

    @classmethod
    def _file(cls, path: Path) -> Severities:
        try:
            import tomllib  # seldom needed

            content = tomllib.loads(path.read_text("utf-8-sig"))
        except FileNotFoundError:
            raise InputError(
                f"{path}: there is no such file; expected a TOML file of forgivers and severities, "
                f"or the name of a preset: {', '.join(SHIPPED)}"
            ) from None
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"{path}: severities that cannot be read: {error}") from None
        return cls._checked({"name": path.stem, **content, "version": ""}, str(path))

    @classmethod
    def _parse(cls, name: str, inner: str) -> Severities:
        unit, *pairs = inner.split(",")
        values: dict[str, Any] = {}
        for pair in pairs:
            reason, _, value = pair.partition("=")
            values[reason] = int(value) if value.isdecimal() else value
        rest = values.pop("rest", 0)
        content = {"name": name, "unit": unit, "rest": rest, "severities": values}
        return cls._checked(content, f"severities {name!r}")

    @classmethod
    def _checked(cls, content: dict[str, Any], where: str) -> Severities:
        known = {"name", "version", "unit", "evidence", "forgive", "rest", "severities"}
        unknown = set(content) - known
        if unknown:
            raise UsageError(
                f"{where}: {min(unknown)!r} is not known; expected {', '.join(sorted(known))}"
            )
        values = content.get("severities", {})
        rest, unit = content.get("rest", FULL), content.get("unit", "words")
        if unit not in {"words", "letters"}:
            raise UsageError(f"{where}: unit={shown(unit)}: expected 'words' or 'letters'")
        if not isinstance(values, dict):
            raise UsageError(f"{where}: severities={shown(values)}: expected a table of reasons")
        for reason, value in [*values.items(), ("rest", rest)]:
            if not isinstance(reason, str) or not _NAME.fullmatch(reason):
                raise UsageError(f"{where}: {shown(reason)} is not the name of a reason")
            if type(value) is not int or not 0 <= value <= FULL:
                raise UsageError(
                    f"{where}: the severity of {reason} is {shown(value)}; expected a whole number "
                    "from 0 (does not matter) to 1000 (a full error)"
                )
        texts = {key: content.get(key, "") for key in ("name", "version", "evidence")}
        for key, text in texts.items():
            if not isinstance(text, str) or (key == "name" and not _NAME.fullmatch(text)):
                form = ", as 'mine', of letters, digits and . _ -" if key == "name" else ""
                raise UsageError(f"{where}: {key}={shown(text)}: expected a text{form}")
        forgive = content.get("forgive", [])
        if not isinstance(forgive, list) or not all(isinstance(name, str) for name in forgive):
            raise UsageError(f"{where}: forgive={shown(forgive)}: expected names of forgivers")
        return cls(
            **texts,
            unit=unit,
            values=tuple(sorted(values.items())),
            rest=rest,
            forgive=tuple(forgive),
        )


NONE: Final = Severities("none")
"""What is forgiven does not count at all."""


def file_of(forgive: Any) -> str | None:
    """Return the TOML file that chooses the forgivers and weighs them; ``None`` if none does.

    Raises:
        UsageError: other forgivers are chosen that it does not list.
    """
    names = [forgive] if isinstance(forgive, str) else forgive
    if not isinstance(names, (list, tuple)):
        return None
    several = isinstance(forgive, str) and re.search("[,+]", forgive) and not _is_file(forgive)
    if several:
        names = [name.strip() for name in re.split("[,+]", forgive)]
    file = next((name for name in names if isinstance(name, str) and name.endswith(".toml")), None)
    if file is not None and len(names) > 1:
        raise UsageError(
            f"{file} has forgivers and severities of its own, and must be used alone; name the others "
            "in its list forgive"
        )
    return file


def chosen_by(file: str) -> list[str]:
    """Return the forgivers that a TOML file names.

    Raises:
        UsageError: it names none, or a file.
        InputError: a file that cannot be read.
    """
    found = Severities.of(file).forgive
    other = next((name for name in found if name.endswith(".toml")), None)
    if other is not None:
        raise UsageError(f"{file}: forgive has {other!r}; expected names of forgivers, and no file")
    if not found:
        raise UsageError(f"{file} names no forgivers; expected forgive = ['spacing', 'numbers']")
    return list(found)


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # too long, or with NUL
        return False


@cache
def preset(name: str) -> Severities:
    """Return a list that is shipped, as `agent`."""
    import tomllib  # seldom needed
    from importlib.resources import files  # as above

    path = files("mondegreen.forgive") / "presets" / f"{name}.toml"
    return Severities._checked(tomllib.loads(path.read_text("utf-8")), name)
