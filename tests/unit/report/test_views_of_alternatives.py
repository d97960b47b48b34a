"""Every view of a result whose references left a choice shows what was counted."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.alignment.marked import align_marked
from mondegreen.forgive import forgive as forgive_one
from mondegreen.forgive.choosing import Forgiving
from mondegreen.forgive.forgiving import forgive_aligned
from mondegreen.report.aligned_rows import aligned_rows
from mondegreen.report.systems import Systems
from mondegreen.report.utterances import utterances
from mondegreen.scoring.hallucination import find

if TYPE_CHECKING:
    from pathlib import Path

ALL: dict[str, Any] = {"alternatives": "nist,optional,fragments", "dont_care": "redactions"}
PAIRS = [
    ("{ okay / ok / @ } send (please) the [NAME] file lo-", "send the bob smith file"),
    ("it costs twenty one dollars { now / today }", "it costs $21 today"),
    ("card ****1234 is (not) valid", "card one two three four is not valid"),
    ("", "uh"),
    ("[NAME]", "bob"),
    ("com- (uh) computer", "comma computer"),
]
LAYOUTS = ["icefall", "sclite-dtl", "sclite-pra", "sclite-sum", "kaldi"]
MARKS = re.compile("[⟦⟧⦅⦆]")


def generated(count: int) -> list[tuple[str, str]]:
    chance = random.Random(11)
    words = ["a", "the", "ten", "10", "[X]", "(a)", "th-", "{ a / ten b / @ }", "okay", "ok"]
    heard = ["a", "the", "ten", "10", "okay", "ok", "b"]
    return [
        (
            " ".join(chance.choices(words, k=chance.randrange(7))),
            " ".join(chance.choices(heard, k=chance.randrange(7))),
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("pairs", [PAIRS, generated(300)], ids=["own", "generated"])
def test_rows_of_other_tools_have_the_counts(pairs: list[tuple[str, str]]) -> None:
    result = mg.score(*map(list, zip(*pairs, strict=True)), **ALL)
    for at, row in enumerate(aligned_rows(result, "icefall")):
        hits, substitutions, deletions, insertions = result.counts(at, "wer")
        assert row.counts == (hits, substitutions, deletions, insertions)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_have_the_rate_and_no_marks(layout: str) -> None:
    result = mg.score(*map(list, zip(*PAIRS, strict=True)), **ALL)
    shown = result.render(layout)
    assert not MARKS.search(shown)
    percent = 100 * (result["wer"].value or 0)
    assert layout == "sclite-pra" or f"{percent:.1f}" in shown or f"{percent:.2f}" in shown


def test_an_optional_word_left_out_is_right() -> None:
    shown = mg.score("send (please) it", "send it", **ALL).render("sclite-pra")
    assert "Scores: (#C #S #D #I) 3 0 0 0" in shown
    assert "REF:  send (please) it \nHYP:  send ******** it \n" in shown


@pytest.mark.parametrize("forgive", [None, "agent"])
@pytest.mark.parametrize("pairs", [PAIRS, generated(100)], ids=["own", "generated"])
def test_the_page_has_the_counts(pairs: list[tuple[str, str]], forgive: str | None) -> None:
    result = mg.score(*map(list, zip(*pairs, strict=True)), forgive=forgive, **ALL)
    found = utterances(Systems.of(result), range(len(pairs)), [])
    for utterance in found:
        part = utterance["s"][0] or {"e": 0}
        text, at, errors = part.get("c", utterance.get("c", utterance["r"])), 0, 0
        for piece in part.get("d", []):
            length, written, reason = (piece, "", 1) if isinstance(piece, int) else (*piece, 0)[:3]
            said = text[at : at + length]
            at += length + bool(length)
            # Without equal words in it, a difference has as many errors as its longer side.
            errors += 0 if reason else max(len(said.split()), len(written.split()))
        assert errors == part["e"]
        assert not part.get("d") or at >= len(text)
        shown = {name: value for name, value in part.items() if name != "h"}
        assert not MARKS.search(json.dumps([shown, text], ensure_ascii=False))


@pytest.mark.parametrize("pairs", [PAIRS, generated(300)], ids=["own", "generated"])
def test_forgiving_an_alignment_passes_over_what_does_not_count(
    pairs: list[tuple[str, str]],
) -> None:
    texts = list(map(list, zip(*pairs, strict=True)))
    result = mg.score(*texts, forgive="agent", **ALL)
    alignments = align_marked(*result.aligned_texts(range(len(result))))
    made = forgive_aligned(alignments, Forgiving.choose("agent"))
    for row, (found, alignment) in enumerate(zip(made, alignments, strict=True)):
        counts = result.utterance(row).counts
        assert found.errors == counts["remaining"]
        assert found.reference_words == counts["reference_words"]
        assert found.strict == alignment.errors
        for span in (*found.spans, *found.remaining):
            part = span.difference
            places = slice(part.reference_start, part.reference_end)
            assert alignment.reference[places] == part.reference
            places = slice(part.hypothesis_start, part.hypothesis_end)
            assert alignment.hypothesis[places] == part.hypothesis
        assert forgive_one(alignment) == found


def test_marks_are_no_characters_that_were_heard(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    row = {"reference": "[NAME] so", "hypothesis": "bob so a", "duration": 6.0}
    file.write_text(json.dumps(row), "utf-8")
    found = find(mg.score(mg.read(file), **ALL))
    assert found is not None
    assert found.rates == [80.0]


def test_a_test_of_segments_needs_one_reference() -> None:
    systems = {heard: mg.score("{ b / c } c", heard, **ALL) for heard in ("b c", "c c")}
    with pytest.raises(mg.UsageError, match="'randomisation'"):
        mg.compare(systems, test="mapsswe")
