"""Rates of listed words and of the others are those of the published scorer."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from biasing_oracle import aligned, counts
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.report.json import schema

needs_native = pytest.mark.skipif(
    _kernel.name != "native", reason="a normalizer or forgivers of the native kernel alone"
)

if TYPE_CHECKING:
    from pathlib import Path

WORDS = st.sampled_from(["a", "b", "c", "d", "e"])
TEXTS = st.lists(WORDS, max_size=9)
ROWS = st.lists(st.tuples(TEXTS, TEXTS, st.sets(WORDS)), min_size=1, max_size=6)
SAID = ["call Winters at Quenby", "please ask Orla", "thank you all"]
HEARD = ["call winter at Quenby", "please ask Ola", "thank Orla all"]
NAMES = ["Winters", "Quenby", "Orla"]


def texts(rows: Any, at: int) -> list[str]:
    return [" ".join(row[at]) for row in rows]


def found_counts(result: mg.Result, metric: str) -> tuple[int, ...]:
    return tuple(result[metric].counts.values())


@settings(deadline=None)
@given(ROWS)
def test_counts_are_those_of_the_published_scorer(rows: Any) -> None:
    lists = [sorted(row[2]) for row in rows]
    result = mg.score(
        *(texts(rows, at) for at in (0, 1)), metrics="b-wer,u-wer", by={"listed_words": lists}
    )
    for at, (said, heard, listed) in enumerate(rows):
        wanted = counts(said, heard, listed)
        assert result.counts(at, "b-wer") == wanted[0]
        assert result.counts(at, "u-wer") == wanted[1]


@settings(deadline=None)
@given(ROWS, st.sets(WORDS, min_size=1))
def test_one_list_for_all_is_a_column_of_equal_lists(rows: Any, listed: set[str]) -> None:
    sides = [texts(rows, at) for at in (0, 1)]
    words = sorted(listed)
    one = mg.score(*sides, metrics="b-wer[global],u-wer[global]", entities=words)
    each = mg.score(*sides, metrics="b-wer,u-wer", by={"listed_words": [words] * len(rows)})
    for name in ("b-wer", "u-wer"):
        assert one.rows[f"{name}[global]"].columns == each.rows[name].columns
    assert one.items("b-wer[global]") == each.items("b-wer")


@settings(deadline=None)
@given(ROWS)
def test_items_are_counted_in_the_alignment(rows: Any) -> None:
    result = mg.score(
        *(texts(rows, at) for at in (0, 1)),
        metrics="b-wer",
        by={"listed_words": [sorted(row[2]) for row in rows]},
    )
    said, kept, written = Counter[str](), Counter[str](), Counter[str]()
    for reference, hypothesis, listed in rows:
        said.update(word for word in reference if word in listed)
        written.update(word for word in hypothesis if word in listed)
        steps = aligned(reference, hypothesis)
        kept.update(one for kind, one, _ in steps if kind == "hit" and one in listed)
    found = result.items()
    assert {item.item for item in found} == {*said, *written}
    assert all(item[1:] == (said[item[0]], kept[item[0]], written[item[0]]) for item in found)
    assert sum(kept.values()) == result["b-wer"].counts["hits"]


def test_the_case_that_was_worked_out_by_hand() -> None:
    result = mg.score(SAID, HEARD, metrics="b-wer[global],u-wer[global]", entities=NAMES)
    assert found_counts(result, "b-wer[global]") == (1, 2, 0, 0)
    assert found_counts(result, "u-wer[global]") == (6, 1, 0, 0)
    assert result["u-wer[global]"].value == 1 / 7
    scores = result.items()
    total = type(result.rows["b-wer[global]"].items).total(scores)  # type: ignore[union-attr]
    assert (total.recall, total.precision) == (1 / 3, 1 / 2)


@needs_native
def test_numbers_that_were_said_and_kept() -> None:
    result = mg.score(
        ["i paid five hundred for 16 nodes", "so it goes"],
        ["i paid 50 for 16 nodes", None],
        metrics="b-wer[numbers]",
        normalizer="mondegreen-en",
        missing="deletions",
    )
    assert {item.item: item[1:] for item in result.items()} == {
        "16": (1, 1, 1),
        "500": (1, 0, 0),
        "50": (0, 0, 1),
    }
    assert result["b-wer[numbers]"].value == 1 / 2


def test_a_distractor_that_is_put_in_counts_among_the_others() -> None:
    result = mg.score(
        ["call Ann"], ["call Ann Bob"], metrics="b-wer,u-wer", by={"listed_words": [["Ann"]]}
    )
    assert (result["b-wer"].errors, result["u-wer"].errors) == (0, 1)


@needs_native
def test_words_are_listed_as_texts_are_scored() -> None:
    lists = ['["Dr. Orla  Quenby!"]', None, []]
    result = mg.score(
        ["Ask Dr. Orla Quenby!", "Orla", "Orla"],
        ["ask doctor ola quenby", "ola", "orla"],
        metrics="b-wer,u-wer",
        normalizer="mondegreen-en",
        by={"listed_words": lists},
    )
    assert {item.item for item in result.items("b-wer")} >= {"orla", "quenby"}
    assert result["b-wer"].errors == 1
    assert result["u-wer"].errors == 1


def test_a_result_in_parts_is_the_whole() -> None:
    lists = [[name] for name in NAMES]
    whole = mg.score(SAID, HEARD, metrics="b-wer,u-wer", by={"listed_words": lists})
    scorer = mg.Scorer(metrics="b-wer,u-wer")
    for at in range(3):
        scorer.update(
            SAID[at : at + 1], HEARD[at : at + 1], metadata={"listed_words": lists[at : at + 1]}
        )
    assert scorer.compute().items() == whole.items()
    assert scorer.compute()["b-wer"].counts == whole["b-wer"].counts


@pytest.mark.parametrize(("missing", "said"), [("skip", 1), ("deletions", 2)])
def test_missing_hypotheses(missing: Any, said: int, tmp_path: Path) -> None:
    result = mg.score(
        ["Ann", "Ann b"],
        ["Ann", None],
        metrics="b-wer,u-wer",
        missing=missing,
        by={"listed_words": [["Ann"], ["Ann"]]},
    )
    assert result["b-wer"].errors == said - 1
    assert [item.said for item in result.items()] == [said]
    result.save(tmp_path / "run.json")
    again = mg.load(tmp_path / "run.json")
    assert again["b-wer"].counts == result["b-wer"].counts
    assert again.items() == result.items()


def test_without_a_listed_word_there_is_no_rate() -> None:
    result = mg.score(["a b"], ["a c"], metrics="b-wer,u-wer", by={"listed_words": [["z"]]})
    assert math.isnan(result["b-wer"].value or 0)
    assert result["b-wer"].reason == "no listed words in the references"
    put_in = mg.score(["a"], ["a z"], metrics="b-wer", by={"listed_words": [["z"]]})
    assert (put_in["b-wer"].errors, put_in["b-wer"].value) == (1, math.inf)
    all_listed = mg.score(["a"], ["a"], metrics="u-wer", by={"listed_words": [["a"]]})
    assert all_listed["u-wer"].reason == "no words in the references that are not listed"


@pytest.mark.parametrize(
    ("options", "by", "message"),
    [
        (
            {"metrics": "b-wer"},
            {},
            "finds no column 'listed_words'.*'b-wer\\[global\\]' with --ent",
        ),
        ({"metrics": "u-wer[global]"}, {}, "needs the list of words"),
        ({"metrics": "b-wer"}, {"listed_words": ["a b"]}, "'a b' is not JSON; expected a list"),
        ({"metrics": "b-wer"}, {"listed_words": [[3]]}, "got int; expected a list"),
        ({"metrics": "b-wer"}, {"listed_words": [{"a": 1}]}, "got dict; expected a list"),
        ({"metrics": "wer", "entities": ["a"]}, {}, "others of listed words"),
        ({"metrics": "b-wer", "alternatives": "nist"}, {}, "b-wer"),
    ],
)
def test_what_cannot_be_listed_says_why(options: Any, by: Any, message: str) -> None:
    with pytest.raises(mg.MondegreenError, match=message):
        mg.score(["a"], ["a"], by=by, **options)


def test_the_command_line_shows_what_python_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, words = tmp_path / "rows.jsonl", tmp_path / "words.txt"
    words.write_text("\n".join(NAMES))
    rows.write_text(
        "\n".join(
            json.dumps({"reference": said, "hypothesis": heard, "listed_words": NAMES, "by": "ann"})
            for said, heard in zip(SAID, HEARD, strict=True)
        )
    )
    metrics = "b-wer,u-wer,b-wer[global],u-wer[global]"
    arguments = ["score", str(rows), "-m", metrics, "--entities", str(words), "--by", "by"]
    assert run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, schema())
    assert [metric["errors"] for metric in found["metrics"]] == [2, 1, 2, 1]
    assert found["items"]["b-wer"] == found["items"]["b-wer[global]"]
    assert found["items"]["b-wer"]["total"]["recall"] == pytest.approx(1 / 3)
    assert run(arguments) == 0
    shown = capsys.readouterr().out
    assert "Orla" in shown
    assert "33.3 %" in shown
