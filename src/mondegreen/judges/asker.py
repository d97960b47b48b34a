"""The one door through which judged metrics ask: one model, one store, one budget for a run."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mondegreen.errors import UsageError
from mondegreen.judges.answer import Answer
from mondegreen.judges.asking import ask_all
from mondegreen.judges.estimate import estimate, most
from mondegreen.judges.models import open_model
from mondegreen.judges.redact import Redaction
from mondegreen.judges.usage import Usage
from mondegreen.options.judging import PLANNED, REPEAT, WITH_OTHERS, NoModelError
from mondegreen.services.budget import Budget, shown
from mondegreen.services.consent import to_stderr
from mondegreen.services.money import Bill
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from mondegreen.judges.models import Model
    from mondegreen.judges.pair import Pair
    from mondegreen.judges.question import Question
    from mondegreen.options.judging import Judging

__all__ = ["Asker"]

T = TypeVar("T")


_STATE = "asker"
_UNASKED = "not asked"
_UNANSWERED: Final = "without an answer"
_LONGEST_REASON: Final = 140
_NO_MODEL: Final = "no-model"


class Asker:
    """Asks the model of a `Judging`, and keeps account of what it cost.

    Attributes:
        judging: who is asked, and how.
        answers: how many answers were had, by where they came from; and how many were not asked for,
            or asked for in vain.
        reasons: why there is none, where a question was asked, and how often.
        usage: of the answers that were had from the model in this run.
        bill: what they cost.
        seconds: how long the model took over each question, by its digest; also where the answer
            was kept from another run.
        absent: why no model can be asked, where that is known; then nobody is, and every question is
            answered with it.
    """

    def __init__(self, judging: Judging, absent: str = "") -> None:
        self.judging = judging
        self.absent = absent
        self.answers: dict[str, int] = {}
        self.reasons: Counter[str] = Counter()
        self.usage = Usage()
        self.bill = Bill()
        self.seconds: dict[str, float] = {}
        self.budget = None if judging.budget is None else Budget(judging.budget)
        self._model: Model | None = None
        self._paid = False
        self._said_read_only = False

    @classmethod
    def of(cls, judging: Judging) -> Asker:
        """Return the one asker of a `Judging`."""
        found: Asker = judging.state.setdefault(_STATE, None) or cls(judging)
        judging.state[_STATE] = found
        return found

    @property
    def model(self) -> Model:
        """The model.

        Raises:
            NoModelError: none is named.
        """
        if self._model is None:
            judging = self.judging
            if judging.model is None:
                raise NoModelError(
                    "no model is named: name one with judge='anthropic:claude-sonnet-5-5' "
                    "(--model), or replay:FILE for recorded answers"
                )
            if not isinstance(judging.model, str):
                self._model = judging.model
            else:
                self._model = open_model(
                    judging.model,
                    judging.settings,
                    base_url=judging.base_url,
                    keep_texts=judging.keep_texts,
                )
        return self._model

    def asked(self) -> str:
        """Return the model as signatures name it; empty where none is named.

        Recorded answers have the name of the model that gave them.
        """
        if self.judging.model is None:
            return ""
        model = self.model
        return str(getattr(model, "asked", "") or model.spec)

    def tell(self, line: str) -> None:
        """Say one line to the reader."""
        (self.judging.tell or to_stderr)(line)

    def redaction(self, pair: Pair) -> Redaction | None:
        """Return what replaces names and numbers in one pair and its pieces, if redaction is on."""
        if self.judging.redact is False:
            return None
        names = () if self.judging.redact is True else self.judging.redact
        redaction = Redaction(names, self.judging.lang or "en")
        redaction.learn(pair.reference, pair.hypothesis)
        return redaction

    def texts(self, pair: Pair) -> tuple[str, str]:
        """Return both texts as they may leave the machine."""
        redaction = self.redaction(pair)
        if redaction is None:
            return pair.reference, pair.hypothesis
        said, heard = redaction.texts(pair.reference, pair.hypothesis)
        return said, heard

    async def ask(
        self, questions: Sequence[Question[T]], *, alternative: str = ""
    ) -> list[Answer[T]]:
        """Ask every question and return the answers in their order; none of them raises.

        Args:
            questions: any number.
            alternative: how many calls another protocol makes, for the estimate.

        Raises:
            NoModelError: no model is named, or it has no key.
            UsageError: requests cannot succeed: a wrong key, an unknown model.
        """
        if self.absent or not questions:
            return [Answer(_NO_MODEL, self.absent) for _ in questions]
        planned = self.judging.state.get(PLANNED)
        if planned is not None:
            planned.append(estimate(questions, self.judging.model, unknown=self._is_own()))
            return [Answer(_NO_MODEL, "nothing is asked for a plan") for _ in questions]
        judging, model = self.judging, self.model
        repeat = judging.state.get(REPEAT, 0)
        asked = questions
        if repeat:  # the same as other samples, which no kept answer to the first ones answers
            more = repeat * judging.votes
            asked = [replace(each, sample=each.sample + more) for each in questions]
        store = self._usable_store(model)
        try:
            answers = await ask_all(
                asked,
                model,
                store=None if store is None else store.judgements,
                record=judging.record,
                again=judging.again,
                tell=self.tell,
                progress=self._progress,
                budget=self.budget,
                account=self._account,
                keep_texts=judging.keep_texts,
                before=partial(self._estimate, alternative=alternative),
                stored_alone=judging.state.get(WITH_OTHERS, False),
            )
        finally:
            if store is not None:
                store.close()
        for question, answer in zip(questions, answers, strict=True):
            self.seconds[question.digest] = answer.seconds
        if not judging.keep_texts:
            # Reports and run files get reasons and values as the store has them. An answer that is
            # only texts are needed to count, and its metric leaves it out of what it reports.
            pairs = zip(questions, answers, strict=True)
            answers = [answer.without_texts(question) or answer for question, answer in pairs]
        for answer in answers:
            self._count(answer)
        return answers

    def _count(self, answer: Answer[Any]) -> None:
        """Count an answer by where it came from, or why there is none."""
        origin = f"from the {answer.origin}"
        if answer.status in {"budget", _NO_MODEL}:
            origin = _UNASKED
        elif answer.status != "ok":
            origin = _UNANSWERED
            self.reasons[without_secrets(answer.reason or answer.status, parts=True)] += 1
        self.answers[origin] = self.answers.get(origin, 0) + 1

    def _open_store(self, model: Model) -> Any:
        if self.judging.cache is False or not model.remote:
            return None
        from mondegreen.store import open_store  # loads SQLAlchemy

        where = self.judging.cache
        return open_store(None if where is None or where is True else where)

    def _usable_store(self, model: Model) -> Any:
        """Return the store; one that fails stops the run as long as nothing is paid for."""
        try:
            store = self._open_store(model)
        except UsageError as error:
            if not self._paid:
                raise
            self.tell(f"mondegreen: {error}; the run continues, and keeps no answers from here on")
            return None
        if store is not None and store.read_only and not self._said_read_only:
            self._said_read_only = True
            self.tell(
                f"mondegreen: {store.where} may only be read: its answers are used, and no new "
                "ones are kept; --cache names another place"
            )
        return store

    def _is_own(self) -> bool:
        """Whether the model is at an address of which no price is known."""
        spec = str(getattr(self.judging.model, "spec", self.judging.model))
        return self.judging.base_url is not None and spec.startswith("openai-chat:")

    def _estimate(self, questions: Sequence[Question[Any]], *, alternative: str) -> str:
        """Return the estimate, and refuse a budget that is blind or too small."""
        spec = self.model.spec
        expected = estimate(questions, spec, unknown=self._is_own())
        if self.budget is not None and expected.money is None:
            raise UsageError(
                f"the price of {self.asked()} is not known, so a budget cannot be kept; leave "
                "budget= (--budget) out"
            )
        if self.budget is not None and not self.budget.spent:
            self._refuse_too_little(questions, spec, self.budget.limit)
        return f"mondegreen: estimate: {expected}{alternative and f'; {alternative}'}"

    @staticmethod
    def _refuse_too_little(questions: Sequence[Question[Any]], spec: str, budget: Decimal) -> None:
        """Refuse a budget with which nothing can be asked."""
        bounds = (
            most(
                spec,
                len(f"{one.instructions}{one.prompt}".encode("utf-8", "replace")),
                one.max_tokens,
            )
            for one in questions
        )
        least = min((bound for bound in bounds if bound is not None), default=None)
        if least is not None and least > budget:
            raise UsageError(
                f"a budget of {budget} USD is too small for one request, which may take up to "
                f"{shown(least)}; give more (budget=, --budget), or name a cheaper model"
            )

    def _account(self, answer: Answer[Any]) -> None:
        """Add up what one answer of the model used."""
        self._paid = True
        self.usage += answer.usage
        self.bill += Bill.of([answer.money])

    def _progress(self, done: int, total: int) -> None:
        if self.judging.progress is not None:
            self.judging.progress(done, total, str(self.bill))

    def summarize(self, name: str) -> None:
        """Say what a metric took, where anything was asked; begin a new account."""
        answers, self.answers = self.answers, {}
        reasons, self.reasons = self.reasons, Counter()
        if not answers:
            return
        origins = ", ".join(f"{count:,} {origin}" for origin, count in answers.items())
        line = f"mondegreen: {name}: {origins}"
        if self.budget is not None and self.budget.refuses and _UNASKED in answers:
            line += f": {self.budget.why}"
        if self.usage.requests:
            requests = "request" if self.usage.requests == 1 else "requests"
            line += (
                f"; {self.usage.requests:,} {requests}, {self.usage.input_tokens:,} tokens out, "
                f"{self.usage.output_tokens:,} back, {self.bill}"
            )
        self.usage, self.bill = Usage(), Bill()
        self.tell(line)
        if reasons:
            ((why, count),) = reasons.most_common(1)
            often = f" ({count:,} of {answers[_UNANSWERED]:,})" if len(reasons) > 1 else ""
            self.tell(f"mondegreen: {name}: no answer{often}: {why[:_LONGEST_REASON]}")

    def keep(self, rows: tuple[Sequence[Any], Sequence[Any]]) -> None:
        """Keep rows of scored samples and of their traces in the store of answers."""
        wer, traces = rows
        if not (wer or traces):
            return
        try:
            store = self._open_store(self.model)
            if store is not None:
                with store:
                    if not store.read_only:
                        store.samples.put_wer(wer)
                        store.samples.put_traces(traces)
        except UsageError as error:  # all is asked and paid for: the number is more than its row
            self.tell(f"mondegreen: {error}; scored samples are not kept with the answers")
