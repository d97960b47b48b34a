"""A metric that brings its own normalizer, with another one that is given for it by name.

``space-norm-wer[normalizer=whisper-english]`` is the name of a metric as others are: it is in
signatures, in titles and in run files.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.text.normalizers import normalizer
from mondegreen.text.normalizers.typed_names import FAMILIES

if TYPE_CHECKING:
    from mondegreen.metrics.base import Metric

__all__ = ["on"]


@lru_cache(maxsize=64)
def on(kind: Any, metric: str, name: str) -> type[Metric]:
    """Return ``kind``, registered as ``metric``, as it counts on the normalizer called ``name``.

    Raises:
        UnknownNameError: no normalizer has this name.
        UsageError: the metric does not take another one, or this one cannot be given so.
    """
    if kind.normalizer is None:
        raise UsageError(
            f"{metric} has no normalizer of its own, so it takes the one of all metrics: type "
            f"--normalizer {name}, normalizer={name!r} in Python, and {metric} alone as the metric"
        )
    if not kind.takes_normalizer:
        raise UsageError(
            f"{metric} is scored with {kind.normalizer} and no other normalizer, not {name!r}; "
            f"type {metric} alone"
        )
    if "@" in name or "{" in name:
        raise UsageError(
            f"{metric}[normalizer={name}]: expected the name of one normalizer, without a version "
            f"and not by column, as {metric}[normalizer=lower]"
        )
    found = normalizer(name)
    if name.startswith(FAMILIES) and found.name != name:
        raise UsageError(
            f"{metric}[normalizer={name}]: that is {found.name}; type "
            f"{metric}[normalizer={found.name}]"
        )
    parts = {
        "name": f"{metric}[normalizer={name}]",
        "label": f"{metric} on {name}",
        "normalizer": f"{name}@{found.version}",
        "__doc__": kind.__doc__,
        "__reduce__": lambda self: (_restored, (kind, metric, name, vars(self))),
    }
    made: Any = type(kind.__name__, (kind,), parts)
    return made  # type: ignore[no-any-return]


def _restored(kind: Any, metric: str, name: str, state: dict[str, Any]) -> Metric:
    """Return a metric that was pickled: its class is made, so none can be imported."""
    made = on(kind, metric, name)()
    vars(made).update(state)
    return made
