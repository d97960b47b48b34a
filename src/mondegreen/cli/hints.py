"""What the first screen says next to the numbers.

Form alone, code points that look the same or cannot be seen, and scripts without word spaces.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen._kernel import looks
from mondegreen.cli.streams import say
from mondegreen.corpus.table import as_list
from mondegreen.metrics.base import ratio
from mondegreen.patterns import pattern
from mondegreen.report.number_format import percent
from mondegreen.text.normalizers import normalizer

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.scoring.result import Result

_UNSPACED = pattern(
    "["
    "\u0e00-\u0eff"  # Thai, Lao
    "\u0f00-\u0fff"  # Tibetan
    "\u1000-\u109f"  # Myanmar
    "\u1780-\u17ff"  # Khmer
    "\u3040-\u30ff"  # Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "]"
)
_UNSEEN = pattern("[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_MOST_NAMED = 3
_MANY_MARKS = pattern(r"[^\w\s]{1000}")  # what combines is not a letter, and no space
_LOOKED_AT = 1000
_LETTERS = 100_000
FORM_LIMIT = 200_000


def are_wordless(references: Any) -> bool:
    """Whether no reference has any word.

    >>> are_wordless(["", " "]), are_wordless(["", "so"])
    (True, False)
    """
    return not looks.has_words(references)


def without_word_spaces(result: Result) -> bool:
    """Whether most letters of the first references are of scripts without spaces between words.

    Letters that stand alone have spaces between them.
    """
    room, letters, unspaced = _LETTERS, 0, 0
    texts = (
        result.references if result.references_normalized is None else result.references_normalized
    )
    for text in as_list(texts[:_LOOKED_AT]):
        if isinstance(text, str):
            words = [word for word in text[:room].split() if len(word) > 1]
            found = "".join(filter(str.isalpha, "".join(words)))
            letters += len(found)
            unspaced += 0 if found.isascii() else len(_UNSPACED.findall(found))
            room -= len(text[:room])
    return letters > 0 and unspaced > letters / 2


def form_alone(result: Result) -> float | None:
    """Return how much of the word error rate goes when case and punctuation are dropped.

    ``None`` where that says nothing: no errors, no rate, or too many utterances to look again.
    """
    return _points(result, "wer", _fold, lambda _: True)


def composition_alone(result: Result, metric: str) -> float | None:
    """Return how much of ``metric``, an error rate, goes when both sides are in the form NFC.

    That is, when it is put on what the normalizer of the recipe leaves. ``None`` where that says
    nothing: no errors, no rate, too many utterances, or all texts with errors are in NFC already.
    """
    if result.recipe.normalizer.startswith("mondegreen-"):
        return None  # they compose
    made = normalizer(result.recipe.normalizer)

    def composed(text: object) -> str:
        return unicodedata.normalize("NFC", made(text)) if isinstance(text, str) else ""

    return _points(result, metric, composed, _may_be_composed)


def unseen_alone(result: Result, metric: str) -> tuple[float, str] | None:
    """Return how much of ``metric`` goes without characters that nobody sees, and which they are.

    ``None`` where that says nothing: no errors, no rate, too many utterances, or no such characters.
    """
    if result.recipe.normalizer.startswith("mondegreen-"):
        return None  # they take them out
    made = normalizer(result.recipe.normalizer)
    found: set[str] = set()

    def seen(text: object) -> str:
        return _UNSEEN.sub(_in_its_place, made(text)) if isinstance(text, str) else ""

    def concerns(text: object) -> bool:
        marks = _UNSEEN.findall(text) if isinstance(text, str) and not text.isascii() else ()
        found.update(marks)
        return bool(marks)

    points = _points(result, metric, seen, concerns)
    return None if points is None else (points, ", ".join(map(_named, sorted(found)[:_MOST_NAMED])))


def _in_its_place(unseen: re.Match[str]) -> str:
    return " " if unseen[0] == "\u200b" else ""


def _named(char: str) -> str:
    return f"U+{ord(char):04X} {unicodedata.name(char, '').lower()}".rstrip()


def _points(
    result: Result,
    metric: str,
    change: Callable[[object], str],
    concerns: Callable[[object], bool],
) -> float | None:
    """Return how much the rate falls when the texts of rows with errors are changed.

    Rows are looked at again where either text concerns; ``None`` if none does.
    """
    score = result[metric]
    if result.recipe.reads or score.reason or not score.errors or len(result) > FORM_LIMIT:
        return None
    columns, rows = result.rows[metric].columns, result.rows_with_errors(metric)
    references, hypotheses = as_list(result.references), as_list(result.hypotheses)
    rows = [row for row in rows if concerns(references[row]) or concerns(hypotheses[row])]
    if not rows:
        return None
    weights = result.recipe.edit_weights
    folded = _kernel.count(
        [change(references[row]) for row in rows],
        [change(hypotheses[row]) for row in rows],
        unit=result.recipe.units[result.recipe.metrics.index(metric)],
        ties=result.recipe.ties,
        weights=None if weights == (1, 1, 1) else weights,
    )
    kept = [
        count - sum(column[row] for row in rows)
        for count, column in zip(score.counts.values(), columns, strict=True)
    ]
    left = sum(kept[1:]) + sum(folded.sums[1:])
    length = sum(kept[:3]) + sum(folded.sums[:3])
    return float(score) - float(ratio(left, length))


def _may_be_composed(text: object) -> bool:
    """Say whether the form NFC is another text; not of long runs of marks, which take too long.

    Python sorts the marks after one letter in a time that grows with the square of their number.
    """
    return (
        isinstance(text, str)
        and not text.isascii()
        and not _MANY_MARKS.search(text)
        and not unicodedata.is_normalized("NFC", text)
    )


def _fold(text: object) -> str:
    if not isinstance(text, str):
        return ""
    return text.lower().translate(_WITHOUT_PUNCTUATION)


class _Kept(dict[int, int | None]):
    """What becomes of each code point: nothing of punctuation; made for those that are met."""

    def __missing__(self, point: int) -> int | None:
        self[point] = None if unicodedata.category(chr(point)).startswith("P") else point
        return self[point]


_WITHOUT_PUNCTUATION = _Kept()


def _is_ascii(result: Result) -> bool:
    """Whether all texts are ASCII, which has one form alone and nothing invisible; quick."""
    return looks.are_ascii(result.references) and looks.are_ascii(result.hypotheses)


def _hint_of_sessions(result: Result) -> None:
    recipe = result.recipe
    if recipe.uses_sessions and "word" in recipe.units and without_word_spaces(result):
        say(
            "warning: these texts have no spaces between words, so each is one word and its rate means "
            "little: -n whisper-basic-split-letters makes words of the characters"
        )


def hints(result: Result, *, asked: bool) -> None:
    """Say what of a rate may be an accident; ``asked`` if a unit or a language was named."""
    recipe = result.recipe
    turns_alone = all(kind.uses_turns for kind in result.metrics.values())
    if len(result) and not turns_alone and are_wordless(result.references):
        say(
            "warning: no reference has any word, so a rate says nothing of the hypotheses; is it the "
            "right file, and the right column (--reference-column)?"
        )
    unseen = sum(metric.counts.get("differ_in_digits", 0) for metric in result)
    if unseen:
        say(
            f"warning: space-norm-wer deletes digits, so {unseen:,} of its right pairs have other "
            "digits in the hypothesis: -m space-wer keeps them"
        )
    rated = [name for name in ("wer", "cer") if name in recipe.metrics][:1]
    for metric in rated if rated and len(result) <= FORM_LIMIT and not _is_ascii(result) else ():
        points = composition_alone(result, metric)
        if points is not None and points >= 0.0005:  # noqa: PLR2004 - half of what is shown
            say(
                f"of the {metric} of {percent(result[metric].value, 1)}, {100 * points:.1f} points "
                "are letters that look the same, as one code point here and as several there "
                "(Unicode NFC and NFD): add -n mondegreen-any, or another normalizer that composes"
            )
        unseen_points = unseen_alone(result, metric)
        if unseen_points is not None and unseen_points[0] >= 0.0005:  # noqa: PLR2004 - as above
            say(
                f"of the {metric} of {percent(result[metric].value, 1)}, "
                f"{100 * unseen_points[0]:.1f} points are invisible characters "
                f"({unseen_points[1]}), which make words others that look the same: add "
                "-n mondegreen-any, which takes them out, or take them out of the file"
            )
    _hint_of_sessions(result)
    words = "wer" in recipe.metrics and recipe.units[recipe.metrics.index("wer")] == "word"
    if not words:
        return
    if not asked and without_word_spaces(result):
        say(
            "warning: these texts have no spaces between words, so a word error rate means "
            "little: add --lang zh (ja, th, ...) or -m cer"
        )
    if recipe.normalizer.startswith("none@") and not recipe.forgive:
        points = form_alone(result)
        if points is not None and points >= 0.0005:  # noqa: PLR2004 - half of what is shown
            say(
                f"of the wer of {percent(result['wer'].value, 1)}, {100 * points:.1f} points are "
                "case and punctuation only: --forgive case,punctuation shows them"
            )
