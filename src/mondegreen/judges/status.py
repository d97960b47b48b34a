"""What can become of a question, and the one table from a client's exceptions to it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from mondegreen.services.secrets import without_secrets

__all__ = ["ANSWERED", "STATUSES", "Status", "Unanswered", "explain"]

Status = Literal[
    "ok",
    "refused",
    "truncated",
    "invalid",
    "rate-limited",
    "unavailable",
    "timeout",
    "configuration",
    "budget",
    "no-model",
]
STATUSES: tuple[str, ...] = get_args(Status)

# The model had its say. Asked the same again it may say something else, but a second run must give
# the same number, so these are kept. All others mean that no answer came, and are asked again.
ANSWERED = frozenset({"ok", "refused", "truncated", "invalid"})

_LONGEST_REASON = 300


@dataclass
class Unanswered(Exception):  # noqa: N818 - an outcome, caught where the answer is made
    """Why there is no answer.

    Attributes:
        status: any but ``ok``.
        reason: one line for the reader; keys are struck out of it.
        again: whether the same request may be answered if it is sent again.
        wait: seconds that the server asked for before that.
        stops: whether every other question would fail in the same way.
        rejected: whether the server rejected the request as it was made.
        perhaps_paid: whether the model may have worked, and the vendor may charge for it.
    """

    status: Status
    reason: str
    again: bool = False
    wait: float | None = None
    stops: bool = False
    rejected: bool = False
    perhaps_paid: bool = False

    def __post_init__(self) -> None:
        line = " ".join(without_secrets(self.reason, parts=True).split())
        self.reason = line[: _LONGEST_REASON - 1] + "…" if len(line) > _LONGEST_REASON else line
        super().__init__(self.reason)


def explain(error: Exception) -> Unanswered:  # noqa: C901, PLR0911, PLR0912 - a table
    """Return what an exception of pydantic-ai, or of a client below it, means.

    The order matters: a truncated or a refused answer is also an ``UnexpectedModelBehavior``, a
    wrong key is also a rejected request, and every failure with a status is a ``ModelAPIError``.
    """
    from pydantic_ai import exceptions as known  # only where a model is asked

    own = _own(error)
    if own is not None:
        return replace(own)
    said = _said(error)
    wait = _wait(error)
    match error:
        case known.ModelRequestTimeout() | known.ModelTimeoutError():
            return Unanswered("timeout", f"no reply in time: {said}", again=True, perhaps_paid=True)
        case known.ModelQuotaExceededError():
            return Unanswered("configuration", f"the account is used up: {said}", stops=True)
        case known.ModelRateLimitError():
            return Unanswered("rate-limited", f"too many requests: {said}", again=True, wait=wait)
        case known.ModelAuthenticationError():
            return Unanswered("configuration", f"the key is not accepted: {said}", stops=True)
        case known.ModelNotFoundError():
            return Unanswered("configuration", f"no such model there: {said}", stops=True)
        case known.ModelContextWindowExceededError():
            return Unanswered("truncated", f"longer than the model can read: {said}")
        case known.ModelRequestRejectedError():
            return Unanswered("configuration", f"the request was rejected: {said}", rejected=True)
        case known.ModelUnavailableError() | known.ModelServerError():
            return Unanswered("unavailable", f"the server failed: {said}", again=True, wait=wait)
        case known.ModelConnectionError():
            paid = error.phase not in ("pool", "connect")
            reason = f"the connection failed: {said}"
            return Unanswered("unavailable", reason, again=True, perhaps_paid=paid)
        case known.ContentFilterError():
            return Unanswered("refused", said)
        case known.OutputTokenLimitExceeded() | known.IncompleteToolCall():
            return Unanswered("truncated", said)
        case known.UserError() | ImportError():
            return Unanswered("configuration", said, stops=True)
        case known.ModelHTTPError() if 300 <= error.status_code < 500:  # noqa: PLR2004
            return Unanswered("configuration", f"the request was rejected: {said}", rejected=True)
    # A page of HTML or a cut JSON with status 200, and whatever else a client stumbles over.
    reason = f"the reply cannot be read: {said}"
    return Unanswered("unavailable", reason, again=True, perhaps_paid=True)


def _own(error: BaseException | None) -> Unanswered | None:
    """Return what our own connections raised, whatever clients put around it."""
    while error is not None and not isinstance(error, Unanswered):
        error = error.__cause__ or error.__context__
    return error


def _wait(error: Exception) -> float | None:
    """Return the seconds that a server asked for; ``None`` where they are none."""
    wait = getattr(error, "retry_after", None)
    if not isinstance(wait, int | float) or not math.isfinite(wait) or wait < 0:
        return None
    return wait


def _said(error: Exception) -> str:
    """Return what the server said, without the shell that each client puts around it."""
    body: Any = getattr(error, "body", None)
    status = getattr(error, "status_code", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    message = inner.get("message") if isinstance(inner, dict) else None
    text = str(message or getattr(error, "message", None) or error or type(error).__name__)
    return f"{status} {text}" if status else text
