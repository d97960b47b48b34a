"""References are drafted, verified, exchanged and doubted, and no draft feeds a figure unseen."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from bench_fakes import WORDS, recordings
from ground_truth_sets import frozen, transcribe

import mondegreen as mg
from mondegreen.bench.freezing import freeze
from mondegreen.bench.ground_truth.doubts import doubtful, queue_run
from mondegreen.bench.ground_truth.drafters import drafters
from mondegreen.bench.ground_truth.drafting import draft, nearest, wanted_clips
from mondegreen.bench.ground_truth.exchange import export_run, import_run, state_of
from mondegreen.bench.ground_truth.records import instant
from mondegreen.bench.ground_truth.reviewing import Review, edit_reference, sample_named
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.observed import observed
from mondegreen.bench.referenced import QUEUED, UNVERIFIED, referenced
from mondegreen.bench.scoring import evaluate, options_of
from mondegreen.bench.sources import clips_of
from mondegreen.bench.standings import standings
from mondegreen.cli.app import run
from mondegreen.errors import InputError, UsageError
from mondegreen.providers import ProviderError
from mondegreen.report.bench import render
from mondegreen.scoring.options import Options
from mondegreen.store import database, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store

pytest.importorskip("soundfile")
OPTIONS = options_of(None, Options())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


SAID = {f"r{at:03}": " ".join(WORDS[(at + each) % 10] for each in range(3)) for at in range(6)}


def test_the_nearest_of_several_transcripts_is_the_draft() -> None:
    texts: dict[str, list[str | None]] = {
        "a": ["Ash birch.", "ash", None, None, "elm fir", ""],
        "b": ["ash birch", "ash birch", "fir", None, "oak", ""],
        "c": ["ash brick", "ash birch cedar", None, None, "elm fur", None],
    }
    found = nearest(texts, ["en"] * 6)
    assert found == [
        ("Ash birch.", 2, 3),  # equal after the normalizer; of equals the first name
        ("ash birch", 1, 3),  # in the middle of both others
        ("fir", 1, 1),
        None,
        ("elm fir", 1, 3),  # two errors less than the stranger
        ("", 2, 2),
    ]


def test_the_draft_is_the_medoid_by_brute_force() -> None:
    rng = random.Random(7)
    names = "abcd"
    texts = {
        name: [" ".join(rng.choices(WORDS[:3], k=rng.randint(1, 4))) for _ in range(60)]
        for name in names
    }
    for at, found in enumerate(nearest(texts, ["en"] * 60)):
        column = [texts[name][at] for name in names]
        sums = []
        for one in column:
            each = [mg.score([one], [other])["wer"] for other in column]
            sums.append(sum(result.value * len(one.split()) for result in each))
        assert found is not None
        assert sums[column.index(found[0])] == pytest.approx(min(sums))
        assert found[1] == column.count(found[0])


def test_drafts_do_not_count_until_they_are_verified(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set", texts=False)
    wrong = {**SAID, "r001": "birch cedar for", "r005": "hazel"}
    transcribe(store, monkeypatch, dataset, a_1=SAID, b_1=SAID, c_1=wrong)
    with pytest.raises(UsageError, match="no clip has a reference"):
        standings(store, [dataset.id], OPTIONS)
    clips = wanted_clips(store, dataset)
    state = draft(store, dataset.id, clips, ["a:1", "b:1"])
    assert state.header["model"] == "agreement@1"
    assert len(state.header["prompt_hash"]) == 12
    assert {item.draft for item in state.items.values()} == set(SAID.values())
    assert wanted_clips(store, dataset) == []
    with pytest.raises(UsageError, match="no reference is verified; review the drafts"):
        standings(store, [dataset.id], OPTIONS)
    with pytest.raises(UsageError, match="no reference is verified"):
        standings(store, [dataset.id], OPTIONS, ["c:1"])
    assert evaluate(store, [dataset.id], OPTIONS) == {}
    loose = {each.system: each for each in standings(store, [dataset.id], OPTIONS, unverified=True)}
    assert [*loose] == ["c:1", "a:1", "b:1"]  # whoever drafted comes last, at 0 errors
    assert [bool(each.withheld) for each in loose.values()] == [False, True, True]
    said = render([*loose.values()])
    assert "n/a: it drafted references that nobody verified (one of 2 that voted)" in said
    assert "a:1 (one of 2 that voted), b:1 (one of 2 that voted); they are near" in said
    assert "have no rate and come last; review them: mondegreen bench ground-truth" in said

    review = Review(store, dataset.id, state.run, "ada")
    review.approve()
    review.edit("birch cedar elm fir")  # r001
    review.note("two speakers")
    review.skip()
    assert drafters(store, dataset.id) == dict.fromkeys(["a:1", "b:1"], "one of 2 that voted")
    found = {each.system: each for each in standings(store, [dataset.id], OPTIONS)}
    one = found["c:1"]
    assert one.coverage.total == 2
    assert one.coverage.rows_left_out == {UNVERIFIED: ["r002", "r003", "r004", "r005"]}
    # after: 0 of 3 and 2 of 4; before: 0 of 3 and 1 of 3
    assert (one.rate, one.before) == (pytest.approx(2 / 7), pytest.approx(1 / 6))
    assert (found["a:1"].drafted, one.drafted, found["a:1"].withheld) == (True, False, "")
    shown = render([*found.values()])
    assert "before corrections" in shown
    assert "references: 2 verified (1 corrected)" in shown
    assert "a:1 (one of 2 that voted), b:1 (one of 2 that voted); they are near" in shown
    plain = json.loads(render([*found.values()], "json"))
    assert plain[0]["references"] == {"verified": 2, "corrected": 1, "unverified_drafts": 0}
    versions = store.ground_truth.versions(dataset.id, "r001")
    assert [(row["version"], row["text"], row["verified_by"]) for row in versions] == [
        (1, SAID["r001"], None), (2, "birch cedar elm fir", "ada"),
    ]  # fmt: skip
    assert versions[1]["original_text"] == SAID["r001"]
    assert evaluate(store, [dataset.id], OPTIONS) == {"wer": 6}


def test_vendors_of_drafters_are_marked_and_other_runs_by_their_model(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set")
    transcribe(store, monkeypatch, dataset, nova_1=SAID, nova_2=SAID, gemini_3=SAID, other=SAID)
    draft(store, dataset.id, dataset.clips, ["nova:1"])
    assert drafters(store, dataset.id) == {"nova:1": "drafted", "nova:2": "of the vendor nova"}
    header = {"type": "header", "run_id": "x", "model": "gemini-3-flash-preview"}
    store.ground_truth.append(dataset.id, "x", [header])
    assert [*drafters(store, dataset.id)] == ["gemini:3", "nova:1", "nova:2"]


def test_files_programs_and_stored_observations_are_of_no_vendor(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set")
    transcribe(store, monkeypatch, dataset, files_a=SAID, files_b=SAID, files_c=SAID)
    draft(store, dataset.id, dataset.clips, ["files:a", "files:b"])
    assert [*drafters(store, dataset.id)] == ["files:a", "files:b"]


@pytest.mark.parametrize("texts", [("first", "second"), (None, "second"), ("first", None)])
def test_several_records_of_a_sample_are_named_and_the_last_is_taken(
    tmp_path: Path, store: Store, texts: tuple[str | None, ...]
) -> None:
    dataset = frozen(tmp_path / "set", texts=False)
    keep_dataset(store, dataset)
    drafts: list[Any] = [{"type": "header", "run_id": "r"}]
    for name, text in (("r000", texts[0]), ("r001", "other"), ("r000", texts[1])):
        said = {"error": "late"} if text is None else {"transcription": text}
        drafts.append({"type": "sample", "sample_id": name, **said})
    imported = import_run(store, dataset.id, written(tmp_path / "theirs", drafts, []))
    why = "an earlier record of a sample that has several; the last one is taken"
    assert imported.left_out[why] == ["r000"]
    kept = {name: row["text"] for name, row in store.ground_truth.newest(dataset.id).items()}
    assert kept.get("r000") == texts[1]


def test_a_draft_takes_no_references_place_before_it_is_approved(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set")
    keep_dataset(store, dataset)
    heard = {name: f"{text} oak" for name, text in SAID.items()}
    transcribe(store, monkeypatch, dataset, a_1=heard)
    state = draft(store, dataset.id, wanted_clips(store, dataset, again=True))
    found = referenced(store, dataset.id)
    assert found.texts == [*SAID.values()]
    assert (found.verified, found.drafts) == (0, 0)
    Review(store, dataset.id, state.run, "ada").approve()
    assert referenced(store, dataset.id).texts[:2] == [heard["r000"], SAID["r001"]]


def test_the_manifest_does_not_undo_a_correction(tmp_path: Path, store: Store) -> None:
    dataset = frozen(tmp_path / "set")
    keep_dataset(store, dataset)
    assert edit_reference(store, dataset.id, "r000", "ash birch", "ada")
    keep_dataset(store, dataset)  # as each report does
    assert store.observations.references(dataset.id)["r000"] == ("ash birch", 2)
    assert not edit_reference(store, dataset.id, "r000", "ash birch", "bob")
    (tmp_path / "set" / "r000.txt").write_text("ash", "utf-8")
    again = freeze("set", clips_of(tmp_path / "set"), language="en", say=lambda _line: None)
    keep_dataset(store, again)
    keep_dataset(store, again)
    assert store.observations.references(dataset.id)["r000"] == ("ash", 3)
    rows = store.ground_truth.versions(dataset.id, "r000")
    assert [row["verified_by"] for row in rows] == [None, "ada", None]


def test_a_review_goes_on_where_each_person_stopped(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set", texts=False)
    said: dict[str, Any] = {**SAID, "r002": ProviderError("server", "500 from the server")}
    transcribe(store, monkeypatch, dataset, a_1=said)
    state = draft(store, dataset.id, wanted_clips(store, dataset))
    first = Review(store, dataset.id, state.run, "ada")
    first.approve()
    first.skip()
    assert not first.approve()  # there is no draft of r002
    first.finish()
    again = Review(store, dataset.id, state.run, "ada")
    assert again.item is not None
    assert (again.at, again.item.error) == (2, "no system has a transcript")
    again.edit("cedar elm fir")
    again.back()
    again.skip()  # stays as it is
    assert again.state.counts() == {"approved": 2, "edited": 1, "noted": 0, "skipped": 1}
    second = Review(store, dataset.id, state.run, "bob")
    assert second.at == 0
    second.edit("ash birch oak")
    assert Review(store, dataset.id, state.run, "bob").at == 1
    assert Review(store, dataset.id, state.run, "ada").at == 3
    rows = store.ground_truth.versions(dataset.id, "r000")
    assert [(row["text"], row["verified_by"]) for row in rows] == [
        (SAID["r000"], "ada"), ("ash birch oak", "bob"),
    ]  # fmt: skip
    left = Review(store, dataset.id, state.run, "ada", left=True)
    assert left.total == 4
    assert left.item is not None
    assert left.item.sample == "r001"


DRAFTS = [
    {"type": "header", "run_id": "2026-01-03_17-00-06", "model": "gemini-3-flash-preview", "thinking_level": "minimal", "prompt_hash": "1e9d301b1463", "prompt_text": 'Write "EXACTLY".\nNothing else — é', "num_samples": 4, "started_at": "2026-01-04T01:00:06.929624Z"},
    {"type": "sample", "sample_id": "r000", "audio_path": "a/r000.pcm", "duration_seconds": 3.438, "transcription": "This is a night to reme", "generated_at": "2026-01-04T01:00:08.980012Z"},
    {"type": "sample", "sample_id": "r001", "audio_path": "a/r001.pcm", "duration_seconds": 16.0, "transcription": "It costs 5 €", "generated_at": "2026-01-04T02:00:10.940903+01:00Z"},
    {"type": "sample", "sample_id": "r002", "audio_path": "a/r002.pcm", "duration_seconds": 1e-05, "transcription": None, "error": "Empty response", "generated_at": "2026-01-04T01:00:12.206461+00:00"},
    {"type": "sample", "sample_id": "r003", "audio_path": "a/r003.pcm", "duration_seconds": 2.0, "transcription": "Half \ud83d of it", "generated_at": "2026-01-04T01:00:13Z"},
    {"type": "footer", "run_id": "2026-01-03_17-00-06", "completed_at": "2026-01-04T01:00:14Z", "total_samples": 4, "successful": 3, "errors": 1},
]  # fmt: skip
NOTES = [
    {"type": "header", "run_id": "2026-01-03_17-00-06", "evaluator": "user", "started_at": "2026-01-30T17:00:49.523861Z"},
    {"type": "summary", "total": 4, "approved": 0, "edited": 0, "noted": 0, "skipped": 0, "completed_at": "2026-01-30T17:06:47.214868Z"},
    {"type": "edit", "sample_id": "r000", "original_text": "This is a night to reme", "corrected_text": "This is a night to", "edited_at": "2026-01-30T17:09:25.720132Z"},
    {"type": "review", "sample_id": "r000", "status": "approved", "note": "edited", "reviewed_at": "2026-01-30T17:09:25.722744Z"},
    {"type": "review", "sample_id": "r001", "status": "approved", "note": None, "reviewed_at": "2026-01-30T17:09:38.368827Z"},
    {"type": "review", "sample_id": "r003", "status": "noted", "note": "noise", "reviewed_at": "2026-01-30T17:09:39Z"},
]  # fmt: skip


def written(folder: Path, drafts: list[Any], notes: list[Any]) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "2026-01-03_17-00-06.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in drafts), "utf-8")
    if notes:
        notes_file = folder / "2026-01-03_17-00-06_notes.jsonl"
        notes_file.write_text("".join(json.dumps(each) + "\n" for each in notes), "utf-8")
    return path


def test_runs_of_other_programs_come_back_byte_by_byte(tmp_path: Path, store: Store) -> None:
    dataset = frozen(tmp_path / "set", texts=False)
    keep_dataset(store, dataset)
    path = written(tmp_path / "theirs", DRAFTS, NOTES)
    imported = import_run(store, dataset.id, path)
    assert imported.rows == {"transcripts": 3, "edits": 1, "verified": 2, "new versions": 3}
    assert imported.left_out == {"failed: Empty response": ["r002"]}
    rows = store.ground_truth.newest(dataset.id)
    assert {name: row["text"] for name, row in rows.items()} == {
        "r000": "This is a night to", "r001": "It costs 5 €", "r003": "Half \\ud83d of it",
    }  # fmt: skip
    assert rows["r000"]["original_text"] == "This is a night to reme"
    assert (rows["r000"]["verified_by"], rows["r003"]["verified_by"]) == ("user", None)
    assert rows["r000"]["verified_at"] == "2026-01-30T17:09:25.722+00:00"
    assert rows["r001"]["generated_at"] == "2026-01-04T01:00:10.940+00:00"
    assert rows["r001"]["model_used"] == "gemini-3-flash-preview"
    ours = tmp_path / "ours"
    ours.mkdir()
    exported = export_run(store, dataset.id, "2026-01-03_17-00-06", ours)
    assert [each.read_bytes() for each in exported] == [
        each.read_bytes() for each in sorted((tmp_path / "theirs").iterdir())
    ]
    with open_store(tmp_path / "other.db") as other:
        keep_dataset(other, dataset)
        import_run(other, dataset.id, exported[0])
        more = tmp_path / "more"
        more.mkdir()
        again = export_run(other, dataset.id, "2026-01-03_17-00-06", more)
        assert [each.read_bytes() for each in again] == [each.read_bytes() for each in exported]
        assert other.ground_truth.versions(dataset.id) == store.ground_truth.versions(dataset.id)


def test_what_was_reviewed_since_is_added_and_nothing_twice(tmp_path: Path, store: Store) -> None:
    dataset = frozen(tmp_path / "set", texts=False)
    keep_dataset(store, dataset)
    import_run(store, dataset.id, written(tmp_path / "x", DRAFTS, NOTES[:2]))
    assert {row["verified_by"] for row in store.ground_truth.versions(dataset.id)} == {None}
    path = written(tmp_path / "x", DRAFTS, NOTES)
    assert import_run(store, dataset.id, path).rows["new versions"] == 1
    assert import_run(store, dataset.id, path).rows["new versions"] == 0
    drafts, notes = store.ground_truth.records(dataset.id, "2026-01-03_17-00-06")
    assert (len(drafts), len(notes)) == (len(DRAFTS), len(NOTES))
    assert len(store.ground_truth.versions(dataset.id, "r000")) == 2
    assert len(store.ground_truth.versions(dataset.id, "r001")) == 1  # verified where it is
    other = [{**DRAFTS[0], "model": "another"}, *DRAFTS[1:]]
    with pytest.raises(UsageError, match="another run '2026-01-03_17-00-06' of this dataset is"):
        import_run(store, dataset.id, written(tmp_path / "x", other, []))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"type": "sample"}', "run.jsonl:2: a sample without a sample_id"),
        (
            '{"type": "review", "sample_id": "r000"}',
            "run.jsonl:2: type is 'review', expected header",
        ),
        ("[]", "run.jsonl:2: expected an object of JSON"),
        ('{"type": "sample", "sample_id": "r000", "duration_seconds": NaN}', "expected an object"),
        ('{"type": "sample", "sample_id": "r000", "transcription": null}', "has no transcripts"),
    ],
)
def test_lines_that_are_no_records(tmp_path: Path, store: Store, line: str, problem: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(f'{{"type": "header", "run_id": "x"}}\n{line}\n', "utf-8")
    with pytest.raises(InputError, match=problem.replace("(", r"\(")):
        import_run(store, "set@1", path)
    assert store.ground_truth.runs() == []
    with pytest.raises(InputError, match="has the notes of a run; name the run"):
        import_run(store, "set@1", path.with_name("run_notes.jsonl"))


IMPOSSIBLE = [
    *(("duration_seconds", value) for value in (-1, -0.5, "NaN", "3", True, [], 1e308, 10**400)),
    *(
        ("generated_at", value)
        for value in ("yesterday", -5, 5, [], "9999-99-99", "2026-01-04T25:00:00Z")
    ),
]


@pytest.mark.parametrize(("name", "value"), IMPOSSIBLE)
def test_records_that_say_what_cannot_be(
    tmp_path: Path, store: Store, name: str, value: Any
) -> None:
    path = tmp_path / "run.jsonl"
    sample = {"type": "sample", "sample_id": "r000", "transcription": "so"}
    lines = [{"type": "header", "run_id": "x"}, sample, {**sample, name: value}]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    with pytest.raises(InputError, match=rf"run\.jsonl:3: {name} is .*expected"):
        import_run(store, "set@1", path)
    assert store.ground_truth.runs() == []


@pytest.mark.parametrize("kind", ["edit", "review"])
def test_notes_at_no_time_are_refused(tmp_path: Path, store: Store, kind: str) -> None:
    sample = {"type": "sample", "sample_id": "r000", "transcription": "so"}
    (tmp_path / "run.jsonl").write_text(json.dumps(sample) + "\n", "utf-8")
    note = {"type": kind, "sample_id": "r000", f"{kind}ed_at": "later"}
    (tmp_path / "run_notes.jsonl").write_text(json.dumps(note) + "\n", "utf-8")
    with pytest.raises(InputError, match=rf"run_notes\.jsonl:1: {kind}ed_at is 'later'"):
        import_run(store, "set@1", tmp_path / "run.jsonl")


@pytest.mark.parametrize(
    ("written_so", "meant"),
    [
        ("2026-01-04T01:00:08.980012Z", "2026-01-04T01:00:08.980+00:00"),
        ("2026-01-04T01:00:08.980012+00:00Z", "2026-01-04T01:00:08.980+00:00"),
        ("2026-01-04T01:00:08", "2026-01-04T01:00:08.000+00:00"),
        ("2026-01-04T03:30:08+02:30", "2026-01-04T01:00:08.000+00:00"),
        ("later", "later"),
        ("", None),
        (None, None),
    ],
)
def test_forms_of_times(written_so: Any, meant: str | None) -> None:
    assert instant(written_so) == meant


def test_doubtful_references_are_corrected_and_choose_no_samples(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set", texts=False)
    other = {**SAID, "r001": "birch cedar oak", "r002": "cedar elm", "r004": "x"}
    far = {**SAID, "r001": "birch cedar oak", "r002": "cedar oak", "r004": "y"}
    transcribe(store, monkeypatch, dataset, a_1=SAID, b_1=other, c_1=far)
    state = draft(store, dataset.id, wanted_clips(store, dataset), ["a:1"])
    found = doubtful(store, dataset.id, OPTIONS)
    assert [(each.sample, each.worth, each.answered) for each in found] == [("r001", 2, 3)]
    assert found[0].places == [("elm", "oak", 2, None)]
    assert found[0].audio.endswith("r001.wav")
    assert doubtful(store, dataset.id, OPTIONS, ["a:1", "b:1"]) == []  # one alone is no majority
    queue = queue_run(store, dataset.id, found, ["a:1", "b:1", "c:1"])
    review = Review(store, dataset.id, queue.run, "ada")
    review.edit("birch cedar oak")
    assert doubtful(store, dataset.id, OPTIONS) == []
    assert referenced(store, dataset.id).left_out == {
        UNVERIFIED: ["r000", "r002", "r003", "r004", "r005"], QUEUED: ["r001"],
    }  # fmt: skip
    whole = Review(store, dataset.id, state.run, "ada")
    whole.approve()
    whole.approve()  # the draft is approved against the correction: the newest holds
    found_again = referenced(store, dataset.id)
    assert [clip["sample_id"] for clip in found_again.clips] == ["r000", "r001"]
    assert found_again.texts[1] == SAID["r001"]


def test_a_queue_over_given_references_leaves_the_figures_of_all(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set")
    heard = {**SAID, "r003": "elm fir oak"}
    transcribe(store, monkeypatch, dataset, a_1=heard, b_1=heard)
    run = queue_run(store, dataset.id, doubtful(store, dataset.id, OPTIONS), ["a:1", "b:1"]).run
    before = [each.rate for each in standings(store, [dataset.id], OPTIONS)]
    Review(store, dataset.id, run, "ada").edit("elm fir oak")
    found = standings(store, [dataset.id], OPTIONS)
    assert [each.coverage.total for each in found] == [6, 6]
    assert [each.rate for each in found] == [0, 0]
    assert [each.before for each in found] == before


def test_a_place_in_the_audio_is_that_of_the_words(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set", 1)
    transcribe(store, monkeypatch, dataset, a_1=SAID)
    words = [{"text": each, "start": at / 2} for at, each in enumerate(("ash", "oak", "cedar"))]
    for name in ("b", "c"):
        store.observations.put(
            {
                "dataset": dataset.id, "sample_id": "r000", "system": name, "repeat": 0,
                "service_name": name, "status": "ok", "transcription": "ash oak cedar",
                "words": json.dumps(words) if name == "c" else None,
            }
        )  # fmt: skip
    (found,) = doubtful(store, dataset.id, OPTIONS)
    assert found.places == [("birch", "oak", 2, 0.5)]


def test_samples_by_how_they_begin(tmp_path: Path) -> None:
    dataset = frozen(tmp_path / "set", 3)
    assert sample_named(dataset, "r002") == "r002"
    with pytest.raises(UsageError, match="'r00' is how 3 samples begin: r000, r001, r002"):
        sample_named(dataset, "r00")
    with pytest.raises(UsageError, match="has no sample 'x'"):
        sample_named(dataset, "x")


def test_references_that_were_imported_before_runs_were_kept_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    with monkeypatch.context() as before:
        upgrade = command.upgrade
        before.setattr(command, "upgrade", lambda config, _: upgrade(config, "0004"))
        before.setattr(database, "_HEAD", "0004")
        open_store(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        for version, text, model in ((1, "given", None), (2, "imported", "gemini")):
            connection.execute(
                "INSERT INTO ground_truth (dataset, sample_id, version, text, model_used) "
                "VALUES ('d', 's', ?, ?, ?)", (version, text, model)
            )  # fmt: skip
    with open_store(path) as store:
        rows = store.ground_truth.versions("d")
        assert [row["run_id"] for row in rows] == [None, "imported"]
        assert store.observations.add_references("d", [{"sample_id": "s", "text": "given"}]) == 0
        assert store.observations.references("d") == {"s": ("imported", 2)}


def test_observed_names_why_a_clip_is_not_scored(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set", texts=False)
    transcribe(store, monkeypatch, dataset, a_1=SAID)
    state = draft(store, dataset.id, wanted_clips(store, dataset, only={"r000", "r001"}))
    assert [*state_of(store, dataset.id, state.run).items] == ["r000", "r001"]
    Review(store, dataset.id, state.run, "ada").approve()
    (one,) = observed(store, dataset.id)
    assert one.corpus.left_out == {
        UNVERIFIED: ["r001"], "no reference": ["r002", "r003", "r004", "r005"],
    }  # fmt: skip


def test_an_export_without_a_run_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    recordings(tmp_path / "clips", 1)
    assert run(["bench", "init", "clips", "--systems", "files:clips"]) == 0
    with open_store("mondegreen_data/results.db"):
        pass
    capsys.readouterr()
    assert run(["bench", "ground-truth", "export"]) == 2
    said = capsys.readouterr().err
    assert "there is no run of references for clips@" in said
    assert "mondegreen bench ground-truth draft" in said
