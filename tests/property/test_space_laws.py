"""Laws of ``space-wer``: the native kernel against the reference implementation, and what holds for all texts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen import _kernel
from mondegreen._kernel import INSERTIONS, normalizing, reference
from mondegreen.text.normalizers.space_norm import SpaceNorm

# Few letters, so that ties are many; also what needs more than one byte, and odd white space.
LETTERS = st.sampled_from("aab  cé語😀\u0301\u00a0\ud800")
TEXTS = st.text(LETTERS, max_size=12)
LONG = st.text(st.sampled_from("aabcd  "), min_size=60, max_size=200)
ITEMS = st.one_of(st.none(), TEXTS)
RULES = st.sampled_from(INSERTIONS)


def columns(found: tuple[object, ...]) -> list[object]:
    return [list(part) if hasattr(part, "typecode") else part for part in found]


@given(st.lists(st.tuples(ITEMS, ITEMS), max_size=6), RULES, st.sampled_from([1, 2]))
def test_native_is_the_reference(
    pairs: list[tuple[str | None, str | None]], insertions: str, threads: int
) -> None:
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    found = _kernel.count_spaces(*sides, insertions=insertions, threads=threads)
    assert columns(found) == columns(reference.count_spaces(*sides, insertions, 1))


@settings(max_examples=60, deadline=None)
@given(LONG, LONG, RULES)
def test_native_is_the_reference_on_longer_texts(said: str, written: str, insertions: str) -> None:
    found = _kernel.count_spaces([said], [written], insertions=insertions)
    assert columns(found) == columns(reference.count_spaces([said], [written], insertions, 1))


@given(TEXTS, TEXTS, RULES)
def test_words_are_those_that_are_counted(said: str, written: str, insertions: str) -> None:
    touched, inserted = _kernel.space_words(said, written, insertions=insertions)
    assert (touched, inserted) == reference.space_words(said, written, insertions)
    counts = _kernel.count_spaces([said], [written], insertions=insertions)
    assert (len(touched), len(inserted)) == counts.sums[:2]
    assert touched == sorted({*touched})
    assert inserted == sorted({*inserted})
    assert all(at < len(said.split()) for at in touched)
    assert all(at < len(written.split()) for at in inserted)


@given(st.lists(st.lists(TEXTS, max_size=4), max_size=4))
def test_tokens(tokens: list[list[str]]) -> None:
    """A list of tokens is the text of its words."""
    texts = [" ".join("".join(token.split()) for token in words) for words in tokens]
    backwards = tokens[::-1], texts[::-1]
    of_tokens = _kernel.count_spaces(tokens, backwards[0])
    assert columns(of_tokens) == columns(_kernel.count_spaces(texts, backwards[1]))


@given(TEXTS, TEXTS, RULES)
def test_spaces_of_the_hypothesis_never_touch_a_word(
    said: str, written: str, insertions: str
) -> None:
    joined = "".join(written.split())
    touched = _kernel.count_spaces([said], [written], insertions="neighbour").touched
    assert touched == _kernel.count_spaces([said], [joined], insertions="neighbour").touched
    same = "".join(said.split())
    counts = _kernel.count_spaces([said], [same], insertions=insertions)
    assert counts.sums[:2] == (0, 0)
    assert counts.joins[0] == max(len(said.split()) - 1, 0)


@given(TEXTS, TEXTS)
def test_words_after_a_right_beginning_are_inserted(said: str, more: str) -> None:
    """Each counts where they are counted; as neighbours they touch what was right.

    Between texts of another kind neither rule bounds the other: the letters of ``a`` against
    ``a aa`` are those of the second word under the definition, which then touches both.
    """
    written = f"{said} {more}"
    counted = _kernel.count_spaces([said], [written])
    neighbour = _kernel.count_spaces([said], [written], insertions="neighbour")
    assert counted.sums[:2] == (0, len(more.split()))
    assert neighbour.touched[0] >= counted.touched[0]
    assert neighbour.inserted[0] in {0, len(more.split())}
    assert neighbour.reference_words == counted.reference_words


@given(TEXTS, TEXTS)
def test_no_edit_no_error_and_the_reverse(said: str, written: str) -> None:
    letters = _kernel.count([said], [written], unit="character-no-space")
    edits = sum(letters.sums[1:])
    errors = sum(_kernel.count_spaces([said], [written]).sums[:2])
    assert (errors == 0) == (edits == 0)
    assert errors <= edits


ODD = st.one_of(
    st.sampled_from("[]<>|.:,-'’$@_ \t\n\u2028\u00a0\x1c#0159٣౨½ßİΣσς।॥"),
    st.sampled_from(["<|te|>", "\ud800", "\u0301", "ా", "語", "Ⅷ", "ǅ", "[a]", "<b>"]),
    st.characters(),
)


@settings(max_examples=500, deadline=None)
@given(st.lists(ODD, max_size=12).map("".join))
def test_space_norm_of_the_kernel_is_the_normalizer(text: str) -> None:
    assert normalizing.normalize_text(text, "space-norm") == SpaceNorm()(text)


@pytest.mark.slow
def test_space_norm_of_the_kernel_on_every_code_point() -> None:
    norm = SpaceNorm()
    for point in range(0x110000):
        text = f"a{chr(point)}b"
        assert normalizing.normalize_text(text, "space-norm") == norm(text), hex(point)


@pytest.mark.parametrize("piece", ["[", "<", "<|", "\u00a0<|a", "é[", ". ", "Σ"])
def test_space_norm_takes_time_as_the_text_grows(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert normalizing.normalize_text(text, "space-norm") == SpaceNorm()(text)


RAW = st.one_of(st.none(), st.lists(ODD, max_size=12).map("".join))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(RAW, RAW), max_size=6), st.sampled_from([1, 2]))
def test_normalized_and_counted_at_once(
    pairs: list[tuple[str | None, str | None]], threads: int
) -> None:
    """As one after the other, whatever the column; the reference implementation counts, the plain one normalizes."""
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    norm = SpaceNorm()
    made = [[text if text is None else norm(text) for text in side] for side in sides]
    wanted = columns(reference.count_spaces(*made, "neighbour", 1))
    for kind in (list, tuple):
        columns_given = [kind(side) for side in sides]
        found = normalizing.count_space_norm(*columns_given, threads=threads)
        assert found is not None
        assert columns(found) == wanted


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(st.sampled_from("aB 1é।語Σ[]"), max_size=8), min_size=2, max_size=8))
def test_normalized_and_counted_at_once_from_other_columns(texts: list[str]) -> None:
    pa = pytest.importorskip("pyarrow")
    sides = texts, texts[::-1]
    wanted = normalizing.count_space_norm(*sides)
    assert normalizing.count_space_norm(*map(pa.array, sides)) == wanted
    lines = [_kernel.split_lines("\n".join([*side, "end"]).encode(), "", 99) for side in sides]
    assert normalizing.count_space_norm(*lines)[0][:-1] == wanted[0]


def test_normalized_and_counted_at_once_refuses_what_counting_refuses() -> None:
    assert normalizing.count_space_norm([["a"]], [["a"]]) is None
    with pytest.raises(mg.PairingError, match="2 references, 1 hypotheses"):
        normalizing.count_space_norm(["a", "b"], ["a"])
    with pytest.raises(mg.InputTypeError, match="expected a list, a tuple or an Arrow column"):
        normalizing.count_space_norm("a", "a")
    with pytest.raises(mg.InputTypeError, match="mixed"):
        normalizing.count_space_norm(["a", ["b"]], ["a", "b"])


@given(TEXTS, TEXTS)
def test_one_pair_is_a_corpus_of_one(said: str, written: str) -> None:
    """Single pairs have a shorter way, which must lead to the same place."""
    for name, rate in (("space-wer", mg.space_wer), ("space-norm-wer", mg.space_norm_wer)):
        value = mg.score([said], [written], metrics=name)[name].value
        assert rate(said, written) == pytest.approx(value, abs=0, rel=0, nan_ok=True)


@pytest.mark.parametrize("bad", ["", "Count", "none"])
def test_rules_that_are_not_there(bad: str) -> None:
    for kernel in (reference, pytest.importorskip("mondegreen._kernel._native")):
        with pytest.raises(ValueError, match=f'no rule for insertions is named "{bad}"'):
            kernel.count_spaces(["a"], ["a"], bad, 1)
        with pytest.raises(ValueError, match=f'no rule for insertions is named "{bad}"'):
            kernel.space_words("a", "a", bad)


def test_sides_that_do_not_fit() -> None:
    with pytest.raises(mg.PairingError, match="2 references, 1 hypotheses"):
        _kernel.count_spaces(["a", "b"], ["a"])
    with pytest.raises(mg.InputTypeError, match="mixed"):
        _kernel.count_spaces(["a", ["b"]], ["a", "b"])
