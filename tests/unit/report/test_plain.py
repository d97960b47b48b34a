"""``--to plain``: the number, the alignments, and the texts they are made from."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jiwer
import pytest

import mondegreen as mg
from mondegreen.corpus import Corpus
from mondegreen.errors import InputError, PairingError, UsageError
from mondegreen.report.jiwer_text import alignments, choices, read_sides
from mondegreen.report.plain import render
from mondegreen.scoring.recipe import Recipe

WORDS = "word-ascii-space"
JIWERS: dict[str, Any] = {"unit": WORDS, "ties": "jiwer"}


# -- the number ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [
        ("a b c", "a b c", "0.0"),
        ("a b c", "a c", "0.3333333333333333"),
        ("a", "b c d", "3.0"),
        ("", "a b", "2"),
        ("", "", "0"),
    ],
)
def test_the_number(reference: str, hypothesis: str, expected: str) -> None:
    """A fraction; a whole number against nothing."""
    assert render(mg.score(reference, hypothesis)) == expected
    assert mg.score(reference, hypothesis).render("plain") == expected


def test_the_first_metric_counts() -> None:
    assert render(mg.score("ab", "ac", metrics=["cer", "wer"])) == "0.5"
    assert render(mg.score("ab", "ac", metrics=["wer", "cer"])) == "1.0"


# -- the alignments ------------------------------------------------------------------------------


def aligned(references: list[Any], hypotheses: list[Any], **options: Any) -> str:
    return render(mg.score(references, hypotheses, **{**JIWERS, **options}), align=True)


def test_words() -> None:
    found = aligned(["one two", "the cat sat", "a b"], ["one two", "the hats sat down", "b"])
    assert found.splitlines() == [
        "=== SENTENCE 2 ===",
        "",
        "REF: the  cat sat ****",
        "HYP: the hats sat down",
        "            S        I",
        "",
        "=== SENTENCE 3 ===",
        "",
        "REF: a b",
        "HYP: * b",
        "     D  ",
        "",
        "=== SUMMARY ===",
        "number of sentences: 3",
        "substitutions=1 deletions=1 insertions=1 hits=5",
        "",
        "mer=37.50%",
        "wil=48.98%",
        "wip=51.02%",
        "wer=42.86%",
    ]


def test_characters() -> None:
    found = aligned(["a cat"], ["a hats"], metrics=["cer"], unit=None)
    assert found.splitlines() == [
        "=== SENTENCE 1 ===",
        "",
        "REF: a cat*",
        "HYP: a hats",
        "       S  I",
        "",
        "=== SUMMARY ===",
        "number of sentences: 1",
        "substitutions=1 deletions=0 insertions=1 hits=4",
        "",
        "cer=40.00%",
    ]


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("* long", "word long"),
        ("word long", "* long"),
        ("* a", "a *"),
        ("", "one two"),
        ("one two", ""),
        ("", ""),
        ("e\u0301 日本", "é 日"),
    ],
)
@pytest.mark.parametrize("metric", ["wer", "cer"])
def test_the_layout_is_jiwers(reference: str, hypothesis: str, metric: str) -> None:
    """Among them a token that looks like a gap, which jiwer widens."""
    process = jiwer.process_words if metric == "wer" else jiwer.process_characters
    unit = WORDS if metric == "wer" else None
    found = aligned([reference], [hypothesis], metrics=[metric], unit=unit)
    assert found + "\n" == jiwer.visualize_alignment(process([reference], [hypothesis]))


def test_any_metric_can_come_first() -> None:
    """The summary shows what an alignment in words has, whatever was scored."""
    expected = aligned(["a b"], ["a c"])
    for metric in ("mer", "wip", "sentence"):
        assert aligned(["a b"], ["a c"], metrics=[metric]) == expected


def test_lists_of_tokens() -> None:
    assert "REF: New York now\n" in aligned([["New York", "now"]], [["New York"]])


def test_what_a_terminal_obeys_is_shown() -> None:
    found = aligned(["\x1b[31mred a\rb\x9b"], ["x\x00\x7f"])
    assert "\nREF: ␛[31mred a␍b<U+009B>\nHYP:      x␀␡ ***********\n" in found


def test_missing_hypotheses() -> None:
    columns = (["a b", "c", "d e"], ["a b", None, "d"])
    found = aligned(*columns, missing="deletions")
    assert "=== SENTENCE 2 ===\n\nREF: c\nHYP: *\n     D\n" in found
    assert "sentences: 3\nsubstitutions=0 deletions=2 insertions=0 hits=3\n" in found
    found = aligned(*columns, missing="skip")
    assert "SENTENCE 2" not in found
    assert "=== SENTENCE 3 ===\n" in found
    assert "sentences: 2\nsubstitutions=0 deletions=1 insertions=0 hits=3\n" in found


def test_nothing_scored_is_no_rate() -> None:
    result = mg.score(["a"], [None], missing="skip")
    assert render(result) == "nothing was scored"
    assert render(result, align=True).endswith("wip: nothing was scored\nwer: nothing was scored")
    assert "0.00%" not in render(result, align=True)


def test_alignments_need_the_texts(tmp_path: Path) -> None:
    mg.score("a", "b").save(tmp_path / "run.json")
    with pytest.raises(UsageError, match="stored without its texts"):
        alignments(mg.load(tmp_path / "run.json"))


# -- what jiwer would choose ---------------------------------------------------------------------


def test_jiwers_choices() -> None:
    usual = Recipe.make(metrics=["wer", "cer"])
    made = choices(usual, unit=None, ties=None)
    assert (made.units, made.ties) == ((WORDS, "character"), "jiwer")
    assert choices(usual, unit="word", ties="most-hits") == usual
    assert choices(usual, unit=None, ties="most-hits").ties == "most-hits"
    weighted = Recipe.make(edit_weights="sclite")
    assert choices(weighted, unit=None, ties=None).ties == "sclite", "jiwer knows no weights"


# -- the texts -----------------------------------------------------------------------------------

Write = Callable[[str, str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_it(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, "utf-8", newline="")
        return str(tmp_path / name)

    return write_it


def sides(corpus: Corpus) -> tuple[list[Any], list[Any]]:
    return list(corpus.references), list(corpus.hypotheses)


def test_white_space_of_words(write: Write) -> None:
    files = write("r", " a\tb\t\tc \n\n\u00a0d\u00a0\u2003e\t"), write("h", "a\n\t\nb  c")
    found = sides(read_sides(files, unit=WORDS))
    assert found == (["a\tb c", "", "d e"], ["a", "", "b  c"]), "spaces alone part words anyhow"
    found = sides(read_sides(files, unit=WORDS, join=True))
    assert found == (["a\tb c d e"], ["a b  c"])


def test_white_space_of_characters(write: Write) -> None:
    files = write("r", " a\tb\t\tc \n\n\u00a0d\u00a0\u2003e\t"), write("h", "a\n\t\nb  c")
    found = sides(read_sides(files, unit="character"))
    assert found == (["a\tb\t\tc", "", "d\u00a0\u2003e"], ["a", "", "b  c"])
    found = sides(read_sides(files, unit="character", join=True))
    assert found == (["a\tb\t\tc d\u00a0\u2003e"], ["a b  c"])


def test_other_numbers_of_lines_go_together_when_joined(write: Write) -> None:
    files = write("r", "a b\nc"), write("h", "a\nb\nc\n")
    assert sides(read_sides(files, unit=WORDS, join=True)) == (["a b c"], ["a b c"])
    with pytest.raises(PairingError):
        read_sides(files, unit=WORDS)
    with pytest.raises(UsageError, match="--global needs two files"):
        read_sides((files[0], "-"), unit=WORDS, join=True)


def test_one_file_with_both_sides(write: Write) -> None:
    rows = '{"id": 1, "text": "a ", "pred_text": null, "by": "x"}\n'
    rows += '{"id": 2, "text": "b\\t\\tc", "pred_text": "b", "by": "y"}\n'
    files = write("t.jsonl", rows), None
    corpus = read_sides(files, unit=WORDS)
    assert sides(corpus) == (["a", "b c"], [None, "b"])
    assert (corpus.ids, corpus.metadata) == (["1", "2"], {"by": ["x", "y"]})
    with pytest.raises(InputError, match="1 hypothesis is missing"):
        read_sides(files, unit=WORDS, join=True)
    files = write("t.jsonl", rows.replace("null", '""')), None
    assert sides(read_sides(files, unit=WORDS, join=True)) == (["a b c"], ["b"])


def test_formats_are_those_that_are_named(write: Write) -> None:
    files = write("r", "u-1 a b\nu-2 c\n"), write("h.trn", "a (u-1)\nc d (u-2)\n")
    named = {"format": "kaldi", "hypothesis_format": "trn"}
    assert sides(read_sides(files, unit=WORDS, **named)) == (["a b", "c"], ["a", "c d"])
    assert sides(read_sides(files, unit=WORDS, join=True, **named)) == (["a b c"], ["a c d"])
