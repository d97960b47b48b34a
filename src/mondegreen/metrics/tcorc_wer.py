"""``tcorc-wer``: the words alone, whichever stream each segment is in, at the right time."""

from __future__ import annotations

from typing import ClassVar

from mondegreen.metrics.orc_wer import ForgivenOrcWordErrorRate, OrcWordErrorRate

__all__ = [
    "ExactTcorcWordErrorRate",
    "ForgivenExactTcorcWordErrorRate",
    "ForgivenGreedyTcorcWordErrorRate",
    "ForgivenTcorcWordErrorRate",
    "GreedyTcorcWordErrorRate",
    "TcorcWordErrorRate",
]


class TcorcWordErrorRate(OrcWordErrorRate):
    """ORC-WER in which two words must be near in time, as in tcpWER."""

    name = "tcorc-wer"
    label = "time-constrained optimal reference combination word error rate"
    uses_collar: ClassVar[bool] = True
    timed = True


class ExactTcorcWordErrorRate(TcorcWordErrorRate):
    """The same with the best assignment; refused where the search is too large."""

    name = "tcorc-wer[exact]"
    search = "exact"


class GreedyTcorcWordErrorRate(TcorcWordErrorRate):
    """The same with the greedy search, whatever the size."""

    name = "tcorc-wer[greedy]"
    search = "greedy"


class ForgivenTcorcWordErrorRate(ForgivenOrcWordErrorRate):
    """The same for what was not forgiven. Segments are assigned by the strict errors."""

    name = "tcorc-wer"
    label = TcorcWordErrorRate.label
    uses_collar: ClassVar[bool] = True
    timed = True


class ForgivenExactTcorcWordErrorRate(ForgivenTcorcWordErrorRate):
    """The same with the best assignment; refused where the search is too large."""

    name = "tcorc-wer[exact]"
    search = "exact"


class ForgivenGreedyTcorcWordErrorRate(ForgivenTcorcWordErrorRate):
    """The same with the greedy search, whatever the size."""

    name = "tcorc-wer[greedy]"
    search = "greedy"
