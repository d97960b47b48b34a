"""Sessions compared and written out: what a row is called, rates of nobody, metrics of run files, options."""

from __future__ import annotations

import csv
import json
import warnings
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.errors import DoubtWarning, InputError, ParseError, UsageError

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
@pytest.mark.parametrize(
    ("metric", "why"),
    [
        ("wder", "it counts no wrong words"),
        ("der", "it counts no wrong words"),
        ("mimo-wer", "in which order it joins the words of several speakers is not known"),
    ],
)
def test_what_cannot_be_forgiven_says_why_and_what_can(
    metric: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["score", "ref.stm", "a.stm", "-m", metric, "--forgive", "case"]) == 2
    said = capsys.readouterr().err
    assert f"{metric} does not go with --forgive: {why}; cpwer, di-cpwer" in said
    assert "do: score -m cpwer" in said


@pytest.mark.usefixtures("files")
def test_better_on_counts_sessions_and_few_are_told(tmp_path: Path) -> None:
    said = "".join(
        f"t{at} 1 {who} {at} {at + 1} so it goes on\n" for at in range(3) for who in "ab"
    )
    good = said.replace(" on\n", " of\n", 1)
    bad = said.replace(" on\n", " of\n")
    for name, text in (("ref", said), ("good", good), ("bad", bad)):
        (tmp_path / f"{name}.stm").write_text(text, encoding="utf-8")
    found = mg.compare(
        {
            name: mg.score(mg.sessions("ref.stm", f"{name}.stm"), metrics="cpwer")
            for name in ("good", "bad")
        }
    )
    (pair,) = found.pairs
    assert (pair.wins, pair.losses) == (3, 0)
    table = found.render("table")
    assert "better on, worse on: number of recordings" in table
    assert "only 3 recordings: intervals and tests say little about others" in table


@pytest.mark.usefixtures("files")
def test_many_sessions_are_not_told_to_be_few(tmp_path: Path) -> None:
    said = "".join(f"t{at} 1 a {at} {at + 1} so it goes on\n" for at in range(20))
    for name, text in (("ref", said), ("one", said), ("two", said)):
        (tmp_path / f"{name}.stm").write_text(text, encoding="utf-8")
    results = {
        name: mg.score(mg.sessions("ref.stm", f"{name}.stm"), metrics="cpwer")
        for name in ("one", "two")
    }
    assert "say little about others" not in mg.compare(results).render("table")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("name", "rate"),
    [("tcpwer", 0), ("tcorc-wer", 0), ("di-tcpwer", 0), ("cpwer", 0), ("orc-wer", 0)],
)
def test_what_is_far_apart_in_time_is_not_forgiven(name: str, rate: float) -> None:
    def heard(start: int) -> list[dict[str, object]]:
        return [{"speaker": "1", "start_time": start, "end_time": start + 1, "words": "database"}]

    said = [{"speaker": "ann", "start_time": 0, "end_time": 1, "words": "data base"}]
    options = {"collar": 5} if name in {"tcpwer", "tcorc-wer", "di-tcpwer"} else {}
    near, far = (
        mg.score(mg.sessions(said, heard(at)), metrics=name, forgive="spacing", **options)[name]
        for at in (0, 60)
    )
    assert near.value == rate
    assert far.value == (1.5 if options else rate)
    result = mg.score(mg.sessions(said, heard(60)), metrics=name, forgive="spacing", **options)
    if name == "cpwer":
        assert len(result.forgiven()) == 1
        assert len(result.worst(1)) == 0
        return
    with pytest.raises(UsageError, match=f"{name} compares words by their times.*score cpwer"):
        result.forgiven()
    assert all(not each.spans for each in result.worst(1))
    result.to_html("page.html")


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


@pytest.mark.parametrize(
    ("metric", "warned"),
    [
        *((name, True) for name in ("cpwer", "tcpwer", "wder", "der", "jer", "turns")),
        *((name, False) for name in ("orc-wer", "di-cpwer", "mimo-wer")),
    ],
)
def test_hypotheses_without_speakers_are_told_where_metrics_need_them(
    metric: str,
    *,
    warned: bool,
) -> None:
    said = [
        {"speaker": who, "start_time": at, "end_time": at + 1, "words": "so it"}
        for at, who in enumerate(("ann", "bo"))
    ]
    heard = [{key: each[key] for key in each if key != "speaker"} for each in said]
    collar = 5 if metric == "tcpwer" else None
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        mg.score(mg.sessions(said, heard), metrics=metric, collar=collar)
        mg.score(mg.sessions(said[:1], heard[:1]), metrics=metric, collar=collar)
        mg.score(mg.sessions(said, said), metrics=metric, collar=collar)
    told = [str(each.message) for each in found]
    doubt = (
        f"hypothesis: does not say who speaks, which {metric} needs: all of it is one speaker's; score "
        "the words alone, with -m orc-wer, or give a file that names speakers"
    )
    assert told == [doubt] * warned


def test_segments_without_times_among_others_are_told() -> None:
    rows = [
        {"speaker": "a", "start_time": 5, "end_time": 6, "words": "goes"},
        {"speaker": "a", "words": "so it"},
    ]
    with pytest.warns(DoubtWarning, match="reference: 1 of 2 segments have no times"):
        mg.cpwer(rows, {"1": "so it goes"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mg.cpwer(rows[:1], {"1": "goes"}) == 0


def test_each_side_is_in_order_of_its_own_times() -> None:
    said = [
        {"speaker": "a", "start_time": 5, "end_time": 6, "words": "goes"},
        {"speaker": "a", "start_time": 1, "end_time": 2, "words": "so it"},
    ]
    assert mg.cpwer(said, {"1": "so it goes"}) == 0
    assert mg.orc_wer(said, {"1": "so it goes"}) == 0
    assert mg.cpwer({"1": "so it goes"}, said) == 0


def test_a_speaker_of_two_types_in_a_file_is_refused(tmp_path: Path) -> None:
    rows = [
        {"session_id": "t", "speaker": "1", "start_time": 0, "end_time": 1, "words": "a b"},
        {"session_id": "t", "speaker": 1, "start_time": 1, "end_time": 2, "words": "c"},
    ]
    file = tmp_path / "hyp.json"
    file.write_text(json.dumps(rows, indent=0), encoding="utf-8")
    with pytest.raises(ParseError, match=r"speaker 1 of this session is a number in one segment"):
        mg.sessions(file, file)
    rows[1]["session_id"] = "u"
    file.write_text(json.dumps(rows), encoding="utf-8")
    assert mg.cpwer(file, file) == 0


def test_rows_have_the_times_of_speakers(tmp_path: Path) -> None:
    said = [
        {"speaker": "a", "start_time": 5, "end_time": 6.5, "words": "goes on"},
        {"speaker": "b", "start_time": 2, "end_time": 8, "words": "well"},
        {"speaker": "a", "start_time": 1, "end_time": 2, "words": "so it"},
    ]
    result = mg.score(mg.sessions(said, said), metrics="cpwer")
    assert result.metadata["speaker"] == ["a", "b", "(nobody)"]
    assert result.metadata["start"] == [1, 2, None]
    assert result.metadata["duration"] == [2.5, 6, None]
    assert result.numbers("duration").maximum == 6
    assert {*result.by("duration:0,5")} == {"[0, 5)", "≥5"}
    twice = mg.sessions([*said, {**said[0], "end_time": 6}], said)
    assert mg.score(twice, metrics="cpwer").metadata["duration"] == [2.5, 6, None]
    plain = mg.score(mg.sessions({"a": "so"}, {"a": "so"}), metrics="cpwer")
    assert [*plain.metadata] == ["recording", "speaker", "stream"]
    file = tmp_path / "said.json"
    file.write_text(json.dumps(said), encoding="utf-8")
    typed = ["score", str(file), str(file), "-m", "cpwer", "--by", "duration:0,5", "--numbers"]
    assert run([*typed, "start"]) == 0


def test_run_files_of_an_earlier_release_have_recordings(tmp_path: Path) -> None:
    result = mg.score(mg.sessions({"a": "so"}, {"a": "so"}), metrics="cpwer")
    result.save(tmp_path / "run.json")
    stored = (tmp_path / "run.json").read_text(encoding="utf-8")
    (tmp_path / "old.json").write_text(
        stored.replace("column.recording", "column.session"), encoding="utf-8"
    )
    assert mg.load(tmp_path / "old.json").metadata == result.metadata
    assert result["cpwer"].ci().unit == "recording"
