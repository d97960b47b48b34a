"""What a format cannot hold, counted, in words."""

from __future__ import annotations

from typing import Final

__all__ = ["ONE", "counted_loss"]

ONE: Final = {
    "borders between segments of one speaker": "border between segments of one speaker",
    "channels": "channel",
    "confidences of words": "confidence of a word",
    "ids": "id",
    "labels": "label",
    "line breaks in texts became spaces": "text had line breaks, which became spaces",
    "lines of the header": "line of the header",
    "marks in the names of speakers became spaces": "mark in the name of a speaker became a space",
    "names are not known and became": "name is not known and became",
    "names of recordings": "name of a recording",
    "names of segments look like times or comments and were left out": (
        "name of a segment looks like a time or a comment and was left out"
    ),
    "parentheses in ids became _": "id had parentheses, which became _",
    "recordings are one now": "recordings are one now",
    "segments had no id and got one": "segment had no id and got one",
    "segments that are not scored were left out": "segment that is not scored was left out",
    "segments without words": "segment without words",
    "segments without times have no duration": "segment without times has no duration",
    "segments without times, so there is no file of segments": (
        "segment without times, so there is no file of segments"
    ),
    "speakers": "speaker",
    "speakers of segments without words": "speaker of a segment without words",
    "speakers of words": "speaker of a word",
    "texts": "text",
    "texts begin like the labels of stm and will be read as such": (
        "text begins like the labels of stm and will be read as such"
    ),
    "texts hold what subtitles take for tags or times": (
        "text holds what subtitles take for tags or times"
    ),
    "times of segments": "time of a segment",
    "times were rounded to milliseconds": "time was rounded to milliseconds",
    "times with more digits than floats have were rounded": (
        "time with more digits than floats have was rounded"
    ),
    "values of other columns": "value of another column",
    "white space in names became _": "name had white space, which became _",
    "word times are not known and were spread evenly over their segments": (
        "word time is not known and was spread evenly over its segment"
    ),
    "words with times, confidence or speaker of their own": (
        "word with time, confidence or speaker of its own"
    ),
    "words without times are in the text alone": "word without times is in the text alone",
}
"""How one of each loss is said. Those of more than two recordings are never one."""


def counted_loss(count: int, what: str) -> str:
    """Return a loss with its number, in the right one of singular and plural.

    >>> counted_loss(1, "names are not known and became '1'"), counted_loss(2, "labels")
    ("1 name is not known and became '1'", '2 labels')
    """
    if count != 1:
        return f"{count:,} {what}"
    begin = next((each for each in ONE if what == each), None) or next(
        (each for each in ONE if what.startswith(f"{each} '")), ""
    )
    return f"1 {ONE.get(begin, '')}{what[len(begin) :]}"
