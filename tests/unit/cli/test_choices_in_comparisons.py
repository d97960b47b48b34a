"""References that leave a choice, in every command and layout that shows what was counted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Done

    Command = Callable[..., Done]

ROWS = [
    ("so { it / that } goes", "so that goes", "so it goes"),
    ("and { so / @ } on", "and on", "and so so on"),
    ("call [NAME] (uh) now", "call ann lee now please", "call uh now"),
]
READ = ["--alternatives", "nist,optional", "--dont-care", "redactions"]
LAYOUTS = ["sclite-sum", "sclite-pra", "sclite-dtl", "icefall", "kaldi"]


@pytest.fixture(autouse=True)
def files(folder: Path) -> Path:
    lines = [
        json.dumps({"id": f"a-{at}", "reference": said, "x": x, "y": y})
        for at, (said, x, y) in enumerate(ROWS)
    ]
    Path("wide.jsonl").write_text("\n".join(lines), "utf-8")
    for column, name in enumerate(("ref", "x", "y")):
        texts = [f"{row[column]} (a-{at})\n" for at, row in enumerate(ROWS[:2])]
        Path(f"{name}.trn").write_text("".join(texts), "utf-8")
    return folder


def rates(done: Any) -> dict[str, float]:
    assert done.status == 0, done.err
    return {each["name"]: each["rate"] for each in json.loads(done.out)["systems"]}


def score(system: str, *options: str, command: Command) -> float:
    done = command("score", "wide.jsonl", "--hypothesis-column", system, *options, "--json")
    value: float = json.loads(done.out)["metrics"][0]["value"]
    return value


def test_compare_takes_the_best_as_score_does(command: Command) -> None:
    done = command("compare", "-r", "ref.trn", "x.trn", "y.trn", "--json")
    assert rates(done) == {"x": 0.0, "y": pytest.approx(1 / 6)}
    assert "--alternatives literal" in done.err
    literal = command(
        "compare", "-r", "ref.trn", "x.trn", "y.trn", "--json", "--alternatives=literal"
    )
    assert rates(literal)["x"] == pytest.approx(9 / 14)
    found = rates(command("compare", "wide.jsonl", "--systems", "x,y", *READ, "--json"))
    assert found == {name: score(name, *READ, command=command) for name in "xy"}


def test_report_takes_the_best_as_score_does(command: Command) -> None:
    done = command("report", "-r", "ref.trn", "-h", "x=x.trn", "-h", "y=y.trn")
    assert done.status == 0, done.err
    assert "alternatives:nist@2" in Path("report.html").read_text("utf-8")


def spans_of(data: Any, utterance: Any, part: Any) -> list[tuple[str, str, str | None]]:
    """The differences of an utterance: said, written, and why it does not count."""
    text, at, found = utterance.get("c", utterance["r"]), 0, []
    part = part or {}
    text = part.get("c", text)
    for piece in part.get("d", []):
        length, written, reason = (piece, None, 0) if isinstance(piece, int) else (*piece, 0)[:3]
        if written is not None:
            why = data["reasons"][reason - 1] if reason else None
            found.append((text[at : at + length], written, why))
        at += length + bool(length)
    return found


def test_what_does_not_count_is_no_difference_on_a_page(command: Command) -> None:
    for more in ([], ["--forgive", "case"]):
        done = command("report", "wide.jsonl", "--systems", "x,y", *READ, *more)
        assert done.status == 0, done.err
        page = Path("report.html").read_text("utf-8")
        data = json.loads(re.search(r'id="data">(.*?)</script>', page)[1])  # type: ignore[index]
        assert "⟦" not in page
        for utterance in data["utterances"]:
            for part in utterance["s"]:
                counting = [piece for piece in spans_of(data, utterance, part) if piece[2] is None]
                assert bool(counting) == bool(part and part["e"])
        (named,) = [each for each in data["utterances"] if each["i"] == "a-2"]
        assert spans_of(data, named, named["s"][0]) == [
            ("[NAME]", "ann lee", "don't care"),
            ("(uh)", "", "choice"),
            ("", "please", None),
        ]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("system", ["x", "y"])
def test_layouts_of_other_tools_count_what_the_rate_counts(
    layout: str, system: str, command: Command
) -> None:
    done = command("score", "wide.jsonl", "--hypothesis-column", system, *READ, "--to", layout)
    assert done.status == 0, done.err
    assert "⟦" not in done.out
    assert "⦅" not in done.out
    value = 100 * score(system, *READ, command=command)
    if layout == "icefall":
        assert f"%WER = {value:.2f}" in done.out
    if layout == "sclite-sum":
        assert f"{value:.1f}" in re.search(r"Sum/Avg.*", done.out)[0]  # type: ignore[index]
    if layout == "sclite-pra":
        counted = [list(map(int, each.split())) for each in re.findall(r"#I\) (.*)", done.out)]
        errors = sum(sum(each[1:]) for each in counted)
        words = sum(sum(each[:3]) for each in counted)
        assert 100 * errors / words == pytest.approx(value)


def test_no_share_of_tokens_where_each_system_has_its_own() -> None:
    said, *systems = zip(*ROWS, strict=True)
    options = {"alternatives": ["nist", "optional"], "dont_care": "redactions"}
    results = {
        name: mg.score(list(said), list(texts), ids=["1", "2", "3"], **options)  # type: ignore[arg-type]
        for name, texts in zip("xy", systems, strict=True)
    }
    found = mg.compare(results, together=True)
    assert found.oracle is not None
    assert found.oracle.by_token is None
    assert found.contradicted == []
    with pytest.raises(mg.UsageError, match="leave a choice"):
        mg.compare(results, test="mapsswe")


def test_a_place_that_all_contradict_next_to_choices() -> None:
    results = {
        name: mg.score(["so { it / that } went"], [text], alternatives="nist")
        for name, text in (("x", "so it goes"), ("y", "so it goes"))
    }
    found = mg.compare(results, together=True)
    assert list(map(str, found.contradicted or ())) == ["1: so it [went -> goes]"]


def test_flags_do_not_count_brackets() -> None:
    result = mg.score(
        ["[NOISE]", "so it goes"],
        ["thank you", "so it goes"],
        dont_care="redactions",
        by={"duration": ["6", "2"]},
    )
    from mondegreen.scoring.hallucination import find

    found = find(result)
    assert found is not None
    assert found.rates == [90.0, 300.0]


def test_stm_is_read_as_trn_is(command: Command) -> None:
    Path("r.stm").write_text(
        "t 1 ada 0.1 2.0 so { it / that } goes\nt 1 bo 2.5 4.0 and { so / @ } on\n", "utf-8"
    )
    words = [("so", 0.2), ("that", 0.6), ("goes", 1.1), ("and", 2.6), ("on", 3.4)]
    Path("h.ctm").write_text("".join(f"t 1 {at} 0.2 {word}\n" for word, at in words), "utf-8")
    Path("h.stm").write_text("t 1 ada 0.1 2.0 so that goes\nt 1 bo 2.5 4.0 and on\n", "utf-8")
    for hypothesis in ("h.ctm", "h.stm"):
        found = json.loads(command("score", "r.stm", hypothesis, "--json").out)
        assert found["metrics"][0]["errors"] == 0
        assert "alternatives:nist@2" in found["signature"]
        literal = command("score", "r.stm", hypothesis, "--alternatives", "literal", "--json")
        assert json.loads(literal.out)["metrics"][0]["errors"] == 9
        assert mg.score(mg.read("r.stm", hypothesis))["wer"].value == 0
    assert (
        json.loads(command("score", "r.stm", "h.stm", "--global", "--json").out)["metrics"][0][
            "errors"
        ]
        == 0
    )
    assert "alternatives" not in command("score", "h.stm", "h.ctm", "--to", "json").out


def test_flags_stand_in_the_json_of_the_command(command: Command) -> None:
    Path("silence.jsonl").write_text('{"id": "a", "reference": "", "hypothesis": "you"}', "utf-8")
    found = json.loads(command("score", "silence.jsonl", "--json").out)
    assert found["hallucinations"]["utterances"][0]["flags"] == ["empty-reference"]
