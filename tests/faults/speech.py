"""A vendor of live transcription on this machine, that fails as a fault wants, and a visitor of a local page."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import threading
import time
import urllib.parse
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

sys.path.append(str(Path(__file__).parents[1] / "integration" / "live"))

from live_vendors import Nova

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from websockets.sync.server import ServerConnection

__all__ = ["LIVE", "Vendor", "left_open", "page_of"]

LIVE: Final = Nova()
_PAIR: Final = {"reference": "it cost five dollars", "hypothesis": "it cost $5"}


class Vendor:
    """Hears the same words in every recording.

    Attributes:
        address: where it is reached.
        odd: is asked in each stream what is wrong: ``cut``, ``silent``, or nothing.
    """

    def __init__(self) -> None:
        self.address = ""
        self.odd: Callable[[], str] = str

    @contextmanager
    def serving(self) -> Iterator[Vendor]:
        with serve(self._hear, "127.0.0.1", 0, compression=None) as server:
            self.address = "ws://{}:{}".format(*server.socket.getsockname())
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            yield self
            server.shutdown()
            thread.join()

    def _hear(self, there: ServerConnection) -> None:
        what = self.odd()
        with suppress(ConnectionClosed):
            for message in there:
                if what == "cut":
                    there.socket.shutdown(socket.SHUT_RDWR)
                elif what != "silent" and LIVE.is_close(message):
                    for said in (*LIVE.final("this is a clip", 0), *LIVE.end()):
                        there.send(said)
                    return


def page_of(printed: Path, process: Any) -> tuple[str, bytes] | None:
    """Return the address that the command prints, and what it shows of two texts; nothing if it ends."""
    until = time.monotonic() + 60
    while not (found := re.search(r"http://\S+/\n", _text(printed))):
        assert time.monotonic() < until
        if not process.is_alive():
            return None
        time.sleep(0.005)
    url = found[0].strip()
    with urllib.request.urlopen(url, urllib.parse.urlencode(_PAIR).encode(), 60) as page:
        return url, page.read()


@contextmanager
def left_open(url: str) -> Iterator[None]:
    """Send half of a form, and leave it at that."""
    parts = urllib.parse.urlsplit(url)
    head = (
        f"POST {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: 1000\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\nreference="
    )
    with socket.create_connection((parts.hostname or "", parts.port or 0)) as there:
        there.sendall(head.encode())
        time.sleep(0.1)  # until it is read
        yield


def stop(process: Any) -> None:
    """Press Ctrl-C."""
    if process.is_alive():
        os.kill(process.pid, signal.SIGINT)


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""
