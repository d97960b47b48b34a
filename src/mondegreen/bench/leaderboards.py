"""Transcripts as leaderboards publish them: the result files of the Open ASR Leaderboard, and MU-Bench.

The layouts are those of the repositories huggingface/open_asr_leaderboard (``normalizer/eval_utils.py``) and
sierra-research/mu-bench (``submissions/SUBMITTING.md``, ``manifest.json``), read on 29 November 2026.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.importing import Imported
from mondegreen.bench.keeping import keep_dataset
from mondegreen.errors import InputError, ParseError, visible
from mondegreen.store.observations import now

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from mondegreen.store import Store

__all__ = ["import_mu_bench", "import_open_asr", "is_mu_bench", "open_asr_files"]

_NAMED: Final = re.compile(r"MODEL_(?P<model>.+)_DATASET_(?P<dataset>.+)\.jsonl")
_PARENT, _PART = "parent_id", "chunk_index"
_NUMBERS: Final = ("duration", "time", _PART)
_MANIFEST: Final = "manifest.json"
_DELAYS: Final = "latency.json"
_ABOUT: Final = "metadata.yaml"
_RAW: Final = ("submissions", "raw")
_UP: Final = 4
"""Folders above a submission in which the manifest may be."""

Row = dict[str, Any]


# -- Open ASR Leaderboard ------------------------------------------------------------------------


def open_asr_files(path: Path) -> list[Path]:
    """Return the result files, ``MODEL_ID_DATASET_NAME.jsonl``, that a path is or has at any depth."""
    files = [path] if path.is_file() else sorted(path.rglob("MODEL_*.jsonl"))
    return [file for file in files if _NAMED.fullmatch(file.name)]


def import_open_asr(
    store: Store, files: Sequence[Path], name: str | None, language: str
) -> list[Imported]:
    """Keep result files: each data set that they name, with a system for each model.

    A text that is null is a failure. Parts of a recording (``parent_id``) are put together. What a model
    has no row of is missing. The times of the files are kept among the conditions, since nothing says
    how they were measured.

    Args:
        store: an open one that may be written.
        files: with rows of ``audio_filepath``, ``duration``, ``time``, ``text`` and ``pred_text``.
        name: of the data set, if the files are of one alone; ``None`` for the name in the files.
        language: of all clips.

    Raises:
        InputError: a line is no such row, or two models have other references for the same clip.
    """
    by_dataset: dict[str, list[tuple[str, Path]]] = defaultdict(list)
    for file in files:
        parts = _NAMED.fullmatch(file.name)
        if parts is not None:
            by_dataset[parts["dataset"]].append((parts["model"].replace("-", "/", 1), file))
    if name is not None and len(by_dataset) > 1:
        raise InputError(
            f"--name {visible(name)}: the files are of {len(by_dataset)} data sets, expected one: "
            f"{', '.join(sorted(by_dataset))}"
        )
    return [
        _open_asr(store, name or _plain(dataset), found, language)
        for dataset, found in sorted(by_dataset.items())
    ]


def _open_asr(
    store: Store, name: str, files: Sequence[tuple[str, Path]], language: str
) -> Imported:
    clips: dict[str, tuple[Clip, Path]] = {}
    heard: dict[str, list[Row]] = {}
    imported = Imported()
    for model, file in files:
        rows = []
        for row in _joined([*_rows(file)], imported):
            key = str(row["audio_filepath"])
            made = Clip(key, key, row["text"], row.get("duration"), language=language)
            known, first = clips.setdefault(key, (made, file))
            if known.reference != made.reference:
                raise InputError(
                    f"{visible(file.name)}: the reference of {visible(key)} is not the one in "
                    f"{visible(first.name)}; import each into a data set of its own: --name"
                )
            took = {"imported": "open_asr_leaderboard", "time": row.get("time")}
            rows.append({"sample_id": key, "transcription": row.get("pred_text"), "took": took})
        heard.setdefault(model, []).extend(rows)
    imported.dataset = Dataset(name, [clip for clip, _ in clips.values()])
    keep_dataset(store, imported.dataset, ", ".join(str(file) for _, file in files))
    imported.rows = {"clips": len(clips)}
    for model, rows in heard.items():
        _keep(store, imported, model, rows, {"imported": "open_asr_leaderboard"})
    return imported


def _rows(file: Path) -> Iterator[Row]:
    for number, line in enumerate(_text(file).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        fits = isinstance(row, dict) and isinstance(row.get("text"), str) and "pred_text" in row
        if not fits or not isinstance(row.get("pred_text"), (str, type(None))):
            raise ParseError(
                visible(str(file)), number, "expected an object with the texts text and pred_text"
            )
        odd = next((name for name in _NUMBERS if not _is_number(row.get(name))), None)
        if odd is not None:
            problem = f"{odd} is {row[odd]!r:.40}, expected a number that is not negative, or null"
            raise ParseError(visible(str(file)), number, problem)
        row.setdefault("audio_filepath", f"sample_{number - 1}")
        yield row


def _is_number(value: Any) -> bool:
    """Return whether a value is a number that is not negative, or there is none."""
    if value is None:
        return True
    return isinstance(value, (int, float)) and math.isfinite(value) and value >= 0


def _joined(rows: Sequence[Row], imported: Imported) -> list[Row]:
    """Return rows with the parts of a recording put together, in their order."""
    if not any(_PARENT in row for row in rows):
        return [*rows]
    whole: dict[str, list[Row]] = defaultdict(list)
    for at, row in enumerate(rows):
        whole[str(row.get(_PARENT, row["audio_filepath"]))].append(
            {**row, _PART: at if row.get(_PART) is None else row[_PART]}
        )
    made = []
    for name, parts in whole.items():
        parts.sort(key=lambda row: row[_PART])
        numbers = [row[_PART] for row in parts]
        if _PARENT in parts[0] and numbers != [*range(len(numbers))]:
            imported.leave_out("a part is not there", name)
        texts = [row["pred_text"] for row in parts]
        known = [text for text in texts if text is not None]
        made.append(
            {
                "audio_filepath": name,
                "text": parts[0]["text"],
                "pred_text": " ".join(filter(None, map(str.strip, known))) if known else None,
                "duration": _sum(parts, "duration"),
                "time": _sum(parts, "time"),
            }
        )
    return made


def _sum(rows: Iterable[Row], name: str) -> float | None:
    values = [row.get(name) for row in rows]
    return None if None in values else sum(value for value in values if value is not None)


# -- MU-Bench ------------------------------------------------------------------------------------


def is_mu_bench(path: Path) -> bool:
    """Return whether a folder is MU-Bench's, or one of its submissions."""
    return path.is_dir() and (
        ((path / _MANIFEST).is_file() and path.joinpath(*_RAW).is_dir())
        or (path / _DELAYS).is_file()
    )


def import_mu_bench(store: Store, path: Path, name: str | None) -> list[Imported]:
    """Keep submissions: a data set for each locale, with a system for each submission that has it.

    Args:
        store: an open one that may be written.
        path: the repository, or a folder in its ``submissions/raw``.
        name: that the names of the data sets begin with; ``None`` for ``mu-bench``.

    Raises:
        InputError: there is no manifest, or a file is not as expected.
    """
    manifest = _manifest(path)
    clips = _clips(manifest)
    here = manifest.parent.resolve() == path.resolve()
    folders = sorted(path.joinpath(*_RAW).iterdir()) if here else [path]
    submissions = [folder for folder in folders if folder.is_dir()]
    found = []
    for locale, some in clips.items():
        there = [folder for folder in submissions if (folder / locale).is_dir()]
        if not there:
            continue
        imported = Imported(Dataset(f"{name or 'mu-bench'}-{locale}", some))
        imported.rows = {"clips": len(some)}
        keep_dataset(store, imported.dataset, str(manifest))  # type: ignore[arg-type]
        for folder in there:
            _submission(store, imported, folder, locale)
        found.append(imported)
    if not found:
        raise InputError(
            f"{visible(str(path))}: has no transcripts, expected LOCALE/ID.txt with one of the locales "
            f"{', '.join(clips)}"
        )
    return found


def _manifest(path: Path) -> Path:
    places = [path, *[*path.resolve().parents][:_UP]]
    found = next((each / _MANIFEST for each in places if (each / _MANIFEST).is_file()), None)
    if found is None:
        raise InputError(
            f"{visible(str(path))}: there is no {_MANIFEST}, here or above; expected the folder of MU-Bench "
            "or one in its submissions/raw"
        )
    return found


def _clips(manifest: Path) -> dict[str, list[Clip]]:
    """Return the clips of each locale; ids are those of the manifest."""
    clips: dict[str, list[Clip]] = defaultdict(list)
    try:
        for each in json.loads(_text(manifest))["utterances"]:
            texts = (each["id"], each["locale"], each["transcript"], each["audio_path"])
            if not all(isinstance(text, str) for text in texts):
                raise TypeError(texts)  # noqa: TRY301 - all that is not as expected is said once
            if not _is_number(each.get("duration_sec")):
                raise ValueError(each["duration_sec"])  # noqa: TRY301 - as above
            clips[each["locale"]].append(
                Clip(
                    *(each["id"], str(manifest.parent / each["audio_path"]), each["transcript"]),
                    duration=each.get("duration_sec"),
                    language=each["locale"],
                    conversation=str(each.get("conversation_id") or ""),
                )
            )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            f"{visible(str(manifest))}: expected utterances with id, locale, transcript and audio_path: "
            f"{error!r:.80}"
        ) from None
    return clips


def _submission(store: Store, imported: Imported, folder: Path, locale: str) -> None:
    delays = {}
    if (folder / _DELAYS).is_file():
        try:
            delays = {**json.loads(_text(folder / _DELAYS))}
        except (ValueError, TypeError, RecursionError):
            where = visible(str(folder / _DELAYS))
            raise InputError(
                f"{where}: expected an object of LOCALE/ID with milliseconds"
            ) from None
    about = _text(folder / _ABOUT) if (folder / _ABOUT).is_file() else ""
    known = {clip.id for clip in (imported.dataset.clips if imported.dataset else ())}
    rows = []
    for file in sorted((folder / locale).glob("*.txt")):
        if file.stem not in known:
            imported.leave_out("no clip of the manifest", f"{folder.name}/{locale}/{file.stem}")
            continue
        wait = delays.get(f"{locale}/{file.stem}")
        seconds = wait / 1000 if wait and _is_number(wait) else None
        took = {"imported": "mu-bench", "concurrency": 1}
        rows.append({"sample_id": file.stem, "transcription": " ".join(_text(file).split()),
                     "seconds": seconds, "took": took})  # fmt: skip
    for lost in sorted(known - {row["sample_id"] for row in rows}):
        imported.leave_out("no transcript", f"{folder.name}/{locale}/{lost}")
    _keep(store, imported, folder.name, rows, {"imported": "mu-bench", "metadata": about})


# -- both ----------------------------------------------------------------------------------------


def _keep(
    store: Store, imported: Imported, system: str, rows: Sequence[Row], about: Mapping[str, Any]
) -> None:
    """Keep the observations of a system, unless there are some already."""
    dataset = imported.dataset
    if dataset is None:
        return
    if system in store.observations.systems_on(dataset.id):
        imported.leave_out("transcripts that are there already, of", system)
        return
    durations = {clip.id: clip.duration for clip in dataset.clips}
    when = now()
    store.observations.add_system(
        {"system": system, "provider": system, "model_name": "", "options": json.dumps(about)}
    )
    made = [
        {
            "dataset": dataset.id,
            "sample_id": row["sample_id"],
            "system": system,
            "repeat": 0,
            "service_name": system,
            "model_name": "",
            "status": "failed" if row["transcription"] is None else "ok",
            "error": "no transcript" if row["transcription"] is None else None,
            "transcription": row["transcription"],
            "seconds": row.get("seconds"),
            "audio_duration_seconds": durations[row["sample_id"]],
            "conditions": json.dumps(row["took"]),
            "host": str(about["imported"]),
            "timestamp": when,
        }
        for row in rows
    ]
    store.observations.put_all(made)
    imported.rows["transcripts"] = imported.rows.get("transcripts", 0) + len(made)


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{visible(str(file))}: cannot be read: {why}") from None


def _plain(name: str) -> str:
    """Return a name of a data set: letters, digits and - _ . alone."""
    return "".join(each if each.isalnum() or each in "-_." else "-" for each in name)
