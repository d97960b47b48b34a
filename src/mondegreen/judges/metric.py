"""What a judged metric is: integers per utterance that come from answers to questions.

A judged metric is a metric like any other. It gets all pairs of a corpus at once, asks what it has to
ask through an `Asker`, in as few batches as it can, and returns one `Judgement` a pair. What could not
be judged has a status and a reason, is in no sum, and is counted in the coverage.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import quote, unquote

from mondegreen._kernel import EMPTY
from mondegreen.corpus.table import as_list
from mondegreen.errors import MissingDependencyError, UsageError, counted, did_you_mean
from mondegreen.judges.asker import Asker
from mondegreen.judges.filling import BOUNDED, NEEDED, UNJUDGED, Filling
from mondegreen.judges.pair import Pair
from mondegreen.judges.prompts import prompt
from mondegreen.judges.sync import run
from mondegreen.metrics.base import Rows, Unjudged
from mondegreen.options.judging import Judging, NoModelError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.metrics.batch import Batch

__all__ = ["JudgedMetric", "Judgement", "calls_for"]

_PIN = re.compile(r"[\w-]+@[\w.]+(,[^\s,+|]+)*")
_NOBODY = "nobody"
Canary = tuple[str, str, int | None]


@dataclass(frozen=True)
class Judgement:
    """What came of one pair.

    Attributes:
        counts: the statistics except for ``unjudged``; ``None`` where the pair could not be judged.
        status: ``ok``, or one word that says why there are no counts.
        reason: one sentence where the status is not ``ok``.
        detail: anything that reports may show of it, ready for JSON.
        kept: columns of the store's tables of samples, for metrics that keep their rows there.
        needed: whether the counts depend on an answer of the judge.
        bound: where there are no counts, what the metric's ``open_statistics`` hold; ``None``
            where nothing bounds the counts.
    """

    counts: tuple[int, ...] | None
    status: str = "ok"
    reason: str = ""
    detail: Any = None
    kept: Mapping[str, Any] = field(default_factory=dict)
    needed: bool = True
    bound: tuple[int, ...] | None = None

    @classmethod
    def unjudged(cls, answer: Any, bound: tuple[int, ...] | None = None) -> Judgement:
        """Return the judgement that follows from an `Answer` without a value."""
        return cls(None, answer.status, answer.reason or "", bound=bound)


class JudgedMetric(Filling):
    """The base of judged metrics.

    A new metric sets ``name``, ``statistics``, of which the last is ``unjudged``, and ``protocols``,
    and defines `judge_pairs`. ``needed``, which counts the pairs that needed the judge, is put before
    ``unjudged``; who can bound what was not judged also sets ``open_statistics`` and defines `fill`.

    Attributes:
        protocols: the ways of asking, each with the name of its file in ``judges/prompts``, as
            ``facts-two-step@1``; an empty text is a way that asks nobody. The first is the default
            with a model, the first that asks nobody the default without one.
        takes_votes: whether its questions are asked ``votes`` times.
        canaries: pairs with known answers: reference, hypothesis, and how many errors there are;
            ``None`` for at least one.

    Args:
        unit: as for any metric.
        pin: the judge as it is in the signature; the one that asks nobody if not given.

    Raises:
        UsageError: a pin that this release does not know.
    """

    judged = True
    left_out = UNJUDGED
    protocols: ClassVar[Mapping[str, str]]
    takes_votes: ClassVar[bool] = False
    canaries: ClassVar[Sequence[Canary]] = ()

    def __init__(self, unit: str | None = None, pin: str = "") -> None:
        super().__init__(unit)
        self._pin = pin or self.pin(Judging())
        self.protocol = self._checked()
        self.judge = self._title()

    async def judge_pairs(self, pairs: Sequence[Pair], asker: Asker) -> Sequence[Judgement]:
        """Return one judgement per pair, in their order; ask through ``asker`` alone."""
        raise NotImplementedError

    # -- the signature ---------------------------------------------------------------------------

    @classmethod
    def chosen(cls, judging: Judging) -> str:
        """Return the protocol that is used: the one that is named, or the default.

        Raises:
            UsageError: the one that is named is not known here.
        """
        silent = [name for name, file in cls.protocols.items() if not file]
        if judging.protocol is None:
            if judging.model is None and silent:
                return silent[0]
            return next(iter(cls.protocols))
        if judging.protocol not in cls.protocols:
            raise UsageError(
                f"{cls.name} has no protocol {judging.protocol!r}; known: "
                f"{', '.join(cls.protocols)}.{did_you_mean(judging.protocol, list(cls.protocols))}"
            )
        return judging.protocol

    @classmethod
    def pin(cls, judging: Judging) -> str:
        """Return the judge as it is in a signature: protocol, model as asked, prompt, settings.

        >>> from mondegreen.judges.semantic_wer import SemanticWer
        >>> SemanticWer.pin(Judging()).partition(",")[0]
        'rules@1'
        """
        protocol = cls.chosen(judging)
        file = cls.protocols[protocol]
        if not file:
            return f"{protocol}@1"
        asked = Asker.of(judging).asked() or _NOBODY
        parts = [f"{protocol}@{file.partition('@')[2]}", quote(asked, safe="/:.-_@~()")]
        parts.append(f"prompt:{prompt(file).hash}")
        heat = "usual" if judging.temperature is None else f"{judging.temperature:g}"
        parts += [f"temperature:{heat}", f"votes:{judging.votes}"]
        parts += [f"seed:{judging.seed}"] * (judging.seed is not None)
        parts += ["redacted"] * bool(judging.redact)
        return ",".join(parts)

    def _checked(self) -> str:
        protocol, _, version = self._pin.partition(",")[0].partition("@")
        file = self.protocols.get(protocol)
        if file is None or not _PIN.fullmatch(self._pin):
            raise UsageError(
                f"judge:{self._pin} is not a judge of {self.name}; expected PROTOCOL@VERSION,MODEL,"
                f"prompt:HASH with one of {', '.join(self.protocols)}"
            )
        here = file.partition("@")[2] or "1"
        if version != here:
            raise UsageError(
                f"the protocol {protocol!r} of {self.name} is here in version {here}, not "
                f"{version}; use the release of mondegreen that made the result, or score again"
            )
        return protocol

    def _title(self) -> str:
        model = [unquote(part) for part in self._pin.split(",")[1:2] if part != _NOBODY]
        if not self.protocols[self.protocol]:
            model = []
        return ", ".join([self.protocol, *model])

    # -- rows --------------------------------------------------------------------------------------

    def rows(self, batch: Batch) -> Rows:
        """Return the statistics of all pairs, and which of them could not be judged.

        Raises:
            NoModelError: a model is needed, and there is none that can be asked.
            UsageError: requests cannot succeed: a wrong key, an unknown model.
        """
        judging = batch.judging or Judging()
        pairs = pairs_of(batch)
        asker = Asker.of(judging)
        found = list(run(self._judge(pairs, asker)))
        asker.summarize(self.name)
        there = [state <= EMPTY for state in batch.status()]
        return self._rows(found, there)

    async def _judge(self, pairs: list[Pair], asker: Asker) -> Sequence[Judgement]:
        known = self.canaries if asker.judging.canaries and self.protocols[self.protocol] else ()
        found = await self.judge_pairs(pairs, asker)
        asker.keep(self.samples(pairs, found, asker))
        if known:  # by themselves: what is asked about the pairs must not depend on them
            more = [Pair(at, *texts[:2], known=True) for at, texts in enumerate(known)]
            try:
                asker.tell(self._of_canaries(known, await self.judge_pairs(more, asker)))
            except NoModelError as error:  # the answers about the pairs were kept
                asker.tell(f"mondegreen: {self.name}: canaries are not asked about: {error}")
        return found

    def _of_canaries(self, known: Sequence[Canary], found: Sequence[Judgement]) -> str:
        def as_known(one: Judgement, count: int | None) -> bool:
            if one.counts is None:
                return False
            errors = int(self.errors((*one.counts, 0)))
            return errors > 0 if count is None else errors == count

        wrong = [
            f"{reference!r} heard as {hypothesis!r}"
            for (reference, hypothesis, count), one in zip(known, found, strict=True)
            if not as_known(one, count)
        ]
        right = len(known) - len(wrong)
        line = f"mondegreen: {self.name}: {right} of {len(known)} canaries as known"
        return f"{line}; not so: {', '.join(wrong)}" if wrong else line

    def samples(
        self,
        pairs: Sequence[Pair],
        found: Sequence[Judgement],
        asker: Asker,
    ) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the rows that the store's ``wer_metrics`` and ``semantic_wer_traces`` get."""
        del pairs, found, asker
        return [], []

    def _rows(self, found: Sequence[Judgement], there: Sequence[bool]) -> Rows:
        table = [self._row(one) for one in found]
        columns = tuple(array("q", column) for column in zip(*table, strict=True))
        if not table:
            columns = tuple(array("q") for _ in self.statistics)
        sums = tuple(
            sum(number for number, is_there in zip(column, there, strict=True) if is_there)
            for column in columns
        )
        unjudged = {
            row: Unjudged(one.status, one.reason)
            for row, one in enumerate(found)
            if one.counts is None
        }
        details = {row: one.detail for row, one in enumerate(found) if one.detail is not None}
        return Rows(columns, sums, unjudged, details, self._traces(found))

    def _traces(self, found: Sequence[Judgement]) -> dict[int, dict[str, Any]]:
        """Return the conversations about rows, of protocols that have one about each."""
        answers = {row: one.kept["answer"] for row, one in enumerate(found) if "answer" in one.kept}
        if not answers:
            return {}
        from mondegreen.judges.sample_records import conversation  # it imports metrics

        return {
            row: conversation(answer, f"{self._pin}|{row}|{answer.trace}")
            for row, answer in answers.items()
        }

    def _row(self, one: Judgement) -> tuple[int, ...]:
        counts = one.counts or (0,) * self.statistics.index(NEEDED)
        open_row = one.counts is None
        row = [*counts, int(one.needed or open_row)]
        if BOUNDED in self.statistics:
            bound = one.bound if open_row else None
            row += [*(bound or (0,) * len(self.open_statistics)), int(bound is not None)]
        return (*row, int(open_row))

    @staticmethod
    def asker(judging: Judging) -> Asker:
        """Return what asks for a `Judging`."""
        return Asker.of(judging)

    def nobody(self, batch: Batch, why: Unjudged) -> Rows:
        """Return the rows of all pairs where no model can be asked: those that need one are open."""
        judging = replace(batch.judging or Judging(), save_facts=None)
        try:
            found = run(self.judge_pairs(pairs_of(batch), Asker(judging, absent=why.reason)))
        except MissingDependencyError:  # of what would ask
            found = [Judgement(None, *why)] * len(batch)
        return self._rows(found, [state <= EMPTY for state in batch.status()])


def calls_for(pairs: Sequence[Pair], each: int = 1) -> str:
    """Return how many calls that many per sample are; canaries are not samples, and are counted separately.

    >>> calls_for([Pair(0, "a", "b"), Pair(1, "a", "c")], 2), calls_for([Pair(0, "", "", known=True)])
    ('4 calls', '1 call, for canaries')
    """
    calls = counted(each * len(pairs), "call")
    return f"{calls}, for canaries" if any(pair.known for pair in pairs) else calls


def pairs_of(batch: Batch) -> list[Pair]:
    """Return the pairs of a batch with their texts as they were given."""
    references, hypotheses = batch.given or (batch.references, batch.hypotheses)
    columns = list(batch.metadata)
    values = zip(*batch.metadata.values(), strict=True) if columns else None
    return [
        Pair(
            row,
            _text(reference),
            _text(hypothesis),
            batch.ids[row] if batch.ids is not None else str(row + 1),
            dict(zip(columns, next(values), strict=True)) if values else {},
            system=batch.system,
        )
        for row, (reference, hypothesis) in enumerate(
            zip(as_list(references), as_list(hypotheses), strict=True)
        )
    ]


def _text(item: Any) -> str:
    if isinstance(item, str):
        return item
    return " ".join(item) if isinstance(item, (list, tuple)) else ""
