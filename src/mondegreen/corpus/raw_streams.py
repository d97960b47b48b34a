"""Streams of bytes that are read through another one."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["LineFeeds", "Replay"]


class Replay(io.RawIOBase):
    """A stream that cannot seek, with the bytes already looked at put back in front."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer, and return how many bytes are in it."""
        size = len(buffer)
        chunk = self._head[:size] if self._head else self._rest.read(size)
        self._head = self._head[size:]
        buffer[: len(chunk)] = chunk
        return len(chunk)


class LineFeeds(io.RawIOBase):
    """A stream with line feeds in place of carriage returns."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer, and return how many bytes are in it."""
        chunk = self._stream.read(len(buffer)).replace(b"\r", b"\n")
        buffer[: len(chunk)] = chunk
        return len(chunk)
