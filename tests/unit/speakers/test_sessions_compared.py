"""Sessions compared and written out: what a row is called, rates of nobody, metrics of run files, options."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.errors import InputError, UsageError

SAID = """\
talk 1 ann 0.0 2.0 so it goes on and on
talk 1 bo 1.5 4.0 yes it does
talk 1 ann 4.0 6.0 well then
"""
HEARD = """\
talk 1 s1 0.1 2.1 so it goes on on
talk 1 s2 1.5 4.0 yes it does
talk 1 s2 4.1 6.0 well then
"""
WORSE = """\
talk 1 s1 0.1 1.1 so it goes on
talk 1 s2 1.5 4.0 yes it does
talk 1 s2 4.1 6.0 well then
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("ref", SAID), ("a", HEARD), ("b", WORSE)):
        Path(f"{name}.stm").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("files")
def test_speakers_are_counted_and_nobody_is_none() -> None:
    found = {
        name: mg.score(mg.sessions("ref.stm", f"{name}.stm"), metrics="cpwer") for name in "ab"
    }
    compared = mg.compare(found)
    assert (compared.utterances, compared.total) == (2, 2)
    table = compared.render("table")
    assert "all systems scored the same 2 of 2 speakers" in table
    assert "utterance" not in table


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("metric", "unit"), [("der", " s"), ("jer", " %")])
def test_differences_of_times_are_in_units_for_people(metric: str, unit: str) -> None:
    found = {name: mg.score(mg.sessions("ref.stm", f"{name}.stm"), metrics=metric) for name in "ab"}
    lines = mg.compare(found).render("table").splitlines()
    (row,) = [line for line in lines if line.startswith("talk/ann")]
    assert row.endswith(unit)
    assert all(float(number) < 100 for number in row.split()[1:] if number not in unit)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("metrics", ["cpwer", "speakers", "der,jer"])
def test_rows_of_nobody_have_no_rate_and_say_what_they_are(metrics: str) -> None:
    typed = ["score", "ref.stm", "a.stm", "-m", metrics, "--per-utterance", "rows.csv"]
    assert run(typed) == 0
    with Path("rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [
        name for name in ("cpwer", "orc-wer", "tcpwer", "wder", "der", "jer") if name in rows[0]
    ]
    *speakers, nobody = rows
    assert [nobody[name] for name in names] == [""] * len(names)
    assert nobody["reason"] == "what belongs to no speaker"
    assert all(row[name] for row in speakers for name in names)
    assert {row["reason"] for row in speakers} == {""}


@pytest.mark.usefixtures("files")
def test_a_set_of_metrics_may_have_a_gate_on_one_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert (
        run(["compare", "ref.stm", "a.stm", "b.stm", "-m", "speakers", "--fail-if-worse", "cpwer"])
        == 1
    )
    printed = capsys.readouterr()
    assert "gate not met: cpwer of b.stm against a.stm" in printed.err
    assert "tcpwer@1" in printed.out
    assert "|collar:5" in printed.out
    assert (
        run(["compare", "ref.stm", "b.stm", "a.stm", "-m", "speakers", "--fail-if-worse", "cpwer"])
        == 0
    )


@pytest.mark.usefixtures("files")
def test_all_metrics_of_run_files_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    for name in "ab":
        assert (
            run(["score", "ref.stm", f"{name}.stm", "-m", "speakers", "--save", f"{name}.json"])
            == 0
        )
    capsys.readouterr()
    assert run(["compare", "a.json", "b.json", "--to", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["metric"] for each in found] == ["orc-wer", "cpwer", "tcpwer", "wder", "der"]
    assert {(each["utterances"], each["total"]) for each in found} == {(2, 2)}
    assert run(["compare", "a.json", "b.json", "-m", "der", "--to", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["metric"] == "der"


COLLARS = (("der_collar", 0.25), ("der_overlap", False))


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "metric", ["jer", "turns", "cpwer", "orc-wer", "di-cpwer", "mimo-wer", "wder"]
)
@pytest.mark.parametrize(("name", "value"), COLLARS)
def test_a_metric_refuses_what_it_does_not_follow(metric: str, name: str, value: object) -> None:
    pair = mg.sessions("ref.stm", "a.stm")
    with pytest.raises(UsageError, match=f"{name}= is for der, which is not scored"):
        mg.score(pair, metrics=metric, **{name: value})
    assert mg.score(pair, metrics="der", **{name: value})["der"].value is not None


@pytest.mark.usefixtures("files")
def test_jer_of_a_run_is_the_same_whatever_collar_der_had() -> None:
    pair = mg.sessions("ref.stm", "a.stm")
    both = mg.score(pair, metrics=["der", "jer"], der_collar=0.25)
    alone = mg.score(pair, metrics="jer")
    assert both["jer"].value == alone["jer"].value
    assert both.recipe.only("jer").signature() == alone.recipe.signature()
    assert mg.compare({"a": both, "b": alone}, "jer").scores[0].rate == alone["jer"].value


@pytest.mark.usefixtures("files")
def test_forgiving_names_the_metrics_of_sessions_that_can(
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed = ["score", "ref.stm", "a.stm", "-m", "tcpwer", "--collar", "5", "--forgive", "case"]
    assert run(typed) == 2
    assert "of the metrics of sessions cpwer does" in capsys.readouterr().err


@pytest.mark.parametrize("metrics", ["der", "jer", ["der", "jer"]])
@pytest.mark.parametrize("convention", ["pyannote", "md-eval", "dscore"])
def test_speech_where_none_was_said_is_no_rate(metrics: object, convention: str) -> None:
    said = [{"speaker": "a", "start_time": 0, "end_time": 0, "words": ""}]
    heard = [{"speaker": "x", "start_time": 0, "end_time": 2, "words": ""}]
    result = mg.score(mg.sessions(said, heard), metrics=metrics, der_convention=convention)
    for each in result:
        assert each.to_dict()["value"] is None
        assert "in the reference" in each.reason


def test_a_segment_without_words_is_speech_for_der() -> None:
    said = [{"speaker": "a", "start_time": 0, "end_time": 2, "words": "so it goes"}]
    heard = [{"speaker": "x", "start_time": 0, "end_time": 2, "words": ""}]
    assert mg.der(said, heard) == 0
    assert mg.cpwer(said, heard) == 1


def test_a_speaker_of_two_types_is_refused() -> None:
    rows = [{"speaker": "1", "words": "a b"}, {"speaker": 1, "words": "c"}]
    with pytest.raises(InputError, match=r"row 2: the speaker 1 is .*one type"):
        mg.cpwer({"ann": "a b c"}, rows)
    assert mg.cpwer({"ann": "a b c"}, [{**row, "speaker": 1} for row in rows]) == 0


def test_a_text_in_place_of_a_file_is_told_how_texts_are_given() -> None:
    with pytest.raises(
        InputError, match=r"reference: 'so it' is no file; a text is given with its speaker"
    ):
        mg.cpwer("so it", "so it")
