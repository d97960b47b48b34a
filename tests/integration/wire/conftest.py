"""The server is started once for all tests of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from wire_server import WireServer, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "sk-test-0123456789-do-not-write-this"


@pytest.fixture(scope="session")
def wire() -> Iterator[WireServer]:
    with serving() as server:
        yield server


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> str:
    """Set the same key for all vendors, and nothing that leads elsewhere."""
    for name in ("ANTHROPIC", "OPENAI", "GOOGLE"):
        monkeypatch.setenv(f"{name}_API_KEY", KEY)
    for name in (
        "ANTHROPIC_BASE_URL",
        "OPENAI_BASE_URL",
        "GOOGLE_GEMINI_BASE_URL",
        "GEMINI_API_KEY",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)
    return KEY
