"""Entities that are lost, kept, garbled or invented."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.corpus.phrases import Phrase, phrases_of, read_phrases
from mondegreen.errors import InputError, ParseError, UsageError
from mondegreen.metrics.entities import EntityErrorRate, count_entities
from mondegreen.metrics.entity_spans import Annotation, Entity, found, places

if TYPE_CHECKING:
    from pathlib import Path

NAMES = EntityErrorRate.statistics
needs_native = pytest.mark.skipif(
    _kernel.name != "native", reason="mondegreen's own normalizers are of the native kernel alone"
)


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
    with pytest.raises(InputError, match="'Ann' occurs 0 times, not 1, in the reference 'call ann"):
        counts("call ann", "call ann", "Ann")
    with pytest.raises(InputError, match="'ann' occurs 1 times, not 2"):
        counts("call ann", "call ann", "ann", "ann")


def distance(a: str, b: str) -> int:
    """The textbook's."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            step = min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
            diagonal, row[j] = row[j], step
    return row[-1]


def wrong_letters(said: list[str], heard: list[str], spans: list[tuple[int, int]]) -> int:
    """Walk through the alignment step by step; what is in place of a span is all up to the next word."""
    alignment = mg.align(said, heard)
    steps: list[tuple[int | None, int | None]] = []
    for run in alignment.runs:
        i, j = run.reference_start, run.hypothesis_start
        while (i, j) != (run.reference_end, run.hypothesis_end):
            step = (i if i < run.reference_end else None, j if j < run.hypothesis_end else None)
            steps.append(step)
            i, j = i + (step[0] is not None), j + (step[1] is not None)
    groups: list[list[int]] = []
    for first, last in sorted(spans):
        for at in range(first, last):
            if groups and groups[-1][-1] == at - 1:
                groups[-1].append(at)
            else:
                groups.append([at])
    total = 0
    for group in groups:
        places = [at for at, step in enumerate(steps) if step[0] in group]
        first, last = places[0], places[-1]
        while first > 0 and steps[first - 1][0] is None:
            first -= 1
        while last + 1 < len(steps) and steps[last + 1][0] is None:
            last += 1
        written = [heard[step[1]] for step in steps[first : last + 1] if step[1] is not None]
        total += distance("".join(said[at] for at in group), "".join(written))
    return total


word = st.text("ab", min_size=1, max_size=3)


@given(st.lists(word, min_size=1, max_size=6), st.lists(word, max_size=7), st.data())
def test_all_letters_in_the_place_of_an_entity_count(said, heard, data) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(said)), min_size=2, max_size=5).map(sorted))
    wanted = [span for span in pairwise(cuts) if span[0] < span[1]][:: data.draw(st.integers(1, 2))]
    entities = [Entity(tuple(said[first:last])) for first, last in wanted]
    # The same words may stand elsewhere too, and then it is the first places that are meant.
    spans: list[tuple[int, int]] = []
    for joined in {entity.joined for entity in entities}:
        times = sum(entity.joined == joined for entity in entities)
        spans += places(said, joined)[:times]
    assume(len(spans) == len(entities))
    assume(all(one[1] <= two[0] for one, two in pairwise(sorted(spans))))
    found = count_entities(" ".join(said), " ".join(heard), Annotation(entities))
    assert found[NAMES.index("letter_errors")] == wrong_letters(said, heard, spans)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "entities", "errors"),
    [
        ("call ann now", "call anne now", ["ann"], 1),
        ("call ann now", "call jo ann now", ["ann"], 2),
        ("call ann now", "call um ann lee now", ["ann"], 5),
        ("call ann now", "call now", ["ann"], 3),
        ("call ann now", "call xyzxyz now", ["ann"], 6),
        ("on whatsapp", "on whats app", ["whatsapp"], 0),
        ("ann york", "ann new york", ["ann", "york"], 3),
        ("ann in york", "ann new in york", ["ann", "york"], 3),
        ("ann", "", ["ann"], 3),
    ],
)
def test_letters_at_the_edges(reference, hypothesis, entities, errors) -> None:
    assert counts(reference, hypothesis, *entities)["letter_errors"] == errors


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
        ("rome", "'rome' is not JSON; expected a list"),
        ('{"text": "x"}', "got dict; expected a list"),
        ("[5]", "got int; expected a list"),
        ('[{"type": "X"}]', "got dict; expected a list"),
        ('[{"start": 0, "end": 99}]', "an entity from 0 to 99 in a reference of 4"),
        ('[""]', "got ''; expected a list"),
        ('[{"text": "a", "type": 5}]', "got 'a' whose type is int"),
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
        (b"a\tb\tc\n", ":1: got 'a\\tb\\tc', expected a phrase"),
        (b"a\n\tPERSON\n", ":2: got '\\tPERSON', expected a phrase"),
        (b"a\nb\na\n", ":3: 'a' is on line 1 already"),
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


@needs_native
def test_what_of_a_list_is_not_counted_is_said() -> None:
    known = ["ann", "zoe", "?!", "bob", "..."]
    scorer = mg.Scorer(metrics=["entities"], entities=known, normalizer="whisper-basic")
    scorer.update(["call ann"], ["call ann"])
    first = scorer.compute().entities
    assert (first.emptied, first.blank, first.unsaid) == (2, ("...", "?!"), ("bob", "zoe"))
    scorer.update(["call bob"], ["call rob"])
    result = scorer.compute()
    assert (result.entities.emptied, result.entities.unsaid) == (2, ("zoe",))
    assert "1 of the list in no reference: 'zoe'" in str(result)
    assert "2 not looked for: the normalizer leaves no word of them: '...', '?!'" in str(result)
    shown = json.loads(result.render("json"))["entities"]
    assert (shown["emptied"], shown["unsaid"]) == (2, ["zoe"])


def test_a_long_list_is_said_in_short() -> None:
    known = [f"name{at}" for at in range(100)]
    result = mg.score("name5", "name5", metrics=["entities"], entities=known)
    (line,) = [line for line in str(result).split("\n") if "in no reference" in line]
    assert line.startswith("99 of the list in no reference: 'name0', ")
    assert line.endswith(", ...")
    assert len(line) < 120


@needs_native
def test_emptied_entities_of_a_column_add_up() -> None:
    scorer = mg.Scorer(metrics=["entities"], normalizer="whisper-basic")
    for _ in range(2):
        scorer.update(["ann ?"], ["ann"], metadata={"entities": [["ann", "?"]]})
    report = scorer.compute().entities
    assert (report.emptied, report.total.entities) == (2, 2)


@pytest.mark.parametrize("ending", ["json", "parquet"])
def test_a_run_file_keeps_the_types(ending: str, tmp_path: Path) -> None:
    known = [{"text": "ann", "type": "PERSON"}, {"text": "rome", "type": "CITY"}, {"text": "zoe"}]
    result = mg.score(
        ["ann in rome", "rome"], ["anne in rome", "home"], metrics="entities,wer", entities=known
    )
    path = tmp_path / f"run.{ending}"
    for texts in (True, False):
        result.save(path, texts=texts)
        loaded = mg.load(path)
        assert loaded.entities == result.entities
        assert str(loaded) == str(result)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("total", [0] * 8),
        ("total", [1, 2]),
        ("total", None),
        ("by_type", {"CITY": [0, 99, 99, 99, 99, 99, 0, 5]}),
        ("by_type", {"CITY": [1, 1, 1, 1, 1, 1, 0, 5]}),
        ("by_type", {"CITY": [0.5] * 8}),
        ("by_type", [1]),
        ("unsaid", [5]),
        ("blank", 5),
        ("emptied_rows", -1),
        ("emptied_rows", True),
    ],
)
def test_a_changed_run_file_is_refused(part: str, value: object, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    known = [{"text": "ann", "type": "PERSON"}]
    mg.score("ann", "bob", metrics=["entities"], entities=known).save(path)
    content = json.loads(path.read_text("utf-8"))
    content["entities"][part] = value
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(InputError, match="a damaged run file"):
        mg.load(path)


@pytest.mark.parametrize(
    ("start", "end"), [(5, 99), (True, 3), (2, None), (3, 3), (-1, 3), ("0", "4"), (0.0, 4)]
)
def test_places_outside_of_a_reference_are_named(start: object, end: object) -> None:
    column = [[{"start": start, "end": end}]]
    message = "row 1, column 'entities': an entity from .* in a reference of 13 characters"
    with pytest.raises(InputError, match=message):
        mg.entity_scores(["call Jane Doe"], ["x"], metadata={"entities": column})
