"""Entities of calls, from lists, annotations and models."""

from __future__ import annotations

from call_makers import call
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen.calls.annotations import entities
from mondegreen.calls.call import Turn
from mondegreen.calls.entities import EntityCounts, count_entities, said_in, summed
from mondegreen.calls.roles import AGENT
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.calls.side import sides_of
from mondegreen.corpus.phrases import Phrase


def counted(said: str, heard: str, *named: Phrase) -> dict[str, EntityCounts]:
    (side,) = sides_of([call(said, heard)], AGENT)
    return count_entities(side, named)[0]


def test_exact_forgiving_and_lost() -> None:
    said = "Ann Lee paid twenty one dollars on Friday"
    named = [Phrase("Ann Lee", "person"), Phrase("twenty one", "number"), Phrase("Friday", "date")]
    found = counted(said, "ann lee paid 21 dollars on fry day", *named)
    assert found["person"] == EntityCounts(1, 1, 1, 1)
    assert found["number"] == EntityCounts(1, 0, 1, 1)
    assert found["date"] == EntityCounts(1, 0, 0, 0)
    assert (found["date"].error_rate, found["date"].precision, found["date"].f1) == (1.0, None, 0.0)


def test_an_entity_said_twice_has_to_be_written_twice() -> None:
    phrase = Phrase("Rome", "location")
    found = counted("Rome or Rome", "rome or home", phrase, phrase)
    assert found["location"] == EntityCounts(2, 1, 1, 1)


def test_what_is_written_too_often_costs_precision() -> None:
    found = counted("Rome it is", "rome rome it is", Phrase("Rome", "location"))["location"]
    assert (found.recall, found.precision) == (1.0, 0.5)


@given(st.lists(st.sampled_from(["Ann", "Bo", "five", "5"]), min_size=1, max_size=5),
       st.lists(st.sampled_from(["Ann", "Bo", "five", "5", "x"]), min_size=1, max_size=5))  # fmt: skip
@settings(max_examples=100, deadline=None)
def test_laws(said: list[str], heard: list[str]) -> None:
    phrases = said_in(" ".join(said), [Phrase("Ann", "person"), Phrase("five", "number")])
    for each in counted(" ".join(said), " ".join(heard), *phrases).values():
        assert 0 <= each.exact <= each.forgiving <= min(each.said, each.written)
        assert each.error_rate is None or abs(each.error_rate + each.recall - 1) < 1e-9


def test_sums() -> None:
    one = {"b": EntityCounts(1, 1, 1, 1), "a": EntityCounts(2, 0, 1, 1)}
    assert summed([one, one]) == {"a": EntityCounts(4, 0, 2, 2), "b": EntityCounts(2, 2, 2, 2)}
    assert EntityCounts().f1 is None


def labels(*values: object, **more: object) -> list[dict[str, object]]:
    return [{"annotations": [{"result": [{"value": value} for value in values], **more}]}]


def test_labels_of_turns_and_of_texts() -> None:
    turns = [Turn("Agent", "I am Ann"), Turn("Customer", "from Rome")]
    paragraph = {"paragraphlabels": ["PERSON"], "start": "0", "end": "0", "text": "Ann"}
    offsets = {
        "paragraphlabels": ["person"],
        "start": 0,
        "end": 0,
        "startOffset": 5,
        "endOffset": 8,
    }
    text = {"labels": ["Location"], "text": "Rome"}
    found, lost = entities(labels(paragraph, offsets, text), turns)
    assert found == ((Phrase("Ann", "person"),) * 2, (Phrase("Rome", "location"),))
    assert lost == 0


def test_labels_of_a_recording_are_in_the_nearest_turn_with_their_words() -> None:
    turns = [
        Turn("Agent", "I am Ann", 0.0, 2.0),
        Turn("Customer", "hello Ann", 2.0, 4.0),
        Turn("Agent", "yes Ann", 30.0, 31.0),
        Turn("Customer", "from Rome"),
    ]

    def region(name: str, kind: str, start: float, text: object) -> list[dict[str, object]]:
        times = {"start": start, "end": start + 0.5, "channel": 0}
        return [
            {"id": name, "type": "labels", "value": {**times, "labels": [kind]}},
            {"id": name, "type": "textarea", "value": {**times, "text": text}},
        ]

    results = [
        *region("r1", "PERSON", 3.4, ["Ann"]),
        *region("r2", "PERSON", 40.0, "Ann"),
        *region("r3", "LOCATION", 50.0, [" Rome ", ""]),
        *region("r4", "PERSON", 1.0, ["Bob"]),
        {"id": "r5", "type": "labels", "value": {"start": 1.0, "end": 2.0, "labels": ["PERSON"]}},
    ]
    found, lost = entities([{"annotations": [{"result": results}]}], turns)
    ann = (Phrase("Ann", "person"),)
    assert found == ((), ann, ann, (Phrase("Rome", "location"),))
    assert lost == 2


def test_labels_that_cannot_be_placed_are_counted() -> None:
    turns = [Turn("Agent", "I am Ann")]
    odd = [
        {"paragraphlabels": ["p"], "start": "7", "end": "7", "text": "Ann"},
        {"paragraphlabels": ["p"], "start": "0", "end": "1", "text": "Ann"},
        {"paragraphlabels": ["p"], "start": "0", "end": "0", "text": "Bob"},
        {"paragraphlabels": ["p"], "start": None, "end": None},
        {"paragraphlabels": ["p"], "start": "0" * 900, "end": "0" * 900, "text": 5},
        {"labels": ["p"], "text": "nobody"},
    ]
    found, lost = entities(labels(*odd), turns)
    assert (found, lost) == (((),), len(odd))
    for nothing in (None, 5, [], {}, [[]], [{"annotations": 5}], [{"annotations": [{"result": 7}]}],
                    labels({"labels": 4}), labels({"choices": ["good"]})):  # fmt: skip
        assert entities(nothing, turns) == (None, 0)
    skipped = labels({"labels": ["p"], "text": "Ann"}, was_cancelled=True)
    assert entities(skipped, turns) == (None, 0)


def test_the_short_form_of_an_export_says_the_same() -> None:
    turns = [Turn("Agent", "call Ann Lee")]
    values = [label(5, 8, "Ann")["value"], label(9, 12, "Lee", "place")["value"], {"x": 1}]
    short = [{"id": 1, "dialogue": [{"text": "call Ann Lee"}], "label": values, "annotator": 1}]
    assert entities(short, turns) == entities(labels(*values), turns)
    assert entities(short, turns)[0] == ((Phrase("Ann", "person"), Phrase("Lee", "place")),)
    # What only a model proposed, nobody labelled.
    assert entities([{"predictions": [], "label": values}], turns) == (None, 0)


def test_without_anybody_who_names_entities_there_is_no_rate() -> None:
    (side,) = score_calls([call("Ann", "Bob")])
    assert side.entities_of("library") is None
    (side,) = score_calls([call("Ann", "Bob")], entities=[Phrase("Ann", "person")])
    assert [(e.call, e.type, e.text) for e in side.lost] == [("a", "person", "Ann")]


def label(start: object, end: object, text: str | None, kind: str = "person") -> dict[str, object]:
    value = {"start": "0", "end": "0", "startOffset": start, "endOffset": end}
    return {"value": value | {"paragraphlabels": [kind]} | ({} if text is None else {"text": text})}


def test_labels_inside_of_others_are_found_there() -> None:
    said = "call Ann Lee now"
    named = [Phrase("Ann Lee", "person"), Phrase("Lee", "person"), Phrase("Lee now", "time")]
    found = counted(said, said, *named)
    assert all(each.error_rate == 0.0 for each in found.values())
    assert found["person"] == EntityCounts(2, 2, 2, 2)
    lost = counted(said, "call Anne Lea now", *named)
    assert all(each.forgiving == 0 for each in lost.values())
    apart = counted(
        "Ann and Ann Lee", "Ann Lee and Rob", Phrase("Ann", "p"), Phrase("Ann Lee", "p")
    )
    assert apart["p"].forgiving == 1  # the one that stood alone is gone


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 6)), min_size=1, max_size=6))
def test_whatever_is_labelled_nothing_is_lost_of_the_same_text(
    spans: list[tuple[int, int]],
) -> None:
    words = ["ann", "lee", "ann", "lee", "now", "ann"]
    cut = dict.fromkeys((a, b) for a, b in spans if a < b)  # the same label counts once
    named = [Phrase(" ".join(words[a:b]), "x") for a, b in cut]
    if named:
        assert counted(" ".join(words), " ".join(words), *named)["x"].error_rate == 0.0


def test_labels_that_are_not_where_they_say_are_counted() -> None:
    turns = [Turn("Agent", "call Ann Lee")]
    odd = [label(-3, -1, None), label(7, 2, None), label(0, 99, None), label(5, 8, "Bob")]
    twice = [label(5, 8, "Ann"), label(5, 8, "Ann"), label(5, 8, "Ann", "place")]
    named, lost = entities([{"annotations": [{"result": [*odd, *twice]}]}], turns)
    assert named is not None
    assert [(each.text, each.type) for each in named[0]] == [("Ann", "person"), ("Ann", "place")]
    assert lost == 4


def test_a_type_has_one_name() -> None:
    from mondegreen.calls.entity_types import entity_type
    from mondegreen.judges.canonical_transcripts import ENTITY_TYPES

    assert [entity_type(kind) for kind in ENTITY_TYPES] == list(ENTITY_TYPES)
    assert [entity_type(kind.upper()) for kind in ENTITY_TYPES] == list(ENTITY_TYPES)
    named = ["ORG", "Organization", "GPE", "PER", "E-mail", "phone number", "CARDINAL", "Tariff"]
    assert [entity_type(name) for name in named] == [
        *("organisation", "organisation", "location", "person", "email", "phone", "number"),
        "tariff",
    ]
    # The same phrase under two names of a type is one entity, and of one row.
    listed = [Phrase("Acme", "ORG"), Phrase("Acme", "organization"), Phrase("Rome", "LOC")]
    (side,) = score_calls([call("Acme in Rome", "acme in room")], entities=listed)
    assert {kind: c.said for kind, c in side.entities[""]["a"].items()} == {
        "location": 1,
        "organisation": 1,
    }
    turns = [Turn("Agent", "call Acme")]
    result = [label(5, 9, "Acme", "ORG"), label(5, 9, "Acme", "Organization")]
    named_there, lost = entities([{"annotations": [{"result": result}]}], turns)
    assert (named_there, lost) == (((Phrase("Acme", "organisation"),),), 0)


def test_amounts_dates_and_addresses_are_found_in_words() -> None:
    pairs = {
        "$20.50": "twenty dollars and fifty cents",
        "50%": "fifty percent",
        "the 3rd of May": "may third",
        "ada@example.com": "ada at example dot com",
        "555-0199": "five five five oh one nine nine",
        "5:05 p.m.": "five oh five pm",
        "AB-12": "a b twelve",
    }
    for said, heard in pairs.items():
        found = counted(f"it is {said} then", f"it is {heard} then", Phrase(said, "x"))["x"]
        assert found == EntityCounts(1, 0, 1, 1), said
    for said, heard in (("$20.50", "twenty dollars and five cents"), ("May 3rd", "May 2nd")):
        assert counted(said, heard, Phrase(said, "x"))["x"].forgiving == 0
