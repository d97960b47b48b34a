"""``icefall``: the file ``errs-*.txt`` that recipes of icefall write."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Final

from mondegreen.errors import visible
from mondegreen.report.aligned_rows import aligned_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.report.aligned_rows import AlignedRow
    from mondegreen.scoring.result import Result

_NOTHING: Final = "*"
_CORRECT, _REFERENCE, _HYPOTHESIS, _INSERTED, _DELETED = range(5)


def render(result: Result) -> str:
    """Return ``%WER =``, the errors, the utterances, and the counts of words.

    Errors that follow each other are in one pair of parentheses, ``(ref->hyp)``, with ``*`` for
    nothing. A rate over no words is ``inf`` if there are errors, never one that looks perfect.

    Raises:
        UsageError: not one metric that counts substitutions, deletions and insertions.
    """
    return "\n".join(_lines(result))


def _lines(result: Result) -> Iterator[str]:
    rows = list(aligned_rows(result, "icefall"))
    correct, substituted, deleted, inserted = (
        sum(row.counts[at] for row in rows) for at in range(4)
    )
    words, errors = correct + substituted + deleted, substituted + deleted + inserted
    rate = f"{100 * errors / words:.2f}" if words else ("inf" if errors else "0.00")
    yield f"%WER = {rate}"
    yield (
        f"Errors: {inserted} insertions, {deleted} deletions, {substituted} substitutions, "
        f"over {words} reference words ({correct} correct)"
    )
    yield (
        "Search below for sections starting with PER-UTT DETAILS:, SUBSTITUTIONS:, DELETIONS:, "
        "INSERTIONS:, PER-WORD STATS:"
    )
    yield from ("", "PER-UTT DETAILS: corr or (ref->hyp)  ")
    yield from (f"{visible(row.id)}:\t{' '.join(_details(row))}" for row in rows)
    yield from _tables(rows)


def _details(row: AlignedRow) -> Iterator[str]:
    for right, group in groupby(row.pairs, lambda pair: pair.right):
        pairs = list(group)
        if right:
            yield from (visible(pair.said or pair.wrote or "") for pair in pairs)
            continue
        said = " ".join(visible(pair.said) for pair in pairs if pair.said is not None)
        wrote = " ".join(visible(pair.wrote) for pair in pairs if pair.wrote is not None)
        yield f"({said or _NOTHING}->{wrote or _NOTHING})"


def _tables(rows: list[AlignedRow]) -> Iterator[str]:
    pairs = Counter(pair for row in rows for pair in row.pairs)
    stats: dict[str, list[int]] = {}
    tables: dict[str, list[tuple[int, str, str]]] = {"S": [], "D": [], "I": []}
    for (said, wrote, right), count in pairs.items():
        if right:
            _add(stats, said or wrote, _CORRECT, count)
        elif said is None:
            _add(stats, wrote, _INSERTED, count)
            tables["I"].append((count, wrote or "", ""))
        elif wrote is None:
            _add(stats, said, _DELETED, count)
            tables["D"].append((count, said, ""))
        else:
            _add(stats, said, _REFERENCE, count)
            _add(stats, wrote, _HYPOTHESIS, count)
            tables["S"].append((count, said, wrote))
    yield from ("", "SUBSTITUTIONS: count ref -> hyp")
    for count, said, wrote in sorted(tables["S"], reverse=True):
        yield f"{count}   {visible(said)} -> {visible(wrote)}"
    for key, head in (("D", "DELETIONS: count ref"), ("I", "INSERTIONS: count hyp")):
        yield from ("", head)
        yield from (f"{n}   {visible(word)}" for n, word, _ in sorted(tables[key], reverse=True))
    yield from ("", "PER-WORD STATS: word  corr tot_errs count_in_ref count_in_hyp")
    order = sorted(((sum(row[1:]), word) for word, row in stats.items()), reverse=True)
    for wrong, word in order:
        row = stats[word]
        said_times = row[_CORRECT] + row[_REFERENCE] + row[_DELETED]
        heard = row[_CORRECT] + row[_HYPOTHESIS] + row[_INSERTED]
        yield f"{visible(word)}   {row[_CORRECT]} {wrong} {said_times} {heard}"


def _add(stats: dict[str, list[int]], word: str | None, column: int, count: int) -> None:
    if word is not None:
        stats.setdefault(word, [0] * 5)[column] += count
