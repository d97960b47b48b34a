"""Comparing results: what is refused, what is common, ranks, places, gates and bounds."""

from __future__ import annotations

import csv
import html
import json
import re
from itertools import combinations, product
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.report.comparison_json import schema
from mondegreen.report.comparison_parts import RANKS, parts
from mondegreen.scoring.comparing.ranks import ranked
from mondegreen.scoring.comparing.ranks_by_normalizer import Places
from mondegreen.scoring.renderers import COMPARISON_RENDERERS
from mondegreen.stats.paired import Pair

if TYPE_CHECKING:
    from pathlib import Path

SAID = ["the cat sat", "on the mat", "all day long", "in the sun", "we went home", "by bus"] * 6
WELL = ["the cat sat", "on the mat", "all day long", "in a sun", "we went home", "by bus"] * 6
FAIR = ["the cat sat", "on mat", "all day long", "in a sun", "we went home", "by a bus"] * 6
BADLY = ["the hat", "on mat", "all they long", "in a sun", "", "my bus"] * 6
IDS = [f"u{row}" for row in range(36)]
NOISE = ["loud", "quiet", "loud"] * 12


def results(**written: list[Any]) -> dict[str, mg.Result]:
    texts = written or {"badly": BADLY, "well": WELL, "fair": FAIR}
    return {
        name: mg.score(SAID, heard, ids=IDS, by={"noise": NOISE}, missing="skip")
        for name, heard in texts.items()
    }


def test_the_best_comes_first() -> None:
    found = mg.compare(results())
    assert [each.name for each in found.scores] == ["well", "fair", "badly"]
    for each in found.scores:
        alone = results()[each.name]["wer"]
        assert (each.rate, each.errors, each.own_rate) == (alone.value, alone.errors, alone.value)
        assert each.interval == alone.ci(resamples=2000)
    assert found.scores[2].coverage.empty == 6


def test_pairs_are_those_of_the_rows() -> None:
    given_ = results()
    found = mg.compare(given_, resamples=2000)
    assert [(pair.first, pair.second) for pair in found.pairs] == list(
        combinations(["well", "fair", "badly"], 2)
    )
    rows = {
        name: list(zip(*result.rows["wer"].columns, strict=True)) for name, result in given_.items()
    }
    value = given_["well"].metrics["wer"].value
    for pair in found.pairs:
        alone = Pair.of(rows[pair.first], rows[pair.second], value)
        assert pair.test == alone.randomisation(resamples=2000)
        assert pair.interval == alone.interval(resamples=2000)
        assert pair.p >= pair.test.p
    pair = found.pair("badly", "well")
    assert (pair.first, pair.wins, pair.losses) == ("well", 30, 0)


def test_the_order_of_utterances_is_of_no_account() -> None:
    straight = results()
    turned = {
        name: mg.score(SAID[::-1], heard[::-1], ids=IDS[::-1])
        for name, heard in (("badly", BADLY), ("fair", FAIR))
    }
    mixed = {"well": mg.score(SAID, WELL, ids=IDS), **turned}
    ours = mg.compare(
        {name: mg.score(SAID, result.hypotheses, ids=IDS) for name, result in straight.items()}
    )
    assert mg.compare(mixed).pairs == ours.pairs


@pytest.mark.parametrize("test", ["randomisation", "bootstrap", "wilcoxon", "mcnemar", "mapsswe"])
def test_every_test_separates_what_is_far_apart(test: str) -> None:
    found = mg.compare(results(), test=test)
    assert found.pair("well", "badly").separated
    assert not mg.compare(results(one=WELL, two=WELL), test=test).pairs[0].separated


def test_what_was_not_scored_by_all_is_not_compared() -> None:
    heard: list[str | None] = list(FAIR)
    heard[1] = heard[5] = None
    found = mg.compare(results(well=WELL, fair=heard))
    assert (found.utterances, found.total) == (34, 36)
    well = next(each for each in found.scores if each.name == "well")
    keep = [row for row in range(36) if row not in {1, 5}]
    assert well.rate == mg.wer([SAID[row] for row in keep], [WELL[row] for row in keep])
    assert (well.own_rate, well.own_utterances) == (mg.wer(SAID, WELL), 36)
    assert "wer (common)" in str(found)
    assert "wer (own)" in str(found)


def test_other_ids_are_refused_unless_the_common_ones_will_do() -> None:
    other = mg.score(SAID[:30], WELL[:30], ids=[*IDS[:29], "x"], missing="skip")
    both = {"first": results()["fair"], "second": other}
    with pytest.raises(mg.PairingError, match="first: 36 utterances, second: 30; 7 of first are"):
        mg.compare(both)
    found = mg.compare(both, ids="common")
    assert found.utterances == 29


def test_other_references_are_refused() -> None:
    said = [*SAID[:7], "on a mat", *SAID[8:]]
    other = mg.score(said, WELL, ids=IDS, missing="skip")
    with pytest.raises(
        mg.PairingError, match=r"different references in 1 of 36 .* is 'u7': 'on the"
    ):
        mg.compare({"first": results()["fair"], "second": other})


@pytest.mark.parametrize(
    "said", ["word " * 400 + "on a mat", "on a mat " * 30, "word " * 9 + "o", "", "x" * 60]
)
def test_a_refusal_shows_what_differs_wherever_it_stands(said: str) -> None:
    for other in (said + "x", "x" + said, said[: len(said) // 2] + "x" + said[len(said) // 2 :]):
        systems = {name: mg.score([text], ["a"]) for name, text in (("a", said), ("b", other))}
        with pytest.raises(mg.PairingError) as caught:
            mg.compare(systems)
        shown = re.search(r"'1': (.*) against (.*)\. Score all", str(caught.value))
        assert shown is not None
        assert shown[1] != shown[2]
        assert len(str(caught.value)) < 400
        assert "-r FILE" in str(caught.value)


def test_other_references_are_seen_without_texts(tmp_path: Path) -> None:
    said = [*SAID[:7], "on that one mat", *SAID[8:]]
    for name, texts in (("a", SAID), ("b", said)):
        mg.score(texts, WELL, ids=IDS).save(tmp_path / f"{name}.json")
    runs = {name: mg.load(tmp_path / f"{name}.json") for name in "ab"}
    with pytest.raises(
        mg.PairingError,
        match="a and b have different references in 1 of 36 utterances, the first is",
    ):
        mg.compare(runs)


def test_other_recipes_are_refused() -> None:
    other = mg.score(SAID, WELL, ids=IDS, normalizer="lower", missing="skip")
    with pytest.raises(mg.SignatureMismatchError, match=r"second: wer@1.*normalizer:lower"):
        mg.compare({"first": results()["fair"], "second": other})
    # What no number of this metric depends on does not matter.
    more = mg.score(SAID, WELL, ids=IDS, metrics=["cer", "wer"], missing="skip")
    assert mg.compare({"first": results()["fair"], "second": more}).metric == "wer"


@pytest.mark.parametrize(
    ("given_", "options", "message"),
    [
        ([1, 2], {}, "expected results by name"),
        ([mg.score(["a"], ["a"])] * 2, {}, "a list of 2 results without names.: expected"),
        (mg.score(["a"], ["a"]), {}, "a result without a name.: expected results by name"),
        ({"a": 1, "b": 2}, {}, "expected a name and a Result"),
        ({"a": "well"}, {}, "1 system is given"),
        ({"a": "well", "b": "fair"}, {"metric": "cer"}, "'cer' was not scored here"),
        ({"a": "well", "b": "fair"}, {"test": "t"}, "no test is named 't'"),
        ({"a": "well", "b": "fair"}, {"ids": "some"}, "expected one of 'same', 'common'"),
        ({"a": "well", "b": "fair"}, {"by": "nobody"}, "no column 'nobody'"),
        ({"a": "well", "b": "fair"}, {"cluster": "noise", "test": "mcnemar"}, "each utterance for"),
        ({"a": "well", "b": "fair"}, {"baseline": "c"}, "baseline='c': no system has this name"),
        ({"a": "well", "b": "fair"}, {"margin": -1.0}, "expected a fraction, 0 or more"),
        ({"a": "well", "b": "fair"}, {"margin": 0.0, "rule": "x"}, "no rule is named 'x'"),
        ({"a": "well", "b": "fair"}, {"level": 0.999, "resamples": 100}, "can separate none of 1"),
        ({"a": "well", "b": "fair"}, {"differ": -1}, "how many utterances"),
    ],
)
def test_what_cannot_be_used(given_: Any, options: dict[str, Any], message: str) -> None:
    made = results()
    if isinstance(given_, dict):
        given_ = {name: made.get(value, value) for name, value in given_.items()}
    with pytest.raises(mg.UsageError, match=message):
        mg.compare(given_, **options)


def test_texts_are_needed_for_some(tmp_path: Path) -> None:
    for name, result in results().items():
        result.save(tmp_path / f"{name}.json")
    runs = {name: mg.load(tmp_path / f"{name}.json") for name in ("well", "fair")}
    found = mg.compare(runs, together=True)
    assert found.contradicted is None
    assert found.oracle is not None
    assert found.oracle.by_token is None
    for options in ({"test": "mapsswe"}, {"normalizers": ["lower"]}):
        with pytest.raises(mg.UsageError, match="texts=True"):
            mg.compare(runs, **options)


def test_one_has_ids_and_the_other_none() -> None:
    bare = mg.score(SAID, WELL, missing="skip")
    with pytest.raises(mg.PairingError, match="first has ids and second has none"):
        mg.compare({"first": results()["fair"], "second": bare})
    short = mg.score(SAID[:9], WELL[:9], missing="skip")
    with pytest.raises(mg.PairingError, match="36 utterances, second: 9"):
        mg.compare({"first": bare, "second": short})


# -- ranks and places --------------------------------------------------------------------------


@given(st.integers(1, 6), st.data())
def test_laws_of_ranks(number: int, data: st.DataObject) -> None:
    order = [f"s{at}" for at in range(number)]
    every = list(combinations(order, 2))
    apart = {frozenset(pair) for pair in every if data.draw(st.booleans())}
    found = ranked(order, apart)
    for first, second in every:
        shared = {*found[first].group.split()} & {*found[second].group.split()}
        assert bool(shared) == (frozenset((first, second)) not in apart)
    for at, name in enumerate(order):
        rank = found[name]
        assert rank.rank == 1 + sum(frozenset((name, one)) in apart for one in order[:at])
        assert rank.rank <= at + 1 <= rank.worst_place
    unranked = {name for name in order if data.draw(st.booleans())}
    some = ranked(order, apart, unranked)
    assert {name: rank.rank for name, rank in some.items()} == {
        name: rank.rank for name, rank in found.items() if name not in unranked
    }


def test_a_chain_of_systems_shares_no_rank() -> None:
    """Each is like the next one, and not like the one after that."""
    order = [f"s{at:02}" for at in range(20)]
    apart = {
        frozenset(pair)
        for pair in combinations(order, 2)
        if int(pair[1][1:]) - int(pair[0][1:]) > 1
    }
    found = ranked(order, apart)
    assert [each.rank for each in found.values()] == [1, *range(1, 20)]
    assert [each.group for each in found.values()][:3] == ["a", "a b", "b c"]


def test_places_by_normalizer() -> None:
    said = ["The cat.", "On the mat.", "All day long."] * 4
    shouts = [text.upper() for text in said]
    slips = ["The cat.", "On a mat.", "All a day long."] * 4
    both = {"shouts": mg.score(said, shouts), "slips": mg.score(said, slips)}
    places = mg.compare(both, normalizers="lower").places
    assert places is not None
    assert places.places == {"none": {"slips": 1, "shouts": 2}, "lower": {"slips": 2, "shouts": 1}}
    assert places.rates["lower"]["shouts"] == mg.wer(said, shouts, normalizer="lower")
    assert places.groups() == [(1, 2, ["slips", "shouts"])]
    assert "places 1 to 2 depend on the normalizer: slips, shouts" in str(
        mg.compare(both, normalizers=["lower"])
    )


def test_equal_rates_share_a_place_and_none_comes_last() -> None:
    places = Places.of({"x": {"a": 0.1, "b": 0.1, "c": None, "d": 0.2}})
    assert places.places["x"] == {"a": 1, "b": 1, "d": 3, "c": 4}
    assert places.depending == []


# -- gates -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("baseline", "margin", "rule", "met"),
    [
        ("well", 0.0, "difference", {"fair": False, "badly": False}),
        ("well", 0.2, "difference", {"fair": True, "badly": False}),
        ("badly", 0.0, "difference", {"fair": True, "well": True}),
        ("badly", 0.0, "not-shown-equal", {"fair": True, "well": True}),
        ("well", 0.9, "significant", {"fair": True, "badly": True}),
    ],
)
def test_gates(baseline: str, margin: float, rule: str, met: dict[str, bool]) -> None:
    found = mg.compare(results(), baseline=baseline, margin=margin, rule=rule)
    assert {each.system: each.met for each in found.verdicts} == met
    for each in found.verdicts:
        assert f"(rule: {rule})" in each.reason
        assert f"{each.system} against {baseline}" in each.reason


def test_rules_differ_where_little_is_known() -> None:
    one = ["a b c d e"] * 30
    first, second = [*one[:29], "a b c d x"], [*one[:28], "a b c d x", "a b c y x"]
    both = {"first": mg.score(one, first), "second": mg.score(one, second)}
    met = {
        rule: mg.compare(both, baseline="first", rule=rule).verdicts[0].met
        for rule in ("difference", "significant", "not-shown-equal")
    }
    assert met == {"difference": False, "significant": True, "not-shown-equal": False}


def test_what_cannot_be_judged_is_not_met() -> None:
    empty = {"first": mg.score(["", ""], ["a", ""]), "second": mg.score(["", ""], ["", "b"])}
    (verdict,) = mg.compare(empty, baseline="first").verdicts
    assert not verdict.met
    assert "no reference has any word" in verdict.reason


# -- together ----------------------------------------------------------------------------------


def test_the_best_of_each_utterance() -> None:
    said = ["a b c", "d e f"]
    both = {
        "one": mg.score(said, ["a b c", "x y f"]),
        "two": mg.score(said, ["a x", "d e f"]),
    }
    oracle = mg.compare(both, together=True).oracle
    assert oracle is not None
    assert (oracle.by_utterance, oracle.by_token) == (0.0, 0.0)
    assert oracle.chosen == {"one": 1, "two": 1}


@given(st.lists(st.tuples(*[st.text("ab ", max_size=6)] * 3), min_size=2, max_size=6))
def test_no_choice_among_the_hypotheses_is_better_than_the_oracle(texts: Any) -> None:
    said, one, two = map(list, zip(*texts, strict=True))
    if not any(text.split() for text in said):
        return
    both = {"one": mg.score(said, one), "two": mg.score(said, two)}
    oracle = mg.compare(both, together=True, resamples=100).oracle
    assert oracle is not None
    best = min(mg.wer(said, list(chosen)) for chosen in product(*zip(one, two, strict=True)))
    assert oracle.by_utterance == pytest.approx(best)
    assert oracle.by_token is not None
    assert oracle.by_token <= best + 1e-12


def test_where_all_contradict_the_reference() -> None:
    said = ["call the cart now", "on time", "so it goes"]
    both = {
        "one": mg.score(said, ["call the card now", "in time", "so"]),
        "two": mg.score(said, ["call a card now", "at time", ""]),
        "three": mg.score(said, ["call the card now", "in time", "so"]),
    }
    both["two"] = mg.score(said, ["call the card now", "at time", ""])
    (place,) = mg.compare(both, together=True).contradicted or []
    assert str(place) == "1: call the [cart -> card] now"


# -- views -------------------------------------------------------------------------------------


def whole() -> Any:
    return mg.compare(
        results(),
        by="noise",
        together=True,
        normalizers=["lower"],
        baseline="well",
        margin=0.01,
    )


def test_slices_say_who_is_best() -> None:
    found = whole()
    assert [(each.key, each.utterances) for each in found.slices] == [("loud", 24), ("quiet", 12)]
    for each in found.slices:
        groups = {name: result.by("noise")[each.key] for name, result in results().items()}
        assert each.rates == {name: group["wer"].value for name, group in groups.items()}
    assert found.slices[0].best == ("well",)


def test_the_utterances_that_differ_most() -> None:
    first = mg.compare(results(), differ=3).differing[0]
    assert first.id == "u4"
    assert first.errors == {"badly": 3, "well": 0, "fair": 0}
    assert first.hypotheses["badly"] == ""


def test_json_is_as_its_schema_says() -> None:
    jsonschema.validate(json.loads(whole().render("json")), schema())
    empty = {"first": mg.score(["", ""], ["a", ""]), "second": mg.score(["", ""], ["", "b"])}
    jsonschema.validate(json.loads(mg.compare(empty).render("json")), schema())


def test_junit_has_a_case_for_each_gate() -> None:
    suites = ET.fromstring(whole().render("junit"))
    assert suites.get("failures") == "2"
    cases = suites.findall(".//testcase")
    assert [case.get("name") for case in cases] == ["fair against well", "badly against well"]
    failure = cases[0].find("failure")
    assert failure is not None
    assert "rule: difference" in (failure.text or "")


HOSTILE = 'a\x1b[31m|</td><script>*"@you'


@pytest.mark.parametrize("to", COMPARISON_RENDERERS.names())
def test_hostile_names_and_texts(to: str) -> None:
    said = [f"x {HOSTILE}", "y z"] * 3
    column = {HOSTILE: [HOSTILE, None] * 3}
    both = {
        HOSTILE: mg.score(
            said, ["x q", "y z"] * 3, ids=[f"{HOSTILE}{n}" for n in range(6)], by=column
        ),
        "b": mg.score(said, ["x q", "y"] * 3, ids=[f"{HOSTILE}{n}" for n in range(6)], by=column),
    }
    found = mg.compare(both, together=True, by=HOSTILE, baseline="b").render(to)
    assert "\x1b" not in found
    if to == "junit":
        ET.fromstring(found)
    if to == "markdown":
        assert "<script>" not in found.replace("\\<script\\>", "")
        assert "@you" not in found


def test_every_part_is_in_the_table() -> None:
    text = str(whole())
    for words in (
        RANKS,
        "leave utterances empty: badly 6",
        "places by normalizer",
        "no place depends on the normalizer",
        "p corrected by Holm for 3 pairs",
        "wer by noise",
        "best hypothesis of each utterance",
        "NOT MET: wer of fair against well",
    ):
        assert words in text
    assert text.endswith(results()["well"].signature)


def test_latex_and_csv_are_what_table_and_tsv_are() -> None:
    found = mg.compare(results(), by="noise", together=True)
    rows = [
        list(csv.reader(found.render(name).splitlines(), delimiter=mark))
        for name, mark in (("csv", ","), ("tsv", "\t"))
    ]
    assert rows[0] == rows[1]
    tables = found.render("latex")
    assert tables.count(r"\begin{tabular}") == tables.count(r"\end{tabular}") == 5
    for line in tables.splitlines():
        if not line.startswith("%") and "&" in line:
            assert line.endswith(r"\\")
    for name in ("well", "fair", "badly"):
        assert name in tables


def test_no_cell_of_csv_is_a_formula() -> None:
    said = ["a b", "c d"] * 3
    both = {name: mg.score(said, ["a b", "c"] * 3) for name in ("=1+1", "@sum")}
    cells = [
        cell for row in csv.reader(mg.compare(both).render("csv").splitlines()) for cell in row
    ]
    assert "'=1+1" in cells
    assert "=1+1" not in cells


def test_the_page_shows_every_row_and_runs_its_own_script_alone() -> None:
    found = mg.compare(results(), by="noise")
    page = found.render("html")
    assert page.count("<script") == 2  # the data and the program of the page
    assert "script-src &#39;sha256-" in page
    for at, part in enumerate(parts(found)):
        # The page has its own tables of systems and of slices, with charts.
        rows = [] if at == 0 or " by " in part.title else [part.header, *part.rows]
        for cell in (*(cell for row in rows for cell in row), *part.notes):
            assert html.escape(cell, quote=False) in page.replace("&#39;", "'").replace(
                "&#34;", '"'
            )
