"""The layout of jiwer's texts."""

from mondegreen.report.jiwer_layout import comparison, summary

STEPS = [("quite", "quite", " "), ("a", "*", "D"), ("*", "an", "I"), ("longer", "longest", "S")]


def test_columns() -> None:
    assert comparison(STEPS, spaces=True).splitlines() == [
        "REF: quite a **  longer",
        "HYP: quite * an longest",
        "           D  I       S",
    ]
    assert comparison([("a", "a", " "), ("b", "*", "D")], spaces=False) == (
        "REF: ab\nHYP: a*\n      D\n"
    )


def test_nothing_at_all() -> None:
    assert comparison([], spaces=True) == "REF:\nHYP:\n    \n"
    assert comparison([], spaces=False) == "REF: \nHYP: \n     \n"


def test_groups_of_lines() -> None:
    assert comparison(STEPS, spaces=True, line_width=14).splitlines() == [
        *("REF: quite a", "HYP: quite *", "           D", ""),
        *("REF: **", "HYP: an", "      I", ""),
        *("REF:  longer", "HYP: longest", "           S"),
    ]


def test_a_token_that_looks_like_a_gap_is_drawn_like_one() -> None:
    assert comparison([("*", "star", "S"), ("star", "*", "S")], spaces=True).splitlines()[:2] == [
        "REF: **** star",
        "HYP: star ****",
    ]


def test_summary() -> None:
    counts = {"substitutions": 1, "deletions": 2, "insertions": 3, "hits": 4}
    assert summary(2, counts, {"mer": 1, "wer": 0.12345}).splitlines() == [
        "=== SUMMARY ===",
        "number of sentences: 2",
        "substitutions=1 deletions=2 insertions=3 hits=4",
        "",
        "mer=100.00%",
        "wer=12.35%",
    ]
