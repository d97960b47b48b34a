"""A rate of which a part was not judged holds every rate that the judge could have led to.

The same pairs are judged twice by the same judge: once it answers all, once it does not answer some.
What the first gives must lie between the ends of the second, in the whole, in slices, after merging
and after a run file.
"""

from __future__ import annotations

import json
import random
from itertools import product
from typing import TYPE_CHECKING, Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.judges.answer import Answer
from mondegreen.judges.canaries import canaries
from mondegreen.judges.custom import CustomMetricResult
from mondegreen.judges.custom_metric import as_metric
from mondegreen.judges.difference_in_context import Place
from mondegreen.judges.differences import Harmless, Rulings
from mondegreen.judges.single_pass import Report, ReportedError
from mondegreen.metrics import METRICS
from mondegreen.options.judging import Judging, Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mondegreen.judges.question import Question

WORDS = ["card", "cart", "pay", "fee", "no", "two", "2", "cancel", "cannot", "um", "bill"]
TEXT = st.lists(st.sampled_from(WORDS), min_size=0, max_size=6).map(" ".join)
PAIRS = st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=6)


class Judge:
    """Answers by a rule, and not at all where ``fails`` says so."""

    spec, remote, address = "test:model", False, None
    settings = Settings()

    def __init__(
        self, rule: Callable[[Question[Any]], Any], fails: Callable[[Question[Any]], bool]
    ) -> None:
        self.rule, self.fails = rule, fails

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "nowhere"

    async def ask(self, question: Question[Any]) -> Answer[Any]:
        if self.fails(question):
            return Answer("timeout", "no reply in time")
        value = self.rule(question)
        complaints = question.check(value) if question.check is not None else []
        return Answer("invalid", complaints[0]) if complaints else Answer("ok", value=value)


def dice(seed: int, question: Question[Any]) -> random.Random:
    """Return random numbers that a question and a seed decide."""
    return random.Random(f"{seed} {question.protocol} {question.prompt}")


def ruled(seed: int) -> Callable[[Question[Any]], Rulings]:
    def rule(question: Question[Any]) -> Rulings:
        chance = dice(seed, question)
        lines = [json.loads(line) for line in question.prompt.split("\n")]
        matter, harmless = [], []
        for line in lines:
            known = canaries().get(Place.of(line))
            if chance.random() < 0.5 if known is None else known:
                matter.append(line["number"])
            else:
                words = line["heard"][1] or line["said"][1]
                harmless.append(Harmless(line["number"], words, "the same"))
        return Rulings(matter, harmless)

    return rule


def reported(seed: int) -> Callable[[Question[Any]], Report]:
    """Return a judge that writes the texts again in any way, and reports some of what differs."""

    def rule(question: Question[Any]) -> Report:
        chance = dice(seed, question)
        for _ in range(200):
            texts = {side: bent(chance, text) for side, text in json.loads(question.prompt).items()}
            report = report_of(chance, texts["reference"], texts["hypothesis"])
            if not question.check(report):
                return report
        said, heard = json.loads(question.prompt).values()
        return report_of(chance, said, heard)

    return rule


def bent(chance: random.Random, text: str) -> str:
    words = text.split()
    for _ in range(chance.randrange(8)):
        at = chance.randrange(len(words) + 1)
        if chance.random() < 0.5:
            words.insert(at, chance.choice(WORDS))
        elif len(words) > 1:
            del words[at - 1]
    return " ".join(words)


def report_of(chance: random.Random, reference: str, hypothesis: str) -> Report:
    alignment = mg.align(reference, hypothesis)
    errors = []
    for said, heard in alignment.pairs():
        if said != heard and chance.random() < 0.9:
            kind = "deletion" if heard is None else "insertion" if said is None else "substitution"
            errors.append(ReportedError(kind, said, heard))
    counts = [sum(e.type == k for e in errors) for k in ("substitution", "deletion", "insertion")]
    return Report(*counts, len(reference.split()), reference, hypothesis, errors)


async def any_score(expected: str, got: str) -> CustomMetricResult:
    """Anything from 0 to 100, or no score."""
    chance = random.Random(f"{expected}|{got}")
    return CustomMetricResult(None if chance.random() < 0.2 else 100 * chance.random(), "")


def scored(pairs: list[tuple[str, str]], judge: Judging, metric: str = "semantic-wer") -> mg.Result:
    """Score pair by pair, so that each is asked about by itself."""
    scorer = mg.Scorer(metrics=[metric], judge=judge)
    for row, (said, heard) in enumerate(pairs):
        scorer.update([said], [heard], ids=[str(row)], metadata={"k": [row % 2]})
    return scorer.compute(by="k")


def holds(whole: mg.MetricResult, part: mg.MetricResult) -> None:
    if not part.unjudged:
        assert part.value == pytest.approx(whole.value, nan_ok=True)
        assert part.needed == whole.needed
        return
    assert part.value is None
    assert part.reason
    low, high = part.value_low, part.value_high
    if low is None or high is None:
        assert "no bounds" in part.reason
        return
    assert 0 <= low <= high
    if whole.reason is None:
        assert low - 1e-12 <= float(whole) <= high + 1e-12


@pytest.mark.parametrize(("protocol", "rule"), [("differences", ruled), ("single-pass", reported)])
@given(pairs=PAIRS, seed=st.integers(0, 999), share=st.sampled_from([0.0, 0.3, 0.7, 1.0]))
@settings(max_examples=40, deadline=None)
def test_what_a_judge_could_have_said_of_semantic_wer(
    protocol: str, rule: Any, pairs: list[tuple[str, str]], seed: int, share: float
) -> None:
    whole = scored(pairs, Judging(Judge(rule(seed), lambda _: False), protocol=protocol))
    fails = lambda question: dice(seed + 1, question).random() < share  # noqa: E731
    part = scored(pairs, Judging(Judge(rule(seed), fails), protocol=protocol))
    assert whole["semantic-wer"].unjudged == 0
    holds(whole["semantic-wer"], part["semantic-wer"])
    for key, metrics in whole.by("k").items():
        holds(metrics["semantic-wer"], part.by("k")[key]["semantic-wer"])


@given(pairs=st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_the_ends_are_reached(pairs: list[tuple[str, str]]) -> None:
    """Among all rulings there is one at each end, so that no narrower range would hold."""
    part = scored(pairs, Judging(Judge(ruled(0), lambda _: True)))["semantic-wer"]

    def every(matters: bool) -> mg.MetricResult:  # noqa: FBT001
        def rule(question: Question[Any]) -> Rulings:
            lines = [json.loads(line) for line in question.prompt.split("\n")]
            known = {each["number"]: canaries().get(Place.of(each), matters) for each in lines}
            free = [
                Harmless(each["number"], each["heard"][1] or each["said"][1], "-")
                for each in lines
                if not known[each["number"]]
            ]
            return Rulings([number for number, each in known.items() if each], free)

        return scored(pairs, Judging(Judge(rule, lambda _: False)))["semantic-wer"]

    best, worst = every(matters=False), every(matters=True)
    if part.unjudged:
        assert (part.value_low, part.value_high) == (best.value_low, worst.value_high)
    else:
        assert part.value == best.value == worst.value


@given(pairs=PAIRS, share=st.sampled_from([0.3, 1.0]), seed=st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_what_a_judge_of_ones_own_could_have_said(
    pairs: list[tuple[str, str]], share: float, seed: int
) -> None:
    async def sometimes(expected: str, got: str) -> CustomMetricResult:
        if random.Random(f"{seed}{expected}|{got}").random() < share:
            raise OSError("down")
        return await any_score(expected, got)

    kinds = {"own": any_score, "own-down": sometimes}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(METRICS, "_table", dict(METRICS._table))
        for name, judge in kinds.items():
            METRICS.register(name, as_metric(judge, name))
        whole, part = (scored(pairs, Judging(), name)[name] for name in kinds)
    holds(whole, part)


def facts(question: Question[Any], verdicts: dict[str, str]) -> Any:
    """Answer a question about facts: every word is one, and what becomes of it is given."""
    from mondegreen.judges.facts import answers

    text = question.prompt
    words = [word for word in WORDS[:3] if word in text.partition("</reference")[0]]
    if question.protocol.startswith("facts-list"):
        stated = [answers.StatedFact("speaker", "says", word, word) for word in words]
        return answers.FactsOfOne(stated)
    numbered = [line for line in text.split("\n") if line[:1].isdigit()]
    return answers.Judged(
        [
            answers.JudgedFact(at, verdicts[line.rpartition(" | ")[2]], "x", "-")  # type: ignore[arg-type]
            for at, line in enumerate(numbered, 1)
        ],
        [],
    )


def test_all_verdicts_on_facts() -> None:
    """Two pairs of three facts: by each way to rule, and by what is known when none is ruled on."""
    pairs = [("card cart pay", "cancel x"), ("card pay", "no x"), ("card", "card")]
    kinds = ["preserved", "missing"]

    def rate(fails: Callable[[Question[Any]], bool], verdicts: Any) -> mg.MetricResult:
        judge = Judge(lambda question: facts(question, verdicts), fails)
        return scored(pairs, Judging(judge), "facts")["facts"]

    second = lambda question: question.protocol.startswith("facts-two-step")  # noqa: E731
    all_ways = [dict(zip(WORDS[:3], way, strict=True)) for way in product(kinds, repeat=3)]
    part = rate(second, all_ways[0])
    assert (part.needed, part.unjudged, part.value) == (3, 2, None)
    assert (part.value_low, part.value_high) == (0, 5 / 6)
    for way in all_ways:
        whole = rate(lambda _: False, {**way})
        if whole.unjudged:  # a quotation that is not there
            continue
        holds(whole, part)
    nothing = rate(lambda _: True, all_ways[0])
    assert (nothing.value_low, nothing.value_high) == (None, None)
    assert nothing.reason == "0 of 3 judged; no bounds: how many facts they state is not known"


@pytest.mark.parametrize("ending", ["json", "parquet"])
def test_bounds_survive_merging_and_files(ending: str, tmp_path: Path) -> None:
    fails = lambda question: "cart" in question.prompt  # noqa: E731
    judging = Judging(Judge(ruled(1), fails))
    pairs = [("pay the card", "pay the cart"), ("pay the bill", "pay a fee"), ("no", "no")]
    whole = scored(pairs, judging)
    assert whole["semantic-wer"].judged_share == "1 of 2 judged"
    scorers = [mg.Scorer(metrics=["semantic-wer"], judge=judging) for _ in pairs]
    for row, (scorer, (said, heard)) in enumerate(zip(scorers, pairs, strict=True)):
        scorer.update([said], [heard], ids=[str(row)], metadata={"k": [row % 2]})
    merged = scorers[0].merge(scorers[1]).merge(scorers[2]).compute()
    assert merged["semantic-wer"].counts == whole["semantic-wer"].counts
    assert merged.coverage == whole.coverage
    merged.save(tmp_path / f"run.{ending}", texts=True)
    again = mg.load(tmp_path / f"run.{ending}")
    assert again["semantic-wer"] == whole["semantic-wer"]
    assert again["semantic-wer"].value_high == whole["semantic-wer"].value_high
    assert again.coverage == whole.coverage
    assert again.unjudged() == whole.unjudged()


def test_files_of_earlier_releases_say_what_they_can(tmp_path: Path) -> None:
    """They have no word of what needed the judge, and no bounds: no gate may be passed on these."""
    fails = lambda question: "cart" in question.prompt  # noqa: E731
    pairs = [("pay the card", "pay the cart"), ("pay the bill", "pay a fee"), ("no", "no")]
    scored(pairs, Judging(Judge(ruled(1), fails))).save(tmp_path / "run.json")
    content = json.loads((tmp_path / "run.json").read_text())
    later = {"needed", "open_errors", "open_words", "bounded"}
    content["columns"] = {
        name: column
        for name, column in content["columns"].items()
        if name.partition(".")[2] not in later
    }
    del content["coverage"]["needed"]
    (tmp_path / "old.json").write_text(json.dumps(content))
    old = mg.load(tmp_path / "old.json")["semantic-wer"]
    assert (old.value, old.value_low, old.value_high) == (None, None, None)
    assert old.judged_share == "0 of 1 judged"
    for name, value in (("needed", 2), ("needed", 0), ("bounded", 1), ("open_errors", 5)):
        bad = json.loads((tmp_path / "run.json").read_text())
        bad["columns"][f"semantic-wer.{name}"][0 if name == "needed" else 1] = value
        (tmp_path / "bad.json").write_text(json.dumps(bad))
        with pytest.raises(mg.InputError, match=r"damaged run file: row [12]: semantic-wer"):
            mg.load(tmp_path / "bad.json")
