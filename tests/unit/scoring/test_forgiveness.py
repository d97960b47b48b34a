"""Scores with forgivers: rates, waterfalls, severities, signatures, run files, refusals."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import mondegreen as mg
from mondegreen.errors import InputError, UsageError
from mondegreen.forgive import Reason, Severities
from mondegreen.metrics.registry import FORGIVEN
from mondegreen.report.json import content, schema
from mondegreen.scoring.recipe import Recipe

if TYPE_CHECKING:
    from pathlib import Path

SAID = ["It cost five dollars then", "the Data Base", "um yes", "the cat sat"]
WRITTEN = ["it cost $5 now", "a database", "yes", "the cat sat"]
SIX = "case,spacing,numbers,fillers"


class Then:
    """A forgiver from outside that looks at the word before."""

    name, version, context = "then", "2", 1

    def forgives(self, difference: mg.Difference) -> Reason | None:
        if difference.hypothesis != ("now",):
            return None
        return Reason(forgiver="then", version="2", why=f"after {difference.before}")


class Pairs:
    """One that is asked for many at once."""

    name, version = "pairs", "1"

    def forgives(self, difference: mg.Difference) -> Reason | None:
        raise AssertionError("asked one by one")

    def pairs(self, spans: list[Any]) -> list[str | None]:
        return ["times" if pair == (("then",), ("now",)) else None for pair in spans]


def test_the_rate_is_that_of_what_remains() -> None:
    result = mg.score(SAID, WRITTEN, forgive=SIX)
    assert mg.wer(SAID, WRITTEN, forgive=SIX.split(",")) == result["wer"].value == 2 / 13
    assert result["wer"].errors == 2
    steps = [(step.name, step.errors) for step in result.waterfall()]
    assert steps == [
        *(("strict", 8), ("case", -1), ("spacing", -2), ("numbers", -2), ("fillers", -1)),
        ("remaining", 2),
    ]
    assert [span.reason.forgiver for span in result.forgiven() if span.reason] == [
        *("case", "numbers", "spacing", "fillers"),
    ]
    assert [str(each) for each in result.differences()] == [
        "... [then -> now]", "[the -> a] ...",
    ]  # fmt: skip
    assert "remaining" in str(result)
    assert "4 forgiven" not in str(result["wer"].counts)


def test_forgivers_from_outside() -> None:
    for forgiver in (Then(), Pairs()):
        result = mg.score(SAID, WRITTEN, forgive=[*SIX.split(","), forgiver])
        assert result["wer"].counts["remaining"] == 1
        assert result["wer"].counts[f"{forgiver.name}_errors"] == 1
        last = result.forgiven()[1 if forgiver.name == "case" else 2]
        assert last.reason is not None
        assert last.reason.forgiver == forgiver.name
        assert last.reason.why
        assert f"{forgiver.name}@{forgiver.version}" in result.signature


def test_tables() -> None:
    result = mg.score(SAID, WRITTEN, forgive=SIX)
    for found in (result.forgiven(), result.differences(), result.waterfall()):
        assert len(found.records()) == len(found)
        for library in ("pyarrow", "pandas", "polars"):
            pytest.importorskip(library)
            way = "to_arrow" if library == "pyarrow" else f"to_{library}"
            assert len(getattr(found, way)()) == len(found)
    assert "spacing_errors" in result.to_dict()


def test_json_fits_its_schema() -> None:
    result = mg.score(SAID, WRITTEN, forgive=SIX, by={"k": list("aabb")})
    found = json.loads(json.dumps(content(result)))
    jsonschema.validate(found, schema())
    assert found["waterfalls"][0]["steps"][-1]["errors"] == 2


def test_after_a_normalizer_the_raw_errors_stand_first() -> None:
    result = mg.score(SAID, WRITTEN, forgive="spacing", normalizer="lower")
    raw, strict, *_ = result.waterfall()
    assert (raw.name, raw.errors, strict.errors) == ("raw", 8, 7)
    assert "before the normalizer" in str(result.waterfall())


@pytest.mark.parametrize("metric", FORGIVEN.names())
def test_severities_are_applied_or_refused(metric: str) -> None:
    """No metric takes severities and counts as if there were none."""
    said, heard = ["a Base"], ["a base"]
    options: dict[str, Any] = {"metrics": [metric], "forgive": "case"}
    pair: Any = (said, heard)
    if FORGIVEN.get(metric).uses_sessions:
        times = {"session_id": "a", "speaker": "ann", "start_time": 0, "end_time": 1}
        pair = (mg.sessions([{**times, "words": "a Base"}], [{**times, "words": "a base"}]),)
        options["collar"] = "5" if FORGIVEN.get(metric).uses_collar else None
    else:
        options["by"] = {"listed_words": [["Base"]]}
    if "global" in metric:
        options["entities"] = ["Base"]
    if not FORGIVEN.get(metric).weighs:
        with pytest.raises(UsageError, match=rf"for {re.escape(metric)} a word is right or wrong"):
            mg.score(*pair, severities={"case": 500}, **options)
        return
    none, half = (
        mg.score(*pair, severities={"case": severity}, **options)[metric].value
        for severity in (0, 500)
    )
    assert none == 0
    assert half is not None
    assert half > 0


def test_severities_on_stored_counts(tmp_path: Path) -> None:
    result = mg.score(SAID, WRITTEN, forgive=SIX)
    for path in (tmp_path / "run.json", tmp_path / "run.parquet"):
        result.save(path, texts=True)
        back = mg.load(path)
        assert back["wer"].counts == result["wer"].counts
        assert back.signature == result.signature
        assert back.rate(severities={"spacing": 500, "numbers": 250}) == (2 + 1 + 0.5) / 13
        assert back.rate(severities="strict") == 8 / 13
        assert back.rate(severities="agent") == 2 / 13
        assert list(map(str, back.forgiven())) == list(map(str, result.forgiven()))
    own = tmp_path / "own.toml"
    own.write_text('unit = "words"\nforgive = ["spacing"]\n[severities]\nspacing = 500\n')
    assert result.rate(severities=str(own)) == (2 + 1 + 4) / 13
    assert mg.wer("a b", "ab", forgive=str(own)) == 0.5
    assert mg.wer(SAID, WRITTEN, forgive=SIX, severities={"spacing": 500}) == 3 / 13
    assert result.rate(0) == 1 / 5


def test_a_changed_count_is_found(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    mg.score(SAID, WRITTEN, forgive=SIX).save(path, texts=True)
    stored = json.loads(path.read_text())
    stored["columns"]["wer.spacing_errors"][0] += 1
    path.write_text(json.dumps(stored))
    with pytest.raises(InputError, match="spacing_errors"):
        mg.load(path)


def test_reader() -> None:
    result = mg.score("my data base now", "my database how", metrics=["reader"])
    assert result["reader"].value == 1 / 13
    found = mg.score("der Hund", "der Hunt", metrics=["reader"], lang="de")
    assert found["reader"].value == 1 / 7
    assert "143 French readers" in str(found)
    graded = mg.score("the well-known man", "well known man", metrics=["reader"])
    assert graded["reader"].value == pytest.approx((0.333 * 1 + 0.5 * 3) / 16)
    assert mg.score("", "so", metrics=["reader"])["reader"].reason


def test_a_signature_is_a_recipe() -> None:
    for options in (
        {"forgive": "agent"},
        {"forgive": SIX, "guard": False, "lang": "de"},
        {"forgive": SIX, "severities": {"spacing": 500}},
        {"forgive": "reader", "metrics": ["reader"]},
        {"forgive": "strict"},
    ):
        recipe = Recipe.make(**options)  # type: ignore[arg-type]
        assert Recipe.parse(recipe.signature()) == recipe
        assert Recipe.parse(recipe.signature(short=True)) == recipe


def test_names_are_part_of_the_signature() -> None:
    options: dict[str, Any] = {"forgive": "repetition", "entities": ["Bo"]}
    result = mg.score("so Bo Bo", "so Bo", **options)
    assert result["wer"].errors == 1
    assert "entities:1-" in result.signature
    with pytest.raises(UsageError, match="entities="):
        mg.Scorer(recipe=result.signature)
    with pytest.raises(UsageError, match="entities="):
        mg.Scorer(recipe=result.recipe)


def test_scorers_merge_and_stream() -> None:
    whole = mg.score(SAID, WRITTEN, forgive=SIX)
    one, other = mg.Scorer(forgive=SIX), mg.Scorer(forgive="fillers,numbers,spacing,case")
    one.update(SAID[:2], WRITTEN[:2], ids=["1", "2"])
    other.update(SAID[2:], WRITTEN[2:], ids=["3", "4"])
    assert one.merge(other).compute()["wer"].counts == whole["wer"].counts


def test_missing_hypotheses_are_never_forgiven() -> None:
    result = mg.score(["um", "um", "so"], [None, "", "so"], forgive="fillers", missing="deletions")
    assert result["wer"].counts["remaining"] == 1
    assert result["wer"].counts["fillers_errors"] == 1
    skipped = mg.score(["um", "um", "so"], [None, "", "so"], forgive="fillers", missing="skip")
    assert skipped["wer"].counts["remaining"] == 0
    assert skipped["wer"].counts["reference_words"] == 2


def test_lists_of_tokens() -> None:
    assert mg.wer([["data", "base"]], [["database"]], forgive="spacing") == 0
    odd = [["new york", "a\x1fb"]], [["newyork", "a\x1eb"]]
    assert mg.score(*odd, forgive=["spacing", Then()])["wer"].counts["remaining"] == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"metrics": ["mer"], "forgive": "agent"}, "mer does not go with forgive="),
        ({"metrics": ["wer", "wil"], "forgive": "agent"}, "wil does not go"),
        ({"metrics": ["semantic-wer"], "lang": "de"}, "-m wer --forgive agent --lang de"),
        ({"metrics": ["phonetic-wer"], "lang": "zh"}, "-m wer --forgive agent --lang zh"),
        ({"unit": "character", "forgive": "agent"}, "forgivers compare words"),
        ({"edit_weights": "sclite", "forgive": "agent"}, "counts each error as one"),
        ({"forgive": "spacign"}, "Did you mean 'spacing'"),
        ({"forgive": 7}, "expected names of forgivers"),
        ({"severities": "reader"}, "name forgivers"),
        ({"forgive": "agent", "severities": "reader"}, "weigh letters"),
        ({"forgive": "agent", "severities": {"case": 1001}}, "from 0"),
        ({"forgive": "agent", "severities": "raeder"}, "Did you mean 'reader'"),
        ({"entities": ["Bo"]}, "for forgivers"),
        ({"guard": False}, "name some with forgive="),
        ({"metrics": ["wer", "reader"]}, "needs forgivers"),
        ({"recipe": "wer|forgive:case@9"}, "version 1, not 9"),
        ({"recipe": "wer|guard:off"}, "guard: needs forgivers; add forgive:"),
        ({"forgive": [Then, "case"]}, "an object with name, version and forgives"),
    ],
)
def test_refusals(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        mg.score("a b", "a c", **options)


def test_plain_results_say_what_to_do() -> None:
    result = mg.score("a b", "a c")
    for view in (result.waterfall, result.forgiven, lambda: result.rate(severities="agent")):
        with pytest.raises(UsageError, match="forgive='agent'"):
            view()


@pytest.mark.parametrize("name", ["agent", "reader", "strict"])
def test_lists_that_are_shipped(name: str) -> None:
    found = Severities.of(name)
    assert (found.name, Severities.of(found.spec)) == (name, found)
    assert found.evidence


def test_a_spec_is_a_list() -> None:
    found = Severities.of({"spacing": 5, "case": 0})
    assert Severities.of(found.spec) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[severities]\ncase = 1.5\n", "from 0"),
        ("sevreities = 3\n", "'sevreities' is not known"),
        ('unit = "lines"\n', "expected 'words' or 'letters'"),
        ("a = = 3", "cannot be read"),
        ("[severities]\n'a|b' = 1\n", "not the name of a reason"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(mg.MondegreenError, match=said):
        Severities.of(path)


def test_a_judged_metric_has_forgivers_of_its_own() -> None:
    with pytest.raises(mg.UsageError, match="says itself what is forgiven"):
        mg.score("a", "b", metrics=["semantic-wer"], forgive="agent")
