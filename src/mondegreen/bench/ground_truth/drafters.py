"""Who drafted references: a system that did so, or whose vendor did, is near to them from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.store import Store

__all__ = ["drafters"]

_OF_NO_VENDOR: Final = {"files", "command", "replay"}


def drafters(store: Store, dataset: str) -> dict[str, str]:
    """Return the systems of the store that drafted references of a dataset, or whose vendor did, each with how.

    Runs of ours name their systems: of several all have voted, and all are named. Of other runs the model
    is known: a system has drafted if that is its model, or one that begins with the name of its provider.
    Files, programs and stored observations are of no vendor.
    """
    systems = store.observations.systems()
    found: dict[str, str] = {}
    for header in store.ground_truth.headers(dataset).values():
        if header.get("queue"):
            continue  # the references themselves, to be looked at
        named = [str(each) for each in header.get("systems") or ()]
        vendors = {each["provider"] for each in systems if each["system"] in named}
        vendors |= {name.partition(":")[0] for name in named}
        vendors -= _OF_NO_VENDOR
        model = "" if named else str(header.get("model") or "")
        how = "drafted" if len(named) < 2 else f"one of {len(named)} that voted"  # noqa: PLR2004
        for each in systems:
            name = each["system"]
            if name in named or (model and model == each["model_name"]):
                found[name] = how
            elif each["provider"] in vendors or _is(model, each):
                found.setdefault(name, f"of the vendor {each['provider']}")
    return dict(sorted(found.items()))


def _is(model: str, system: Mapping[str, Any]) -> bool:
    """Return whether a model is that of a system, or of its vendor: gemini-3 is of gemini."""
    rest = model.removeprefix(system["provider"])
    vendor = bool(model) and rest != model and not rest[:1].isalnum()
    return vendor or (bool(model) and model == system["model_name"])
