"""``semantic-wer`` without a network: what is asked, what is accepted, what is counted."""

from __future__ import annotations

import asyncio
import json
import pickle
from typing import TYPE_CHECKING, Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.errors import UsageError
from mondegreen.judges import differences, packs, single_pass
from mondegreen.judges.answer import Answer, read
from mondegreen.judges.canaries import canaries, is_canary
from mondegreen.judges.differences import Harmless, Place, Rulings, pack
from mondegreen.judges.metric import Judgement
from mondegreen.judges.pair import Pair
from mondegreen.judges.prompts import prompt
from mondegreen.judges.semantic_wer import SemanticWer, words_of
from mondegreen.judges.voting import settle
from mondegreen.options.judging import Judging, Settings
from mondegreen.scoring.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def named(line: dict[str, Any]) -> str:
    """Return the words by which a model names a difference."""
    return str(line["heard"][1] or line["said"][1])


class Model:
    """Answers by a rule about the lines of a prompt, canaries as known, and keeps what it was asked."""

    spec, remote, address = "test:model", False, None
    settings = Settings()

    def __init__(self, harmless: Callable[[dict[str, Any]], bool] = lambda _line: False) -> None:
        self.harmless = harmless
        self.prompts: list[str] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "nowhere"

    async def ask(self, question: Any) -> Answer[Any]:
        self.prompts.append(question.prompt)
        lines = [json.loads(line) for line in question.prompt.split("\n")]
        if "unjudged" in question.prompt:
            return Answer("refused", "the model refused")
        known = {n: canaries().get(Place.of(line)) for n, line in enumerate(lines, 1)}
        free = [
            n
            for n, line in enumerate(lines, 1)
            if (self.harmless(line) if known[n] is None else not known[n])
        ]
        value = Rulings(
            [line["number"] for line in lines if line["number"] not in free],
            [Harmless(n, named(lines[n - 1]), "the same") for n in free],
        )
        assert not question.check(value)
        return Answer("ok", value=value)


def judged(said: Any, heard: Any, model: Model, **options: Any) -> mg.Result:
    judging = Judging(model, **options)
    return mg.score(said, heard, metrics=["semantic-wer"], judge=judging)


# -- rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "heard", "errors", "words"),
    [
        ("", "", 0, 0),
        ("", "well then", 2, 0),
        ("the the um okay", "", 2, 2),
        ("the ticket", "ticket", 0, 2),
        ("I can't", "i can", 1, 2),
        ("fifteen", "fifty", 1, 1),
        ("wi-fi", "Wi Fi", 0, 1),
        # An aside that only one text has is no error; those of the reference are words of it, whatever was heard.
        ("basically yes", "yes", 0, 2),
        ("basically yes", "no", 1, 2),
        ("basically yes", "", 2, 2),
        ("yes", "basically yes", 0, 1),
        ("Basically.", "", 1, 1),
        ("it is - 5 degrees", "it is 5 degrees", 1, 5),
    ],
)
def test_rules(said: str, heard: str, errors: int, words: int) -> None:
    counts = mg.score([said], [heard], metrics=["semantic-wer"])["semantic-wer"].counts
    assert counts["reference_words"] >= (words and 1)
    assert (counts["remaining"] > 0) == (errors > 0)
    if said != "the the um okay":
        assert (counts["remaining"], counts["reference_words"]) == (errors, words)
    else:
        assert counts["remaining"] == counts["reference_words"]  # an empty text is all errors


WORDS = st.sampled_from(
    [
        "the",
        "a",
        "um",
        "not",
        "no",
        "card",
        "car",
        "five",
        "5",
        "fifty",
        "cross-country",
        "setting",
        "up",
        "set",
        "tickets",
        "ticket",
        "it's",
    ]
)
TEXTS = st.lists(WORDS, max_size=8).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6), st.integers(0, 3))
def test_judged_is_never_more_than_strict_nor_below_zero(
    pairs: list[tuple[str, str]], seed: int
) -> None:
    said, heard = zip(*pairs, strict=True)
    strict = mg.score(list(said), list(heard), normalizer="semantic")
    model = Model(lambda line: hash((seed, line["said"][1], line["heard"][1])) % 2 == 0)
    result = judged(list(said), list(heard), model)
    for row in range(len(pairs)):
        counts = dict(
            zip(
                result.metrics["semantic-wer"].statistics,
                result.counts(row, "semantic-wer"),
                strict=True,
            )
        )
        errors = sum(strict.counts(row, "wer")[1:])
        assert 0 <= counts["remaining"] <= errors
        forgiven = sum(v for name, v in counts.items() if name.endswith("_errors"))
        assert counts["remaining"] + forgiven == errors
        assert counts["reference_words"] == sum(strict.counts(row, "wer")[:3])
    everything = judged(list(said), list(heard), Model(lambda _line: True))
    nothing = judged(list(said), list(heard), Model())
    assert everything["semantic-wer"].errors <= result["semantic-wer"].errors
    assert result["semantic-wer"].errors <= nothing["semantic-wer"].errors


# -- differences -------------------------------------------------------------------------------


def test_no_difference_no_call_and_equal_ones_once() -> None:
    model = Model()
    judged(["so it is", "", "all"], ["So, it is.", "", ""], model)
    assert model.prompts == []
    judged(["pay the card"] * 5, ["pay the cart"] * 5, model)
    (asked,) = model.prompts
    places = [Place.of(json.loads(line)) for line in asked.split("\n")]
    assert [place for place in places if not is_canary(place)] == [
        Place(("pay the", "card", ""), ("pay the", "cart", ""), end=True)
    ]
    assert sorted(canaries()[place] for place in places if is_canary(place)) == [False, True]


def test_an_utterance_more_changes_few_questions() -> None:
    def texts(numbers: range) -> tuple[list[str], list[str]]:
        said = [f"call number {n} of the house by the sea" for n in numbers]
        return said, [text.replace("house", "horse") for text in said]

    first, second = Model(), Model()
    judged(*texts(range(400)), first)
    judged(*texts(range(-1, 400)), second)
    assert 10 <= len(first.prompts) <= 60
    assert len({*second.prompts} - {*first.prompts}) <= 2


def test_packs_have_their_bounds() -> None:
    places = [Place((f"w{n}", "x" * (n % 300), ""), ("", "y", ""), end=False) for n in range(500)]
    found = list(pack(iter(places + places)))
    assert [place for each in found for place in each] == places
    assert max(map(len, found)) <= packs.MOST_AT_ONCE
    assert max(sum(len(p.line(0)) for p in each) for each in found) <= packs.MOST_LETTERS + 400


@pytest.mark.parametrize(
    ("matter", "harmless", "said"),
    [
        ([1, 2], [3], ""),
        ([1, 2], [], "3 is in neither"),
        ([1, 2, 3, 9], [], "no difference 9"),
        ([1, 2, 3], [3], "3 is there more than once"),
        ([0, 1, 2], [3], "no difference 0"),
    ],
)
def test_every_number_stands_in_one_list(matter: list[int], harmless: list[int], said: str) -> None:
    place = Place(("", "a", ""), ("", "b", ""), end=False)
    places = [place._replace(said=(str(n), "a", "")) for n in range(3)]
    (question,) = differences.questions([places])
    found = question.check(Rulings(matter, [Harmless(number, "b", "x") for number in harmless]))
    assert (said in " ".join(found)) if said else not found


def test_a_compound_is_one_error() -> None:
    result = judged(["a cross-country run"], ["a koscanti run"], Model())
    counts = result["semantic-wer"].counts
    assert (counts["remaining"], counts["reference_words"]) == (1, 3)


def test_an_unjudged_pair_is_in_no_sum() -> None:
    result = judged(["a b", "an unjudged card"], ["a b", "an unjudged cart"], Model())
    assert result.unjudged("semantic-wer")["2"] == ("refused", "the model refused")
    found = result["semantic-wer"]
    assert (found.value, found.utterances, found.counts["reference_words"]) == (None, 1, 2)
    assert (found.value_low, found.value_high, found.reason) == (0.0, 1 / 5, "0 of 1 judged")
    assert "semantic-wer: 0 of 1 judged (1 refused)" in str(result.coverage)
    assert result.rate(1) is None
    assert result.to_dict()["reason"][1] == "refused: the model refused"


def test_unjudged_rows_survive_files_merging_and_slices(tmp_path: Path) -> None:
    model = Model()
    scorers = [mg.Scorer(metrics=["wer", "semantic-wer"], judge=Judging(model)) for _ in range(2)]
    scorers[0].update(["a b"], ["a c"], ids=["1"], metadata={"k": ["x"]})
    scorers[1].update(["an unjudged card"], ["a unjudged cart"], ids=["2"], metadata={"k": ["y"]})
    result = scorers[0].merge(scorers[1]).compute()
    for ending in ("json", "parquet"):
        result.save(tmp_path / f"run.{ending}", texts=True)
        again = mg.load(tmp_path / f"run.{ending}")
        assert again.unjudged("semantic-wer") == result.unjudged("semantic-wer")
        assert again.coverage == result.coverage
        assert again.to_dict() == result.to_dict()
    groups = result.by("k")
    assert groups["y"]["semantic-wer"].to_dict()["value"] is None
    assert groups["x"]["semantic-wer"].value == 0.5
    damaged = json.loads((tmp_path / "run.json").read_text())
    damaged["columns"]["semantic-wer.status"][1] = None
    (tmp_path / "damaged.json").write_text(json.dumps(damaged))
    with pytest.raises(mg.InputError, match="judged and unjudged"):
        mg.load(tmp_path / "damaged.json")


# -- single pass -------------------------------------------------------------------------------

GOOD: dict[str, Any] = {
    "substitutions": 1,
    "deletions": 0,
    "insertions": 0,
    "reference_words": 3,
    "normalized_reference": "cancel my card",
    "normalized_hypothesis": "cancel my car",
    "errors": [{"type": "substitution", "reference": "card", "hypothesis": "car"}],
}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ""),
        ({"reference_words": 1000}, "but normalized_reference has 3 words"),
        ({"substitutions": 2}, "substitutions is 2, but errors lists 1"),
        ({"substitutions": 0}, "substitutions is 0, but errors lists 1"),
        (
            {"errors": [{"type": "substitution", "reference": "cart", "hypothesis": "car"}]},
            "'cart'",
        ),
        ({"errors": [{"type": "substitution", "reference": "card"}]}, "names no hypothesis word"),
        ({"normalized_hypothesis": "cancel my card"}, "'car' is not in"),
        ({"substitutions": -1}, "greater than or equal to 0"),
        (
            {"normalized_reference": "", "reference_words": 0, "substitutions": 0, "errors": []},
            "another text than the reference",
        ),
        (
            {"normalized_reference": "", "normalized_hypothesis": "", "errors": []}
            | {"substitutions": 0, "reference_words": 3},
            "another text",
        ),
        (
            {"deletions": 1, "errors": [*GOOD["errors"], {"type": "deletion", "reference": "my"}]},
            "2 errors, but the texts have 1 differences",
        ),
    ],
)
def test_a_report_agrees_with_itself_and_the_texts(changes: dict[str, Any], said: str) -> None:
    pair = Pair(0, "Cancel my card!", "cancel my car")
    own = single_pass._Texts(*(side[0] for side in words_of([pair])))
    question = single_pass.question(pair, own)
    complaints, value = read(json.dumps({**GOOD, **changes}), question, text=True)
    assert (said in " ".join(complaints)) if said else not complaints
    if not said:
        bare = Answer("ok", value=value).without_texts(question)
        kept = json.loads(json.dumps(bare.to_json(question)))
        assert "card" not in str(kept)
        again = Answer.from_json(kept, question, "store")
        assert again.value is not None
        assert again.value.total == 1


def test_a_text_that_was_swapped_for_the_other_is_refused() -> None:
    pair = Pair(0, "please cancel my order for the blue shoes", "oh what a lovely day it is today")
    own = single_pass._Texts(*(side[0] for side in words_of([pair])))
    copied = "please cancel my order for the blue shoes"
    report = {**GOOD, "substitutions": 0, "errors": [], "reference_words": 8}
    report |= {"normalized_reference": copied, "normalized_hypothesis": copied}
    complaints, _ = read(json.dumps(report), single_pass.question(pair, own), text=True)
    assert "another text than the hypothesis" in " ".join(complaints)


# -- votes, names, options ---------------------------------------------------------------------


def test_the_median_of_votes_and_too_few_of_them() -> None:
    lost = Judgement(None, "timeout", "no reply")
    votes = [Judgement((errors, 9)) for errors in (3, 0, 1)]
    assert settle(votes, 3).counts == (1, 9, 1, 1)
    assert settle([votes[0], lost, votes[2]], 3).counts == (1, 9, 1, 1)
    assert settle([votes[0], votes[0], lost], 3).counts == (3, 9, 1, 0)
    assert settle([votes[0], lost, lost], 3) == lost
    result = judged(["a card", "b"], ["a cart", "b"], Model(), votes=3)
    assert result["semantic-wer"].counts["voted"] == 2


def test_signatures_hold_the_judge_and_are_recipes() -> None:
    result = judged(["a card"], ["a cart"], Model(), votes=3, redact=True)
    pin = result.recipe.judges[0]
    assert pin.startswith("differences@1,test:model,prompt:")
    assert ",temperature:0,votes:3,redacted,forgivers:" in pin
    assert Recipe.parse(result.signature) == result.recipe
    scorer = mg.Scorer.from_recipe(result.recipe)
    with pytest.raises(UsageError, match="judged by differences@1"):
        scorer.update(["a"], ["b"])
    with pytest.raises(UsageError, match="no protocol 'sing'"):
        judged(["a"], ["b"], Model(), protocol="sing")
    with pytest.raises(UsageError, match="is for metrics that ask"):
        mg.score(["a"], ["b"], judge="anthropic:claude-sonnet-5-5")
    for odd in ("nonsense@1", "differences@9,x", "rules@1|x"):
        with pytest.raises(UsageError):
            SemanticWer(None, odd)
    assert pickle.loads(pickle.dumps(SemanticWer(None, pin))).protocol == "differences"


@pytest.mark.parametrize(
    "options", [{"votes": 2}, {"votes": 0}, {"budget": "much"}, {"budget": -1}, {"base_url": "x"}]
)
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        Judging(**options)
    with pytest.raises(UsageError, match="expected some of model"):
        Judging.of({"modle": "x"})


def test_canaries_are_told_and_not_counted() -> None:
    told: list[str] = []
    model = Model(lambda line: {line["said"][1], line["heard"][1]} == {"setting", "set"})
    result = judged(["a card"], ["a cart"], model, canaries=True, tell=told.append)
    assert len(result) == 1
    assert any("6 of 6 canaries as known" in line for line in told)
    judged(["a card"], ["a cart"], Model(lambda _line: True), canaries=True, tell=told.append)
    assert any("not so: 'please cancel the order today'" in line for line in told)


def test_in_a_running_loop() -> None:
    async def main() -> tuple[float, float]:
        texts = ["a card"], ["a cart"]
        inside = judged(*texts, Model())["semantic-wer"].value
        result = await mg.ascore(*texts, metrics=["semantic-wer"], judge=Judging(Model()))
        return inside, result["semantic-wer"].value

    assert asyncio.run(main()) == (0.5, 0.5)


@pytest.mark.parametrize("name", [name for name in SemanticWer.protocols.values() if name])
def test_prompts_are_pinned_by_their_version(name: str) -> None:
    """Other words are another judge: make a new file with the next version instead."""
    pinned = {
        "semantic-wer-differences@1": "488cca0eb185",
        "semantic-wer-single-pass@1": "e5e6a0484eaa",
    }
    assert prompt(name).hash == pinned[name]
