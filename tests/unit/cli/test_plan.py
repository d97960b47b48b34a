"""What a run would take, from a sample; nothing is asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from test_summing import _small, corpus, written  # noqa: F401 - a fixture is used by its name

from mondegreen.judges import asker

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("kind", ["parquet", "lines", "jsonl"])
def test_parts(kind: str, tmp_path: Path, command: Callable[..., Any]) -> None:
    done = command("plan", *written(tmp_path, kind, corpus()), "--to", "json", "--sample", "300")
    assert done.status == 0, done.err
    found = json.loads(done.out)
    assert found["utterances"] == pytest.approx(3000, rel=0.1)
    assert found["sample"] <= 300
    assert found["in_parts"]
    assert found["judge"] is None


def test_calls_of_a_judge(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: Callable[..., Any]
) -> None:
    def asked(*_: Any, **__: Any) -> None:
        pytest.fail("a plan asks nothing")

    monkeypatch.setattr(asker, "ask_all", asked)
    rows = [("the cat sat", "the hat sat")] * 300 + [("so it goes", "so it goes")] * 100
    for name, side in (("many-r.txt", 0), ("many-h.txt", 1)):
        text = "".join(f"{row[side]} {number}\n" for number, row in enumerate(rows))
        (folder / name).write_text(text, "utf-8")
    files = ("many-r.txt", "many-h.txt")
    model = ("-m", "semantic-wer", "--model", "openai:gpt-5.2")
    whole, half = (
        json.loads(command("plan", *files, *model, "--to", "json", "--sample", n).out)["judge"]
        for n in ("400", "200")
    )
    assert whole["calls"] == half["calls"]
    assert 1 < whole["calls"] <= 300, "several differences are in one question"
    assert whole["usd"] > 0
    assert half["input_tokens"] == pytest.approx(whole["input_tokens"], rel=0.05)
    shown = command("plan", *files, *model)
    assert "judge       " in shown.out
    assert "without the answers of the judge" in shown.out


def test_what_it_cannot_plan(command: Callable[..., Any]) -> None:
    done = command("plan", "r.txt", "h.txt", "-m", "semantic-wer")
    assert done.status == 2
    assert "--model" in done.err
