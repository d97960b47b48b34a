"""Several models judge the same calls: a result per model and method, one budget, and their agreement."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from call_makers import RuledModel, plainly
from jsonschema import Draft202012Validator
from test_call_files import SCHEMAS

from mondegreen.calls.artifacts import artifacts
from mondegreen.calls.call import Call, Turn
from mondegreen.calls.method import METHODS
from mondegreen.calls.method_comparison import comparison
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.cli.app import run as command
from mondegreen.errors import UsageError
from mondegreen.judges import Answer
from mondegreen.options.judging import Judging
from mondegreen.report import calls as report
from mondegreen.report.calls_page import render as page

if TYPE_CHECKING:
    from pathlib import Path

CALLS = [
    Call("one", (Turn("Agent", "order twenty one is lost"),), (Turn("Agent", "order 21 is lost"),)),
    Call("two", (Turn("Agent", "goodbye"),), (Turn("Agent", "goodbye"),)),
]


def in_figures(texts: dict[str, str]) -> Any:
    """Write *21* for *twenty one*, so that the two are no error."""
    found = plainly(texts)
    if "transcript" in texts:
        found["canonical_transcript"] = texts["transcript"].lower().replace("twenty one", "21")
    return found


def judges(
    *rules: Any, specs: tuple[str, ...] = ("openai:one", "google:two"), **options: Any
) -> list[Judging]:
    return [
        Judging(RuledModel(rule, spec=spec), cache=False, tell=lambda _: None, **options)
        for rule, spec in zip(rules, specs, strict=True)
    ]


def test_each_model_has_a_result_of_each_method() -> None:
    (side,) = score_calls(CALLS, methods=METHODS, judging=judges(plainly, in_figures))
    assert [each.name for each in side.methods] == [
        "library",
        "canonical (openai:one)",
        "canonical (google:two)",
        "conversational (openai:one)",
        "conversational (google:two)",
    ]
    _, one, two, *_ = side.methods
    assert one.counts == (4, 1, 1, 0)
    assert two.counts == (5, 0, 0, 0)
    assert {*side.entities} == {"canonical (openai:one)", "canonical (google:two)"}
    shown = report.render([side], {})
    assert "canonical: openai:one and google:two count equally many errors in " in shown
    for each in side.methods:
        assert f"{each.name}: " in shown
        assert each.name in page({"": [side]}, {"": {}})
    plain = report.content([side], {})
    Draft202012Validator(SCHEMAS["calls"]).validate(plain)
    asked = [(each["method"], each["model"]) for each in plain["sides"][0]["methods"]]
    assert len({*asked}) == len(asked) == 5


def test_alone_a_model_changes_no_name() -> None:
    (side,) = score_calls(
        CALLS, methods=("canonical",), judging=judges(plainly, specs=("openai:one",))
    )
    (canonical,) = side.methods
    assert (canonical.name, canonical.provider) == ("canonical", "gpt")
    assert "equally many" not in report.render([side], {})


@pytest.mark.parametrize(
    ("specs", "names"),
    [
        (("openai:a", "google:b"), {"gpt", "gemini"}),
        (("openai:a", "openai:b"), {"gpt-a", "gpt-b"}),
        (("openai:a/b", "openai:a:b"), {"gpt-a-b-1", "gpt-a-b-2"}),
        (("openai:a", "openai:A"), {"gpt-a-1", "gpt-A-2"}),
    ],
)
def test_files_of_different_models_have_different_names(
    specs: tuple[str, ...], names: set[str]
) -> None:
    (side,) = score_calls(CALLS, methods=METHODS, judging=judges(plainly, plainly, specs=specs))
    places = [place for method in side.methods for place in artifacts(side, method)]
    assert len({*places}) == len(places)
    assert {method.provider for method in side.methods[1:]} == names


def test_agreement_counts_the_calls_that_both_judged() -> None:
    def refuses(texts: dict[str, str]) -> Any:
        return Answer("refused", "no") if "goodbye" in str(texts) else plainly(texts)

    (side,) = score_calls(CALLS, methods=("canonical",), judging=judges(plainly, refuses))
    shown = report.render([side], {})
    assert "count equally many errors in 1 of 1 call that both judged" in shown
    assert "canonical (google:two) 1 of 2 judged" in shown
    one, two = side.methods
    assert one.rate == 2 / 6
    assert two.rate is None
    assert "openai:one and google:two" in comparison(side.methods, {})


def test_several_models_share_one_budget() -> None:
    """Each answer costs 0.01: after 5 of them nothing is asked, whoever is next."""
    two = judges(plainly, plainly, budget="0.05")
    (side,) = score_calls(CALLS, methods=("canonical",), judging=two)
    one, other = side.methods
    assert one.unjudged == 0
    assert [outcome.status for outcome in other.failed] == ["budget", "budget"][: len(other.failed)]
    assert other.failed


def test_the_same_model_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="the model openai:one is named twice"):
        score_calls(
            CALLS,
            methods=("canonical",),
            judging=judges(plainly, plainly, specs=("openai:one",) * 2),
        )


def folder_of(tmp_path: Path) -> Path:
    folder = tmp_path / "calls" / "one"
    folder.mkdir(parents=True)
    (folder / "reference.txt").write_text("Agent: order twenty one is lost\n")
    (folder / "hypothesis.txt").write_text("Agent: order 21 is lost\n")
    return tmp_path / "calls"


def test_recorded_answers_of_two_models(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = folder_of(tmp_path)
    from mondegreen.calls.read_calls import read_calls  # as the command does

    calls, _ = read_calls(folder)
    files = []
    for name, rule in (("one", plainly), ("two, b", in_figures)):
        file = tmp_path / f"{name}.jsonl"
        judging = Judging(
            RuledModel(rule, spec=f"openai:{name[:3]}"),
            cache=False,
            record=file,
            tell=lambda _: None,
        )
        score_calls(calls, methods=("canonical",), judging=judging)
        files.append(f"replay:{file.name}")
    words = ["calls", str(folder), "--method", "canonical", "--model", ",".join(files), "--json"]
    assert command(words) == 0, capsys.readouterr().err
    plain = json.loads(capsys.readouterr().out)
    rates = {each["model"]: each["rate"] for each in plain["sides"][0]["methods"]}
    assert rates == {"openai:one": 0.4, "openai:two": 0.0}
    made = {file.name for file in (tmp_path / "calls-output").rglob("*") if file.is_file()}
    assert {"output_gpt-one.txt", "output_gpt-two.txt"} <= made
    assert command([*words, "--record", "all.jsonl"]) == 2
    assert (
        "--record writes the answers of one model, and --model names 2" in capsys.readouterr().err
    )
