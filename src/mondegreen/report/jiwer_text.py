"""What the ``jiwer`` command makes of two files: its choices, its texts, and its alignments.

Numbers and alignments of ``--to plain`` equal those of that command (jiwer 4.0) on files that it
reads whole. It leaves out lines of fewer than two characters, from each file by itself, so that
others pair up; here every line is an utterance.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.alignment.render import MARKS, pairs
from mondegreen.corpus import Corpus, read
from mondegreen.corpus.joining import read_sides as both_sides
from mondegreen.corpus.table import as_list
from mondegreen.errors import UsageError
from mondegreen.metrics.registry import METRICS
from mondegreen.report.jiwer_layout import GAP, comparison, summary
from mondegreen.scoring.metric_result import NOTHING_SCORED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Unpack

    from mondegreen.alignment import Alignment
    from mondegreen.corpus.table import Column
    from mondegreen.options.reading import Reading, ReadingKeywords
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.scoring.result import Result

__all__ = ["alignments", "choices", "read_sides"]

_COUNTS: Final = ("hits", "substitutions", "deletions", "insertions")
_WORDS: Final = "word-ascii-space"
_SPACES: Final = re.compile(r"\s\s+")
# What a terminal obeys is shown, as in other alignments: control characters, ends of lines of all
# kinds, and what turns the direction of a line. Tabs stay, as jiwer prints them.
_CONTROLS: Final = {
    0x7F: "\u2421",
    **{code: chr(0x2400 + code) for code in range(0x20) if code != ord("\t")},
    **{
        code: f"<U+{code:04X}>"
        for code in (*range(0x80, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A))
    },
}

# -- choices and texts ---------------------------------------------------------------------------


def choices(recipe: Recipe, *, unit: str | None, ties: str | None) -> Recipe:
    """Return ``recipe`` with jiwer's unit and tie rule where the user named none."""
    if unit is None:
        units = (
            _WORDS if usual == "word" and _WORDS in METRICS.get(name).units else usual
            for name, usual in zip(recipe.metrics, recipe.units, strict=True)
        )
        recipe = replace(recipe, units=tuple(units))
    if ties is None and recipe.edit_weights == (1, 1, 1):
        recipe = replace(recipe, ties="jiwer")
    return recipe


def read_sides(
    files: tuple[str, str | None],
    *,
    unit: str,
    join: bool = False,
    options: Reading | None = None,
    **chosen: Unpack[ReadingKeywords],
) -> Corpus:
    """Read a corpus with its texts as jiwer has them just before it cuts them into tokens.

    Args:
        files: one file with both sides, or two.
        unit: what the texts will be cut into; only words lose white space inside of a text.
        join: make one utterance of all; the two files may have different numbers of lines.
        options: how they are read, as for `mondegreen.read`.
        chosen: the same, one by one.

    Raises:
        InputError: as `mondegreen.corpus.read` does.
        UsageError: standard input cannot be joined with another file.
    """
    words = unit == _WORDS
    if not join:
        corpus = read(*files, options=options, **chosen)
        sides = [_stripped(side, words=words) for side in (corpus.references, corpus.hypotheses)]
        return replace(corpus, references=sides[0], hypotheses=sides[1])
    sides = [_stripped(side, words=words) for side in both_sides(files, options=options, **chosen)]
    texts = [" ".join(text for text in side if isinstance(text, str) and text) for side in sides]
    return Corpus(None, [texts[0]], [texts[1]], source=" and ".join(filter(None, files)))


def _stripped(side: Column, *, words: bool) -> list[Any]:
    """Strip each text; for words, two white space characters or more become one space."""
    texts = as_list(side)
    if words:
        # Printable texts have no white space but U+0020, of which any number parts two words.
        texts = [
            _SPACES.sub(" ", text) if isinstance(text, str) and not text.isprintable() else text
            for text in texts
        ]
    return [text.strip() if isinstance(text, str) else text for text in texts]


# -- alignments ----------------------------------------------------------------------------------


def alignments(result: Result) -> str:
    """Return the alignment of each utterance that has errors, then the sums and rates.

    The layout is that of ``jiwer -a``, down to what jiwer does with a token ``*``: it becomes as
    wide as its column, like the asterisks that stand for no token.

    Raises:
        UsageError: the result was stored without its texts.
    """
    counts: Counter[str] = Counter()
    blocks = []
    rows = [row for row in range(len(result)) if result.is_scored(row)]
    for row in rows:
        alignment = result.utterance(row).alignment
        if alignment is None:
            raise UsageError("this result was stored without its texts; save it with texts=True")
        for name in _COUNTS:
            counts[name] += getattr(alignment, name)
        if alignment.errors:
            spaces = alignment.unit.startswith("word")
            block = comparison(_steps(alignment), spaces=spaces)
            blocks.append(f"=== SENTENCE {row + 1} ===\n\n{block}\n")
    rates = ("cer",) if next(iter(result)).name == "cer" else ("mer", "wil", "wip", "wer")
    return "".join([*blocks, _sums(counts, len(rows), rates)])


def _steps(alignment: Alignment) -> Iterator[tuple[str, str, str]]:
    """Yield reference token, hypothesis token and mark of each step."""
    steps = pairs(alignment.reference, alignment.hypothesis, alignment.runs)
    for reference, hypothesis, operation in steps:
        yield _shown(reference), _shown(hypothesis), MARKS[operation] or " "


def _shown(token: str | None) -> str:
    if token is None:
        return GAP
    return token if token.isprintable() else token.translate(_CONTROLS)


def _sums(counts: Counter[str], sentences: int, names: Sequence[str]) -> str:
    rates = {}
    for name in names:
        value = METRICS.get(name)().value([counts[step] for step in _COUNTS])
        # Errors against nothing: jiwer has the number of insertions.
        rates[name] = counts["insertions"] if math.isinf(value) else value
    if sentences:
        return summary(sentences, counts, rates)
    return summary(0, counts, {}) + "".join(f"\n{name}: {NOTHING_SCORED}" for name in names)
