"""What a notebook shows of results, alignments and comparisons is small, and pictures have texts."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.errors import visible

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = 30_000
SAID = ["the ferry leaves at seven", "bring two small lanterns", "we wait beside the boat"]
HEARD = ["the fairy leaves at 7", "bring two lanterns", "we wait besides the boat"]


def large(count: int) -> dict[str, mg.Result]:
    by = {"group": [f"group <{at}> {'long ' * 20}" for at in range(count)]}
    ids = [str(at) for at in range(count)]
    said = [f"{SAID[at % 3]} {at}" for at in range(count)]
    return {
        f"system {name} {'x' * 60}": mg.score(
            said, [f"{HEARD[at % 3]} {name}" for at in range(count)], by=by, ids=ids
        )
        for name in range(12)
    }


def test_large_ones_are_cut_and_say_so() -> None:
    results = large(400)
    shown = next(iter(results.values()))._repr_html_()
    assert len(shown.encode()) <= LIMIT
    assert "more; print(result) shows all" in shown
    assert "wer@1|" in shown
    compared = mg.compare(results, by="group")._repr_html_()
    assert len(compared.encode()) <= LIMIT
    assert "more; print(comparison) shows all" in compared
    aligned = mg.align("a b c " * 2000, "a x c " * 2000)._repr_html_()
    assert len(aligned.encode()) <= LIMIT
    assert "more steps; print(alignment) shows all" in aligned
    assert len(mg.align("a" * 90_000, "b")._repr_html_()) <= LIMIT


NAMES = {
    "long": "a name of many letters " * 1_500,
    "cjk": "話者のグループ名前" * 20,
    "markup": "<&>\"'" * 500,
    "marks": "\u202e\U000e0001" * 200,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_make_no_piece_too_large(name: str) -> None:
    """Of columns, groups, systems and words."""
    groups = {"group": [f"{name[:900]}{at}" for at in range(400)], name: ["a", "b"] * 200}
    wide = {f"{at} {name[:2_000]}": ["a", "b"] * 20 for at in range(100)}
    result = mg.score(["a b"] * 400, ["a c"] * 400, by=groups)
    systems = {f"{at} {name}": mg.score(["a b"] * 40, ["a c"] * 40, by=wide) for at in range(12)}
    both = dict(list(systems.items())[:2])
    pieces = [
        result,
        systems[f"0 {name}"],
        mg.compare({"a": result, "b": result}, by="group", test="mcnemar"),
        mg.compare(systems, test="mcnemar", differ=0),
        mg.compare(both, by=list(wide)[:30], test="mcnemar"),
        mg.align(f"{name} " * 30, "b " * 30),
    ]
    for piece in pieces:
        shown = piece._repr_html_()
        assert len(shown.encode()) <= LIMIT
        assert shown.count("<table") == shown.count("</table>")
    assert "wer@1|" in result._repr_html_()


def test_small_ones_are_whole() -> None:
    result = mg.score(SAID, HEARD, by={"speaker": ["a", "b", "<b>"]})
    found = mg.compare(
        {"one": result, "two": mg.score(SAID, SAID, by={"speaker": ["a", "b", "<b>"]})}
    )
    for shown in (
        result._repr_html_(),
        found._repr_html_(),
        mg.align(SAID[0], HEARD[0])._repr_html_(),
    ):
        assert " more; print(" not in shown
        assert "<b>" not in shown
        assert "<script" not in shown
    assert "neighbours" in found._repr_html_()


def test_pictures_say_what_they_show(tmp_path: Path) -> None:
    columns: dict[str, Any] = {"speaker": ["a", "b", "$x^2$"], "latency": [0.5, 0.7, 0.9]}
    result = mg.score(SAID, HEARD, by=columns, forgive=["numbers", "case"])
    plots = [result.plot.worst(2), result.plot.waterfall(), result.plot.slices("speaker")]
    other = {**columns, "latency": [0.1, 0.2, 0.3]}
    slow = mg.score(SAID, HEARD, by=columns, forgive=["numbers", "case"])
    found = mg.compare(
        {"slow": slow, "quick <b>": mg.score(SAID, HEARD, by=other, forgive=["numbers", "case"])}
    )
    plots += [found.plot.rates(), found.plot.pareto("latency")]
    for plot in plots:
        html = plot._repr_html_()
        assert html.startswith('<img alt="')
        assert "<b>" not in html
        assert str(plot) == plot.alt
        plot.save(tmp_path / "plot.svg")
        assert (tmp_path / "plot.svg").read_bytes().startswith(b"<?xml")
    assert "strict" in plots[1].alt
    assert "numbers −" in plots[1].alt
    assert "$x^2$" in plots[2].alt
    assert plots[4].alt.endswith("Not beaten: quick <b>")
    priced = found.plot.pareto({"quick <b>": 2.0, "slow": 1.5}, "USD per hour")
    assert "against USD per hour" in priced.alt
    assert "slow" in priced.alt.partition("Not beaten: ")[2]
    for wrong, words in (
        ({"slow": 1}, "got numbers of slow; expected a column, or a number for each of"),
        ({"slow": 1, "quick <b>": "2"}, "quick <b> has '2'; expected a number"),
        ({"slow": 1, "quick <b>": float("nan")}, "expected a finite number"),
        ([1, 2], "got a list; expected a column, or a number for each of slow, quick <b>"),
    ):
        with pytest.raises(mg.UsageError, match=re.escape(words)):
            found.plot.pareto(wrong)  # type: ignore[arg-type]
    with pytest.raises(mg.UsageError, match="the ending says the format"):
        plots[0].save(tmp_path / "plot.txt")
    with pytest.raises(mg.UsageError, match="has no column"):
        mg.score("a", "b").plot.slices()


def test_the_bars_of_a_waterfall_are_where_the_numbers_are() -> None:
    result = mg.score(SAID, HEARD, forgive=["numbers", "case"])
    axes = result.plot.waterfall().figure.axes[0]
    steps = list(result.waterfall())
    ends = [round(bar.get_x() + bar.get_width(), 9) for bar in axes.patches]
    assert ends[0] == round(100 * steps[0].rate, 9)
    assert round(axes.patches[1].get_x(), 9) == round(100 * (steps[0].rate + steps[1].rate), 9)
    assert axes.patches[-1].get_x() == 0


def test_a_rate_without_an_end_has_no_bar() -> None:
    """One error and no reference words: the picture says so, in each kind of picture."""
    endless = mg.score(["a b", ""], ["a", "x"], by={"speaker": ["A", "B"]}, forgive=["case"])
    only = mg.score([""], ["x"], by={"speaker": ["B"]}, forgive=["case"])
    assert "B 1 error" in endless.plot.slices().alt
    for result in (endless, only):
        pictures = [result.plot.slices(), result.plot.worst(), result.plot.waterfall()]
        compared = mg.compare({"one": result, "two": result})
        pictures += [compared.plot.rates(), compared.plot.pareto({"one": 1, "two": 2})]
        for picture in pictures:
            assert "<img" in picture._repr_html_()
            assert "nan" not in picture.alt.lower()


def test_long_names_leave_room_and_nothing_is_cut() -> None:
    long = "a group with a name that is fairly long, " * 4
    by = {long: [f"{long} 1", f"{long} 2", "short"]}
    result = mg.score(SAID, HEARD, by=by, ids=[f"/{long}/{at}.wav" for at in range(3)])
    both = {f"{long} 1": result, f"{long} 2": result}
    compared = mg.compare(both, test="mcnemar")
    pictures = [result.plot.slices(), result.plot.worst(), compared.plot.rates()]
    pictures.append(compared.plot.pareto(dict.fromkeys(both, 1), long))
    for picture in pictures:
        assert visible(long)[:9] in picture.alt
        figure = picture.figure
        figure.draw_without_rendering()
        (axes,) = figure.axes
        edge = figure.bbox
        texts = [*axes.texts, *axes.get_yticklabels(), axes.xaxis.label, *figure.texts]
        assert axes.bbox.width > edge.width / 3
        for text in [each for each in texts if each.get_text()]:
            box = text.get_window_extent()
            assert edge.x0 <= box.x0 <= box.x1 <= edge.x1, text.get_text()


def test_a_picture_has_so_many_bars_and_says_how_many_are_not_there() -> None:
    result = mg.score(SAID * 100, HEARD * 100)
    picture = result.plot.worst(300)
    assert len(picture.figure.axes[0].patches) == 40
    assert "260 more not shown" in picture.alt


def test_letters_that_no_font_has_are_said() -> None:
    picture = mg.score(SAID[:2], HEARD[:2], by={"who": ["\U00012000", "b"]}).plot.slices()
    with pytest.warns(UserWarning, match="no font here has all letters") as said:
        picture._repr_html_()
    assert said[0].filename == __file__


@pytest.mark.parametrize("number", [10**400, -(10**400), 1e308, float("inf"), float("nan")])
def test_numbers_beyond_any_axis_are_refused(number: float) -> None:
    result = mg.score(SAID, HEARD)
    found = mg.compare({"a": result, "b": result}, test="mcnemar")
    with pytest.raises(mg.UsageError, match=r"pareto: a has .*; expected a finite number"):
        found.plot.pareto({"a": number, "b": 1})


def test_what_is_shown_by_its_name_is_short() -> None:
    result = mg.score(SAID * 1000, HEARD * 1000)
    for shown in (
        mg.Corpus(None, SAID * 1000, HEARD * 1000),
        result.plot,
        mg.compare({"a": result, "b": result}).plot,
    ):
        assert 10 < len(repr(shown)) < 200


def test_without_matplotlib_the_pip_line_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(mg.MissingDependencyError, match=r"pip install '\.\[pictures\]'"):
        mg.score("a", "b").plot.worst()
