"""Files about one system of a bench: the validation of a run, and exports with 13 columns."""

from __future__ import annotations

import csv
import math
from collections import Counter
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.observed import AT
from mondegreen.bench.weighting import Weighting
from mondegreen.report.bench import render
from mondegreen.report.formulas import harmless
from mondegreen.report.tsv import write
from mondegreen.scoring.json_text import json_text
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from mondegreen.bench.judged import Judged
    from mondegreen.bench.standing import Standing

__all__ = [
    "COLUMNS",
    "EXPORTS",
    "VALIDATION",
    "left_out",
    "scored_by",
    "transcripts",
    "write_exports",
    "write_validation",
]

EXPORTS: Final = ("csv", "json", "tsv")
COLUMNS: Final = (
    *("sample_id", "dataset_index", "audio_duration_seconds", "ground_truth", "transcription"),
    *("normalized_reference", "normalized_hypothesis", "wer", "substitutions", "deletions"),
    *("insertions", "reference_words", "ttfb_seconds"),
)
VALIDATION: Final = (
    *("sample_id", "audio_secs", "ttfb_ms", "WER_pct", "substitutions", "deletions", "insertions"),
    *("ref_words", "gt_chars", "transcription_chars", "ground_truth", "transcription"),
)
_SCORES: Final = (
    *("WER_pct", "wer", "substitutions", "deletions", "insertions", "ref_words"),
    "reference_words",
)  # what is not there where rates are withheld
_KINDS: Final = ("substitutions", "deletions", "insertions")


def write_validation(each: Standing, folder: Path, judged: Judged | None = None) -> list[Path]:
    """Write ``validation_summary.txt`` and ``validation_full.csv``, the worst first.

    Of a system that drafted the references, the second has no columns of scores.

    Args:
        each: the system.
        folder: where to write.
        judged: stored scores, in place of those of the metric that ranks.

    Raises:
        InputError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    summary, full = folder / "validation_summary.txt", folder / "validation_full.csv"
    with written(summary, text=True) as file:
        scores = f"scores of {full.name}: {scored_by(each, judged)}"
        if isinstance(each.weighting, Weighting):
            scores += f"\nrates above are weighted by {each.weighting.by}; rows of {full.name} are single clips"
        file.write(f"{render([each])}\n\n{each.coverage}\n{scores}\n")
    rows = sorted(
        _rows(each, [], judged),
        key=lambda row: (-math.inf if row["wer"] is None else row["wer"], row["deletions"] or 0),
        reverse=True,
    )
    with written(full, text=True) as file:
        table = csv.writer(file, lineterminator="\n")
        shown = [each.withheld_draft == "" or name not in _SCORES for name in VALIDATION]
        table.writerow(compress(VALIDATION, shown))
        for row in rows:
            said, heard = row["ground_truth"], row["transcription"]
            seconds, rate = row["ttfb_seconds"], row["wer"]
            cells = [
                harmless(row["sample_id"]),
                row["audio_duration_seconds"],
                None if seconds is None else round(1000 * seconds, 1),
                None if rate is None else round(100 * rate, 2),
                *(row[name] for name in _KINDS),
                row["reference_words"],
                len(said),
                None if heard is None else len(heard),
                harmless(said),
                harmless(heard),
            ]
            table.writerow(compress(cells, shown))
    return [summary, full]


def write_exports(
    each: Standing,
    samples: Sequence[dict[str, Any]],
    folder: Path,
    name: str,
    *,
    kinds: Sequence[str] = EXPORTS,
    normalized: bool = False,
    judged: Judged | None = None,
) -> list[Path]:
    """Write what was transcribed, with references and counts; return the files.

    A rate that there is none of is null: a failed or missing transcript, or errors over no words.

    Args:
        each: the system.
        samples: the clips of the dataset, for their place in it.
        folder: where to write.
        name: what the files begin with.
        kinds: ``csv``, ``json``, ``tsv``; the last is two files, of which one has three columns for
            tools that score.
        normalized: whether that one has the texts as they were scored; then only those that have any.
        judged: stored scores, in place of those of the metric that ranks.

    Raises:
        InputError: a file cannot be written.
    """
    rows = [*_rows(each, samples, judged)]
    cells = [[row[column] for column in COLUMNS] for row in rows]
    made = []
    for kind in kinds:
        made.append(folder / f"{name}_results.{kind}")
        with written(made[-1], text=True) as file:
            if kind == "json":
                plain = [{column: row[column] for column in COLUMNS} for row in rows]
                file.write(json_text(plain, indent=2) + "\n")
            else:
                file.write(write([COLUMNS, *cells], "," if kind == "csv" else "\t") + "\n")
        if kind == "tsv":
            made.append(folder / f"{name}_transcripts.tsv")
            with written(made[-1], text=True) as file:
                file.write(transcripts(rows, normalized=normalized))
    return made


def transcripts(rows: Iterable[Mapping[str, Any]], *, normalized: bool) -> str:
    """Return rows as TSV with ``file_path``, ``target`` and ``prediction``.

    Utterances without a transcript are left out.

    Args:
        rows: with the 13 columns and ``audio_path``.
        normalized: whether the texts are those that were scored.
    """
    lines = ["file_path\ttarget\tprediction\n"]
    for row in rows:
        said, heard = row["ground_truth"], row["transcription"]
        if normalized:
            said, heard = row["normalized_reference"], row["normalized_hypothesis"]
        if heard:
            line = (row["audio_path"] or row["sample_id"], said or "", heard)
            lines.append("\t".join(map(_one_line, line)) + "\n")
    return "".join(lines)


def left_out(each: Standing, judged: Judged | None = None, *, normalized: bool = False) -> str:
    """Return how many utterances `transcripts` leaves out, and why; empty if none.

    Args:
        each: the system.
        judged: as in `write_exports`.
        normalized: as in `transcripts`.
    """
    found: Counter[str] = Counter()
    heard = "normalized_hypothesis" if normalized else "transcription"
    observed = each.observed.rows if each.observed is not None else []
    for seen, row in zip(observed, _rows(each, [], judged), strict=True):
        if not row[heard]:
            failed = seen is not None and seen[AT["status"]] != "ok"
            found["missing" if seen is None else "failed" if failed else "empty"] += 1
    return ", ".join(f"{count:,} left out: {why}" for why, count in sorted(found.items()))


def scored_by(each: Standing, judged: Judged | None) -> str:
    """Return the signature of the scores in a file, or why it has none."""
    if each.withheld_draft:
        return each.withheld_draft
    return each.metric.signature if judged is None else judged.signature


def _rows(
    each: Standing, samples: Sequence[dict[str, Any]], judged: Judged | None
) -> Iterator[dict[str, Any]]:
    """Yield the 13 columns of each utterance."""
    result, one = each.result, each.observed
    if result is None or one is None:
        return
    known = {clip["sample_id"]: clip for clip in samples}
    metric = each.metric.name
    names = result.metrics[metric].statistics
    said = result.references_normalized
    heard = result.hypotheses_normalized
    sides = [
        result.references if said is None else said,
        result.hypotheses if heard is None else heard,
    ]
    texts = [[text if isinstance(text, str) else None for text in side] for side in sides]
    for row, seen in enumerate(one.rows):
        counts = dict(zip(names, result.counts(row, metric), strict=True))
        there = seen is not None and seen[AT["status"]] == "ok"
        sample = one.corpus.metadata["sample"][row]
        clip = known.get(sample, {})
        length = [counts[name] for name in ("hits", "substitutions", "deletions") if name in counts]
        made = {
            "sample_id": result.id(row),
            "dataset_index": clip.get("dataset_index"),
            "audio_duration_seconds": clip.get("duration_seconds")
            or (seen[AT["audio_duration_seconds"]] if seen else None),
            "ground_truth": one.corpus.references[row],
            "transcription": seen[AT["transcription"]] if there and seen else None,
            "normalized_reference": texts[0][row],
            "normalized_hypothesis": texts[1][row] if there else None,
            "wer": result.rate(row, metric) if there else None,
            **{name: counts.get(name) for name in _KINDS},
            "reference_words": sum(length) if length else None,
            "ttfb_seconds": seen[AT["ttfb_seconds"]] if seen else None,
            "audio_path": clip.get("audio_path"),
        }
        if judged is not None:
            made |= judged[row]
        if each.withheld_draft:
            made |= {name: None for name in _SCORES if name in made}
        yield made


def _one_line(text: str) -> str:
    return " ".join(text.split())
