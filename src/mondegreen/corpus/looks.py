"""Everything that is looked at in texts that were read, in the order in which it is said.

One doubt is enough for one thing: what has ids in front, or is in another order, is also framed or unlike.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.failed_texts import doubt_failures
from mondegreen.corpus.framed import doubt_frames
from mondegreen.corpus.garbled import look_for_garbled
from mondegreen.corpus.memory import refuse_long
from mondegreen.corpus.order import doubt_order
from mondegreen.corpus.table import as_list
from mondegreen.corpus.unlike import doubt_likeness

if TYPE_CHECKING:
    from mondegreen.corpus.corpus import Corpus

__all__ = ["look_at"]

_LOOKED_AT: Final = 2000
"""Rows; no look is at more."""
_LONG: Final = 2**20
"""Characters; nothing is looked at in the middle of a longer text, which would be a list of its words."""


def look_at(corpus: Corpus, *, spoken: tuple[bool, bool], told: bool, is_pair: bool) -> None:
    """Warn of texts that are hardly what was said, and refuse those that are not for certain.

    Args:
        corpus: what was read.
        spoken: of the references and of the hypotheses, whether the user called all of it speech.
        told: whether a warning said already what is in front of the texts.
        is_pair: whether the sides come from files of their own, so that they may not go together.

    Raises:
        InputError: as `look_for_garbled` and `refuse_long` do.
    """
    corpus = _without_middles(corpus)
    tokens = look_for_garbled(corpus)
    failed = doubt_failures(corpus)
    if not is_pair:
        return
    moved = doubt_order(corpus)
    framed = told or tokens or doubt_frames(corpus, spoken)
    if not (failed or moved or framed):
        doubt_likeness(corpus)


def _without_middles(corpus: Corpus) -> Corpus:
    """Return the corpus, or its first rows if some of them are long; of these only both ends.

    Raises:
        InputError: as `refuse_long` does.
    """
    sides = [[*islice(side, _LOOKED_AT)] for side in (corpus.references, corpus.hypotheses)]
    sizes = [[len(text) if isinstance(text, str) else 0 for text in side] for side in sides]
    if max(map(max, filter(None, sizes)), default=0) <= _LONG:
        return corpus
    refuse_long(corpus.source, max(map(sum, zip(*sizes, strict=True))))
    references, hypotheses = ([_ends(text) for text in side] for side in sides)
    return replace(
        corpus,
        ids=corpus.ids and corpus.ids[:_LOOKED_AT],
        references=references,
        hypotheses=hypotheses,
        metadata={name: as_list(each)[:_LOOKED_AT] for name, each in corpus.metadata.items()},
    )


def _ends(text: object) -> object:
    if not isinstance(text, str) or len(text) <= _LONG:
        return text
    return f"{text[: _LONG // 2]} {text[-_LONG // 2 :]}"
