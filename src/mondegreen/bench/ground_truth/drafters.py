"""Who drafted references: a system that did so, or whose vendor did, is near to them from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.store import Store

__all__ = ["drafters"]


def drafters(store: Store, dataset: str) -> list[str]:
    """Return the systems of the store that drafted references of a dataset, or whose vendor did.

    Runs of ours name their systems. Of other runs the model is known: a system has drafted if that is
    its model, or one that begins with the name of its provider.
    """
    systems = store.observations.systems()
    found = set()
    for header in store.ground_truth.headers(dataset).values():
        if header.get("queue"):
            continue  # the references themselves, to be looked at
        named = {str(each) for each in header.get("systems") or ()}
        vendors = {each["provider"] for each in systems if each["system"] in named}
        vendors |= {name.partition(":")[0] for name in named}
        model = "" if named else str(header.get("model") or "")
        for each in systems:
            if each["system"] in named or each["provider"] in vendors or _is(model, each):
                found.add(each["system"])
    return sorted(found)


def _is(model: str, system: Mapping[str, Any]) -> bool:
    """Return whether a model is that of a system, or of its vendor: gemini-3 is of gemini."""
    rest = model.removeprefix(system["provider"])
    vendor = bool(model) and rest != model and not rest[:1].isalnum()
    return vendor or (bool(model) and model == system["model_name"])
