"""A run file held against itself; each problem is an exception of Python with the row in it.

`mondegreen.scoring.runfile` puts the name of the file in front.
"""

from __future__ import annotations

import math
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import describe
from mondegreen.metrics.base import Unjudged
from mondegreen.metrics.batch import Batch
from mondegreen.scoring.coverage import emptied_rows, reference_words
from mondegreen.scoring.digests import digest
from mondegreen.scoring.frames import TEXTS
from mondegreen.scoring.sessions import status_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.metrics.base import Metric, Rows
    from mondegreen.scoring.recipe import Recipe

__all__ = [
    "DIGEST",
    "check_columns",
    "check_counts",
    "check_digests",
    "check_left_out",
    "check_metadata",
    "check_texts",
    "check_unjudged",
    "name_of_column",
    "recount",
]

DIGEST: Final = "reference_digest"
_KINDS: dict[str, tuple[type, ...]] = {
    "id": (str,),
    DIGEST: (str,),
    "reason": (str, NoneType),
    "reference": (str, list),
    "hypothesis": (str, list, NoneType),
    "reference_normalized": (str, list),
    "hypothesis_normalized": (str, list, NoneType),
}


def check_columns(columns: dict[str, Any]) -> None:
    """Refuse columns of other lengths or types than `save` writes."""
    rows = columns["status"]
    for name, values in columns.items():
        if not isinstance(values, list) or len(values) != len(rows) or not rows:
            raise ValueError(f"the column {name!r} is not one value per utterance")
        for row, value in enumerate(values if name in _KINDS else (), 1):
            tokens = value if isinstance(value, list) else ()
            if not isinstance(value, _KINDS[name]) or not all(isinstance(t, str) for t in tokens):
                raise TypeError(f"row {row}: the column {name!r} holds {describe(value)}")
    if len(set(columns["id"])) < len(rows):
        raise ValueError("an id occurs twice")


def check_counts(name: str, values: list[Any], *, most: int = 2**63 - 1) -> list[int]:
    """Return a column of counts, or refuse the first value that is none."""
    if {*map(type, values)} != {int} or min(values) < 0 or max(values) > most:
        for row, value in enumerate(values, 1):
            if type(value) is not int or not 0 <= value <= most:
                raise ValueError(f"row {row}: the column {name!r} holds {describe(value)}")
    return values


def check_texts(texts: dict[str, list[Any]], recipe: Recipe, *, emptied: int) -> None:
    """Refuse columns of texts that do not go together."""
    for said, written in (TEXTS[:2], TEXTS[2:]):
        if (said in texts) != (written in texts) or "reference" not in texts:
            raise ValueError("the texts of only one side")
    if "reference_normalized" in texts:
        if not (recipe.normalizes or recipe.reads or recipe.leaves_out_notes):
            raise ValueError("texts of a normalizer, where the recipe has none")
        for name in TEXTS[:2]:
            pairs = zip(texts[name], texts[f"{name}_normalized"], strict=True)
            for row, (before, after) in enumerate(pairs, 1):
                if type(before) is not type(after):
                    raise ValueError(
                        f"row {row}: the {name} is {describe(before)}, normalized {describe(after)}"
                    )
        if (
            recipe.normalizes and not recipe.reads
        ):  # the words of a reference that left a choice are not in its text
            _check_emptied(texts, emptied)
    kinds = {type(text) for column in texts.values() for text in column}
    if len(kinds - {NoneType}) > 1:
        raise TypeError("texts and lists of tokens are mixed")


def recount(  # noqa: PLR0917 - what is held against what
    texts: dict[str, list[Any]],
    ids: list[str],
    recipe: Recipe,
    rows: dict[str, Rows],
    status: bytes,
    metadata: dict[str, list[Any]],
) -> None:
    """Hold counts and status against the texts; metrics that may ask more are taken on trust.

    Those of sessions, of lists of hypotheses, of listed words, and of times and confidences of words
    are too, since these are not stored.

    So is one with a normalizer of its own, where the texts are stored normalized alone, and what
    was forgiven by forgivers, or with names, that are not here.
    """
    said, written = (texts.get(f"{name}_normalized", texts[name]) for name in TEXTS[:2])
    weights = None if recipe.edit_weights == (1, 1, 1) else recipe.edit_weights
    parts = None
    if recipe.reads:
        from mondegreen.scoring.lattices import cut  # seldom needed

        parts = cut(said, written)
    forgiving = None
    if (chosen := recipe.forgiving()) is not None:
        forgiving = chosen.of(metadata, None if parts is None else parts.rows_of())
    batch = Batch(
        *((said, written) if parts is None else (parts.references, parts.hypotheses)),
        recipe.ties,
        weights,
        recipe.insertions,
        forgiving=forgiving,
        given=(texts[TEXTS[0]], texts[TEXTS[1]]),
    )
    if forgiving is not None and TEXTS[2] in texts:
        from mondegreen.scoring.before import before_of_rows  # as above

        batch.before = before_of_rows(recipe, (texts[TEXTS[0]], texts[TEXTS[1]]), metadata)
    known = not recipe.normalizes or TEXTS[2] in texts
    forgiven = batch.forgiving is not None or not recipe.forgive
    for metric in recipe.build():
        if _asks_more(metric):
            continue
        counts_texts = metric.units or metric.uses_insertions or (metric.normalizer and known)
        found: Sequence[Any] = ()
        if counts_texts and forgiven:
            counted = metric.rows(batch) if parts is None else parts.rows(metric, batch)
            found = counted.columns
        stored = rows[metric.name].columns
        for statistic, there, here in zip(metric.statistics, stored, found, strict=False):
            if there != here:
                _refuse_count(f"{metric.name}.{statistic}", ids, there, here)
    found_status = batch.status() if parts is None else parts.status(batch.status())
    found_status = status_of_rows(said, found_status) if recipe.uses_sessions else found_status
    if found_status != status:
        _refuse_count("status", ids, status, found_status)


def _asks_more(metric: Metric) -> bool:
    """Whether a metric asks for more than run files have."""
    others = metric.uses_sessions, metric.uses_lists, metric.uses_words, bool(metric.lists)
    return metric.judged or any(others)


def check_digests(references: Sequence[Any], digests: Sequence[str] | None) -> None:
    """Refuse references that are not those of the stored digests; an old file has none."""
    for row, (text, there) in enumerate(zip(references, digests or (), strict=False), 1):
        if digest(text) != there:
            raise ValueError(f"row {row}: the reference is not the one of its digest")


def check_left_out(rows: Any) -> dict[str, list[str]]:
    """Return the names of rows that were left out, by reason, or refuse what is something else."""
    for reason, names in rows.items():
        if not isinstance(names, list) or not all(
            isinstance(each, str) for each in (reason, *names)
        ):
            raise TypeError(f"rows that were skipped: {describe(names)}")
    return dict(rows)


def check_unjudged(
    metric: Any, columns: dict[str, Any], parts: Sequence[Sequence[int]]
) -> dict[int, Unjudged]:
    """Return the rows that a judge could not judge, or refuse what no judge can write."""
    named = dict(zip(metric.statistics, parts, strict=True))
    flags = named["unjudged"]
    later = {name: named.pop(name) for name in (*metric.later_statistics, "unjudged")}
    needed, bounded = later["needed"], later.get("bounded", [0] * len(flags))
    bounds = [later[name] for name in metric.open_statistics]
    found = {}
    for row, flag in enumerate(flags):
        status = columns[f"{metric.name}.status"][row]
        reason = columns[f"{metric.name}.reason"][row]
        texts = isinstance(status, str) and isinstance(reason, str) and status.isprintable()
        counted = any(part[row] for part in named.values())
        if flag > 1 or bool(flag) != texts or (flag and counted) or (status is None) != (not flag):
            raise ValueError(f"row {row + 1}: {metric.name} is judged and unjudged at once")
        if not flag <= needed[row] <= 1:
            raise ValueError(f"row {row + 1}: {metric.name} needed the judge {needed[row]} times")
        if bounded[row] > flag or (not bounded[row] and any(bound[row] for bound in bounds)):
            raise ValueError(f"row {row + 1}: {metric.name} has bounds of what was judged")
        if flag:
            found[row] = Unjudged(status, reason)
    return found


def _refuse_count(name: str, ids: list[str], there: Sequence[int], here: Sequence[int]) -> None:
    row = next(row for row, (a, b) in enumerate(zip(there, here, strict=True)) if a != b)
    raise ValueError(
        f"row {row + 1} (id {ids[row]!r}): {name} is {there[row]}, but the texts give {here[row]}; "
        "it was changed after it was written, so score the texts again"
    )


def _check_emptied(texts: dict[str, list[Any]], emptied: int) -> None:
    """Refuse another number of texts emptied by the normalizer than there are."""
    rows = [emptied_rows(texts[name], texts[f"{name}_normalized"]) for name in TEXTS[:2]]
    found = len(rows[0] | rows[1])
    if found != emptied:
        raise ValueError(f"coverage has {emptied} texts emptied, the texts give {found}")


def name_of_column(stored: str, recipe: Recipe) -> str:
    """Return the name of a column of metadata; recordings of sessions had another one in earlier releases."""
    name = stored.removeprefix("column.")
    return "recording" if recipe.uses_sessions and name == "session" else name


def check_words(
    texts: dict[str, list[Any]], left_out: Iterable[int], words: tuple[int, int]
) -> None:
    """Refuse other numbers of words than the texts have; a file may be without the numbers."""
    if "reference_normalized" not in texts or not any(words):
        return
    found = reference_words(texts["reference"], texts["reference_normalized"], left_out)
    if found != words:
        raise ValueError(f"coverage has {words} reference words, the texts give {found}")


def check_metadata(name: str, values: list[Any]) -> list[Any]:
    """Return a column of metadata; NaN, which other programs make of null, is null again."""
    for row, value in enumerate(values, 1):
        if not (value is None or isinstance(value, (bool, int, float, str))):
            raise TypeError(f"row {row}: the column {name!r} holds {describe(value)}")
    odd = any(isinstance(value, float) and not math.isfinite(value) for value in values)
    if not odd:
        return values
    return [None if isinstance(v, float) and not math.isfinite(v) else v for v in values]
