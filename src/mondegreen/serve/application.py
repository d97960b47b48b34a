"""The application of the local page: one address, one token, and no request to elsewhere.

A page of another site can make a browser send requests to this machine, and after a change of its
name server read the answers too. So a request must name this host and port, and have the token, which
only the printed address has.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from types import MappingProxyType
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

from mondegreen.errors import MissingDependencyError, MondegreenError, visible
from mondegreen.report.environment import environment, policy, source
from mondegreen.serve.pair import PRESETS, Pair, Shown, choices

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

__all__ = ["MOST_BYTES", "application"]

MOST_BYTES: Final = 1 << 17
"""Of a form: two texts of some hundred thousand letters."""

_MOST_FIELDS: Final = 100
_DIGITS: Final = 12
_FORM: Final = "application/x-www-form-urlencoded"


def application(address: str, token: str, score: Callable[[Pair], Shown] = Pair.shown) -> Starlette:
    """Return the application.

    Args:
        address: the host and port that a request must name, as ``127.0.0.1:8000``.
        token: what the path of a request must be, next to slashes.
        score: what scores a pair; it is called in a thread.

    Raises:
        MissingDependencyError: starlette or jinja2 is not installed.
    """
    try:
        from starlette.applications import Starlette  # optional
        from starlette.concurrency import run_in_threadpool
        from starlette.exceptions import HTTPException
        from starlette.requests import ClientDisconnect
        from starlette.routing import Route
    except ImportError:
        raise MissingDependencyError("starlette", "serve", "the local page") from None
    environment()  # says now that jinja2 is not there

    async def answer(request: Request) -> Response:
        refused = _guard(request, address, token)
        if refused is not None:
            return refused
        if request.method != "POST":
            return _page(Pair(), Shown())
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                return _too_long()
        return await run_in_threadpool(_scored, bytes(body), score)

    def refuse(_: Request, error: Exception) -> Response:
        status = HTTPStatus(getattr(error, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR))
        return _refused(status, status.phrase.lower(), getattr(error, "headers", None) or {})

    return Starlette(
        routes=[Route("/{path:path}", answer, methods=["GET", "POST"])],
        # Whoever goes away while a form is sent gets no answer, and no traceback is printed.
        exception_handlers={HTTPException: refuse, ClientDisconnect: refuse, Exception: refuse},
    )


def _guard(request: Request, address: str, token: str) -> Response | None:
    """Return the refusal of a request that is not of the page itself."""
    headers = request.headers
    if headers.getlist("host") != [address]:
        return _refused(HTTPStatus.MISDIRECTED_REQUEST, f"this page is at {address} only")
    path = str(request.path_params["path"]).encode("utf-8", "backslashreplace")
    if not secrets.compare_digest(path, f"{token}/".encode()):
        return _refused(HTTPStatus.NOT_FOUND, "open the address that the command printed")
    if request.method != "POST":
        return None
    if headers.get("origin", f"http://{address}") != f"http://{address}":
        return _refused(HTTPStatus.FORBIDDEN, "the form of another page was sent")
    if headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        return _refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"expected a form: {_FORM}")
    announced = headers.get("content-length", "0")
    short = announced.isdecimal() and len(announced) < _DIGITS and int(announced) <= MOST_BYTES
    return None if short else _too_long()


def _too_long() -> Response:
    return _refused(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "the texts are longer than a page can show; use mondegreen align",
    )


def _scored(body: bytes, score: Callable[[Pair], Shown]) -> Response:
    try:
        fields = parse_qs(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError:  # bytes that are no text, or too many fields
        return _refused(HTTPStatus.BAD_REQUEST, "expected a form in UTF-8")
    pair = Pair.of(fields)
    try:
        return _page(pair, score(pair))
    except MondegreenError as error:
        return _page(pair, Shown(), error=str(error), status=HTTPStatus.BAD_REQUEST)


def _page(
    pair: Pair, shown: Shown, *, error: str = "", status: HTTPStatus = HTTPStatus.OK
) -> Response:
    from markupsafe import Markup  # comes with jinja2, which is optional
    from starlette.responses import HTMLResponse  # as above

    style = source("base.css") + source("diff.css") + source("serve.css")
    text = (
        environment()
        .get_template("serve.html.j2")
        .render(
            style=Markup(style),  # noqa: S704 - our own files
            pair=pair,
            shown=shown,
            error=visible(error),
            choices=choices(),
            presets=PRESETS,
        )
    )
    # half of a surrogate pair fits in no answer
    safe = text.encode("utf-8", "backslashreplace")
    return HTMLResponse(safe, status, headers=_headers(style))


def _headers(style: str) -> dict[str, str]:
    allowed = policy(scripts=[], styles=[style]).replace("form-action 'none'", "form-action 'self'")
    return {
        "Content-Security-Policy": f"{allowed}; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }


def _refused(
    status: HTTPStatus, why: str, more: Mapping[str, str] = MappingProxyType({})
) -> Response:
    from starlette.responses import PlainTextResponse  # optional

    headers = {**more, **_headers(""), "Connection": "close"}
    return PlainTextResponse(f"mondegreen: {why}\n", status, headers=headers)
