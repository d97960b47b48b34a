"""A normalized text stays when it is normalized again, whatever it was made of."""

from __future__ import annotations

import random

import pytest
from texts_of_packs import text

from mondegreen import _kernel
from mondegreen._kernel import own
from mondegreen.text.normalizers.mondegreen import Mondegreen

pytestmark = pytest.mark.skipif(_kernel.name != "native", reason="packs are in the native kernel")

# What was once written in another way the second time.
FOUND = [
    ("en", "half-2nd-ok"),
    *((code, "$5 uh x") for code in ("hi", "bn", "ta", "vi", "zh", "ja")),
    ("en", "\u0966 2nd \u0968 um y"),
    *((code, "0$5um") for code in ("en", "de", "hi", "ja")),
    ("en-IN", "$5 one cent"),
    ("ar", "x \ufe76 y"),
    ("ar", "\ufe80\ufe7a"),
    ("ar", "\u062e\u064f\u0645\u0633"),
    ("fr", "4kWh|"),
    ("ko", "1--5원7"),
    ("th", "ห้าสิบมีนา"),
    ("et", "2: õõ 234"),
    ("sw", "kb 7:15"),
]


def unlike(normalizer: Mondegreen, texts: list[str]) -> list[tuple[str, str | None, str | None]]:
    """Return the texts that are not written the same twice, with both forms."""
    once = list(normalizer.batch(texts))
    again = normalizer.batch(once)
    return [found for found in zip(texts, once, again, strict=True) if found[1] != found[2]]


@pytest.mark.parametrize(("code", "given"), FOUND)
def test_what_was_found(code: str, given: str) -> None:
    assert unlike(Mondegreen(code), [given]) == []


@pytest.mark.parametrize("code", sorted(own.languages()))
def test_twice_is_once(code: str) -> None:
    chance = random.Random(f"{code} twice")
    texts = [text(code, chance) for _ in range(300)]
    assert unlike(Mondegreen(code), texts) == []


@pytest.mark.slow
@pytest.mark.parametrize("code", sorted(own.languages()))
def test_twice_is_once_for_many(code: str) -> None:
    chance = random.Random(f"{code} many")
    texts = [text(code, chance) for _ in range(20_000)]
    assert unlike(Mondegreen(code), texts) == []
    few = [text(code, chance, 30) for _ in range(1_000)]
    assert unlike(Mondegreen(code), few) == []
    for fillers, tags in [("keep", "words"), ("optional", "keep"), ("drop", "keep")]:
        normalizer = Mondegreen(code, fillers=fillers, tags=tags)  # type: ignore[arg-type]
        assert unlike(normalizer, texts[:3000]) == []
