"""``stt-diff``: common punctuation and case."""

import pytest

import mondegreen as mg

diff = mg.normalizer("stt-diff")


@pytest.mark.parametrize("mark", ".,!?;:\"'-“”„‟‘’‚‛«»‹›‐‑–—−…")
def test_what_is_deleted(mark: str) -> None:
    assert diff(f"a{mark}b") == "ab"


@pytest.mark.parametrize("mark", "()[]{}/\\@#$%^&*+=~`|<>_―‒¿¡。、।٪")
def test_what_stays(mark: str) -> None:
    assert diff(f"a{mark}b") == f"a{mark}b"


def test_the_rest() -> None:
    assert diff(" A\tB\u00a0C\n") == "a b c"
    assert diff("Příliš žluťoučký KŮŇ – úpěl!") == "příliš žluťoučký kůň úpěl"
    assert diff("नमस्ते") == "नमस्ते"
    assert diff("\ud800.") == "\ud800"


def test_its_known_fault() -> None:
    assert mg.wer("well-known don't", "well known don't", normalizer="stt-diff") == 1.0
