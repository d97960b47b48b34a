"""Word times, confidences, lists of hypotheses and listed words with counts worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "words_and_lists.jsonl").read_text("utf-8").splitlines()
]


def _paths(case: Any, folder: Path) -> list[str]:
    paths = []
    for name, content in case["files"].items():
        text = content
        if name.endswith(".jsonl"):
            text = "".join(json.dumps(row) + "\n" for row in content)
        elif name.endswith(".json"):
            text = json.dumps(content)
        (folder / name).write_text(text)
        paths.append(str(folder / name))
    return paths


def _check(case: Any, found: dict[str, Any]) -> None:
    for name, errors in case["errors"].items():
        assert found[name]["errors"] == errors
    for name, counts in case["counts"].items():
        assert {each: found[name]["counts"][each] for each in counts} == counts
    for name, value in case.get("values", {}).items():
        assert found[name]["value"] == pytest.approx(value, abs=5e-5)
    for name, measures in case.get("measures", {}).items():
        for each, value in measures.items():
            assert found[name]["measures"][each] == pytest.approx(value, abs=5e-5), each


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_python_and_the_command_line(
    case: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if _kernel.name != "native" and "normalizer" in case.get("options", {}):
        pytest.skip("a normalizer of the native kernel, without a reference implementation")
    paths, options = _paths(case, tmp_path), case.get("options", {})
    result = mg.score(mg.read(*paths), metrics=case["metrics"], **options)
    _check(case, {each.name: each.to_dict() for each in result})
    flags = [part for name in options.get("entities", ()) for part in ("--entity", name)]
    flags += ["-n", options["normalizer"]] if "normalizer" in options else []
    assert run(["score", *paths, "-m", ",".join(case["metrics"]), "--to", "json", *flags]) == 0
    shown = json.loads(capsys.readouterr().out)
    _check(case, {each["name"]: each for each in shown["metrics"]})
    for name, items in case.get("items", {}).items():
        total = shown["items"][name]["total"]
        assert {each: total[each] for each in items} == pytest.approx(items)
