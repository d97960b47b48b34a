"""Of several references the one is taken that leaves the fewest errors once forgivers are done."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.forgive import Reason
from mondegreen.forgive.choosing import Forgiving
from mondegreen.types import AnyOf

WORDS = [
    "um",
    "the",
    "colour",
    "color",
    "data",
    "base",
    "database",
    "five",
    "5",
    "it's",
    "it",
    "is",
    "dogs",
    "dog",
    "a",
    "not",
]
FORGIVERS = ["fillers", "spelling", "spacing", "numbers", "contractions", "inflection"]


def made(random: Random) -> tuple[AnyOf, str]:
    texts = [" ".join(random.choices(WORDS, k=random.randint(1, 7))) for _ in range(4)]
    return AnyOf(*texts[: random.randint(1, 3)]), texts[3]


PAIRS = [made(Random(seed)) for seed in range(400)]
REFERENCES, HYPOTHESES = [pair[0] for pair in PAIRS], [pair[1] for pair in PAIRS]


def left(reference: object, hypothesis: str, forgive: list[str]) -> tuple[int, int]:
    """Return the strict errors and the remaining ones."""
    result = mg.score([reference], [hypothesis], forgive=forgive)
    (_, strict, *_), *_, (_, remaining, *_) = result.waterfall()
    return strict, remaining


@pytest.mark.parametrize("forgive", [["fillers"], FORGIVERS])
def test_no_other_reference_leaves_fewer(forgive: list[str]) -> None:
    result = mg.score(REFERENCES, HYPOTHESES, forgive=forgive)
    for row, (reference, hypothesis) in enumerate(PAIRS[:120]):
        each = [left(text, hypothesis, forgive) for text in reference.texts]
        strict, remaining = left(reference, hypothesis, forgive)
        assert remaining == min(count for _, count in each)
        # Among equal ones the strict alignment decides.
        tied = [
            text
            for text, (_, count) in zip(reference.texts, each, strict=True)
            if count == remaining
        ]
        alone = mg.score([AnyOf(*tied)], [hypothesis])
        assert alone.texts(0)["reference_normalized"] == result.texts(row)["reference_normalized"]
        assert strict == sum(alone["wer"].counts.values()) - alone["wer"].counts["hits"]


def test_the_laws_hold_for_the_whole_table() -> None:
    counts = {}
    for size in (1, 2, len(FORGIVERS)):
        for chosen in combinations(FORGIVERS, size):
            result = mg.score(REFERENCES, HYPOTHESES, forgive=list(chosen))
            (_, strict, *_), *steps, (_, remaining, *_) = result.waterfall()
            assert strict + sum(step[1] for step in steps) == remaining
            counts[frozenset(chosen)] = remaining
    for fewer, more in combinations(counts, 2):
        if fewer < more:
            assert counts[more] <= counts[fewer]


def test_one_pair_by_hand() -> None:
    references, hypothesis = AnyOf("it cost ten", "um it cost the ten dollars"), "it cost $10"
    assert mg.score([references], [hypothesis]).texts(0)["reference_normalized"] == "it cost ten"
    result = mg.score([references], [hypothesis], forgive="agent")
    assert result["wer"].value == 0
    assert result.texts(0)["reference_normalized"] == "um it cost the ten dollars"
    assert result.waterfall().steps[0].errors == 4


def test_with_a_normalizer_spans_of_no_account_and_a_missing_hypothesis() -> None:
    references = [AnyOf("The DATA BASE [NAME]", "the bass"), AnyOf("a b c", "a b"), "so it goes"]
    hypotheses = ["the database", None, "so it went"]
    options = {"normalizer": "lower", "dont_care": "redactions", "missing": "deletions"}
    result = mg.score(
        references, hypotheses, alternatives="references", forgive=["spacing"], **options
    )
    taken = [result.texts(row)["reference_normalized"] for row in (0, 1)]
    assert taken == ["the data base ⟦[NAME]⟧", "a b"]
    assert result["wer"].counts["remaining"] == 3


def test_each_in_its_language_and_with_a_forgiver_of_ones_own() -> None:
    references = [AnyOf("äh das Haus", "ja")] * 2
    result = mg.score(
        *(references, ["das Haus"] * 2),
        forgive="fillers",
        lang="{lang}",
        by={"lang": ["de", "ru"]},
    )
    assert result["wer"].counts["remaining"] == 1

    class Brands:
        name, version = "brands", "1"

        def forgives(self, difference: mg.alignment.Difference) -> Reason | None:
            if difference.hypothesis == ("pepsi",):
                return Reason(forgiver=self.name, version=self.version, why="a brand")
            return None

    assert (
        mg.wer(AnyOf("one coke now please", "one now"), "one pepsi now please", forgive=[Brands()])
        == 0
    )


@pytest.mark.parametrize("count", [10, 20, 160])
def test_the_work_grows_with_the_references(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Each reference is forgiven once, and again the one that was taken."""
    asked: list[int] = []
    run = Forgiving.run

    def counted(self: Forgiving, references: Any, hypotheses: Any, **options: Any) -> Any:
        asked.append(len(references))
        return run(self, references, hypotheses, **options)

    monkeypatch.setattr(Forgiving, "run", counted)
    texts = [f"w{at} the colour of it is five" for at in range(count)]
    references, hypotheses = [AnyOf(*texts)] * 20, ["w1 the color of it's 5"] * 20
    mg.score(references, hypotheses, forgive="agent", alternatives="references")
    assert asked == [20 * count, 20]
