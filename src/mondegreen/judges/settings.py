"""How models are asked: one place, with the same meaning for every vendor."""

from __future__ import annotations

from mondegreen.options.judging import Settings

__all__ = ["Settings"]
