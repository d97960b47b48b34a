"""What holds for any two texts."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from mondegreen import _kernel
from mondegreen.alignment import align, align_many
from mondegreen.alignment.cells import display_width

if TYPE_CHECKING:
    from collections.abc import Callable

SPECIAL = ' ab-"\u00a0\t\n\x1b\x9b\u0301\u05d0\u0664\u200b\u200c\u200d\u202e\u2068\u2069今👨🏽🇩ำ\ufe0f\ud800'
texts = st.text(st.one_of(st.sampled_from(SPECIAL), st.characters()), max_size=30)
units = st.sampled_from(["word", "character", "grapheme", "grapheme-no-space"])
tokens = st.lists(st.text(SPECIAL, max_size=3), max_size=12)
sides = st.one_of(st.tuples(texts, texts), st.tuples(tokens, tokens))
options = st.one_of(
    st.fixed_dictionaries({"ties": st.sampled_from(["most-hits", "jiwer"])}),
    st.fixed_dictionaries({"edit_weights": st.tuples(*[st.integers(1, 5)] * 3)}),
)


@given(sides, units, options)
def test_pairs_reproduce_both_texts(both: Any, unit: Any, choices: Any) -> None:
    """Nothing is lost or made up, and equal means equal."""
    alignment = align(*both, unit=unit, **choices)
    pairs = list(alignment.pairs())
    said, written = zip(*pairs, strict=True) if pairs else ((), ())
    assert tuple(token for token in said if token is not None) == alignment.reference
    assert tuple(token for token in written if token is not None) == alignment.hypothesis
    assert sum(one == other for one, other in pairs) == alignment.hits
    assert (None, None) not in pairs
    for text, found in zip(both, (alignment.reference, alignment.hypothesis), strict=True):
        assert list(found) == (_kernel.tokens(text, unit) if isinstance(text, str) else text)


@given(sides, units, options)
def test_counts_agree_with_the_kernel(both: Any, unit: Any, choices: Any) -> None:
    """The alignment shown is the one that was counted."""
    alignment = align(*both, unit=unit, **choices)
    counts = _kernel.count(
        *([side] for side in both),
        unit=unit,
        ties=alignment.ties,
        weights=alignment.edit_weights,
    )
    assert counts.sums == (
        alignment.hits,
        alignment.substitutions,
        alignment.deletions,
        alignment.insertions,
    )


@given(st.lists(st.tuples(texts, texts), max_size=5), units)
def test_many_is_each(rows: Any, unit: Any) -> None:
    """One call or many make no difference."""
    references, hypotheses = [row[0] for row in rows], [row[1] for row in rows]
    assert align_many(references, hypotheses, unit=unit) == [align(*row, unit=unit) for row in rows]


@given(sides, units, st.integers(0, 4))
def test_differences_cover_the_errors(both: Any, unit: Any, context: int) -> None:
    """Each step that is not equal is in exactly one difference, and no other step is."""
    alignment = align(*both, unit=unit)
    found = alignment.differences(context)
    for name in ("substitutions", "deletions", "insertions", "errors"):
        assert sum(getattr(one, name) for one in found) == getattr(alignment, name)
    lost, wrong = set(range(len(alignment.reference))), set(range(len(alignment.hypothesis)))
    for run in alignment.runs:
        if run.operation == "equal":
            lost -= set(range(run.reference_start, run.reference_end))
            wrong -= set(range(run.hypothesis_start, run.hypothesis_end))
    spans = [range(one.reference_start, one.reference_end) for one in found]
    assert [at for span in spans for at in span] == sorted(lost)
    spans = [range(one.hypothesis_start, one.hypothesis_end) for one in found]
    assert [at for span in spans for at in span] == sorted(wrong)
    for one, following in zip_longest(found, found[1:]):
        assert one.reference != one.hypothesis
        start, end = one.reference_start, one.reference_end
        assert alignment.reference[start:end] == one.reference
        assert alignment.reference[start - len(one.before) : start] == one.before
        assert alignment.reference[end : end + len(one.after)] == one.after
        assert len(one.before) <= context >= len(one.after)
        if following:
            assert end + len(one.after) <= following.reference_start
            assert end < following.reference_start


def cell_starts(line: str, measure: Callable[[str], int]) -> list[int]:
    """Return the display column at which each cell of a line starts."""
    line = line.replace("\u2068", "").replace("\u2069", "")
    starts = [match.start() for match in re.finditer(r"[^ ]+", line) if match.start() >= 5]
    return [measure(line[:start]) for start in starts]


@given(sides, units, st.integers(1, 60), st.booleans())
def test_rendering_is_safe_and_straight(both: Any, unit: Any, width: int, only: bool) -> None:  # noqa: FBT001
    """Any text: nothing a terminal obeys, no trailing spaces, columns that are straight."""
    alignment = align(*both, unit=unit)
    text = alignment.render(width=width, only_errors=only)
    text.encode()
    categories = {unicodedata.category(character) for character in text.replace("\n", "")}
    assert not categories & {"Cc", "Cs", "Zl", "Zp"}
    assert not set(text) & set("\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\ufeff")
    steps = 0
    for block in text.split("\n\n") if text else []:
        said, written, *marks = block.split("\n")
        assert (said[:3], written[:3], len(marks) < 2) == ("REF", "HYP", True)
        starts = cell_starts(said, display_width)
        assert cell_starts(written, display_width) == starts
        assert {at for line in marks for at in cell_starts(line, display_width)} <= set(starts)
        steps += len(starts)
        for line in (said, written, *marks):
            assert line == line.rstrip()
            assert line.count("\u2068") == line.count("\u2069")
            shown = display_width(line.replace("\u2068", "").replace("\u2069", ""))
            assert shown <= width or len(starts) < 2
    assert only or steps == len(list(alignment.pairs()))


words = st.text("ab今天שלΩéｶ한ः\u0301", min_size=1, max_size=5).map("x".__add__)


@given(st.lists(words, max_size=9), st.lists(words, max_size=9))
def test_columns_by_another_measure(said: list[str], written: list[str]) -> None:
    """Columns are straight as rich measures them, too."""
    alignment = align(said, written)
    starts = [cell_starts(line, cell_len) for line in alignment.render(width=10_000).split("\n")]
    assert starts[0] == starts[1]
    assert len(starts[0]) == len(list(alignment.pairs()))
    assert [set(row) - set(starts[0]) for row in starts[2:]] in ([], [set()])


@given(sides, units)
def test_html_is_one_tree(both: Any, unit: Any) -> None:
    """Any text: as many cells as steps, only our own tags."""
    alignment = align(*both, unit=unit)
    page = alignment._repr_html_()
    assert page.count("<small>") == len(list(alignment.pairs()))
    assert page.count("<") == 2 + 8 * page.count("<small>")
    page.encode()


def test_no_rich() -> None:
    """Aligning and rendering load neither rich nor anything else that is slow."""
    script = (
        "import sys; from mondegreen.alignment import align; str(align('今 b', 'a'));"
        "sys.exit(str(sys.modules.keys() & {'rich', 'numpy', 'pandas', 'pyarrow'}) != 'set()')"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
