"""Three hundred edits and more in each of eight languages that change what is meant: none is forgiven."""

from __future__ import annotations

import pytest
from meaning_changes_abroad import CHANGES, SENTENCES, WHOLE, edits

from mondegreen.forgive import forgive, forgive_many

SWITCHED = ["ar-en", "hi-en", "te-en", "zh-en"]


def test_there_are_enough() -> None:
    assert {*CHANGES} == {*SENTENCES}
    assert all(len(edits(language)) >= 300 for language in CHANGES)
    assert all(
        {"negation", "answer", "number", "unit", "antonym"} <= {*CHANGES[code]} for code in CHANGES
    )


@pytest.mark.parametrize("language", [*CHANGES, *SWITCHED])
def test_none_is_forgiven(language: str) -> None:
    made = edits(language.partition("-")[0])
    found = forgive_many(
        [said for _, said, _ in made],
        [written for _, _, written in made],
        forgive="agent",
        language=language,
    )
    wrong = [(*edit, str(each)) for edit, each in zip(made, found, strict=True) if not each.errors]
    assert not wrong, wrong[:9]


@pytest.mark.parametrize("line", WHOLE.strip().splitlines())
def test_nor_are_these(line: str) -> None:
    language, said, written = line.split("|")
    assert forgive(said, written, language=language).errors
    assert forgive(written, said, language=language).errors
