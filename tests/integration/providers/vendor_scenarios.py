"""What may happen to a request, in no vendor's words, and what has to become of it."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["SCENARIOS", "TIMEOUTS", "Cut", "Fault", "Hang", "Raw", "Scenario", "Status"]


@dataclass(frozen=True)
class Status:
    """An error response; ``{key}`` in its message is the key that was sent."""

    code: int
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "this is what went wrong"


@dataclass(frozen=True)
class Hang:
    """No response in time."""

    seconds: float = 30.0


@dataclass(frozen=True)
class Cut:
    """Half of the right response, then the connection is reset."""


@dataclass(frozen=True)
class Raw:
    """Success, with a body that is not what was asked for; ``None`` is half of the right one."""

    body: bytes | None
    media_type: str = "application/json"


Fault = Status | Hang | Cut | Raw


@dataclass(frozen=True)
class Scenario:
    """Faults of the first requests of one step; the last goes on if it does so ``for_ever``.

    Attributes:
        faults: of the first request, the second, and so on.
        becomes: the statuses of the failure, one of which has to come out; none for a transcript.
        requests: how many of this step are sent.
        for_ever: whether the last fault goes on.
    """

    faults: tuple[Fault, ...]
    becomes: tuple[str, ...] = ()
    requests: int = 1
    for_ever: bool = True


def once(*faults: Fault) -> Scenario:
    return Scenario(faults, (), len(faults) + 1, for_ever=False)


RETRIES = 2  # of the systems in these tests
ALL = RETRIES + 1
SOON = {"retry-after": "0.05"}
PAST = {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}
LATE = {"retry-after": "3600"}
FAR = {"location": "http://localhost:9/elsewhere"}

SCENARIOS = {
    "401": Scenario((Status(401),), ("unauthorized",)),
    "401 that echoes the key": Scenario(
        (Status(401, message="the key {key} is wrong"),), ("unauthorized",)
    ),
    "402": Scenario((Status(402),), ("payment",)),
    "403": Scenario((Status(403),), ("unauthorized",)),
    "404": Scenario((Status(404),), ("refused",)),
    "400": Scenario((Status(400),), ("refused",)),
    "413": Scenario((Status(413),), ("refused",)),
    "451": Scenario((Status(451),), ("refused",)),
    "302": Scenario((Status(302, FAR),), ("refused",)),
    "429 with Retry-After": once(Status(429, SOON)),
    "429 with a date that is past": once(Status(429, PAST)),
    "429 with Retry-After of an hour": Scenario((Status(429, LATE),), ("rate-limited",)),
    "429 without Retry-After": once(Status(429)),
    "429 with nonsense": once(Status(429, {"retry-after": "soon"})),
    "429 again and again": Scenario((Status(429),), ("rate-limited",), ALL),
    "500 then success": once(Status(500)),
    "503 with Retry-After": once(Status(503, SOON), Status(502)),
    "500 again and again": Scenario((Status(500),), ("server",), ALL),
    "timeout then success": once(Hang()),
    "timeout again and again": Scenario((Hang(),), ("timeout",), ALL),
    "reset half way then success": once(Cut()),
    "reset half way again and again": Scenario((Cut(),), ("connection",), ALL),
    "half of the JSON": Scenario((Raw(None),), ("malformed",)),
    "HTML with 200": Scenario((Raw(b"<html>Sign in</html>", "text/html"),), ("malformed",)),
    "no body": Scenario((Raw(b""),), ("malformed",)),
    "null": Scenario((Raw(b"null"),), ("malformed",)),
    "an empty object": Scenario((Raw(b"{}"),), ("malformed",)),
    "a list": Scenario((Raw(b"[]"),), ("malformed",)),
    "a text": Scenario((Raw(b'"so it goes"'),), ("malformed",)),
    "deep": Scenario((Raw(b"[" * 100_000),), ("malformed",)),
    "no UTF-8": Scenario((Raw(b'{"\xff": '),), ("malformed",)),
    "an error with 200": Scenario(
        (Raw(b'{"error": {"message": "no", "code": 7}}'),),
        ("server", "malformed", "rejected-job"),
    ),
    "an error as text with 200": Scenario(
        (Raw(b'{"error": "no"}'),), ("server", "malformed", "rejected-job")
    ),
}

TIMEOUTS = [name for name, each in SCENARIOS.items() if isinstance(each.faults[0], Hang)]
