"""In a notebook every object prints what it prints elsewhere, and is shown once."""

import asyncio
from typing import Any

import pytest

import mondegreen as mg

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

pytestmark = pytest.mark.slow

BEGIN = """
import mondegreen as mg
from mondegreen.stats.interval import Interval
references = ["the ferry leaves at seven", "bring two small lanterns", "we wait beside the boat"]
hypotheses = ["the fairy leaves at 7", "bring two lanterns", "we wait besides the boat"]
ids, speakers = ["a", "b", "c"], {"speaker": ["陈", "x", "x"]}
result = mg.score(references, hypotheses, metrics=["wer", "cer"], ids=ids, by=speakers)
forgiving = mg.score(references, hypotheses, forgive=["numbers", "case"], ids=ids)
comparison = mg.compare({"one": result, "two": mg.score(
    references, references, metrics=["wer", "cer"], ids=ids, by=speakers)}, metric="wer")
"""
SHOWN = {
    "result": "result",
    "slices": "result.by('speaker')",
    "rate": "result['wer']",
    "interval": "result['wer'].ci()",
    "coverage": "result.coverage",
    "worst": "result.worst(1)[0]",
    "confusions": "result.confusions()",
    "classes": "result.classes()",
    "forgiving result": "forgiving",
    "waterfall": "forgiving.waterfall('wer')",
    "comparison": "comparison",
    "alignment": "mg.align(references[0], hypotheses[0])",
    "differences": "result.differences()",
    "diff report": "mg.diff_report(references[0], hypotheses[0])",
    "awaited result": "scored_in_the_loop",
    "markdown": "result.render('markdown')",
    "latex": "result.render('latex')",
    "plot of the worst": "result.plot.worst()",
    "plot of the waterfall": "forgiving.plot.waterfall()",
    "plot of slices": "result.plot.slices()",
    "plot of systems": "comparison.plot.rates()",
}


@pytest.fixture(scope="module")
def outputs() -> dict[str, list[Any]]:
    """What every cell gave; each object is printed, made a text, and the last expression."""
    book = nbformat.v4.new_notebook()
    cells = [BEGIN]
    for code in SHOWN.values():
        cells += [f"print({code})", f"print(len(str({code})))", code]
    cells[0] += "scored_in_the_loop = await mg.ascore(references, hypotheses, ids=ids)\n"
    book.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    found = [cell.outputs for cell in book.cells]
    return {
        "": found[0],
        **{name: found[at : at + 3] for at, name in zip(range(1, 99, 3), SHOWN, strict=False)},
    }


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    found: dict[str, Any] = {"mg": mg}
    exec(BEGIN, found)
    found["scored_in_the_loop"] = asyncio.run(
        mg.ascore(found["references"], found["hypotheses"], ids=found["ids"])
    )
    return found


def printed(code: str, names: dict[str, Any]) -> str:
    return f"{eval(code, names)}\n"


def test_scoring_shows_nothing_of_its_own(outputs: dict[str, Any]) -> None:
    assert outputs[""] == []


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_printed_is_the_same(
    name: str, outputs: dict[str, Any], names: dict[str, Any]
) -> None:
    expected = printed(SHOWN[name], names)
    assert len(expected) > 3
    shown, size, _ = outputs[name]
    # A slow kernel sends a text and its end one after the other.
    assert {each.output_type for each in shown} == {"stream"}
    assert "".join(each.text for each in shown) == expected
    assert "".join(each.text for each in size) == f"{len(expected) - 1}\n"


@pytest.mark.parametrize("name", SHOWN)
def test_the_last_expression_is_shown_once(name: str, outputs: dict[str, Any]) -> None:
    # A machine may have no font for the name of a speaker, which is said.
    said = [each for each in outputs[name][2] if "no font here has" not in each.get("text", "")]
    (shown,) = said
    assert shown.output_type == "execute_result"
    assert len(shown.data["text/plain"]) > 3
    if "text/html" in shown.data:
        assert "<script" not in shown.data["text/html"]
        assert 20 < len(shown.data["text/html"]) < (60_000 if "plot" in name else 30_000)
