"""What texts hold that nobody said: left out or warned of; marks of unwritten words are don't-care spans.

Our normalizers, forgivers and ``semantic-wer`` leave out tokens of decoders and noises. A mark such as
``[inaudible]`` or ``[NAME]`` stands in a reference for any words, by the set ``notes`` of
``dont_care``; in a hypothesis it is no word. All others count what the texts hold, and a warning says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import as_list
from mondegreen.errors import DoubtWarning, warn
from mondegreen.metrics.registry import FORGIVEN, METRICS
from mondegreen.scoring.inputs import Utterances
from mondegreen.text.dont_care import NOTES
from mondegreen.text.notes import Held, held, without

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.scoring.recipe import Recipe

__all__ = ["Prepared", "prepare"]

_FEWEST: Final = 3
"""So many texts are more than a few."""
_FIRST: Final = 1_000
"""So many texts of a list are looked at where they are only warned of."""


@dataclass(frozen=True)
class Prepared:
    """Utterances as they are scored.

    Attributes:
        utterances: the texts, without what is left out.
        recipe: how; it says so where marks stand for any words.
        changed: whether a text is another one.
        spans: don't-care spans that were cut out already, and the words of hypotheses in them.
    """

    utterances: Utterances
    recipe: Recipe
    changed: bool = False
    spans: tuple[int, int] = (0, 0)


def prepare(
    utterances: Utterances, recipe: Recipe, as_scored: Callable[[Any], Any], threads: int
) -> Prepared:
    """Leave out what nobody said, where the recipe does; warn of it.

    Args:
        utterances: the texts as they were given.
        recipe: how they are scored.
        as_scored: the normalizer of the recipe.
        threads: how many may work.
    """
    sides = utterances.references, utterances.hypotheses
    if not recipe.leaves_out_notes:
        first = [texts[:_FIRST] if isinstance(texts, list) else texts for texts in sides]
        _warn_of_words(recipe, (held(first[0]), held(first[1])), len(first[1]), as_scored)
        return Prepared(utterances, recipe)
    found = said, heard = held(sides[0]), held(sides[1])
    if not any(count.texts for side in found for count in side[:3]):
        return Prepared(utterances, recipe)
    _warn_of_loss(found, len(utterances))
    free = not recipe.dont_care
    spans = bool(said.rows) and free and all(_takes_pieces(name, recipe) for name in recipe.metrics)
    prepared = Prepared(utterances, replace(recipe, dont_care=NOTES) if spans else recipe)
    judged = not recipe.normalizes and all(
        METRICS.get(name).leaves_out_notes for name in recipe.metrics
    )
    if said.rows and free and not spans:
        if judged:
            from mondegreen.scoring.cut_notes import cut  # seldom needed

            made, cut_out = cut(utterances, said.rows)
            prepared = Prepared(made, recipe, changed=True, spans=cut_out)
        else:
            _warn_of_spans(recipe, said, len(utterances))
    if recipe.forgive or judged:
        given = prepared.utterances
        keep = spans or not free
        left = (
            _left_out(given.references, said, speech=keep, threads=threads),
            _left_out(given.hypotheses, heard, speech=False, threads=threads),
        )
        made = Utterances(*left, given.ids, given.metadata, given.system)
        prepared = replace(prepared, utterances=made, changed=True)
    return prepared


def _takes_pieces(metric: str, recipe: Recipe) -> bool:
    known = FORGIVEN if recipe.forgive and metric in FORGIVEN.names() else METRICS
    kind = known.get(metric)
    return kind.takes_pieces and not kind.normalizer


def _left_out(texts: Any, found: Held, *, speech: bool, threads: int) -> Any:
    counts = found.tokens, found.noises, *((found.speech,) * (not speech))
    if not any(count.texts for count in counts):
        return texts
    made = without(texts, speech=speech, threads=threads)
    # What is missing stays what it was, with its reason.
    pairs = zip(as_list(texts), as_list(made), strict=True)
    return [old if new is None else new for old, new in pairs]


def _sides(found: tuple[Held, Held]) -> list[tuple[str, Held]]:
    return list(zip(("references", "hypotheses"), found, strict=True))


def _many(texts: int, total: int, *, few: bool = False) -> bool:
    return texts >= _FEWEST or (few and texts > 0 and 2 * texts >= total)


def _warn_of_loss(found: tuple[Held, Held], total: int) -> None:
    """Say what is left out of more than a few texts."""
    for side, counts in _sides(found):
        for count, what, few in (
            (counts.tokens, "tokens of a decoder", True),
            (counts.noises, "notes", False),
        ):
            if _many(count.texts, total, few=few):
                warn(
                    f"{count.texts:,} of {total:,} {side} hold {what} such as {count.first!r}; "
                    "they are left out",
                    DoubtWarning,
                )


def _warn_of_words(
    recipe: Recipe, found: tuple[Held, Held], total: int, as_scored: Callable[[Any], Any]
) -> None:
    """Say what counts as words in more than a few texts, and how not to count it."""
    if "{" in recipe.normalizer:
        return  # a column says which, and none is asked here
    name = f"mondegreen-{recipe.language}" if recipe.language.isalpha() else "mondegreen-any"
    for side, counts in _sides(found):
        for count, what, few in (
            (counts.tokens, "tokens of a decoder", True),
            (counts.noises, "notes", False),
        ):
            if _many(count.texts, total, few=few) and _stays(count.first, as_scored):
                warn(
                    f"{count.texts:,} of {total:,} {side} hold {what} such as {count.first!r}, which "
                    f"count as words; --normalizer {name} leaves them out",
                    DoubtWarning,
                )
    marks = found[0].speech
    if not recipe.dont_care and _many(marks.texts, total) and _stays(marks.first, as_scored):
        warn(
            f"{marks.texts:,} of {total:,} references hold marks such as {marks.first!r} for words "
            "that nobody wrote down, which count as words; --dont-care notes counts nothing there",
            DoubtWarning,
        )


def _warn_of_spans(recipe: Recipe, said: Held, total: int) -> None:
    """Say that a metric counts what was heard in the place of marks."""
    name = next(name for name in recipe.metrics if not _takes_pieces(name, recipe))
    warn(
        f"{said.speech.texts:,} of {total:,} references hold marks such as {said.speech.first!r} for "
        f"words that nobody wrote down; what was heard there counts as insertions, for {name} cannot "
        "pass over a part of an utterance: score it by itself",
        DoubtWarning,
    )


def _stays(note: str | None, as_scored: Callable[[Any], Any]) -> bool:
    """Whether the normalizer leaves anything of a note."""
    made = as_list(as_scored([note]))[0]
    return isinstance(made, str) and bool(made.strip())
