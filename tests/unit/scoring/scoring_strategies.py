"""What the tests of scoring share: random utterances, recipes, and every view of a result."""

from typing import Any

from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.metrics import METRICS
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.result import Result

texts = st.lists(st.sampled_from(["a", "b", "B", "ab", "今", "e\u0301"]), max_size=5).map(" ".join)
absent = st.sampled_from([None, float("nan"), mg.Failed("timeout"), mg.Failed("HTTP 500")])
hypotheses = st.one_of(texts, texts, texts, absent)
speakers = st.sampled_from(["ann", "bob", None])
utterances = st.tuples(texts, hypotheses, speakers)
corpora = st.lists(utterances, min_size=1, max_size=6)

NAMES = ["wer", "cer", "mer", "wil", "wip", "sentence"]
UNITS = METRICS.get("wer").units


@st.composite
def recipes(draw: st.DrawFn, missing: tuple[str, ...] = ("error", "deletions", "skip")) -> Recipe:
    """Return any recipe of the shipped metrics."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    known = METRICS.get("cer").units if names == ["cer"] else UNITS
    ties = draw(st.sampled_from(["most-hits", "jiwer"]))
    weights = st.one_of(st.none(), st.just("sclite"), st.tuples(*[st.integers(1, 9)] * 3))
    return Recipe.make(
        metrics=names,
        normalizer=draw(st.sampled_from(["none", "lower"])),
        ties=ties,
        edit_weights=None if ties == "jiwer" else draw(weights),
        unit=draw(st.one_of(st.none(), st.sampled_from(known))),
        missing=draw(st.sampled_from(missing)),
        alternatives=draw(
            st.sampled_from([None, None, "nist", "optional,references", "fragments"])
        ),
        dont_care=draw(st.sampled_from([None, None, "redactions", "[x|y]:+"])),
    )


def columns(rows: list[tuple[Any, Any, Any]], start: int = 0) -> dict[str, Any]:
    """Return rows as the arguments of `Scorer.update`, with ids."""
    return {
        "references": [row[0] for row in rows],
        "hypotheses": [row[1] for row in rows],
        "ids": [f"u{start + at}" for at in range(len(rows))],
        "metadata": {"speaker": [row[2] for row in rows]},
    }


def sums(result: Result) -> Any:
    """Every view that does not depend on the order of the utterances."""
    return {
        "signature": result.signature,
        "coverage": result.coverage,
        "metrics": [metric.to_dict() for metric in result],
        "groups": result.by("speaker").records() if "speaker" in result.metadata else None,
        "table": str(result),
        "json": result.render("json"),
    }


def views(result: Result) -> Any:
    """Every view, plain, so that equal results have equal views."""
    table = {name: list(column) for name, column in result.to_dict().items()}
    worst = [(found.id, found.errors, found.rate, found.counts) for found in result.worst(100)]
    texts = None
    if result.references is not None:
        texts = [str(difference) for difference in result.differences()]
    return {**sums(result), "rows": table, "worst": worst, "differences": texts}
