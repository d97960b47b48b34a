"""Calls in files of people: which is which, two folders, and transcripts in any format with speakers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mondegreen.calls.folder import read_folder
from mondegreen.calls.two_folders import read_two_folders
from mondegreen.cli.app import run
from mondegreen.errors import InputError, PairingError

if TYPE_CHECKING:
    from pathlib import Path

SAID = "Agent: how can I help\nCustomer: my card is gone\n\nAgent: I will block it\n"
HEARD = "Agent: how can I help\nCustomer: my car is gone\nAgent: I will block it\n"
TURNS = [
    ("Agent", "how can I help"),
    ("Customer", "my card is gone"),
    ("Agent", "I will block it"),
]
WRITTEN = {
    "reference.txt": SAID,
    "reference.json": (
        '[{"speaker": "Agent", "content": "how can I help"},'
        ' {"speaker": "Customer", "content": "my card is gone"},'
        ' {"speaker": "Agent", "content": "I will block it"}]'
    ),
    "gt.vtt": (
        "WEBVTT\n\n00:00.000 --> 00:01.000\n<v Agent>how can I help\n\n"
        "00:01.000 --> 00:02.000\n<v Customer>my card is gone\n\n"
        "00:02.000 --> 00:03.000\n<v Agent>I will block it\n"
    ),
    "ground_truth.stm": (
        "c 1 Agent 0 1 how can I help\nc 1 Customer 1 2 my card is gone\n"
        "c 1 Agent 2 3 I will block it\n"
    ),
}


def put(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content, "utf-8")
    return folder


@pytest.mark.parametrize("name", WRITTEN)
def test_a_transcript_in_any_format_with_speakers(name: str, tmp_path: Path) -> None:
    folder = put(tmp_path / "calls" / "a", hyp__txt=HEARD)
    (folder / name).write_text(WRITTEN[name], "utf-8")
    calls, failed = read_folder(tmp_path)
    assert not failed
    assert [(turn.speaker, turn.text) for turn in calls[0].reference] == TURNS
    assert [turn.place for turn in calls[0].reference] == [0, 1, 2]
    assert calls[0].hypothesis[1].text == "my car is gone"


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("reference.txt", "hypothesis.txt"),
        ("ref.txt", "hyp.txt"),
        ("gt.txt", "asr.txt"),
        ("Ground_Truth.TXT", "Prediction.TXT"),
        ("reference.de.txt", "hypothesis.de.txt"),
        ("gt_transcript.txt", "ref_transcript.txt"),
    ],
)
def test_names_of_the_sides(reference: str, hypothesis: str, tmp_path: Path) -> None:
    folder = put(tmp_path / "a")
    (folder / reference).write_text(SAID)
    (folder / hypothesis).write_text(HEARD)
    (folder / "notes.txt").write_text("nothing")
    (folder / "output").mkdir()
    (call,), failed = read_folder(tmp_path)
    assert not failed
    assert [(turn.speaker, turn.text) for turn in call.reference] == TURNS


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"reference__txt": SAID}, "ref_transcript.json: no such file"),
        ({"hypothesis__txt": SAID}, "gt_transcript.json: no such file"),
        (
            {"reference__txt": SAID, "reference__srt": SAID, "hyp__txt": HEARD},
            "reference.srt and reference.txt could both be the reference",
        ),
        (
            {"reference__txt": SAID, "ref_transcript__txt": HEARD, "hyp__txt": HEARD},
            "hyp.txt and ref_transcript.txt could both be the hypothesis",
        ),
        (
            {"reference__txt": "Agent: hi\nhello\n", "hyp__txt": HEARD},
            "line 2: 'hello' does not say who",
        ),
        (
            {"reference__txt": SAID, "hyp__srt": "1\n00:00:00,000 --> 00:00:01,000\nhello\n"},
            "expected speakers or channels",
        ),
    ],
)
def test_what_is_wrong_is_said_of_the_call(
    files: dict[str, str], words: str, tmp_path: Path
) -> None:
    put(tmp_path / "a", **files)
    put(tmp_path / "b", reference__txt=SAID, hypothesis__txt=HEARD)
    calls, failed = read_folder(tmp_path)
    assert [call.id for call in calls] == ["b"]
    assert words in failed["a"]


def test_two_folders(tmp_path: Path) -> None:
    said = put(tmp_path / "said", a__txt=SAID, b__txt=SAID, c__txt="Agent hello\n")
    heard = put(tmp_path / "heard", a__txt=HEARD, c__txt=HEARD)
    calls, failed = read_two_folders(said, heard)
    assert [(call.id, call.absent) for call in calls] == [("a", False), ("b", True)]
    assert "does not say who speaks" in failed["c"]
    (heard / "d.txt").write_text(HEARD)
    with pytest.raises(PairingError, match="without a reference: 1, as 'd'"):
        read_two_folders(said, heard)
    (heard / "d.txt").unlink()
    (heard / "a.json").write_text("[]")
    with pytest.raises(InputError, match=r"a\.json and a\.txt are both the call 'a'"):
        read_two_folders(said, heard)
    with pytest.raises(InputError, match="no files"):
        read_two_folders(said, put(tmp_path / "none"))


@pytest.mark.parametrize("two", [False, True])
def test_by_command(*, two: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One of four words of the customer is wrong."""
    if two:
        given = [
            "-r",
            str(put(tmp_path / "r", a__txt=SAID)),
            "-h",
            str(put(tmp_path / "h", a__txt=HEARD)),
        ]
    else:
        put(tmp_path / "calls" / "a", reference__txt=SAID, hypothesis__txt=HEARD)
        given = [str(tmp_path / "calls")]
    status = run(["calls", *given, "--speaker", "customer", "--output", str(tmp_path / "out")])
    assert status == 0
    assert "25.00 %  1  0  0      4  1 of 1" in capsys.readouterr().out


def test_white_space_around_the_name_of_a_call_makes_no_other_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "turns.jsonl"
    row = '{"call": "%s", "side": "%s", "speaker": "Agent", "text": "so it goes"}\n'
    file.write_text(row % ("c1 ", "reference") + row % ("c1", "hypothesis"))
    assert run(["calls", str(file), "--output", str(tmp_path / "o")]) == 0
    assert "c1 " not in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "o").iterdir() if path.is_dir()] == ["c1"]


def test_calls_and_sides_whose_names_make_the_same_are_all_on_the_page(tmp_path: Path) -> None:
    file, page = tmp_path / "turns.jsonl", tmp_path / "page.html"
    row = '{"call": "%s", "side": "%s", "speaker": "%s", "text": "so it goes %s"}\n'
    file.write_text(
        "".join(
            row % (call, side, speaker, side)
            for call, speaker in (("c", "b Rep"), ("c b", "Rep"))
            for side in ("reference", "hypothesis")
        )
    )
    command = ["calls", str(file), "--speaker", "Rep,b Rep", "--html", str(page)]
    assert run([*command, "--output", str(tmp_path / "o")]) == 0
    assert all(f"'{call}'" in page.read_text("utf-8") for call in ("c", "c b"))
