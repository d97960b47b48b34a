"""``sclite-dtl``: the overall details that NIST's sclite prints with ``-o dtl``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from mondegreen.alignment.cells import visible
from mondegreen.report.aligned_rows import aligned_rows, system_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mondegreen.scoring.result import Result

_FALSE: Final = (
    "* NOTE: The 'Falsely Recognized' words are those hypothesis words",
    "        which the recognizer incorrectly substituted for a reference word.",
)
_SUBSTITUTED: Final = (
    "* NOTE: The 'Substitution' words are those reference words",
    "        for which the recognizer supplied an incorrect word.",
)


def render(result: Result) -> str:
    """Return the counts, then confusion pairs and words by how often they were wrong.

    A percent of no words is ``UNDEF``. The spelling ``substitions`` is sclite's.

    Raises:
        UsageError: not one metric that counts substitutions, deletions and insertions.
    """
    return "\n".join(_lines(result)).rstrip("\n")


def _lines(result: Result) -> Iterator[str]:
    totals, sentences, wrong = [0, 0, 0, 0], 0, [0, 0, 0, 0]
    pairs: Counter[tuple[str, str]] = Counter()
    inserted: Counter[str] = Counter()
    deleted: Counter[str] = Counter()
    for row in aligned_rows(result, "sclite-dtl"):
        counts = row.counts
        sentences += 1
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        hit = (any(counts[1:]), *map(bool, counts[1:]))
        wrong = [total + each for total, each in zip(wrong, hit, strict=True)]
        for said, wrote in row.pairs:
            if said is None and wrote is not None:
                inserted[wrote] += 1
            elif wrote is None and said is not None:
                deleted[said] += 1
            elif said is not None and wrote is not None and said != wrote:
                pairs[said, wrote] += 1
    yield f"DETAILED OVERALL REPORT FOR THE SYSTEM: {system_of(result)}"
    yield from ("", "SENTENCE RECOGNITION PERFORMANCE", "")
    yield f" sentences{sentences:>44}"
    yield f" with errors{_share(wrong[0], sentences):>34}   ({wrong[0]:>4})"
    yield ""
    for name, count in zip(("substitions", "deletions", "insertions"), wrong[1:], strict=True):
        yield f"   with {name}{_share(count, sentences):>{38 - len(name)}}   ({count:>4})"
    yield from _words(*totals)
    confused = {
        f"{visible(said)} ==> {visible(wrote)}": count for (said, wrote), count in pairs.items()
    }
    yield from _table("CONFUSION PAIRS", confused, pairs)
    yield from _table("INSERTIONS", inserted)
    yield from _table("DELETIONS", deleted)
    said_wrong: Counter[str] = Counter()
    heard_wrong: Counter[str] = Counter()
    for (said, wrote), count in pairs.items():
        said_wrong[said] += count
        heard_wrong[wrote] += count
    yield from _table("SUBSTITUTIONS", said_wrong, end=_SUBSTITUTED)
    yield from _table("FALSELY RECOGNIZED", heard_wrong, end=_FALSE)


def _words(correct: int, substituted: int, deleted: int, inserted: int) -> Iterator[str]:
    words = correct + substituted + deleted
    errors = substituted + deleted + inserted
    yield from ("", "", "WORD RECOGNITION PERFORMANCE", "")
    for name, count, after in (
        ("Percent Total Error", errors, ""),
        ("Percent Correct", correct, ""),
        ("Percent Substitution", substituted, None),
        ("Percent Deletions", deleted, None),
        ("Percent Insertions", inserted, None),
    ):
        yield f"{name:<26}= {_share(count, words):>7}   ({count:>4})"
        if after is not None:
            yield after
    yield f"{'Percent Word Accuracy':<26}= {_share(words - errors, words):>7}"
    yield from ("", "")
    yield f"{'Ref. words':<26}=           ({words:>4})"
    yield f"{'Hyp. words':<26}=           ({correct + substituted + inserted:>4})"
    yield f"{'Aligned words':<26}=           ({words + inserted:>4})"
    yield ""


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "UNDEF%"


def _table(
    title: str,
    counts: Mapping[str, int],
    order: Mapping[tuple[str, str], int] | None = None,
    *,
    end: tuple[str, ...] = (),
) -> Iterator[str]:
    """Yield the words, the most frequent first, equals by their letters."""
    keys: list[object] = list(counts if order is None else order)
    rows = sorted(
        zip(keys, counts.items(), strict=True), key=lambda row: (-row[1][1], _sortable(row[0]))
    )
    yield f"{title:<33}Total                 ({len(rows)})"
    yield f"{'':<33}With >=  1 occurrences ({len(rows)})"
    yield ""
    for number, (_, (name, count)) in enumerate(rows, 1):
        yield f"{number:>4}: {count:>4}  ->  {name if order else visible(name)}"
    yield "     -------"
    yield f"{sum(counts.values()):>10}"
    yield from ("", "", *end, "", "") if end else ("", "", "")


def _sortable(key: object) -> tuple[str, ...]:
    return key if isinstance(key, tuple) else (str(key),)
