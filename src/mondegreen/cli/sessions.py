"""Files of sessions with several speakers, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from mondegreen.options.reading import Reading
    from mondegreen.speakers.sessions import Sessions

__all__ = ["read_sessions", "score_sessions"]


def score_sessions(options: Any) -> bool:
    """Whether the metrics among options are of sessions.

    Raises:
        UsageError: options that no recipe can have.
    """
    if getattr(options, "metrics", None) is None:
        return False
    from mondegreen.scoring.recipe import Recipe  # seldom needed

    return Recipe.of(options).uses_sessions


def read_sessions(paths: tuple[str, str | None], options: Reading, *, join: bool) -> Sessions:
    """Read two files of sessions.

    Raises:
        UsageError: there is one file, or its texts are to be joined.
        InputError: a file breaks its format.
    """
    from mondegreen.speakers.sessions import sessions  # seldom needed

    if join:
        raise UsageError("-g joins utterances to one text; sessions are scored speaker by speaker")
    reference, hypothesis = paths
    if hypothesis is None:
        raise UsageError("sessions are in two files: give the reference and the hypothesis")
    return sessions(reference, hypothesis, options=options)
