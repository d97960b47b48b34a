"""The server of the local page, which ends at once, whoever still sends a form or waits for an answer."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import MissingDependencyError

if TYPE_CHECKING:
    import uvicorn

    from mondegreen.serve.worker import Worker

__all__ = ["server_of"]

_GOODBYE: Final = 1
"""Seconds for whoever is connected; a form that is not sent to its end would keep the server for ever."""


def server_of(application: Any, worker: Worker) -> uvicorn.Server:
    """Return a server that closes the worker when a signal comes.

    Raises:
        MissingDependencyError: uvicorn is not installed.
    """
    try:
        from uvicorn import Config, Server  # optional
    except ImportError:
        raise MissingDependencyError("uvicorn", "serve", "the local page") from None

    class Ending(Server):
        def handle_exit(self, sig: int, frame: Any) -> None:
            worker.close()  # a thread that waits for it cannot be cancelled
            super().handle_exit(sig, frame)

    server = Ending(
        Config(
            application,
            log_level="error",
            access_log=False,  # it would show the token
            server_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=_GOODBYE,
        )
    )
    # A request that is given up at the end is no error.
    logging.getLogger("uvicorn.error").addFilter(lambda _record: not server.should_exit)
    return server
