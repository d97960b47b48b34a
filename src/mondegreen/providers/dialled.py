"""Live vendors over WebSocket: where they are, with which header, and what is said there."""

from __future__ import annotations

import json
from abc import abstractmethod
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from mondegreen.providers.live_vendor import LiveVendor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mondegreen.providers.listening import Line
    from mondegreen.providers.wire import Wire

__all__ = ["Dialled"]


class Dialled(LiveVendor):
    """What is asked over WebSocket."""

    package = "websockets"

    @property
    def base(self) -> str:
        """The address of the server, without a slash at the end."""
        given = super().base
        return "ws" + given.removeprefix("http") if given.startswith("http") else given

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[Line]:
        from mondegreen.providers import sockets  # loads websockets

        address, headers = await self._dial(), self._headers(self._key())
        async with sockets.connected(address, headers, self.chosen) as there:
            line = sockets.SocketLine(there, self._wire(), self.clock, self.system)
            with sockets.without_a_response(self.system, self.chosen.setup):
                await line.set_up(self.chosen.setup)
            yield line

    async def _dial(self) -> str:
        """Return the address to connect to, with its query."""
        query = {**self._query(), **(self.chosen.parameters or {})}
        plain = {name: _plain(value) for name, value in query.items() if value is not None}
        path = f"{self.base}{self._path()}"
        return f"{path}?{urlencode(plain, doseq=True)}" if plain else path

    @abstractmethod
    def _path(self) -> str:
        """Return the path of the address."""

    def _query(self) -> dict[str, Any]:
        """Return the query of the address."""
        return {}

    @abstractmethod
    def _headers(self, key: str) -> dict[str, str]:
        """Return the headers of the upgrade."""

    @abstractmethod
    def _wire(self) -> Wire:
        """Return what is said in one stream."""


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value) if isinstance(value, dict) else value
