"""Words that one side writes in several: the native kernel, the reference implementation, difflib, and laws."""

from __future__ import annotations

import random
from difflib import SequenceMatcher

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mondegreen._kernel import COMPOUNDS, _native, count, count_compounds, reference
from mondegreen.errors import UnknownNameError

RULES = [[], ["difflib"], ["kaldialign"], ["difflib", "kaldialign"]]
words = st.text("ab", min_size=1, max_size=4) | st.sampled_from(["日", "日本", "longer-than-eight"])
texts = st.lists(words, max_size=14)
tokens = st.lists(st.text("ab ", max_size=3), max_size=6)


def both(said: list, heard: list, rules: list[str], ties: str = "jiwer") -> list[tuple[int, ...]]:
    """Return the rows of the native kernel, which are those of the reference implementation."""
    ours = _native.count_compounds(said, heard, rules, ties, 1)
    assert ours == reference.count_compounds(said, heard, rules, ties, 1)
    assert _native.count_compounds(said, heard, rules, ties, 2) == ours
    return list(zip(*ours[:4], strict=True))


@pytest.mark.parametrize("rules", RULES, ids="+".join)
@pytest.mark.parametrize("ties", ["jiwer", "most-hits"])
@given(pairs=st.lists(st.tuples(texts, texts), max_size=4))
@settings(max_examples=150)
def test_native_and_reference_agree(rules: list[str], ties: str, pairs: list) -> None:
    said, heard = [" ".join(p[0]) for p in pairs], [" ".join(p[1]) for p in pairs]
    rows = both(said, heard, rules, ties)
    lists = [list(p[0]) for p in pairs], [list(p[1]) for p in pairs]
    assert both(*lists, rules, ties) == rows


@pytest.mark.parametrize("rules", RULES, ids="+".join)
@given(said=tokens, heard=tokens)
@example(["a", ""], ["a"])
@example(["", "a", ""], ["a", ""])
def test_tokens_may_be_empty_or_blank(rules: list[str], said: list[str], heard: list[str]) -> None:
    both([said], [heard], rules)


@given(texts, texts)
def test_merging_never_adds_errors(said: list[str], heard: list[str]) -> None:
    sides = [" ".join(said)], [" ".join(heard)]
    merged = count_compounds(*sides, ["kaldialign"])
    assert sum(merged.sums[1:]) <= sum(count(*sides).sums[1:])
    assert sum(merged.sums[:3]) == len(said)
    turned = count_compounds(*sides[::-1], ["kaldialign"])
    assert sum(turned.sums[1:]) == sum(merged.sums[1:])


@given(st.lists(words, min_size=2, max_size=8), st.data())
def test_a_text_in_other_words_has_no_errors_when_all_is_one(
    said: list[str], data: st.DataObject
) -> None:
    letters = "".join(said)
    cuts = sorted(data.draw(st.sets(st.integers(1, len(letters) - 1), max_size=5)))
    heard = [letters[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]
    joined = count_compounds([" ".join([*said, "."])], [" ".join([*heard, "."])], ["difflib"])
    if not {*said} & {*heard}:
        assert joined.sums == (2, 0, 0, 0)


def long_pair(rng: random.Random) -> tuple[str, str]:
    """Return texts so long that difflib passes over popular words."""
    said = [
        "".join(rng.choice("abcd") for _ in range(rng.choice((1, 1, 2, 3))))
        for _ in range(rng.randrange(195, 420))
    ]
    heard = []
    for word in said:
        kind = rng.random()
        if kind < 0.1:
            continue
        if kind < 0.2:
            heard.append(rng.choice(said))
        elif kind < 0.3 and len(word) > 1:
            heard += [word[:1], word[1:]]
        elif kind < 0.4 and heard:
            heard[-1] += word
        else:
            heard.append(word)
    return " ".join(said), " ".join(heard)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES, ids="+".join)
def test_long_texts(rules: list[str]) -> None:
    rng = random.Random(7)
    pairs = [long_pair(rng) for _ in range(4)]
    both([said for said, _ in pairs], [heard for _, heard in pairs], rules)
    popular = [SequenceMatcher(None, *map(str.split, pair)).bpopular for pair in pairs]
    assert any(popular)


def test_what_is_missing_and_what_is_no_rule() -> None:
    counts = count_compounds(["a b", "a"], ["ab", None], ["kaldialign"])
    assert (counts.status, counts.sums) == (b"\x00\x02", (2, 0, 0, 0))
    assert list(counts.deletions) == [0, 1]
    with pytest.raises(UnknownNameError, match=f"'{COMPOUNDS[0]}'|{COMPOUNDS[0]}"):
        count_compounds(["a"], ["a"], ["diff"])
