"""``mondegreen serve``: a local page in the browser for two texts."""

from __future__ import annotations

import secrets
import socket
import sys
import webbrowser
from typing import Annotated

import typer

from mondegreen.cli.interrupts import ended_by
from mondegreen.cli.streams import say, show
from mondegreen.errors import UsageError

_HOST = "127.0.0.1"


def serve(
    port: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=65535, help="Port on this machine. Default: any that is free."
        ),
    ] = 0,
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the page in a browser. Default: yes."),
    ] = True,
) -> int:
    """Compare two texts on a local page.

    The page is for this machine only: its address has a random token. It asks nothing of other hosts.

    \b
    Examples:
      mondegreen serve
      mondegreen serve --port 8000 --no-browser
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.serve.application import application  # needs an extra
    from mondegreen.serve.server import server_of  # as above
    from mondegreen.serve.worker import Worker  # as above

    try:
        listening = socket.create_server((_HOST, port))
    except OSError as error:
        raise UsageError(
            f"--port {port}: cannot be used: {error.strerror or error}; leave it out to take a free one"
        ) from None
    with listening:
        address = f"{_HOST}:{listening.getsockname()[1]}"
        token = secrets.token_urlsafe(32)
        worker = Worker()
        server = server_of(application(address, token, worker.shown), worker)
        url = f"http://{address}/{token}/"
        show(url)
        sys.stdout.flush()  # whoever reads it from a file or a pipe needs it now
        say("press Ctrl-C to stop")
        if browser:
            webbrowser.open(url)  # the socket listens already, so the page waits for the server
        try:
            server.run(sockets=[listening])
        except KeyboardInterrupt:  # uvicorn ends well and then raises it again
            if ended_by():
                raise
            say("stopped")
        finally:
            worker.close()
    return 0
