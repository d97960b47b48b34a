"""The best way through a lattice is the best of all ways, and its texts say so."""

from __future__ import annotations

import random
import time

import pytest
from lattice_oracle import least_cost, paths, random_sequence

from mondegreen import _kernel
from mondegreen._kernel import reference_lattice, reference_network
from mondegreen.alignment.lattice import Bracket, _Lattice, _Network, best, pieces
from mondegreen.errors import InputError
from mondegreen.text.alternatives import Anything, Choice, Words

WITHOUT_BRACKETS = str.maketrans(dict.fromkeys("⟦⟧⦅⦆"))
WEIGHTS = [(1, 1, 1), (4, 3, 3), (1, 2, 5)]


def cost_of_texts(reference, hypothesis, weights):
    """Return weight, errors and minus hits of the pieces, each aligned by itself."""
    total = [0, 0, 0]
    for part in pieces(reference, hypothesis):
        if isinstance(part, Bracket):
            total[2] -= part.counts
            if part.reference.startswith("("):  # an optional word that was left out
                total[0] += (weights[1] - 1) * (not part.hypothesis)
            continue
        found = _kernel.count([part.reference], [part.hypothesis], weights=weights).sums
        total[0] += sum(map(int.__mul__, found[1:], weights))
        total[1] += sum(found[1:])
        total[2] -= found[0]
    return tuple(total)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("marks", [False, True])
def test_the_best_way_is_the_best_of_all(weights, marks):
    chance = random.Random(7)
    for _ in range(1500):
        sequence = random_sequence(chance, marks=marks)
        words = ["a", "b", "c", "d", *(["ab", "abc", "a-", "-b"] if marks else [])]
        heard = chance.choices(words, k=chance.randrange(5))
        wanted = least_cost(sequence, heard, weights, fragments=marks)
        said, written = best(sequence, " ".join(heard), weights=weights, fragments=marks)
        assert cost_of_texts(said, written, weights) == wanted, (sequence, heard)


@pytest.mark.parametrize("weights", [None, *WEIGHTS[1:]])
def test_both_kernels_take_the_same_way(weights):
    chance = random.Random(8)
    for _ in range(2000):
        lattice = _Lattice.of(random_sequence(chance, 3))
        words = chance.choices(["a", "b", "c", "é", "ab", "a-", "-", "\ud800"], k=6)
        other = _Lattice.of(
            chance.choice(([Words("", words=words)], random_sequence(chance, marks=False)))
        )
        other.arcs = [
            (*arc[:3], arc[2] is not None and chance.random() < 0.2) for arc in other.arcs
        ]
        given = lattice.states, lattice.arcs, lattice.free, other.states, other.arcs
        options = {"weights": weights, "fragments": chance.random() < 0.5}
        assert _kernel.best_way(*given, **options) == reference_lattice.best_way(
            *given, options["weights"], options["fragments"]
        )


@pytest.mark.parametrize("weights", WEIGHTS)
def test_both_kernels_take_the_way_of_sclite(weights):
    chance = random.Random(10)
    for _ in range(1500):
        sides = [_Network.of(random_sequence(chance, 3, marks=False)) for _ in range(2)]
        for side in sides:
            side[:] = [(*arc[:3], arc[2] is not None and chance.random() < 0.2) for arc in side]
        options = weights, chance.random() < 0.5
        native = _kernel.sclite_way(*sides, weights=weights, fragments=options[1])
        assert native == reference_network.sclite_way(*sides, *options)


@pytest.mark.parametrize("marks", [False, True])
def test_the_way_of_sclite_weighs_as_little_as_the_best(marks):
    chance = random.Random(11)
    for _ in range(1500):
        sequence = random_sequence(chance, marks=marks)
        heard = " ".join(chance.choices("abcd", k=chance.randrange(5)))
        options = {"weights": (4, 3, 3), "fragments": marks}
        found = [
            cost_of_texts(*best(sequence, heard, ties=ties, **options), (4, 3, 3))[0]
            for ties in ("sclite", "most-hits")
        ]
        assert found[0] == found[1], (sequence, heard)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("marks", [False, True])
def test_the_best_pair_of_ways_is_the_best_of_all_pairs(weights, marks):
    chance = random.Random(9)
    for _ in range(400):
        sequence = random_sequence(chance, 1, marks=marks)
        other = random_sequence(chance, marks=False)
        heard = [[word.text for word in path] for path in paths(other)]
        wanted = min(least_cost(sequence, words, weights, fragments=marks) for words in heard)
        said, written = best(sequence, other, weights=weights, fragments=marks)
        assert cost_of_texts(said, written, weights) == wanted, (sequence, other)
        assert written.translate(WITHOUT_BRACKETS).split() in heard


def test_a_hypothesis_takes_what_was_written_first_among_equals():
    ways = [[Words("", words=[word])] for word in "abc"]
    for order in ([0, 1, 2], [2, 0, 1]):
        _, written = best([Words("", words=["z"])], [Choice([ways[at] for at in order])])
        assert written == "abc"[order[0]]


def test_what_was_written_first_is_taken_among_equals():
    ways = [[Words("", words=[word])] for word in "abc"]
    for order in ([0, 1, 2], [2, 0, 1]):
        said, _ = best([Choice([ways[at] for at in order])], "z")
        assert said == "abc"[order[0]]


def test_a_thousand_alternations_are_no_more_than_their_words():
    ways = [[Words("", words=["a"])], [Words("", words=["b", "b"])], []]
    times = 300 if _kernel.name == "native" else 30
    heard = " ".join(["a", "b b", ""] * times)
    start = time.process_time()
    said, _ = best([Choice(ways)] * (3 * times + 100), heard)
    assert said.split() == heard.split()
    assert time.process_time() - start < 20


def test_a_lattice_that_is_too_large_is_refused():
    if _kernel.name != "native":
        pytest.skip("only the native kernel has a bound")
    with pytest.raises(InputError, match="more than a lattice may have"):
        best([Words("", words=["a"] * 30_000)], "b " * 30_000)


def test_texts_keep_their_brackets():
    sequence = [Words("", words=["my", "id"]), Anything("[ID]"), Words("", True, words=["uh"])]
    assert best(sequence, "my id one two") == ("my id ⟦[ID]⟧ ⦅(uh)⦆", "my id ⟦one two⟧ ⦅⦆")
    assert best(sequence, "my id") == ("my id ⟦[ID]⟧ ⦅(uh)⦆", "my id ⟦⟧ ⦅⦆")
    with pytest.raises(InputError, match="the brackets"):
        list(pieces("a ⟦[ID]⟧", "a"))
