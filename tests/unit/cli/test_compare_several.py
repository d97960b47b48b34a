"""``mondegreen compare`` by several metrics at once, judged ones among them."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from recorded_rulings import record

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.judges.difference_in_context import Place

if TYPE_CHECKING:
    from pathlib import Path

SAID = [f"pay the card {word}" for word in ("now", "soon", "here", "there", "today", "twice")]
METRICS = ["wer", "cer", "semantic-wer"]


@pytest.fixture
def systems(tmp_path: Path) -> list[str]:
    """Return two files; the second is worse in the first four of six utterances."""
    heard = {
        "a": [text.replace("card", "cart") if at < 2 else text for at, text in enumerate(SAID)],
        "b": [text.replace("card", "cart") if at < 4 else text for at, text in enumerate(SAID)],
    }
    for name, texts in heard.items():
        rows = zip(SAID, texts, strict=True)
        (tmp_path / f"{name}.jsonl").write_text(
            "".join(
                json.dumps({"id": str(at), "reference": said, "hypothesis": wrong}) + "\n"
                for at, (said, wrong) in enumerate(rows)
            )
        )
    return [str(tmp_path / f"{name}.jsonl") for name in heard]


@pytest.fixture
def answers(tmp_path: Path) -> str:
    """Return recorded answers about the first system."""
    places = [
        Place(("pay the", "card", word), ("pay the", "cart", word), end=False)
        for word in ("now", "soon")
    ]
    file = tmp_path / "answers.jsonl"
    return f"replay:{record(file, places)}"


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(["compare", *words])
    out, said = capsys.readouterr()
    assert isinstance(done.value.code, int)
    return done.value.code, out, said


def test_each_is_what_it_is_alone(systems: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for to in ("table", "markdown", "latex", "json"):
        alone = [ran(capsys, *systems, "-m", name, "--to", to)[1] for name in METRICS]
        for words in (["-m", ",".join(METRICS)], [w for name in METRICS for w in ("-m", name)]):
            status, out, _ = ran(capsys, *systems, *words, "--to", to)
            assert status == 0
            if to == "json":
                assert json.loads(out) == [json.loads(each) for each in alone]
            else:
                assert out.strip() == "\n\n".join(each.strip("\n") for each in alone)


def test_tables_have_a_column_that_names_the_metric(
    systems: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for to, delimiter in (("tsv", "\t"), ("csv", ",")):
        _, out, _ = ran(capsys, *systems, "-m", "wer,cer", "--to", to)
        rows = list(csv.DictReader(out.splitlines(), delimiter=delimiter))
        assert [(row["metric"], row["kind"], row["system"]) for row in rows] == [
            (metric, kind, system)
            for metric in ("wer", "cer")
            for kind, system in (("system", "a"), ("system", "b"), ("pair", "a"))
        ]


@pytest.mark.parametrize(
    ("gates", "failing", "tests"),
    [("wer", ["wer"], 1), ("semantic-wer,wer", ["wer", "semantic-wer[rules]"], 2)],
)
def test_gates_are_of_the_metrics_that_they_name(
    systems: list[str],
    capsys: pytest.CaptureFixture[str],
    gates: str,
    failing: list[str],
    tests: int,
) -> None:
    words = (*systems, "-m", ",".join(METRICS), "--fail-if-worse", gates)
    status, out, said = ran(capsys, *words, "--to", "junit")
    assert status == 1
    found = ET.fromstring(out)
    assert found.attrib == {"tests": str(tests), "failures": str(tests), "errors": "0"}
    assert len(found.findall("testsuite")) == len(METRICS)
    failed = [
        case.get("classname") for case in found.iter("testcase") if case.find("failure") is not None
    ]
    assert failed == [f"{name}.difference" for name in failing]
    assert said.count("gate not met") == tests


def test_a_gate_alone_names_the_metrics(
    systems: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = ran(capsys, *systems, "--fail-if-worse", "wer,cer", "--json")
    assert status == 1
    assert [each["metric"] for each in json.loads(out)] == ["wer", "cer"]


def test_what_could_not_be_judged_decides_nothing(
    systems: list[str], answers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second has no answers: on what is left it has no error, and is not better for it."""
    words = (*systems, "-m", "wer,semantic-wer", "--model", answers)
    status, out, said = ran(capsys, *words, "--json")
    assert status == 0, said
    wer, judged = json.loads(out)
    assert judged["metric"] == "semantic-wer[differences, test:model]"
    assert (wer["utterances"], judged["utterances"]) == (6, 6)
    assert [each["rank"] for each in wer["systems"]] != [None, None]
    by_name = {each["name"]: each for each in judged["systems"]}
    assert {name: each["rank"] for name, each in by_name.items()} == {"a": None, "b": None}
    assert (by_name["a"]["rate"], by_name["b"]["rate"]) == (pytest.approx(2 / 24), None)
    assert (by_name["b"]["needed"], by_name["b"]["unjudged"]) == (4, 4)
    assert (by_name["b"]["rate_low"], by_name["b"]["rate_high"]) == (0, pytest.approx(4 / 24))
    (pair,) = judged["pairs"]
    assert (pair["test"], pair["p_corrected"], pair["separated"]) == (None, None, False)
    assert said.count("from the replay") == 1  # the answer about a
    assert said.count("1 without an answer") == 1  # the question about b
    status, out, said = ran(capsys, *words, "--fail-if-worse", "semantic-wer")
    assert status == 1
    one, _, other = out.partition("wer@1|")
    assert "all systems scored the same 6 of 6 utterances" in one
    assert "judged" not in one
    assert "b are neither ranked nor tested: " in other
    assert "a 0 of 2 unjudged, b 4 of 4 unjudged: the order depends on them" in other
    assert "gate not met: semantic-wer[differences, test:model] of b against a: b 4 of 4" in said


def test_where_nothing_could_be_judged_nothing_is_ranked(
    systems: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.jsonl").write_text("\n")
    data = tmp_path / "c.jsonl"
    data.write_text(json.dumps({"id": "0", "reference": "a card", "hypothesis": "a cart"}))
    model = f"replay:{tmp_path / 'none.jsonl'}"
    words = (f"x={data}", f"y={data}", "-m", "semantic-wer", "--model", model)
    status, out, said = ran(capsys, *words, "--json")
    assert status == 0, said
    found = json.loads(out)
    assert [each["rank"] for each in found["systems"]] == [None, None]
    why = "x 1 of 1 unjudged, y 1 of 1 unjudged: the order depends on them"
    assert found["refused"] == [f"x and y are neither ranked nor tested: {why}"]


def test_run_files_are_compared_by_what_they_hold(
    systems: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs: list[Any] = []
    for file in systems:
        corpus = mg.read(file)
        result = mg.score(corpus, metrics=METRICS)
        runs.append(tmp_path / f"{corpus.source.rpartition('/')[2]}.json")
        result.save(runs[-1])
    names = list(map(str, runs))
    status, out, _ = ran(capsys, *names, "-m", "cer,semantic-wer", "--json")
    assert status == 0
    assert [each["metric"] for each in json.loads(out)] == ["cer", "semantic-wer[rules]"]
    status, _, said = ran(capsys, *names, "-m", "cer,mer", "--json")
    assert status == 2
    assert "'mer' was not scored here; this result has 'wer', 'cer', 'semantic-wer'" in said
    status, out, _ = ran(capsys, names[0], systems[1], "-m", "cer,semantic-wer", "--json")
    assert [each["metric"] for each in json.loads(out)] == ["cer", "semantic-wer[rules]"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["-m", "wer,cer", "--to", "html"],
            "--to html shows one metric, and 2 are named: wer, cer",
        ),
        (["-m", "wer,nonsense"], "no metric is named 'nonsense'"),
        (["-m", "wer,cer", "--fail-if-worse", "mer"], "wer, cer is compared; add -m mer"),
    ],
)
def test_what_does_not_go_together(
    systems: list[str], capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    status, out, said = ran(capsys, *systems, *words)
    assert (status, out) == (2, "")
    assert message in said
