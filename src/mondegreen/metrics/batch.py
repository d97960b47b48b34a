"""The pairs that metrics count, and the edit counts that several of them share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen.corpus.table import as_list
from mondegreen.errors import DoubtWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mondegreen._kernel import EditCounts, SpaceCounts
    from mondegreen._kernel.forgiven import Columns, Given
    from mondegreen.forgive.choosing import Forgiving
    from mondegreen.forgive.languages import Spoken
    from mondegreen.metrics.entity_spans import Annotation
    from mondegreen.metrics.heard_words import HeardWords
    from mondegreen.metrics.listed_words import Listed
    from mondegreen.metrics.marks import Marks
    from mondegreen.options.judging import Judging
    from mondegreen.speakers.meetings import Meetings


@dataclass
class Batch:
    """References and hypotheses, normalized, and how to align them.

    Attributes:
        references: texts, lists of tokens, or an Arrow column.
        hypotheses: the same; what is not a text is missing.
        ties: the rule among alignments of equal cost.
        weights: the weights of substitution, deletion and insertion, or ``None`` for 1/1/1.
        insertions: what inserted words count as, for metrics that ask.
        forgiving: the forgivers, where there are any.
        threads: how many threads may work; 0 for all. Never changes a number.
        given: both columns before the normalizer, if one was at work.
        before: the same for forgivers to read, where a normalizer says what each word was made from.
        entities: those of each pair; ``None`` where no metric asks.
        listed: the listed words of each pair, by where they come from; see `Metric.lists`.
        judging: who judges and how; ``None`` where nobody said.
        ids: the names of the pairs, where they have any.
        metadata: the other columns by name.
        system: a name for what wrote the hypotheses; empty for none.
        sessions: the sessions whose speakers and streams the pairs are; ``None`` for utterances.
        words: what returns the normalized words of both sides in a unit, with their times and
            confidences.
    """

    references: Any
    hypotheses: Any
    ties: str = "most-hits"
    weights: tuple[int, int, int] | None = None
    insertions: str = "count"
    threads: int = 1
    forgiving: Forgiving | Spoken | None = None
    given: tuple[Any, Any] | None = None
    before: Given | None = None
    entities: Sequence[Annotation] | None = None
    listed: Mapping[str, Sequence[frozenset[str]]] = field(default_factory=dict)
    judging: Judging | None = None
    ids: Sequence[str] | None = None
    metadata: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    system: str = ""
    sessions: Meetings | None = None
    words: Callable[[str], HeardWords] | None = None
    _counts: dict[str, EditCounts] = field(default_factory=dict, repr=False)
    _forgiven: dict[tuple[Any, str], Columns] = field(default_factory=dict, repr=False)
    _listed: dict[str, Listed] = field(default_factory=dict, repr=False)
    _marks: Marks | None = field(default=None, repr=False)
    _space_counts: SpaceCounts | None = field(default=None, repr=False)
    _status: bytes | None = field(default=None, repr=False)
    _heard: dict[str, HeardWords] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.references)

    def edit_counts(self, unit: str) -> EditCounts:
        """Return the counts of each pair in ``unit``; counted once however often asked."""
        if unit not in self._counts:
            self._counts[unit] = _kernel.count(
                self.references,
                self.hypotheses,
                unit=unit,
                ties=self.ties,
                weights=self.weights,
                threads=self.threads,
            )
        return self._counts[unit]

    def forgiven(self, chosen: Forgiving | Spoken, unit: str) -> Columns:
        """Return what was forgiven and the remaining errors of each pair; counted once."""
        key = chosen.pinned, unit
        if key not in self._forgiven:
            found = chosen.run(
                self.references,
                self.hypotheses,
                unit=unit,
                ties=self.ties,
                threads=self.threads,
                given=self.before,
            )
            if found.unread and not any(known.unread for known in self._forgiven.values()):
                warn(
                    f"in {found.unread:,} of {len(self):,} utterances forgivers read the normalized texts, "
                    "and may forgive less: notes that stay (-keep-tags) or lone surrogates are in them",
                    DoubtWarning,
                )
            self._forgiven[key] = found
        return self._forgiven[key]

    def listed_counts(self, source: str) -> Listed:
        """Return the counts of listed words and of others; counted once. Nothing is listed by default."""
        if source not in self._listed:
            from mondegreen.metrics.listed_words import count_listed  # seldom needed

            lists = self.listed.get(source) or [frozenset()] * len(self)
            hypotheses = self.hypotheses
            if self.forgiving is not None:
                from mondegreen.metrics.forgiven_words import without_forgiven  # as above

                hypotheses = without_forgiven(self)
            self._listed[source] = count_listed(self.references, hypotheses, lists, self.threads)
        return self._listed[source]

    def marks(self) -> Marks:
        """Return the marks and capitals of each pair as it was given; counted once."""
        if self._marks is None:
            from mondegreen.metrics.marks import compare_marks  # seldom needed

            self._marks = compare_marks(*(self.given or (self.references, self.hypotheses)))
        return self._marks

    def space_counts(self) -> SpaceCounts:
        """Return the words of each pair that edits of letters touch; counted once."""
        if self._space_counts is None:
            self._space_counts = _kernel.count_spaces(
                self.references, self.hypotheses, insertions=self.insertions, threads=self.threads
            )
        return self._space_counts

    def heard_words(self, unit: str = "word") -> HeardWords:
        """Return the words of both sides, cut in ``unit``, and which are right; aligned once.

        By the usual rule, of equally good alignments that whose words are near in time.
        """
        if unit not in self._heard:
            if self.words is None:
                from mondegreen.metrics.heard_words import heard_words  # seldom needed

                texts = self.references, self.hypotheses
                found = heard_words((None, None), texts, (), unit)
            else:
                found = self.words(unit)
            usual = self.ties == "most-hits" and self.weights is None
            self._heard[unit] = found if usual else found.aligned(self.ties, self.weights)
        return self._heard[unit]

    def has_hypothesis(self) -> list[int]:
        """Return of each pair 1 if its hypothesis is there, else 0."""
        return [int(isinstance(each, (str, list, tuple))) for each in as_list(self.hypotheses)]

    def set_status(self, normalized: bytes) -> None:
        """Take the status of the rows from that of the texts as a metric normalized them itself.

        Only where those are the texts of this batch. A text that is blank stays so; one that is
        blank now may have been none.
        """
        if self.given is not None:
            return
        status = bytearray(normalized)
        row = status.find(_kernel.EMPTY)
        texts = as_list(self.hypotheses) if row >= 0 else []
        while row >= 0:
            if any(map(str.strip, texts[row])):
                status[row] = _kernel.SCORED
            row = status.find(_kernel.EMPTY, row + 1)
        self._status = bytes(status)

    def status(self) -> bytes:
        """Return the status of each row (see `mondegreen._kernel`); prefers counts in words."""
        if not self._counts:
            if self._space_counts is not None:
                return self._space_counts.status
            if self._status is not None:
                return self._status
        if "word" in self._counts or not self._counts:
            return self.edit_counts("word").status
        return next(iter(self._counts.values())).status
