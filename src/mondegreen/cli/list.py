"""``mondegreen list``: the names that other commands take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from mondegreen._kernel import TIES, UNITS
from mondegreen.cli.streams import show
from mondegreen.corpus import FORMATS
from mondegreen.errors import UnknownNameError, visible
from mondegreen.forgive.registry import FORGIVERS, rank
from mondegreen.forgive.severities import SHIPPED
from mondegreen.metrics import METRICS
from mondegreen.providers import PROVIDERS
from mondegreen.report.json import to_json
from mondegreen.scoring.recipes import recipes
from mondegreen.scoring.renderers import RENDERERS
from mondegreen.scoring.session_options import SETS
from mondegreen.text.normalizers import NORMALIZERS

__all__ = ["KINDS", "names"]

KINDS: dict[str, Callable[[], list[str]]] = {
    "formats": FORMATS.names,
    "forgivers": lambda: sorted(FORGIVERS.names(), key=rank),
    "metrics": lambda: sorted([*METRICS.names(), *SETS]),
    "normalizers": NORMALIZERS.names,
    "outputs": RENDERERS.names,
    "presets": lambda: sorted(SHIPPED),
    "providers": PROVIDERS.names,
    "recipes": lambda: list(recipes()),
    "ties": lambda: sorted(TIES),
    "units": lambda: list(UNITS),
}
"""The names of each kind of thing, as they are listed and completed."""


def names(
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND",
            help=f"One of: {', '.join(KINDS)}.",
            autocompletion=lambda: list(KINDS),
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """List the names that other commands take.

    Without KIND, all kinds are listed. With --json, formats also list what they can hold.

    \b
    Examples:
      mondegreen list metrics
      mondegreen list formats
      mondegreen list --json
    """  # noqa: D301 - a real backspace keeps the lines apart
    if kind is not None and kind not in KINDS:
        raise UnknownNameError("kind of thing", kind, KINDS)
    if as_json:
        shown: dict[str, Any] = {each: KINDS[each]() for each in ([kind] if kind else KINDS)}
        if "formats" in shown:
            shown["formats"] = _formats()
        show(to_json(shown))
        return 0
    for each in [kind] if kind else KINDS:
        if not kind:
            show(f"{each}:")
        found = KINDS[each]()
        width = max(20, *map(len, found))
        for name in found:
            show(f"{'' if kind else '  '}{name:<{width}}  {_about(each, name)}".rstrip())
    return 0


def _formats() -> dict[str, dict[str, Any]]:
    """Return what each format says of itself; of one that cannot be loaded nothing."""
    loaded = FORMATS.loaded()
    return {name: loaded[name].description() if name in loaded else {} for name in FORMATS.names()}


def _about(kind: str, name: str) -> str:
    if kind == "metrics":
        if name in SETS:
            return f"together: {', '.join(SETS[name])}"
        return METRICS.get(name).label
    if kind == "formats":
        found = _formats()[name]
        notes = [*found.get("suffixes", ()), *found.get("shared_suffixes", ())]
        notes += [] if found.get("written") else ["read only"]
        about = visible(str(found.get("about", "")))
        return f"{about} ({', '.join(notes)})".lstrip() if notes else about
    if kind == "providers":
        provider = PROVIDERS.get(name)
        notes = [f"needs {provider.needs}", *([] if provider.proven else ["unproven"])]
        return visible(f"{provider.about} ({'; '.join(notes)})")
    if kind == "recipes":
        recipe = recipes()[name]
        return visible(recipe.about or recipe.signature)
    return ""
