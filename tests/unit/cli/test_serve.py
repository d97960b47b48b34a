"""``mondegreen serve``: what is printed, opened and listened to."""

from __future__ import annotations

import socket
import sys
import webbrowser
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = Callable[..., Any]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would be served: the socket's address and the settings; the server ends at once."""
    found: list[Any] = []

    def run(self: Any, sockets: list[socket.socket]) -> None:
        found.extend([sockets[0].getsockname(), self.config])
        sockets[0].close()
        raise KeyboardInterrupt

    monkeypatch.setattr(uvicorn.Server, "run", run)
    monkeypatch.setattr(webbrowser, "open", lambda url: found.append(url) or True)
    return found


def test_only_this_machine_is_served(command: Command, served: list[Any]) -> None:
    done = command("serve")
    assert done.status == 0
    url, (host, port), config = served
    assert done.out == f"{url}\n"
    assert host == "127.0.0.1"
    assert url.startswith(f"http://127.0.0.1:{port}/")
    assert not config.access_log
    token = url.split("/")[3]
    assert len(token) > 40
    assert token not in done.err


def test_each_run_has_its_own_token(command: Command, served: list[Any]) -> None:
    outs = {command("serve", "--no-browser").out.split("/")[3] for _ in range(3)}
    assert len(outs) == 3
    assert not [each for each in served if isinstance(each, str)]


def test_a_port_that_is_taken(command: Command, served: list[Any]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = command("serve", "--port", str(port))
    assert (done.status, served) == (2, [])
    assert f"--port {port}: cannot be used: " in done.err
    assert command("serve", "--port", "70000").status == 2


@pytest.mark.parametrize("package", ["uvicorn", "starlette.applications", "jinja2"])
def test_what_is_not_installed(
    command: Command, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    from mondegreen.report import environment

    environment.environment.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    done = command("serve")
    assert done.status == 2
    assert "pip install '.[" in done.err
