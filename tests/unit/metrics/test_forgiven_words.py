"""Metrics of single words with ``--forgive``: a forgiven difference lowers the rate by what it forgives."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="forgivers are in the native kernel alone"
)

SAID = ["the colour of the data base is grey", "call quenby about the theatre", "so it goes"]
HEARD = ["the color of the database is gay", "call um Quinby about the theater", "so it goes"]
FORGIVE = ["spelling", "spacing", "fillers"]
AS_FORGIVEN = ["the colour of the data base is gay", "call Quinby about the theatre", "so it goes"]
LISTED = [["colour", "base", "grey"], ["quenby", "um", "theatre"], []]


def scored(hypotheses: list[Any], metrics: str, **options: Any) -> Any:
    return mg.score(SAID, hypotheses, metrics=metrics, **options)


@pytest.mark.parametrize("name", ["b-wer", "u-wer"])
def test_listed_words_are_those_of_the_hypothesis_as_forgiven(name: str) -> None:
    columns = {"listed_words": LISTED}
    forgiven, plain = (
        scored(heard, name, by=columns, **options)
        for heard, options in ((HEARD, {"forgive": FORGIVE}), (AS_FORGIVEN, {}))
    )
    assert forgiven[name].counts == plain[name].counts
    if name == "b-wer":
        assert forgiven.items(name) == plain.items(name)
    assert forgiven[name].errors < scored(HEARD, name, by=columns)[name].errors


@pytest.mark.parametrize("name", ["b-wer[numbers]", "b-wer[global]", "u-wer[global]"])
def test_each_kind_of_list(name: str) -> None:
    options: dict[str, Any] = {} if "numbers" in name else {"entities": ["quenby", "colour"]}
    strict = mg.score(
        ["gate 4 o clock colour"], ["gate 4 oclock um color"], metrics=name, **options
    )
    found = mg.score(
        *(["gate 4 o clock colour"], ["gate 4 oclock um color"]),
        metrics=name,
        forgive=FORGIVE,
        **options,
    )
    assert found[name].errors <= strict[name].errors


def test_names_that_must_not_be_lost_stay_errors() -> None:
    found = scored(HEARD, "b-wer[global]", entities=["colour"], forgive=["spelling"])
    assert found["b-wer[global]"].errors == 1


@pytest.mark.parametrize("seed", range(20))
def test_nothing_forgiven_changes_nothing_and_more_never_raises_a_rate_of_all(seed: int) -> None:
    """Listed words and all others together have the errors that the weights 4/3/3 leave."""
    chance = random.Random(seed)
    words = [
        "colour",
        "color",
        "um",
        "data",
        "base",
        "database",
        "grey",
        "gray",
        "so",
        "it",
        "goes",
    ]
    said, heard = (
        [" ".join(chance.choices(words, k=chance.randint(0, 7))) for _ in range(30)]
        for _ in range(2)
    )
    columns = {"listed_words": [chance.sample(words, 3) for _ in said]}
    rates = ["b-wer", "u-wer"]
    plain, none, some = (
        mg.score(said, heard, metrics=rates, by=columns, **options)
        for options in ({}, {"forgive": ["articles"]}, {"forgive": FORGIVE})
    )
    for name in rates:
        assert none[name].counts == plain[name].counts
    before, after = (sum(each[name].errors for name in rates) for each in (plain, some))
    assert after <= before


def test_the_mean_of_lists_is_that_of_their_remaining_errors() -> None:
    lists = [["the colour um", "the color"], ["a b", "a c", "a d e"], ["data base"]]
    said = ["the color", "a b", "database"]
    found = mg.score(
        said,
        [mg.NBest(*each) for each in lists],
        metrics=["mean-wer", "first-wer"],
        forgive=["spelling", "spacing", "fillers"],
    )
    means = []
    for text, heard in zip(said, lists, strict=True):
        each = mg.score(
            [text] * len(heard), heard, metrics=["wer"], forgive=["spelling", "spacing", "fillers"]
        )
        means.append(each["wer"].errors / len(heard))
    assert float(found["mean-wer"]) == pytest.approx(sum(means) / 5, abs=1e-6)
    assert found["mean-wer"].counts["forgiven_millionths"] == 1_000_000 + 2_000_000
    assert float(found["mean-wer"]) == pytest.approx(1 / 5, abs=1e-6)


def test_severities_weigh_the_mean() -> None:
    found = mg.score(
        ["the color"],
        [mg.NBest("the colour", "the color")],
        metrics="mean-wer",
        forgive=["spelling"],
        severities={"spelling": 500},
    )
    assert float(found["mean-wer"]) == pytest.approx(0.125)


def words(*timed: tuple[str, float, float]) -> str:
    return "".join(f"talk 1 {start} {end - start:.2f} {word}\n" for word, start, end in timed)


def test_forgiven_words_are_right_where_their_times_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = tmp_path / "ref.ctm", tmp_path / "hyp.ctm"
    files[0].write_text(
        words(
            ("the", 0, 0.2),
            ("colour", 0.3, 0.8),
            ("data", 1, 1.4),
            ("base", 1.5, 1.9),
            ("grey", 2, 2.5),
        )
    )
    files[1].write_text(
        words(("the", 0, 0.2), ("color", 0.3, 0.8), ("database", 1, 1.9), ("gray", 2.9, 3.5))
    )
    counts = []
    for more in ([], ["--forgive", "spelling,spacing"]):
        typed = ["score", *map(str, files), "-m", "word-times", "--to", "json", *more]
        assert run(typed) == 0
        (found,) = json.loads(capsys.readouterr().out)["metrics"]
        counts.append(found["counts"])
    strict, forgiven = counts
    assert (strict["hits"], strict["within_200_ms"]) == (1, 1)
    # grey is right and late; data base has no word that is database
    assert (forgiven["hits"], forgiven["within_200_ms"]) == (3, 2)
    assert forgiven["reference_words"] == strict["reference_words"] == 5


def test_the_command_forgives_listed_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(
        "".join(
            json.dumps({"reference": a, "hypothesis": b, "listed_words": c}) + "\n"
            for a, b, c in zip(SAID, HEARD, LISTED, strict=True)
        )
    )
    typed = ["score", str(path), "-m", "b-wer,u-wer", "--forgive", ",".join(FORGIVE)]
    assert run([*typed, "--to", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["metrics"]
    assert {each["name"]: each["errors"] for each in found} == {"b-wer": 2, "u-wer": 0}


@pytest.mark.parametrize("name", ["punctuation", "capitals"])
def test_marks_and_capitals_are_refused_with_what_takes_it(name: str) -> None:
    with pytest.raises(UsageError, match=r"does not go with forgive=.*b-wer.*mean-wer.*word-times"):
        mg.score("a", "b", metrics=name, forgive=["spelling"])
