"""Spark and Ray: the counts of ``score``, however the rows are cut, and if a worker is lost.

Each engine starts processes of its own, so each runs in one program, which prints what it found.
"""

import importlib
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.compat import spark
from mondegreen.scoring.totals import Totals

OPTIONS = {"metrics": ["wer", "cer"], "normalizer": "lower", "missing": "skip"}
WORDS = ["so", "it", "goes", "Tea", "tea", "zwei", "今日", "é", ""]


def corpus(rows: int) -> dict[str, list[Any]]:
    rng = random.Random(f"engines {rows}")
    drawn = [
        [" ".join(rng.choices(WORDS, k=rng.randint(0, 6))) for _ in range(2)] for _ in range(rows)
    ]
    return {
        "id": [f"u{row}" for row in range(rows)],
        "ref": [said for said, _ in drawn],
        "hyp": [wrote if rng.random() < 0.9 else None for _, wrote in drawn],
        "speaker": [rng.choice(["ann", "bob", None]) for _ in range(rows)],
    }


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("engines") / "pairs.parquet"
    parquet.write_table(pa.table(corpus(3000)), path, row_group_size=500)
    return path


def expected() -> mg.Result:
    columns = corpus(3000)
    by = {"speaker": columns["speaker"]}
    return mg.score(columns["ref"], columns["hyp"], by=by, options=mg.Options(**OPTIONS))


def run(program: str, *arguments: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments, json.dumps(OPTIONS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=540,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},  # its workers, else any python3
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_the_function_that_spark_calls_needs_no_spark() -> None:
    table = pa.table(corpus(100))
    options = mg.Options(**OPTIONS)
    found = pa.Table.from_batches(spark.batches(table.to_batches(7), options))
    assert found.equals(mg.score_batch(table, options))
    empty = table.slice(0, 0).to_batches() or [pa.RecordBatch.from_pylist([], table.schema)]
    assert sum(len(batch) for batch in spark.batches(empty, options)) == 0


SPARK = """
import json, sys
from pyspark.sql import SparkSession, functions as f
import mondegreen as mg
from mondegreen.cli import main
from mondegreen.compat import spark
options = mg.Options(**json.loads(sys.argv[2]))
made = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
session = made.config("spark.sql.execution.arrow.maxRecordsPerBatch", "700").getOrCreate()
found = spark.score(session.read.parquet(sys.argv[1]), options)
rows = [row.asDict() for row in found.repartition(3).collect()]
(summed,) = found.agg(f.sum("wer_substitutions"), f.sum("cer_hits")).collect()
print()
print(json.dumps([rows, list(summed), found.columns]))
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java")
def test_spark(pairs: Path) -> None:
    pytest.importorskip("pyspark")
    rows, summed, columns = run(SPARK, str(pairs))
    table = mg.score_batch(parquet.read_table(pairs), mg.Options(**OPTIONS))
    assert columns == table.column_names
    assert sorted(rows, key=lambda row: int(row["id"][1:])) == table.to_pylist()
    result = expected()
    counts = result["wer"].counts["substitutions"], result["cer"].counts["hits"]
    assert tuple(summed) == counts


RAY = """
import json, os, sys
import ray
import mondegreen as mg
from mondegreen.compat import ray as engine
path, workers, lost, options = *sys.argv[1:4], mg.Options(**json.loads(sys.argv[4]))
ray.init(num_cpus=int(workers), include_dashboard=False, log_to_driver=False)
pairs = ray.data.read_parquet(path).repartition(12)
if lost:
    def dying(batch):
        try:
            os.close(os.open(lost, os.O_CREAT | os.O_EXCL))  # the first one that comes
        except FileExistsError:
            return batch
        os.kill(os.getpid(), 9)
    pairs = pairs.map_batches(dying, batch_format="pyarrow")
result = engine.score(pairs, options, by="speaker")
rows = [] if lost else engine.counts(pairs, options).take_all()
print()
print(json.dumps([result.render("json"), str(result), rows]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "lost"), [(1, False), (2, False), (4, False), (2, True)])
def test_ray(pairs: Path, tmp_path: Path, workers: int, *, lost: bool) -> None:
    pytest.importorskip("ray")
    mark = tmp_path / "lost"
    found, shown, rows = run(RAY, str(pairs), str(workers), str(mark) if lost else "")
    assert mark.exists() == lost
    whole = expected()
    assert json.loads(found) == json.loads(whole.render("json"))
    assert shown == str(whole)
    if not lost:
        table = mg.score_batch(parquet.read_table(pairs), mg.Options(**OPTIONS))
        assert sorted(rows, key=lambda row: int(row["id"][1:])) == table.to_pylist()


def test_only_counts_travel() -> None:
    from mondegreen.compat import ray

    secret = ["nobody else has to read this"] * 5000
    batch = pa.table({"ref": secret, "hyp": secret, "speaker": ["ann", "bob"] * 2500})
    (sent,) = ray._sums(batch, mg.Options(), ["speaker"])["sums"]
    assert len(sent) < 2000
    assert b"nobody" not in sent
    assert ray._sums(batch[:0], mg.Options(), []) == {"sums": []}
    assert isinstance(Totals.of(mg.score("a", "b")), Totals)


@pytest.mark.parametrize("engine", ["ray", "spark", "nemo_curator"])
def test_no_judge_is_asked_by_workers(engine: str) -> None:
    options = mg.Options(metrics=["semantic-wer"], judge={"model": "openai:gpt-5.2"})
    module: Any = importlib.import_module(f"mondegreen.compat.{engine}")
    with pytest.raises(mg.UsageError, match="a judge is asked by one process"):
        module.worker_options(options)


@pytest.mark.slow
def test_the_command_on_ray(pairs: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    columns = corpus(3000)
    folder = tmp_path / "shards"
    folder.mkdir()
    for at in range(3):
        part = {name: values[at * 1000 : at * 1000 + 1000] for name, values in columns.items()}
        parquet.write_table(pa.table(part), folder / f"{at}.parquet")
    chosen = ["-n", "lower", "--missing", "skip", "--by", "speaker", "--to", "csv"]
    command = [sys.executable, "-m", "mondegreen", "score"]
    shown = []
    for source in ([str(pairs)], [str(folder), "--engine", "ray"]):
        for _ in range(3):
            done = subprocess.run(
                [*command, *source, *chosen],
                capture_output=True, text=True, check=False, timeout=300,
            )  # fmt: skip
            # without aiohttp, threads of Ray 2.60 may see a module that another one fails to import
            if "cannot import name 'HTTPFileSystem'" not in done.stderr:
                break
        assert done.returncode == 0, done.stderr[-3000:]
        shown.append(done.stdout)
    assert shown[0] == shown[1]


REFUSED = {
    "more than sums": (["{pairs}", "--worst", "3"], "adds up"),
    "rows": (["{pairs}", "--per-utterance", "{rows}"], "adds up"),
    "another metric": (["{pairs}", "-m", "space-wer"], "adds up"),
    "an alignment": (["{pairs}", "--align"], "sums alone"),
    "two files": (["{pairs}", "{pairs}"], "with both sides"),
    "another format": (["{csv}"], "with both sides"),
    "another engine": (["{pairs}", "--engine", "dask"], "expected one of 'local', 'ray'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_ray_does_not_do(case: str, pairs: Path, tmp_path: Path, capsys: Any) -> None:
    given, words = REFUSED[case]
    csv = tmp_path / "pairs.csv"
    csv.write_text("ref,hyp\na,a\n", "utf-8")
    names = {"pairs": pairs, "csv": csv, "rows": tmp_path / "rows.csv"}
    arguments = [each.format(**names) for each in given]
    engine = [] if "--engine" in given else ["--engine", "ray"]
    with pytest.raises(SystemExit) as ended:
        main(["score", *arguments, *engine])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
