"""jiwer's texts: alignments, and which errors are how frequent."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from mondegreen.compat.jiwer._outputs import AlignmentChunk, CharacterOutput, WordOutput
from mondegreen.report.jiwer_layout import GAP, comparison, summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["collect_error_counts", "visualize_alignment", "visualize_error_counts"]

_MARKS: Final = {"equal": " ", "substitute": "S", "delete": "D", "insert": "I"}


def visualize_alignment(
    output: WordOutput | CharacterOutput,
    show_measures: bool = True,  # noqa: FBT001, FBT002 - jiwer's
    skip_correct: bool = True,  # noqa: FBT001, FBT002
    line_width: int | None = None,
) -> str:
    """Return the alignments as text.

    Args:
        output: what `process_words` or `process_characters` returned.
        show_measures: whether sums and rates are below.
        skip_correct: whether pairs without errors are left out.
        line_width: where alignments are cut into several groups of lines, if at all.

    >>> from mondegreen.compat import jiwer
    >>> out = jiwer.process_words("short one here", "shoe order one")
    >>> print(jiwer.visualize_alignment(out, show_measures=False), end="")
    === SENTENCE 1 ===
    <BLANKLINE>
    REF: **** short one here
    HYP: shoe order one ****
            I     S        D
    """
    characters = isinstance(output, CharacterOutput)
    parts = []
    # As many as there are of all three: a result may have been made by hand.
    pairs = zip(output.references, output.hypotheses, output.alignments, strict=False)
    for number, (reference, hypothesis, chunks) in enumerate(pairs, 1):
        correct = not chunks or (len(chunks) == 1 and chunks[0].type == "equal")
        if skip_correct and correct:
            continue
        steps = _steps(reference, hypothesis, chunks)
        block = comparison(steps, spaces=not characters, line_width=line_width)
        parts.append(f"=== SENTENCE {number} ===\n\n{block}\n")
    if not show_measures:
        return "".join(parts)[:-1]
    names = ("cer",) if characters else ("mer", "wil", "wip", "wer")
    counts = {
        name: getattr(output, name) for name in ("substitutions", "deletions", "insertions", "hits")
    }
    found = {name: getattr(output, name) for name in names}
    return "".join([*parts, summary(len(output.alignments), counts, found), "\n"])


def _steps(
    reference: list[str], hypothesis: list[str], chunks: list[AlignmentChunk]
) -> Iterator[tuple[str, str, str]]:
    for chunk in chunks:
        mark = _MARKS.get(chunk.type)
        if mark is None:
            raise ValueError(f"type={chunk.type!r}: expected one of {', '.join(_MARKS)}")
        said = reference[chunk.ref_start_idx : chunk.ref_end_idx]
        heard = hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx]
        if mark == "D":
            heard = [GAP] * len(said)
        elif mark == "I":
            said = [GAP] * len(heard)
        for word, other in zip(said, heard, strict=False):
            yield word, other, mark


def collect_error_counts(
    output: WordOutput | CharacterOutput,
) -> tuple[
    defaultdict[tuple[str, str], int],
    defaultdict[str, int],
    defaultdict[str, int],
]:
    """Count how often each stretch was substituted by another, inserted, and deleted.

    Returns:
        Three dictionaries: of substitutions by what was said and what was heard, of insertions,
        and of deletions. A stretch of several words is one key.

    >>> from mondegreen.compat import jiwer
    >>> out = jiwer.process_words(["a b", "a c"], ["a x", "a x y z"])
    >>> [dict(counts) for counts in jiwer.collect_error_counts(out)]
    [{('b', 'x'): 1, ('c', 'z'): 1}, {'x y': 1}, {}]
    """
    substitutions: defaultdict[tuple[str, str], int] = defaultdict(int)
    insertions: defaultdict[str, int] = defaultdict(int)
    deletions: defaultdict[str, int] = defaultdict(int)
    separator = " " if isinstance(output, WordOutput) else ""
    for row, chunks in enumerate(output.alignments):
        for chunk in chunks:
            if chunk.type == "equal":
                continue
            said = separator.join(output.references[row][chunk.ref_start_idx : chunk.ref_end_idx])
            heard = separator.join(output.hypotheses[row][chunk.hyp_start_idx : chunk.hyp_end_idx])
            if chunk.type == "insert":
                insertions[heard] += 1
            elif chunk.type == "delete":
                deletions[said] += 1
            elif chunk.type == "substitute":
                substitutions[said, heard] += 1
    return substitutions, insertions, deletions


def visualize_error_counts(
    output: WordOutput | CharacterOutput,
    show_substitutions: bool = True,  # noqa: FBT001, FBT002 - jiwer's
    show_insertions: bool = True,  # noqa: FBT001, FBT002
    show_deletions: bool = True,  # noqa: FBT001, FBT002
    top_k: int | None = None,
) -> str:
    """Return the errors as text, the most frequent first.

    Args:
        output: what `process_words` or `process_characters` returned.
        show_substitutions: whether substitutions are listed.
        show_insertions: whether insertions are.
        show_deletions: whether deletions are.
        top_k: how many of each, at the most.

    >>> from mondegreen.compat import jiwer
    >>> out = jiwer.process_words("short one here", "shoe order one")
    >>> print(jiwer.visualize_error_counts(out, show_insertions=False))
    === SUBSTITUTIONS ===
    short --> order = 1x
    <BLANKLINE>
    === DELETIONS ===
    here = 1x
    """
    substitutions, insertions, deletions = collect_error_counts(output)
    parts = []
    if show_substitutions:
        parts.append(f"=== SUBSTITUTIONS ===\n{_listed(substitutions, top_k)}")
    if show_insertions:
        parts.append(f"=== INSERTIONS ===\n{_listed(insertions, top_k)}")
    if show_deletions:
        parts.append(f"=== DELETIONS ===\n{_listed(deletions, top_k)}")
    return "\n".join(parts).removesuffix("\n")


def _listed(counts: Mapping[str, int] | Mapping[tuple[str, str], int], top_k: int | None) -> str:
    if not counts:
        return "none"
    ranked = sorted(counts.items(), key=lambda item: item[1], reverse=True)
    rows = [((key,) if isinstance(key, str) else key, count) for key, count in ranked]
    # The widths go by this cut, which for negative numbers differs from what is listed: nothing.
    width = max(len(part) for parts, _ in rows[:top_k] for part in parts)
    if top_k is not None:
        rows = rows[: max(top_k, 0)]
    return "".join(
        f"{' --> '.join(part.ljust(width) for part in parts)} = {count}x\n" for parts, count in rows
    )
