"""Whatever texts hold and a metric of one's own does, there is a page and a row."""

from __future__ import annotations

import asyncio
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.judges.custom import CustomMetricResult
from mondegreen.report.diff_report import to_tsv

ODD = [
    *("", " ", "<script>alert(1)</script>", "שלום <b>", "\u202eabc", "a\0b", "\ud800 x"),
    *("\r\n\t", "a\u2028b", "</style><!--", "{{ 7 * 7 }}", "'\"&amp;"),
]


def made(report: Any, **texts: str) -> str:
    """Return the page, after looking at what must hold of every report."""
    page: str = report.to_html("page.html", title=texts.get("title", ""))
    assert Path("page.html").read_text("utf-8") == page
    assert "<script" not in page
    row = report.to_row(provider=texts.get("title", ""), file="x\n")
    header, line = to_tsv([row]).splitlines()
    assert header.count("\t") == line.count("\t")
    str(report), repr(report)
    return page


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@settings(deadline=None)
@given(
    said=st.one_of(st.sampled_from(ODD), st.text(st.characters())),
    written=st.one_of(st.sampled_from(ODD), st.text(st.characters())),
)
def test_texts(said: str, written: str) -> None:
    page = mg.diff_report(said, written).to_html(title=said)
    page.encode()
    assert "<script" not in page


@pytest.mark.parametrize("said", ODD)
def test_odd_texts_everywhere(said: str) -> None:
    made(mg.diff_report(said, "a b"), title=said)
    made(mg.diff_report("a b", said), title=said)
    made(mg.diff_report("a b", None, error=said), title=said)


class Plain:
    """Not a `CustomMetricResult`, but with the same two values."""

    def __init__(self, score: Any, detail: Any = "d") -> None:
        self.score, self.detail = score, detail


class SilentError(Exception):
    def __str__(self) -> str:
        raise ValueError("not even that")


class Refusing:
    detail = "d"

    @property
    def score(self) -> float:
        raise KeyError("<score>")


def asked(result: Any = None, error: BaseException | None = None) -> Any:
    async def metric(expected: str, got: str) -> Any:
        del expected, got
        if error is not None:
            raise error
        return result

    return mg.diff_report("a b", "a c", custom_metric=metric)


@pytest.mark.parametrize(
    "score",
    [
        *(math.nan, math.inf, -math.inf, 1e308, -0.1, 100.1, 10**400, -(10**400), 10**5000),
        *(Fraction(101), "90", True, 1j, [1], {}),
    ],
    ids=lambda score: f"{score!r:.20}" if not isinstance(score, int) else "integer",
)
def test_scores_that_are_none(score: Any) -> None:
    report = asked(Plain(score))
    assert report.custom_metric is None
    assert len(report.custom_metric_error) < 200
    assert report.custom_metric_error.startswith("failed: ")
    assert report.to_row()["custom_metric"] == report.custom_metric_error
    made(report)


@pytest.mark.parametrize("score", [0, 100, 12.5, Fraction(1, 3), None])
def test_scores_that_are(score: Any) -> None:
    report = asked(Plain(score))
    assert report.custom_metric is not None
    made(report)


@pytest.mark.parametrize("result", [None, 5, {"score": 1, "detail": ""}, Plain(1, 5), Refusing()])
def test_results_that_are_none(result: Any) -> None:
    report = asked(result)
    assert report.custom_metric_error.startswith("failed: ")
    made(report)


@pytest.mark.parametrize(
    "error",
    [
        *(ValueError("<script>\n\t\0\ud800"), SilentError(), RecursionError(), MemoryError()),
        *(asyncio.CancelledError(), TimeoutError(), StopAsyncIteration(), KeyError()),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_a_metric_raises(error: Exception) -> None:
    report = asked(error=error)
    assert report.custom_metric_error.startswith("failed: ")
    assert report.wer == 0.5
    made(report)


def test_a_run_that_is_cancelled_ends() -> None:
    """It is the metric's own cancelling that is a failure."""
    from mondegreen.report.diff_report import diff_report_async  # not a public name

    async def slow(expected: str, got: str) -> Any:
        del expected, got
        await asyncio.sleep(60)

    async def main() -> None:
        task = asyncio.ensure_future(diff_report_async("a", "b", custom_metric=slow))
        await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())


@pytest.mark.parametrize("detail", ODD)
def test_details_are_shown(detail: str) -> None:
    page = made(asked(CustomMetricResult(1.0, detail)))
    assert "\0" not in page
    assert "\ud800" not in page


@pytest.mark.parametrize("given_back", [None, 5, b"x", RuntimeError("<b>boom"), SilentError()])
def test_a_fragment_that_is_none(given_back: Any) -> None:
    page = made(asked(_page(given_back)))
    assert "to_html failed: " in page
    assert "<b>boom" not in page


def _page(given_back: Any) -> Any:
    class Broken(CustomMetricResult):
        def to_html(self) -> Any:
            if isinstance(given_back, Exception):
                raise given_back
            return given_back

    return Broken(1.0, "d")


def test_a_fragment_is_as_it_was_given() -> None:
    assert "<b>é\\ud800</b>" in made(asked(_page("<b>é\ud800</b>")))
