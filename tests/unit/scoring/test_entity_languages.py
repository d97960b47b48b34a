"""Entities in utterances of several languages are normalized as their utterances are."""

from __future__ import annotations

from typing import Any

import pytest

import mondegreen as mg

REFERENCES = ["it costs five euros", "das kostet fünf Euro", "he is in New York", "in Köln"]
HYPOTHESES = ["it costs €5", "das kostet 5 Euro", "he is in Newark", "in Bonn"]
LANGUAGES = ["en", "de", "en", "de"]
PHRASES = ["five euros", "fünf Euro", "New York", "Köln", "Oslo", "..."]


def scored(rows: list[int], normalizer: str, **options: Any) -> mg.Result:
    metadata = options.pop("metadata", None)
    scorer = mg.Scorer(metrics=["entities"], normalizer=normalizer, **options)
    given = [[texts[row] for row in rows] for texts in (REFERENCES, HYPOTHESES)]
    scorer.update(*given, metadata=metadata)
    return scorer.compute()


def totals(result: mg.Result) -> dict[str, int]:
    return dict(result["entities"].counts)


@pytest.mark.parametrize("rows", [[0, 1, 2, 3], [3, 0, 1], [1], [0, 2]])
def test_a_list_is_read_in_each_language(rows: list[int]) -> None:
    column = {"lang": [LANGUAGES[row] for row in rows]}
    together = totals(scored(rows, "mondegreen-{lang}", metadata=column, entities=PHRASES))
    apart = [
        totals(scored([row], f"mondegreen-{LANGUAGES[row]}", entities=PHRASES)) for row in rows
    ]
    assert together == {name: sum(each[name] for each in apart) for name in together}
    assert together["lost"] == sum(row in {2, 3} for row in rows)


def test_what_no_reference_has_in_any_language_is_said() -> None:
    found = scored(
        [0, 1, 2, 3], "mondegreen-{lang}", metadata={"lang": LANGUAGES}, entities=PHRASES
    )
    assert found.entities.unsaid == ("Oslo",)
    assert found.entities.blank == ("...",)


@pytest.mark.parametrize("rows", [[0, 1, 2, 3], [3, 0, 1]])
def test_columns_are_read_in_each_language(rows: list[int]) -> None:
    entities = [PHRASES[row : row + 1] for row in rows]
    column = {"lang": [LANGUAGES[row] for row in rows], "entities": entities}
    together = totals(scored(rows, "mondegreen-{lang}", metadata=column))
    apart = [
        totals(
            scored(
                [row],
                f"mondegreen-{LANGUAGES[row]}",
                metadata={"entities": [PHRASES[row : row + 1]]},
            )
        )
        for row in rows
    ]
    assert together == {name: sum(each[name] for each in apart) for name in together}
