"""Datasets from folders and manifests: each clip with its recording, its text, and its id."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from bench_fakes import recordings, write_wav

from mondegreen.bench.bench_toml import write_bench
from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.freezing import freeze, load_manifest, write_manifest
from mondegreen.bench.sources import clips_of
from mondegreen.cli.app import run
from mondegreen.errors import InputError
from mondegreen.options.reading import Reading

pytest.importorskip("soundfile")


def told(clips: list[Clip]) -> list[tuple[str, str | None, bool]]:
    return [(clip.id, clip.reference, Path(clip.audio).is_file()) for clip in clips]


WANTED = [("r000", "ash birch cedar", True), ("r001", "birch cedar elm", True)]


def test_a_folder_at_any_depth(tmp_path: Path) -> None:
    recordings(tmp_path / "a", 2)
    write_wav(tmp_path / "a" / "deep" / "x.wav")
    (tmp_path / "a" / "deep" / "x.txt").write_text("\ufefftwo\nlines \n", "utf-8")
    (tmp_path / "a" / ".hidden.wav").write_bytes(b"")
    (tmp_path / "a" / "notes.md").write_text("no clip", "utf-8")
    assert sorted(told(clips_of(tmp_path / "a"))) == [("deep/x", "two lines", True), *WANTED]


@pytest.mark.parametrize(
    ("file", "content"),
    [
        (
            "m.jsonl",
            (
                '{"id": "r000", "audio": "r000.wav", "text": "ash birch cedar"}\n'
                '{"id": "r001", "audio": "r001.wav", "text": "birch cedar elm"}\n'
            ),
        ),
        (
            "m.csv",
            "id,path,reference\nr000,r000.wav,ash birch cedar\nr001,r001.wav,birch cedar elm\n",
        ),
        ("m.tsv", "path\tsentence\nr000.wav\tash birch cedar\nr001.wav\tbirch cedar elm\n"),
        (
            "nemo.json",
            (
                '{"audio_filepath": "r000.wav", "duration": 0.1, "text": "ash birch cedar"}\n'
                '{"audio_filepath": "r001.wav", "duration": 0.1, "text": "birch cedar elm"}\n'
            ),
        ),
    ],
)
def test_manifests(tmp_path: Path, file: str, content: str) -> None:
    recordings(tmp_path, 2)
    (tmp_path / file).write_text(content, "utf-8")
    assert told(clips_of(tmp_path / file)) == WANTED


def test_parquet(tmp_path: Path) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    recordings(tmp_path, 2)
    columns = {
        "audio_path": ["r000.wav", "r001.wav"],
        "text": ["ash birch cedar", "birch cedar elm"],
        "speech_end_ms": [80.5, None],
    }
    parquet.write_table(pa.table(columns), tmp_path / "m.parquet")
    found = clips_of(tmp_path / "m.parquet")
    assert told(found) == WANTED
    assert [clip.speech_end_ms for clip in found] == [80.5, None]


def test_common_voice_has_its_recordings_in_clips(tmp_path: Path) -> None:
    recordings(tmp_path / "clips", 2)
    lines = "client_id\tpath\tsentence\tlocale\na\tr000.wav\tash birch cedar\tde\na\tr001.wav\tbirch cedar elm\tde\n"
    (tmp_path / "test.tsv").write_text(lines, "utf-8")
    found = clips_of(tmp_path / "test.tsv")
    assert told(found) == WANTED
    assert {clip.language for clip in found} == {"de"}


def test_kaldi(tmp_path: Path) -> None:
    recordings(tmp_path, 2)
    (tmp_path / "wav.scp").write_text(f"r000 {tmp_path}/r000.wav\nr001 r001.wav\n", "utf-8")
    (tmp_path / "text").write_text("r000 ash birch cedar\nr001 birch cedar elm\n", "utf-8")
    assert told(clips_of(tmp_path)) == WANTED
    (tmp_path / "wav.scp").write_text("r000 sph2pipe a.sph |\n", "utf-8")
    with pytest.raises(
        InputError, match=r"wav\.scp, line 1: expected an id and the path .* not run"
    ):
        clips_of(tmp_path)


def test_librispeech(tmp_path: Path) -> None:
    recordings(tmp_path / "84" / "1", 2)
    for text in (tmp_path / "84" / "1").glob("*.txt"):
        text.unlink()
    lines = "r000 ash birch cedar\nr001 birch cedar elm\ngone so it goes\n"
    (tmp_path / "84" / "1" / "84-1.trans.txt").write_text(lines, "utf-8")
    found = clips_of(tmp_path)
    assert told(found)[:2] == WANTED
    assert (found[2].id, found[2].reason) == ("gone", "there is no file")


def test_lhotse(tmp_path: Path) -> None:
    recordings(tmp_path, 2)
    rows: list[dict[str, Any]] = [
        {"id": f"r00{at}", "recording_id": f"rec{at}", "start": 0, "duration": 0.1, "channel": 0}
        for at in range(2)
    ]
    rows[0]["text"], rows[1]["text"] = "ash birch cedar", "birch cedar elm"
    (tmp_path / "supervisions.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in rows), "utf-8"
    )
    sources = [
        {"id": f"rec{at}", "sources": [{"type": "file", "source": f"r00{at}.wav"}]}
        for at in range(2)
    ]
    (tmp_path / "recordings.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in sources), "utf-8"
    )
    assert told(clips_of(tmp_path / "supervisions.jsonl")) == WANTED


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("id,text\na,so\n", "no column of recordings; columns: 'id', 'text'"),
        ("id,audio,text\na,r.wav,so\na,s.wav,on\n", "'a'"),
        ("audio,text\nr.wav,so\nr.wav,on\n", "has several rows; cut it"),
        ("audio,text,speech_end_ms\nr.wav,so,soon\n", "speech_end_ms is 'soon', expected milli"),
    ],
)
def test_manifests_that_cannot_be_used(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "m.csv").write_text(content, "utf-8")
    with pytest.raises(InputError, match=problem):
        clips_of(tmp_path / "m.csv")


def test_a_folder_without_recordings_and_one_with_two_of_a_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no recording, expected"):
        clips_of(tmp_path)
    write_wav(tmp_path / "a.wav")
    (tmp_path / "a.flac").write_bytes(b"x")
    with pytest.raises(InputError, match="are both the recording 'a'"):
        clips_of(tmp_path)


def test_what_cannot_be_used_is_one_line_each_and_the_rest_goes_on(tmp_path: Path) -> None:
    folder = recordings(tmp_path / "a", 2)
    (folder / "none.wav").write_bytes(b"")
    (folder / "none.txt").write_text("so", "utf-8")
    (folder / "page.wav").write_text("<html>not found</html>", "utf-8")
    (folder / "page.txt").write_text("so", "utf-8")
    write_wav(folder / "untold.wav", 9)
    write_wav(folder / "still.wav", level=0)
    (folder / "still.txt").write_text("words", "utf-8")
    lines: list[str] = []
    dataset = freeze("a", clips_of(folder), language="en", say=lines.append)
    assert [line.partition(":")[0] for line in lines] == ["none", "page", "still", "untold"]
    assert "is empty (0 bytes)" in lines[0]
    assert "HTML" in lines[1]
    assert "is silent, and its reference has words" in lines[2]
    assert "there is no reference (expected untold.txt" in lines[3]
    assert dataset.left_out == {
        "the recording cannot be used": ["none", "page"],
        "no reference": ["untold"],
    }
    with pytest.raises(InputError, match="no recording can be used; the first: none"):
        freeze("a", [clip for clip in dataset.clips if clip.reason], say=lines.append)


def test_the_id_is_frozen_and_a_recut_has_another(tmp_path: Path) -> None:
    folder = recordings(tmp_path / "a", 3)
    told_nothing: list[str] = []

    def frozen() -> Dataset:
        return freeze("a", clips_of(folder), language="en", say=told_nothing.append)

    first = frozen()
    path = tmp_path / "a.manifest.jsonl"
    write_manifest(first, path)
    assert load_manifest("a", path, first.id).clips == [
        Clip(**{**vars(clip), "audio": str(tmp_path / "a" / f"{clip.id}.wav")})
        for clip in first.clips
    ]
    (folder / "r001.txt").write_text("corrected", "utf-8")
    assert frozen().id == first.id  # a reference has versions of its own
    write_wav(folder / "r001.wav", 77)
    assert frozen().id != first.id
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(lines[1:]), "utf-8")
    with pytest.raises(InputError, match="ids or recordings were changed"):
        load_manifest("a", path, first.id)
    path.write_text('{"id": 1, "colour": 2}\n', "utf-8")
    with pytest.raises(InputError, match=r"line 1: expected a clip as `bench init` writes it"):
        load_manifest("a", path)


def test_options_of_reading_are_taken(tmp_path: Path) -> None:
    recordings(tmp_path, 2)
    (tmp_path / "m.csv").write_bytes("nr,wav,said\n7,r000.wav,dürfen\n".encode("latin-1"))
    options = Reading(reference_column="said", id_column="nr", encoding="latin-1")
    assert told(clips_of(tmp_path / "m.csv", options)) == [("7", "dürfen", True)]


def test_init_again_keeps_corrections_and_ends_of_speech(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was written into the manifest is of the same recordings; nothing of it is lost in silence."""
    monkeypatch.chdir(tmp_path)
    recordings(Path("clips"), 2)
    assert run(["bench", "init", "clips", "--systems", "files:clips"]) == 0
    manifest = Path("clips.manifest.jsonl")
    rows = [json.loads(line) for line in manifest.read_text("utf-8").splitlines()]
    rows[0] |= {"text": "so it went", "speech_end_ms": 90.0, "speech_end_detector": "ear@1"}
    manifest.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    capsys.readouterr()
    assert run(["bench", "init", "clips"]) == 0
    assert "1 reference of clips.manifest.jsonl differ from the source" in capsys.readouterr().err
    assert [json.loads(line) for line in manifest.read_text("utf-8").splitlines()] == rows


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c"])
def test_other_ends_of_lines_are_in_texts_and_names(tmp_path: Path, end: str) -> None:
    folder = recordings(tmp_path / "a", 1)
    write_wav(folder / f"x{end}y.wav")
    clips = [*clips_of(folder), Clip("z", str(folder / "r000.wav"), f"two{end}lines")]
    frozen = freeze("a", clips, language="en", say=lambda _line: None)
    path = tmp_path / "a.manifest.jsonl"
    write_manifest(frozen, path)
    read = load_manifest("a", path, frozen.id)
    assert [(clip.id, clip.reference) for clip in read.clips] == [
        (clip.id, clip.reference) for clip in frozen.clips
    ]
    assert f"two{end}lines" in [clip.reference for clip in read.clips]


def test_other_ends_of_lines_in_names_of_systems(tmp_path: Path) -> None:
    recordings(tmp_path / "a", 1)
    made = tmp_path / "bench.toml"
    name = "ls\u2028ps\u2029nel\x85:m"
    write_bench(made, ("a", "a@1", "a.manifest.jsonl"), [name], ["wer"], "")
    assert name in tomllib.loads(made.read_text("utf-8"))["systems"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="of Unix")
def test_a_text_that_is_a_pipe_is_never_read(tmp_path: Path) -> None:
    folder = recordings(tmp_path / "a", 2)
    (folder / "r001.txt").unlink()
    os.mkfifo(folder / "r001.txt")
    with pytest.raises(InputError, match=r"r001\.txt: is no regular file"):
        clips_of(folder)


def test_a_nul_in_a_path_leaves_the_clip_out(tmp_path: Path) -> None:
    folder = recordings(tmp_path / "a", 1)
    rows = [{"id": "x", "audio": "bank\0.flac", "text": "so"}, {"id": "y", "audio": "r000.wav"}]
    manifest = folder / "m.jsonl"
    manifest.write_text("".join(json.dumps(row | {"text": "so"}) + "\n" for row in rows))
    said: list[str] = []
    frozen = freeze("a", clips_of(manifest), language="en", say=said.append)
    assert [bool(clip.reason) for clip in frozen.clips] == [True, False]
    assert any("no path of a file" in line for line in said)
