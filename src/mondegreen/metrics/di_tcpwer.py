"""``di-tcpwer``: tcpWER in which each segment of the hypothesis may go to any speaker."""

from __future__ import annotations

from typing import ClassVar

from mondegreen.metrics.di_cpwer import DiCpWordErrorRate, ForgivenDiCpWordErrorRate

__all__ = ["DiTcpWordErrorRate", "ForgivenDiTcpWordErrorRate"]


class DiTcpWordErrorRate(DiCpWordErrorRate):
    """The same with words that must be near in time, as in tcpWER."""

    name = "di-tcpwer"
    label = "diarisation-invariant time-constrained word error rate"
    uses_collar: ClassVar[bool] = True
    timed = True


class ForgivenDiTcpWordErrorRate(ForgivenDiCpWordErrorRate):
    """The same for what was not forgiven. Segments are assigned by the strict errors."""

    name = "di-tcpwer"
    label = DiTcpWordErrorRate.label
    uses_collar: ClassVar[bool] = True
    timed = True
