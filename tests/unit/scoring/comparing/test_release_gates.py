"""What a gate says of one pair, in every order, by every rule, up to the last word."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from mondegreen.scoring.comparing.fillings import Left
from mondegreen.scoring.comparing.release_gates import Gate, Verdict, judged, points
from mondegreen.scoring.comparing.significance import PairOfSystems
from mondegreen.stats.interval import Interval
from mondegreen.stats.resampling import NO_WORDS

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import SystemScore

MARGIN = 1 / 64
WORSE = {  # how much worse the new one is, at least and at most: decided by which rules
    "clearly better": (-3 / 64, -4 / 64, -2 / 64),
    "as much as allowed": (1 / 64, 1 / 64, 1 / 64),
    "a little above": (2 / 64, 1 / 64, 3 / 64),
    "clearly worse": (4 / 64, 2 / 64, 6 / 64),
    "perhaps worse": (0.0, -2 / 64, 2 / 64),
}


def interval(low: float | None, high: float | None) -> Interval:
    return Interval(low, high, 0.95, "percentile", 100)


def verdict(gate: Gate, pair: PairOfSystems, **options: Any) -> Verdict:
    scores = cast(
        "list[SystemScore]", [SimpleNamespace(name=name, rate=0.5) for name in ("new", "old")]
    )
    (found,) = judged(gate, "wer", scores, [pair], **{"higher_is_better": False, **options})
    return found


def pair_of(
    worse: tuple[float, float, float], *, new_first: bool, higher_is_better: bool = False
) -> PairOfSystems:
    turn = 1 if new_first is not higher_is_better else -1
    ends = sorted(turn * each for each in worse[1:])
    first, second = ("new", "old") if new_first else ("old", "new")
    return PairOfSystems(
        first, second, turn * worse[0], interval(*ends), None, None, False, 0, 0, None
    )


@pytest.mark.parametrize("rule", ["difference", "significant", "not-shown-equal"])
@pytest.mark.parametrize("case", WORSE)
def test_the_order_of_a_pair_and_the_way_of_a_metric_are_of_no_account(
    case: str, rule: str
) -> None:
    worse = WORSE[case]
    decides = worse[["difference", "significant", "not-shown-equal"].index(rule)]
    found = [
        verdict(
            Gate("old", MARGIN, rule),
            pair_of(worse, new_first=first, higher_is_better=higher),
            higher_is_better=higher,
        )
        for first, higher in product((True, False), repeat=2)
    ]
    assert {each.met for each in found} == {decides <= MARGIN}
    assert len({each.reason for each in found}) == 1


def test_sentences() -> None:
    said = {
        rule: verdict(
            Gate("old", MARGIN, rule), pair_of(WORSE["a little above"], new_first=True)
        ).reason
        for rule in ("difference", "significant", "not-shown-equal")
    }
    start = "wer of new against old: difference +3.12 points"
    end = "the margin of 1.56 points (rule: "
    assert said == {
        "difference": f"{start}, above {end}difference)",
        "significant": f"{start}, its interval +1.56 to +4.69, not wholly above {end}significant)",
        "not-shown-equal": f"{start}, its interval +1.56 to +4.69, not wholly within {end}not-shown-equal)",
    }


@pytest.mark.parametrize("rule", ["difference", "significant", "not-shown-equal"])
def test_without_an_interval_the_difference_decides(rule: str) -> None:
    gate = Gate("old", MARGIN, rule)
    for worse in (0.0, MARGIN, 2 * MARGIN):
        for ends in ((None, None), (None, 0.5), (-0.5, None)):
            pair = PairOfSystems(
                "new", "old", worse, interval(*ends), None, None, False, 0, 0, None
            )
            assert verdict(gate, pair).met == (worse <= MARGIN)


def test_what_has_no_rate_is_not_met() -> None:
    pair = PairOfSystems("new", "old", None, interval(None, None), None, None, False, 0, 0, None)
    found = verdict(Gate("old"), pair)
    assert (found.met, found.reason) == (
        False,
        "wer of new or old has no rate, so it cannot be judged",
    )


HALF, MOST, ALL = Left(4, 2, bounded=True), Left(4, 1, bounded=True), Left(4, 0, bounded=True)
NOTHING = Left(0, 0, bounded=True)


def open_pair(*, new_first: bool, bounded: bool = True) -> PairOfSystems:
    """Return one whose new system is worse by 1 to 3 points of 64, as the judge may say."""
    one, three = (1 / 64, interval(0, 2 / 64)), (3 / 64, interval(2 / 64, 4 / 64))
    # in favour of the first, then of the second
    turned = ((-3 / 64, interval(-4 / 64, -2 / 64)), (-1 / 64, interval(-2 / 64, 0)))
    ends = (one, three) if new_first else turned
    first, second = ("new", "old") if new_first else ("old", "new")
    return PairOfSystems(
        first, second, None, interval(None, None), None, None, False, 0, 0, None,
        ends=ends if bounded else (),
    )  # fmt: skip


@pytest.mark.parametrize("new_first", [True, False])
@pytest.mark.parametrize("margin", [1 / 64, 2 / 64, 3 / 64, 4 / 64])
def test_what_is_open_counts_against_the_system(margin: float, *, new_first: bool) -> None:
    left = {"new": HALF, "old": ALL}
    for rule, worst in (("difference", 3), ("significant", 2), ("not-shown-equal", 4)):
        found = verdict(
            Gate("old", margin, rule), open_pair(new_first=new_first), left=left, min_judged=0.5
        )
        assert found.met == (worst / 64 <= margin)
        assert "difference +4.69 points" in found.reason
        assert found.reason.endswith("; at worst, as new 2 of 4 unjudged, old 0 of 4 unjudged")


@pytest.mark.parametrize(
    ("new", "old", "least", "why"),
    [
        (HALF, MOST, None, "; --min-judged says how many are enough"),
        (MOST, ALL, None, "; --min-judged says how many are enough"),
        (HALF, MOST, 0.6, ", with 60 % of them to be judged"),
        (MOST, HALF, 0.6, ", with 60 % of them to be judged"),
        (HALF, HALF, 0.51, ", with 51 % of them to be judged"),
        (HALF, HALF, 0.5, None),
        (MOST, MOST, 0.6, None),
        (MOST, NOTHING, 0.75, None),
    ],
)
def test_enough_must_be_judged_of_both(
    new: Left, old: Left, least: float | None, why: str | None
) -> None:
    found = verdict(
        Gate("old", 1.0), open_pair(new_first=True), left={"new": new, "old": old}, min_judged=least
    )
    assert found.met is (why is None)
    if why is not None:
        how, end = (why, "") if least is not None else ("", why)
        assert found.reason == (
            f"wer of new against old: new {new}, old {old}{how}, so it cannot be said not to be worse{end}"
        )


def test_what_nothing_bounds_is_not_met() -> None:
    left = {"new": HALF, "old": ALL}
    pair = open_pair(new_first=True, bounded=False)
    found = verdict(Gate("old", 1.0), pair, left=left, min_judged=0.5)
    assert not found.met
    assert found.reason == (
        "wer of new against old: new 2 of 4 unjudged, old 0 of 4 unjudged, and nothing bounds them"
    )
    assert verdict(
        Gate("old", 1.0), pair_of((0, 0, 0), new_first=True), left=left | {"new": ALL}
    ).met


@pytest.mark.parametrize("wordless", [True, False])
def test_no_words_are_no_proof(*, wordless: bool) -> None:
    pair = pair_of((0.0, 0.0, 0.0), new_first=True)
    found = verdict(Gate("old"), pair, wordless=wordless)
    assert found.met is not wordless
    assert ("no reference has any word" in found.reason) is wordless


@pytest.mark.parametrize("rule", ["difference", "significant", "not-shown-equal"])
def test_an_interval_that_lacks_words_fails_the_rules_that_ask_for_it(rule: str) -> None:
    nothing = Interval(None, None, 0.95, "percentile", 100, reason=NO_WORDS)
    pair = PairOfSystems("new", "old", 0.0, nothing, None, None, False, 0, 0, None)
    found = verdict(Gate("old", MARGIN, rule), pair)
    assert found.met is (rule == "difference")
    assert (NO_WORDS in found.reason) is (rule != "difference")


@pytest.mark.parametrize(
    ("difference", "shown"),
    [
        (0.00004, "+0.00"),
        (-0.00004, "+0.00"),
        (-0.00006, "-0.01"),
        (0.12344, "+12.34"),
        (-1, "-100.00"),
    ],
)
def test_points(difference: float, shown: str) -> None:
    assert points(difference) == shown
