"""The language packs that decide a number, each pinned by a digest of its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import own
from mondegreen.errors import MondegreenError, UsageError, given
from mondegreen.patterns import pattern
from mondegreen.text.normalizers import normalizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mondegreen.scoring.recipe import Recipe

__all__ = [
    "are_here",
    "check",
    "checked",
    "conflict",
    "joined",
    "of_metrics",
    "of_recipe",
    "of_texts",
    "pinned",
]

_PIN: Final = pattern(r"([\w-]+)-([0-9a-f]{8})")


def pinned(*readers: Any) -> tuple[str, ...]:
    """Return the packs that normalizers and forgivers read, each as ``en-40c245fc``, sorted.

    A reader names the codes of its packs as ``packs``. One that a column chooses names none until the
    texts are known.

    >>> from mondegreen.text.normalizers import normalizer
    >>> [pin.partition("-")[0] for pin in pinned(normalizer("mondegreen-de"), normalizer("lower"))]
    ['de']
    """
    codes = {code for reader in readers for code in getattr(reader, "packs", ())}
    return tuple(f"{code}-{own.digest(code)}" for code in sorted(codes))


def of_recipe(recipe: Recipe) -> tuple[str, ...]:
    """Return the packs that a recipe reads, as they are here; none if its normalizer is not here."""
    return pinned(*(_normalizers(recipe) or ()), _Forgivers(recipe))


def of_metrics(pins: tuple[str, ...], recipe: Recipe) -> tuple[str, ...]:
    """Return those packs that some metrics of a recipe read; all of them if that cannot be told."""
    made = _normalizers(recipe)
    if not pins or recipe.language or made is None or "{" in recipe.normalizer:
        return pins
    codes = {code for each in made for code in getattr(each, "packs", ())}
    return tuple(pin for pin in pins if _parts(pin)[0] in codes)


def of_texts(
    recipe: Recipe, by: Any, spoken: Any, metadata: Mapping[str, Iterable[Any]]
) -> tuple[str, ...]:
    """Return the packs that a recipe reads with these texts.

    ``by`` is the normalizer, ``spoken`` are the forgivers of their rows.

    Raises:
        UsageError: the folders of languages are no longer those that the recipe was made with.
    """
    check(recipe.packs)
    if "{" in recipe.normalizer:
        by = by.chosen({by.column: dict.fromkeys(metadata[by.column])})
    return joined(recipe.packs, pinned(by, spoken))


def joined(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    """Return the packs of the texts of both."""
    return tuple(sorted({*first, *second}))


def conflict(first: Iterable[str], second: Iterable[str]) -> bool:
    """Whether a pack that both read had other tables.

    One that only one of them read does not matter: it is of texts in another language, or the other
    was stored before packs were pinned.

    >>> conflict(["de-0d6281c4"], ["en-40c245fc"]), conflict(["de-0d6281c4"], ["de-40c245fc"])
    (False, True)
    """
    known = dict(map(_parts, first))
    return any(known.get(code, digest) != digest for code, digest in map(_parts, second))


def checked(pins: Any) -> tuple[str, ...]:
    """Return the packs of a recipe, which may come from anywhere.

    Raises:
        UsageError: something else.
    """
    listed = isinstance(pins, tuple) and all(isinstance(pin, str) for pin in pins)
    if not listed or not all(map(_PIN.fullmatch, pins)) or list(pins) != sorted({*pins}):
        shown = "+".join(pins) if listed else given(pins)
        raise UsageError(f"packs:{shown}; expected CODE-DIGEST, such as en-40c245fc, sorted")
    return tuple(pins)


def are_here(pins: Iterable[str]) -> bool:
    """Whether all these packs are here, with the same tables."""
    try:
        check(pins)
    except UsageError:
        return False
    return True


def check(pins: Iterable[str]) -> None:
    """Refuse packs that are not here, or have other tables here.

    Raises:
        UsageError: the first of them.
    """
    for code, digest in map(_parts, pins):
        here = own.digest(code) if code in own.languages() else ""
        if here != digest:
            raise UsageError(
                f"the language pack {code!r} {f'is here as {here}' if here else 'is not here'}, not {digest}; "
                "use the release of mondegreen that made the result or its folder of languages "
                "(--languages), or score again"
            )


class _Forgivers:
    """The packs of the forgivers of a recipe, if no column chooses them."""

    def __init__(self, recipe: Recipe) -> None:
        by_column = not recipe.language or recipe.language.startswith("{")
        self.packs: tuple[str, ...] = ()
        if not by_column:
            from mondegreen._kernel import forgiven  # seldom needed

            self.packs = forgiven.languages_of(recipe.language)


def _normalizers(recipe: Recipe) -> list[Any] | None:
    """Return the normalizers of a recipe; ``None`` if one is of a package or version that is not here."""
    try:
        return [normalizer(name) for name in dict.fromkeys(recipe.normalizers)]
    except MondegreenError:
        return None


def _parts(pin: str) -> tuple[str, str]:
    code, _, digest = pin.rpartition("-")
    return code, digest
