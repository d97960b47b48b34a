"""``oracle-wer``, ``mean-wer`` and ``first-wer``: by hand, against plain Python, and from files."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metric_oracle import assert_broadcasts

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.corpus.n_best import are_numbered
from mondegreen.errors import InputError, MissingHypothesisError, MondegreenError, UsageError

needs_native = pytest.mark.skipif(
    _kernel.name != "native", reason="a normalizer or forgivers of the native kernel alone"
)

if TYPE_CHECKING:
    from pathlib import Path

METRICS = ["oracle-wer", "mean-wer", "first-wer"]
SAID = ["the cat sat", "good day sir"]
LISTS = [
    ["the bat sat", "the cat sad", "the cat sat"],
    ["good day sir", "good bay sir", "hood day sir"],
]
texts = st.lists(st.sampled_from(["a", "b", "c"]), max_size=5).map(" ".join)
lists = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=5)), min_size=1, max_size=6)


def distance(said: list[str], heard: list[str]) -> int:
    row = list(range(len(heard) + 1))
    for number, word in enumerate(said, 1):
        row, above = [number], row
        for at, other in enumerate(heard, 1):
            row.append(min(above[at] + 1, row[-1] + 1, above[at - 1] + (word != other)))
    return row[-1]


def scored(said: list[str], heard: list[Any], **options: Any) -> mg.Result:
    column = [mg.NBest(*each) if isinstance(each, list) else each for each in heard]
    return mg.score(said, column, **{"metrics": METRICS, **options})


def test_counts_by_hand() -> None:
    result = scored(SAID, LISTS)
    assert result["oracle-wer"].errors == 0
    assert result["first-wer"].errors == 1
    assert sum(result["first-wer"].counts.values()) == 6
    assert result["mean-wer"].value == pytest.approx(4 / 3 / 6, abs=1e-6)
    assert result.metadata == {"oracle": [3, 1], "hypotheses": [3, 3]}
    assert result.hypotheses == ["the cat sat", "good day sir"]


@given(lists)
def test_each_is_that_of_plain_python(rows: list[tuple[str, list[str]]]) -> None:
    said, heard = map(list, zip(*rows, strict=True))
    result = scored(said, heard)
    errors = [[distance(one.split(), each.split()) for each in many] for one, many in rows]
    assert result["oracle-wer"].errors == sum(map(min, errors))
    assert result["first-wer"].errors == sum(each[0] for each in errors)
    mean = sum((Fraction(sum(each), len(each)) for each in errors), Fraction(0))
    found = Fraction(result["mean-wer"].counts["error_millionths"], 10**6)
    assert abs(found - mean) <= Fraction(len(rows), 2 * 10**6)
    assert result.metadata["oracle"] == [each.index(min(each)) + 1 for each in errors]
    assert result["oracle-wer"].errors <= float(mean) + 1e-5
    single = mg.score(said, result.hypotheses)
    assert single["wer"].errors == result["oracle-wer"].errors


@given(lists)
def test_lists_of_one_are_the_word_error_rate(rows: list[tuple[str, list[str]]]) -> None:
    said, heard = [row[0] for row in rows], [row[1][0] for row in rows]
    plain = mg.score(said, heard)["wer"]
    for found in scored(said, [[each] for each in heard]), scored(said, heard):
        assert found["oracle-wer"].counts == found["first-wer"].counts == plain.counts
        assert found["mean-wer"].counts["error_millionths"] == 10**6 * plain.errors


def test_the_text_of_a_row_is_what_its_first_metric_counts() -> None:
    assert scored(SAID, LISTS, metrics=["first-wer", "oracle-wer"]).hypotheses[0] == "the bat sat"
    assert scored(SAID, LISTS, metrics=["mean-wer"]).metadata["oracle"] == [3, 1]


@needs_native
def test_characters_normalizers_and_forgivers() -> None:
    heard = [["The Bat sat.", "THE CAT SAT!"]]
    assert scored(SAID[:1], heard, normalizer="whisper-basic").metadata["oracle"] == [2]
    assert scored(SAID[:1], heard, unit="character")["oracle-wer"].unit == "character"
    found = mg.score(
        ["my data base"],
        [mg.NBest("my day base", "my database")],
        metrics="oracle-wer",
        forgive="spacing",
    )
    assert (found["oracle-wer"].errors, found.metadata["oracle"]) == (0, [2])


def test_slices_merging_and_comparing() -> None:
    result = scored(SAID, LISTS, by={"room": ["x", "y"]})
    assert result.by("room")["x"]["first-wer"].value == pytest.approx(1 / 3)
    one, other = mg.Scorer(metrics=METRICS), mg.Scorer(metrics=METRICS)
    one.update(SAID[:1], [mg.NBest(*LISTS[0])], ids=["1"])
    other.update(SAID[1:], [mg.NBest(*LISTS[1])], ids=["2"])
    merged = one.merge(other).compute()
    assert [each.counts for each in merged] == [each.counts for each in scored(SAID, LISTS)]


@pytest.mark.parametrize("nothing", [None, mg.NBest(), mg.Failed("timeout")])
def test_a_missing_list_counts_as_the_policy_says(nothing: Any) -> None:
    heard = [LISTS[0], nothing]
    with pytest.raises(MissingHypothesisError, match="1 of 2 utterances have no hypothesis: row 2"):
        scored(SAID, heard)
    for policy, words in (("deletions", 6), ("skip", 3)):
        result = scored(SAID, heard, missing=policy)
        assert result["mean-wer"].counts["reference_words"] == words
        assert result["oracle-wer"].errors == words - 3
        assert result.coverage.total == 2
        assert result.metadata["hypotheses"] == [3, 0]
        assert result.metadata["oracle"] == [3, None]


def test_other_metrics_refuse_lists() -> None:
    for metrics in ("wer", "cer", "wer,oracle-wer"):
        with pytest.raises(UsageError, match="-m n-best"):
            scored(SAID, LISTS, metrics=metrics)


def test_a_column_of_the_same_name_is_refused() -> None:
    with pytest.raises(UsageError, match="'oracle'"):
        scored(SAID, LISTS, by={"oracle": [1, 2]})


FILES = {
    "lists.jsonl": "".join(
        json.dumps({"id": f"u{at}", "reference": said, "hypothesis": heard}) + "\n"
        for at, (said, heard) in enumerate(zip(SAID, LISTS, strict=True))
    ),
    "objects.jsonl": "".join(
        json.dumps(
            {"reference": said, "hypothesis": [{"text": each, "score": -1.5} for each in heard]}
        )
        + "\n"
        for said, heard in zip(SAID, LISTS, strict=True)
    ),
    "columns.csv": "id,reference,hyp_1,hyp_2,hyp_10\n"
    + "".join(
        f"{said[0]},{said},{','.join(heard)}\n" for said, heard in zip(SAID, LISTS, strict=True)
    ),
}


def check(result: mg.Result) -> None:
    assert [each.errors for each in result] == [0, 1, 1]
    assert result.metadata["oracle"] == [3, 1]


@pytest.mark.parametrize("name", FILES)
def test_one_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    path.write_text(FILES[name])
    columns = ["hyp_*", "hyp_1,hyp_2,hyp_10"] if name.endswith(".csv") else [None]
    for column in columns:
        check(mg.score(mg.read(path, hypothesis_column=column), metrics=METRICS))
        named = [] if column is None else ["--hypothesis-column", column]
        assert run(["score", str(path), "-m", "n-best", "--to", "json", *named]) == 0
        found = json.loads(capsys.readouterr().out)["metrics"]
        assert [each["name"] for each in found] == METRICS
        assert [round(each["value"], 4) for each in found] == [0.0, 0.2222, 0.1667]


@pytest.mark.parametrize("form", [None, "kaldi"])
def test_kaldi(form: str | None, tmp_path: Path) -> None:
    said, heard = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    said.write_text("".join(f"u{at} {text}\n" for at, text in enumerate(SAID)))
    lines = [
        f"u{at}-{number} {text}\n"
        for at, each in enumerate(LISTS)
        for number, text in zip((1, 2, 10), each, strict=True)
    ]
    heard.write_text("".join(sorted(lines)))  # 10 before 2
    check(mg.score(mg.read(said, heard, format=form), metrics=METRICS))


def test_numbered_ids_that_are_ids_stay_so() -> None:
    assert not are_numbered(["u-1", "u-2"], ["u-1", "u-2"])
    assert not are_numbered(["u"], ["u-1"])
    assert not are_numbered(["u", "v"], ["u-1", "u-2", "w-1", "w-2"])
    assert not are_numbered(["u", "u-1"], ["u-1", "u-2"])


def test_an_id_without_a_reference_among_numbered_ones_is_named(tmp_path: Path) -> None:
    said, heard = tmp_path / "said", tmp_path / "heard"
    said.write_text("u1 so it goes\nu2 well\n")
    heard.write_text("u1-1 so it goes\nu1-2 so is\nu2-1 a\nu3-1 b\n")
    with pytest.raises(MondegreenError, match=r"without a reference: 1 of 3 .*the first is 'u3'"):
        mg.read(said, heard)


def test_numbered_ids_of_as_many_lines_are_lists(tmp_path: Path) -> None:
    said, heard = tmp_path / "said", tmp_path / "heard"
    said.write_text("u1 so it goes\nu2 well\n")
    heard.write_text("u1-1 so it goes\nu1-2 so is\n")
    assert mg.read(said, heard).hypotheses == [mg.NBest("so it goes", "so is"), None]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("so it,so is,", ("so it", "so is")),
        ("so it,,so", ("so it", "", "so")),
        (",so it,", ("", "so it")),
        (",,", ("",)),
    ],
)
def test_empty_cells_after_the_last_text_are_no_hypotheses(
    row: str, expected: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "columns.csv"
    path.write_text(f"reference,hyp_1,hyp_2,hyp_3\nso it goes,{row}\n")
    assert mg.read(path, hypothesis_column="hyp_*").hypotheses == [mg.NBest(*expected)]


def test_what_is_null_in_a_list_is_no_hypothesis(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"reference": "so it goes", "hypothesis": ["so it", null]}\n')
    assert mg.read(path).hypotheses == [mg.NBest("so it")]


def test_the_metric_that_scores_one_text_is_named() -> None:
    with pytest.raises(UsageError, match="and cer scores one text"):
        scored(SAID, LISTS, metrics=["oracle-wer", "cer"])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, 2], "is a list, expected a text or null"),
        ([{"score": 1}], "is a list"),
        ({}, "an object"),
    ],
)
def test_what_is_no_list_of_texts_is_refused(value: Any, message: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"reference": "a", "hypothesis": value}) + "\n")
    with pytest.raises(InputError, match=message):
        mg.read(path)


def test_columns_that_are_not_there_are_named(tmp_path: Path) -> None:
    path = tmp_path / "columns.csv"
    path.write_text(FILES["columns.csv"])
    with pytest.raises(InputError, match="no column is named 'hyp_3'"):
        mg.read(path, hypothesis_column="hyp_1,hyp_3")


@pytest.mark.parametrize(
    "command", [["align"], ["score"], ["score", "-g"], ["report"], ["score", "--join-by", "id"]]
)
def test_other_commands_say_what_to_type(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lists.jsonl"
    path.write_text(FILES["lists.jsonl"])
    assert run([*command, str(path)]) == 2
    assert "n-best" in capsys.readouterr().err


def test_values_of_arrays() -> None:
    assert_broadcasts("mean-wer", [(1_500_000, 3), (0, 0), (500_000, 0), (499_999, 7)])


def test_what_is_no_text_in_a_list_is_refused() -> None:
    with pytest.raises(MondegreenError, match="expected texts"):
        mg.NBest("a", None)  # type: ignore[arg-type]


@pytest.mark.parametrize("texts", [False, True])
def test_run_files(*, texts: bool, tmp_path: Path) -> None:
    result = scored(SAID, LISTS)
    result.save(tmp_path / "run.json", texts=texts)
    loaded = mg.load(tmp_path / "run.json")
    assert [each.counts for each in loaded] == [each.counts for each in result]
    assert loaded.metadata == result.metadata
