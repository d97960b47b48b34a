"""Large files are scored in parts: the same output, byte for byte, as of files that are read at once."""

import csv
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from mondegreen.cli import hints, main, summing
from mondegreen.corpus import parts, places, tables_in_parts
from mondegreen.report import rows

ROWS = 3000
WORDS = [
    "so",
    "it",
    "goes",
    "The",
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat.",
    "tea",
    "for",
    "two",
    "and",
    "then",
    "we",
    "go",
    "home",
    "again",
]


def corpus(rows: int = ROWS) -> dict[str, list[Any]]:
    rng = random.Random(f"parts {rows}")
    said = [" ".join(rng.choices(WORDS, k=rng.randint(3, 9))) for _ in range(rows)]
    wrote = [
        " ".join(word for word in text.split() if rng.random() < 0.9) + rng.choice(["", " no"])
        for text in said
    ]
    for row in range(50, rows, 1000):
        wrote[row] = (
            f"{said[row]} {said[row]} {said[row]}"  # more than can be spoken, by their length
        )
    return {
        "id": [f"u{row}" for row in range(rows)],
        "reference": said,
        "hypothesis": wrote,
        "speaker": [rng.choice(["ann", "bob", None]) for _ in range(rows)],
        "take": [rng.randint(1, 3) for _ in range(rows)],
        "duration": [0.5 for _ in range(rows)],
    }


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is large for the program is small here."""
    monkeypatch.setattr(parts, "FEWEST", 2000)
    monkeypatch.setattr(places, "_SMALLEST", 2000)
    monkeypatch.setattr(parts, "_BLOCK", 2**13)
    monkeypatch.setattr(tables_in_parts, "_ROWS", 500)
    monkeypatch.setattr(tables_in_parts, "_BLOCK", 2**14)
    monkeypatch.setattr(tables_in_parts, "batch_size", lambda *_: 200)
    monkeypatch.setattr(rows, "_GROUP", 800)
    monkeypatch.setattr(hints, "FORM_LIMIT", 2000)
    monkeypatch.setattr(summing, "FORM_LIMIT", 2000)


def written(folder: Path, kind: str, columns: dict[str, list[Any]]) -> list[str]:
    if kind == "parquet":
        path = folder / "pairs.parquet"
        parquet.write_table(pa.table(columns), path, row_group_size=700)
        return [str(path)]
    if kind == "jsonl":
        path = folder / "pairs.jsonl"
        lines = zip(*columns.values(), strict=True)
        text = "".join(f"{json.dumps(dict(zip(columns, line, strict=True)))}\n" for line in lines)
        path.write_text(text, "utf-8")
        return [str(path)]
    if kind in {"csv", "tsv"}:
        path = folder / f"pairs.{kind}"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="," if kind == "csv" else "\t", lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
        return [str(path)]
    paths = [folder / "ref.txt", folder / "hyp.txt"]
    for path, name in zip(paths, ("reference", "hypothesis"), strict=True):
        path.write_text("".join(f"{text}\n" for text in columns[name]), "utf-8")
    return list(map(str, paths))


def both(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[bool, str]:
    """Run a command in parts and at once, compare, and return whether it was in parts, and what it says."""
    taken = []
    summed = summing.summed

    def watched(*given: Any) -> Any:
        made = summed(*given)
        taken.append(made is not None)
        return made

    found = []
    for way in (watched, lambda *_: None):
        monkeypatch.setattr(summing, "summed", way)
        with pytest.raises(SystemExit) as ended:
            main(["score", *arguments])
        found.append((ended.value.code, *capsys.readouterr()))
    monkeypatch.setattr(summing, "summed", summed)
    assert found[0] == found[1]
    return taken == [True], "".join(found[0][1:])


OF_SUMS = [
    [],
    ["-n", "lower", "-m", "wer,cer"],
    ["-n", "mondegreen-en", "--threads", "2"],
    ["--to", "json"],
    ["--to", "tsv", "-m", "mer,wil,sentence"],
    ["--to", "csv"],
    ["--to", "markdown"],
    ["--to", "latex"],
    ["--forgive", "case,punctuation"],
    ["--fail-above", "wer=1%"],
    ["--recipe", "sclite", "--missing", "skip"],
]
OF_COLUMNS = [
    ["--by", "speaker"],
    ["--by", "speaker", "--by", "take", "--to", "csv"],
    ["--by", "take:0,2,3"],
    ["--by", "speaker", "--by", "take:2", "--to", "json"],
    ["--missing", "skip", "--min-coverage", "0.99"],
    ["--id-column", ""],
]


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("chosen", OF_SUMS, ids=" ".join)
def test_lines(
    chosen: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    files = written(tmp_path, "lines", corpus())
    in_parts, _ = both([*files, *chosen], monkeypatch, capsys)
    assert in_parts == ("sclite" not in chosen), "NIST's alternatives are not read in parts"


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(
    ("kind", "chosen"),
    [(kind, chosen) for kind in ("parquet", "jsonl") for chosen in (*OF_SUMS, *OF_COLUMNS)]
    + [(kind, chosen) for kind in ("csv", "tsv") for chosen in (*OF_SUMS[::3], *OF_COLUMNS)],
)
def test_tables(
    kind: str, chosen: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    columns = corpus()
    if "skip" in chosen:
        columns["hypothesis"][5] = columns["hypothesis"][2500] = None
    files = written(tmp_path, kind, columns)
    in_parts, said = both([*files, *chosen], monkeypatch, capsys)
    assert in_parts == (not {"sclite", "json"} & {*chosen})
    if not chosen:
        assert "may be hallucinated" in said, "what is flagged in the parts is summed"


def edited(name: str, row: int, value: Any) -> Callable[[dict[str, list[Any]]], None]:
    def edit(columns: dict[str, list[Any]]) -> None:
        columns[name][row] = value

    return edit


def with_ids_of_lines(columns: dict[str, list[Any]]) -> None:
    for name in ("reference", "hypothesis"):
        columns[name] = [f"utt-{row} {text}" for row, text in enumerate(columns[name])]


def over_lines(columns: dict[str, list[Any]]) -> None:
    """Cells over several lines, with marks in them, all over the file."""
    for row in range(3, ROWS, 7):
        columns["hypothesis"][row] = f'so, "{columns["hypothesis"][row]}\n it goes'


def with_status(columns: dict[str, list[Any]]) -> None:
    columns["status"] = ["scored"] * (ROWS - 1) + ["failed"]
    columns["hypothesis"][-1] = ""


def with_emptied_texts(columns: dict[str, list[Any]]) -> None:
    """A row late in the corpus has no rate, and another one no hypothesis."""
    columns["reference"][ROWS - 20] = ""
    columns["hypothesis"][ROWS - 700] = ""


def with_numbers_as_ids(columns: dict[str, list[Any]]) -> None:
    columns["id"] = list(range(ROWS))


def with_a_reason(columns: dict[str, list[Any]]) -> None:
    columns["reason"] = ["so"] * ROWS


OF_ROWS: dict[str, tuple[Callable[[dict[str, list[Any]]], None], list[str], bool]] = {
    "plain": (lambda _: None, [], True),
    "a reason late": (with_emptied_texts, [], True),
    "cells over lines": (over_lines, [], True),
    "normalized": (with_emptied_texts, ["-n", "lower", "-m", "wer,cer", "--by", "speaker"], True),
    "numbers as ids": (with_numbers_as_ids, [], True),
    "no ids": (lambda columns: columns.pop("id"), [], True),
    "no lengths": (lambda columns: columns.pop("duration"), [], True),
    "a column of that name": (with_a_reason, [], False),
}


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("by", ["take:0,2", "take:tertiles", "frequency:1,2"])
def test_ranges_that_need_all_rows(
    by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    columns = corpus()
    if by == "take:0,2":
        columns["take"][2600] = None  # named in a note
    in_parts, _ = both([*written(tmp_path, "jsonl", columns), "--by", by], monkeypatch, capsys)
    assert not in_parts


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(
    ("kind", "case", "ending"),
    [
        (kind, case, "parquet")
        for kind in ("parquet", "jsonl", "lines")
        for case in OF_ROWS
        if (kind, case) != ("lines", "cells over lines")
    ]
    + [
        (kind, case, "parquet")
        for kind in ("csv", "tsv")
        for case in ("a reason late", "cells over lines", "no ids")
    ]
    + [("parquet", "a reason late", ending) for ending in ("jsonl", "tsv", "csv")]
    + [("lines", "normalized", ending) for ending in ("jsonl", "tsv", "csv")],
)
def test_rows_of_parts_are_those_of_all(  # noqa: PLR0917 - fixtures
    case: str,
    kind: str,
    ending: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Any,
) -> None:
    edit, chosen, sure = OF_ROWS[case]
    columns = corpus()
    edit(columns)
    if kind == "lines":
        chosen = [word for word in chosen if word not in {"--by", "speaker"}]
    found = []
    target = tmp_path / f"rows.{ending}"

    def kept(*given: Any) -> Any:
        made = take(*given)
        found.append(target.read_bytes() if made is not None else None)
        return made

    take = summing.summed
    monkeypatch.setattr(summing, "summed", kept)
    files = written(tmp_path, kind, columns)
    arguments = [*files, *chosen, "--per-utterance", str(target)]
    in_parts, _ = both(arguments, monkeypatch, capsys)
    assert in_parts == (sure or kind == "lines")
    assert not in_parts or found[-1] == target.read_bytes()


@pytest.mark.usefixtures("_small")
def test_ids_in_order_at_first_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    for again in (None, 7):
        columns = corpus()
        columns["id"] = [f"u{row:05}" for row in range(ROWS)]
        columns["id"][-1] = "a" if again is None else columns["id"][again]
        in_parts, said = both(written(tmp_path, "parquet", columns), monkeypatch, capsys)
        assert in_parts == (again is None), said


DOUBTFUL = {
    "the first id again in lines": ("jsonl", edited("id", ROWS - 1, "u0")),
    "an error of a service in CSV": ("csv", edited("hypothesis", 1, "429 Too Many Requests")),
    "the first id again in TSV": ("tsv", edited("id", ROWS - 1, "u0")),
    "a status in CSV": ("csv", with_status),
    "a list of references": ("jsonl", edited("reference", ROWS - 2, ["so", "it"])),
    "a number late": ("jsonl", edited("hypothesis", ROWS - 2, 7)),
    "the first id again": ("parquet", edited("id", ROWS - 1, "u0")),
    "no id": ("parquet", edited("id", ROWS - 1, None)),
    "no reference": ("parquet", edited("reference", ROWS - 2, None)),
    "no hypothesis": ("parquet", edited("hypothesis", ROWS - 2, None)),
    "an error of a service": ("parquet", edited("hypothesis", 1, "429 Too Many Requests")),
    "a status": ("parquet", with_status),
    "one line more": ("lines", lambda columns: columns["reference"].append("so it goes")),
    "a NUL": ("lines", edited("hypothesis", ROWS - 2, "so\0")),
    "a byte-order mark": ("lines", edited("hypothesis", ROWS - 2, "\ufeffso it goes")),
    "ids": ("lines", with_ids_of_lines),
    "letters that were lost": ("lines", edited("reference", 3, "so \ufffd goes")),
}


@pytest.mark.usefixtures("_small")
@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize("doubt", DOUBTFUL)
def test_what_is_doubtful_is_read_at_once(
    doubt: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    kind, edit = DOUBTFUL[doubt]
    columns = corpus()
    edit(columns)
    in_parts, said = both(written(tmp_path, kind, columns), monkeypatch, capsys)
    assert not in_parts, said


@pytest.mark.usefixtures("_small")
def test_bytes_that_are_not_utf_8_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    files = written(tmp_path, "lines", corpus())
    with Path(files[1]).open("ab") as file:
        file.write(b"so \xff goes\n")
    in_parts, said = both(files, monkeypatch, capsys)
    assert not in_parts
    assert f"hyp.txt:{ROWS + 1}:" in said


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(
    "chosen",
    [["--worst", "2"], ["--confusions", "3"], ["--classes"], ["--to", "kaldi"], ["--align"]],
    ids=" ".join,
)
def test_what_shows_utterances_reads_at_once(
    chosen: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    files = written(tmp_path, "lines", corpus(2500))
    in_parts, _ = both([*files, *chosen], monkeypatch, capsys)
    assert not in_parts


@pytest.mark.parametrize("kind", ["lines", "parquet"])
def test_large_files_as_they_come(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(places, "_SMALLEST", 2**20)
    columns = corpus(310_000)
    del columns["duration"]
    in_parts, _ = both(written(tmp_path, kind, columns), monkeypatch, capsys)
    assert in_parts


def test_few_rows_are_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    for kind in ("lines", "parquet"):
        in_parts, _ = both(written(tmp_path, kind, corpus(500)), monkeypatch, capsys)
        assert not in_parts


@pytest.mark.usefixtures("_small")
@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize("kind", ["parquet", "jsonl", "csv"])
def test_files_without_utterances(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    columns = corpus()
    for name, taken in {
        "0": slice(0),
        "1": slice(1000),
        "2": slice(0),
        "3": slice(1000, ROWS),
    }.items():
        (tmp_path / name).mkdir()
        written(tmp_path / name, kind, {key: values[taken] for key, values in columns.items()})
    if kind == "csv":
        (tmp_path / "2" / "pairs.csv").write_text("", "utf-8")
    in_parts, said = both([f"{tmp_path}/*/pairs.{kind}"], monkeypatch, capsys)
    assert in_parts
    assert f"2 of 4 files have no utterances: {tmp_path}/0/pairs.{kind}, {tmp_path}/2/" in said
    whole = tmp_path / "whole"
    whole.mkdir()
    assert both(written(whole, kind, columns), monkeypatch, capsys)[1] in said
    for name in ("1", "3"):
        (tmp_path / name / f"pairs.{kind}").unlink()
    in_parts, said = both([f"{tmp_path}/[0-9]/pairs.{kind}"], monkeypatch, capsys)
    assert not in_parts
    assert "no utterances in any of the 2 files" in said


@pytest.mark.usefixtures("_small")
@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
@pytest.mark.parametrize("kind", ["jsonl", "csv", "tsv"])
def test_a_file_of_one_row(
    kind: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    columns = corpus()
    for name, taken in {
        "0": slice(ROWS - 2),
        "1": slice(ROWS - 2, ROWS - 1),
        "2": slice(ROWS - 1, ROWS),
    }.items():
        (tmp_path / name).mkdir()
        [path] = written(
            tmp_path / name, kind, {key: values[taken] for key, values in columns.items()}
        )
        text = Path(path).read_text("utf-8").removesuffix("\n")
        Path(path).write_bytes(f"{text}{ending}".encode())
    in_parts, said = both([f"{tmp_path}/*/pairs.{kind}"], monkeypatch, capsys)
    assert in_parts
    assert "no utterances" not in said
    whole = tmp_path / "whole"
    whole.mkdir()
    assert both(written(whole, kind, columns), monkeypatch, capsys)[1] in said
