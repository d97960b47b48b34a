"""Which column is what."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import InputError, ParseError, UsageError


def test_order_of_names(write: Any) -> None:
    """The first known name of the list wins, not the first of the file; the rest is metadata."""
    corpus = read(write("x.csv", "text,asr,pred_text,ref,sample_id,utt_id\nt,a,p,r,1,2\n"))
    assert (corpus.ids, corpus.references, corpus.hypotheses) == (["2"], ["r"], ["p"])
    assert corpus.metadata == {"text": ["t"], "asr": ["a"], "sample_id": ["1"]}


def test_given_names(write: Any) -> None:
    """A given name needs no list, and frees the others."""
    corpus = read(
        write("x.csv", "text,gold,n\nt,g,1\n"),
        reference_column="gold",
        hypothesis_column="text",
        id_column="n",
    )
    assert (corpus.ids, corpus.references, corpus.hypotheses) == (["1"], ["g"], ["t"])
    taken = read(write("y.csv", "text,target\nt,g\n"), hypothesis_column="text")
    assert (taken.references, taken.hypotheses) == (["g"], ["t"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {},
            (
                "x.csv: no hypothesis column. Columns found: 'id', 'reference', 'outcome'. Known "
                "names: hypothesis, hyp, pred_text, prediction, predicted, asr, hypotheses, hyp_text, "
                "predictions, pred, predicted_text, asr_output, output, transcription. Name yours with --hypothesis-column NAME."
            ),
        ),
        (
            {"hypothesis_column": "outcmoe"},
            (
                "x.csv: no column is named 'outcmoe'. Did you mean 'outcome'? Columns found: 'id', "
                "'reference', 'outcome'. (--hypothesis-column)"
            ),
        ),
        (
            {"hypothesis_column": "outcome", "reference_column": "zzz"},
            (
                "x.csv: no column is named 'zzz'. Columns found: 'id', 'reference', 'outcome'. "
                "(--reference-column)"
            ),
        ),
        (
            {"hypothesis_column": "outcome", "id_column": "ids"},
            (
                "x.csv: no column is named 'ids'. Did you mean 'id'? Columns found: 'id', "
                "'reference', 'outcome'. (--id-column)"
            ),
        ),
    ],
)
def test_missing_column(write: Any, options: dict[str, Any], message: str) -> None:
    """The columns that are there, the nearest one, and the flag to type."""
    with pytest.raises(InputError) as error:
        read(write("x.csv", "id,reference,outcome\n1,a,b\n"), **options)
    assert str(error.value) == message


def test_wrong_separator(write: Any) -> None:
    """One column with separators in its name gets a hint."""
    with pytest.raises(InputError, match="one column only: is the separator a comma"):
        read(write("x.tsv", "id|reference|hypothesis\n1|a|b\n"))


def test_one_column_twice(write: Any) -> None:
    """A text cannot be scored against itself by mistake."""
    with pytest.raises(UsageError, match="'a' cannot be both the reference and the hypothesis"):
        read(write("x.csv", "a,b\n1,2\n"), reference_column="a", hypothesis_column="a")


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ("null", "null"),
        ('""', "empty"),
        ("1.5", "a number (1.5)"),
        ("true", "true"),
        ("{}", "an object"),
    ],
)
def test_bad_ids(write: Any, value: str, what: str) -> None:
    """An id is a text or a whole number."""
    row = '{{"id": {}, "ref": "a", "hyp": "b"}}\n'
    with pytest.raises(ParseError) as error:
        read(write("x.jsonl", row.format('"u"') + row.format(value)))
    assert str(error.value) == (
        f"x.jsonl:2: the id 'id' is {what}, expected a text or a whole number; choose another "
        "column with --id-column, or --id-column '' to do without ids"
    )


def test_without_ids(write: Any) -> None:
    """An empty name does without ids; they are then a column like any other."""
    rows = '{"id": 1, "ref": "a", "hyp": "b"}\n'
    with pytest.raises(ParseError, match=r"^x\.jsonl:2: the id '1' occurs here and on line 1"):
        read(write("x.jsonl", rows * 2))
    corpus = read("x.jsonl", id_column="")
    assert (corpus.ids, corpus.metadata) == (None, {"id": [1, 1]})


def test_long_values_are_cut(write: Any) -> None:
    """Messages quote 60 characters at most."""
    with pytest.raises(ParseError) as error:
        read(write("x.csv", "id,ref,hyp\n" + ("u" * 5000 + ",a,b\n") * 2))
    assert f"the id '{'u' * 60}'... occurs here" in str(error.value)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ('{"error": {"code": 429, "message": "Quota exceeded"}}', "Quota exceeded"),
        ('{"err_msg": "Invalid credentials", "request_id": "x"}', "Invalid credentials"),
        ('{"detail": "Not found"}', "Not found"),
    ],
)
def test_a_reply_that_failed_is_no_table(write: Any, reply: str, said: str) -> None:
    write("reply.json", reply)
    write("said.jsonl", '{"id": "1", "reference": "a b"}\n')
    with pytest.raises(InputError, match=f"reply of a recogniser that failed, .*: {said}"):
        read("said.jsonl", "reply.json")
