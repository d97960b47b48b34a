"""The best way through a lattice is the best of all ways, and its texts say so."""

from __future__ import annotations

import random
import time

import pytest
from lattice_oracle import least_cost, random_sequence

from mondegreen import _kernel
from mondegreen._kernel import reference_lattice
from mondegreen.alignment.lattice import Bracket, _Lattice, best, pieces
from mondegreen.errors import InputError
from mondegreen.text.alternatives import Anything, Choice, Words

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
        lattice = _Lattice()
        lattice.add(random_sequence(chance, 3), 0)
        lattice.arcs.sort(key=lambda arc: arc[0])
        heard = chance.choices(["a", "b", "c", "é", "ab", "a-", "-", "\ud800"], k=6)
        given = lattice.states, lattice.arcs, lattice.free, heard
        options = {"weights": weights, "fragments": chance.random() < 0.5}
        assert _kernel.best_way(*given, **options) == reference_lattice.best_way(
            *given, options["weights"], options["fragments"]
        )


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
