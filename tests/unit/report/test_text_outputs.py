"""Markdown, LaTeX and CSV: the numbers of the table, and only text in the cells."""

from __future__ import annotations

import csv
import io
import re

import pytest

import mondegreen as mg
from mondegreen.calls import artifact_fields
from mondegreen.report import latex, markdown
from mondegreen.report.formulas import harmless

HOSTILE = "a|b `c` *d* _e_ <script> @team [x](y) \\ \x1b[31m\n% & $ # {z} ~ ^"


def result() -> mg.Result:
    return mg.score(
        ["a b", "c d"],
        ["a x", "c d"],
        by={"speaker": [HOSTILE, "bo"]},
        metrics=["wer", "cer"],
    )


def test_markdown_is_a_table_whatever_stands_in_it() -> None:
    text = result().render("markdown")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    cells = [re.split(r"(?<!\\)\|", row)[1:-1] for row in rows]
    assert {len(row) for row in cells[:4]} == {4}
    assert {len(row) for row in cells[4:]} == {3}
    assert "| wer | 25.00 % | 1 | 1 sub, 0 del, 0 ins; 4 reference words |" in rows
    assert "<script>" not in text.replace(r"\<script\>", "")
    assert "\x1b" not in text
    assert f"`{result().signature}`" in text


def test_every_character_that_means_something_is_escaped() -> None:
    for character in "\\`*_{}[]<>()+-!|~&:$^=":
        assert markdown.text(f"a{character}b") == f"a\\{character}b"
    assert latex.text("%&$#_{}") == r"\%\&\$\#\_\{\}"


def test_nobody_is_mentioned_and_nothing_becomes_a_link() -> None:
    """Code hosts look for these in the rendered text, where a backslash is gone."""
    named = {"@team": "@<!--", "#12": "#<!--", "http://x.y": ":<!--", "www.x.y": "www<!--"}
    for said, apart in named.items():
        both = {name: mg.score(["a b"] * 2, ["a b", "a"]) for name in (said, "other")}
        sliced = mg.score(["a b"], ["a"], by={"by": [said]})
        for text in (mg.compare(both).render("markdown"), sliced.render("markdown")):
            assert said not in text.replace("\\", "")
            assert apart in text.replace("\\", "")


@pytest.mark.parametrize("opener", [*"=+-@", *"\uff1d\uff0b\uff0d\uff20", " =", "\u3000@"])
def test_no_table_for_spreadsheets_begins_a_cell_like_a_formula(opener: str) -> None:
    assert harmless(f"{opener}A1") == f"'{opener}A1"
    assert artifact_fields._cell(f"{opener}A1") == f"'{opener}A1"


@pytest.mark.parametrize("to", ["tsv", "csv"])
@pytest.mark.parametrize("opener", [*"=+-@", "\uff1d", " ="])
def test_no_output_for_spreadsheets_has_a_formula(opener: str, to: str) -> None:
    named = f"{opener}HYPERLINK(A1)"
    found = mg.score(["a b", "c d"], ["a x", "c d"], by={"speaker": [named, "bo"]})
    systems = mg.compare({named: found, "two": mg.score(["a b", "c d"], ["a b", "c x"])})
    delimiter = "\t" if to == "tsv" else ","
    for text in (found.render(to), systems.render(to)):
        cells = [cell for line in text.splitlines() for cell in line.split(delimiter)]
        assert f"'{named}" in cells
        assert named not in cells


def test_no_row_of_latex_begins_with_an_option_of_the_line_before() -> None:
    """What a line end takes for its own: ``[1cm]`` and ``*``."""
    said = mg.score(["a", "b", "c"], ["a", "x", "c"], by={"sp": ["[noise]", "*x", "[1cm]"]})
    both = mg.compare({"[a]": said, "*b": said}, test="mcnemar")
    for text in (said.render("latex"), both.render("latex")):
        assert "\n{[}" in text
        assert "\n{*}" in text
        assert not any(line.startswith(("[", "*")) for line in text.splitlines())


def test_latex_is_a_table_whatever_stands_in_it() -> None:
    text = result().render("latex")
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 2
    for line in text.splitlines():
        if line.startswith("%"):
            continue
        bare = re.sub(r"\\[%&$#_{}]", "", line)
        assert "%" not in bare
        assert "$" not in bare
        assert bare.count("{") == bare.count("}")
    assert "\x1b" not in text
    assert r"wer & 25.00 \% & 1 &" in text


def test_csv_has_what_tsv_has() -> None:
    tables = [
        list(csv.reader(io.StringIO(result().render(name)), delimiter=delimiter))
        for name, delimiter in (("csv", ","), ("tsv", "\t"))
    ]
    assert tables[0] == tables[1]
    assert len(tables[0]) == 7


def test_what_was_forgiven_is_folded_away() -> None:
    text = mg.score("my data base", "my database", forgive=["spacing"]).render("markdown")
    assert "<details><summary>What was forgiven in wer</summary>" in text
    assert "| spacing | -2 | -100.0 % | -66.67 % |" in text
