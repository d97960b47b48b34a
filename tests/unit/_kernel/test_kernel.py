"""The kernel: whatever holds the texts, what is refused and how, threads, and Ctrl-C."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import time
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from mondegreen import _kernel
from mondegreen._kernel import _native as native
from mondegreen._kernel import reference
from mondegreen.errors import InputTypeError, PairingError, ParseError

if TYPE_CHECKING:
    from collections.abc import Callable

UNITS = tuple(reference.UNITS)
RULES: list[tuple[str, tuple[int, int, int] | None]] = [
    ("most-hits", None),
    ("jiwer", None),
    ("most-hits", (4, 3, 3)),
    ("most-hits", (1, 1, 1)),
    ("most-hits", (3, 1, 2)),
    ("most-hits", (1, 5, 0)),
]


def both(function: str, *arguments: Any) -> Any:
    """Call the native kernel, check that the reference implementation gives the same, and return it."""
    found = getattr(native, function)(*arguments)
    assert found == getattr(reference, function)(*arguments)
    return found


# Inputs: whatever holds the texts, the counts are the same.


def dictionary(texts: list[Any], index: Any, values: Any) -> Any:
    return pa.array(texts, pa.string()).cast(pa.dictionary(index, values))


def inner_null(texts: list[Any]) -> Any:
    """Hold nulls in the dictionary itself, where the keys are all there."""
    distinct = list(dict.fromkeys(texts))
    keys = pa.array([distinct.index(text) for text in texts], pa.int16())
    return pa.DictionaryArray.from_arrays(keys, pa.array(distinct, pa.string()))


def sliced(texts: list[Any], kind: Any) -> Any:
    return pa.array(["not this one", None, *texts, "nor this", None], kind)[2:-2]


def chunked(texts: list[Any], *kinds: Any) -> Any:
    chunks = [[], texts[:1], [], texts[1:4], texts[4:]]
    return pa.chunked_array(chunks, *kinds)


class OnlyArray:
    """A column that speaks the array protocol and nothing else."""

    def __init__(self, column: Any) -> None:
        self.column = column

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.column.__arrow_c_array__(requested_schema)


class OnlyStream:
    """A column that speaks the stream protocol and nothing else."""

    def __init__(self, column: Any) -> None:
        self.column = column

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.column.__arrow_c_stream__(requested_schema)


COLUMNS: dict[str, Callable[[list[Any]], Any]] = {
    "tuple": tuple,
    "utf8": lambda texts: pa.array(texts, pa.string()),
    "large utf8": lambda texts: pa.array(texts, pa.large_string()),
    "string view": lambda texts: pa.array(texts, pa.string_view()),
    "dictionary": lambda texts: pa.array(texts, pa.string()).dictionary_encode(),
    "dictionary int8": lambda texts: dictionary(texts, pa.int8(), pa.string()),
    "dictionary uint64": lambda texts: dictionary(texts, pa.uint64(), pa.large_string()),
    "dictionary with a null": inner_null,
    "dictionary chunks": lambda texts: chunked(texts, pa.string()).dictionary_encode(),
    "slice": lambda texts: sliced(texts, pa.string()),
    "large slice": lambda texts: sliced(texts, pa.large_string()),
    "view slice": lambda texts: sliced(texts, pa.string_view()),
    "dictionary slice": lambda texts: sliced(texts, pa.string()).dictionary_encode()[0:],
    "sliced dictionary": lambda texts: pa.array(["z", *texts, "y"]).dictionary_encode()[1:-1],
    "chunks": lambda texts: chunked(texts, pa.string()),
    "view chunks": lambda texts: chunked(texts, pa.string_view()),
    "sliced chunks": lambda texts: chunked(["z", *texts, "y"], pa.large_string())[1:-1],
    "table": lambda texts: pa.table({"text": chunked(texts, pa.string())}),
    "sliced table": lambda texts: pa.table({"text": chunked(["z", *texts, "y"], pa.string())})[
        1:-1
    ],
    "array protocol": lambda texts: OnlyArray(pa.array(texts)),
    "stream protocol": lambda texts: OnlyStream(chunked(texts, pa.string())),
    "polars": lambda texts: pl.Series(texts, dtype=pl.String),
    "sliced polars": lambda texts: pl.Series(["z", *texts, "y"], dtype=pl.String)[1:-1],
    "polars chunks": lambda texts: pl.concat(
        [pl.Series(texts[:2]), pl.Series(texts[2:], dtype=pl.String)], rechunk=False
    ),
    "polars categories": lambda texts: pl.Series(texts, dtype=pl.Categorical),
    "polars frame": lambda texts: pl.DataFrame({"text": texts}),
    "pandas": pd.Series,
    "pandas arrow": lambda texts: pd.Series(texts, dtype="string[pyarrow]"),
}

TEXTS = [
    "a b c",
    None,
    "",
    "the cat sat on a long-winded mat",
    "  é\u3000日本語 \U0001f469\u200d ",
    "a b c",
]
OTHERS = ["a c d", "x y", None, "the hat sat on long-winded mats", "é 日本 \U0001f469", ""]


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("unit", UNITS)
def test_every_column_gives_the_counts_of_lists(make: Callable[..., Any], unit: str) -> None:
    options = (unit, "most-hits", None)
    plain = reference.count(TEXTS, OTHERS, *options, 1)
    for threads in (1, 2):
        assert native.count(make(TEXTS), OTHERS, *options, threads) == plain
        assert native.count(TEXTS, make(OTHERS), *options, threads) == plain
    assert both("count", make(TEXTS), make(OTHERS), *options, 1) == plain
    runs = reference.align(TEXTS, OTHERS, *options)
    assert both("align", make(TEXTS), make(OTHERS), *options) == runs


def test_a_column_of_nulls_has_missing_texts_only() -> None:
    for column in (pa.nulls(2), pl.Series([None, None]), pa.chunked_array([], pa.string())):
        rows = len(column)
        *_, status, sums = both("count", ["a"] * rows, column, "word", "most-hits", None, 1)
        assert status == bytes([_kernel.NO_HYPOTHESIS] * rows)
        assert sums == (0, 0, 0, 0)


def test_tokens_may_face_a_column_of_nulls() -> None:
    given = [["a", "b"]], pa.nulls(1)
    assert both("count", *given, "word", "most-hits", None, 1)[4] == bytes([_kernel.NO_HYPOTHESIS])


def test_lines_are_a_column() -> None:
    data = "one two\r\n\nthree \u2028 four\nfive\r".encode()
    lines = native.split_lines(data, 100)
    assert (
        list(lines)
        == reference.split_lines(data, 100)
        == ["one two", "", "three \u2028 four", "five"]
    )
    assert lines[-1] == "five"
    for at in (4, -5):
        with pytest.raises(IndexError):
            lines[at]
    texts = ["one", "x", "three four", None]
    for unit, rule in product(UNITS, RULES):
        expected = reference.count(list(lines), texts, unit, *rule, 1)
        assert native.count(lines, texts, unit, *rule, 1) == expected
        assert native.align(lines, texts, unit, *rule) == reference.align(
            list(lines), texts, unit, *rule
        )


def test_long_columns_are_read_chunk_by_chunk() -> None:
    """Rows beyond the first chunk of 4,096, and a text that fills a chunk alone."""
    rng = Random(1)
    texts = ["".join(rng.choices("ab ", k=rng.randrange(9))) for _ in range(10_000)]
    others = ["".join(rng.choices("ab ", k=rng.randrange(9))) for _ in range(10_000)]
    texts[5000], others[5000] = "a " * 400_000, "a " * 400_001
    texts[6000], others[7000] = None, None  # type: ignore[call-overload]
    expected = [
        reference.pair_counts(text or "", other or "", "word")
        if row != 5000
        else (400_000, 0, 0, 1)
        for row, (text, other) in enumerate(zip(texts, others, strict=True))
    ]
    columns = [(texts, others), (pa.array(texts), chunked(others, pa.string()))]
    for given, threads in product(columns, (1, 2, 5)):
        *found, status, sums = _kernel.count(*given, threads=threads)
        assert list(zip(*found, strict=True)) == expected
        assert (status[6000], status[7000]) == (_kernel.NO_REFERENCE, _kernel.NO_HYPOTHESIS)
        scored = [
            row for row, state in zip(expected, status, strict=True) if state <= _kernel.EMPTY
        ]
        assert sums == tuple(map(sum, zip(*scored, strict=True)))


@pytest.mark.parametrize("rule", RULES[:3], ids=str)
@pytest.mark.parametrize("unit", ["word", "character-no-space", "grapheme"])
def test_threads_give_identical_bytes(rule: tuple[str, Any], unit: str) -> None:
    rng = Random(2)
    sides = [
        ["".join(rng.choices("ab \u0301\ud800", k=rng.randrange(30))) for _ in range(5000)]
        for _ in range(2)
    ]
    sides[1][17] = None  # type: ignore[call-overload]
    sides[0][18] = sides[1][18] = "a b " * 500
    one, *others = (native.count(*sides, unit, *rule, threads) for threads in (1, 2, 3, 7))
    assert all(other == one for other in others)


def test_white_space_is_that_of_python() -> None:
    every = [chr(point) for point in range(sys.maxunicode + 1)]
    spaces = [point for point in every if point.isspace()]
    text = "".join(every)
    assert native.tokens(text, "word") == text.split()
    assert native.tokens(text, "character") == every
    assert native.tokens(text, "character-no-space") == [c for c in every if not c.isspace()]
    assert native.tokens(text, "word-ascii-space") == text.split(" ")
    assert native.pair_counts(text, text + " ", "word") == (len(text.split()), 0, 0, 0)
    marked = " ".join(every)
    assert native.tokens(marked, "word") == marked.split()
    joined = [f"a{c}b" for c in spaces]
    assert _kernel.count(joined, ["a b"] * len(spaces)).hits.tolist() == [2] * len(spaces)
    for c in spaces:
        assert native.tokens(f"a{c}\u0301b", "grapheme-no-space") == both(
            "tokens", f"a{c}\u0301b", "grapheme-no-space"
        )
        assert native.tokens(c, "grapheme-no-space") == []


def test_statuses_and_sums_of_missing_rows() -> None:
    references = ["a b", "a b", "", "", None, None, "a"]
    hypotheses = ["a", "", "a", "", "a b", None, None]
    *columns, status, sums = both("count", references, hypotheses, "word", "most-hits", None, 1)
    assert list(status) == [0, 1, 0, 1, 3, 3, 2]
    hits, substitutions, deletions, insertions = (column.tolist() for column in columns)
    assert hits == [1, 0, 0, 0, 0, 0, 0]
    assert substitutions == [0] * 7
    assert deletions == [1, 2, 0, 0, 0, 0, 1]
    assert insertions == [0, 0, 1, 0, 2, 0, 0]
    assert sums == (1, 0, 3, 1)


# Errors.

MIXED = "texts and lists of tokens are mixed; pass one kind on both sides"
BAD_SIDES: list[tuple[Any, Any, type[Exception], str]] = [
    ("a", ["a"], TypeError, "expected a list, a tuple or an Arrow column"),
    (["a"], None, TypeError, "expected a list, a tuple or an Arrow column"),
    ({"a"}, ["a"], TypeError, "expected a list, a tuple or an Arrow column"),
    (["a", "b"], ["a"], ValueError, "2 references, 1 hypotheses"),
    (pa.array(["a"]), [], ValueError, "1 references, 0 hypotheses"),
    (["a"], [["a"]], TypeError, f"row 1: {MIXED}"),
    (["a", ["b"]], ["a", "b"], TypeError, f"row 2: {MIXED}"),
    ([None, ("a",)], ["a", "b"], TypeError, f"row 1: {MIXED}"),
    ([["a"], ["b"]], [["a"], "b"], TypeError, f"row 2: {MIXED}"),
    ([["a"], ["b", 1]], [["a"], ["b"]], TypeError, "row 2: the token 1 is not a string"),
    ([["a"]], [["a", None]], TypeError, "row 1: the token None is not a string"),
    ([["a"]], [(b"a",)], TypeError, "row 1: the token b'a' is not a string"),
    (pa.array(["a b"]), [["a", "b"]], TypeError, f"row 1: {MIXED}"),
    ([["a", "b"]], pa.chunked_array([["a b"]]), TypeError, f"row 1: {MIXED}"),
    (
        pa.table({"a": ["x"], "b": ["y"]}),
        ["x"],
        TypeError,
        'expected one column of texts, got a table of 2; pass table["NAME"]',
    ),
]


@pytest.mark.parametrize("kernel", [native, reference], ids=["native", "reference"])
@pytest.mark.parametrize(("references", "hypotheses", "kind", "message"), BAD_SIDES)
def test_bad_sides_are_refused(
    kernel: Any, references: Any, hypotheses: Any, kind: type[Exception], message: str
) -> None:
    for function, more in ((kernel.count, (1,)), (kernel.align, ())):
        with pytest.raises(kind) as caught:
            function(references, hypotheses, "word", "most-hits", None, *more)
        assert str(caught.value) == message


@pytest.mark.parametrize("kernel", [native, reference], ids=["native", "reference"])
def test_lines_cannot_face_tokens(kernel: Any) -> None:
    lines = kernel.split_lines(b"a b\n", 10)
    with pytest.raises(TypeError, match="are mixed"):
        kernel.count(lines, [["a", "b"]], "word", "most-hits", None, 1)


@pytest.mark.parametrize("kernel", [native, reference], ids=["native", "reference"])
@pytest.mark.parametrize(
    "column",
    [
        pa.array([1]),
        pa.array([b"a"]),
        pa.array([["a"]]),
        pa.array([1.5]).dictionary_encode(),
        pa.table({"a": [1]}),
        pl.Series([1]),
    ],
    ids=lambda column: str(getattr(column, "type", None) or type(column).__module__),
)
def test_columns_of_other_types_are_refused(kernel: Any, column: Any) -> None:
    with pytest.raises(
        TypeError, match=r"^an Arrow column of .* holds no texts; expected utf8, lar"
    ):
        kernel.count(column, ["1"], "word", "most-hits", None, 1)


@pytest.mark.parametrize("kernel", [native, reference], ids=["native", "reference"])
def test_bad_options_are_refused(kernel: Any) -> None:
    def message(call: Callable[..., Any], *arguments: Any) -> str:
        with pytest.raises(ValueError, match="is named") as caught:
            call(*arguments)
        return str(caught.value)

    unit, ties = 'no unit is named "wörd \\"x\\""', 'no tie rule is named "best"'
    assert message(kernel.count, None, [], 'wörd "x"', "best", None, 1) == unit
    assert message(kernel.align, None, [], 'wörd "x"', "best", None) == unit
    assert message(kernel.count, None, [], "word", "best", None, 1) == ties
    assert message(kernel.align, None, [], "word", "best", None) == ties
    assert message(kernel.tokens, "a", 'wörd "x"') == unit
    assert message(kernel.pair_counts, "a", "b", 'wörd "x"') == unit
    with pytest.raises(TypeError, match="expected a list"):  # weights leave no choice of ties
        kernel.count(None, [], "word", "best", (1, 1, 1), 1)
    for call in (kernel.tokens, lambda text, unit: kernel.pair_counts("a", text, unit)):
        for wrong in (None, ["a"], b"a"):
            with pytest.raises(TypeError):
                call(wrong, "word")


@pytest.mark.parametrize("weights", [(2**32 - 1,) * 3, (2**32 - 1, 1, 1), (1, 2**31, 2**31)])
def test_huge_weights_are_scored_or_refused(weights: tuple[int, int, int]) -> None:
    """Sums of weights that overflow must never come out as no errors."""
    for length in (2, 40, 1000):
        try:
            sums = _kernel.count(["a " * length], ["b " * length], weights=weights).sums
        except ValueError:
            continue
        substitutes = weights[0] <= weights[1] + weights[2]
        assert sums == ((0, length, 0, 0) if substitutes else (0, 0, length, length))


def test_the_reference_says_that_it_needs_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    column = pa.array(["a"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TypeError, match="pip install"):
        reference.count(column, ["a"], "word", "most-hits", None, 1)


def test_the_door_has_errors_of_its_own() -> None:
    with pytest.raises(InputTypeError, match="row 1: the token 1 is not a string"):
        _kernel.count([[1]], [["a"]])
    with pytest.raises(PairingError, match="1 references, 0 hypotheses"):
        _kernel.align(["a"], [])
    with pytest.raises(ParseError, match=r"^a.txt:2: byte 0xff at column 3 is not UTF-8"):
        _kernel.split_lines(b"good\nba\xff\n", "a.txt", 100)
    with pytest.raises(ParseError, match=r"^a.txt:2: a line of 1,001 bytes, more than .* 1,000"):
        _kernel.split_lines(b"\n" + b"a" * 1001, "a.txt", 1000)


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        ("native", "native (2, 0, 1, 1) ['a', 'b'] ['x']"),
        ("reference", "reference (2, 0, 1, 1) ['a', 'b'] ['x']"),
        ("fortran", "UsageError"),
    ],
)
def test_the_environment_chooses_the_kernel(kernel: str, expected: str) -> None:
    code = """
try:
    from mondegreen import _kernel
    counts = _kernel.count(["a b c"], ["b c d"]).sums
    lines = list(_kernel.split_lines(b"x", "a.txt", 9))
    print(_kernel.name, counts, _kernel.tokens(" a b", "word"), lines)
except Exception as error:
    print(type(error).__name__)
"""
    environment = {"MONDEGREEN_KERNEL": kernel, "PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.strip() == expected


CHANGED = """
from mondegreen import _kernel
class Tokens(list):
    def __iter__(self):
        del changed[4500:]
        return super().__iter__()
references, hypotheses = [Tokens(["a"])] + [["a"]] * 4999, [["a"]] * 5000
changed = {side}
try:
    print("rows:", len(_kernel.count(references, hypotheses).status))
except Exception as error:
    print("refused:", error)
"""


@pytest.mark.parametrize("side", ["references", "hypotheses"])
def test_a_list_that_shrinks_meanwhile_does_no_harm(side: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHANGED.format(side=side)],
        capture_output=True,
        text=True,
        check=True,
        timeout=10,
    )
    assert done.stdout.startswith(("rows: 5000", "refused:"))


# Ctrl-C.

INTERRUPTED = """
import random, sys
from mondegreen import _kernel
random.seed(1)
alphabet = [chr(0x4E00 + at) for at in range(20_000)]
texts = ["".join(random.choices(alphabet, k={length})) for _ in range(2)]
small = ["a"] * {small}
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    sys.exit(42)
"""
COUNT = "_kernel.count(small + texts[:1], small + texts[1:], unit='character', "


@pytest.mark.parametrize(
    ("call", "length", "small"),
    [
        (COUNT + "threads=1)", 400_000, 0),
        (COUNT + "threads=2)", 400_000, 0),
        (COUNT + "ties='jiwer')", 400_000, 0),
        (COUNT + "weights=(4, 3, 3))", 400_000, 0),
        (COUNT + "threads=1)", 400_000, 4000),
        ("_kernel.align(texts[:1], texts[1:], unit='character')", 400_000, 0),
        ("_kernel.align(texts[:1], texts[1:], unit='character', weights=(4, 3, 3))", 60_000, 0),
    ],
)
def test_ctrl_c_stops_a_giant_pair(call: str, length: int, small: int) -> None:
    code = INTERRUPTED.format(call=call, length=length, small=small)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=5) == 42
        finally:
            process.kill()


def test_null_rows_of_a_table_are_no_texts() -> None:
    rows = pa.StructArray.from_arrays([pa.array(["a", "b"])], ["t"], mask=pa.array([False, True]))
    for kernel in (native, reference):
        with pytest.raises(TypeError, match="null rows"):
            kernel.count(["a", "b"], pa.chunked_array([rows]), "word", "most-hits", None, 1)


def test_scoring_while_scoring_does_no_harm() -> None:
    """A finalizer that scores may run while a text of a pair is being read."""

    class Cycle:
        def __init__(self) -> None:
            self.own = self

        def __del__(self) -> None:
            native.pair_counts("x y", "x z", "word")

    thresholds = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    try:
        for _ in range(50):
            Cycle()
            assert native.pair_counts("a \ud800 b", "a c", "word") == (1, 1, 1, 0)
    finally:
        gc.set_threshold(*thresholds)
