"""The page of one pair of texts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.errors import given, visible
from mondegreen.judges.custom import CustomMetricResult, said_by
from mondegreen.report.environment import environment, policy, source, trusted
from mondegreen.report.letters import pieces_of
from mondegreen.report.number_format import percent
from mondegreen.report.sections import Card
from mondegreen.report.utterances import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.report.diff_report import DiffReport

__all__ = ["render"]


def render(report: DiffReport, *, title: str = "", row: Mapping[str, Any] | None = None) -> str:
    """Return the page, with a row of the report as an element of its head.

    >>> from mondegreen.report.diff_report import diff_report
    >>> page = render(diff_report("the cat", "the <b>hat</b>", normalizer="none"))
    >>> "&lt;b&gt;hat" in page, "<b>" in page
    (True, False)
    """
    template = environment().get_template("diff.html.j2")
    style = source("base.css") + source("diff.css")
    return template.render(
        title=visible(title) or _title(row or {}),
        row=json.dumps(row or report.to_row()),  # ASCII, and escaped as an attribute
        policy=policy(scripts=[], styles=None),
        style=trusted(style),
        script="",
        data=None,
        lead="",
        facts=(),
        report=report,
        cards=_cards(report),
        fragment=trusted(_fragment(report)),  # the user's, documented as not escaped
        metric_error=visible(report.custom_metric_error),
        characters=_shown(pieces_of(report.characters)),
        words=_shown(pieces_of(report.words, " ")),
        reason=visible(report.reason),
        texts=[
            ("expected", visible(report.text_expected) or EMPTY),
            ("got", _got(report)),
            ("expected, as compared", visible(report.expected_normalized) or EMPTY),
            ("got, as compared", _got(report, normalized=True)),
        ],
    )


def _title(row: Mapping[str, Any]) -> str:
    named = ": ".join(filter(None, (row.get("file"), row.get("provider"))))
    return visible(named) or "Expected and got"


def _got(report: DiffReport, *, normalized: bool = False) -> str:
    if report.text_got is None:
        return visible(report.reason)
    return visible(report.got_normalized if normalized else report.text_got) or EMPTY


def _shown(pieces: list[Any]) -> list[tuple[str, str, bool]]:
    return [(visible(said), visible(written), said == written) for said, written in pieces]


def _cards(report: DiffReport) -> list[Card]:
    why = visible(report.reason)
    counts = report.to_row()

    def formula(errors: str, length: str) -> str:
        return why or f"{counts[errors]:,} / {counts[length]:,}"

    def pair(what: str) -> str:
        return (
            f"{counts[f'{what}_expected']:,} → {counts[f'{what}_got']:,}"
            if not report.error
            else "–"
        )

    return [
        Card(
            "WER",
            percent(report.wer, 1),
            "word edits over the words that were expected",
            formula("word_levenshtein", "words_expected"),
        ),
        Card(
            "CER",
            percent(report.cer, 1),
            "the least number of character edits over the characters that were expected",
            formula("char_levenshtein", "chars_expected"),
        ),
        Card(
            "Match",
            percent(report.match, 1),
            "equal characters over those that were expected",
            formula("chars_matched", "chars_expected"),
        ),
        Card("Words", pair("words"), "expected → got"),
        Card("Characters", pair("chars"), "expected → got, spaces included"),
        Card(
            "Inserted", _count(counts["chars_inserted"]), "characters of the text that match none"
        ),
        Card("Deleted", _count(counts["chars_deleted"]), "expected characters that match none"),
    ]


def _count(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"


def _fragment(report: DiffReport) -> str:
    """Return the HTML of the metric's result; of one that has none of its own, the usual."""
    result: Any = report.custom_metric
    if result is None:
        return ""
    make = getattr(result, "to_html", None)
    if make is None:
        made: Any = CustomMetricResult(result.score, result.detail)
        make = made.to_html
    try:
        made = make()
    except Exception as error:  # noqa: BLE001 - whatever it does, the page is written
        return CustomMetricResult(None, f"to_html failed: {said_by(error)}").to_html()
    if not isinstance(made, str):
        why = f"to_html failed: expected a text, given {given(made)}"
        return CustomMetricResult(None, why).to_html()
    # Half of a surrogate pair fits in no file.
    return made.encode("utf-8", "backslashreplace").decode()
