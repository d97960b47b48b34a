"""DuckDB: functions of SQL that score two columns.

>>> import duckdb
>>> connection = duckdb.connect()
>>> register(connection)
>>> connection.sql("SELECT wer('the cat sat', 'the hat sat') AS wer").fetchall()
[(0.3333333333333333,)]
>>> connection.sql("SELECT mondegreen('a b', 'a').deletions").fetchall()
[(1,)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.score_batch import pair_options, score_batch

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SQL = {"int64": "BIGINT", "double": "DOUBLE", "string": "VARCHAR"}


def register(connection: DuckDBPyConnection, options: Any = None, **chosen: Any) -> None:
    """Register functions of a reference and a hypothesis, both VARCHAR, of which either may be a column.

    For each metric one of its name, with ``_`` for ``-``, gives the rate of a row; ``mondegreen`` gives a
    STRUCT of what `mondegreen.score_batch` adds to one. Rates of many rows are ratios of sums of counts.
    """
    import pyarrow as pa  # optional; DuckDB's functions on columns need it too

    asked = pair_options(options, chosen)

    def counts(references: Any, hypotheses: Any) -> Any:
        table = pa.table({"reference": references, "hypothesis": hypotheses})
        found = score_batch(table, asked).drop_columns(["reference", "hypothesis"])
        return found.to_struct_array()

    def rate(metric: str) -> Any:
        return lambda references, hypotheses: pa.chunked_array(
            [part.field(metric) for part in counts(references, hypotheses).chunks], pa.float64()
        )

    empty = pa.array([], pa.string())
    fields = ", ".join(
        f'"{field.name}" {_SQL[str(field.type)]}' for field in counts(empty, empty).type
    )
    functions = {"mondegreen": (counts, f"STRUCT({fields})")}
    functions |= {name: (rate(name), "DOUBLE") for name in Recipe.of(asked).metrics}
    for name, (function, kind) in functions.items():
        connection.create_function(
            name.replace("-", "_"),
            function,
            ["VARCHAR", "VARCHAR"],
            kind,
            type="arrow",
            null_handling="special",
        )
