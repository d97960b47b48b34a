"""Ids for formats in which each line has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.segmented import one_line, one_word
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Transcript

__all__ = ["identified"]


def identified(
    transcript: Transcript, name: str, losses: Losses, parted_by: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield an id without white space and the text for each segment.

    Args:
        transcript: the segments; one without an id gets one.
        name: the format, for messages.
        losses: counts what had to be changed.
        parted_by: marks that cannot be in an id.

    Raises:
        InputError: two ids are the same, or become the same.
    """
    taken: dict[str, str] = {}
    for number, segment in enumerate(transcript.segments, 1):
        identifier = one_word(segment.id, losses, "")
        if not identifier:
            losses["segments had no id and got one"] += 1
            identifier = f"utterance-{number:06d}"
        if any(mark in identifier for mark in parted_by):
            losses["parentheses in ids became _"] += 1
            identifier = identifier.translate(dict.fromkeys(map(ord, parted_by), "_"))
        if identifier in taken:
            before, after = taken[identifier], segment.id or identifier
            if before == after:
                raise InputError(
                    f"the id {after!r:.60} occurs twice, expected different ids in {name}; change one of "
                    "them, or name another format with --to"
                )
            raise InputError(
                f"the ids {before!r:.60} and {after!r:.60} are both {identifier!r:.60} in {name}, "
                "expected ids that stay different; change one of them, or name another format "
                "with --to"
            )
        taken[identifier] = segment.id or identifier
        yield identifier, one_line(segment.text, losses)
