"""The texts before a normalizer of ours, which forgivers read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen._kernel.forgiven import Given
from mondegreen.errors import MondegreenError
from mondegreen.scoring.chosen_normalizer import normalizer_of
from mondegreen.text.normalizers.by_column import ByColumn
from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.notes import without

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.scoring.recipe import Recipe

__all__ = ["before", "before_of_rows"]


def before(
    normalizer: Any, references: Any, hypotheses: Any, metadata: Mapping[str, Iterable[Any]]
) -> Given | None:
    """Return both columns with the normalizers that were at work, if one of ours was.

    Args:
        normalizer: an object, which may choose one for each row by a column.
        references: texts without what is left out before normalizing.
        hypotheses: the same.
        metadata: the other columns.
    """
    if isinstance(normalizer, Mondegreen):
        return Given(references, hypotheses, (normalizer.in_kernel,))
    if not isinstance(normalizer, ByColumn):
        return None
    chosen = normalizer.chosen(metadata)
    names = (by.in_kernel if isinstance(by, Mondegreen) else by.name for by in chosen.normalizers)
    return Given(references, hypotheses, tuple(names), chosen.which)


def before_of_rows(
    recipe: Recipe,
    texts: tuple[Sequence[Any], Sequence[Any]],
    metadata: Mapping[str, Sequence[Any]],
) -> Given | None:
    """Return the same for texts of a result as they were given, with what is left out of them.

    ``metadata`` are the columns of these rows.
    """
    if not (recipe.normalizes and recipe.forgive) or recipe.reads:
        return None
    try:
        by = normalizer_of(recipe.normalizer)
    except MondegreenError:  # of a package that is not here
        return None
    if recipe.leaves_out_notes:
        texts = without(texts[0]), without(texts[1])
    return before(by, *texts, metadata)
