"""Whatever texts come in, and in whatever container, gives the same result."""

from array import array
from collections import deque
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from scoring_strategies import views

import mondegreen as mg
from mondegreen import _kernel
from mondegreen._kernel import _native, reference
from mondegreen.scoring.result import Result

REFERENCES = ["the cat sat", "on the mat", "", "Ende gut"]
HYPOTHESES = ["the hat sat", None, "hm", "Ende gut"]


def scored(references: Any, hypotheses: Any, **options: Any) -> Result:
    metrics = ["wer", "cer", "mer", "sentence"]
    return mg.score(references, hypotheses, metrics=metrics, missing="deletions", **options)


@pytest.fixture(scope="module")
def expected() -> Any:
    return views(scored(REFERENCES, HYPOTHESES))


def _same(text: Any) -> Any:
    return text


def series(texts: list[Any], **options: Any) -> Any:
    return pytest.importorskip("pandas").Series(texts, **options)


def numpy(texts: list[Any], **options: Any) -> Any:
    return pytest.importorskip("numpy").array(texts, **options)


def arrow(texts: list[Any], kind: str = "string") -> Any:
    pa = pytest.importorskip("pyarrow")
    if kind == "dictionary":
        return pa.array(texts, pa.string()).dictionary_encode()
    if kind == "chunked":
        return pa.chunked_array([texts[:1], texts[1:]], pa.string())
    return pa.array(texts, getattr(pa, kind)())


CONTAINERS: dict[str, Any] = {
    "tuple": tuple,
    "generator": lambda texts: (text for text in texts),
    "dict values": lambda texts: dict(enumerate(texts)).values(),
    "pandas object": lambda texts: series(texts, dtype=object),
    "pandas str": lambda texts: series(texts, dtype="str"),
    "pandas string": lambda texts: series(texts, dtype="string"),
    "pandas arrow": lambda texts: series(texts, dtype="string[pyarrow]"),
    "pandas category": lambda texts: series(texts, dtype="category"),
    "pandas other index": lambda texts: series(texts, index=range(9, 9 - len(texts), -1)),
    "numpy": lambda texts: numpy(texts, dtype=object),
    "numpy column": lambda texts: numpy(texts, dtype=object).reshape(-1, 1),
    "numpy masked": lambda texts: pytest.importorskip("numpy").ma.array(
        [text or "" for text in texts], mask=[text is None for text in texts]
    ),
    "one column of pandas": lambda texts: series(texts, dtype=object).to_frame().to_numpy(),
    "deque": deque,
    "map": lambda texts: map(_same, texts),
    "polars": lambda texts: pytest.importorskip("polars").Series(texts),
    "arrow string": arrow,
    "arrow large": lambda texts: arrow(texts, "large_string"),
    "arrow view": lambda texts: arrow(texts, "string_view"),
    "arrow dictionary": lambda texts: arrow(texts, "dictionary"),
    "arrow chunked": lambda texts: arrow(texts, "chunked"),
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("normalizer", ["none", "lower"])
def test_containers(container: str, normalizer: str, expected: Any) -> None:
    put = CONTAINERS[container]
    result = scored(put(REFERENCES), put(HYPOTHESES), normalizer=normalizer)
    if normalizer == "none":
        assert views(result) == expected
    assert views(result) == views(scored(REFERENCES, HYPOTHESES, normalizer=normalizer))


def test_numpy_strings(expected: Any) -> None:
    np = pytest.importorskip("numpy")
    assert views(scored(np.array(REFERENCES), HYPOTHESES)) == expected


def test_containers_may_differ_between_the_sides(expected: Any) -> None:
    assert views(scored(arrow(REFERENCES), HYPOTHESES)) == expected
    assert views(scored(REFERENCES, series(HYPOTHESES, dtype=object))) == expected


def test_token_lists() -> None:
    split = [text.split() for text in REFERENCES]
    written = [None if text is None else text.split() for text in HYPOTHESES]
    tokens = mg.score(split, written, missing="deletions")
    texts = mg.score(REFERENCES, HYPOTHESES, missing="deletions")
    assert tokens.rows == texts.rows
    assert [str(d) for d in tokens.differences()] == [str(d) for d in texts.differences()]


def test_single_strings() -> None:
    assert views(mg.score("a b", "a c")) == views(mg.score(["a b"], ["a c"]))
    one = mg.score("a b", "a c", ids="utterance-1", by={"speaker": "ann"})
    assert one.ids == ["utterance-1"]
    assert list(one.by("speaker")) == ["ann"]


def test_dicts_pair_by_id() -> None:
    references = {"a": "one", "b": "two", "c": "three"}
    result = mg.score(references, {"c": "three", "a": "won"}, missing="skip")
    assert result.ids == ["a", "b", "c"]
    assert result.coverage.missing == 1
    assert result.to_dict()["wer"] == [1.0, None, 0.0]


def test_a_hypothesis_without_a_reference() -> None:
    with pytest.raises(mg.PairingError, match="the first is 'z'"):
        mg.score({"a": "one"}, {"a": "one", "z": "two"})


def test_a_corpus() -> None:
    corpus = mg.Corpus(["x", "y"], ["a", "b"], ["a", None], {"speaker": ["ann", "bob"]})
    result = mg.score(corpus, by="speaker", missing="skip")
    assert result.ids == ["x", "y"]
    assert list(result.by("speaker")) == ["ann", "bob"]
    assert result.by("speaker")["bob"]["wer"].reason == "nothing was scored"


def test_a_corpus_takes_more_columns() -> None:
    corpus = mg.Corpus(None, ["a", "b"], ["a", "x"], {"speaker": ["ann", "bob"]})
    result = mg.score(corpus, by={"noise": ["low", "high"]})
    assert list(result.metadata) == ["speaker", "noise"]
    assert result.slices == ("noise",)


@pytest.mark.parametrize("extra", [{"hypotheses": ["a"]}, {"ids": ["x"]}])
def test_a_corpus_stands_alone(extra: dict[str, Any]) -> None:
    with pytest.raises(mg.UsageError, match="a corpus holds its hypotheses and ids"):
        mg.score(mg.Corpus(None, ["a"], ["a"]), **extra)


@pytest.mark.parametrize(
    "texts",
    [
        *(b"a", bytearray(b"a"), memoryview(b"a"), array("u", "a"), {"a"}, frozenset("a")),
        *({"x": "a"}.items(), 5, 0.5, object()),
    ],
)
def test_what_is_no_column(texts: object) -> None:
    with pytest.raises(mg.InputTypeError, match=r"references are .*expected a text"):
        mg.score(texts, ["a"])


def test_a_dict_on_one_side_alone() -> None:
    with pytest.raises(mg.InputTypeError, match=r"hypotheses are a dict; .*dicts by id on both"):
        mg.score(["a"], {"x": "a"})


def test_hypotheses_are_needed() -> None:
    with pytest.raises(mg.InputTypeError, match="hypotheses are missing"):
        mg.score(["a"])


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_whole_tables_are_no_columns(library: str) -> None:
    module = pytest.importorskip(library)
    make = module.table if library == "pyarrow" else module.DataFrame
    with pytest.raises(mg.InputTypeError, match="references are a whole table"):
        mg.score(make({"text": ["a"]}), ["a"])


def test_a_lazy_table_is_no_column_and_nothing_is_worked_out() -> None:
    lazy = pytest.importorskip("polars").LazyFrame({"text": ["a"]})
    with pytest.raises(mg.InputTypeError, match="references are a whole table"):
        mg.score(lazy, ["a"])


@pytest.mark.parametrize(
    "shape", [(1, 2), (2, 1, 1), (2, 3), (1, 1, 2)], ids=lambda shape: "x".join(map(str, shape))
)
@pytest.mark.parametrize("kind", ["str", "object"])
def test_an_array_of_more_dimensions_is_no_column(shape: tuple[int, ...], kind: str) -> None:
    """Its rows would be scored as lists of tokens, which are equal or wrong as a whole."""
    size = pytest.importorskip("numpy").prod(shape)
    texts = numpy(["the cat sat"] * size, dtype=kind).reshape(shape)
    for sides in ((texts, ["a"]), (["a"], texts), (texts, texts)):
        with pytest.raises(mg.InputTypeError, match=r"of the shape .*expected one dimension"):
            mg.wer(*sides)
        with pytest.raises(mg.InputTypeError, match="expected one dimension"):
            mg.score(["a", "b"], ["a", "b"], ids=texts)
        with pytest.raises(mg.InputTypeError, match="expected one dimension"):
            mg.score(["a", "b"], ["a", "b"], by={"speaker": texts})


def test_an_array_of_records_is_a_table() -> None:
    records = numpy([("the cat sat",)], dtype=[("text", "U20")])
    with pytest.raises(mg.InputTypeError, match="references are a whole table"):
        mg.wer(records, ["the cat sat"])
    assert mg.wer(records["text"], ["the cat sat"]) == 0


def test_ids_and_other_columns_of_one_column() -> None:
    column = numpy([["x"], ["y"]])
    result = mg.score(["a", "b"], ["a", "b"], ids=column, by={"speaker": column})
    assert (result.ids, list(result.by("speaker"))) == (["x", "y"], ["x", "y"])


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda text: [text],
        lambda text: (text,),
        lambda text: ("u1", text),
        lambda text: [text, text],
    ],
)
def test_lists_of_texts_are_no_lists_of_tokens(wrapped: Any) -> None:
    references = ["we wait beside the boat", "thank you", ""]
    sides = [wrapped(text) for text in references[:2]]
    for more in ([], [[]]):
        with pytest.raises(mg.InputTypeError, match=r"references: .* in a text of several words"):
            mg.wer([*sides, *more], [*sides, *more])
        with pytest.raises(mg.InputTypeError, match=r"hypotheses: .* in a text of several words"):
            mg.wer([["a"]] * len([*sides, *more]), [*sides, *more])
    column = numpy([None] * 2, dtype=object)
    column[:] = [list(side) for side in sides]
    with pytest.raises(mg.InputTypeError, match="a list is read as tokens"):
        mg.wer(column, column)


def test_tokens_may_have_spaces() -> None:
    assert mg.wer([["in", "New York"], ["Rio de Janeiro"]], [["in", "York"], []]) == 2 / 3
    assert mg.wer([["a", " ", "b c"]], [["a", " ", "b c"]]) == 0
    assert mg.wer([[], []], [[], []]) == 0


def test_names_of_files_are_no_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ref.txt", "hyp.txt", "the end."):
        (tmp_path / name).touch()
    for names in (("ref.txt", "hyp.txt"), (str(tmp_path / "ref.txt"), str(tmp_path / "hyp.txt"))):
        monkeypatch.chdir(tmp_path)
        with pytest.raises(mg.UsageError, match=r"are names of files; .*pass mondegreen\.read"):
            mg.wer(*names)
        with pytest.raises(mg.UsageError, match="are names of files"):
            mg.score(*names)
    assert mg.wer("ref.txt", "read me.txt") == 2
    assert mg.wer("ref.txt", "x" * 5000 + ".") == 1
    assert mg.wer("a.b\0", "a.b\0") == 0


def test_series_whose_labels_are_in_another_order_are_named() -> None:
    one, other = series(["a b", "c d"], index=["u1", "u2"]), series(["c d", "a b"])
    other.index = ["u2", "u1"]
    with pytest.warns(UserWarning, match="the same index in another order") as caught:
        assert mg.wer(one, other) == 1
    assert len(caught) == 1
    assert mg.wer(one, other.loc[one.index]) == 0
    assert mg.wer(one, series(["a b", "c d"])) == 0  # other labels, as of a file and a list


def test_an_arrow_column_of_numbers() -> None:
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(mg.InputTypeError, match="Int64 holds no texts"):
        mg.score(pa.array([1]), pa.array([1]))


@pytest.mark.parametrize(
    "column",
    [
        *(pa.array([1], kind) for kind in (pa.int8(), pa.uint16(), pa.float32(), pa.float64())),
        *(pa.array([True]), pa.array([b"a"]), pa.array([b"a"], pa.large_binary())),
        *(pa.array([[1]]), pa.array([{"a": 1, "b": 2}]), pa.array([1], pa.timestamp("us"))),
        *(pa.array([[1]], pa.list_(pa.int8(), 1)), pa.array([1], pa.date32())),
        *(pa.array([1]).dictionary_encode(), pa.array([1], pa.duration("s"))),
    ],
    ids=lambda column: str(column.type),
)
def test_both_kernels_name_a_column_without_texts_alike(column: Any) -> None:
    messages = []
    for kernel in (_native, reference):
        with pytest.raises(TypeError) as caught:
            kernel.count(column, column, "word", "most-hits", None, 1)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def bad_utf8(kind: Any = None) -> Any:
    offsets = pa.py_buffer(array("i", [0, 2, 4]))
    column = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"ok\xff\xfe")])
    if kind == "chunked":
        return pa.chunked_array([column[:1], column[1:]])
    if kind == "dictionary":
        return pa.DictionaryArray.from_arrays(pa.array([0, 1]), column)
    return column


@pytest.mark.parametrize("kind", [None, "chunked", "dictionary"])
@pytest.mark.parametrize(
    "normalizer",
    ["none", "lower", *["whisper-basic", "mondegreen-en"] * (_kernel.name == "native")],
)
def test_bytes_that_are_no_text(normalizer: str, kind: Any) -> None:
    """The row is named, counted from 1, whoever reads the column."""
    good = ["a", "b"]
    for sides in ((bad_utf8(kind), good), (good, bad_utf8(kind))):
        with pytest.raises(mg.InputError, match="row 2: the Arrow column holds bytes that are not"):
            mg.score(*sides, normalizer=normalizer)
    with pytest.raises(mg.InputError, match="row 2: the Arrow column holds bytes that are not"):
        mg.score(good, good, ids=bad_utf8(kind))
    for kernel in (_native, reference):
        with pytest.raises(UnicodeError, match="row 2: the Arrow column holds bytes that are not"):
            kernel.count(bad_utf8(kind), good, "word", "most-hits", None, 1)


def test_texts_and_tokens_do_not_mix() -> None:
    with pytest.raises(mg.InputTypeError, match="texts and lists of tokens are mixed"):
        mg.score([["a"]], ["a"])


@pytest.mark.parametrize(
    ("references", "message"),
    [(["a"], "^1 reference but 2 hypotheses"), (["a", "b", "c"], "^3 references but 2 hypotheses")],
)
def test_counts_must_agree(references: list[str], message: str) -> None:
    with pytest.raises(mg.PairingError, match=message):
        mg.score(references, ["a", "b"])


@pytest.mark.parametrize("empty", [[], (), {}])
def test_no_utterances(empty: Any) -> None:
    with pytest.raises(mg.InputError, match="no utterances"):
        mg.score(empty, type(empty)())


def test_duplicate_ids() -> None:
    with pytest.raises(mg.PairingError, match="the id 'x' occurs twice"):
        mg.score(["a", "b"], ["a", "b"], ids=["x", "x"])
    with pytest.raises(mg.PairingError, match="the id '1' occurs twice"):
        mg.score(["a", "b"], ["a", "b"], ids=[1, "1"])


def test_too_few_ids() -> None:
    with pytest.raises(mg.PairingError, match="1 ids for 2 utterances"):
        mg.score(["a", "b"], ["a", "b"], ids=["x"])


def test_columns_of_another_length() -> None:
    with pytest.raises(mg.PairingError, match="the column 'k' has 1 values for 2 utterances"):
        mg.score(["a", "b"], ["a", "b"], by={"k": [1]})


def test_ids_from_anywhere() -> None:
    pa, np = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    for ids in (pa.array(["x", "y"]), np.array(["x", "y"]), series(["x", "y"]), iter("xy")):
        assert mg.score(["a", "b"], ["a", "b"], ids=ids).ids == ["x", "y"]


def test_lone_surrogates_are_code_points() -> None:
    assert mg.cer("a\ud800", "a\ud801") == 0.5


class Once:
    """A column that can be read once, as some streams can."""

    def __init__(self, texts: list[str]) -> None:
        self.texts, self.read = texts, False

    def __len__(self) -> int:
        return len(self.texts)

    def __arrow_c_stream__(self, schema: object = None) -> object:
        texts = [] if self.read else self.texts
        self.read = True
        return pa.chunked_array([pa.array(texts, pa.string())]).__arrow_c_stream__(schema)


def test_a_column_that_can_be_read_once_is_no_perfect_score() -> None:
    with pytest.raises(mg.PairingError, match="only once"):
        mg.score(Once(["a b"]), Once(["c d"]), metrics=["wer", "cer"])
    assert mg.score(Once(["a b"]), Once(["c d"]), metrics=["wer"])["wer"].value == 1
