"""Sessions that are scored in parts: the same bytes as at once, and no memory for what was scored."""

from __future__ import annotations

import io
import json
import random
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.cli import checkpoints
from mondegreen.cli.app import run
from mondegreen.options.reading import Reading
from mondegreen.speakers import parts

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["so", "it", "goes", "on", "and", "then", "some", "more", "of", "that"]


def rows(seed: int, sessions: int) -> tuple[list[Any], list[Any]]:
    """Return segments of both sides, those of several sessions in turns."""
    chance = random.Random(seed)
    said, heard = [], []
    for turn in range(4):
        for at in range(sessions):
            name, start = f"talk{at}", 3.0 * turn
            text = chance.choices(WORDS, k=chance.randint(1, 6))
            said.append((name, chance.choice("ab"), start, start + 3.5, " ".join(text)))
            if at % 5 == 4:  # which the hypothesis lacks
                continue
            wrong = [word for word in text if chance.random() > 0.2]
            heard.append((name, chance.choice("xyz"), start + 0.1, start + 3.0, " ".join(wrong)))
    chance.shuffle(heard)
    return said, heard


def written(path: Path, segments: list[Any]) -> str:
    if path.suffix == ".stm":
        lines = [f"{s} 1 {who} {a} {b} {text}" for s, who, a, b, text in segments]
        path.write_text(";; a comment\n\n" + "\n".join(lines))
    elif path.suffix == ".ctm":
        lines = [
            f"{s} {who} {a + 0.5 * at:.2f} {0.3 if at % 2 else 0.4} {word} 0.{at + 1}"
            for s, who, a, _, text in segments
            for at, word in enumerate(text.split())
        ]
        path.write_text(";; a comment\n" + "\n".join(lines) + "\n")
    elif path.suffix == ".rttm":
        lines = [
            f"SPEAKER {s} 1 {a} {b - a:.3f} <NA> <NA> {who} <NA> <NA>"
            for s, who, a, b, _ in segments
        ]
        path.write_text("SPKR-INFO talk0 1 <NA> <NA> <NA> unknown a <NA>\n" + "\n".join(lines))
    else:
        names = ("session_id", "speaker", "start_time", "end_time", "words")
        path.write_text(
            json.dumps([dict(zip(names, each, strict=True)) for each in segments], indent=1)
        )
    return str(path)


Both = Callable[[str], list[Any]]


@pytest.fixture
def both(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Both:
    """Return what the command writes in parts and at once."""

    def run_twice(typed: str) -> list[Any]:
        found = []
        for smallest in (0, 2**60):
            monkeypatch.setattr(parts, "_SMALLEST", smallest)
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                status = run(typed.split())
            said = [str(each.message) for each in warned]
            found.append((status, *capsys.readouterr(), said))
        return found

    return run_twice


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Have small files scored in small parts; return how many sessions each part had."""
    found: list[int] = []
    make = parts._part

    def counted(*given: Any) -> Any:
        part = make(*given)
        found.append(len({*part.corpus.reference.session}))
        return part

    monkeypatch.setattr(parts, "_SMALLEST", 0)
    monkeypatch.setattr(parts, "_PART", 400)
    monkeypatch.setattr(parts, "_part", counted)
    return found


@pytest.mark.parametrize("ending", ["stm", "json", "ctm"])
@pytest.mark.parametrize(
    "options",
    [
        "-m speakers",
        "-m cpwer,mimo-wer,di-cpwer --to json",
        "-m tcpwer,tcorc-wer,di-tcpwer --collar 1 --to csv --by recording",
        "-m cpwer --by speaker --to markdown -n lower",
        "-m cpwer --forgive inflection --to json",
        "-m turns,der,jer,wder --to latex --by recording --by speaker",
        "-m der --uem {uem}",
    ],
)
def test_the_same_bytes_as_at_once(
    tmp_path: Path,
    taken: list[int],
    both: Both,
    ending: str,
    options: str,
) -> None:
    said, heard = rows(1, 23)
    regions = ["talk0 1 7 9", *(f"talk{at} 1 {at % 3} {5 + at % 7}" for at in range(23))]
    (tmp_path / "parts.uem").write_text("\n".join(regions))
    first = written(tmp_path / f"ref.{ending}", said)
    second = written(tmp_path / f"hyp.{ending}", heard)
    options = options.format(uem=tmp_path / "parts.uem")
    typed = f"score {first} {second} --missing deletions {options}"
    in_parts, at_once = both(typed)
    assert in_parts == at_once
    assert in_parts[0] == 0
    assert len(taken) > 4
    assert sum(taken) == 23


def test_turns_without_words(
    tmp_path: Path,
    taken: list[int],
    both: Both,
) -> None:
    said, heard = rows(2, 20)
    files = [written(tmp_path / f"{n}.rttm", side) for n, side in (("r", said), ("h", heard))]
    typed = f"score {' '.join(files)} -m der,jer,turns --missing skip --by recording"
    in_parts, at_once = both(typed)
    assert in_parts == at_once
    assert sum(taken) == 20


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_rows_are_those_of_the_whole(
    tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    said, heard = rows(3, 12)
    files = [written(tmp_path / f"{n}.stm", side) for n, side in (("r", said), ("h", heard))]
    target = tmp_path / f"rows.{ending}"
    typed = f"score {' '.join(files)} -m cpwer --missing deletions --per-utterance {target}"
    found = []
    for smallest in (0, 2**60):
        monkeypatch.setattr(parts, "_SMALLEST", smallest)
        assert run(typed.split()) == 0
        found.append(target.read_bytes())
    assert found[0] == found[1]
    assert len(taken) > 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("talk99 1 x 0 1 so", "1 session is not in"),
        ("talk0 1 x 5 4 so", "ends at 4 s, before its start"),
        ("talk0 1 x 5", "with 4 fields"),
        ("talk0", "with 1 fields"),
        ("talk0 1 x 5 six so", "'six' is not a time"),
        ("talk0 1 x 5 6 { so / it }", "has alternatives"),
        ("talk0 1 x -1 6 so", "a negative time"),
    ],
)
def test_what_is_wrong_is_said_as_at_once(
    tmp_path: Path,
    taken: list[int],
    both: Both,
    line: str,
    says: str,
) -> None:
    del taken
    said, heard = rows(4, 9)
    first, second = written(tmp_path / "r.stm", said), tmp_path / "h.stm"
    written(second, heard)
    second.write_text(f"{second.read_text()}\n{line}\n")
    in_parts, at_once = both(f"score {first} {second} -m cpwer --missing deletions")
    assert in_parts == at_once
    assert says in f"{in_parts[2:]}"


def test_sessions_without_a_hypothesis_are_named(
    tmp_path: Path,
    taken: list[int],
    both: Both,
) -> None:
    del taken
    said, heard = rows(5, 10)
    files = [written(tmp_path / f"{n}.stm", side) for n, side in (("r", said), ("h", heard))]
    in_parts, at_once = both(f"score {' '.join(files)} -m cpwer")
    assert in_parts == at_once
    assert "2 of 10 sessions without a hypothesis: 'talk4', 'talk9'" in in_parts[2]


def test_the_hint_of_one_stream_looks_at_all_parts(
    tmp_path: Path,
    taken: list[int],
    both: Both,
) -> None:
    said, heard = rows(6, 9)
    heard = [(name, "x", *rest) for name, _, *rest in heard]
    files = [written(tmp_path / f"{n}.stm", side) for n, side in (("r", said), ("h", heard))]
    typed = f"score {' '.join(files)} -m cpwer --missing skip"
    in_parts, at_once = both(typed)
    assert in_parts == at_once
    assert "the words of 2 speakers are in one stream" in in_parts[2]
    assert len(taken) > 1


@pytest.mark.parametrize(
    "text",
    ["[{},,{}]", "[{},]", "[{}] x", "[{}", "[1]", "{}", "", "[", "[{}}]", '[{"session_id": 1}]'],
)
def test_a_list_of_objects_that_is_none_is_left_to_the_reader(text: str) -> None:
    text = text.replace("{}", '{"session_id": "é"}')
    with pytest.raises(ValueError):
        parts._objects(io.BytesIO(text.encode()))


def test_objects_may_be_cut_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [{"session_id": f"t{at % 3}", "words": 'é \\" ] } ,'} for at in range(9)]
    data = json.dumps(listed, indent=2, ensure_ascii=False).encode()
    whole = parts._objects(io.BytesIO(data))
    assert [json.loads(data[a:b]) for a, b in whole["t1"]] == listed[1::3]
    for block in (1, 2, 7, 64):
        monkeypatch.setattr(parts, "_BLOCK", block)
        assert parts._objects(io.BytesIO(data)) == whole


@pytest.mark.parametrize("threads", [2, 0])
def test_threads_change_nothing(threads: int) -> None:
    said, heard = (
        [
            {"session_id": s, "speaker": who, "start_time": a, "end_time": b, "words": text}
            for s, who, a, b, text in side
        ]
        for side in rows(7, 30)
    )
    pair = mg.sessions(said, heard)
    metrics = ("cpwer", "orc-wer", "tcpwer", "der", "wder", "turns", "mimo-wer")
    alone, several = (
        mg.score(pair, metrics=metrics, collar=1, missing="deletions", threads=each)
        for each in (1, threads)
    )
    assert alone.to_dict() == several.to_dict()


def test_parts_hold_whole_sessions_in_the_order_of_the_reference(
    tmp_path: Path, taken: list[int]
) -> None:
    del taken
    said, heard = rows(8, 11)
    files = [written(tmp_path / f"{n}.stm", side) for n, side in (("r", said), ("h", heard))]
    found = [part.corpus for part in parts.in_parts(files[0], files[1], Reading())]
    names = [name for part in found for name in dict.fromkeys(part.reference.session)]
    assert names == [f"talk{at}" for at in range(11)]
    whole = mg.sessions(*files)
    for part in found:
        for side in ("reference", "hypothesis"):
            rows_of = getattr(whole, side).rows_by_session()
            texts = getattr(whole, side).text
            for name, own in getattr(part, side).rows_by_session().items():
                assert [getattr(part, side).text[row] for row in own] == [
                    texts[row] for row in rows_of[name]
                ]


class Stopped(BaseException):
    """Stands for a signal that nobody can catch."""


@pytest.mark.parametrize("stops", [[1, 3], [5], [-1]])
def test_a_run_that_was_stopped_goes_on(
    tmp_path: Path,
    taken: list[int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    stops: list[int],
) -> None:
    said, heard = rows(9, 20)
    heard = [(name, "x", *rest) for name, _, *rest in heard]  # of which a hint says something
    files = [written(tmp_path / f"{n}.stm", side) for n, side in (("r", said), ("h", heard))]
    typed = ["score", *files, "-m", "cpwer", "--missing", "skip", "--by", "recording"]
    assert run(typed) == 0
    whole = capsys.readouterr()
    last = len(taken)
    save = checkpoints.Checkpoints.save

    def stopping(self: Any, number: int, *given: Any) -> None:
        save(self, number, *given)
        if number in stopped:
            stopped.discard(number)
            raise Stopped

    stopped = {stop % (last + 1) for stop in stops}
    monkeypatch.setattr(checkpoints.Checkpoints, "save", stopping)
    typed += ["--resume", str(tmp_path / "half")]
    for _ in stops:
        with pytest.raises(Stopped):
            run(typed)
    taken.clear()
    capsys.readouterr()
    assert run(typed) == 0
    assert capsys.readouterr() == whole
