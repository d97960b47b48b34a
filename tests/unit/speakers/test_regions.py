"""What a UEM leaves out, and files of turns with faults; values are those of md-eval 22 where it has them."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.corpus.converting import read_transcript, write_transcript
from mondegreen.errors import DoubtWarning, InputError, ParseError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

TURN = "SPEAKER {} 1 {} {} <NA> <NA> {} <NA> <NA>\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(name: str, turns: Iterable[tuple[Any, ...]]) -> str:
    Path(name).write_text("".join(TURN.format(*turn) for turn in turns), encoding="utf-8")
    return name


def _turns(*said: tuple[Any, ...], heard: Iterable[tuple[Any, ...]], uem: str) -> Any:
    Path("all.uem").write_text(uem, encoding="utf-8")
    return mg.sessions(_write("ref.rttm", said), _write("hyp.rttm", heard), uem="all.uem")


@pytest.mark.parametrize("convention", ["pyannote", "md-eval", "dscore"])
@pytest.mark.parametrize(
    ("start", "scored", "missed"),
    [(6.1, 4.6, 0.35), (6.2, 4.7, 0.45), (6.0, 4.5, 0.25), (6.3, 4.75, 0.5)],
)
def test_collars_of_turns_outside_reach_into_the_region(
    convention: str, start: float, scored: float, missed: float
) -> None:
    pair = _turns(
        ("r", 1, 6, "a"),
        ("r", start, 2, "b"),
        heard=[("r", 1, 4.5, 1)],
        uem="r 1 0 6\n",
    )
    found = mg.score(pair, metrics="der", der_collar=0.25, der_convention=convention)
    assert found["der"].counts["scored"] == pytest.approx(1e6 * scored)
    assert found["der"].counts["missed"] == pytest.approx(1e6 * missed)
    assert found.metadata["speaker"] == ["a", "(nobody)"]


def test_a_hypothesis_outside_of_the_region_is_there() -> None:
    said = [("r", 0, 2, "a"), ("r", 5, 2, "a")]
    pair = _turns(*said, heard=[("r", 0, 2, 1)], uem="r 1 5 8\n")
    result = mg.score(pair, metrics="der")
    assert result["der"].value == 1
    assert (result.coverage.missing, result.coverage.sessions) == (0, 1)


def test_words_outside_of_the_region_are_not_compared_and_not_missing() -> None:
    Path("all.uem").write_text("talk 1 5 9\n", encoding="utf-8")
    Path("ref.stm").write_text("talk 1 a 0 1 so it\ntalk 1 b 6 7 goes on\n", encoding="utf-8")
    Path("hyp.stm").write_text("talk 1 1 0 1 so it\n", encoding="utf-8")
    found = mg.score(mg.sessions("ref.stm", "hyp.stm", uem="all.uem"), metrics="cpwer")
    assert (found["cpwer"].errors, found["cpwer"].value) == (2, 1)
    assert found.metadata["speaker"] == ["b", "(nobody)"]
    assert found.coverage.missing == 0


def test_what_is_heard_in_a_region_where_nothing_is_said_counts() -> None:
    Path("all.uem").write_text("talk 1 5 9\n", encoding="utf-8")
    Path("ref.stm").write_text("talk 1 a 0 1 so it\n", encoding="utf-8")
    Path("hyp.stm").write_text("talk 1 1 6 7 so it\n", encoding="utf-8")
    pair = mg.sessions("ref.stm", "hyp.stm", uem="all.uem")
    for metric in ("cpwer", "tcpwer", "orc-wer", "di-cpwer"):
        collar = 5 if metric == "tcpwer" else None
        assert mg.score(pair, metrics=metric, collar=collar)[metric].counts["insertions"] == 2


def test_recordings_that_a_uem_does_not_name() -> None:
    said = [("r", 0, 2, "a"), ("s", 0, 2, "a")]
    with pytest.warns(DoubtWarning, match=r"1 of 2 recordings have no line .* whole: 's'"):
        _turns(*said, heard=said, uem="r 1 0 1\n")
    with pytest.raises(
        InputError, match=r"uem=: has parts of 't', and ref.rttm the recordings 'r'"
    ):
        _turns(*said, heard=said, uem="t 1 0 1\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _turns(*said, heard=said, uem="r 1 0 1\ns 1 0 1\nt 1 0 1\n")


def test_a_line_of_a_uem_that_ends_early_says_so() -> None:
    with pytest.raises(ParseError, match="which ends before its start"):
        _turns(("r", 0, 2, "a"), heard=[], uem="r 1 6 0\n")


@pytest.mark.parametrize(
    "line",
    [
        "SPEAKER r 1 1.0 4.5 <NA> <NA> the boss <NA> <NA>",
        "SPEAKER r 1 1.0 4.5 <NA> <NA>",
        "speaker r 1 1.0 4.5 <NA> <NA> a <NA> <NA>",
    ],
)
@pytest.mark.parametrize("name", ["hyp.rttm", "hyp.txt"])
def test_turns_with_a_fault_are_no_other_format(
    line: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    good = TURN.format("r", 1.0, 4.5, "a")
    Path("ref.rttm").write_text(good, encoding="utf-8")
    for lines in (f"{line}\n", f"{good}{line}\n", f"{line}\n{good}"):
        Path(name).write_text(lines, encoding="utf-8")
        assert run(["score", "ref.rttm", name, "-m", "der"]) == 2
        place = 1 + lines.splitlines().index(line)
        assert f"{name}:{place}: got " in capsys.readouterr().err


def test_a_recording_named_speaker_may_be_stm() -> None:
    Path("a.txt").write_text("speaker 1 ann 0.0 2.0 so it goes\n", encoding="utf-8")
    assert mg.cpwer("a.txt", {"x": "so it goes"}) == 0


def test_turns_alone_are_not_told_to_have_no_words(capsys: pytest.CaptureFixture[str]) -> None:
    said = [("r", 0, 2, "a")]
    _turns(*said, heard=said, uem="r 1 0 2\n")
    assert run(["score", "ref.rttm", "hyp.rttm", "-m", "der,jer"]) == 0
    assert not capsys.readouterr().err


def test_alternatives_of_a_ctm_are_refused() -> None:
    lines = ["<ALT_BEGIN>", "so", "<ALT>", "sew", "<ALT_END>"]
    text = "".join(f"talk 1 {'* *' if word[0] == '<' else '0.1 0.2'} {word}\n" for word in lines)
    Path("hyp.ctm").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"has alternatives as \{ a / b \}"):
        mg.cpwer({"a": "so"}, "hyp.ctm")


def test_who_speaks_twice_at_once_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    said = "talk 1 ann 0 4 so it goes on\ntalk 1 bo 2 6 well then\n"
    Path("ref.stm").write_text(said, encoding="utf-8")
    Path("twice.stm").write_text(said + said, encoding="utf-8")
    assert run(["score", "ref.stm", "ref.stm", "-m", "cpwer"]) == 0
    assert "twice at once" not in capsys.readouterr().err
    assert run(["score", "twice.stm", "ref.stm", "-m", "cpwer"]) == 0
    told = capsys.readouterr().err
    assert "twice.stm: 'bo' of 'talk' speaks twice at once for 100 % of its time" in told
    assert "and 1 more does" in told


def test_a_folder_and_a_pattern_of_turns_are_one_file_per_recording() -> None:
    for folder, who in (("said", "a"), ("heard", "1")):
        Path(folder).mkdir()
        for name in ("r", "s"):
            _write(f"{folder}/{name}.rttm", [(name, 0, 2, who)])
    for sides in (("said", "heard"), ("said/*.rttm", "heard/*")):
        found = mg.score(mg.sessions(*sides), metrics="der")
        assert (found["der"].value, found.coverage.sessions) == (0, 2)
    Path("said/words.txt").write_text("so it goes\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="2 files or folders are passed over"):
        assert mg.sessions("said", "said").reference.session == ["words"]


@pytest.mark.parametrize("time", [1e300, 10**400, 10**5000], ids=["float", "large", "huge"])
def test_a_time_beyond_all_sense_is_told_short(time: float) -> None:
    said = [{"speaker": "a", "start_time": 0, "end_time": time, "words": "so"}]
    with pytest.raises(InputError, match="is not a time in seconds, of at most") as error:
        mg.cpwer(said, {"1": "so"})
    assert len(str(error.value)) < 100


def test_a_missing_hypothesis_has_the_name_of_its_recording(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("ref.stm").write_text("talk 1 ann 0 4 so it\nchat 1 ann 2 6 well\n", encoding="utf-8")
    Path("hyp.ctm").write_text("talk 1 0.5 1 so\n", encoding="utf-8")
    assert run(["score", "ref.stm", "hyp.ctm"]) == 2
    assert "id 'ann-001' of the recording 'chat'" in capsys.readouterr().err


def test_a_search_that_is_too_large_names_its_session() -> None:
    sides = [
        "".join(f"talk 1 {who}{at} {at} {at + 1} w{at} x\n" for at in range(40)) for who in "ab"
    ]
    for name, text in zip(("ref.stm", "hyp.stm"), sides, strict=True):
        Path(name).write_text(text, encoding="utf-8")
    pair = mg.sessions("ref.stm", "hyp.stm")
    with pytest.raises(UsageError, match=r"the session 'talk': .*orc-wer\[greedy\]"):
        mg.score(pair, metrics="orc-wer[exact]")


@pytest.mark.parametrize("function", [mg.tcpwer, mg.tcorc_wer])
def test_a_collar_that_is_not_given_is_named(function: Any) -> None:
    said = [{"speaker": "a", "start_time": 0, "end_time": 1, "words": "so"}]
    with pytest.raises(UsageError, match=r"needs collar=.*5 is usual"):
        function(said, said)
    assert function(said, said, collar=5) == 0


def test_the_collar_of_der_is_named() -> None:
    said = [{"speaker": "a", "start_time": 0, "end_time": 1, "words": "so"}]
    with pytest.raises(UsageError, match="that of der is der_collar="):
        mg.der(said, said, collar=0.25)
    with pytest.raises(UsageError, match=r"not for cpwer$"):
        mg.cpwer(said, said, collar=0.25)


@pytest.mark.parametrize(
    ("names", "equal"),
    [
        ((("my talk", "a"), ("my_talk", "a")), 2),
        ((("t", "the boss"), ("t", "the_boss")), 1),
        ((("t", "the boss"), ("u", "the_boss")), 0),
        ((("t", "the boss"), ("t", "a boss")), 0),
    ],
)
@pytest.mark.parametrize("name", ["stm", "rttm"])
def test_names_that_become_equal_are_counted(
    names: tuple[tuple[str, str], ...], equal: int, name: str
) -> None:
    rows = [
        {"session_id": session, "speaker": who, "start_time": at, "end_time": at + 1, "words": "so"}
        for at, (session, who) in enumerate(names)
    ]
    Path("a.json").write_text(json.dumps(rows), encoding="utf-8")
    found = write_transcript(read_transcript("a.json"), name).losses
    assert found.get("names became equal to others", 0) == equal
    assert found["white space in names became _"] > 0


def test_a_gap_between_segments_is_no_speaker(tmp_path: Path) -> None:
    """NIST's stm has lines of what nobody says."""
    said, heard = tmp_path / "said.stm", tmp_path / "heard.stm"
    said.write_text("talk 1 inter_segment_gap 0 2\ntalk 1 ann 2 4 so it\n")
    heard.write_text("talk 1 1 2 4 so it\n")
    result = mg.score(mg.sessions(said, heard), metrics="der")
    assert result["der"].value == 0
    assert result.metadata["speaker"] == ["ann", "(nobody)"]


def test_the_column_of_the_words_can_be_named(tmp_path: Path) -> None:
    table = tmp_path / "said.csv"
    table.write_text("Session,Speaker,Start,End,Said\ntalk,1,0,2,so it goes\n")
    with pytest.raises(InputError, match=r"which column holds the words.*--reference-column"):
        mg.sessions(table, {"1": "so it goes"})
    found = mg.sessions(table, {"1": "so it"}, reference_column="Said")
    assert mg.score(found, metrics="cpwer")["cpwer"].errors == 1
