"""Alignments of the ways that references take which leave a choice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.alignment.marked import align_marked
from mondegreen.corpus import Corpus
from mondegreen.corpus.table import as_list
from mondegreen.scoring.scorer import Scorer
from mondegreen.types import AnyOf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.alignment import Alignment
    from mondegreen.forgive.choosing import Forgiving

__all__ = ["align_ways"]


def align_ways(  # noqa: PLR0917 - both sides, and how they are read
    references: Any,
    hypotheses: Any,
    alternatives: Any,
    dont_care: Any,
    ids: Sequence[str | None],
    options: dict[str, Any],
    normalizer: Any = "none",
    forgiving: Forgiving | None = None,
) -> list[Alignment]:
    """Return an alignment for each pair, of the ways that are scored.

    Args:
        references: texts, or `AnyOf`.
        hypotheses: texts; ``None`` is aligned as an empty one.
        alternatives: as for `mondegreen.score`; several references are always read.
        dont_care: the same.
        ids: the names of the alignments.
        options: ``unit``, ``ties`` and ``edit_weights`` of `mondegreen.align_many`.
        normalizer: applied to both sides first.
        forgiving: forgivers, by which one of several references is chosen.

    >>> options = {"unit": "word", "ties": "most-hits", "edit_weights": None}
    >>> print(*align_ways(["{ um / @ } a [X]"], ["a b c"], "nist", "redactions", [None], options))
    REF  a [X] -
    HYP  a b   c
    """
    if not len(references):
        return []
    if alternatives is None:
        several = any(isinstance(text, AnyOf) for text in as_list(references))
        alternatives = "references" if several else "literal"
    scorer = Scorer(
        "wer",
        normalizer=normalizer,
        ties=options["ties"],
        edit_weights=options["edit_weights"],
        missing="deletions",
        alternatives=alternatives,
        dont_care=dont_care,
        **_options(forgiving),
    )
    scorer.update(Corpus(None, references, hypotheses))
    result = scorer.compute()
    made = align_marked(*result.aligned_texts(range(len(result))), **options)
    return [replace(each, id=name) for each, name in zip(made, ids, strict=True)]


def _options(forgiving: Forgiving | None) -> dict[str, Any]:
    """Return forgivers as a scorer takes them."""
    if forgiving is None or not forgiving.forgivers:
        return {}
    return {
        "forgive": list(forgiving.forgivers),
        "lang": forgiving.language,
        "guard": forgiving.guard,
        "entities": forgiving.entities or None,
    }
