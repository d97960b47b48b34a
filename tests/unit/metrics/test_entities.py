"""Entities that are lost, kept, garbled or invented."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.corpus.phrases import Phrase, phrases_of, read_phrases
from mondegreen.errors import InputError, ParseError, UsageError
from mondegreen.metrics.entities import EntityErrorRate, count_entities
from mondegreen.metrics.entity_spans import Annotation, Entity, found, letters_wrong, places

if TYPE_CHECKING:
    from pathlib import Path

NAMES = EntityErrorRate.statistics


def counts(reference: str, hypothesis: str, *said: str, written: list[str] | None = None) -> dict:
    entities, heard = (
        [Entity(tuple(text.split())) for text in side or []] for side in (said, written)
    )
    annotation = Annotation(entities) if written is None else Annotation(entities, heard, heard)
    return dict(zip(NAMES, count_entities(reference, hypothesis, annotation), strict=True))


def test_lost_and_kept() -> None:
    kept = counts("the european union headquarters", "the european union head", "european union")
    assert (kept["lost"], kept["matched"], kept["letter_errors"], kept["letters"]) == (0, 1, 0, 13)
    lost = counts("the european union headquarters", "the european onion head", "european union")
    assert (lost["lost"], lost["matched"], lost["letter_errors"]) == (1, 0, 1)


def test_spaces() -> None:
    joined = counts("send it on whatsapp", "send it on whats app", "whatsapp")
    assert joined == dict(zip(NAMES, (1, 1, 0, 0, 1, 1, 0, 8), strict=True))
    split = counts("send it on whats app", "send it on whatsapp", "whats app")
    assert (split["lost"], split["matched_no_space"], split["letter_errors"]) == (1, 1, 0)


def test_an_entity_counts_as_often_as_it_is_said() -> None:
    twice = counts("rome and rome", "rome and home", "rome", "rome")
    assert (twice["lost"], twice["entities"], twice["matched"]) == (1, 2, 1)
    once = counts("rome and paris", "rome rome rome", "rome")
    assert (once["lost"], once["written"], once["matched"]) == (0, 3, 1)


def test_entities_of_the_hypothesis_from_elsewhere() -> None:
    seen = counts("ann in rome", "ann in oslo", "ann", "rome", written=["ann", "oslo", "in"])
    assert (seen["matched"], seen["written"], seen["lost"]) == (1, 3, 1)
    only = counts("nobody", "ann", written=["ann"])
    assert (only["entities"], only["written"], only["matched"]) == (0, 1, 0)


def test_nothing_written() -> None:
    nothing = counts("call ann", "", "ann")
    assert (nothing["lost"], nothing["written"], nothing["letter_errors"]) == (1, 0, 3)


def test_an_entity_that_is_not_in_its_reference() -> None:
    with pytest.raises(InputError, match="'Ann' stands 0 times, not 1, in the reference 'call ann"):
        counts("call ann", "call ann", "Ann")
    with pytest.raises(InputError, match="'ann' stands 1 times, not 2"):
        counts("call ann", "call ann", "ann", "ann")


def nearest(entity: str, words: list[str]) -> int:
    """All runs of words, with the textbook distance."""
    runs = ["".join(words[a:b]) for a in range(len(words) + 1) for b in range(a, len(words) + 1)]

    def distance(a: str, b: str) -> int:
        row = list(range(len(b) + 1))
        for i, x in enumerate(a, 1):
            diagonal, row[0] = row[0], i
            for j, y in enumerate(b, 1):
                step = min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
                diagonal, row[j] = row[j], step
        return row[-1]

    return min(distance(entity, run) for run in runs)


word = st.text("ab", min_size=1, max_size=3)


@given(st.text("abc", max_size=6), st.lists(word, max_size=5))
def test_the_nearest_words_are_found(entity: str, words: list[str]) -> None:
    assert letters_wrong(entity, words) == nearest(entity, words)


@given(st.lists(word, max_size=9), word)
def test_places_are_runs_of_words(words: list[str], joined: str) -> None:
    spans = places(words, joined)
    assert all("".join(words[a:b]) == joined for a, b in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    inside = {at for a, b in spans for at in range(a, b)}
    for a in range(len(words)):
        for b in range(a + 1, len(words) + 1):
            if "".join(words[a:b]) == joined:
                assert inside & set(range(a, b)), "none is left that would have fitted"


@given(st.lists(word, max_size=9), st.lists(st.lists(word, min_size=1, max_size=3), max_size=4))
def test_whatever_is_found_with_spaces_is_found_without(words, phrases) -> None:
    known = [Entity(tuple(each)) for each in phrases]
    exact = found(words, known, spaces=True)
    assert all(tuple(words[at : at + len(e.words)]) == e.words for at, e in exact)
    assert bool(exact) <= bool(found(words, known, spaces=False))


def test_the_rate_of_no_entities_is_undefined() -> None:
    result = mg.score("hello there", "hello", metrics="wer,entities", entities=["ann"])
    assert math.isnan(result["entities"].value)
    assert result["entities"].to_dict()["reason"] == "no entities in the references"
    assert result["entities"].to_dict()["value"] is None
    assert "no entities" in str(result)
    assert result["wer"].value == 0.5


def test_columns(tmp_path: Path) -> None:
    lines = [
        {
            "id": "a",
            "reference": "Ann flew to Rome",
            "hypothesis": "anne flew to rome",
            "entities": [
                {"start": 0, "end": 3, "type": "PERSON"},
                {"text": "Rome", "type": "CITY"},
            ],
        },
        {"id": "b", "reference": "hi", "hypothesis": "hi", "entities": []},
    ]
    path = tmp_path / "calls.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    report = mg.entity_scores(mg.read(path), normalizer="lower")
    assert (report.total.recall, report.total.precision, report.total.cer) == (0.5, 1.0, 1 / 7)
    assert {kind: scores.lost for kind, scores in report.by_type.items()} == {
        "CITY": 0,
        "PERSON": 1,
    }
    assert mg.entity_error_rate(mg.read(path), normalizer="lower") == 0.5
    assert mg.entity_error_rate(mg.read(path)) == 1.0


def test_a_column_of_the_hypothesis() -> None:
    columns = {"entities": [["rome", "oslo"]], "hypothesis_entities": ['["rome", "home"]']}
    report = mg.entity_scores(["rome oslo"], ["rome home"], metadata=columns)
    assert (report.total.recall, report.total.precision, report.total.f1) == (0.5, 0.5, 0.5)


def test_types_follow_the_policy_for_what_is_missing() -> None:
    known = [{"text": "ann", "type": "PERSON"}]
    texts = ["call ann", "ann"], ["call ann", None]
    for policy, lost in (("skip", 0), ("deletions", 1)):
        report = mg.entity_scores(*texts, entities=known, missing=policy)
        assert report.by_type["PERSON"].lost == report.total.lost == lost


def test_undefined_scores_are_none() -> None:
    report = mg.entity_scores("a", "a", entities=["ann"])
    total = report.total
    assert report.by_type == {}
    assert {total.recall, total.precision, total.f1, total.cer, total.error_rate} == {None}
    assert {total.recall_no_space, total.precision_no_space, total.f1_no_space} == {None}


def test_it_adds_up_over_updates() -> None:
    whole = mg.Scorer(metrics=["entities"], entities=["ann", "rome"])
    parts = [mg.Scorer(metrics=["entities"], entities=["ann", "rome"]) for _ in range(2)]
    pairs = [("ann in rome", "anne in rome"), ("rome", "home")]
    for at, (said, heard) in enumerate(pairs):
        whole.update([said], [heard])
        parts[at].update([said], [heard])
    merged = parts[0].merge(parts[1]).compute()
    assert merged["entities"].counts == whole.compute()["entities"].counts
    assert merged["entities"].value == 2 / 3


def test_nobody_says_what_the_entities_are() -> None:
    with pytest.raises(UsageError, match=r"no column 'entities'.*--entities FILE"):
        mg.score("a", "a", metrics="entities")
    with pytest.raises(UsageError, match="entities= is for the metric 'entities'"):
        mg.score("a", "a", entities=["a"])
    with pytest.raises(UsageError, match="entities: got int; expected a file or a list"):
        mg.score("a", "a", metrics="entities", entities=5)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("rome", "'rome' is no JSON; expected a list"),
        ('{"text": "x"}', "got dict; expected a list"),
        ("[5]", "a int is no entity"),
        ('[{"type": "X"}]', "a dict is no entity"),
        ('[{"start": 0, "end": 99}]', "a dict is no entity"),
        ('[""]', "'' is no entity"),
        ('[{"text": "a", "type": 5}]', "'a' is no entity"),
        (5, "got int; expected a list"),
    ],
)
def test_a_column_with_something_else(value: object, problem: str) -> None:
    scorer = mg.Scorer(metrics=["entities"])
    with pytest.raises(InputError) as caught:
        scorer.update(["rome"], ["rome"], ids=["u1"], metadata={"entities": [value]})
    assert str(caught.value).startswith(f"id 'u1', column 'entities': {problem}")


@pytest.mark.parametrize("value", [None, "", math.nan, [], "[]"])
def test_no_entities_in_a_column(value: object) -> None:
    assert phrases_of(value, "text", "here") == []


def test_a_file_of_phrases(tmp_path: Path) -> None:
    path = tmp_path / "phrases.tsv"
    path.write_text("\ufeff# ours\nann\tPERSON\r\n\nnew york\n", "utf-8")
    assert read_phrases(path) == [Phrase("ann", "PERSON"), Phrase("new york")]
    rate = mg.entity_error_rate("ann in new york", "ann in new pork", entities=path)
    assert rate == 0.5


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"a\tb\tc\n", ":1: 3 cells, expected PHRASE"),
        (b"a\n\tPERSON\n", ":2: 2 cells, expected PHRASE"),
        (b"a\nb\na\n", ":3: 'a' stands in line 1 already"),
        (b"a\n\xff\n", ":2: byte 0xff is not UTF-8"),
    ],
)
def test_a_bad_file_of_phrases(data: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "phrases.tsv"
    path.write_bytes(data)
    with pytest.raises(ParseError) as caught:
        read_phrases(path)
    assert str(caught.value).startswith(f"{path}{problem}")
    path.write_bytes(b"# none\n")
    with pytest.raises(InputError, match="no phrases"):
        read_phrases(path)
