"""Results as text: JSON by its schema, TSV, Kaldi's and jiwer's lines, HTML and the table."""

import csv
import io
import json
import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_strategies import columns, corpora, recipes

import mondegreen as mg
from mondegreen.errors import visible
from mondegreen.report import json as json_report
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.renderers import RENDERERS
from mondegreen.scoring.result import Result
from mondegreen.scoring.scorer import Scorer

HOSTILE = [
    "a\x85b\u2028c\u2029d",
    "\u2066x\u2069\x7f\x9b31m\x00",
    "<script>alert('1')</script>",
    "\x1b[31mred\x1b[0m",
    "a\tb\nc\rd",
    'say "no", &amp; = 1',
    "\u202egnol",
    "[bold]x[/bold]",
]


def strict(text: str) -> Any:
    """Parse JSON that has no NaN and no Infinity."""
    return json.loads(text, parse_constant=pytest.fail)


@settings(deadline=None, max_examples=40)
@given(recipes(missing=("skip", "deletions")), corpora, st.booleans())
def test_json_keeps_its_schema(recipe: Recipe, rows: list[Any], sliced: bool) -> None:  # noqa: FBT001
    jsonschema = pytest.importorskip("jsonschema")
    scorer = Scorer.from_recipe(recipe)
    scorer.update(**columns(rows))
    result = scorer.compute(by=["speaker"] if sliced else ())
    content = strict(result.render("json"))
    jsonschema.validate(content, json_report.schema())
    assert content == json_report.content(result)
    assert content["signature"] == recipe.signature()
    for found, metric in zip(content["metrics"], result, strict=True):
        assert (found["value"] is None) == (not math.isfinite(metric.value))
        if found["value"] is not None:
            assert found["value"] == metric.value
    assert len(content["slices"]) == (len(result.by("speaker")) if sliced else 0)


def test_the_schema_is_a_schema_and_refuses_nan() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json_report.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    content = strict(mg.score("a", "b").render("json"))
    spoils: tuple[Any, ...] = (
        lambda c: c["metrics"][0].update(value=None),
        lambda c: c["metrics"][0].update(reason="x"),
        lambda c: c["metrics"][0]["counts"].update(hits=-1),
        lambda c: c.update(schema_version=2),
        lambda c: c.update(more=1),
        lambda c: c["coverage"].pop("missing"),
    )
    for spoil in spoils:
        bad = json.loads(json.dumps(content))
        spoil(bad)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)


@pytest.mark.parametrize("value", [math.inf, math.nan, -math.inf, 2**70, b"x", 1j, ("a", 1), None])
def test_json_of_odd_groups(value: Any) -> None:
    content = strict(mg.score(["a"], ["b"], by={"k": [value]}).render("json"))
    assert list(content["slices"][0]["group"]) == ["k"]


# Kaldi's own words for no rate are its own.
@pytest.mark.parametrize("to", [name for name in RENDERERS.names() if name != "kaldi"])
def test_nothing_ever_shows_nan_or_infinity(to: str) -> None:
    result = mg.score(["", "a"], ["b", "a"], metrics=["wer", "cer"], by={"k": [1, 2]})
    assert not re.search(r"\b(nan|inf|infinity)\b", result.render(to), re.IGNORECASE)


@pytest.mark.parametrize("to", RENDERERS.names())
def test_output_ends_without_a_line_break(to: str) -> None:
    assert not mg.score("a", "b").render(to).endswith("\n")


# -- tsv ---------------------------------------------------------------------------------------


def read_tsv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t"))


def test_tsv() -> None:
    result = mg.score(["a b", ""], ["a c", "d"], metrics=["wer", "sentence"], by={"k": ["x", "y"]})
    rows = read_tsv(result.render("tsv"))
    assert [(row["k"], row["metric"], row["rate"]) for row in rows] == [
        ("", "wer", "1.0"), ("", "sentence", "1.0"), ("x", "wer", "0.5"), ("x", "sentence", "1.0"),
        ("y", "wer", ""), ("y", "sentence", "1.0"),
    ]  # fmt: skip
    assert rows[4]["reason"] == "errors against an empty reference"
    assert (rows[1]["hits"], rows[1]["wrong"]) == ("", "2")
    assert {row["signature"] for row in rows} == {metric.signature for metric in result}


def test_tsv_rates_are_exact() -> None:
    result = mg.score("a b c", "a b d")
    assert float(read_tsv(result.render("tsv"))[0]["rate"]) == result["wer"].value


def test_tsv_cells_are_quoted() -> None:
    count = len(HOSTILE)
    result = mg.score(["a"] * count, ["a"] * count, by={"k\t1": HOSTILE})
    text = result.render("tsv")
    rows = read_tsv(text)
    assert {row["k\\t1"] for row in rows} == {"", *map(visible, HOSTILE)}
    assert len(rows) == len(text.splitlines()) - 1 == count + 1, "each row is one line"


@pytest.mark.parametrize("cell", ["\r", "\n", "\r\n", "a\rb", '"', "\t", "", "\r\n\r\n"])
def test_tsv_lines_end_with_lf_alone(cell: str) -> None:
    from mondegreen.report.tsv import write

    text = write([["head", "x"], [cell, "y"]])
    assert text.startswith("head\tx\n")
    assert list(csv.reader(io.StringIO(text, newline=""), delimiter="\t"))[1] == [cell, "y"]


# -- kaldi and plain -----------------------------------------------------------------------------


def test_kaldi() -> None:
    result = mg.score(["a b c", "d", "e"], ["a x", "d d", "e"])
    assert result.render("kaldi").splitlines() == [
        "%WER 60.00 [ 3 / 5, 1 ins, 1 del, 1 sub ]",
        "%SER 66.67 [ 2 / 3 ]",
        "Scored 3 sentences, 0 not present in hyp.",
    ]


def test_kaldi_says_that_some_are_missing() -> None:
    result = mg.score(["a", "b"], ["a", None], missing="deletions")
    assert result.render("kaldi").splitlines() == [
        "%WER 50.00 [ 1 / 2, 0 ins, 1 del, 0 sub ] [PARTIAL]",
        "%SER 50.00 [ 1 / 2 ]",
        "Scored 2 sentences, 1 not present in hyp.",
    ]


def test_kaldi_without_words() -> None:
    assert mg.score("", "a").render("kaldi").startswith("%WER inf [ 1 / 0, 1 ins")
    assert mg.score("", "").render("kaldi").startswith("%WER 0.00 [ 0 / 0, 0 ins")
    with pytest.raises(mg.UsageError, match="add -m wer"):
        mg.score("a", "b", metrics=["sentence"]).render("kaldi")


@settings(deadline=None)
@given(corpora)
def test_plain_is_what_jiwer_prints(rows: list[Any]) -> None:
    jiwer = pytest.importorskip("jiwer")
    texts = [row[0] for row in rows], [row[1] if isinstance(row[1], str) else "" for row in rows]
    assert mg.score(*texts).render("plain") == str(jiwer.wer(*texts))
    assert mg.score(*texts, metrics=["cer"]).render("plain") == str(jiwer.cer(*texts))


# -- hostile text --------------------------------------------------------------------------------


@pytest.fixture
def hostile() -> Result:
    count = len(HOSTILE)
    return mg.score(
        HOSTILE, ["a"] * count, ids=HOSTILE, by={"<b>\x1b[1mk</b>": HOSTILE}, metrics=["wer", "mer"]
    )


def test_html_is_escaped(hostile: Result) -> None:
    for html in (hostile._repr_html_(), hostile.render("html")):
        tags = set(re.findall(r"</?[a-z]+", html))
        assert {tag.strip("</") for tag in tags} <= {
            "table", "thead", "tbody", "tr", "th", "td", "p", "br", "code"
        }  # fmt: skip
        assert "&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;" in html
        assert "<b>" not in html
        assert "&amp;amp;" in html
        assert 'dir="auto"' in html


def test_html_loads_nothing(hostile: Result) -> None:
    for word in ("src=", "href=", "http", "url(", "<style"):
        assert word not in hostile._repr_html_()


def test_the_table_sends_no_control_characters(hostile: Result) -> None:
    text = str(hostile)
    assert not [char for char in text if not char.isprintable() and char != "\n"]
    assert "\\x1b[31mred\\x1b[0m" in text
    assert "a\\tb\\nc\\rd" in text
    assert "[bold]x[/bold]" in text, "not taken for markup"


def test_groups_send_no_control_characters(hostile: Result) -> None:
    text = str(hostile.by(*hostile.slices))
    assert not [char for char in text if not char.isprintable() and char != "\n"]


def test_the_worst_send_no_control_characters(hostile: Result) -> None:
    for found in hostile.worst(100):
        head = str(found).splitlines()[0]
        assert head.isprintable()
        assert "\x1b" not in str(found)


def test_wide_cells_are_not_cut() -> None:
    long = "x" * 20_000
    result = mg.score(["a"], ["b"], by={"k": [long]})
    assert long in result.render("tsv")
    assert "xxx" in str(result)


# -- rates without errors ------------------------------------------------------------------------


def test_information_is_no_number_of_errors() -> None:
    result = mg.score("a b", "a x", metrics=["wip", "wil", "mer", "wer"], by={"k": ["p"]})
    rows = {line.split()[0]: line.split() for line in str(result).splitlines()[1:5]}
    assert [rows[name][-10] for name in ("wip", "wil", "mer", "wer")] == ["–", "–", "1", "1"]
    assert str(result.by("k")).splitlines()[1].split()[:3] == ["p", "1", "–"]
    assert result.render("html").count('<td dir="auto">–</td>') == 2
    assert result["wip"].errors == 1, "programs still find them, and the worst come first by them"


def test_a_plug_in_of_which_more_is_better_counts_no_errors() -> None:
    from mondegreen.metrics import METRICS

    class Accuracy(mg.Metric):
        name, statistics, higher_is_better = "accuracy", ("right", "all"), True

        def row(self, reference: Any, hypothesis: Any) -> tuple[int, ...]:
            return int(reference == hypothesis), 1

    METRICS.register("accuracy", Accuracy)
    try:
        line = str(mg.score("a", "a", metrics="accuracy")).splitlines()[1]
        assert line.split()[:4] == ["accuracy", "100.00", "%", "–"]
    finally:
        del METRICS._table["accuracy"]


# -- json ----------------------------------------------------------------------------------------


@given(st.text() | st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp"]))
def test_json_comes_back_and_commands_nothing(text: str) -> None:
    from mondegreen.scoring.json_text import json_bytes, json_text

    values = {text: [text, {"a": text}]}
    found = json_text(values, indent=2)
    assert json.loads(found) == values
    assert not set(found) & {"\x7f", "\x9b", "\x85", "\u2028", "\u202e", "\u2069", "\x1b", "\ud800"}
    try:
        assert json.loads(json_bytes(values)) == values
    except UnicodeEncodeError:
        assert any("\ud800" <= char <= "\udfff" for char in text)


def test_json_that_is_too_deep() -> None:
    from mondegreen.scoring.json_text import json_text

    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(mg.InputError, match="too deep to write"):
        json_text(deep)
