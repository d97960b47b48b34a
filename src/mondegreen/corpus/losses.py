"""What a format cannot hold, counted, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ONE", "counted_loss", "is_added", "said_of_losses"]

_DROPPED: Final = {
    "borders between segments of one speaker": "border between segments of one speaker",
    "channels": "channel",
    "confidences of words": "confidence of a word",
    "ids": "id",
    "labels": "label",
    "lines of the header": "line of the header",
    "names of recordings": "name of a recording",
    "segments without words": "segment without words",
    "speakers": "speaker",
    "speakers of segments without words": "speaker of a segment without words",
    "speakers of words": "speaker of a word",
    "texts": "text",
    "times of segments": "time of a segment",
    "values of other columns": "value of another column",
    "words that are not one after the other within their segment": (
        "word that is not after the one before it within its segment"
    ),
    "words with times, confidence or speaker of their own": (
        "word with time, confidence or speaker of its own"
    ),
}
"""What is dropped, and how one of each is said."""
ONE: Final = _DROPPED | {
    "line breaks in texts became spaces": "text had line breaks, which became spaces",
    "marks in the names of speakers became spaces": "mark in the name of a speaker became a space",
    "segments got": "segment got",
    "names of speakers that are those of tiers of words or sounds were changed": (
        "name of a speaker that is that of a tier of words or sounds was changed"
    ),
    "names of segments look like times or comments and were left out": (
        "name of a segment looks like a time or a comment and was left out"
    ),
    "names became equal to others": "name became equal to another",
    "parentheses in ids became _": "id had parentheses, which became _",
    "recordings are one now": "recordings are one now",
    "segments had no id and got one": "segment had no id and got one",
    "segments that are not scored were left out": "segment that is not scored was left out",
    "segments without times have no duration": "segment without times has no duration",
    "segments without times, so there is no file of segments": (
        "segment without times, so there is no file of segments"
    ),
    "texts begin like the labels of stm and will be read as such": (
        "text begins like the labels of stm and will be read as such"
    ),
    "texts hold what subtitles take for tags or times": (
        "text holds what subtitles take for tags or times"
    ),
    "times were rounded to milliseconds": "time was rounded to milliseconds",
    "times with more digits than floats have were rounded": (
        "time with more digits than floats have was rounded"
    ),
    "white space in names became _": "name had white space, which became _",
    "word times are not known and were spread evenly over their segments": (
        "word time is not known and was spread evenly over its segment"
    ),
    "words without times are in the text alone": "word without times is in the text alone",
}
"""How one of each loss is said. Those of more than two recordings are never one."""


def is_added(what: str) -> bool:
    """Whether nothing was lost: a name that a format needs was made.

    >>> is_added("segments got '1' as channel"), is_added("labels")
    (True, False)
    """
    return what.startswith("segments got '") or what == "segments had no id and got one"


def counted_loss(count: int, what: str) -> str:
    """Return a loss with its number, in the right one of singular and plural.

    >>> counted_loss(1, "segments got '1' as channel"), counted_loss(2, "labels")
    ("1 segment got '1' as channel", '2 labels')
    """
    if count != 1:
        return f"{count:,} {what}"
    begin = next((each for each in ONE if what == each), None) or next(
        (each for each in ONE if what.startswith(f"{each} '")), ""
    )
    return f"1 {ONE.get(begin, '')}{what[len(begin) :]}"


def said_of_losses(losses: Mapping[str, int]) -> str:
    """Return all losses in one line: first what is dropped, then what is changed.

    >>> said_of_losses({"times were rounded to milliseconds": 3, "channels": 2, "speakers": 1})
    'dropped 2 channels, 1 speaker; 3 times were rounded to milliseconds'
    """
    dropped = [counted_loss(count, what) for what, count in losses.items() if what in _DROPPED]
    changed = [counted_loss(count, what) for what, count in losses.items() if what not in _DROPPED]
    return "; ".join([*([f"dropped {', '.join(dropped)}"] if dropped else []), *changed])
