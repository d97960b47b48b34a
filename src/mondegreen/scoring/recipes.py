"""Recipes by name: the shipped ones, and the user's own.

Users name theirs in ``mondegreen.toml``, or in ``pyproject.toml`` under ``[tool.mondegreen]``::

    [recipes]
    ours = "wer+cer|normalizer:mondegreen-en|missing:deletions"
    usual = "whisper-jiwer"

The nearest such file counts, from the working folder upwards.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mondegreen.errors import InputError, UnknownNameError, UsageError, visible
from mondegreen.metrics.registry import METRICS
from mondegreen.patterns import pattern

__all__ = ["NamedRecipe", "in_language", "named_recipe", "recipes"]

_NAME = pattern(r"[A-Za-z0-9][\w.-]*")
_COLUMN = pattern(r"(?<=-)\{[\w-]+\}")
_FILES = (("mondegreen.toml", ()), ("pyproject.toml", ("tool", "mondegreen")))
_KNOWN = {"recipes"}


class NamedRecipe(NamedTuple):
    """A name for a signature.

    Attributes:
        name: with its version where it has one, as ``sclite@1``.
        signature: what it stands for.
        about: one line; empty for the user's own.
        file: where the user's own was found; ``None`` for the shipped ones.
    """

    name: str
    signature: str
    about: str = ""
    file: Path | None = None


def named_recipe(name: str) -> NamedRecipe | None:
    """Return the recipe of a name, with or without version; ``None`` where it is a signature.

    Without a version it is the newest.

    Raises:
        UnknownNameError: no recipe has this name, nor has a metric.
        UsageError: this version of it is not here.
        InputError: the user's file cannot be read or is wrong.

    >>> named_recipe("sclite").signature
    'wer@1|normalizer:sclite@1|alternatives:nist@2|ties:sclite@1|weights:4/3/3'
    """
    plain = name.partition("@")[0]
    if not _NAME.fullmatch(plain) or "|" in name:
        return None
    if plain in METRICS.names():
        return None
    for source in (_shipped, _own):  # what is shipped needs no file
        found = source()
        versions = [each for each in found if each.partition("@")[0] == plain]
        if name in versions:
            return _whole(found[name])
        if versions and "@" in name:
            raise UsageError(
                f"the recipe {plain!r} is here as {', '.join(versions)}, not as {name!r}; "
                "use the release of mondegreen that has it"
            )
        if versions:
            return _whole(found[max(versions, key=_version)])
    raise UnknownNameError(
        "recipe or metric", plain, [*_without_versions(recipes()), *METRICS.names()]
    )


def in_language(recipe: Any, lang: Any) -> str | None:
    """Return the signature of a recipe with a language in place of its column.

    ``None`` where the recipe takes the language from no column, or there is none to put there.

    >>> in_language("multilingual", "de")
    'wer@1|normalizer:mondegreen-de@2'
    """
    if not isinstance(recipe, str) or not isinstance(lang, str):
        return None
    named = named_recipe(recipe)
    signature = recipe if named is None else named.signature
    filled = _COLUMN.sub(lambda _: lang, signature)
    return None if filled == signature else filled


def _whole(found: NamedRecipe) -> NamedRecipe:
    """Return a recipe with its signature, where the user's own is the name of another one."""
    if found.file is None:
        return found
    try:
        return found._replace(signature=_signature(found))
    except UsageError as error:
        whose = visible(str(found.file))
        raise UsageError(f"the recipe {found.name!r} of {whose}: {error}") from None


def _signature(found: NamedRecipe) -> str:
    own, signature, seen = _own(), found.signature, [found.name]
    while True:
        name, bar, rest = signature.strip().partition("|")
        plain = name.partition("@")[0]
        if not _NAME.fullmatch(plain) or "+" in name or plain in METRICS.names():
            return signature
        other = own.get(name) or _shipped_as(name)
        if other is None and not bar:
            named_recipe(name)  # which says that there is none
        if other is None:
            return signature
        if bar:
            raise UsageError(
                f"it adds to the recipe {name!r}, which cannot be extended; write its signature instead: "
                f"{visible(other.signature)}|{visible(rest)}"
            )
        if other.file is None:
            return other.signature
        if name in seen:
            raise UsageError(
                f"it refers to itself, {' -> '.join([*seen, name])}; write a signature, as "
                '"wer|normalizer:lower"'
            )
        seen.append(name)
        signature = other.signature


def recipes() -> dict[str, NamedRecipe]:
    """Return the shipped recipes, and those of the nearest file of the user.

    Raises:
        InputError: the file cannot be read or is wrong; it is named, and the place in it.
    """
    return _shipped() | _own()


@cache
def _shipped() -> dict[str, NamedRecipe]:
    import tomllib  # seldom needed, as below

    text = Path(__file__).with_name("recipes.toml").read_text("utf-8")
    return {
        name: NamedRecipe(name, recipe["signature"], recipe["about"])
        for name, recipe in tomllib.loads(text).items()
    }


def _own() -> dict[str, NamedRecipe]:
    folder = Path.cwd()
    for place in (folder, *folder.parents):
        for name, keys in _FILES:
            file = place / name
            if file.is_file():
                settings = _settings(file, keys)
                if settings is not None:
                    return _checked(file, ".".join(keys), settings)
    return {}


def _settings(file: Path, keys: tuple[str, ...]) -> Any:
    """Return what the file says of us; ``None`` where it does not."""
    import tomllib  # as above

    try:
        found: Any = tomllib.loads(file.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        if keys:  # a file that is not ours may be as it likes
            return None
        raise InputError(
            f"{visible(str(file))}: cannot be read: {error}; expected TOML with [recipes]"
        ) from None
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _checked(file: Path, section: str, settings: Any) -> dict[str, NamedRecipe]:
    where = f"{visible(str(file))}{f' [{section}]' if section else ''}"
    unknown = set(settings) - _KNOWN if isinstance(settings, dict) else {"?"}
    if unknown:
        raise InputError(f"{where}: unknown key {min(unknown)!r}; expected [recipes]")
    table = settings.get("recipes", {})
    if not isinstance(table, dict):
        raise InputError(f"{where}: recipes is not a table; expected names and signatures")
    taken = {*_without_versions(_shipped()), *METRICS.names()}
    for name, signature in table.items():
        if not _NAME.fullmatch(name):
            raise InputError(
                f"{where}: a recipe {name!r:.80}; name it with letters, digits and . _ -"
            )
        if name in taken:
            raise InputError(
                f"{where}: the recipe {name!r} has the name of a shipped recipe or metric; give it another"
            )
        if not isinstance(signature, str):
            raise InputError(
                f"{where}: the recipe {name!r} is {signature!r:.80}; expected a signature, such as "
                '"wer|normalizer:lower"'
            )
    return {name: NamedRecipe(name, table[name], file=file) for name in table}


def _shipped_as(name: str) -> NamedRecipe | None:
    """Return the shipped recipe of a name, the newest where it has no version."""
    found = _shipped()
    plain = name.partition("@")[0]
    versions = [each for each in found if each.partition("@")[0] == plain]
    if name in versions:
        return found[name]
    if not versions or "@" in name:
        return None
    return found[max(versions, key=_version)]


def _version(name: str) -> int:
    return int(name.partition("@")[2] or 0)


def _without_versions(names: Any) -> list[str]:
    return list(dict.fromkeys(name.partition("@")[0] for name in names))
