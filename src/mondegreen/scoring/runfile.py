"""Run files: a result on disk, as Parquet or JSON, in one versioned layout.

A run file has one row per utterance: ``id``, ``status``, ``reason``, ``reference_digest``, one integer
column per statistic (``wer.hits``), lists of the numbers that quantiles are made of
(``word-times.start_offsets``), the metadata columns (``column.speaker``), and, if asked, the columns of
texts. Next to the rows are ``schema_version``, the recipe, the coverage and both
parts of the signature. Parquet keeps those as JSON under the key ``mondegreen``.

What is read back may have been edited: it is checked, and where there are texts they
are counted again.
"""

from __future__ import annotations

import json
import math
from array import array
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen._kernel import EMPTY, NO_HYPOTHESIS
from mondegreen.corpus.table import as_list, describe
from mondegreen.errors import InputError, MissingDependencyError, MondegreenError, UsageError
from mondegreen.metrics.base import Rows
from mondegreen.scoring.arguments import given, path_of
from mondegreen.scoring.coverage import Coverage, left_out_by, of_speakers
from mondegreen.scoring.digests import digests_of
from mondegreen.scoring.frames import TEXTS, arrow_column
from mondegreen.scoring.json_text import json_bytes
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.result import Result
from mondegreen.scoring.runfile_checks import (
    DIGEST,
    check_columns,
    check_counts,
    check_digests,
    check_left_out,
    check_metadata,
    check_texts,
    check_unjudged,
    check_words,
    name_of_column,
    recount,
)
from mondegreen.scoring.runfile_details import (
    detail_columns,
    read_details,
    read_items,
    stored_items,
)
from mondegreen.types import Failed
from mondegreen.written import refusing_surrogates, written

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["SCHEMA_VERSION", "from_table", "load", "save", "to_table"]

SCHEMA_VERSION = 1
_KEY = b"mondegreen"


def save(result: Result, path: str | PathLike[str], *, texts: bool = False) -> None:
    """Write ``result`` to ``path``; its ending, ``.parquet`` or ``.json``, chooses the form."""
    target = Path(path_of(path, "a run file"))
    if target.suffix == ".parquet":
        with refusing_surrogates(target):
            table = to_table(result, texts=texts)
        from pyarrow import parquet  # `to_table` has said so if it is not there

        with written(target) as file:
            parquet.write_table(table, file)
    elif target.suffix == ".json":
        content = {**_head(result, texts=texts), "columns": _columns(result, texts=texts)}
        with refusing_surrogates(target):
            data = json_bytes(content)
        with written(target) as file:
            file.write(data)
    else:
        raise UsageError(f"{target}: a run file ends in .parquet or .json")


def load(path: str | PathLike[str]) -> Result:
    """Read a run file.

    Raises:
        InputError: it cannot be read, is no run file, or is of a newer layout.

    >>> from mondegreen import score
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     run = Path(folder, "run.json")
    ...     score("the cat sat", "the hat sat").save(run)
    ...     load(run)["wer"].counts["substitutions"]
    1
    """
    source = Path(path_of(path, "a run file"))
    try:
        if source.suffix == ".parquet":
            try:
                from pyarrow import parquet  # optional
            except ImportError:
                raise MissingDependencyError("pyarrow", "arrow", "reading a run file") from None
            return from_table(parquet.read_table(source), str(source))
        content = json.loads(source.read_text("utf-8"), parse_constant=_refuse_constant)
    except MondegreenError:
        raise
    except OSError as error:
        why = error.strerror or _one_line(error)
        raise InputError(f"{source}: cannot be read: {why}; expected a run file") from None
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{source}: not a run file: {_one_line(error)}; make one with Result.save or --save"
        ) from None
    except Exception as error:
        if type(error).__module__.startswith("pyarrow"):
            raise InputError(
                f"{source}: not a Parquet file: {_one_line(error)}; make one with Result.save or --save"
            ) from None
        raise
    if not isinstance(content, dict) or not isinstance(content.get("columns"), dict):
        raise InputError(f"{source}: not a run file; make one with Result.save or --save")
    return _rebuild(content, content["columns"], str(source))


def to_table(result: Result, *, texts: bool) -> Any:
    """Return the rows of a run file as a pyarrow Table, the rest in its schema's metadata."""
    try:
        import pyarrow as pa  # optional
    except ImportError:
        raise MissingDependencyError("pyarrow", "arrow", "a Parquet run file") from None
    columns = {name: arrow_column(values) for name, values in _columns(result, texts=texts).items()}
    head = json_bytes(_head(result, texts=texts))
    return pa.table(columns).replace_schema_metadata({_KEY: head})


def from_table(table: Any, source: str = "state") -> Result:
    """Rebuild a result from `to_table`."""
    if not hasattr(table, "schema"):
        raise UsageError(f"from_state({given(table)}): expected the table of Scorer.state()")
    head = (table.schema.metadata or {}).get(_KEY)
    if head is None:
        raise InputError(f"{source}: not a run file; make one with Result.save or --save")
    names = table.column_names
    if len({*names}) < len(names):
        raise _damaged(source, ValueError("a column occurs twice"))
    try:
        content = json.loads(head, parse_constant=_refuse_constant)
        columns = {name: table.column(name).to_pylist() for name in names}
    except (ValueError, RecursionError) as error:
        raise _damaged(source, error) from None
    return _rebuild(content, columns, source)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON, expected a number or null")


def _damaged(source: str, error: BaseException) -> InputError:
    return InputError(f"{source}: a damaged run file: {_one_line(error)}")


def _head(result: Result, *, texts: bool) -> dict[str, Any]:
    items = stored_items(result, texts=texts)
    return {
        "schema_version": SCHEMA_VERSION,
        "recipe": _recipe(result.recipe),
        "coverage": result.coverage.to_dict(),
        "signature": result.signature,
        "provenance": result.provenance,
        "has_ids": result.ids is not None,
        **({} if result.entities is None else {"entities": result.entities.stored()}),
        **({"items": items} if items else {}),
    }


def _recipe(recipe: Recipe) -> dict[str, Any]:
    """Return the fields of a recipe; those of forgivers and choices only where there are any."""
    whole = asdict(recipe)
    del whole["_passed_over"]
    for name, value in zip(("alternatives", "dont_care"), recipe.choices, strict=True):
        if not value:
            del whole[name]
    if not recipe.language:
        for name in ("forgive", "language", "guard", "entities", "severities"):
            del whole[name]
    for name in ("judges", "languages", "packs"):
        if not whole[name]:
            del whole[name]
    return whole


def _columns(result: Result, *, texts: bool) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        "id": [result.id(row) for row in range(len(result))],
        "status": list(result.status),
        "reason": [result.reasons.get(row) for row in range(len(result))],
    }
    if (digests := digests_of(result)) is not None:
        columns[DIGEST] = digests
    for name, part in result.rows.items():
        for statistic, column in zip(result.metrics[name].statistics, part.columns, strict=True):
            columns[f"{name}.{statistic}"] = list(column)
        if result.metrics[name].judged:
            for part_of, field in (("status", 0), ("reason", 1)):
                values = [part.unjudged.get(row, (None, None))[field] for row in range(len(result))]
                columns[f"{name}.{part_of}"] = values
    columns |= detail_columns(result)
    for name, values in result.metadata.items():
        columns[f"column.{name}"] = [_plain(value) for value in values]
    if texts:
        if not result.has_texts:
            raise UsageError(
                "this result has no texts to store; score the files again, or leave texts=True out"
            )
        for name, column in result.text_columns().items():
            columns[name] = [_text(text) for text in as_list(column)]
    return columns


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None  # JSON has no such numbers
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def _text(text: Any) -> Any:
    if isinstance(text, str):
        return text
    return list(text) if isinstance(text, (list, tuple)) else None


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _rebuild(head: Any, columns: dict[str, list[Any]], source: str) -> Result:
    version = head.get("schema_version") if isinstance(head, dict) else None
    if type(version) is not int or version != SCHEMA_VERSION:
        raise InputError(
            f"{source}: a run file of layout {version!r}; this release reads layout "
            f"{SCHEMA_VERSION}: take a newer one, with git pull and pip install . in the clone"
        )
    try:
        result = _build(head, columns)
        made_as, here = head["signature"], result.signature
    except UsageError as error:  # a metric that is not here, for one
        raise InputError(f"{source}: {error}") from None
    except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as error:
        raise _damaged(source, error) from None
    if made_as != here:
        raise InputError(
            f"{source}: was made as {made_as!r}, which this release would call {here!r}; "
            "use the release of mondegreen that made it, or score again"
        )
    return result


def _build(head: dict[str, Any], columns: dict[str, list[Any]]) -> Result:
    fields: dict[str, Any] = {
        k: tuple(v) if isinstance(v, list) else v for k, v in head["recipe"].items()
    }
    recipe = Recipe(**fields).checked()
    provenance, has_ids = head["provenance"], head["has_ids"]
    if not isinstance(provenance, str) or not provenance.isprintable():
        raise TypeError(f"the provenance is {describe(provenance)}")
    if not isinstance(has_ids, bool):
        raise TypeError(f"has_ids is {describe(has_ids)}")
    check_columns(columns)
    status = bytes(check_counts("status", columns["status"], most=NO_HYPOTHESIS))
    reasons = {row: columns["reason"][row] for row, state in enumerate(status) if state > EMPTY}
    rows = _rows(columns, status, recipe)
    scored = [row for row in range(len(status)) if recipe.missing != "skip" or row not in reasons]
    for name, stored in head.get("items", {}).items():
        rows[name] = rows[name]._replace(items=read_items(stored, rows[name].sums, scored))
    passed_over = left_out_by(recipe.build(), rows)
    judged: dict[str, Any] = {}
    if recipe.judges:
        from mondegreen.scoring.judged import coverage_of  # imported only if needed

        absent = [*reasons] if recipe.missing == "skip" else []
        judged = coverage_of(recipe.build(), rows, absent)
    metadata = {
        name_of_column(name, recipe): check_metadata(name, values)
        for name, values in columns.items()
        if name.startswith("column.")
    }
    speakers = metadata["speaker"] if recipe.uses_sessions else [None] * len(status)
    known = of_speakers(status, reasons, speakers)
    coverage = _coverage(head["coverage"], *known, recipe, passed_over, judged)
    texts = {name: columns[name] for name in TEXTS if name in columns}
    if texts:
        check_texts(texts, recipe, emptied=coverage.emptied)
        recount(texts, columns["id"], recipe, rows, status, metadata)
        left_out = reasons if recipe.missing == "skip" else ()
        words = coverage.words_given, coverage.words_normalized
        check_words(texts, left_out, (0, 0) if recipe.reads else words)
        if TEXTS[2] in texts or not (recipe.normalizes or recipe.reads):
            check_digests(texts["reference"], columns.get(DIGEST))
        if (recipe.normalizes or recipe.reads) and TEXTS[
            2
        ] not in texts:  # what they were before is not known
            texts |= {TEXTS[2]: texts[TEXTS[0]], TEXTS[3]: texts[TEXTS[1]]}
    for name in TEXTS[1::2]:
        if name in texts:
            pairs = zip(texts[name], columns["reason"], strict=True)
            texts[name] = [text if why is None else Failed(why) for text, why in pairs]
    said, written, said_normalized, written_normalized = map(texts.get, TEXTS)
    return Result(
        recipe=recipe,
        rows=rows,
        status=status,
        reasons=reasons,
        coverage=coverage,
        ids=columns["id"] if has_ids else None,
        metadata=metadata,
        references=said,
        hypotheses=written,
        references_normalized=said_normalized,
        hypotheses_normalized=written_normalized,
        digests=None if texts else columns.get(DIGEST),
        provenance=provenance,
        entities=_entities(head.get("entities"), rows),
    )


def _entities(stored: Any, rows: dict[str, Rows]) -> Any:
    if stored is None:
        return None
    from mondegreen.scoring.entity_report import EntityReport  # seldom needed

    return EntityReport.restored(stored, rows["entities"].sums if "entities" in rows else None)


def _coverage(  # noqa: PLR0917 - what it is held against
    stored: Any,
    status: bytes,
    reasons: dict[int, str | None],
    recipe: Recipe,
    left_out: dict[str, int],
    judged: dict[str, Any],
) -> Coverage:
    found = Coverage.from_dict(stored)
    if "needed" not in stored:  # written by an earlier release
        found = replace(found, needed=judged.get("needed", {}))
    emptied = range(len(status) + 1).index(found.emptied)  # or it is no such number
    given, normalized = check_counts("words", [found.words_given, found.words_normalized])
    words = (given, normalized) if recipe.normalizes else (0, 0)
    spans, not_counted = check_counts("dont_care", [found.dont_care, found.words_not_counted])
    coverage = Coverage.of(
        status,
        reasons,
        emptied=emptied,
        policy=recipe.missing,
        left_out=left_out,
        **judged,
        words=words,
        dont_care=(spans, not_counted) if recipe.dont_care or recipe.leaves_out_notes else (0, 0),
    )
    sessions = range(len(status) + 1).index(found.sessions) if recipe.uses_sessions else 0
    coverage = replace(
        coverage, rows_left_out=check_left_out(found.rows_left_out), sessions=sessions
    )
    if found != coverage:
        raise ValueError("coverage and rows do not agree")
    return coverage


def _rows(columns: dict[str, list[Any]], status: bytes, recipe: Recipe) -> dict[str, Rows]:
    kept = [recipe.missing != "skip" or state <= EMPTY for state in status]
    rows = {}
    for metric in recipe.build():
        stored = _with_later(metric, columns)
        names = [f"{metric.name}.{statistic}" for statistic in metric.statistics]
        parts = tuple(array("q", check_counts(name, stored[name])) for name in names)
        sums = tuple(sum(v for v, keep in zip(part, kept, strict=True) if keep) for part in parts)
        unjudged = check_unjudged(metric, columns, parts) if metric.judged else {}
        details = read_details(metric, columns, parts)
        rows[metric.name] = Rows(parts, sums, unjudged, details)
    return rows


def _with_later(metric: Any, columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the columns with those that earlier releases did not write of a judged metric.

    They say which rows were not judged, and nothing of the others: so these are taken not to have
    needed the judge, and nothing bounds the first.
    """
    if not metric.judged or f"{metric.name}.{metric.later_statistics[0]}" in columns:
        return columns
    unjudged = columns[f"{metric.name}.unjudged"]
    later = [f"{metric.name}.{name}" for name in metric.later_statistics]
    nothing = dict.fromkeys(later[1:], [0] * len(unjudged))
    return {**columns, later[0]: unjudged, **nothing}
