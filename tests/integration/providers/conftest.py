"""The server is started once for all tests of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from vendor_server import VendorServer, serving

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def vendors() -> Iterator[VendorServer]:
    with serving() as server:
        yield server


@pytest.fixture(autouse=True)
def _no_keys_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
