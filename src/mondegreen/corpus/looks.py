"""Everything that is looked at in texts that were read, in the order in which it is said.

One doubt is enough for one thing: what has ids in front, or is in another order, is also framed or unlike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.failed_texts import doubt_failures
from mondegreen.corpus.framed import doubt_frames
from mondegreen.corpus.garbled import look_for_garbled
from mondegreen.corpus.order import doubt_order
from mondegreen.corpus.unlike import doubt_likeness

if TYPE_CHECKING:
    from mondegreen.corpus.corpus import Corpus

__all__ = ["look_at"]


def look_at(corpus: Corpus, *, spoken: tuple[bool, bool], told: bool, is_pair: bool) -> None:
    """Warn of texts that are hardly what was said, and refuse those that are not for certain.

    Args:
        corpus: what was read.
        spoken: of the references and of the hypotheses, whether the user called all of it speech.
        told: whether a warning said already what is in front of the texts.
        is_pair: whether the sides come from files of their own, so that they may not go together.

    Raises:
        InputError: as `look_for_garbled` does.
    """
    tokens = look_for_garbled(corpus)
    failed = doubt_failures(corpus)
    if not is_pair:
        return
    moved = doubt_order(corpus)
    framed = told or tokens or doubt_frames(corpus, spoken)
    if not (failed or moved or framed):
        doubt_likeness(corpus)
