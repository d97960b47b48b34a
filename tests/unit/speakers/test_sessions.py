"""Sessions with several speakers, in Python and on the command line."""

from __future__ import annotations

import io
import json
import math
import warnings
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.errors import (
    InputError,
    InputTypeError,
    MissingHypothesisError,
    PairingError,
    ParseError,
    UsageError,
)
from mondegreen.report.speaker_steps import speaker_steps

if TYPE_CHECKING:
    from pathlib import Path

STM = """\
talk 1 ann 0.0 2.0 so it goes on and on
talk 1 bo 1.5 4.0 yes it does
talk 1 ann 4.0 6.0 well then
chat 1 ann 0.0 2.0 hello there
chat 1 cy 2.0 4.0 who is it
"""
HEARD = """\
talk 1 s1 0.1 2.1 so it goes on on
talk 1 s2 1.5 4.0 yes it does
talk 1 s2 4.1 6.0 well then
chat 1 x 0.0 4.0 hello there who is it
"""
METRICS = {"cpwer": 9 / 16, "tcpwer": 9 / 16, "orc-wer": 1 / 16, "di-cpwer": 5 / 16}


def _row(speaker: str, start: Any, end: Any, words: str, **more: Any) -> dict[str, Any]:
    return {"speaker": speaker, "start_time": start, "end_time": end, "words": words, **more}


def _typed(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(list(arguments))
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    said, heard = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    said.write_text(STM)
    heard.write_text(HEARD)
    return str(said), str(heard)


@pytest.mark.parametrize(("metric", "rate"), METRICS.items())
def test_rates_in_python_and_on_the_command_line(
    files: tuple[str, str], metric: str, rate: float
) -> None:
    collar = ["--collar", "5"] if metric == "tcpwer" else []
    code, printed, _ = _typed("score", *files, "-m", metric, *collar, "--json")
    assert code == 0
    assert json.loads(printed)["metrics"][0]["value"] == rate
    options = {"collar": 5} if metric == "tcpwer" else {}
    assert mg.score(mg.sessions(*files), metrics=[metric], **options)[metric].value == rate


def test_functions_take_files_rows_and_texts(files: tuple[str, str]) -> None:
    assert mg.cpwer(*files) == METRICS["cpwer"]
    assert mg.tcpwer(*files, collar="5") == METRICS["tcpwer"]
    assert mg.orc_wer(*files) == METRICS["orc-wer"]
    assert mg.di_cpwer(*files) == METRICS["di-cpwer"]
    assert mg.tcorc_wer(*files, collar=5) == METRICS["orc-wer"]
    said = [_row("ann", 0, 1, "so it goes"), _row("bo", 1, 2, "on")]
    assert mg.cpwer(said, {"x": "on", "y": "so it goes"}) == 0
    assert mg.cpwer(["so it goes", "on"], ["on", "so it goes"]) == 0
    assert mg.cpwer({"a": ["so it", "goes"]}, ["so it goes"]) == 0


def test_a_result_has_a_row_per_speaker_and_one_for_nobody(files: tuple[str, str]) -> None:
    result = mg.score(mg.sessions(*files), metrics=["cpwer", "orc-wer", "wder", "der", "jer"])
    assert result.ids == [
        *("talk/ann", "talk/bo", "talk/(nobody)"),
        *("chat/ann", "chat/cy", "chat/(nobody)"),
    ]
    assert result.metadata["stream"] == ["s1", "s2", "", "", "x", ""]
    assert result.by("speaker")["ann"]["cpwer"].counts["deletions"] == 5
    for metric in result:
        parts = [result.by("recording")[name][metric.name].counts for name in ("talk", "chat")]
        for name, total in metric.counts.items():
            assert sum(part[name] for part in parts) == total


def test_an_extra_stream_is_nobodys_insertions() -> None:
    result = mg.score(
        mg.sessions({"a": "so it goes"}, ["so it goes", "on and on"]), metrics="cpwer"
    )
    assert result["cpwer"].value == 1
    assert result.counts(1, "cpwer") == (0, 0, 0, 3, 0, 0, 1)
    assert result.hypotheses == ["so it goes", "on and on"]


def test_nobody_is_no_speaker(tmp_path: Path) -> None:
    """In groups, in what is covered, and in a run file that is read again."""
    said = {"a": "so it goes", "b": "on and on"}
    result = mg.score(mg.sessions(said, ["so it goes", "on and on"]), metrics="cpwer,wder")
    assert list(result.by("speaker")) == ["a", "b"]
    assert (result.coverage.total, result.coverage.scored, result["cpwer"].utterances) == (2, 2, 2)
    more = mg.score(mg.sessions(said, ["so it goes", "on and on", "yes"]), metrics="cpwer,wder")
    assert str(more.coverage) == "1 session with 2 speakers scored, 0 empty, 0 missing, 0 failed"
    nobody = more.by("speaker")["(nobody)"]
    assert (nobody["cpwer"].errors, nobody["cpwer"].utterances) == (1, 0)
    assert nobody["cpwer"].reason == "errors against an empty reference"
    assert (nobody["wder"].reason, nobody["wder"].errors) == ("nothing was scored", 0)
    assert "1 stream too many" in more["cpwer"].made_of
    more.save(tmp_path / "run.json")
    assert mg.load(tmp_path / "run.json").coverage == more.coverage


@pytest.mark.parametrize("metrics", ["cpwer", "der", "speakers"])
def test_no_speaker_has_the_name_of_nobody(metrics: str) -> None:
    rows = [_row("(nobody)", 0, 1, "so it goes"), _row("ann", 1, 2, "and on")]
    heard = [_row("1", 0, 1, "so it goes"), _row("2", 1, 2, "and on")]
    with pytest.raises(InputError, match="give that speaker another name"):
        mg.score(mg.sessions(rows, heard), metrics=metrics)
    assert mg.score(mg.sessions(heard, rows), metrics=metrics).coverage.total == 2


def test_half_of_the_speakers_is_half_of_the_coverage(tmp_path: Path) -> None:
    said = "talk 1 a 0 1 so it goes\nchat 1 b 0 1 on\nchat 1 c 1 2 and on\nchat 1 d 2 3 yes\n"
    (tmp_path / "ref.stm").write_text(said)
    (tmp_path / "hyp.stm").write_text(said.partition("\n")[0] + "\n")
    files = str(tmp_path / "ref.stm"), str(tmp_path / "hyp.stm")
    for policy in ("deletions", "skip"):
        typed = ("score", *files, "-m", "cpwer", "--missing", policy, "--json")
        coverage = json.loads(_typed(*typed)[1])["coverage"]
        assert (coverage["total"], coverage["missing"], coverage["fraction"]) == (4, 3, 0.25)
        assert _typed(*typed, "--min-coverage", "25%")[0] == 0
        assert _typed(*typed, "--min-coverage", "26%")[0] == 1


def test_normalizers_and_forgivers_see_the_words_of_a_pair() -> None:
    said, heard = {"a": "So it goes", "b": "a data base"}, ["a database", "so it goes"]
    pair = mg.sessions(said, heard)
    assert mg.score(pair, metrics="cpwer")["cpwer"].errors == 3
    assert mg.score(pair, metrics="cpwer", normalizer="lower")["cpwer"].errors == 2
    forgiven = mg.score(pair, metrics="cpwer", normalizer="lower", forgive="spacing")
    assert forgiven["cpwer"].errors == 0
    assert len(forgiven.forgiven()) == 1


def test_intervals_and_tests_draw_sessions() -> None:
    said = [_row("a", 0, 1, "so it goes", session_id=f"s{at}") for at in range(30)]
    said += [_row("b", 1, 2, "on and on", session_id=f"s{at}") for at in range(30)]
    heard = [each | {"words": "so it goes" if at % 2 else "so"} for at, each in enumerate(said)]
    result = mg.score(mg.sessions(said, heard), metrics=["cpwer", "orc-wer"])
    assert (result["cpwer"].ci().units, result["cpwer"].ci().unit) == (30, "recording")
    other = mg.score(mg.sessions(said, said), metrics=["cpwer", "orc-wer"])
    compared = mg.compare({"one": result, "two": other}, metric="cpwer")
    assert compared.choices.cluster == "recording"


def test_parts_merge_to_the_whole(files: tuple[str, str]) -> None:
    whole = mg.sessions(*files)
    scorers = []
    for name in ("talk", "chat"):
        sides = (
            side.take([row for row, each in enumerate(side.session) if each == name])
            for side in (whole.reference, whole.hypothesis)
        )
        scorer = mg.Scorer(metrics=["cpwer", "der"])
        scorer.update(mg.Sessions(*sides))
        scorers.append(scorer)
    merged = scorers[0].merge(scorers[1]).compute()
    result = mg.score(whole, metrics=["cpwer", "der"])
    assert merged.rows["cpwer"] == result.rows["cpwer"]
    assert merged["der"].value == result["der"].value


def test_a_signature_is_a_recipe_and_a_run_file_loads(
    files: tuple[str, str], tmp_path: Path
) -> None:
    result = mg.score(
        mg.sessions(*files), metrics="speakers", collar=2.5, der_collar=0.25, der_overlap=False
    )
    again = mg.score(mg.sessions(*files), recipe=result.signature)
    assert again.signature == result.signature
    assert again["tcpwer"].counts == result["tcpwer"].counts
    result.save(tmp_path / "run.json")
    assert mg.load(tmp_path / "run.json")["cpwer"].counts == result["cpwer"].counts


def test_a_metric_is_signed_alike_alone_and_among_others(files: tuple[str, str]) -> None:
    every = mg.score(mg.sessions(*files), metrics="speakers", der_collar=0.25)
    for name, shown in every.metrics.items():
        options: dict[str, Any] = {"collar": 5} if shown.uses_collar else {}
        options |= {"der_collar": 0.25} if shown.uses_turns else {}
        alone = mg.score(mg.sessions(*files), metrics=[name], **options)
        assert every[name].signature == alone[name].signature
        assert mg.compare({"among others": every, "alone": alone}, metric=name).metric == name


def test_speakers_of_one_name_in_two_channels_are_two() -> None:
    said = [_row("0", 0, 1, "so it goes", channel="1"), _row("0", 0, 1, "on and on", channel="2")]
    assert mg.sessions(said, said).reference.speaker == ["0 (channel 1)", "0 (channel 2)"]
    assert mg.cpwer(said, said) == 0


def test_channels_of_a_ctm_are_streams(tmp_path: Path) -> None:
    said, heard = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    said.write_text("talk 1 ann 0 2 so it\ntalk 1 bo 0 2 yes no\n")
    heard.write_text(
        "talk 1 0.2 0.3 so\ntalk 2 0.3 0.3 yes\ntalk 1 1.2 0.3 it\ntalk 2 1.3 0.3 no\n"
    )
    result = mg.score(mg.sessions(said, heard), metrics=["cpwer", "tcpwer"], collar=0)
    assert result["cpwer"].errors == result["tcpwer"].errors == 0
    assert result.metadata["stream"][:2] == ["channel 1", "channel 2"]


def test_words_of_a_reply_keep_their_speakers(tmp_path: Path) -> None:
    words = [("so", "A"), ("it", "A"), ("yes", "B"), ("no", "B")]
    reply = {
        "segments": [
            {
                "start": 0.0,
                "end": 2.0,
                "text": "so it yes no",
                "speaker": "A",
                "words": [
                    {"word": word, "start": at / 2, "end": at / 2 + 0.4, "speaker": name}
                    for at, (word, name) in enumerate(words)
                ],
            }
        ],
        "word_segments": [],
    }
    path = tmp_path / "hyp.json"
    path.write_text(json.dumps(reply))
    assert mg.cpwer({"ann": "so it", "bo": "yes no"}, path, hypothesis_format="whisperx") == 0


def test_a_uem_says_what_is_scored(tmp_path: Path) -> None:
    uem = tmp_path / "all.uem"
    uem.write_text(";; parts\ntalk 1 0.0 1.0\ntalk 1 4.5 5.0\n")
    said = tmp_path / "ref.stm"
    said.write_text("talk 1 ann 0 2 so it\ntalk 1 bo 2 4 yes no\ntalk 1 ann 4 6 on\n")
    result = mg.score(mg.sessions(said, said, uem=uem), metrics=["cpwer", "der"])
    assert result["cpwer"].counts["hits"] == 3
    assert result["der"].counts["scored"] == 1_500_000
    assert "der:pyannote+uem" in result.signature
    code, printed, _ = _typed("score", str(said), str(said), "-m", "der", "--uem", str(uem))
    assert code == 0
    assert "1.50 s scored" in printed


def test_parts_that_are_not_scored_are_left_out_on_both_sides(tmp_path: Path) -> None:
    said = tmp_path / "ref.stm"
    said.write_text("talk 1 ann 0 2 so it\ntalk 1 x 2 4 ignore_time_segment_in_scoring\n")
    heard = [_row("s", 0, 2, "so it"), _row("s", 2.5, 3, "noise")]
    result = mg.score(mg.sessions(said, heard), metrics="cpwer")
    assert result["cpwer"].errors == 0
    assert "1 (hypothesis segment 2)" in str(result.coverage)


# -- what cannot be scored ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "heard", "error", "words"),
    [
        ([], [], InputError, "no segments"),
        ([_row("a", 2, 1, "so")], [], InputError, "before its start"),
        ([_row("a", math.nan, 1, "so")], [], InputError, "not a time"),
        ([_row("a", 0, math.inf, "so")], [], InputError, "not a time"),
        ([_row("a", "0", "1", "so")], [], InputError, "not a time"),
        ([_row("a", True, 1, "so")], [], InputError, "not a time"),
        ([{"speaker": "a"}], [], InputTypeError, "not a text"),
        ([3], [], InputTypeError, "expected the keys"),
        (3, [], InputTypeError, "expected a path"),
        ({"a": 3}, [], InputTypeError, "expected a text"),
        (
            [_row("a", 0, 1, "so", session_id="x"), _row("a", 0, 1, "so", session_id="y")],
            [_row("a", 0, 1, "so", session_id="z")],
            PairingError,
            "'z'",
        ),
    ],
)
def test_hostile_sides(said: Any, heard: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        mg.sessions(said, heard)


def test_a_session_without_a_hypothesis_is_missing() -> None:
    said = [_row("a", 0, 1, "so it", session_id="x"), _row("a", 0, 1, "so", session_id="y")]
    pair = mg.sessions(said, said[:1])
    with pytest.raises(MissingHypothesisError, match="1 of 2 sessions"):
        mg.score(pair, metrics="cpwer")
    assert mg.score(pair, metrics="cpwer", missing="deletions")["cpwer"].value == 1 / 3
    assert mg.score(pair, metrics="cpwer", missing="skip")["cpwer"].value == 0


def test_nobody_and_nothing_are_no_perfect_score() -> None:
    silent = [_row("a", 0, 1, "")]
    assert mg.cpwer(silent, [_row("x", 0, 1, "so it")]) == math.inf
    assert mg.cpwer([_row("a", 0, 1, "so it")], [_row("x", 0, 1, "")]) == 1
    result = mg.score(
        mg.sessions([_row("a", 1, 1, "so")], [_row("x", 1, 1, "so")]),
        metrics=["der", "jer", "wder"],
    )
    assert [metric.reason for metric in result] == [
        *("no speech to score in the reference", "nobody speaks in the reference"),
        None,
    ]
    nothing = mg.score(mg.sessions(silent, silent), metrics="wder")["wder"]
    assert nothing.to_dict()["value"] is None
    assert nothing.reason == "no aligned words"


OF_WORDS = (
    *("cpwer", "tcpwer", "orc-wer", "orc-wer[greedy]", "mimo-wer", "mimo-wer[greedy]"),
    *("tcorc-wer", "tcorc-wer[greedy]", "di-cpwer", "di-tcpwer"),
)
SAID = [_row("a", 0, 1, "so it"), _row("b", 1, 2, "goes on")]


@pytest.mark.parametrize("metric", OF_WORDS)
@pytest.mark.parametrize(
    ("said", "heard", "rate"),
    [
        (SAID, [_row("x", 0, 2, "")], 1.0),
        ([_row("a", 0, 1, "")], [_row("x", 0, 1, "so it")], math.inf),
        ([*SAID, _row("c", 5, 6, "")], [*SAID, _row("y", 5, 5, "up")], 0.25),
        ([_row("a", -2, -2, "so"), _row("a", -9, -8, "so")], [_row("x", -2, -2, "so")], 0.5),
        ([_row("a", 5, 5, "so"), _row("a", 0, 9, "it")], [_row("x", 5, 5, "so")], 0.5),
    ],
    ids=["silent", "nobody spoke", "more heard", "negative times", "self-overlap"],
)
def test_hostile_sessions_have_no_perfect_score(
    metric: str, said: Any, heard: Any, rate: float
) -> None:
    collar = {"collar": 5} if metric.removeprefix("di-").startswith("tc") else {}
    found = mg.score(mg.sessions(said, heard), metrics=[metric], **collar)[metric]
    assert found.value == rate
    assert found.errors


def test_forty_speakers_overlaps_with_oneself_and_odd_times() -> None:
    said = [_row(f"r{at}", at, at + 2, f"w{at} x y") for at in range(40)]
    heard = [each | {"speaker": f"h{39 - at}"} for at, each in enumerate(said)]
    result = mg.score(mg.sessions(said, heard[::-1]), metrics="speakers")
    assert [metric.value for metric in result] == [0, 0, 0, 0, 0]
    doubled = [_row("a", 0, 3, "so it"), _row("a", 1, 2, "goes on"), _row("a", -4, -3, "early")]
    result = mg.score(mg.sessions(doubled, doubled), metrics="speakers")
    assert [metric.value for metric in result] == [0, 0, 0, 0, 0]
    assert result["der"].counts["scored"] == 4_000_000


def test_an_exact_search_that_is_too_large_is_refused() -> None:
    texts = [" ".join(f"w{at}" for at in range(3000))] * 4
    with pytest.raises(UsageError, match="cells"):
        mg.score(mg.sessions(texts, texts), metrics=["orc-wer[exact]"])
    with pytest.raises(UsageError, match=r"cells.*mimo-wer\[greedy\]"):
        mg.score(mg.sessions(texts, texts), metrics=["mimo-wer[exact]"])
    result = mg.score(mg.sessions(texts, texts), metrics=["orc-wer", "mimo-wer"])
    assert all("greedy" in metric.made_of for metric in result)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"metrics": "tcpwer"}, "5 is usual"),
        ({"metrics": "cpwer,wer"}, "one after the other"),
        ({"metrics": "cpwer", "collar": 5}, "collar="),
        ({"metrics": "cpwer", "der_collar": 1}, "der_collar="),
        ({"metrics": "tcpwer", "collar": -1}, "0 or more"),
        ({"metrics": "tcpwer", "collar": "five"}, "0 or more"),
        ({"metrics": "der", "der_convention": "nist"}, "der_convention"),
        ({"metrics": "der", "der_convention": "dscore+uem"}, "UEM"),
        ({"metrics": "cpwer", "ties": "jiwer"}, "ties"),
        ({"metrics": "cpwer", "edit_weights": "4/3/3"}, "edit_weights"),
        ({"metrics": "wer"}, "several speakers"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        mg.score(mg.sessions(["so"], ["so"]), **options)


def test_times_are_needed_by_name() -> None:
    with pytest.raises(InputError, match="segment 1 has no times"):
        mg.tcpwer({"a": "so"}, {"x": "so"}, collar=5)
    with pytest.raises(InputError, match="need none"):
        mg.der({"a": "so"}, {"x": "so"})


@pytest.mark.parametrize("line", ["talk 1 0.0", "talk 1 2.0 1.0", "talk 1 a b", "talk 1 0 1 2"])
def test_lines_that_are_no_uem(tmp_path: Path, line: str) -> None:
    uem = tmp_path / "all.uem"
    uem.write_text(f"{line}\n")
    with pytest.raises(ParseError, match="uem:1: got"):
        mg.sessions(["so"], ["so"], uem=uem)


def test_alternatives_are_refused(tmp_path: Path) -> None:
    said = tmp_path / "ref.stm"
    said.write_text("talk 1 ann 0 2 so { it / that }\n")
    with pytest.raises(InputError, match="line 1 has alternatives"):
        mg.sessions(said, ["so"])


def test_hints_name_what_to_type(files: tuple[str, str], tmp_path: Path) -> None:
    code, _, said = _typed("score", *files)
    assert code == 0
    assert f"mondegreen score {files[0]} {files[1]} -m speakers" in said
    assert "both files name speakers (3 and 3), who speak at once for 5 % of the time" in said
    heard = tmp_path / "hyp.ctm"
    heard.write_text("talk 1 0.2 0.3 so\nchat 1 0.3 0.3 hello\n")
    assert "-m orc-wer scores the words of each stream" in _typed("score", files[0], str(heard))[2]
    alone = tmp_path / "alone.stm"
    alone.write_text("talk 1 ann 0 2 so it\n")
    assert "speakers" not in _typed("score", str(alone), str(alone))[2]


def test_turns_without_words_name_the_metric(tmp_path: Path) -> None:
    turns = tmp_path / "ref.rttm"
    turns.write_text("SPEAKER talk 1 0.0 4.0 <NA> <NA> ann <NA> <NA>\n")
    code, _, said = _typed("score", str(turns), str(turns))
    assert code == 2
    assert "-m der" in said
    assert _typed("score", str(turns), str(turns), "-m", "der")[0] == 0


def test_the_parts_of_a_rate_add_up(files: tuple[str, str]) -> None:
    _, printed, _ = _typed("score", *files, "-m", "speakers")
    parts = "6.2 by wrong words, 50.0 by wrong speakers, 0.0 by wrong times"
    assert f"of 56.2 points of tcpwer: {parts}\n" in printed
    _, printed, _ = _typed("score", *files, "-m", "orc-wer,cpwer")
    assert "of 56.2 points of cpwer: 6.2 by wrong words, 50.0 by wrong speakers\n" in printed
    for metric in ("tcorc-wer", "tcorc-wer[greedy]", "di-tcpwer"):
        pair = mg.score(mg.sessions(*files), metrics=[metric, "tcpwer"], collar=1)
        parts = speaker_steps(pair)
        assert [(part.name, part.metric) for part in parts] == [
            ("words and times", metric),
            ("speaker", "tcpwer"),
        ]
        assert sum(part.errors for part in parts) == pair["tcpwer"].errors


def test_only_what_a_metric_counts_is_shown_as_its_alignment(files: tuple[str, str]) -> None:
    result = mg.score(mg.sessions(*files), metrics=["orc-wer", "cpwer"])
    assert result.worst(1, "orc-wer")[0].alignment is None
    counted, shown = result.worst(1, "cpwer")[0], result.worst(1, "cpwer")[0].alignment
    assert shown is not None
    assert counted.counts["deletions"] == shown.deletions


def test_compare_takes_sessions(files: tuple[str, str], tmp_path: Path) -> None:
    other = tmp_path / "other.stm"
    other.write_text(STM)
    code, printed, _ = _typed("compare", "-r", *files, str(other), "-m", "cpwer", "--json")
    assert code == 0
    found = json.loads(printed)
    assert found["cluster"] == "recording" or found["test"]["cluster"] == "recording"


@pytest.mark.parametrize(
    ("said", "heard", "is_noted"), [("a", "b", True), ("a", "A", False), ("a", "", False)]
)
def test_a_session_alone_of_another_name_is_noted(said: str, heard: str, *, is_noted: bool) -> None:
    sides = [
        [{"session_id": name, "speaker": "x", "words": "so it goes"}] for name in (said, heard)
    ]
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert mg.cpwer(*sides) == 0
    says = [str(each.message) for each in warned]
    assert len(says) == is_noted
    if is_noted:
        assert "the session 'a' and hypothesis the session 'b', which are scored as one" in says[0]
        assert "give it one name in both files" in says[0]


def test_the_command_notes_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, session in (("ref", "a"), ("hyp", "b")):
        (tmp_path / f"{name}.stm").write_text(f"{session} 1 x 0 1 so it goes\n")
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert run(["score", f"{tmp_path}/ref.stm", f"{tmp_path}/hyp.stm", "-m", "cpwer"]) == 0
    assert "ref.stm has the session 'a'" in capsys.readouterr().err


def test_a_reference_without_recordings_cannot_be_of_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ref.txt").write_text("so it goes\nyes it does\n")
    (tmp_path / "hyp.stm").write_text("talk 1 x 0 1 so it goes\nchat 1 x 0 1 yes it does\n")
    typed = ["score", f"{tmp_path}/ref.txt", f"{tmp_path}/hyp.stm", "-m"]
    assert run([*typed, "orc-wer"]) == 2
    assert "does not say which recording each segment is of" in capsys.readouterr().err
    (tmp_path / "hyp.stm").write_text("talk 1 x 0 1 so it goes\ntalk 1 y 1 2 yes it does\n")
    assert run([*typed, "cpwer"]) == 2
    assert "does not say who speaks, which cpwer needs, and" in capsys.readouterr().err
    assert run([*typed, "cpwer,wder"]) == 2
    assert "which cpwer and wder need, and" in capsys.readouterr().err
