"""A million rows on DuckDB, polars, Spark and Ray: each row as the command writes it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import dataset, parquet

from mondegreen.cli import main

OPTIONS = {"metrics": ["wer", "cer"], "normalizer": "lower", "missing": "skip"}
CHOSEN = ["-m", "wer,cer", "-n", "lower", "--missing", "skip"]
WORDS = ["so", "it", "goes", "Tea", "tea", "zwei", "今日", "é"]
ROWS = 1_000_000
PROGRAMS = {
    "duckdb": """
import duckdb
from mondegreen.compat.duckdb import register
connection = duckdb.connect()
register(connection, options)
found = connection.sql(f"SELECT id, mondegreen(ref, hyp) AS c FROM '{pairs}'").arrow()
write(found.read_all() if hasattr(found, "read_all") else found)
""",
    "polars": """
import polars as pl
import mondegreen.compat.polars
counts = pl.col("ref").mg.counts(pl.col("hyp"), options).alias("c")
write(pl.read_parquet(pairs).select("id", counts).to_arrow())
""",
    "spark": """
from pyspark.sql import SparkSession
from mondegreen.compat import spark
session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
spark.score(session.read.parquet(pairs), options).drop("ref", "hyp").write.parquet(target)
""",
    "ray": """
import ray
from mondegreen.compat import ray as engine
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
found = engine.counts(ray.data.read_parquet(pairs), options)
found.drop_columns(["ref", "hyp"]).write_parquet(target)
""",
}
BEFORE = """
import json, os, sys
import mondegreen as mg
from pyarrow import parquet
pairs, target, options = *sys.argv[1:3], mg.Options(**json.loads(sys.argv[3]))

def write(table):
    os.mkdir(target)
    parquet.write_table(table.flatten(), f"{target}/all.parquet")
"""


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a million pairs, of which one in ten has no hypothesis."""
    said = [" ".join(WORDS[(row * at) % 8] for at in range(row % 7)) for row in range(9973)]
    wrote = [text.replace("so", "no") if row % 3 else text[2:] for row, text in enumerate(said)]
    table = pa.table(
        {
            "id": [f"u{row:07}" for row in range(ROWS)],
            "ref": [said[row % 9973] for row in range(ROWS)],
            "hyp": [None if row % 10 == 9 else wrote[row % 9967] for row in range(ROWS)],
        }
    )
    path = tmp_path_factory.mktemp("million") / "pairs.parquet"
    parquet.write_table(table, path, row_group_size=100_000)
    return path


@pytest.fixture(scope="module")
def rows(pairs: Path) -> pa.Table:
    """Return what the command writes of each row."""
    target = pairs.with_name("rows.parquet")
    with pytest.raises(SystemExit) as ended:
        main(["score", str(pairs), *CHOSEN, "--per-utterance", str(target)])
    assert ended.value.code == 0
    return parquet.read_table(target)


@pytest.mark.slow
@pytest.mark.parametrize("engine", PROGRAMS)
def test_each_row_is_that_of_the_command(
    engine: str, pairs: Path, rows: pa.Table, tmp_path: Path
) -> None:
    pytest.importorskip({"spark": "pyspark"}.get(engine, engine))
    if engine == "spark" and shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    target = tmp_path / "found"
    program = f"{BEFORE}{PROGRAMS[engine]}"
    done = subprocess.run(
        [sys.executable, "-c", program, str(pairs), str(target), json.dumps(OPTIONS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=540,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},
    )
    assert done.returncode == 0, done.stderr[-4000:]
    found = dataset.dataset(target, format="parquet").to_table()
    found = found.rename_columns([name.removeprefix("c.") for name in found.column_names])
    found = found.sort_by("id")
    names = [name for name in found.column_names if name in rows.column_names]
    assert len(names) == 13
    assert len(found) == len(rows) == ROWS
    for name in names:
        same = found[name].cast(rows[name].type)  # texts of an engine may be large ones
        assert same.combine_chunks().equals(rows[name].combine_chunks()), name
