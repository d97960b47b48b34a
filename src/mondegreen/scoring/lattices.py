"""References and hypotheses that leave a choice, made into texts that are scored like any others.

Each such pair is aligned as two lattices, and the ways they take become their texts. What is not
counted, or is right without being equal, is in brackets (`mondegreen.alignment.lattice`); the
pieces between them are counted by themselves and added up. All other utterances go as they came.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen import _kernel
from mondegreen._kernel import EMPTY, SCORED
from mondegreen.alignment.lattice import (
    BRACKETS,
    Bracket,
    best,
    is_marked,
    pieces,
    without_brackets,
)
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, UsageError
from mondegreen.metrics.base import Metric, Rows
from mondegreen.metrics.registry import METRICS
from mondegreen.scoring.alternatives import marks as marks_of
from mondegreen.scoring.inputs import Utterances
from mondegreen.scoring.pairs_with_choices import read_pair
from mondegreen.text.alternatives import Anything, Choice, Marks, Sequence, Words
from mondegreen.types import AnyOf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mondegreen.forgive.choosing import Forgiving
    from mondegreen.forgive.languages import ByLanguage
    from mondegreen.metrics.batch import Batch
    from mondegreen.scoring.recipe import Recipe

__all__ = ["Cut", "Lattices", "bare", "cut"]


@dataclass
class Lattices:
    """The references, and hypotheses, of some utterances that leave a choice.

    Attributes:
        shown: the references as texts, all of them.
        plain: those without a choice; an empty text in place of the others.
        sequences: the others, by row.
        plain_heard: the hypotheses without a choice; an empty text in place of the others.
        heard: the others, by row.
        ties: the rule of alignments.
        threads: how many may work.
        cuts: whether texts may be parted where sclite's alignment asks for it.
        words: two columns that have as many words as the references before and after the
            normalizer; of those with a choice the same ones.
        pieces: the utterances cut at their brackets, if any has some.
    """

    utterances: Utterances
    marks: Marks
    shown: list[Any]
    plain: list[Any]
    sequences: dict[int, Sequence]
    plain_heard: list[Any]
    heard: dict[int, Sequence]
    ties: str = "most-hits"
    threads: int = 1
    cuts: bool = True
    words: tuple[list[Any], list[Any]] = ([], [])
    pieces: Cut | None = None

    @classmethod
    def read(cls, utterances: Utterances, recipe: Recipe, threads: int = 1) -> Lattices:
        """Find the utterances that leave a choice.

        In a hypothesis braces that do not close are words, for nobody asked those who write them.

        Raises:
            InputError: braces that do not close, or a text with brackets of ours; with its name.
            UsageError: lists of tokens with marks.
        """
        marks, ties = marks_of(recipe), recipe.ties
        cuts = all(METRICS.get(name).takes_pieces for name in recipe.metrics)
        references, hypotheses = as_list(utterances.references), as_list(utterances.hypotheses)
        shown, plain = list(references), list(references)
        sequences: dict[int, Sequence] = {}
        plain_heard, chosen = list(hypotheses), {}
        signs = marks.signs()
        sign = None if signs is None else re.compile(f"[{re.escape(signs + BRACKETS)}]")
        for row, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
            if sign is not None and _has_none(sign, reference, hypothesis):
                continue
            if isinstance(reference, (list, tuple)):
                _refuse_tokens(reference, marks, utterances.name(row))
                continue
            if isinstance(reference, AnyOf):
                shown[row] = str(reference)
            elif not isinstance(reference, str):
                continue  # refused by its name later
            _refuse_brackets(shown[row], hypothesis, utterances.name(row))
            try:
                found = read_pair(reference, hypothesis, marks, ties)
            except InputError as error:
                raise InputError(f"{utterances.name(row)}: {error}") from None
            if found is None:
                continue
            plain[row], plain_heard[row] = found.reference, found.hypothesis
            if found.sequence is not None:
                sequences[row] = found.sequence
            if found.heard is not None:
                chosen[row] = found.heard
        return cls(
            *(utterances, marks, shown, plain, sequences, plain_heard, chosen, ties, threads, cuts)
        )

    def without_choice(self) -> Utterances:
        """Return the utterances with empty texts where there is a choice."""
        given = self.utterances
        return Utterances(self.plain, self.plain_heard, given.ids, given.metadata, given.system)

    def as_shown(self) -> Utterances:
        """Return the utterances with all their references as texts."""
        given = self.utterances
        return Utterances(self.shown, given.hypotheses, given.ids, given.metadata, given.system)

    def shown_of(self, given: Utterances) -> Utterances:
        """Return utterances of which these are another version, with all their references as texts."""
        shown = [
            str(each) if isinstance(each, AnyOf) else each for each in as_list(given.references)
        ]
        return Utterances(shown, given.hypotheses, given.ids, given.metadata, given.system)

    def normalize(self, normalized: Callable[[Utterances], Any] | None) -> None:
        """Cut the words of all sequences, normalized one stretch of words at a time."""
        sides = self.sequences, self.heard
        found = [
            (row, words) for side in sides for row, nodes in side.items() for words in _words(nodes)
        ]
        texts: list[Any] = [words.text for _, words in found]
        if normalized is not None and texts:
            metadata = {
                name: [column[row] for row, _ in found]
                for name, column in self.utterances.metadata.items()
            }
            ids = self.utterances.ids
            names = None if ids is None else [ids[row] for row, _ in found]
            texts = as_list(normalized(Utterances(texts, texts, names, metadata)))
        for (_, words), text in zip(found, texts, strict=True):
            cut_words = list(_kernel.tokens(text, "word"))
            if cut_words:
                cut_words[0] = words.before + cut_words[0]
                cut_words[-1] += words.after
            words.words = cut_words

    def take(
        self,
        references: Any,
        hypotheses: Any,
        weights: tuple[int, int, int] | None,
        forgiving: Forgiving | ByLanguage | None = None,
    ) -> tuple[list[Any], list[Any]]:
        """Return both columns as they are aligned, with the way that each reference takes.

        Of several references that one which is best once ``forgiving`` has forgiven.
        """
        said, written = list(as_list(references)), list(as_list(hypotheses))
        heard = {
            row: text if isinstance(text := written[row], str) else "" for row in self.sequences
        }

        def ways(row: int, sequence: Sequence) -> tuple[str, str]:
            return self._best(row, sequence, heard[row], weights)

        chosen = self.sequences
        if forgiving is not None:
            from mondegreen.scoring.references import (
                fewest_left,
            )  # imported only if needed

            given = as_list(self.utterances.references)
            several = {
                row: node.ways
                for row, (node, *_) in self.sequences.items()
                if isinstance(node, Choice)
                and isinstance(given[row], AnyOf)
                and isinstance(written[row], str)
            }
            options = {"ties": self.ties, "threads": self.threads}
            chosen = chosen | fewest_left(
                several, ways, forgiving, self.utterances.metadata, **options
            )
        for row, sequence in chosen.items():
            taken, other = ways(row, sequence)
            missing = not isinstance(written[row], str)
            said[row] = bare(taken) if missing else taken
            if not missing and (row in self.heard or is_marked(taken)):
                written[row] = other
        before, after = list(self.plain), list(said)
        for row in self.sequences:
            before[row] = after[row] = bare(said[row])
        self.words = before, after
        self.pieces = cut(said, written)
        return said, written

    def _best(
        self, row: int, sequence: Sequence, heard: str, weights: tuple[int, int, int] | None
    ) -> tuple[str, str]:
        """Return both texts of the best way of one utterance.

        Raises:
            InputError: more than fits into memory; with its name.
        """
        options: dict[str, Any] = {"fragments": self.marks.fragments, "ties": self.ties}
        options["cuts"] = self.cuts
        try:
            return best(sequence, self.heard.get(row, heard), weights=weights, **options)
        except InputError as error:
            raise InputError(
                f"{self.utterances.name(row)}: {error}; --alternatives literal takes the signs as words"
            ) from None


class Cut(NamedTuple):
    """Two columns, the utterances with brackets cut at these.

    Attributes:
        references: the texts of all pieces.
        hypotheses: the same.
        starts: the first piece of each utterance, and the number of pieces.
        right: for each utterance the words that are hits between its pieces.
        heard: of the utterances with brackets, whether the hypothesis has words.
        spans: how many spans are not counted.
        words: how many words of hypotheses are in them.
    """

    references: list[Any]
    hypotheses: list[Any]
    starts: list[int]
    right: list[int]
    heard: dict[int, bool]
    spans: int
    words: int

    def rows(self, metric: Metric, batch: Batch) -> Rows:
        """Return the statistics of the utterances from those of their pieces."""
        columns = metric.fold(metric.rows(batch), self.starts, self.right)
        there = [state <= EMPTY for state in self.status(batch.status())]
        sums = (sum(n for n, kept in zip(c, there, strict=True) if kept) for c in columns)
        return Rows(tuple(columns), tuple(sums))

    def rows_of(self) -> list[int]:
        """Return the row of each piece."""
        ends = pairwise(self.starts)
        return [row for row, (start, end) in enumerate(ends) for _ in range(start, end)]

    def status(self, of_pieces: bytes) -> bytes:
        """Return the status of the utterances; one in pieces is empty if nothing was heard."""
        found = bytearray()
        for row, start in enumerate(self.starts[:-1]):
            state = of_pieces[start]
            if row in self.heard:
                state = SCORED if self.heard[row] else EMPTY
            found.append(state)
        return bytes(found)


def cut(references: Any, hypotheses: Any) -> Cut | None:
    """Cut utterances at their brackets; ``None`` where there are none.

    >>> cut(["a ⟦[X]⟧ b", "c"], ["a ⟦so it⟧ b", "c"]).references
    ['a ', ' b', 'c']
    """
    said, written = as_list(references), as_list(hypotheses)
    if not any(map(is_marked, said)):
        return None
    made = Cut([], [], [0], [], {}, 0, 0)
    spans = words = 0
    for row, (reference, hypothesis) in enumerate(zip(said, written, strict=True)):
        right = 0
        if is_marked(reference) and isinstance(hypothesis, str):
            made.heard[row] = bool(without_brackets(hypothesis).strip())
            for part in pieces(reference, hypothesis):
                if not isinstance(part, Bracket):
                    made.references.append(part.reference)
                    made.hypotheses.append(part.hypothesis)
                elif part.counts:
                    right += 1
                elif not part.is_cut:
                    spans, words = spans + 1, words + len(part.hypothesis.split())
        else:
            made.references.append(reference)
            made.hypotheses.append(hypothesis)
        made.starts.append(len(made.references))
        made.right.append(right)
    return made._replace(spans=spans, words=words)


def bare(text: Any) -> Any:
    """Return a text without its brackets and what is in them.

    >>> bare("call ⟦[NAME]⟧ now")
    'call now'
    """
    if not is_marked(text):
        return text
    parts = (part for part in pieces(text, text) if not isinstance(part, Bracket))
    return " ".join(filter(None, (part.reference.strip() for part in parts)))


def _has_none(sign: re.Pattern[str], reference: Any, hypothesis: Any) -> bool:
    """Whether both sides are texts, or none, that leave nothing open; quick."""
    if not isinstance(reference, str) or sign.search(reference) is not None:
        return False
    return not isinstance(hypothesis, str) or sign.search(hypothesis) is None


def _refuse_tokens(reference: Any, marks: Marks, name: str) -> None:
    if marks.are_in(" ".join(map(str, reference)), ""):
        raise UsageError(
            f"{name}: alternatives and don't-care spans are read in "
            "texts, not in lists of tokens; pass texts, or alternatives='literal'"
        )


def _refuse_brackets(reference: str, hypothesis: Any, name: str) -> None:
    heard = hypothesis if isinstance(hypothesis, str) else ""
    if any(mark in heard or mark in reference for mark in BRACKETS):
        raise InputError(
            f"{name}: one of {' '.join(BRACKETS)} is in the text, but these "
            "mark what is not counted; take other brackets"
        )


def _words(nodes: Sequence) -> Iterator[Words]:
    for node in nodes:
        if isinstance(node, Words):
            yield node
        elif not isinstance(node, Anything):
            for way in node.ways:
                yield from _words(way)
