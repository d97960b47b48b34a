"""Submissions: transcripts and delays that a vendor hands in, checked before they are kept."""

from __future__ import annotations

__all__: list[str] = []
