"""The table of ways to show a result; the rooms that draw are to the right of this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.scoring.classes import Classes
    from mondegreen.scoring.comparing.comparison import Comparison
    from mondegreen.scoring.confusions import Confusions
    from mondegreen.scoring.groups import Groups
    from mondegreen.scoring.plotting import ComparisonPlots, ResultPlots
    from mondegreen.scoring.result import Result
    from mondegreen.scoring.waterfall import Waterfall

RENDERERS: Registry[Callable[[Result], str]] = Registry(
    "output format",
    "mondegreen.renderers",
    {
        "csv": "mondegreen.report.csv:render",
        "html": "mondegreen.report.html:render",
        "icefall": "mondegreen.report.icefall:render",
        "json": "mondegreen.report.json:render",
        "kaldi": "mondegreen.report.kaldi:render",
        "latex": "mondegreen.report.latex:render",
        "markdown": "mondegreen.report.markdown:render",
        "plain": "mondegreen.report.plain:render",
        "sclite-dtl": "mondegreen.report.sclite_dtl:render",
        "sclite-pra": "mondegreen.report.sclite_pra:render",
        "sclite-sum": "mondegreen.report.sclite_sum:render",
        "table": "mondegreen.report.table:render",
        "tsv": "mondegreen.report.tsv:render",
    },
)

GROUP_RENDERERS: Registry[Callable[[Groups], str]] = Registry(
    "output format of slices",
    "mondegreen.group_renderers",
    {"table": "mondegreen.report.groups:render"},
)

CONFUSION_RENDERERS: Registry[Callable[[Confusions], str]] = Registry(
    "output format of confusions",
    "mondegreen.confusion_renderers",
    {"table": "mondegreen.report.confusions:render"},
)

CLASS_RENDERERS: Registry[Callable[[Classes], str]] = Registry(
    "output format of classes of errors",
    "mondegreen.class_renderers",
    {"table": "mondegreen.report.classes:render"},
)

WATERFALL_RENDERERS: Registry[Callable[[Waterfall], str]] = Registry(
    "output format of waterfalls",
    "mondegreen.waterfall_renderers",
    {"table": "mondegreen.report.waterfall:render"},
)

COMPARISON_RENDERERS: Registry[Callable[[Comparison], str]] = Registry(
    "output format of comparisons",
    "mondegreen.comparison_renderers",
    {
        "csv": "mondegreen.report.comparison_csv:render",
        "html": "mondegreen.report.comparison_html:render",
        "json": "mondegreen.report.comparison_json:render",
        "junit": "mondegreen.report.junit:render",
        "latex": "mondegreen.report.comparison_latex:render",
        "markdown": "mondegreen.report.comparison_markdown:render",
        "table": "mondegreen.report.comparison:render",
        "tsv": "mondegreen.report.comparison_tsv:render",
    },
)
"""How comparisons are printed, by the name after ``--to``."""

REPORTS: Registry[Callable[..., None]] = Registry(
    "report",
    "mondegreen.reports",
    {"html": "mondegreen.report.document:write_report"},
)

NOTEBOOK: Registry[Callable[[Comparison], str]] = Registry(
    "object that a notebook shows",
    "mondegreen.notebook",
    {"comparison": "mondegreen.report.html:render_comparison"},
)

RESULT_PLOTS: Registry[Callable[[Result], ResultPlots]] = Registry(
    "library that draws",
    "mondegreen.result_plots",
    {"matplotlib": "mondegreen.report.plots:ResultPictures"},
)

COMPARISON_PLOTS: Registry[Callable[[Comparison], ComparisonPlots]] = Registry(
    "library that draws comparisons",
    "mondegreen.comparison_plots",
    {"matplotlib": "mondegreen.report.plots:ComparisonPictures"},
)
