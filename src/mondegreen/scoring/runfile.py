"""Run files: a result on disk, as Parquet or JSON, in one versioned layout.

A run file has one row an utterance: ``id``, ``status``, ``reason``, one integer column per
statistic (``wer.hits``), the metadata columns (``column.speaker``), and, if asked, ``reference``
and ``hypothesis``. Beside the rows stand ``schema_version``, the recipe, the coverage and both
parts of the signature. Parquet keeps those as JSON under the key ``mondegreen``.
"""

from __future__ import annotations

import json
import math
from array import array
from dataclasses import asdict
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from mondegreen._kernel import EMPTY, NO_HYPOTHESIS, SCORED
from mondegreen.corpus.table import as_list, describe
from mondegreen.errors import InputError, MissingDependencyError, MondegreenError, UsageError
from mondegreen.metrics.base import Rows
from mondegreen.scoring.coverage import Coverage
from mondegreen.scoring.recipe import POLICIES, Recipe
from mondegreen.scoring.result import Result, arrow_column
from mondegreen.types import Failed

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["SCHEMA_VERSION", "from_table", "load", "save", "to_table"]

SCHEMA_VERSION = 1
_KEY = b"mondegreen"


def save(result: Result, path: str | PathLike[str], *, texts: bool = False) -> None:
    """Write ``result`` to ``path``; its ending, ``.parquet`` or ``.json``, chooses the form."""
    target = Path(path)
    if target.suffix == ".parquet":
        with _Writing(target):
            table = to_table(result, texts=texts)
            from pyarrow import parquet  # `to_table` has said so if it is not there

            parquet.write_table(table, target)
    elif target.suffix == ".json":
        content = {**_head(result), "columns": _columns(result, texts=texts)}
        with _Writing(target):
            target.write_bytes(json.dumps(content, ensure_ascii=False, allow_nan=False).encode())
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
    source = Path(path)
    try:
        if source.suffix == ".parquet":
            try:
                from pyarrow import parquet  # optional
            except ImportError:
                raise MissingDependencyError("pyarrow", "arrow", "reading a run file") from None
            return from_table(parquet.read_table(source), str(source))
        content = json.loads(source.read_text("utf-8"))
    except MondegreenError:
        raise
    except OSError as error:
        raise InputError(f"{source}: {error.strerror or _one_line(error)}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source}: not a run file: {_one_line(error)}") from None
    except Exception as error:
        if type(error).__module__.startswith("pyarrow"):
            raise InputError(f"{source}: not a Parquet file: {_one_line(error)}") from None
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
    head = json.dumps(_head(result), ensure_ascii=False).encode()
    return pa.table(columns).replace_schema_metadata({_KEY: head})


def from_table(table: Any, source: str = "state") -> Result:
    """Rebuild a result from `to_table`."""
    head = (table.schema.metadata or {}).get(_KEY)
    if head is None:
        raise InputError(f"{source}: not a run file; make one with Result.save or --save")
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    try:
        content = json.loads(head)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source}: a damaged run file: {_one_line(error)}") from None
    return _rebuild(content, columns, source)


def _head(result: Result) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "recipe": asdict(result.recipe),
        "coverage": result.coverage.to_dict(),
        "signature": result.signature,
        "provenance": result.provenance,
        "has_ids": result.ids is not None,
    }


def _columns(result: Result, *, texts: bool) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        "id": [result.id(row) for row in range(len(result))],
        "status": list(result.status),
        "reason": [result.reasons.get(row) for row in range(len(result))],
    }
    for name, part in result.rows.items():
        for statistic, column in zip(result.metrics[name].statistics, part.columns, strict=True):
            columns[f"{name}.{statistic}"] = list(column)
    for name, values in result.metadata.items():
        columns[f"column.{name}"] = [_plain(value) for value in values]
    if texts:
        if result.references is None:
            raise UsageError("this result has no texts to store")
        columns["reference"] = [_text(text) for text in as_list(result.references)]
        columns["hypothesis"] = [_text(text) for text in as_list(result.hypotheses)]
    return columns


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
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
    if version != SCHEMA_VERSION:
        raise InputError(
            f"{source}: a run file of layout {version!r}; this release reads layout "
            f"{SCHEMA_VERSION}: upgrade with pip install -U mondegreen"
        )
    try:
        result = _build(head, columns)
        made_as, here = head["signature"], result.signature
    except UsageError as error:  # a metric that is not here, for one
        raise InputError(f"{source}: {error}") from None
    except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{source}: a damaged run file: {_one_line(error)}") from None
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
    recipe = Recipe(**fields)
    if recipe.missing not in POLICIES:
        raise ValueError(f"missing={recipe.missing!r}")
    _check(columns)
    status = bytes(columns["status"])
    reasons = {row: columns["reason"][row] for row, state in enumerate(status) if state > EMPTY}
    coverage = Coverage.from_dict(head["coverage"])
    kept = [recipe.missing != "skip" or state <= 1 for state in status]
    rows = {}
    for metric in recipe.build():
        parts = tuple(array("q", columns[f"{metric.name}.{stat}"]) for stat in metric.statistics)
        if any(number < 0 for part in parts for number in part):
            raise ValueError(f"negative counts of {metric.name}")
        sums = tuple(sum(v for v, keep in zip(part, kept, strict=True) if keep) for part in parts)
        rows[metric.name] = Rows(parts, sums)
    if not set(status) <= {SCORED, EMPTY, NO_HYPOTHESIS}:
        raise ValueError("a status that is not known")
    emptied = range(len(status) + 1).index(coverage.emptied)  # or it is no such number
    if coverage != Coverage.of(status, reasons, emptied=emptied, policy=recipe.missing):
        raise ValueError("coverage and rows do not agree")
    hypotheses = columns.get("hypothesis")
    if hypotheses is not None:
        pairs = zip(hypotheses, columns["reason"], strict=True)
        hypotheses = [Failed(why) if why is not None else text for text, why in pairs]
    return Result(
        recipe=recipe,
        rows=rows,
        status=status,
        reasons=reasons,
        coverage=coverage,
        ids=columns["id"] if head["has_ids"] else None,
        metadata={
            name.removeprefix("column."): values
            for name, values in columns.items()
            if name.startswith("column.")
        },
        references=columns.get("reference"),
        hypotheses=hypotheses,
        provenance=head["provenance"],
    )


_KINDS: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "reason": (str, NoneType),
    "reference": (str, list),
    "hypothesis": (str, list, NoneType),
}


def _check(columns: dict[str, Any]) -> None:
    rows = columns["status"]
    for name, values in columns.items():
        if not isinstance(values, list) or len(values) != len(rows) or not rows:
            raise ValueError(f"the column {name!r} is not one value an utterance")
        for value in values if name in _KINDS else ():
            tokens = value if isinstance(value, list) else ()
            if not isinstance(value, _KINDS[name]) or not all(isinstance(t, str) for t in tokens):
                raise TypeError(f"the column {name!r} holds {describe(value)}")
    if ("reference" in columns) != ("hypothesis" in columns):
        raise ValueError("the texts of one side alone")
    texts = [*columns.get("reference", ()), *columns.get("hypothesis", ())]
    if len(set(map(type, texts)) - {NoneType}) > 1:
        raise TypeError("texts and lists of tokens are mixed")
    if len(set(columns["id"])) < len(rows):
        raise ValueError("an id stands twice")


class _Writing:
    """Turns an operating system error while writing into one line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, OSError):
            raise InputError(f"{self.path}: cannot write: {error.strerror or error}") from None
        if isinstance(error, UnicodeEncodeError):
            raise InputError(
                f"{self.path}: cannot write: a text, id or column holds half of a surrogate pair, "
                "which is no character and fits in no file"
            ) from None
