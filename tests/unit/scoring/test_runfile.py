"""Run files come back whole, and what is no run file is refused in one line."""

import json
import math
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scoring_strategies import columns, corpora, recipes, views

import mondegreen as mg
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.result import Result
from mondegreen.scoring.scorer import Scorer

ENDINGS = [".json", ".parquet"]
anywhere = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(params=ENDINGS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == ".parquet":
        pytest.importorskip("pyarrow")
    return tmp_path / f"run{request.param}"


def small() -> Result:
    return mg.score(
        ["a b", "c", "d", "e"],
        ["a x", None, mg.Failed("timeout"), ""],
        ids=list("wxyz"),
        by={"speaker": ["ann", "bob", "ann", None]},
        missing="skip",
    )


@anywhere
@given(recipes(missing=("skip", "deletions")), corpora, st.booleans())
def test_round_trip(path: Path, recipe: Recipe, rows: list[Any], texts: bool) -> None:  # noqa: FBT001
    scorer = Scorer.from_recipe(recipe)
    scorer.update(**columns(rows))
    result = scorer.compute()
    result.save(path, texts=texts)
    loaded = mg.load(path)
    expected = views(result) if texts else {**views(result), "differences": None}
    assert views(loaded) == expected
    assert loaded.recipe == result.recipe
    assert loaded.provenance == result.provenance
    assert loaded.reasons == result.reasons


def test_texts_come_back(path: Path) -> None:
    result = small()
    result.save(path, texts=True)
    loaded = mg.load(path)
    assert loaded.references == ["a b", "c", "d", "e"]
    assert loaded.hypotheses == ["a x", None, mg.Failed("timeout"), ""]
    assert [str(each) for each in loaded.worst()] == [str(each) for each in result.worst()]


def test_tokens_come_back(path: Path) -> None:
    result = mg.score([["a b", "c"], []], [["a b", "d"], ["e"]])
    result.save(path, texts=True)
    assert views(mg.load(path)) == views(result)


def test_without_texts_counts_are_there_and_differences_are_not(path: Path) -> None:
    small().save(path)
    loaded = mg.load(path)
    assert [each.errors for each in loaded.worst()] == [1, 1]
    assert loaded.worst()[0].alignment is None
    with pytest.raises(mg.UsageError, match="stored without its texts; save it with texts=True"):
        loaded.differences()
    with pytest.raises(mg.UsageError, match="this result has no texts to store"):
        loaded.save(path, texts=True)


def test_positions_stay_positions(path: Path) -> None:
    mg.score(["a", "b"], ["a", "x"]).save(path)
    loaded = mg.load(path)
    assert loaded.ids is None
    assert loaded.worst()[0].id == "2"


def test_loaded_results_go_on(path: Path) -> None:
    small().save(path)
    scorer = Scorer.from_recipe(mg.load(path).recipe)
    scorer.update(["a"], ["a"])
    assert scorer.compute().signature == small().signature


@pytest.mark.parametrize(
    ("values", "same"),
    [
        ([1, 2, None, 4], True),
        ([1.5, None, 2.5, 3.0], True),
        ([True, False, None, True], True),
        (["ü", "今", '"', "\x00"], True),
        ([None] * 4, True),
        ([math.nan, math.inf, -math.inf, 1.0], False),
        ([1, "a", None, 2.5], False),
        ([2**70, 1, 2, 3], False),
        ([["a"], {"b": 1}, ("c",), None], False),
        ([date(2026, 11, 27), b"x", object, 1j], False),
    ],
)
def test_metadata_of_odd_types(path: Path, values: list[Any], same: bool) -> None:  # noqa: FBT001
    result = mg.score(["a"] * 4, ["a"] * 4, by={"odd": values, "id": list("abcd")})
    result.save(path)
    loaded = mg.load(path)
    assert set(loaded.metadata) == {"odd", "id"}
    assert loaded.metadata["id"] == list("abcd")
    if same:
        assert loaded.metadata["odd"] == values
    else:
        assert len(loaded.metadata["odd"]) == 4
        assert str(mg.load(path).sliced(["odd"]))


def test_numbers_that_json_lacks_are_null(tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    mg.score(["", "a"], ["b", "a"], by={"k": [math.nan, math.inf]}).save(run)
    json.loads(run.read_text("utf-8"), parse_constant=pytest.fail)


def test_the_layout(tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    small().save(run)
    content = json.loads(run.read_text("utf-8"))
    assert content["schema_version"] == 1
    assert content["signature"] == small().signature
    assert content["provenance"].startswith("mondegreen:")
    assert content["columns"]["wer.deletions"] == [0, 1, 1, 1]
    assert content["columns"]["column.speaker"] == ["ann", "bob", "ann", None]


def test_half_surrogates_fit_in_no_file(path: Path) -> None:
    result = mg.score(["a\ud800"], ["b"])
    result.save(path)
    with pytest.raises(mg.InputError, match="half of a surrogate pair"):
        result.save(path, texts=True)


@pytest.mark.parametrize("name", ["run.txt", "run", "run.JSON"])
def test_other_endings_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(mg.UsageError, match=r"a run file ends in \.parquet or \.json"):
        small().save(tmp_path / name)


def test_where_nothing_can_be_written(path: Path) -> None:
    with pytest.raises(mg.InputError, match="cannot be written: ") as caught:
        small().save(path.parent / "none" / path.name)
    assert "\n" not in str(caught.value)


def refused(path: Path) -> str:
    with pytest.raises(mg.InputError) as caught:
        mg.load(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    return message


def test_no_such_file(path: Path) -> None:
    assert refused(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"\xff\xfe\x00", b"[1]", b"{}", b"null", b'{"columns": 5}', b"PAR1", b"[" * 10**5,
     b'{"columns": {}, "schema_version": 1}', b"1" * 5000, b'{"a": ' * 10**5],
    ids=range(12),
)  # fmt: skip
def test_foreign_files(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refused(path)


def test_a_foreign_parquet_file(tmp_path: Path) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "other.parquet"
    parquet.write_table(pa.table({"id": ["a"]}), path)
    assert "not a run file; make one with Result.save or --save" in refused(path)


@pytest.mark.parametrize("head", [b"", b"5", b"{}", b"[", b"\xff"])
def test_a_parquet_file_with_another_head(tmp_path: Path, head: bytes) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "other.parquet"
    table = pa.table({"id": ["a"]}).replace_schema_metadata({b"mondegreen": head})
    parquet.write_table(table, path)
    assert refused(path)
    with pytest.raises(mg.InputError):
        Scorer.from_state(table)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_truncated_files(path: Path, share: float) -> None:
    small().save(path, texts=True)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    assert refused(path)


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_layout(tmp_path: Path, version: object) -> None:
    path = tmp_path / "run.json"
    small().save(path)
    content = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**content, "schema_version": version}), "utf-8")
    assert f"a run file of layout {version!r}; this release reads layout 1" in refused(path)


def test_counts_of_another_version_of_a_metric(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    small().save(path)
    path.write_text(path.read_text("utf-8").replace("wer@1", "wer@0"), "utf-8")
    assert "use the release of mondegreen that made it, or score again" in refused(path)


def test_a_metric_that_is_not_here(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    small().save(path)
    path.write_text(path.read_text("utf-8").replace('"wer"', '"bleu"'), "utf-8")
    assert "no metric is named 'bleu'" in refused(path)


junk = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 300), st.text(max_size=3), st.just([]), st.just({}),
    st.lists(st.integers(-1, 4), max_size=5), st.just(1.5), st.just(2**80),
)  # fmt: skip


def places(content: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = content.items() if isinstance(content, dict) else enumerate(content)
    found = []
    for key, value in inner:
        found.append((*at, key))
        if isinstance(value, dict | list):
            found += places(value, (*at, key))
    return found


def loaded_or_refused(path: Path) -> Result | str:
    try:
        return mg.load(path)
    except mg.InputError as error:
        return str(error)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damage_anywhere_is_one_line_or_harmless(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "run.json"
    small().save(path, texts=True)
    content = json.loads(path.read_text("utf-8"))
    *parents, last = data.draw(st.sampled_from(places(content)))
    inside = content
    for key in parents:
        inside = inside[key]
    if data.draw(st.booleans()):
        inside[last] = data.draw(junk)
    else:
        del inside[last]
    path.write_text(json.dumps(content), "utf-8")
    loaded: Any = loaded_or_refused(path)
    if isinstance(loaded, str):
        assert loaded.startswith(str(path))
        assert "\n" not in loaded
    else:
        assert str(loaded)
        assert loaded.to_dict()
        assert loaded.render("json")
        assert [str(each) for each in loaded.worst()]


def test_a_policy_that_is_not_known_is_damage(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    mg.score(["a"], ["b"]).save(file)
    file.write_text(file.read_text("utf-8").replace('"error"', '"Skip"'), "utf-8")
    with pytest.raises(mg.InputError):
        mg.load(file)


# -- what was changed after it was written -------------------------------------------------------


def changed(path: Path, change: Any, **options: Any) -> str:
    """Save with texts, change the file by hand, and return why it is refused."""
    texts = (["A b", "c d", "e", "f"], ["a x", "c", None, ""])
    made = mg.score(
        *texts, ids=list("wxyz"), by={"k": [1, 2, 3, 4]}, missing="deletions",
        **{"metrics": "wer,cer,sentence", **options},
    )  # fmt: skip
    if path.suffix == ".json":
        made.save(path, texts=True)
        content = json.loads(path.read_text("utf-8"))
        change(content)
        path.write_text(json.dumps(content), "utf-8")
        return refused(path)
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    made.save(path, texts=True)
    table = parquet.read_table(path)
    content = json.loads(table.schema.metadata[b"mondegreen"])
    content["columns"] = {name: table.column(name).to_pylist() for name in table.column_names}
    change(content)
    columns = content.pop("columns")
    head = {b"mondegreen": json.dumps(content).encode()}
    parquet.write_table(pa.table(columns).replace_schema_metadata(head), path)
    return refused(path)


def put(*at: Any, value: Any) -> Any:
    def change(content: Any) -> None:
        for key in at[:-1]:
            content = content[key]
        content[at[-1]] = value

    return change


@pytest.mark.parametrize("normalizer", ["none", "lower"])
@pytest.mark.parametrize("row", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "column",
    [
        *("wer.hits", "wer.substitutions", "wer.deletions", "wer.insertions", "cer.hits"),
        *("cer.insertions", "sentence.wrong", "sentence.sentences"),
    ],
)
def test_counts_that_are_not_those_of_the_texts(
    path: Path, column: str, row: int, normalizer: str
) -> None:
    message = changed(path, put("columns", column, row, value=7), normalizer=normalizer)
    assert f"row {row + 1} (id {'wxyz'[row]!r}): {column} is 7, but the texts give " in message
    assert message.endswith("so score the texts again")


@pytest.mark.parametrize("normalizer", ["none", "lower"])
@pytest.mark.parametrize(("side", "row"), [("reference", 1), ("hypothesis", 0)])
def test_texts_that_are_not_those_of_the_counts(
    path: Path, side: str, row: int, normalizer: str
) -> None:
    name = side if normalizer == "none" else f"{side}_normalized"
    change = put("columns", name, row, value="some other words that were")
    message = changed(path, change, normalizer=normalizer)
    assert f"row {row + 1} (id {'wxyz'[row]!r}): wer." in message


@pytest.mark.parametrize(
    ("at", "value", "part"),
    [
        (("hypothesis", 2), "", "status is 2, but the texts give 1"),
        (("hypothesis", 3), None, "status is 1, but the texts give 2"),
        (("hypothesis", 0), ["a", "x"], "mixed"),
        (("reference", 0), None, "row 1: the column 'reference' holds null"),
        (("id", 1), 5, "row 2: the column 'id' holds a number (5)"),
        (("column.k", 2), {"a": [1]}, "row 3: the column 'column.k' holds an object"),
        (("wer.hits", 3), 1.5, "row 4: the column 'wer.hits' holds a number (1.5)"),
        (("cer.deletions", 0), -1, "row 1: the column 'cer.deletions' holds a number (-1)"),
        (("cer.deletions", 0), 2**63, "row 1: the column 'cer.deletions' holds a number"),
        (("sentence.wrong", 1), None, "row 2: the column 'sentence.wrong' holds null"),
        (("status", 0), True, "row 1: the column 'status' holds true"),
        (("status", 0), 3, "row 1: the column 'status' holds a number (3)"),
    ],
)
def test_values_that_nothing_writes(
    tmp_path: Path, at: tuple[Any, ...], value: Any, part: str
) -> None:
    message = changed(tmp_path / "run.json", put("columns", *at, value=value))
    assert part in message


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (("recipe", "normalizer"), "lower@1\x1b[31m"),
        (("recipe", "normalizer"), "lower@1|ties:jiwer"),
        (("recipe", "normalizer"), "\u202elower@1"),
        (("recipe", "normalizer"), "lower"),
        (("recipe", "normalizer"), 5),
        (("recipe", "plugins"), ["x@1\x1b[2J"]),
        (("recipe", "plugins"), [5]),
        (("recipe", "units"), ["word\x00", "character", "word"]),
        (("recipe", "units"), ["word"]),
        (("recipe", "metrics"), ["wer", "cer", "wer"]),
        (("recipe", "ties"), "\x1b"),
        (("recipe", "ties"), ["jiwer"]),
        (("recipe", "edit_weights"), [1, 1, float("nan")]),
        (("recipe", "edit_weights"), [0, 1, 1]),
        (("recipe", "missing"), "\x9b"),
        (("recipe", "more"), 1),
        (("provenance",), float("nan")),
        (("provenance",), "mondegreen:1\x1b[31m"),
        (("provenance",), ["a"]),
        (("provenance",), None),
        (("signature",), "wer\x1b"),
        (("coverage", "scored"), float("nan")),
        (("coverage", "emptied"), 3),
        (("coverage", "fraction"), float("inf")),
        (("has_ids",), 1),
        (("schema_version",), True),
    ],
)
def test_a_head_that_nothing_writes(path: Path, at: tuple[Any, ...], value: Any) -> None:
    message = changed(path, put(*at, value=value), normalizer="lower")
    assert message.isprintable()


def test_counts_of_true_and_false_do_not_show(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    mg.score("a", "b").save(path)
    path.write_text(path.read_text("utf-8").replace('"total": 1', '"total": true'), "utf-8")
    assert mg.load(path).coverage.to_dict()["total"] is not True


def test_nan_of_other_programs_is_null(tmp_path: Path) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "run.parquet"
    mg.score(["a", "b"], ["a", "b"], by={"k": [1.5, None]}).save(path)
    table = parquet.read_table(path)
    at = table.column_names.index("column.k")
    parquet.write_table(table.set_column(at, "column.k", pa.array([1.5, math.nan])), path)
    assert mg.load(path).metadata["k"] == [1.5, None]


def test_metrics_of_python_alone_are_taken_on_trust(tmp_path: Path) -> None:
    """They may be slow, or ask somebody; loading a file must do neither."""
    from mondegreen.metrics import METRICS

    asked = []

    class Asked(mg.Metric):
        name, statistics = "asked", ("wrong", "all")

        def row(self, reference: Any, hypothesis: Any) -> tuple[int, ...]:
            asked.append(reference)
            return 0, 1

    METRICS.register("asked", Asked)
    try:
        mg.score("a", "b", metrics=["asked"]).save(tmp_path / "run.json", texts=True)
        asked.clear()
        assert mg.load(tmp_path / "run.json")["asked"].value == 0
        assert not asked
    finally:
        del METRICS._table["asked"]


def test_a_column_that_stands_twice(tmp_path: Path) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "run.parquet"
    mg.score("a", "b").save(path)
    table = parquet.read_table(path)
    twice = table.append_column("id", pa.array(["1"]))
    with pytest.raises(mg.InputError, match="a column occurs twice"):
        Scorer.from_state(twice)
