"""Forgivers: named rules that say which differences do not matter."""

from __future__ import annotations

from mondegreen.forgive.base import Forgiver, Reason
from mondegreen.forgive.forgiving import forgive, forgive_many
from mondegreen.forgive.registry import FORGIVERS
from mondegreen.forgive.severities import Severities
from mondegreen.forgive.spans import Forgiven, Span

__all__ = [
    "FORGIVERS",
    "Forgiven",
    "Forgiver",
    "Reason",
    "Severities",
    "Span",
    "forgive",
    "forgive_many",
]
