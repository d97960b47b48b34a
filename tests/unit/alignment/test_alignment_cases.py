"""Cases that others met first; the ids are those of the project's list of cases."""

from __future__ import annotations

from mondegreen.alignment import align


def test_align_01() -> None:
    """difflib reports 4 errors here (ebu/benchmarkstt#113); the fewest are 2."""
    found = align("a b C d E f g", "a b E d C f g")
    assert (found.substitutions, found.deletions, found.insertions) == (2, 0, 0)


def test_align_04() -> None:
    """Plain edit distance: 5 substitutions (k2-fsa/icefall PR#1239)."""
    found = align("a b c d e", "x y z a b")
    assert (found.substitutions, found.errors) == (5, 5)


def test_align_05() -> None:
    """sclite 2.10, built from source, counts 2 0 3 3 here."""
    found = align("a b c d e", "x y z a b", edit_weights="sclite")
    assert (found.hits, found.substitutions, found.deletions, found.insertions) == (2, 0, 3, 3)


def test_align_07() -> None:
    """Which words were lost can be read off the runs (jitsi/jiwer#90)."""
    found = align("i want to go home right now", "go home")
    assert (found.substitutions, found.deletions, found.insertions) == (0, 5, 0)
    lost = [
        at
        for run in found.runs
        if run.operation == "delete"
        for at in range(run.reference_start, run.reference_end)
    ]
    assert lost == [0, 1, 2, 5, 6]


def test_align_08() -> None:
    """The word ``*`` was deleted; jiwer 4.0.0 shows it as if it had been recognised."""
    found = align("press * now", "press now")
    assert list(found.pairs()) == [("press", "press"), ("*", None), ("now", "now")]
    assert (found.hits, found.deletions, found.errors) == (2, 1, 1)
    assert str(found) == "REF  press * now\nHYP  press - now\n           D"


def test_align_09() -> None:
    """Right-to-left words stay over their mark (jitsi/jiwer#92)."""
    found = align("שלום עולם יפה", "שלום יפה")
    assert (found.hits, found.deletions, found.errors) == (2, 1, 1)
    plain = str(found).replace("\u2068", "").replace("\u2069", "")
    assert plain == "REF  שלום עולם יפה\nHYP  שלום ---- יפה\n          D"


def test_align_10() -> None:
    """Wide characters take two columns; jiwer 4.0.0 counts one."""
    found = align("今天 天气 好", "今天 天 好")
    assert (found.hits, found.substitutions, found.errors) == (2, 1, 1)
    assert str(found) == "REF  今天 天气 好\nHYP  今天 天   好\n          S"
