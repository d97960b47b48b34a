"""Result files and submissions, made here in the layouts that the leaderboards document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run

SAID = ["so it goes", "and so on we go", "that is all there is", "", "one two"]
HEARD: dict[str, list[str | None]] = {
    "openai-whisper-tiny.en": ["so it goes", "and so on", "that was all there is", "uh", "one two"],
    "nvidia-parakeet": ["so it goes", None, "", "", "won too"],
}


def rows_of(heard: list[str | None], **more: Any) -> list[dict[str, Any]]:
    return [
        {"audio_filepath": f"sample_{at}", "duration": 2.0, "time": 0.5, "text": text,
         "pred_text": wrote, **more}
        for at, (text, wrote) in enumerate(zip(SAID, heard, strict=True))
    ]  # fmt: skip


def results(folder: Path, model: str, dataset: str, rows: list[dict[str, Any]]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"MODEL_{model}_DATASET_{dataset}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def report(capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["bench", "report", "--to", "json", *more]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_result_files_of_the_open_asr_leaderboard(capsys: pytest.CaptureFixture[str]) -> None:
    for model, heard in HEARD.items():
        results(Path("all/results"), model, "esb_ami_test", rows_of(heard))
    results(
        Path("all/results"), "nvidia-parakeet", "esb_lv_test", rows_of(HEARD["nvidia-parakeet"])
    )
    assert run(["bench", "import", "all"]) == 0
    assert "kept in" in capsys.readouterr().err
    found = {(each["dataset"].partition("@")[0], each["system"]): each for each in report(capsys)}
    assert sorted(found) == [
        ("esb_ami_test", "nvidia/parakeet"), ("esb_ami_test", "openai/whisper-tiny.en"),
        ("esb_lv_test", "nvidia/parakeet"),
    ]  # fmt: skip
    for (_, system), each in found.items():
        heard = HEARD[system.replace("/", "-", 1)]
        failed = [mg.Failed("none") if wrote is None else wrote for wrote in heard]
        wanted = mg.score(SAID, failed, normalizer="mondegreen-en", missing="deletions")
        assert each["metrics"][0]["value"] == wanted["wer"].value
        assert each["coverage"].get("failed", 0) == heard.count(None)
        assert each["coverage"]["total"] == len(SAID)
    assert run(["bench", "import", "all"]) == 0
    assert "left out: transcripts that are there already, of: 1" in capsys.readouterr().err
    assert run(["bench", "status"]) == 0


def test_a_model_that_lacks_rows_and_one_with_other_references(
    capsys: pytest.CaptureFixture[str],
) -> None:
    full = rows_of(HEARD["openai-whisper-tiny.en"])
    results(Path("a"), "a-one", "d", full)
    results(Path("a"), "b-two", "d", full[1:])
    assert run(["bench", "import", "a", "--language", "de"]) == 0
    found = {each["system"]: each for each in report(capsys)}
    assert found["b/two"]["coverage"]["missing"] == 1
    assert "mondegreen-de" in found["a/one"]["metrics"][0]["signature"]
    other = [{**full[0], "text": "something else"}, *full[1:]]
    results(Path("b"), "a-one", "d", full)
    results(Path("b"), "c-three", "d", other)
    assert run(["bench", "import", "b", "--name", "again"]) == 2
    assert "the reference of sample_0 is not the one in MODEL_a-one" in capsys.readouterr().err


def test_parts_of_a_recording_are_put_together(capsys: pytest.CaptureFixture[str]) -> None:
    parts = [
        {"audio_filepath": f"s_{at}", "duration": 30.0, "time": 1.0, "text": "so it goes and on",
         "pred_text": text, "parent_id": "talk", "chunk_index": at}
        for at, text in ((1, "and on"), (0, "so it goes "), (2, ""))
    ]  # fmt: skip
    gap = [{**parts[0], "parent_id": "gap", "chunk_index": at, "pred_text": "so"} for at in (0, 2)]
    path = results(Path("a"), "a-one", "d", [*parts, *gap])
    assert run(["bench", "import", str(path)]) == 0
    assert "left out: a part is not there: 1 (gap)" in capsys.readouterr().err
    assert run(["bench", "export", "a/one"]) == 0
    (file,) = Path("export_a_one").glob("*.json")
    rows = {row["sample_id"]: row for row in json.loads(file.read_text("utf-8"))}
    assert rows["talk"]["transcription"] == "so it goes and on"
    assert rows["talk"]["wer"] == 0
    assert rows["talk"]["audio_duration_seconds"] == 90
    assert rows["gap"]["transcription"] == "so so"


@pytest.mark.parametrize("name", ["duration", "time", "chunk_index"])
@pytest.mark.parametrize("value", ["x", [1], float("inf"), float("nan"), -1])
def test_numbers_that_are_none(name: str, value: Any, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(HEARD["nvidia-parakeet"], parent_id="talk")
    results(Path("a"), "a-one", "d", [*rows, {**rows[0], name: value}])
    assert run(["bench", "import", "a"]) == 2
    assert f":6: {name} is {value!r}, expected a number" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["{", "[" * 100_000, "[]", '{"text": "a"}', '{"text": 1, "pred_text": "b"}']
)
def test_lines_that_are_none(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = results(Path("a"), "a-one", "d", rows_of(HEARD["nvidia-parakeet"]))
    path.write_text(path.read_text("utf-8") + line + "\n", "utf-8")
    assert run(["bench", "import", "a"]) == 2
    assert f"{path}:6: expected an object with the texts text" in capsys.readouterr().err


# -- MU-Bench --------------------------------------------------------------------------------------

CALLS = {
    "en-US": ["Hi. I want a higher limit.", "C N 7 3 4.", "Um.", "Thank you."],
    "es-MX": ["Hola, buenos días.", "Gracias."],
}


def mu_bench(folder: Path) -> Path:
    """Write the manifest, and two submissions: all of it, and one locale with gaps."""
    rows = [
        {"id": f"conv-{at // 2}-turn-{at % 2}", "locale": locale, "conversation_id": f"conv-{at // 2}",
         "turn_index": at % 2, "transcript": text, "duration_sec": 1.5 + at,
         "audio_path": f"audio/{locale}/conv-{at // 2}-turn-{at % 2}.wav"}
        for locale, texts in CALLS.items()
        for at, text in enumerate(texts)
    ]  # fmt: skip
    folder.mkdir()
    manifest = {"locales": [*CALLS], "utterances": rows}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    for name, locales, lost in (("acme-v1", [*CALLS], ""), ("best-2", ["en-US"], "conv-1-turn-1")):
        delays = {}
        for row in rows:
            if row["locale"] in locales and row["id"] != lost:
                place = folder / "submissions" / "raw" / name / row["locale"] / f"{row['id']}.txt"
                place.parent.mkdir(parents=True, exist_ok=True)
                said = "" if name == "best-2" and row["transcript"] == "Um." else row["transcript"]
                place.write_text(f"{said}\n", "utf-8")
                delays[f"{row['locale']}/{row['id']}"] = 250.5
        inside = folder / "submissions" / "raw" / name
        (inside / "latency.json").write_text(json.dumps(delays), "utf-8")
        (inside / "metadata.yaml").write_text(f"model: {name}\norganization: Acme\n", "utf-8")
    return folder


@pytest.mark.parametrize("place", ["mu", "mu/submissions/raw/best-2"])
def test_mu_bench(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    mu_bench(Path("mu"))
    assert run(["bench", "import", place]) == 0
    told = capsys.readouterr().err
    assert "left out: no transcript: 1 (best-2/en-US/conv-1-turn-1)" in told
    found = {(each["dataset"].partition("@")[0], each["system"]): each for each in report(capsys)}
    wanted = {("mu-bench-en-US", "best-2")}
    if place == "mu":
        wanted |= {("mu-bench-en-US", "acme-v1"), ("mu-bench-es-MX", "acme-v1")}
        assert found["mu-bench-es-MX", "acme-v1"]["metrics"][0]["value"] == 0
        assert "mondegreen-es" in found["mu-bench-es-MX", "acme-v1"]["metrics"][0]["signature"]
    assert {*found} == wanted
    best = found["mu-bench-en-US", "best-2"]
    assert (best["coverage"]["missing"], best["coverage"]["empty"]) == (1, 1)
    assert best["metrics"][0]["value"] > 0
    rows = [
        json.loads(line) for line in Path("mu-bench-en-US.manifest.jsonl").read_text().splitlines()
    ]
    assert [row["conversation"] for row in rows] == ["conv-0", "conv-0", "conv-1", "conv-1"]


@pytest.mark.parametrize(
    ("break_it", "problem"),
    [
        (lambda mu: (mu / "manifest.json").write_text("{}", "utf-8"), "expected utterances with id"),
        (lambda mu: (mu / "submissions/raw/best-2/latency.json").write_text("[1]"), "latency.json: expected"),
        (lambda mu: (mu / "submissions/raw/best-2/en-US/conv-0-turn-0.txt").write_bytes(b"\xff"), "is not UTF-8"),
    ],
)  # fmt: skip
def test_mu_bench_that_cannot_be_used(
    break_it: Any, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    break_it(mu_bench(Path("mu")))
    assert run(["bench", "import", "mu"]) == 2
    told = capsys.readouterr().err
    assert problem in told
    assert told.count("\n") == 1


def test_a_folder_of_a_vendor_is_a_system(capsys: pytest.CaptureFixture[str]) -> None:
    Path("vendor").mkdir()
    Path("vendor/a.txt").write_text("so it goes", "utf-8")
    assert run(["bench", "import", "vendor"]) == 2
    assert "mondegreen bench run --systems files:vendor" in capsys.readouterr().err
