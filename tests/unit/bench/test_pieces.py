"""Recordings inside of tables and parts of recordings become clips, sample by sample."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bench_fakes import recordings, write_wav

from mondegreen.bench.freezing import freeze
from mondegreen.bench.sources import clips_of
from mondegreen.cli.app import run
from mondegreen.errors import InputError
from mondegreen.options.reading import Reading

if TYPE_CHECKING:
    from mondegreen.bench.clips import Clip

soundfile = pytest.importorskip("soundfile")
np = pytest.importorskip("numpy")
TEXTS = ["ash birch cedar", "birch cedar elm", "cedar elm fir"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return recordings(tmp_path / "wavs", 3)


def told(clips: list[Clip]) -> list[tuple[str, str | None, str]]:
    return [(clip.id, clip.reference, clip.reason) for clip in clips]


def bytes_of(folder: Path, suffix: str = ".wav") -> list[bytes]:
    made = []
    for at in range(3):
        path = folder / f"r00{at}.wav"
        if suffix != ".wav":
            samples, rate = soundfile.read(path)
            path = path.with_suffix(suffix)
            soundfile.write(path, samples, rate)
        made.append(path.read_bytes())
    return made


def struct(rows: list[tuple[bytes | None, str | None]]) -> Any:
    pa = pytest.importorskip("pyarrow")
    kind = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    return pa.array([{"bytes": stored, "path": path} for stored, path in rows], kind)


def write(kind: str, place: Path, columns: dict[str, Any]) -> Path:
    """Write a table as Parquet, as a file of Arrow, or as ``datasets`` saves it, in two files."""
    pa = pytest.importorskip("pyarrow")
    parquet, ipc = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pyarrow.ipc")
    table = pa.table(columns)
    if kind == "parquet":
        parquet.write_table(table, place.with_suffix(".parquet"), row_group_size=2)
        return place.with_suffix(".parquet")
    if kind == "arrow":
        with ipc.new_file(place.with_suffix(".arrow"), table.schema) as writer:
            writer.write_table(table)
        return place.with_suffix(".arrow")
    place.mkdir()
    parts = [table.slice(0, 2), table.slice(2)]
    if kind == "folder":
        for at, part in enumerate(parts):
            parquet.write_table(part, place / f"test-0000{at}-of-00002.parquet")
        return place
    names = [f"data-0000{at}-of-00002.arrow" for at in range(2)]
    for name, part in zip(names, parts, strict=True):
        with ipc.new_stream(place / name, table.schema) as writer:
            writer.write_table(part)
    state = {"_data_files": [{"filename": name} for name in names], "_split": "test"}
    (place / "state.json").write_text(json.dumps(state), "utf-8")
    return place


@pytest.mark.parametrize("kind", ["parquet", "arrow", "saved", "folder"])
@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg"])
def test_recordings_inside_of_tables(tmp_path: Path, folder: Path, kind: str, suffix: str) -> None:
    stored = bytes_of(folder, suffix)
    audio = struct([(each, f"{at}{suffix}") for at, each in enumerate(stored)])
    columns = {"id": ["a", "b/c", "d"], "audio": audio, "sentence": TEXTS, "locale": ["de"] * 3}
    found = clips_of(write(kind, tmp_path / "t", columns), pieces=tmp_path / "t.clips")
    assert told(found) == [
        (name, text, "") for name, text in zip(("a", "b/c", "d"), TEXTS, strict=True)
    ]
    assert [Path(clip.audio).read_bytes() for clip in found] == stored
    assert {Path(clip.audio).suffix for clip in found} == {suffix}
    assert {Path(clip.audio).parent for clip in found} == {tmp_path / "t.clips"}
    assert {clip.language for clip in found} == {"de"}
    assert len(freeze("t", found, say=pytest.fail).clips) == 3


def test_tables_with_plain_bytes_with_paths_and_with_nothing(tmp_path: Path, folder: Path) -> None:
    stored = bytes_of(folder)
    pa = pytest.importorskip("pyarrow")
    plain = {"speech": pa.array(stored), "text": TEXTS}
    found = clips_of(write("parquet", tmp_path / "p", plain), pieces=tmp_path / "p.clips")
    assert told(found) == [(str(at), text, "") for at, text in enumerate(TEXTS, 1)]
    rows = struct([(None, "wavs/r000.wav"), (stored[1], None), (None, None)])
    where = write("parquet", tmp_path / "q", {"audio": rows, "text": TEXTS})
    found = clips_of(where, pieces=tmp_path / "q.clips")
    assert Path(found[0].audio) == folder / "r000.wav"
    assert Path(found[1].audio).read_bytes() == stored[1]
    assert found[2].reason == "the table has no recording in this row"
    lines: list[str] = []
    frozen = freeze("q", found, say=lines.append)
    assert lines == [f"3: {found[2].reason}; it is left out, and named in coverage"]
    assert frozen.left_out == {"the recording cannot be used": ["3"]}
    two = {"one": pa.array(stored), "two": pa.array(stored), "text": TEXTS}
    with pytest.raises(InputError, match="several columns have recordings: 'one', 'two'"):
        clips_of(write("parquet", tmp_path / "r", two))
    with pytest.raises(InputError, match="nothing says where to write it"):
        clips_of(write("parquet", tmp_path / "s", plain))


def test_splits_are_named(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "dataset_dict.json").write_text('{"splits": ["train", "test"]}', "utf-8")
    with pytest.raises(InputError, match="has the splits train, test; name one"):
        clips_of(tmp_path / "d")


def test_ids_that_are_no_names_of_files(tmp_path: Path, folder: Path) -> None:
    ids = ["../up", "a" * 300, "../UP"]
    audio = struct([(each, None) for each in bytes_of(folder)])
    where = write("parquet", tmp_path / "t", {"id": ids, "audio": audio, "text": TEXTS})
    found = clips_of(where, pieces=tmp_path / "t.clips")
    assert [clip.id for clip in found] == ids
    assert len({Path(clip.audio).name.lower() for clip in found}) == 3
    assert all(Path(clip.audio).resolve().parent == tmp_path / "t.clips" for clip in found)


# -- parts of recordings -------------------------------------------------------------------------


def long_one(path: Path, *, channels: int = 1, rate: int = 8000, subtype: str = "PCM_16") -> Any:
    """Write four seconds; return the samples."""
    count = 4 * rate
    samples = np.arange(count * channels, dtype="int64").reshape(count, channels) * 7919 % 60000
    samples = (samples - 30000).astype("int16")
    data = samples.astype("int32") << 16 if subtype == "PCM_24" else samples
    soundfile.write(path, data, rate, subtype=subtype)
    return samples


def heard(clip: Clip) -> Any:
    samples, _ = soundfile.read(clip.audio, dtype="int16", always_2d=True)
    return samples


@pytest.mark.parametrize("subtype", ["PCM_16", "PCM_24", "FLOAT"])
def test_segments_of_kaldi(tmp_path: Path, subtype: str) -> None:
    whole = long_one(tmp_path / "talk.wav", subtype=subtype)
    (tmp_path / "wav.scp").write_text(f"talk {tmp_path}/talk.wav\n", "utf-8")
    (tmp_path / "text").write_text("t-1 so it goes\nt-2 and so on\nt-9 gone\n", "utf-8")
    lines = "t-1 talk 0.5 1.25\nt-2 talk 3.5 4.02\nt-3 talk 3 -1\nt-4 talk 3.9 9\n"
    (tmp_path / "segments").write_text(lines, "utf-8")
    found = clips_of(tmp_path, pieces=tmp_path / "clips")
    assert [(clip.id, clip.reference) for clip in found] == [
        ("t-1", "so it goes"), ("t-2", "and so on"), ("t-3", None), ("t-4", None), ("t-9", "gone"),
    ]  # fmt: skip
    assert (heard(found[0]) == whole[4000:10000]).all()
    assert (heard(found[1]) == whole[28000:]).all()
    assert (heard(found[2]) == whole[24000:]).all()
    assert "is 4.00 s long, expected a part from 3.9 s to 9 s" in found[3].reason
    assert found[4].reason == "there is no recording: segments does not name it"
    assert freeze("k", found, say=lambda _line: None).clips[0].duration == 0.75


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a talk 0\n", "segments, line 1: expected an id, a recording, and where it starts"),
        ("a talk x y\n", "got 'a talk x y'"),
        ("a other 0 1\n", "wav.scp has no recording 'other'"),
    ],
)
def test_segments_that_cannot_be_used(tmp_path: Path, line: str, problem: str) -> None:
    long_one(tmp_path / "talk.wav")
    (tmp_path / "wav.scp").write_text("talk talk.wav\n", "utf-8")
    (tmp_path / "segments").write_text(line, "utf-8")
    with pytest.raises(InputError, match=problem):
        clips_of(tmp_path, pieces=tmp_path / "clips")


@pytest.mark.parametrize("line", ["a sph2pipe -f wav a.sph |", "a cat b.wav|", "a"])
def test_no_command_of_kaldi_is_run(tmp_path: Path, line: str) -> None:
    mark = tmp_path / "ran"
    (tmp_path / "wav.scp").write_text(f"{line.replace('cat', f'touch {mark}; cat')}\n", "utf-8")
    with pytest.raises(InputError, match=r"wav\.scp, line 1: .* a command is not run"):
        clips_of(tmp_path)
    assert not mark.exists()


def jsonl(path: Path, *rows: dict[str, Any]) -> Path:
    text = "".join(json.dumps(row) + "\n" for row in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, "utf-8")
    return path


def recording(path: str, *, channels: int = 1, kind: str = "file", **more: Any) -> dict[str, Any]:
    sources = [{"type": kind, "channels": [*range(channels)], "source": path}]
    return {
        "id": "talk", "sources": sources, "sampling_rate": 8000, "num_samples": 32000,
        "duration": 4.0, "channel_ids": [*range(channels)], **more,
    }  # fmt: skip


def supervision(name: str, start: float, duration: float, **more: Any) -> dict[str, Any]:
    return {"id": name, "recording_id": "talk", "start": start, "duration": duration,
            "channel": 0, "text": f"text of {name}", "language": "English", **more}  # fmt: skip


@pytest.mark.parametrize("packed", ["", ".gz"])
def test_supervisions_are_parts_of_their_recordings(tmp_path: Path, packed: str) -> None:
    whole = long_one(tmp_path / "talk.wav", channels=2)
    jsonl(tmp_path / f"recordings.jsonl{packed}", recording("talk.wav", channels=2))
    rows = (
        supervision("s-1", 0.5, 0.75),
        supervision("s-2", 1.25, 1.0, channel=1),
        supervision("s-3", 5.0, 1.0),
    )
    where = jsonl(tmp_path / f"supervisions.jsonl{packed}", *rows)
    found = clips_of(where, pieces=tmp_path / "clips")
    assert [clip.id for clip in found] == ["s-1", "s-2", "s-3"]
    assert found[0].reference == "text of s-1"
    assert (heard(found[0])[:, 0] == whole[4000:10000, 0]).all()
    assert (heard(found[1])[:, 0] == whole[10000:18000, 1]).all()
    assert "expected a part from 5.0 s to 6.0 s" in found[2].reason


def test_a_supervision_of_all_is_the_recording_itself(tmp_path: Path) -> None:
    long_one(tmp_path / "talk.wav")
    jsonl(tmp_path / "recordings.jsonl", recording("talk.wav"))
    where = jsonl(tmp_path / "supervisions.jsonl", supervision("s", 0, 4.0))
    (found,) = clips_of(where)
    assert Path(found.audio) == tmp_path / "talk.wav"


@pytest.mark.parametrize("apart", [False, True])
def test_cuts(tmp_path: Path, apart: bool) -> None:  # noqa: FBT001 - a parameter
    whole = long_one(tmp_path / "talk.wav")
    said = [supervision("b", 0.6, 0.2), supervision("a", 0.1, 0.2)]
    rows: list[dict[str, Any]] = [
        {"id": "c-1", "start": 1.0, "duration": 1.5, "channel": 0, "supervisions": said,
         "recording": recording("talk.wav"), "type": "MonoCut"},
        {"id": "c-2", "start": 0, "duration": 4.0, "channel": 0,
         "supervisions": [supervision("c", 0, 4, text=None)],
         "recording": recording("talk.wav"), "type": "MonoCut"},
    ]  # fmt: skip
    if apart:
        for row in rows:
            del row["recording"]
        jsonl(tmp_path / "recordings.jsonl.gz", recording("talk.wav"))
    found = clips_of(jsonl(tmp_path / "cuts.jsonl.gz", *rows), pieces=tmp_path / "clips")
    assert told(found) == [("c-1", "text of a text of b", ""), ("c-2", None, "")]
    assert (heard(found[0]) == whole[8000:20000]).all()
    assert Path(found[1].audio) == tmp_path / "talk.wav"
    assert found[0].language == "English"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"type": "MixedCut"}, "line 1: is a MixedCut, expected MonoCut or MultiCut"),
        ({"type": "PaddingCut"}, "is a PaddingCut"),
        (
            {"recording": recording("cat a.wav", kind="command")},
            "got command; a command is not run",
        ),
        ({"recording": recording("http://a/b.wav", kind="url")}, "an address is not fetched"),
        ({"recording": recording("talk.wav", transforms=[{"name": "Speed"}])}, "transforms"),
        ({"recording": None}, "expected a cut with id, start, duration and its recording"),
        ({"duration": "long"}, "expected a cut with id"),
    ],
)
def test_cuts_that_cannot_be_used(tmp_path: Path, change: dict[str, Any], problem: str) -> None:
    long_one(tmp_path / "talk.wav")
    row = {"id": "c", "start": 1.0, "duration": 1.5, "channel": 0, "supervisions": [],
           "recording": recording("talk.wav"), "type": "MonoCut", **change}  # fmt: skip
    with pytest.raises(InputError, match=problem):
        clips_of(jsonl(tmp_path / "cuts.jsonl", row), pieces=tmp_path / "clips")


def test_a_folder_with_metadata_of_hugging_face(tmp_path: Path) -> None:
    folder = recordings(tmp_path / "data" / "deep", 2)
    for text in folder.glob("*.txt"):
        text.unlink()
    rows = [{"file_name": f"deep/r00{at}.wav", "transcription": TEXTS[at]} for at in range(2)]
    jsonl(tmp_path / "data" / "metadata.jsonl", *rows)
    assert [(clip.reference, Path(clip.audio).is_file()) for clip in clips_of(tmp_path / "data")] == [
        (TEXTS[0], True), (TEXTS[1], True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ("audio,reference_a,reference_b", "'reference_a' and 'reference_b' may have them; name it: --reference-column reference_a"),
        ("audio,text_clean", "'text_clean' may have them"),
        ("audio,human transcript", "--reference-column 'human transcript'"),
        ("audio,note", None),
        ("audio,text_id", None),
    ],
)  # fmt: skip
def test_columns_that_may_have_the_references(
    tmp_path: Path, columns: str, problem: str | None
) -> None:
    write_wav(tmp_path / "a.wav")
    value = "7" if columns.endswith("_id") else "so it goes"
    row = ",".join(["a.wav", *[value] * columns.count(",")])
    (tmp_path / "m.csv").write_text(f"{columns}\n{row}\n", "utf-8")
    if problem is None:
        assert clips_of(tmp_path / "m.csv")[0].reference is None
        return
    with pytest.raises(InputError, match=problem):
        clips_of(tmp_path / "m.csv")
    named = Reading(reference_column=columns.split(",")[1])
    assert clips_of(tmp_path / "m.csv", named)[0].reference == "so it goes"


def test_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = recordings(tmp_path / "wavs", 3)
    audio = struct([(each, None) for each in bytes_of(folder)])
    write("saved", tmp_path / "saved", {"audio": audio, "text": TEXTS})
    heard_by = tmp_path / "heard"
    heard_by.mkdir()
    for at, said in enumerate(TEXTS, 1):
        (heard_by / f"{at}.txt").write_text(said, "utf-8")
    assert run(["bench", "init", "saved", "--systems", "files:heard"]) == 0
    assert run(["bench", "run", "--fail-on-error"]) == 0
    rows = [json.loads(line) for line in Path("saved.manifest.jsonl").read_text().splitlines()]
    assert [row["audio"] for row in rows] == [f"saved.clips/{at}.wav" for at in (1, 2, 3)]
    assert all(math.isclose(row["duration"], 0.1) for row in rows)
