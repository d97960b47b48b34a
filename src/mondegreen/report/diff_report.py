"""One pair of texts, expected and got: rates, differences, and a metric of one's own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.alignment import align
from mondegreen.errors import InputTypeError, UsageError, given, visible
from mondegreen.judges.custom import CustomOutcome, ask_custom, check_asynchronous, outcome_of
from mondegreen.judges.sync import run
from mondegreen.report import tsv
from mondegreen.scoring.arguments import path_of
from mondegreen.scoring.metric_result import NO_REFERENCE
from mondegreen.text.normalizers import normalizer as text_normalizer
from mondegreen.written import written

if TYPE_CHECKING:
    from os import PathLike

    from mondegreen.alignment import Alignment
    from mondegreen.judges.custom import CustomMetric

__all__ = ["COLUMNS", "DiffReport", "diff_report", "diff_report_async", "to_tsv"]

COLUMNS: Final = (
    *("provider", "file", "char_levenshtein", "chars_expected", "words_expected"),
    *("chars_got", "words_got", "chars_matched", "chars_inserted", "chars_deleted"),
    *("word_levenshtein", "character_error_rate", "word_error_rate", "match_percentage"),
    *("custom_metric", "diff_report", "error"),
)
"""The columns of a row, which are always all there."""


@dataclass(frozen=True)
class DiffReport:
    """What became of one expected text.

    Counts and rates are of the normalized texts. Rates are fractions, and ``None`` for errors
    against an empty text, which are no rate; both texts empty is a rate of 0. `diff_report` makes
    one too, and asks a metric of one's own.

    Attributes:
        text_expected: what was said.
        text_got: what the recogniser wrote; ``None`` where it failed.
        custom_metric: what a metric of one's own returned; afterwards ``None`` where that is no
            score, with the reason in ``custom_metric_error``.
        normalizer: the name of what both texts go through, afterwards with its version.
        outcome: what came of the metric of one's own; ``None`` where none was given.
        error: why there is no text; afterwards ``""`` where there is one.
        expected_normalized: the expected text as it is compared.
        got_normalized: the other.

    Raises:
        InputTypeError: something else than texts.
        UsageError: no such normalizer, an error of a text that is there, or a result and the
            outcome of another.

    >>> report = DiffReport("The cat sat.", "the hat sat")
    >>> report.wer, report.char_levenshtein, report.chars_expected
    (0.3333333333333333, 1, 11)
    """

    text_expected: str
    text_got: str | None
    custom_metric: Any = field(default=None, compare=False)
    normalizer: str = field(default="stt-diff", kw_only=True)
    outcome: CustomOutcome | None = field(default=None, compare=False, kw_only=True)
    error: str = field(default="", kw_only=True)
    expected_normalized: str = field(init=False)
    got_normalized: str = field(init=False)

    def __post_init__(self) -> None:
        """Check what was given, and normalize both texts."""
        error = _failure(self.text_expected, self.text_got, self.error)
        by = text_normalizer(self.normalizer)
        outcome = self.outcome
        if self.custom_metric is not None:
            if not hasattr(self.custom_metric, "score"):
                raise InputTypeError(
                    f"custom_metric: expected what a metric returned, such as CustomMetricResult(25.0, "
                    f"'why'), given {given(self.custom_metric)}"
                )
            if outcome is not None and outcome.result is not self.custom_metric:
                raise UsageError("custom_metric= and outcome= are of two results; leave one out")
            outcome = outcome or outcome_of(self.custom_metric)
        for name, value in (
            ("outcome", outcome),
            ("custom_metric", None if outcome is None else outcome.result),
            ("normalizer", f"{by.name}@{by.version}"),
            ("error", error),
            ("expected_normalized", by(self.text_expected)),
            ("got_normalized", by(self.text_got or "")),
        ):
            object.__setattr__(self, name, value)  # it is frozen for all others

    @cached_property
    def words(self) -> Alignment:
        """The alignment in words."""
        return align(self.expected_normalized, self.got_normalized)

    @cached_property
    def characters(self) -> Alignment:
        """The alignment in characters, by the fewest edits there can be."""
        return align(self.expected_normalized, self.got_normalized, unit="character")

    @property
    def wer(self) -> float | None:
        """Word errors over the words that were expected."""
        return self._rate(self.word_levenshtein, self.words_expected)

    @property
    def cer(self) -> float | None:
        """The least number of character edits over the characters that were expected."""
        return self._rate(self.char_levenshtein, self.chars_expected)

    @property
    def match(self) -> float | None:
        """Characters that are equal, over those that were expected."""
        if not self.chars_expected:
            return None if self.chars_got or self.error else 1.0
        return None if self.error else self.chars_matched / self.chars_expected

    @property
    def reason(self) -> str:
        """Why there is no rate; empty where there is one."""
        if self.error:
            return f"failed: {self.error}"
        return NO_REFERENCE if self.wer is None else ""

    @property
    def word_levenshtein(self) -> int:
        """Words to change, add or delete."""
        return self.words.errors

    @property
    def char_levenshtein(self) -> int:
        """Characters to change, add or delete, at the least."""
        return self.characters.errors

    @property
    def words_expected(self) -> int:
        """Words that were expected."""
        return len(self.words.reference)

    @property
    def words_got(self) -> int:
        """Words that were written."""
        return len(self.words.hypothesis)

    @property
    def chars_expected(self) -> int:
        """Characters that were expected, spaces among them."""
        return len(self.characters.reference)

    @property
    def chars_got(self) -> int:
        """Characters that were written, spaces among them."""
        return len(self.characters.hypothesis)

    @property
    def chars_matched(self) -> int:
        """Characters that are equal."""
        return self.characters.hits

    @property
    def chars_inserted(self) -> int:
        """Characters of the written text that are not matched."""
        return self.chars_got - self.chars_matched

    @property
    def chars_deleted(self) -> int:
        """Characters of the expected text that are not matched."""
        return self.chars_expected - self.chars_matched

    @property
    def custom_metric_error(self) -> str:
        """Why the metric of one's own has no result; empty where it has one, or none was given."""
        if self.outcome is None or self.outcome.status == "ok":
            return ""
        return f"failed: {self.outcome.reason or self.outcome.status}"

    def _rate(self, errors: int, length: int) -> float | None:
        if self.error:
            return None
        if not length:
            return None if errors else 0.0
        return errors / length

    def to_row(
        self, *, provider: str = "", file: str = "", diff_report: str = ""
    ) -> dict[str, Any]:
        """Return the values of `COLUMNS`; rates in percent, to one decimal.

        A cell without a number is ``None``, and the metric's cell says why it failed.
        """
        numbers = {name: getattr(self, name) for name in COLUMNS[2:11]}
        if self.error:  # nothing was got, so nothing was counted
            numbers = dict.fromkeys(numbers)
        return {
            "provider": provider,
            "file": file,
            **numbers,
            "character_error_rate": _in_percent(self.cer),
            "word_error_rate": _in_percent(self.wer),
            "match_percentage": _in_percent(self.match),
            "custom_metric": self._custom_cell(),
            "diff_report": diff_report,
            "error": self.error,
        }

    def _custom_cell(self) -> float | str | None:
        if self.outcome is None:
            return None
        if self.custom_metric_error:
            return self.custom_metric_error
        if self.outcome.score is None:
            return f"no score: {self.outcome.reason}"
        return self.outcome.score

    def to_html(
        self,
        path: str | PathLike[str] | None = None,
        *,
        title: str = "",
        provider: str = "",
        file: str = "",
    ) -> str:
        """Return the page, and write it where a path is given.

        Its row is in the page, for `mondegreen.collect_reports`. All texts are escaped. What ``to_html()`` of a metric's result returns is not: whoever writes
        it decides what it holds, and it cannot load anything or run a script.

        Raises:
            MissingDependencyError: jinja2 is not installed.
            InputError: the file cannot be written.
            InputTypeError: the title is no text.
        """
        if not isinstance(title, str):
            raise InputTypeError(f"title: expected a text, given {given(title)}")
        from mondegreen.report.diff_page import render  # draws, which not everybody wants

        name = "" if path is None else Path(path_of(path, "a diff page")).name
        row = self.to_row(provider=provider, file=file, diff_report=name)
        page = render(self, title=title, row=row)
        if path is not None:
            target = Path(path_of(path, "a diff page"))
            with written(target, text=True) as out:
                out.write(page)
        return page

    def __str__(self) -> str:
        if self.error:
            return f"failed: {visible(self.error)}"
        shown = " ".join(
            f"{name} {'no rate' if rate is None else f'{100 * rate:.1f} %'}"
            for name, rate in (("wer", self.wer), ("cer", self.cer), ("match", self.match))
        )
        return f"{shown}\n{self.words}"


def diff_report(
    text_expected: str,
    text_got: str | None,
    *,
    custom_metric: CustomMetric | None = None,
    normalizer: str = "stt-diff",
    timeout: float | None = None,
    error: str = "",
) -> DiffReport:
    """Compare one text with what was expected.

    Args:
        text_expected: what was said.
        text_got: what was written; ``None`` where the recogniser failed.
        custom_metric: any ``async def metric(text_expected, text_got)`` whose result has ``score``
            and ``detail``, as `mondegreen.judges.custom.CustomMetricResult`. It gets the texts as
            they were given. What it raises is named in its cell, and nothing else is lost.
        normalizer: normalizer for both texts.
        timeout: seconds that the metric may take.
        error: why ``text_got`` is ``None``.

    Raises:
        InputTypeError: something else than texts.
        UsageError: the metric is not asynchronous, or no such normalizer.

    It may be called where an event loop is running, as in a notebook; `diff_report_async` is for
    those who want to wait for it there.

    >>> import mondegreen as mg
    >>> print(mg.diff_report("We met at nine.", "we met at mine"))
    wer 25.0 % cer 7.1 % match 92.9 %
    REF  we met at nine
    HYP  we met at mine
                   S
    """
    work = diff_report_async(
        text_expected,
        text_got,
        custom_metric=custom_metric,
        normalizer=normalizer,
        timeout=timeout,
        error=error,
    )
    return run(work)


async def diff_report_async(
    text_expected: str,
    text_got: str | None,
    *,
    custom_metric: CustomMetric | None = None,
    normalizer: str = "stt-diff",
    timeout: float | None = None,  # noqa: ASYNC109 - for the metric alone
    error: str = "",
) -> DiffReport:
    """Do what `diff_report` does, without blocking the running loop."""
    report = DiffReport(text_expected, text_got, normalizer=normalizer, error=error)
    if custom_metric is None:
        return report
    check_asynchronous(custom_metric)
    outcome = CustomOutcome("unavailable", report.error)
    if text_got is not None:
        (outcome,) = await ask_custom(custom_metric, [(text_expected, text_got)], timeout=timeout)
    return replace(report, outcome=outcome)


def _failure(text_expected: Any, text_got: Any, error: Any) -> str:
    """Return why there is no text, as one line, or nothing.

    Raises:
        InputTypeError: something else than texts.
        UsageError: a reason why there is no text, and a text.
    """
    if not isinstance(text_expected, str):
        raise InputTypeError(f"text_expected: expected a text, given {given(text_expected)}")
    if text_got is not None and not isinstance(text_got, str):
        raise InputTypeError(f"text_got: expected a text or None, given {given(text_got)}")
    if not isinstance(error, str):
        raise InputTypeError(f"error: expected a text, given {given(error)}")
    if text_got is None:
        return " ".join(error.split()) or "no text"
    if error:
        raise UsageError("error= says why there is no text, but text_got is there; leave one out")
    return ""


def to_tsv(rows: Any) -> str:
    """Return rows of `DiffReport.to_row` as TSV with a header.

    Cells are quoted where needed, and control characters in them are shown, so that a row is a line.

    >>> to_tsv([diff_report("a b", "a").to_row(provider="one")]).splitlines()[1].split()[:4]
    ['one', '2', '3', '2']
    """
    cells = [[_cell(row[name]) for name in COLUMNS] for row in rows]
    return tsv.write([COLUMNS, *cells])


def _cell(value: Any) -> Any:
    return visible(value) if isinstance(value, str) else "" if value is None else value


def _in_percent(rate: float | None) -> float | None:
    return None if rate is None else round(100 * rate, 1)
