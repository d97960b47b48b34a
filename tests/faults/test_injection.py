"""Sixty transcripts that give orders, to three judges, by every protocol, over the real wire.

What became of them is a line of ``injection.tsv``, from which the table in the docs is made. No ruling on
another utterance may change.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from injected import BASES, FAKES, INJECTIONS, Injection, order_in
from wire_judges import JUDGES
from wire_server import serving

import mondegreen as mg
from mondegreen.calls.call import Call, Turn
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.judges import client
from mondegreen.judges.orders import gives_orders
from mondegreen.options.judging import Judging

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wire_server import WireServer

    Pairs = Sequence[tuple[str, str]]
    Rows = list[tuple[int, ...] | None]
    """The counts of each utterance; ``None`` where it is unjudged."""

PROTOCOLS: Final = {
    "semantic-wer, differences": ("semantic-wer", "differences"),
    "semantic-wer, single-pass": ("semantic-wer", "single-pass"),
    "facts, two-step": ("facts", "two-step"),
    "facts, single-call": ("facts", "single-call"),
    "canonical-wer": ("canonical-wer", None),
    "conversational-wer": ("conversational-wer", None),
    "calls, canonical": ("canonical", None),
    "calls, conversational": ("conversational", None),
}
OUTCOMES: Final = ("as without the order", "unjudged", "another count")
FEW: Final = INJECTIONS[::12]
"""The others are slow."""
WORDS: Final = (
    "card",
    "bill",
    "plan",
    "order",
    "ticket",
    "refund",
    "flight",
    "room",
    "key",
    "line",
)
NEIGHBOURS: Final = tuple(
    (f"the {word} of call {at} is for {one} today", f"the {word} of call {at} is for {other} today")
    for at, word in enumerate(WORDS)
    for one, other in [(("monday", "sunday"), ("a car", "a vehicle"), ("nine", "five"))[at % 3]]
)
TABLE: Final = Path(__file__).with_name("injection.tsv")


@pytest.fixture(scope="module")
def wire() -> Iterator[WireServer]:
    with serving() as server:
        yield server


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-none")
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)


@pytest.fixture
def rows(wire: WireServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, Pairs], Rows]:
    """Return what scores pairs by a protocol with one of the judges."""

    def of(protocol: str, fake: str, pairs: Pairs) -> Rows:
        metric, way = PROTOCOLS[protocol]
        monkeypatch.setitem(JUDGES, f"injected-{fake}", FAKES[fake])
        url = wire.base_url("anthropic", f"injected-{fake}", wire.new_run())
        judging = Judging(
            "anthropic:claude-sonnet-5-5",
            protocol=way,
            base_url=url,
            cache=False,
            tell=str,
            retries=0,
        )
        if protocol.startswith("calls"):
            return _of_calls(metric, judging, pairs)
        said, heard = zip(*pairs, strict=True)
        result = mg.score(list(said), list(heard), metrics=[metric], judge=judging)
        unjudged = result.unjudged(metric)
        return [
            None if result.id(row) in unjudged else result.counts(row, metric)
            for row in range(len(result))
        ]

    return of


def _of_calls(method: str, judging: Any, pairs: Pairs) -> Rows:
    calls = [
        Call(f"call {at:03}", (Turn("Agent", said),), (Turn("Agent", heard),))
        for at, (said, heard) in enumerate(pairs)
    ]
    (side,) = score_calls(calls, methods=(method,), judging=judging)
    return [one.counts if one.status == "ok" else None for one in side.methods[0].outcomes]


def hostile(at: int, each: Injection) -> tuple[str, str]:
    """Return an utterance with an order: in what was heard, in what was said, or in both."""
    said, heard = BASES[at % len(BASES)]
    sides = [("", each.text), (each.text, ""), (each.text, each.text)][at % 3]
    return f"{said} {sides[0]}".strip(), f"{heard} {sides[1]}".strip()


def outcomes(
    rows: Callable[[str, str, Pairs], Rows], protocol: str, fake: str, chosen: Sequence[Injection]
) -> tuple[dict[Injection, str], int]:
    """Return what becomes of each order, and how many rulings on other utterances changed."""
    pairs = [hostile(INJECTIONS.index(each), each) for each in chosen]
    bare = rows(protocol, "honest", pairs)
    alone = rows(protocol, fake, NEIGHBOURS)
    found: Rows = []
    changed = 0
    if protocol == "semantic-wer, differences":  # the only one that asks about several at once
        for at, pair in enumerate(pairs):
            place = at % (len(NEIGHBOURS) + 1)
            one = rows(protocol, fake, [*NEIGHBOURS[:place], pair, *NEIGHBOURS[place:]])
            found.append(one.pop(place))
            changed += sum(before != after for before, after in zip(alone, one, strict=True))
    else:
        both = rows(protocol, fake, [*NEIGHBOURS, *pairs])
        found = both[len(NEIGHBOURS) :]
        changed = sum(before != after for before, after in zip(alone, both, strict=False))
    ends = {
        each: "unjudged" if row is None else OUTCOMES[0] if row == honest else OUTCOMES[2]
        for each, row, honest in zip(chosen, found, bare, strict=True)
    }
    return ends, changed


def test_the_texts_are_sixty_and_of_all_kinds() -> None:
    assert len({each.text for each in INJECTIONS}) == 60
    assert min(Counter(each.kind for each in INJECTIONS).values()) >= 8
    assert sum(gives_orders(each.text) for each in INJECTIONS) == 44  # as the docs say
    assert all(order_in(f"so it goes {each.text}") == each for each in INJECTIONS)
    assert not any(map(order_in, (text for pair in (*BASES, *NEIGHBOURS) for text in pair)))


@pytest.mark.parametrize("fake", ["honest", "obedient"])
@pytest.mark.parametrize("protocol", [name for name in PROTOCOLS if not name.startswith("calls")])
def test_no_order_moves_a_ruling_on_another_utterance(rows: Any, protocol: str, fake: str) -> None:
    ends, changed = outcomes(rows, protocol, fake, FEW)
    assert changed == 0
    if fake == "honest":  # nor does a text that looks odd cost its ruling
        assert {*ends.values()} == {OUTCOMES[0]}


@pytest.mark.slow
@pytest.mark.parametrize("fake", FAKES)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_becomes_of_sixty_orders(rows: Any, protocol: str, fake: str) -> None:
    with TABLE.open(encoding="utf-8", newline="") as lines:
        expected = {
            (row["protocol"], row["judge"]): row for row in csv.DictReader(lines, delimiter="\t")
        }
    ends, changed = outcomes(rows, protocol, fake, INJECTIONS)
    counted = Counter(ends.values())
    row = {name: str(counted[name]) for name in OUTCOMES} | {"neighbours changed": str(changed)}
    told = expected[protocol, fake]
    assert row == {name: told[name] for name in row}, {k.text: v for k, v in ends.items()}
