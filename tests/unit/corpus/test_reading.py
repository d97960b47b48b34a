"""Two files become one corpus, or an error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import InputError, PairingError, UnknownNameError, UsageError


def test_different_formats_by_id(write: Any) -> None:
    """Ids of JSONL and trn go together; metadata of both sides is kept."""
    reference = write(
        "r.jsonl",
        '{"id": "s-1", "text": "a", "speaker": "Ann"}\n'
        '{"id": "s-2", "text": "b", "speaker": "Bob"}\n',
    )
    corpus = read(Path(reference), write("h.trn", "bb (s-2)\naa (s-1)\n"))
    assert corpus.ids == ["s-1", "s-2"]
    assert corpus.hypotheses == ["aa", "bb"]
    assert corpus.metadata == {"speaker": ["Ann", "Bob"], "hypothesis_speaker": ["s", "s"]}
    assert corpus.source == "r.jsonl (jsonl), h.trn (trn)"


def test_hypothesis_file_prefers_its_own_names(write: Any) -> None:
    """A hypothesis file may repeat the reference; pred_text is still what counts."""
    manifest = write("h.jsonl", '{"text": "a", "pred_text": "b"}\n')
    corpus = read(write("r.jsonl", '{"text": "a"}\n'), manifest)
    assert (corpus.references, corpus.hypotheses) == (["a"], ["b"])
    assert read("r.jsonl", write("t.jsonl", '{"text": "c"}\n')).hypotheses == ["c"]


def test_id_column_is_for_files_with_columns(write: Any) -> None:
    """A given id column does not disturb the Kaldi file paired with it."""
    reference = write("r.csv", "key,id,text\nu1,9,a\n")
    corpus = read(reference, write("text", "u1 a\n"), id_column="key")
    assert (corpus.ids, corpus.metadata) == (["u1"], {"id": ["9"]})


def test_ids_on_one_side(write: Any) -> None:
    """Equal counts are no proof; the way out is in the message, and works."""
    names = write("r.jsonl", '{"id": 1, "text": "a"}\n'), write("h.txt", "b\n")
    with pytest.raises(PairingError) as error:
        read(*names)
    assert str(error.value) == (
        "references: 1 in r.jsonl, hypotheses: 1 in h.txt; only one of them has ids, so nothing "
        "says which belong together. Give h.txt, read as lines, ids too (Kaldi text, trn, or a "
        "column "
        "id; --id-column names the column), or pair by position with --id-column ''"
    )
    corpus = read(*names, id_column="")
    assert (corpus.ids, list(corpus.hypotheses)) == (None, ["b"])


@pytest.mark.parametrize("name", ["r.txt", "text", "r.trn"])
def test_one_transcript_alone(write: Any, name: str) -> None:
    """One text per utterance is not enough, and a column cannot be chosen."""
    content = {"r.txt": "a\n", "text": "u a\n", "r.trn": "a (u-1)\n"}[name]
    with pytest.raises(InputError, match="holds one text per utterance; give the file of the hyp"):
        read(write(name, content))
    with pytest.raises(InputError, match="has no columns to choose from; leave out --reference-c"):
        read(name, name, reference_column="gold")


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (("-", "-"), {}, UsageError, "only one of reference and hypothesis can be '-'"),
        (("x",), {"hypothesis_format": "csv"}, UsageError, "hypothesis_format needs a hypothesis"),
        (("x",), {"max_line": 0}, UsageError, "max_line is 0, expected 1 or more bytes"),
        (
            ("x",),
            {"format": "jsnl"},
            UnknownNameError,
            "no format is named 'jsnl'. Did you mean 'jsonl'?",
        ),
    ],
)
def test_usage(
    arguments: tuple[str, ...], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    """Arguments are looked at before any file."""
    with pytest.raises(error) as caught:
        read(*arguments, **options)
    assert str(caught.value).startswith(message)


def test_formats_can_be_forced(write: Any) -> None:
    """``format`` holds for both files, ``hypothesis_format`` for the second one."""
    names = write("r.txt", "u1 a\n"), write("h.csv", "id,text\nu1,b\n")
    assert read(*names, format="kaldi", hypothesis_format="csv").hypotheses == ["b"]
    assert list(read("r.txt", "r.txt", format="lines").references) == ["u1 a"]
