from __future__ import annotations

import errno
import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from judge_fakes import Verdict, question

from mondegreen.errors import ParseError, UsageError
from mondegreen.judges import Answer, Replay, open_model, run
from mondegreen.judges.replay import Recorder

if TYPE_CHECKING:
    from pathlib import Path


def recorded(path: Path, *answers: Answer[Verdict]) -> Path:
    with Recorder(path) as recorder:
        for answer in answers:
            recorder.write(question(), "some:model", answer)
    return path


def replayed(path: Path, **options: Any) -> Answer[Verdict]:
    return run(Replay(path).ask(question(**options)))


def test_a_round_trip(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.jsonl", Answer("ok", None, Verdict(same=True, why="é\u2028")))
    assert replayed(path).value == Verdict(same=True, why="é\u2028")
    assert len(path.read_bytes().splitlines()) == 1
    assert open_model(f"replay:{path}").remote is False


def test_the_later_line_stands(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    recorded(path, Answer("timeout", "late"))
    recorded(path, Answer("ok", None, Verdict(same=True)))
    assert replayed(path).status == "ok"
    assert len(path.read_text().splitlines()) == 2


def test_another_sample_is_another_question(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.jsonl", Answer("ok", None, Verdict(same=True)))
    assert replayed(path, sample=1).status == "unavailable"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"value": {"same": "yes"}}, "the kept answer: same: Input should be a valid boolean"),
        ({"value": {"same": True, "why": "\ud800"}}, "the kept answer: no JSON: "),
        ({"value": {"same": True, "\ud800": 1}}, "the kept answer: no JSON: "),
        ({"value": None}, "the kept answer: Input should be an object"),
        ({"status": "perfect"}, "the kept answer has the status 'perfect'"),
        ({"status": None}, "the kept answer has the status None"),
        ({"seconds": "long"}, "the kept answer cannot be read: could not convert"),
        ({"usage": [1]}, "the kept answer cannot be read"),
        ({"usage": {"requests": "many"}}, "the kept answer cannot be read: invalid literal"),
    ],
)
def test_nothing_in_a_file_is_taken_on_trust(
    tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    path = recorded(tmp_path / "a.jsonl", Answer("ok", None, Verdict(same=True)))
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}) + "\n")
    answer = replayed(path)
    assert answer.status == "invalid"
    assert answer.value is None
    assert (answer.reason or "").startswith(reason)


@pytest.mark.parametrize("money", ["NaN", "Infinity", "-1", "a lot", [], 1e400])
def test_odd_money_is_unknown(tmp_path: Path, money: Any) -> None:
    path = recorded(tmp_path / "a.jsonl", Answer("ok", None, Verdict(same=True)))
    path.write_text(json.dumps({**json.loads(path.read_text()), "money": money}) + "\n")
    assert replayed(path).status == "ok"
    assert replayed(path).money is None


def test_the_check_of_the_judge_is_made_again(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.jsonl", Answer("ok", None, Verdict(same=True)))
    answer = replayed(path, check=lambda _value: ["not so"])
    assert (answer.status, answer.reason) == ("invalid", "the kept answer: not so")


def test_the_line_in_which_a_run_was_killed(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.jsonl", Answer("ok", None, Verdict(same=True)))
    whole = path.read_bytes()
    other = whole.replace(b'"status": "ok"', b'"status": "refused"')
    for cut in range(len(other)):
        path.write_bytes(whole + other[:cut])
        assert replayed(path).status == ("refused" if cut == len(other) - 1 else "ok")
        recorded(path, Answer("invalid", "no"))
        assert replayed(path).status == "invalid"
        assert path.read_bytes().startswith(whole)
        assert len(path.read_bytes().splitlines()) == (3 if cut == len(other) - 1 else 2)


def test_a_first_line_in_which_a_run_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"question": "\xc3')  # in the middle of a letter too
    recorded(path, Answer("refused", "no"))
    assert replayed(path).status == "refused"


@pytest.mark.parametrize(
    "line", ["[]", "7", '"x"', "{}", '{"question": 7}', "nonsense", "[" * 100_000]
)
def test_a_file_of_something_else(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f"{line}\n")
    with pytest.raises(ParseError, match=r"a\.jsonl:1: got no answer, expected JSON"):
        Replay(path)
    with pytest.raises(ParseError):
        Recorder(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        Replay(tmp_path / "none.jsonl")
    with pytest.raises(UsageError, match="cannot be written: No such file"):
        Recorder(tmp_path / "none" / "a.jsonl")
    with pytest.raises(UsageError, match="cannot be read: Is a directory"):
        Replay(tmp_path)


@pytest.mark.parametrize(
    "content", ["my notes", "{", '{"a": 1', "{'question': 1}", "1\n\n \x00", "[]"]
)
def test_what_was_never_a_record_is_left_as_it_is(content: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content, "utf-8")
    try:
        with Recorder(path):
            pass
    except (ParseError, UsageError):
        assert path.read_text("utf-8") == content
    else:  # as short as the beginning of a line of ours
        assert content == "{"
        assert not path.read_text("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="the size of files is limited on Unix")
def test_a_full_disk_leaves_whole_lines(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "a.jsonl"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    kept = 0
    with Recorder(path) as recorder:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
        try:
            with pytest.raises(UsageError) as caught:  # noqa: PT012 - until the disk is full
                for kept in range(40):
                    recorder.write(
                        question(f"n {kept}"), "m", Answer("ok", None, Verdict(same=True))
                    )
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert str(caught.value) == f"{path}: cannot be written: {os.strerror(errno.EFBIG)}"
        recorder.write(question("there is room again"), "m", Answer("timeout", "late"))
    lines = path.read_text("utf-8")
    assert (lines.count("\n"), lines[-1]) == (kept + 1, "\n")
    assert len(lines.encode()) > 4096 > len(lines.encode()) - len(lines.splitlines()[-1]) - 1
    Replay(path)
