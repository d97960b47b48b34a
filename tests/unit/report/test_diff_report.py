"""The report of one pair: its numbers, its row, its page, and metrics of all kinds."""

from __future__ import annotations

import asyncio
import csv
import dataclasses
import io
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.judges.custom import CustomMetricResult
from mondegreen.report.diff_report import COLUMNS, diff_report_async, to_tsv

if TYPE_CHECKING:
    from pathlib import Path


def distance(said: Any, written: Any) -> int:
    """The textbook's table: the least number of edits there can be."""
    row = list(range(len(written) + 1))
    for i, one in enumerate(said, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(written, 1):
            here = min(before + (one != other), row[j] + 1, row[j - 1] + 1)
            before, row[j] = row[j], here
    return row[-1]


@given(st.text("ab čé.,'-\n", max_size=20), st.text("ab čé.,'-\n", max_size=20))
def test_counts_are_the_least_there_can_be(said: str, written: str) -> None:
    report = mg.diff_report(said, written)
    one, other = report.expected_normalized, report.got_normalized
    assert report.char_levenshtein == distance(one, other)
    assert report.word_levenshtein == distance(one.split(), other.split())
    assert report.chars_matched + report.chars_deleted == report.chars_expected == len(one)
    assert report.chars_matched + report.chars_inserted == report.chars_got == len(other)
    if one:
        assert report.cer == report.char_levenshtein / len(one)
        assert report.wer == report.word_levenshtein / len(one.split())


def test_the_row_has_every_column_in_order() -> None:
    row = mg.diff_report("Dobrý den.", "dobry den").to_row(provider="x", file="a.wav")
    assert tuple(row) == COLUMNS
    assert row["character_error_rate"] == 11.1
    assert row["word_error_rate"] == 50.0
    assert row["match_percentage"] == 88.9
    assert row["custom_metric"] is None


def test_an_empty_text_that_was_expected_never_looks_perfect() -> None:
    report = mg.diff_report("", "hello")
    assert (report.wer, report.cer, report.match) == (None, None, None)
    assert report.reason == "errors against an empty reference"
    assert report.to_row()["word_error_rate"] is None
    assert "no rate" in str(report)
    both = mg.diff_report("", "...")
    assert (both.wer, both.cer, both.match) == (0.0, 0.0, 1.0)


def test_a_recogniser_that_failed() -> None:
    report = mg.diff_report("a b", None, error="timeout\nafter 3 s")
    row = report.to_row()
    assert row["error"] == "timeout after 3 s"
    assert row["word_levenshtein"] is None
    assert (report.wer, report.match) == (None, None)
    assert "failed: timeout after 3 s" in report.to_html()
    with pytest.raises(mg.UsageError, match="error= says why there is no text"):
        mg.diff_report("a", "a", error="timeout")


def test_the_class_does_what_its_name_says() -> None:
    report = mg.DiffReport("The cat sat.", "a dog ran")
    assert report == mg.diff_report("The cat sat.", "a dog ran")
    assert (report.wer, report.match) == (1.0, mg.diff_report("the cat sat", "a dog ran").match)
    assert report.normalizer == "stt-diff@1"
    assert (report.expected_normalized, report.got_normalized) == ("the cat sat", "a dog ran")
    named = mg.DiffReport(text_got="a", text_expected="A b", normalizer="none")
    assert (named.wer, named.normalizer, named.expected_normalized) == (1.0, "none@1", "A b")
    for each in (report, named):
        assert pickle.loads(pickle.dumps(each)) == each == dataclasses.replace(each)


def test_the_class_knows_a_failure() -> None:
    for report in (mg.DiffReport("the cat", None), mg.DiffReport("the cat", None, error="a\nb")):
        assert (report.wer, report.cer, report.match) == (None, None, None)
    assert (mg.DiffReport("a", None).error, report.error) == ("no text", "a b")


@pytest.mark.parametrize(
    ("texts", "options", "error"),
    [
        ((), {}, TypeError),
        (("a",), {}, TypeError),
        (("a", "b", "none"), {}, TypeError),  # everything else is named
        (("a", "b"), {"expected_normalized": "a", "got_normalized": "a"}, TypeError),
        ((None, "b"), {}, mg.InputTypeError),
        ((b"a", "b"), {}, mg.InputTypeError),
        ((["a"], ["b"]), {}, mg.InputTypeError),
        (("a", 5), {}, mg.InputTypeError),
        (("a", float("nan")), {}, mg.InputTypeError),
        (("a", "b"), {"error": "timeout"}, mg.UsageError),
        (("a", None), {"error": 5}, mg.InputTypeError),
        (("a", "b"), {"normalizer": "lwoer"}, mg.UnknownNameError),
        (("a", "b"), {"normalizer": "stt-diff@0"}, mg.UsageError),
        (("a", "b"), {"normalizer": None}, mg.UsageError),
    ],
)
def test_nothing_makes_a_report_that_is_perfect_by_mistake(
    texts: tuple[Any, ...], options: dict[str, Any], error: type[Exception]
) -> None:
    for make in (mg.DiffReport, mg.diff_report):
        with pytest.raises(error):
            make(*texts, **options)


def test_metrics_of_all_kinds() -> None:
    seen: list[tuple[str, str]] = []

    async def score(text_expected: str, text_got: str) -> CustomMetricResult:
        seen.append((text_expected, text_got))
        return CustomMetricResult(12.5, "one of eight")

    async def nothing(text_expected: str, text_got: str) -> CustomMetricResult:
        del text_expected, text_got
        return CustomMetricResult(None, "no facts")

    async def broken(text_expected: str, text_got: str) -> CustomMetricResult:
        raise RuntimeError(f"{text_expected}\t{text_got}\nboom")

    async def odd(text_expected: str, text_got: str) -> Any:
        return len(text_expected) - len(text_got)

    async def slow(text_expected: str, text_got: str) -> Any:
        await asyncio.sleep(60)
        return text_expected + text_got

    def cell(metric: Any, **options: Any) -> Any:
        return mg.diff_report("A, b", "a c", custom_metric=metric, **options).to_row()[
            "custom_metric"
        ]

    assert cell(score) == 12.5
    assert seen == [("A, b", "a c")]  # as they were given
    assert cell(nothing) == "no score: no facts"
    assert cell(broken) == "failed: RuntimeError: A, b a c boom"
    assert str(cell(odd)).startswith("failed: expected a score and a detail")
    assert cell(slow, timeout=0.01) == "failed: no result within 0.01 s"
    with pytest.raises(mg.UsageError, match="async def"):
        mg.diff_report("a", "b", custom_metric=lambda a, b: a + b)  # type: ignore[arg-type,return-value]


def test_inside_a_running_loop() -> None:
    async def metric(text_expected: str, text_got: str) -> CustomMetricResult:
        await asyncio.sleep(0)
        return CustomMetricResult(float(text_expected == text_got), "")

    async def main() -> list[Any]:
        blocking = mg.diff_report("a", "b", custom_metric=metric)
        waiting = await diff_report_async("a", "b", custom_metric=metric)
        return [blocking.custom_metric, waiting.custom_metric]

    assert asyncio.run(main()) == [CustomMetricResult(0.0, "")] * 2


def test_tsv_keeps_rows_on_lines_and_columns_in_place() -> None:
    async def broken(text_expected: str, text_got: str) -> CustomMetricResult:
        raise RuntimeError(f'{text_expected} "{text_got}"')

    rows = [
        mg.diff_report("a", "b").to_row(provider="one", file='x\ty"\n.wav'),
        mg.diff_report("a", "b", custom_metric=broken).to_row(provider="two"),
        mg.diff_report("a", None).to_row(provider="three"),
    ]
    text = to_tsv(rows)
    found = list(csv.reader(io.StringIO(text), delimiter="\t"))
    assert tuple(found[0]) == COLUMNS
    assert {len(row) for row in found} == {len(COLUMNS)}
    assert [row[0] for row in found[1:]] == ["one", "two", "three"]
    assert found[2][COLUMNS.index("custom_metric")] == 'failed: RuntimeError: a "b"'
    assert text.count("\n") == 3


def test_the_page_escapes_everything_but_the_metric(tmp_path: Path) -> None:
    class Own(CustomMetricResult):
        def to_html(self) -> str:
            return "<b id='mine'>mine</b>"

    class Broken(CustomMetricResult):
        def to_html(self) -> str:
            raise ValueError("<i>")

    def page(result: Any) -> str:
        async def metric(text_expected: str, text_got: str) -> Any:
            del text_expected, text_got
            return result

        report = mg.diff_report("<u>a</u>", "<u>\x1bb", custom_metric=metric)
        return report.to_html(tmp_path / "page.html", title="<u>t")

    own = page(Own(1.0, "<u>"))
    assert "<b id='mine'>mine</b>" in own
    assert "<u>" not in own
    assert "\x1b" not in own
    assert own == (tmp_path / "page.html").read_text("utf-8")
    assert "to_html failed: ValueError: &lt;i&gt;" in page(Broken(1.0, ""))
    assert "12.5" in page(type("Bare", (), {"score": 12.5, "detail": "<u>x"})())
    assert "script-src &#39;none&#39;" in own


def test_a_title_that_is_no_text_is_refused() -> None:
    with pytest.raises(mg.InputTypeError, match="title: expected a text, given"):
        mg.diff_report("a", "b").to_html(title=5)  # type: ignore[arg-type]


def test_what_is_no_text() -> None:
    with pytest.raises(mg.InputTypeError, match="text_expected"):
        mg.diff_report(b"a", "a")  # type: ignore[arg-type]
    with pytest.raises(mg.InputTypeError, match="text_got"):
        mg.diff_report("a", 3)  # type: ignore[arg-type]
