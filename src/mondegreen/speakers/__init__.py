"""Sessions with several speakers: who said what, and when."""

from __future__ import annotations

from mondegreen.speakers.sessions import Sessions, sessions

__all__ = ["Sessions", "sessions"]
