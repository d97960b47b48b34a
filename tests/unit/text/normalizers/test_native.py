"""Columns through the normalizers of the kernel: missing texts, Arrow, threads, errors, scores."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from whisper_texts import texts

import mondegreen as mg
from mondegreen.errors import InputError, InputTypeError, UnknownNameError, UsageError
from mondegreen.scoring.recipe import Recipe
from mondegreen.text.normalizers import NORMALIZERS
from mondegreen.text.normalizers.whisper_basic import WhisperBasic

NATIVE = [
    name
    for name in NORMALIZERS.names()
    if hasattr(mg.normalizer(name), "parallel") and not name.startswith("mondegreen-")
]


def plain(texts: list[str]) -> list[str]:
    """Leave out what no Arrow column can hold, and what fails."""
    return [text for text in texts if not any(0xD800 <= ord(c) < 0xE000 for c in text[:200])]


SOME = [text for text in plain(list(texts(5, 3_000))) if len(text) < 1_000]


def test_names() -> None:
    assert NATIVE == [
        "hf-leaderboard-english",
        "hf-leaderboard-multilingual",
        "hf-leaderboard-multilingual-de",
        "hf-leaderboard-multilingual-es",
        "hf-leaderboard-multilingual-fr",
        "hf-leaderboard-multilingual-it",
        "hf-leaderboard-multilingual-pt",
        "whisper-basic",
        "whisper-basic-remove-diacritics",
        "whisper-basic-remove-diacritics-split-letters",
        "whisper-basic-split-letters",
        "whisper-english",
    ]


@pytest.mark.parametrize("name", NATIVE)
def test_a_name_says_what_it_makes(name: str) -> None:
    assert mg.normalizer(name).name == name


def test_the_constructor_names_its_options() -> None:
    both = WhisperBasic(remove_diacritics=True, split_letters=True)
    assert both.name == "whisper-basic-remove-diacritics-split-letters"
    assert both("Où?") == mg.normalizer(both.name)("Où?") == "o u "


def test_versions_are_pinned() -> None:
    assert mg.normalizer("whisper-english@20250625")("Mr.") == "mister"
    with pytest.raises(UsageError, match="in version 20250625, not '20240930'"):
        mg.normalizer("whisper-basic@20240930")
    with pytest.raises(UnknownNameError, match="Did you mean 'whisper-english'"):
        mg.normalizer("whisper-englich")


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize(
    "make",
    [
        list,
        tuple,
        pa.array,
        lambda texts: pa.chunked_array([texts[:7], texts[7:]]),
        lambda texts: pa.array(texts, pa.large_string()),
        lambda texts: pa.array(texts).dictionary_encode(),
        pl.Series,
        pd.Series,
    ],
)
def test_any_column(name: str, make: Any) -> None:
    by = mg.normalizer(name)
    given = [*SOME[:60], None, "", *SOME[60:90]]
    wanted = [None if text is None else by(text) for text in given]
    made = by.batch(make(given))
    assert list(made) == made.to_pylist() == wanted
    assert (len(made), made[60], made[-1]) == (len(given), None, wanted[-1])


def test_lines_of_a_file(tmp_path: Any) -> None:
    (tmp_path / "ref.txt").write_text("Hello, there!\nMr. X\n", "utf-8")
    (tmp_path / "hyp.txt").write_text("hello there\nmister x\n", "utf-8")
    corpus = mg.read(tmp_path / "ref.txt", tmp_path / "hyp.txt")
    made = mg.normalizer("whisper-english").batch(corpus.references)
    assert list(made) == ["hello there", "mister x"]
    assert mg.score(corpus, normalizer="whisper-english")["wer"].value == 0.0


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("threads", [0, 2, 3, 8])
def test_threads_change_nothing(name: str, threads: int) -> None:
    given = [*SOME, None] * 4
    by = mg.normalizer(name)
    assert by.batch(given, threads=threads).to_pylist() == by.batch(given).to_pylist()


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("rows", [255, 256, 257, 4_095, 40_000])
def test_no_text_is_lost_or_overtakes_another(threads: int, rows: int) -> None:
    """Texts of very different lengths, so that jobs are finished out of order."""
    given = [
        None if row % 997 == 5 else f"{row} B" + "!c" * (row % 4_001 // 40) for row in range(rows)
    ]
    by = mg.normalizer("whisper-basic")
    wanted = by.batch(given).to_pylist()
    assert wanted[4:7] == ["4 b", None, "6 b"]
    for _ in range(5):
        assert by.batch(given, threads=threads).to_pylist() == wanted


def test_more_threads_than_texts() -> None:
    by = mg.normalizer("whisper-basic")
    assert by.batch([], threads=8).to_pylist() == []
    assert by.batch(["A!"], threads=8).to_pylist() == ["a "]


def test_several_threads_of_python() -> None:
    by = mg.normalizer("whisper-english")
    wanted = by.batch(SOME).to_pylist()
    got: list[Any] = []
    workers = [
        threading.Thread(target=lambda: got.append(by.batch(SOME, threads=2).to_pylist()))
        for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert got == [wanted] * 4


def test_what_is_missing_stays_missing() -> None:
    made = mg.normalizer("whisper-basic").batch(["A", None, mg.Failed("timeout"), float("nan")])
    assert list(made) == ["a", None, None, None]


def test_lists_of_tokens() -> None:
    made = mg.normalizer("whisper-english").batch([["Mr.", "COLOUR"], None, []])
    assert made == [["mister", "color"], None, []]


def test_lone_surrogates_give_a_list() -> None:
    given = ["A\ud800b", "\udc00", None, "\ud83d\ude00", "c"]
    made = mg.normalizer("whisper-basic").batch(given)
    assert made == ["a\ud800b", "\udc00", None, "\ud83d\ude00", "c"]
    assert mg.wer(["A\ud800 b"], ["a\ud800, b"], normalizer="whisper-basic") == 0.0


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_names_the_first_row(threads: int) -> None:
    given = ["fine"] * 20_000
    given[6_000] = given[15_000] = "9" * 4301
    with pytest.raises(InputError, match=r"^whisper-english: row 6001 has a number of more than"):
        mg.normalizer("whisper-english").batch(given, threads=threads)
    with pytest.raises(InputError, match="whisper-english: the text has a number of more than"):
        mg.normalizer("whisper-english")(given[6_000])


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(("digits", "tokens"), [(6_000, 15_000), (15_000, 6_000), (None, 19_999)])
def test_the_first_of_several_errors_is_raised(
    digits: int | None, tokens: int, threads: int
) -> None:
    given: list[Any] = ["fine"] * 20_000
    given[tokens] = ["a", "b"]
    wanted = f"row {tokens + 1}: texts and lists of tokens are mixed"
    if digits is not None:
        given[digits] = "9" * 4301
        wanted = f"row {digits + 1} has a number of more than" if digits < tokens else wanted
    for _ in range(5):
        with pytest.raises((InputError, InputTypeError), match=wanted):
            mg.normalizer("whisper-english").batch(given, threads=threads)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_list_that_another_thread_empties(threads: int) -> None:
    by, stop = mg.normalizer("whisper-basic"), threading.Event()
    given = ["Mr. A!"] * 20_000
    errors: list[str] = []

    def change() -> None:
        while not stop.is_set():
            del given[10_000:]
            given.extend(["B"] * 10_000)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(5):
            try:
                made = set(by.batch(given, threads=threads))
            except InputError as error:
                errors.append(str(error))
            else:
                assert made <= {"mr a ", "b"}
    finally:
        stop.set()
        changing.join()
    assert all("changed its length" in error for error in errors)


@pytest.mark.skipif(os.name == "nt", reason="signals are Unix's")
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_ctrl_c_stops_a_long_column(threads: int) -> None:
    program = (
        "import sys, mondegreen as mg; by = mg.normalizer('whisper-english')\n"
        "given = ['twenty one dollars, please'] * 2_000_000; print('ready', flush=True)\n"
        "try:\n"
        f"    while True: by.batch(given, threads={threads})\n"
        "except KeyboardInterrupt: sys.exit(42)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(20) == 42
        finally:
            process.kill()


@pytest.mark.parametrize("wrong", [3, None, b"a", ["a"]])
def test_what_is_no_text(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match="whisper-basic: expected a text, got"):
        mg.normalizer("whisper-basic")(wrong)


def test_what_is_no_column() -> None:
    by = mg.normalizer("whisper-basic")
    with pytest.raises(InputTypeError, match="expected a column of texts, got one text"):
        by.batch("a text")
    with pytest.raises(InputTypeError, match="mixed"):
        by.batch(["a", ["b"]])
    with pytest.raises(InputTypeError, match="holds no texts"):
        by.batch(pa.array([1, 2]))
    with pytest.raises(UsageError, match="threads=-1"):
        by.batch(["a"], threads=-1)


def test_the_column_speaks_arrow() -> None:
    made = mg.normalizer("whisper-basic").batch(["A", None, "B"])
    assert pa.array(made).to_pylist() == ["a", None, "b"]
    assert pl.Series(made).to_list() == ["a", None, "b"]
    assert repr(made) == "<TextColumn: 3 texts>"
    with pytest.raises(IndexError, match="no text 3 among 3"):
        made[3]


@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda column: pickle.loads(pickle.dumps(column))]
)
def test_copies_of_the_column_are_such_columns(way: Any) -> None:
    made = mg.normalizer("whisper-basic").batch(["A", None, "", "Ünï 日本", "\0"])
    for column in (made, made[1:4], made[:0]):
        again = way(column)
        assert type(again) is type(made)
        assert list(again) == list(column) == again.to_pylist()
        assert again.blank_rows() == column.blank_rows()


def test_blank_rows() -> None:
    made = mg.normalizer("whisper-basic").batch(["A", "", None, "?", " \n"])
    assert made.blank_rows() == [1, 3, 4]


@pytest.mark.parametrize("name", NATIVE)
def test_scores_are_those_of_normalized_lists(name: str) -> None:
    references, hypotheses = SOME[:400], SOME[200:600]
    by = mg.normalizer(name)
    whole = mg.score(references, hypotheses, metrics=["wer", "cer"], normalizer=name, threads=2)
    sides = [by.batch(side).to_pylist() for side in (references, hypotheses)]
    alone = mg.score(*sides, metrics=["wer", "cer"])
    for metric in ("wer", "cer"):
        assert whole[metric].counts == alone[metric].counts
    old = [
        row
        for row, texts in enumerate(zip(references, hypotheses, *sides, strict=True))
        if any(
            before.split() and not after.split()
            for before, after in zip(texts[:2], texts[2:], strict=True)
        )
    ]
    assert whole.coverage.emptied == len(old) > 0


def test_the_signature_goes_there_and_back() -> None:
    result = mg.score("Oh, well", "oh well", normalizer="whisper-basic-remove-diacritics")
    field = "normalizer:whisper-basic-remove-diacritics@20250625"
    assert field in result.signature.split("|")
    assert Recipe.parse(result.signature) == result.recipe


def test_missing_and_failed_hypotheses() -> None:
    hypotheses = ["Hello", None, mg.Failed("timeout")]
    result = mg.score(["hello"] * 3, hypotheses, normalizer="whisper-english", missing="deletions")
    assert result["wer"].value == pytest.approx(2 / 3)
    assert (result.coverage.missing, result.coverage.failed) == (1, 1)


def test_the_reference_kernel_has_none() -> None:
    code = "import mondegreen as mg; mg.normalizer('whisper-basic')('a')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"MONDEGREEN_KERNEL": "reference"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "only in the native kernel; unset MONDEGREEN_KERNEL" in done.stderr


@pytest.mark.slow
def test_the_table_of_code_points_is_current() -> None:
    script = Path(__file__).parents[4] / "crates" / "tables" / "make_normalizers.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
