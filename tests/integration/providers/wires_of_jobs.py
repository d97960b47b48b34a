"""Vendors that take a recording, work on it, and are asked again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vendor_wire import Wire

__all__ = ["WIRES"]

WIRES: list[Wire] = []
