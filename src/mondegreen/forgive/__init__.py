"""Forgivers: named rules that say which differences do not matter."""

from __future__ import annotations

from mondegreen.forgive.base import Forgiver, Reason

__all__ = ["Forgiver", "Reason"]
