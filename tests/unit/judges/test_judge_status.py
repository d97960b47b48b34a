from __future__ import annotations

import pytest
from pydantic_ai import exceptions as known

from mondegreen.judges.status import ANSWERED, STATUSES, explain

MODEL = "some-model"


@pytest.mark.parametrize(
    ("error", "status", "again", "stops"),
    [
        (known.ModelRequestTimeout(MODEL, 3), "timeout", True, False),
        (known.ModelTimeoutError(MODEL, "slow"), "timeout", True, False),
        (known.ModelRateLimitError(MODEL, "busy", retry_after=7), "rate-limited", True, False),
        (known.ModelQuotaExceededError(MODEL, "no money"), "configuration", False, True),
        (known.ModelAuthenticationError(MODEL, "who?"), "configuration", False, True),
        (known.ModelNotFoundError(MODEL, "what?"), "configuration", False, True),
        (known.ModelContextWindowExceededError(MODEL, "too long"), "truncated", False, False),
        (known.ModelRequestRejectedError(MODEL, "bad"), "configuration", False, False),
        (known.ModelOverloadedError(MODEL, "overloaded"), "unavailable", True, False),
        (known.ModelUnavailableError(MODEL, "away"), "unavailable", True, False),
        (known.ModelServerError(MODEL, "oops"), "unavailable", True, False),
        (known.ModelConnectionError(MODEL, "gone"), "unavailable", True, False),
        (known.ContentFilterError("filtered"), "refused", False, False),
        (known.OutputTokenLimitExceeded("cut"), "truncated", False, False),
        (known.IncompleteToolCall("cut"), "truncated", False, False),
        (known.UnexpectedModelBehavior("<html>"), "unavailable", True, False),
        (known.ModelAPIError(MODEL, "no JSON"), "unavailable", True, False),
        (known.ModelHTTPError(413, MODEL), "configuration", False, False),
        (known.ModelHTTPError(500, MODEL), "unavailable", True, False),
        (known.UserError("no key"), "configuration", False, True),
        (ImportError("no groq"), "configuration", False, True),
        (ValueError("odd"), "unavailable", True, False),
        (KeyError("choices"), "unavailable", True, False),
    ],
)  # fmt: skip
def test_what_an_exception_means(
    error: Exception, status: str, *, again: bool, stops: bool
) -> None:
    found = explain(error)
    assert (found.status, found.again, found.stops) == (status, again, stops)
    assert found.status in STATUSES
    assert found.reason
    assert "\n" not in found.reason


def test_every_exception_of_a_run_has_its_line() -> None:
    """A class that pydantic-ai adds is looked at here, and not by a user."""
    ours = {type(each) for each in (known.UserError("x"),)}
    for name in known.__all__:
        kind = getattr(known, name)
        if isinstance(kind, type) and issubclass(kind, known.ModelAPIError):
            ours.add(kind)
    assert {kind.__name__ for kind in ours} <= {
        "UserError", "ModelAPIError", "ModelHTTPError", "ModelRateLimitError", "ModelServerError",
        "ModelQuotaExceededError", "ModelUnavailableError", "ModelOverloadedError",
        "ModelConnectionError", "ModelTimeoutError", "ModelContextWindowExceededError",
        "ModelRequestRejectedError", "ModelAuthenticationError", "ModelNotFoundError",
        "ModelRequestTimeout",
    }  # fmt: skip


def test_how_long_a_server_asks_to_wait() -> None:
    assert explain(known.ModelRateLimitError(MODEL, "busy", retry_after=7)).wait == 7


def test_what_was_never_sent_is_not_paid() -> None:
    phases = {None: True, "read": True, "write": True, "connect": False, "pool": False}
    for phase, paid in phases.items():
        error = known.ModelConnectionError(MODEL, "gone", phase=phase)
        assert explain(error).perhaps_paid is paid


def test_a_reason_is_one_short_line_without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "abcdef-secret")
    reason = explain(known.UserError("a\nb abcdef-secret " + "x" * 1000)).reason
    assert reason.startswith("a b [SOME_API_KEY] xxx")
    assert len(reason) == 300


def test_only_what_the_model_said_is_kept() -> None:
    assert set(STATUSES) - ANSWERED == {
        *("rate-limited", "unavailable", "timeout", "configuration", "budget", "no-model")
    }
