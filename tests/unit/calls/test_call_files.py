"""The files of a run: their schemas, the same bytes each time, failures that are named."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from call_makers import RuledModel, call, plainly
from jsonschema import Draft202012Validator

from mondegreen.calls.artifacts import artifacts
from mondegreen.calls.judged_methods import provider_of
from mondegreen.calls.layout import to_json
from mondegreen.calls.method import METHODS
from mondegreen.calls.method_comparison import common_calls, comparison
from mondegreen.calls.read_calls import read_calls
from mondegreen.calls.roles import ALL
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.judges import Answer
from mondegreen.options.judging import Judging
from mondegreen.report import calls as report

EXAMPLE = Path(__file__).parents[3] / "examples" / "calls"
SCHEMAS = {
    file.name.removesuffix(".schema.json"): json.loads(file.read_text("utf-8"))
    for file in (files("mondegreen.calls") / "schemas").iterdir()
}


def judging(rule: Any = plainly, **options: Any) -> Judging:
    return Judging(RuledModel(rule), cache=False, tell=lambda _: None, **options)


def schema_of(name: str) -> str:
    stem = name.removesuffix(".json")
    if stem.startswith("canon_"):
        return "canon_transcript"
    if stem.startswith("global_wer_") and stem.endswith("_llm"):
        return "global_wer_llm"
    return stem.removesuffix("_gpt_lib")


def validated(made: dict[tuple[str, str], str]) -> set[str]:
    seen = set()
    for (_, name), content in made.items():
        if name.endswith(".json"):
            value = json.loads(content, parse_constant=pytest.fail)
            Draft202012Validator(SCHEMAS[schema_of(name)]).validate(value)
            seen.add(schema_of(name))
    return seen


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$id"] == f"mondegreen/calls/{name}@1"


@pytest.mark.parametrize("keep", [True, False])
def test_the_files_of_the_example_are_as_the_schemas_say(*, keep: bool) -> None:
    calls, failed = read_calls(EXAMPLE)
    assert failed == {}
    runs = []
    for _ in range(2):
        sides = score_calls(
            calls, methods=METHODS, roles=ALL, judging=judging(keep_texts=keep), lang="hi-en"
        )
        made = {}
        for side in sides:
            for method in side.methods:
                assert len(method.scored) == len(calls)
                found = artifacts(side, method, keep_texts=keep)
                made |= {
                    (side.role.name + name, file): text for (name, file), text in found.items()
                }
        plain = report.content(sides, failed, keep_texts=keep)
        Draft202012Validator(SCHEMAS["calls"]).validate(plain)
        runs.append((made, plain, report.render(sides, failed, keep_texts=keep)))
    assert runs[0] == runs[1]
    seen = validated(runs[0][0])
    expected = set(SCHEMAS) - {"calls", "calls-of-systems"}  # those are printed
    assert seen == (expected if keep else expected - {"mismatches", "canon_transcript"})


def test_lists_and_counts_agree() -> None:
    calls, _ = read_calls(EXAMPLE)
    (side,) = score_calls(calls, methods=METHODS, judging=judging())
    for method in side.methods[:2]:
        for outcome in method.scored:
            assert outcome.counts is not None
            listed = [each.operation for each in outcome.differences]
            counted = [listed.count(kind) for kind in ("substitute", "delete", "insert")]
            assert counted == list(outcome.counts[1:])


def fails(name: str) -> Any:
    def rule(texts: dict[str, str]) -> Any:
        said = texts.get("transcript") or texts["reference"]
        return Answer("refused", "the model refused") if name in said else plainly(texts)

    return rule


CALLS = [
    call("alpha one two", "alpha one too", "a"),
    call("beta one", "beta won", "b"),
    call("gamma", "gamma", "c"),
]


def test_a_call_that_fails_is_named_everywhere_and_compared_nowhere() -> None:
    (side,) = score_calls(CALLS, methods=METHODS, judging=judging(fails("beta")))
    library, canonical, conversational = side.methods
    assert [len(m.scored) for m in side.methods] == [3, 2, 2]
    assert common_calls(side.methods) == side.common == ["a", "c"]
    assert library.over(set(side.common)) == (3, 1, 0, 0)
    table = comparison(side.methods, {"d": "no such file"})
    why = "methods are not compared over the calls that all scored: canonical 2 of 3 judged, "
    why += "conversational 1 of 2 judged"
    assert f"M{why[1:]}." in table
    assert "| library | - | - | - | - | - | - | 33.33 % of 3 calls | 33.33 % |" in table
    assert "| - | not known (2 of 3 judged) | - |" in table
    assert [(m.rate, m.average, m.concatenated) for m in (canonical, conversational)] == [
        (None, None, None)
    ] * 2
    assert "| b | canonical | refused | the canonical reference: the model refused |" in table
    assert "| d | reading | input | no such file |" in table
    shown = report.render([side], {"d": "no such file"})
    assert (
        "not scored: b by canonical: refused: the canonical reference: the model refused" in shown
    )
    assert why in shown
    assert "not known (2 of 3 judged)" in shown
    for method in (canonical, conversational):
        made = artifacts(side, method)
        validated(made)
        assert "b: refused" in next(t for (_, n), t in made.items() if n.endswith(".txt"))
        rows = [list(csv.reader(t.split("\n"))) for (_, n), t in made.items() if n.endswith(".csv")]
        for table_rows in rows:
            assert [row[:3] for row in table_rows[1:4]] == [
                ["a", "ok", "0.333333"], ["b", "refused", ""], ["c", "ok", "0.000000"],
            ]  # fmt: skip
    report_of = json.loads(artifacts(side, canonical)["", "global_wer_report_gpt_lib.json"])
    assert report_of["individual_call_wers"]["b"] is None
    why = "the canonical reference: the model refused"
    assert report_of["failed_calls"] == {"b": {"status": "refused", "reason": why}}
    assert report_of["total_calls_processed"] == 2
    assert (report_of["global_wer"], report_of["entity_error_rate"]) == (None, None)
    assert (report_of["calls_that_needed_the_judge"], report_of["unjudged_calls"]) == (3, 1)
    assert report_of["reason"].startswith("2 of 3 judged; no bounds: ")


def test_all_calls_fail() -> None:
    calls = [*CALLS[:2], call("gamma", "gamut", "c")]  # of texts that are equal nobody is asked
    refuses = judging(lambda _: Answer("refused", "no"))
    (side,) = score_calls(calls, methods=METHODS, judging=refuses)
    for method in side.methods[1:]:
        assert (method.rate, method.average, method.scored) == (None, None, [])
        validated(artifacts(side, method))
    Draft202012Validator(SCHEMAS["calls"]).validate(report.content([side], {}))
    assert "0 of 3" in report.render([side], {})


def test_words_are_counted_by_code_whatever_is_claimed() -> None:
    said = " ".join(f"w{number}" for number in range(862))

    def rule(texts: dict[str, str]) -> Any:
        return {**plainly(texts), "total_reference_words": 368, "conversational_wer": 0.0}

    (side,) = score_calls(
        [call(said, said + " more")], methods=("conversational",), judging=judging(rule)
    )
    made = artifacts(side, side.methods[0])
    found = json.loads(made["", "global_wer_gpt_llm.json"])
    assert found["global_metrics"]["total_reference_words"] == 862
    assert found["per_call_results"]["a"]["wer_metrics"]["total_reference_words"] == 862


def test_times_are_null_unless_asked_for() -> None:
    for timings in (False, True):
        (side,) = score_calls(CALLS, timings=timings)
        taken = json.loads(artifacts(side, side.methods[0])["", "global_wer.json"])["time_taken"]
        assert (taken is not None) == timings


def test_names_of_providers() -> None:
    assert [provider_of(m) for m in ("openai:x", "google-vertex:x", "../..:x", "", "mistral:y")] == [
        "gpt", "gemini", "model", "model", "mistral",
    ]  # fmt: skip
    (side,) = score_calls(CALLS, methods=("canonical",), judging=judging())
    google = replace(side.methods[0], provider="gemini")
    names = {name for _, name in artifacts(side, google)}
    assert {"wer_summary_gemini_lib.csv", "global_wer_report_gemini_lib.json", "output_gemini.txt",
            "wer+eer_gemini_lib.json", "canon_ref_transcript_gemini_lib.json"} <= names  # fmt: skip


def test_a_spreadsheet_gets_no_formula_and_a_terminal_no_command() -> None:
    evil = [
        call("one two", "one", '=cmd|"/c calc"!A1'),
        call("x\x1b[31m y", "x", "n\nl\x1b]0;t\x07"),
    ]
    (side,) = score_calls(evil, methods=METHODS, judging=judging())
    summary = artifacts(side, side.methods[1])["", "global_wer_summary_gpt_lib.csv"]
    assert next(csv.reader(summary.split("\n")[1:2]))[0].startswith("'=cmd")
    shown = report.render([side], {"u\x1b": "w\x1b"}) + comparison(side.methods, {"u\x1b": "|\x1b"})
    for method in side.methods:
        made = artifacts(side, method)
        validated(made)
        shown += next(text for (_, name), text in made.items() if name.endswith(".txt"))
    assert "\x1b" not in shown


def test_json_by_lines() -> None:
    values = [{}, [], [1, [2, {"a": [3, 4]}]], {"a": {}, "b": {"c": [None, True, 1.5, "é\n"]}}, "x"]
    for value in values:
        for levels in range(5):
            assert json.loads(to_json(value, levels)) == value
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json([float("nan")])


def test_names_of_calls_are_no_markup() -> None:
    names = [
        "![x](http://e/t.png)",
        "[l](http://e)",
        "`a`",
        "*b*",
        "<b>c</b>",
        "d|e",
        "&lt;",
        "_f_",
        "snake_case",
    ]
    (side,) = score_calls(CALLS)
    table = comparison(side.methods, dict.fromkeys(names, "no [such](file)"))
    rows = [row.split(" | ")[0] for row in table.split("\n") if row.endswith(" |")][-len(names) :]
    for row in rows:
        for mark in "[]`*<":
            assert mark not in row.replace(f"\\{mark}", ""), row
    assert "| snake_case" in rows
    assert len([row for row in table.split("\n") if "no \\[such\\](file)" in row]) == len(names)
