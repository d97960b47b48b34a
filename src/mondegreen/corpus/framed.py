"""What one side has around most of its texts and the other has not: ids, times, marks, scores.

No list of formats would name all of them. So the texts themselves are compared: where most texts of
one side are those of the other with something of signs or digits in front or at the end, that is
hardly speech.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.table import quoted
from mondegreen.errors import DoubtWarning, counted, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus.corpus import Corpus

__all__ = ["doubt_frames"]

_LOOKED_AT: Final = 200
_FEWEST: Final = 2
_FARTHEST: Final = 9
"""Words in front of a text, as a date, a time, a level and a module of a log."""
_SIGN: Final = re.compile(r".*(?:[^\w\s'\u2019.,?!¿¡«»„“”…-]|\d)", re.DOTALL)
"""What is more than a word and its punctuation."""


def doubt_frames(corpus: Corpus, spoken: tuple[bool, bool]) -> None:
    """Warn where most of the first 200 texts of a side are framed, and those of the other are not.

    ``spoken`` says of the references and of the hypotheses whether the user called all of it speech.
    """
    pairs = [
        (said.casefold().split(), heard.casefold().split())
        for said, heard in islice(
            zip(corpus.references, corpus.hypotheses, strict=True), _LOOKED_AT
        )
        if isinstance(said, str) and isinstance(heard, str)
    ]
    pairs = [(said, heard) for said, heard in pairs if said and heard]
    for side, at in (("references", 0), ("hypotheses", 1)):
        for where, step in (("begin with", 1), ("end with", -1)):
            if not spoken[at]:
                _doubt(
                    side, where, [(pair[at][::step], pair[1 - at][::step]) for pair in pairs], step
                )


def _doubt(side: str, where: str, pairs: Sequence[tuple[list[str], list[str]]], step: int) -> None:
    odd = [(text, other) for text, other in pairs if text[0] != other[0]]
    if len(odd) < _FEWEST or 2 * len(odd) <= len(pairs):
        return
    found = [added for text, other in odd if (added := _added(text, other, step))]
    if len(found) >= _FEWEST and 2 * len(found) > len(pairs):
        other = "references" if side == "hypotheses" else "hypotheses"
        warn(
            f"{counted(len(found), 'text')} of the first {len(pairs):,} {side} {where} what those of the "
            f"{other} do not have, such as {quoted(found[0])}, and it is scored as words; if nobody said "
            "it, take it out, or give the format of the file with --format",
            DoubtWarning,
        )


def _added(text: list[str], other: list[str], step: int) -> str:
    """Return what a text has in addition before the first word of the other; nothing if none is.

    Both are turned round if ``step`` is -1.
    """
    for at, word in enumerate(text[:_FARTHEST]):
        if word == other[0]:
            glued = ""
        elif step == 1 and word.endswith(other[0]):
            glued = word.removesuffix(other[0])
        elif step == -1 and word.startswith(other[0]):
            glued = word.removeprefix(other[0])
        else:
            continue
        if glued and (glued[-1 if step == 1 else 0].isalnum() or (step == -1 and len(glued) == 1)):
            continue
        added = " ".join([*text[:at], *filter(None, [glued])][::step])
        return added if _SIGN.match(added) else ""
    return ""
