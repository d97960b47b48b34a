"""Options about judges, and ``mondegreen judge``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from recorded_rulings import record

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.judges.difference_in_context import Place
from mondegreen.options.judging import Judging
from mondegreen.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    file = tmp_path / "pairs.tsv"
    file.write_text("id\treference\thypothesis\nu1\tpay the card\tpay the cart\n")
    return file


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    place = Place(("pay the", "card", ""), ("pay the", "cart", ""), end=True)
    file = tmp_path / "answers.jsonl"
    return record(file, [place])


def ran(capsys: pytest.CaptureFixture[str], *arguments: Any) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(list(map(str, arguments)))
    out, err = capsys.readouterr()
    assert isinstance(done.value.code, int)
    return done.value.code, out, err


def test_a_replay_on_the_command_line(
    pairs: Path, answers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "normalized.tsv"
    arguments = ["score", pairs, "-m", "semantic-wer", "--model", f"replay:{answers}"]
    status, out, err = ran(capsys, *arguments, "--save-normalized", table, "--json")
    assert status == 0, err
    found = json.loads(out)
    assert found["metrics"][0]["value"] == pytest.approx(1 / 3)
    assert "differences@1,test:model,prompt:" in found["signature"]
    assert table.read_text() == "file_path\ttarget\tprediction\nu1\tpay the card\tpay the cart\n"
    assert mg.read(table).ids == ["u1"]
    status, out, _ = ran(capsys, *arguments)
    assert "semantic-wer[differences, test:model]" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--model", "nonsense"], "expected provider:model"),
        (["--protocol", "differences"], "no model is named"),
        (["--votes", "2"], "odd number"),
        (["--budget", "much"], "US dollars"),
        (["--no-text", "--per-utterance", "x.tsv"], "--no-text keeps it out"),
        (["--no-text", "--worst", "3"], "--no-text keeps it out"),
        (["--record", "nowhere/x.jsonl"], "there is no folder"),
        (["--base-url", "http://localhost:1/v1"], "without a model"),
        (["--batch"], "--batch is for a model, and no model is named"),
        (["--canaries"], "--canaries is for a model, and no model is named"),
        (
            ["--model", "anthropics:x"],
            "no provider is named 'anthropics'. Did you mean 'anthropic'?",
        ),
        (["--protocol", "single-pas"], "rules. Did you mean 'single-pass'?"),
    ],
)
def test_what_is_refused(
    pairs: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = ran(capsys, "score", pairs, "-m", "semantic-wer", *options)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_an_audit_of_what_people_cannot_label(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(tmp_path / "a.db"):
        pass
    words = ("--draw", "2", "--sheet", tmp_path / "s.tsv", "--cache", tmp_path / "a.db")
    status, _, err = ran(capsys, "judge", "audit", "fact", *words)
    assert status == 2
    assert "expected one of facts, semantic-wer, conversational-wer. Did you mean 'facts'?" in err
    status, _, err = ran(capsys, "judge", "audit", "facts", *words)
    assert "has no rulings of the judge 'facts' that people can label; score with it first" in err


def test_judge_options_without_a_judged_metric(
    pairs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = ran(capsys, "score", pairs, "--model", "anthropic:claude-sonnet-5-5")
    assert status == 2
    assert "semantic-wer" in err


def test_without_a_key_the_others_are_scored(
    pairs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    model = ["--model", "anthropic:claude-sonnet-5-5", "--cache", tmp_path / "cache"]
    status, out, err = ran(capsys, "score", pairs, "-m", "wer,semantic-wer", *model)
    assert status == 0
    assert "0 of 1 judged (1 no-model)" in out
    assert err.count("semantic-wer is not scored") == 1
    status, out, err = ran(capsys, "score", pairs, "-m", "semantic-wer", *model)
    assert (status, out) == (2, "")
    assert "set ANTHROPIC_API_KEY" in err


def test_show_and_purge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "judgements.db"
    with open_store(file) as store:
        store.samples.put_wer([{"sample_id": "u1", "service_name": "x", "errors": "[1]"}])
    status, out, _ = ran(capsys, "judge", "show", "u1", "--cache", tmp_path)
    assert status == 0
    assert json.loads(out)["errors"] == [1]
    status, _, err = ran(capsys, "judge", "purge", "--cache", file)
    assert status == 0
    assert "1 row deleted" in err
    assert b"u1" not in file.read_bytes()
    assert ran(capsys, "judge", "show", "u1", "--cache", file)[0] == 2
    for wrong in (["show"], ["purge", "u1"], ["sing"], ["purge", "--cache", "none"]):
        assert ran(capsys, "judge", *wrong)[0] == 2


def test_a_place_that_is_not_there_is_not_found_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who mistypes the place of what was kept must not read that it is gone."""
    (tmp_path / "folder").mkdir()
    before = set(tmp_path.rglob("*"))
    for wrong in ("answres.db", "folder", "x/y"):
        for command in (["purge"], ["show", "u1"]):
            status, _, err = ran(capsys, "judge", *command, "--cache", tmp_path / wrong)
            assert status == 2
            assert "no answers are kept there" in err
    assert set(tmp_path.rglob("*")) == before


def test_names_to_redact(tmp_path: Path, capsys: pytest.CaptureFixture[str], pairs: Path) -> None:
    assert Judging().redact is False
    assert Judging(redact=True).redact is True
    assert Judging(redact=[]).redact is True
    assert Judging(redact="Ada").redact == Judging(redact=["Ada"]).redact == ("Ada",)
    file = tmp_path / "names.txt"
    file.write_bytes("\ufeffBob Ray\r\n\n  ada \n".encode())
    assert Judging(redact=["Eve", file]).redact == ("Eve", "Bob Ray", "ada")
    for number, (content, message) in enumerate(
        [(b"\n \n", "has no names"), (b"\xff", "is not UTF-8"), (b"--\n", "expected a name")]
    ):
        odd = tmp_path / f"odd{number}.txt"
        odd.write_bytes(content)
        for command in (["score", pairs, "-m", "semantic-wer"], ["calls", tmp_path]):
            status, _, err = ran(capsys, *command, "--redact-names", odd)
            assert (status, message in err) == (2, True), err
    assert ran(capsys, "score", pairs, "--redact-names", tmp_path / "no.txt")[0] == 2


def test_places() -> None:
    assert Judging(cache=None).cache is None
    assert Judging(cache="none").cache is False
    assert str(Judging(cache="folder").cache).endswith("judgements.db")
    assert Judging(cache="x.db").cache == "x.db"
    place = "postgresql+psycopg://h/n"
    assert Judging(cache=place).cache == place
