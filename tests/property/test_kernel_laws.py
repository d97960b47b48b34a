"""The kernel against the reference implementation, the laws of edit distance, all alignments there are, RapidFuzz."""

from __future__ import annotations

from functools import cache
from itertools import chain, groupby, pairwise, product
from math import exp, log
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from strategies import (
    ALPHABET,
    UNITS,
    columns,
    edited,
    letters_of,
    long_pairs,
    pairs,
    rules,
    short_pairs,
    short_tokens,
    texts,
    token_lists,
    units,
)

from mondegreen import _kernel
from mondegreen._kernel import _native as native
from mondegreen._kernel import reference

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

EQUAL, SUBSTITUTE, DELETE, INSERT = range(4)
NAMES = {"equal": EQUAL, "replace": SUBSTITUTE, "delete": DELETE, "insert": INSERT}

Rule = tuple[str, tuple[int, int, int] | None]
Counts = tuple[int, int, int, int]
Pair = tuple[str, str]
Run = tuple[int, int, int, int, int]

often = settings(max_examples=200, deadline=None)


def outcome(call: Callable[..., Any], *arguments: Any) -> tuple[Any, ...]:
    """Return what a call returns, or the type and the message of what it raises."""
    try:
        return ("returned", call(*arguments))
    except (TypeError, ValueError) as error:
        return (type(error).__name__, error.args)


def counts_of(first: list[str], second: list[str], rule: Rule = ("most-hits", None)) -> Counts:
    return _kernel.count([first], [second], ties=rule[0], weights=rule[1]).sums


def errors_of(first: list[str], second: list[str]) -> int:
    return sum(counts_of(first, second)[1:])


@often
@given(columns(), units, rules)
def test_counts_are_those_of_the_reference(given: Any, unit: str, rule: Rule) -> None:
    assert native.count(*given, unit, *rule, 1) == reference.count(*given, unit, *rule, 1)


@often
@given(columns(), units, rules)
def test_alignments_are_those_of_the_reference(given: Any, unit: str, rule: Rule) -> None:
    assert native.align(*given, unit, *rule) == reference.align(*given, unit, *rule)


@often
@given(pairs(), rules)
def test_ties_are_those_of_the_reference(pair: Any, rule: Rule) -> None:
    given = ([pair[0]], [pair[1]])
    assert native.align(*given, "word", *rule) == reference.align(*given, "word", *rule)
    assert native.count(*given, "word", *rule, 1) == reference.count(*given, "word", *rule, 1)


@often
@given(texts, texts, units)
def test_single_pairs_and_tokens_are_those_of_the_reference(
    first: str, second: str, unit: str
) -> None:
    assert native.pair_counts(first, second, unit) == reference.pair_counts(first, second, unit)
    assert native.tokens(first, unit) == reference.tokens(first, unit)


@often
@given(st.text("ab \t\xa0\u3000\u2028\xe9\U0001f469", max_size=40), st.data())
def test_common_ends_of_texts_are_counted_as_words(text: str, data: st.DataObject) -> None:
    """Two texts that share most of their bytes: the fast path that cuts only what differs."""
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 3))
    other = text[:at] + data.draw(st.text("ab \t\xa0\u2028\xe8", max_size=3)) + text[at + length :]
    for unit in UNITS[:2]:
        cut = [reference.tokens(side, unit) for side in (text, other)]
        assert native.pair_counts(text, other, unit) == counts_of(*cut)


items = st.one_of(texts, token_lists, st.none(), st.lists(st.one_of(texts, st.integers())))
sides = st.one_of(
    st.lists(items, max_size=3), st.lists(items, max_size=3).map(tuple), texts, st.none()
)


@often
@given(sides, sides, st.sampled_from(["word", "grapheme", "word ", "Wort"]), rules)
def test_errors_are_those_of_the_reference(first: Any, second: Any, unit: str, rule: Rule) -> None:
    for function, options in (("count", (*rule, 1)), ("align", rule)):
        assert outcome(getattr(native, function), first, second, unit, *options) == outcome(
            getattr(reference, function), first, second, unit, *options
        )


@often
@given(
    st.lists(st.sampled_from([b"a", b"\r", b"\n", b"\r\n", b"\xc3\xa9", b"\xff", b"\xed\xa0\x80"])),
    st.integers(0, 6),
)
def test_lines_are_those_of_the_reference(parts: list[bytes], longest: int) -> None:
    data = b"".join(parts)

    def lines(kernel: Any) -> list[str]:
        return list(kernel.split_lines(data, longest))

    assert outcome(lines, native) == outcome(lines, reference)


PIECES = [b"a", b"\r", b"\n", b"\r\n", b"\xc3\xa9", b"\xff", b"\0", b"\xef\xbb\xbf", b"b" * 70_000]


@often
@given(
    st.lists(st.sampled_from(PIECES)),
    st.integers(0, 6),
    st.tuples(st.sampled_from([4, 2**20]), st.booleans()),
)
def test_blocks_are_cut_as_in_the_reference(parts: list[bytes], most: int, ends: Any) -> None:
    longest, last = ends
    given_all = b"".join(parts), longest, most, last
    native_found, expected = (kernel.split_block(*given_all) for kernel in (native, reference))
    if native_found is None:  # for what is after the lines that are taken too
        assert expected is None or reference.split_block(*given_all[:2], 2**20, last) is None
    else:
        assert expected is not None
        assert (list(native_found[0]), native_found[1]) == expected


@given(pairs(), rules)
def test_counts_add_up_to_the_lengths(pair: Any, rule: Rule) -> None:
    hits, substitutions, deletions, insertions = counts_of(*pair, rule)
    assert hits + substitutions + deletions == len(pair[0])
    assert hits + substitutions + insertions == len(pair[1])
    assert min(hits, substitutions, deletions, insertions) >= 0


@given(pairs())
def test_errors_are_bounded_by_the_lengths(pair: Any) -> None:
    lengths = [len(side) for side in pair]
    assert abs(lengths[0] - lengths[1]) <= errors_of(*pair) <= max(lengths)


@given(short_tokens, rules)
def test_identical_texts_have_no_errors(tokens: list[str], rule: Rule) -> None:
    assert counts_of(tokens, tokens, rule) == (len(tokens), 0, 0, 0)


@given(pairs())
def test_only_identical_texts_have_no_errors(pair: Any) -> None:
    assert (errors_of(*pair) == 0) == (pair[0] == pair[1])


@given(pairs())
def test_swapping_the_texts_swaps_deletions_and_insertions(pair: Any) -> None:
    hits, substitutions, deletions, insertions = counts_of(*pair)
    assert counts_of(*reversed(pair)) == (hits, substitutions, insertions, deletions)


@given(pairs())
def test_reading_backwards_changes_no_count(pair: Any) -> None:
    assert counts_of(*pair) == counts_of(*(side[::-1] for side in pair))


@given(pairs())
def test_names_of_tokens_do_not_matter(pair: Any) -> None:
    names = {"a": "\ud800", "b": "a longer name\0", "c": "a longer name"}
    assert counts_of(*pair) == counts_of(*([names[token] for token in side] for side in pair))


@given(short_tokens, short_tokens, short_tokens)
def test_triangle_inequality(first: list[str], second: list[str], third: list[str]) -> None:
    assert errors_of(first, third) <= errors_of(first, second) + errors_of(second, third)


@given(pairs(), pairs())
def test_joining_texts_never_adds_errors(one: Any, two: Any) -> None:
    joined = errors_of(one[0] + two[0], one[1] + two[1])
    assert joined <= errors_of(*one) + errors_of(*two)


@given(short_tokens, pairs(), short_tokens)
def test_what_is_common_at_both_ends_only_adds_hits(
    head: list[str], pair: Any, tail: list[str]
) -> None:
    hits, *errors = counts_of(*pair)
    longer = counts_of(*(head + side + tail for side in pair))
    assert longer == (hits + len(head) + len(tail), *errors)


@given(pairs(), st.integers(1, 1000))
def test_equal_weights_change_nothing(pair: Any, weight: int) -> None:
    assert counts_of(*pair, ("most-hits", (weight,) * 3)) == counts_of(*pair)


@given(columns(), units, rules)
def test_alignments_have_the_counts(given: Any, unit: str, rule: Rule) -> None:
    counts = native.count(*given, unit, *rule, 1)
    starts, operations, *places = native.align(*given, unit, *rule)
    rows = len(given[0])
    bounds = memoryview(starts).cast("q")
    first, last, other_first, other_last = (memoryview(place).cast("q") for place in places)
    assert bounds[0] == 0
    assert bounds[rows] == len(operations)
    for row in range(rows):
        found = [0, 0, 0, 0]
        for run in range(bounds[row], bounds[row + 1]):
            lengths = last[run] - first[run], other_last[run] - other_first[run]
            found[operations[run]] += max(lengths)
        assert found == [column[row] for column in counts[:4]]


@pytest.mark.parametrize("threads", [0, 2, 3, 7])
@settings(max_examples=30, deadline=None)
@given(given=columns(), unit=units, rule=rules)
def test_threads_change_nothing(threads: int, given: Any, unit: str, rule: Rule) -> None:
    assert native.count(*given, unit, *rule, threads) == native.count(*given, unit, *rule, 1)


def runs_of(pairs: Sequence[Pair], ties: str = "most-hits", weights: Any = None) -> list[list[Run]]:
    """Return the runs of pairs of texts whose tokens are letters, as the native kernel aligns."""
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    runs = _kernel.align(*sides, unit="character", ties=ties, weights=weights)
    starts, *fields = runs
    rows = list(zip(*fields, strict=True))
    return [rows[starts[at] : starts[at + 1]] for at in range(len(pairs))]


def steps_of(runs: list[Run]) -> list[int]:
    return list(
        chain.from_iterable([run[0]] * max(run[2] - run[1], run[4] - run[3]) for run in runs)
    )


def check_alignment(pair: Pair, runs: list[Run]) -> list[int]:
    """Check that runs lead from the beginning to the end of both texts; return their counts."""
    row = column = 0
    counts = [0, 0, 0, 0]
    for operation, first, last, other_first, other_last in runs:
        assert (first, other_first) == (row, column)
        rows, columns = last - first, other_last - other_first
        assert max(rows, columns) > 0
        if operation == DELETE:
            assert columns == 0
        elif operation == INSERT:
            assert rows == 0
        else:
            assert rows == columns
            same = {
                a == b
                for a, b in zip(pair[0][first:last], pair[1][other_first:other_last], strict=True)
            }
            assert same == {operation == EQUAL}
        counts[operation] += max(rows, columns)
        row, column = last, other_last
    assert (row, column) == (len(pair[0]), len(pair[1]))
    assert all(one[0] != two[0] for one, two in pairwise(runs))
    return counts


# Exhaustive small pairs.


@cache
def ways(first: str, second: str) -> frozenset[tuple[int, ...]]:
    """Return every alignment of two texts there is, as steps."""
    if not first and not second:
        return frozenset({()})
    found: set[tuple[int, ...]] = set()
    if first:
        found |= {(DELETE, *rest) for rest in ways(first[1:], second)}
    if second:
        found |= {(INSERT, *rest) for rest in ways(first, second[1:])}
    if first and second:
        step = EQUAL if first[0] == second[0] else SUBSTITUTE
        found |= {(step, *rest) for rest in ways(first[1:], second[1:])}
    return frozenset(found)


@cache
def outcomes(first: str, second: str) -> frozenset[tuple[int, int, int, int]]:
    """Return the counts of every alignment of two texts there is."""
    if not first or not second:
        return frozenset({(0, 0, len(first), len(second))})
    same = first[0] == second[0]
    moves = [
        (outcomes(first[1:], second[1:]), EQUAL if same else SUBSTITUTE),
        (outcomes(first[1:], second), DELETE),
        (outcomes(first, second[1:]), INSERT),
    ]
    return frozenset(
        tuple(count + (step == at) for at, count in enumerate(counts))  # type: ignore[misc]
        for rest, step in moves
        for counts in rest
    )


def all_pairs(letters: str, longest: int) -> list[Pair]:
    texts = [
        "".join(text) for length in range(longest + 1) for text in product(letters, repeat=length)
    ]
    return list(product(texts, texts))


def test_most_hits_is_the_most_of_all_alignments() -> None:
    pairs = all_pairs("abc", 4)
    counts = _kernel.count(
        [pair[0] for pair in pairs], [pair[1] for pair in pairs], unit="character"
    )
    for pair, found in zip(pairs, zip(*counts[:4], strict=True), strict=True):
        assert found == min(outcomes(*pair), key=lambda it: (sum(it[1:]), -it[0])), pair


@pytest.mark.parametrize("weights", [(4, 3, 3), (3, 1, 1), (1, 2, 5), (0, 0, 0)])
def test_weights_give_the_least_of_all_alignments(weights: tuple[int, int, int]) -> None:
    def rank(counts: tuple[int, ...]) -> tuple[int, int, int]:
        weight = sum(a * b for a, b in zip(weights, counts[1:], strict=True))
        return weight, sum(counts[1:]), -counts[0]

    pairs = all_pairs("abc", 4)
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    counts = _kernel.count(*sides, unit="character", weights=weights)
    for pair, found in zip(pairs, zip(*counts[:4], strict=True), strict=True):
        assert rank(found) == min(map(rank, outcomes(*pair))), pair


def test_jiwer_ties_have_fewest_errors() -> None:
    pairs = all_pairs("abc", 4)
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    counts = _kernel.count(*sides, unit="character", ties="jiwer")
    for pair, found in zip(pairs, zip(*counts[:4], strict=True), strict=True):
        assert sum(found[1:]) == min(sum(it[1:]) for it in outcomes(*pair)), pair
        assert found in outcomes(*pair)


@pytest.mark.parametrize("weights", [None, (4, 3, 3), (1, 0, 3)])
def test_steps_are_the_first_of_all_alignments(weights: tuple[int, int, int] | None) -> None:
    """Common prefix, then common suffix, then the first in the order of the steps."""

    def rank(steps: tuple[int, ...]) -> tuple[int, int, int]:
        each = (0, *(weights or (1, 1, 1)))
        return sum(each[step] for step in steps), len(steps) - steps.count(0), -steps.count(0)

    pairs = all_pairs("ab", 4) + all_pairs("abc", 3)
    for pair, runs in zip(pairs, runs_of(pairs, weights=weights), strict=True):
        prefix, suffix = affixes(*pair)
        allowed = [
            steps
            for steps in ways(*pair)
            if not any(steps[:prefix]) and not any(steps[len(steps) - suffix :])
        ]
        assert tuple(steps_of(runs)) == min(allowed, key=lambda steps: (rank(steps), steps)), pair
        assert rank(tuple(steps_of(runs))) == min(map(rank, ways(*pair)))


# A second oracle, for pairs that are too long for the reference implementation: one number per cell.


def affixes(first: str, second: str) -> tuple[int, int]:
    shorter = min(len(first), len(second))
    prefix = next((at for at in range(shorter) if first[at] != second[at]), shorter)
    left = shorter - prefix
    suffix = next((at for at in range(left) if first[-1 - at] != second[-1 - at]), left)
    return prefix, suffix


def oracle(first: str, second: str, weights: tuple[int, int, int] = (1, 1, 1)) -> list[int]:
    """Return the steps of least weight, fewest errors, most hits, first in order."""
    prefix, suffix = affixes(first, second)
    rows = first[prefix : len(first) - suffix]
    columns = second[prefix : len(second) - suffix]
    width = len(columns)
    scale = len(rows) + width + 1
    substitution, deletion, insertion = (weight * scale**2 + scale for weight in weights)
    below = [insertion * rest for rest in range(width, -1, -1)]
    chosen = [bytearray([INSERT]) * (width + 1)]
    for token in reversed(rows):
        right = below[width] + deletion
        line, steps = [right] * (width + 1), bytearray([DELETE]) * (width + 1)
        for column in range(width - 1, -1, -1):
            if columns[column] == token:
                best, step = below[column + 1] - 1, EQUAL
            else:
                best, step = below[column + 1] + substitution, SUBSTITUTE
            cost = below[column] + deletion
            if cost < best:
                best, step = cost, DELETE
            cost = right + insertion
            if cost < best:
                best, step = cost, INSERT
            line[column] = right = best
            steps[column] = step
        below = line
        chosen.append(steps)
    found = [EQUAL] * prefix
    row = column = 0
    while row < len(rows) or column < width:
        step = chosen[len(rows) - row][column]
        found.append(step)
        row += step != INSERT
        column += step != DELETE
    return found + [EQUAL] * suffix


LONG = list(long_pairs())


def test_long_pairs_have_most_hits() -> None:
    counts = _kernel.count([pair[0] for pair in LONG], [pair[1] for pair in LONG], unit="character")
    runs = runs_of(LONG)
    for row, (pair, steps) in enumerate(zip(LONG, runs, strict=True)):
        found = check_alignment(pair, steps)
        assert found == [column[row] for column in counts[:4]]
        assert sum(found[1:]) == Levenshtein.distance(*pair)
    for pair, steps in Random(4).sample(list(zip(LONG, runs, strict=True)), 60):
        assert steps_of(steps) == oracle(*pair)


def test_long_pairs_of_words_are_those_of_letters() -> None:
    sides = [[" ".join(pair[side]) for pair in LONG] for side in range(2)]
    letters = [[pair[side] for pair in LONG] for side in range(2)]
    lists = [[list(text) for text in side] for side in letters]
    for rule in (("most-hits", None), ("jiwer", None), ("most-hits", (4, 3, 3))):
        expected = native.align(*letters, "character", *rule)
        assert native.align(*sides, "word", *rule) == expected
        assert native.align(*lists, "grapheme", *rule) == expected


@pytest.mark.parametrize("weights", [(4, 3, 3), (1, 1, 1), (3, 1, 1), (1, 3, 2)])
def test_long_pairs_have_least_weight(weights: tuple[int, int, int]) -> None:
    pairs = Random(5).sample(LONG, 15)
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    counts = _kernel.count(*sides, unit="character", weights=weights)
    for row, (pair, runs) in enumerate(zip(pairs, runs_of(pairs, weights=weights), strict=True)):
        assert steps_of(runs) == oracle(*pair, weights)
        assert check_alignment(pair, runs) == [column[row] for column in counts[:4]]


def test_the_reference_has_the_second_oracle_s_steps() -> None:
    for pair in Random(6).sample([pair for pair in LONG if len(pair[0]) < 200], 12):
        assert reference.least(*pair) == oracle(*pair)
        (runs,) = runs_of([pair], ties="jiwer")
        assert reference.as_rapidfuzz(*pair) == steps_of(runs)


@pytest.mark.slow
def test_very_long_pairs_have_most_hits() -> None:
    rng = Random(7)
    for size in (2, 30, 5000):
        letters = ALPHABET[:size]
        for lengths in ((3000, 1), (2000, 100), (100, 2000), (1500, 1500), (3000, 2000)):
            text, other = (letters_of(rng, size, length) for length in lengths)
            for pair in ((text, other), (text, edited(rng, text, 0.2, letters, 200)[: lengths[1]])):
                (runs,) = runs_of([pair])
                assert steps_of(runs) == oracle(*pair)


@pytest.mark.slow
def test_most_hits_of_a_hundred_thousand_pairs() -> None:
    rng = Random(8)
    pairs = [
        tuple("".join(rng.choices("abc"[:size], k=rng.randint(0, 8))) for _ in range(2))
        for size in rng.choices([2, 3], k=100_000)
    ]
    counts = _kernel.count(
        [pair[0] for pair in pairs], [pair[1] for pair in pairs], unit="character"
    )
    for row, (pair, runs) in enumerate(zip(pairs, runs_of(pairs), strict=True)):
        steps = oracle(*pair)
        assert steps == steps_of(runs)
        assert [steps.count(step) for step in range(4)] == [column[row] for column in counts[:4]]


@pytest.mark.slow
def test_a_table_made_again_from_checkpoints_has_most_hits() -> None:
    """63 blocks of 32 bytes in 14,000 columns are more than the 24 MiB that are kept at once."""
    rng = Random(9)
    pair = letters_of(rng, 30, 4000), letters_of(rng, 30, 14_000)
    (runs,) = runs_of([pair])
    assert steps_of(runs) == oracle(*pair)
    assert _kernel.count(*([side] for side in pair), unit="character").hits[0] == sum(
        run[2] - run[1] for run in runs if run[0] == EQUAL
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", [50, 20_000])
def test_a_giant_pair_is_aligned_at_the_cost_that_rapidfuzz_reports(size: int) -> None:
    rng = Random(10)
    text = letters_of(rng, size, 40_000)
    pair = text, edited(rng, text, 0.1, ALPHABET[:size])
    (runs,) = runs_of([pair])
    counts = check_alignment(pair, runs)
    assert tuple(counts) == _kernel.count(*([side] for side in pair), unit="character").sums
    assert sum(counts[1:]) == Levenshtein.distance(*pair)
    fewer = check_alignment(pair, runs_of([pair], ties="jiwer")[0])
    assert sum(fewer[1:]) == sum(counts[1:])
    assert fewer[0] <= counts[0]


# RapidFuzz itself.


def check_against_rapidfuzz(pairs: Sequence[Pair]) -> None:
    for pair, runs in zip(pairs, runs_of(pairs, ties="jiwer"), strict=True):
        expected = [
            (NAMES[code.tag], code.src_start, code.src_end, code.dest_start, code.dest_end)
            for code in Levenshtein.opcodes(*pair)
        ]
        assert runs == expected, pair


def test_jiwer_ties_are_those_of_rapidfuzz() -> None:
    rng = Random(11)
    pairs = short_pairs(rng, 20_000)
    check_against_rapidfuzz(pairs)
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    counts = _kernel.count(*sides, unit="character", ties="jiwer")
    starts, operations, *_ = _kernel.align(*sides, unit="character", ties="jiwer")
    assert len(starts) == len(pairs) + 1
    assert len(operations) == starts[-1]
    for row, runs in enumerate(runs_of(pairs, ties="jiwer")):
        steps = steps_of(runs)
        assert [column[row] for column in counts[:4]] == [steps.count(step) for step in range(4)]


def test_jiwer_ties_of_long_pairs_are_those_of_rapidfuzz() -> None:
    check_against_rapidfuzz(LONG)
    rng = Random(12)
    large = [letters_of(rng, size, 2500) for size in (2, 3, 20, 50)]
    check_against_rapidfuzz([(text, edited(rng, text, 0.5, text[:50])) for text in large])
    check_against_rapidfuzz([(text, letters_of(rng, 4, 3000)) for text in large])
    check_against_rapidfuzz([(text, "xyz" * 50 + text + "x") for text in large])
    check_against_rapidfuzz([("x" + text + "xyz" * 50, text) for text in large])


@pytest.mark.slow
def test_the_reference_cuts_large_problems_as_rapidfuzz_does() -> None:
    rng = Random(13)
    pair = letters_of(rng, 3, 80), letters_of(rng, 3, 60_000)
    codes = Levenshtein.opcodes(*pair)
    steps = [(step, sum(1 for _ in run)) for step, run in groupby(reference.as_rapidfuzz(*pair))]
    assert steps == [
        (NAMES[code.tag], max(code.src_end - code.src_start, code.dest_end - code.dest_start))
        for code in codes
    ]


@pytest.mark.slow
def test_jiwer_ties_of_a_million_pairs_are_those_of_rapidfuzz() -> None:
    rng = Random(14)
    for _ in range(20):
        check_against_rapidfuzz(short_pairs(rng, 50_000))


@pytest.mark.slow
def test_jiwer_ties_of_a_thousand_long_pairs_are_those_of_rapidfuzz() -> None:
    rng = Random(15)
    for _ in range(1000):
        length = round(exp(rng.uniform(log(1000), log(20_000))))
        size = rng.randint(2, 50)
        text = letters_of(rng, size, length)
        kind = rng.random()
        if kind < 0.05:
            text, other = sorted((text, "".join(c for c in text if rng.random() < 0.9)), key=len)
        elif kind < 0.2:
            other = letters_of(rng, size, round(exp(rng.uniform(log(1000), log(20_000)))))
        else:
            rate = exp(rng.uniform(log(0.002), log(0.9)))
            burst = rng.choice((1, 1, 3, 100))
            other = edited(rng, text, rate, ALPHABET[:size], burst)
        check_against_rapidfuzz([(text, other)])
