"""Where judgements are kept when nobody says where."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cache_folder", "default_url"]


def cache_folder() -> Path:
    """Return ``MONDEGREEN_CACHE``, or the folder ``mondegreen`` among the user's caches."""
    chosen = os.environ.get("MONDEGREEN_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "mondegreen"


def default_url() -> str:
    """Return the file of judgements in the cache folder."""
    return str(cache_folder() / "judgements.db")
