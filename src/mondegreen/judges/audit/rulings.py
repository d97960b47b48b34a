"""The rulings of a judge that people can label, taken from the store."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mondegreen.judges.audit.agreement import Stratum
from mondegreen.judges.canaries import is_canary
from mondegreen.judges.difference_in_context import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mondegreen.store.database import Store

__all__ = ["READERS", "AuditItem", "items_of"]


@dataclass(frozen=True)
class AuditItem:
    """One ruling.

    Attributes:
        id: of its answer in the store, and its number in it.
        stratum: what the judge said, and of which kind the ruling is.
        question: what people are asked, to be answered by yes or no.
        text: what they need to see for that.
    """

    id: str
    stratum: Stratum
    question: str
    text: str


def items_of(store: Store, judge: str, model: str | None = None) -> tuple[list[AuditItem], int]:
    """Return the rulings that are stored, in the order of their ids, and how many cannot be shown.

    What cannot be shown was judged with ``--no-text``, so that nobody knows any more what was asked.
    Canaries are left out: they are no part of what was scored.

    Args:
        store: from `mondegreen.store.open_store`.
        judge: for example ``facts``.
        model: as ``provider:model``; ``None`` for all.
    """
    # An open store has loaded both.
    from sqlalchemy import select

    from mondegreen.store.tables import judgements  # the store's own columns

    columns = judgements.c
    wanted = select(columns.key, columns.protocol, columns.value, columns.trace).where(
        columns.judge == judge, columns.status == "ok", columns.sample == 0
    )
    if model is not None:
        wanted = wanted.where(columns.model == model)
    known = _canaries(judge)
    found: list[AuditItem] = []
    hidden = 0
    with store.engine.connect() as connection:
        for row in connection.execute(wanted.order_by(columns.key)).mappings():
            read = READERS.get(row["protocol"])
            if read is None:
                continue
            prompt = prompt_of(row["trace"])
            if prompt is None:
                hidden += 1
                continue
            try:
                rulings = list(read(prompt, json.loads(row["value"])))
            except (ValueError, LookupError, TypeError, RecursionError):
                hidden += 1  # somebody else wrote here
                continue
            for number, stratum, question, text in rulings:
                if not any(said in text and heard in text for said, heard in known):
                    found.append(AuditItem(f"{row['key'][:16]}-{number}", stratum, question, text))
    return found, hidden


def _canaries(judge: str) -> list[tuple[str, str]]:
    """Return both texts of each canary, as they are in what people are shown."""
    from mondegreen.metrics import METRICS  # whose plug-ins are looked up

    pairs = getattr(METRICS.get(judge), "canaries", ()) if judge in METRICS.names() else ()
    if judge == "semantic-wer":
        return [_in_brackets(said, heard) for said, heard, _ in pairs]
    return [(f"\n{said}\n", f"\n{heard}\n") for said, heard, _ in pairs]


def _in_brackets(said: str, heard: str) -> tuple[str, str]:
    """Return the sides of a canary with its one difference, as `_differences` writes them.

    >>> _in_brackets("the card is here", "the car is here")
    ('said: the [card] is here', 'heard: the [car] is here')
    """
    first, second = said.split(), heard.split()
    start = end = 0
    while first[start : start + 1] == second[start : start + 1] != []:
        start += 1
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1

    def side(name: str, words: list[str]) -> str:
        until = len(words) - end
        parts = words[:start], words[start:until], words[until:]
        before, middle, after = map(" ".join, parts)
        return f"{name}: {before} [{middle}] {after}"

    return side("said", first), side("heard", second)


def prompt_of(trace: str | None) -> str | None:
    """Return what was asked, of a trace with texts; else ``None``."""
    try:
        messages = json.loads(trace or "")
        parts = messages[0]["parts"]
        texts = [part["content"] for part in parts if part["part_kind"] == "user-prompt"]
    except (ValueError, LookupError, TypeError):
        return None
    if not texts or not isinstance(texts[0], str) or _LENGTH.fullmatch(texts[0]):
        return None
    return texts[0]


_LENGTH = re.compile(r"\d+ characters")  # what is left where texts are not kept
_Item = tuple[str, Stratum, str, str]
_NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_FACTS = re.compile(r"^<(facts(?:-\d+)?)>\n(.*?)\n</\1>$", re.MULTILINE | re.DOTALL)


def _two_step(prompt: str, value: Any) -> Iterator[_Item]:
    block = _FACTS.search(prompt)
    facts = {int(number): fact for number, fact in _NUMBERED.findall(block[2] if block else "")}
    for each in value["facts"]:
        lost = each["verdict"] != "preserved"
        fact = facts.get(each["number"], "")
        yield (
            str(each["number"]),
            Stratum(lost, each["verdict"]),
            f"Is this fact lost in the hypothesis (missing, or said otherwise)? {fact}",
            prompt,
        )


def _single_call(prompt: str, value: Any) -> Iterator[_Item]:
    for number, each in enumerate(value["facts"], 1):
        if each["verdict"] == "got":
            continue  # no fact of the expected text
        parts = (each["subject"], each["predicate"], each["object"])
        yield (
            str(number),
            Stratum(each["verdict"] == "expected", each["verdict"]),
            f"Is this fact of <expected> lost in <got>? {' | '.join(filter(None, parts))}",
            prompt,
        )


def _conversational(prompt: str, value: Any) -> Iterator[_Item]:
    listed = sum(value[name] for name in ("substitutions", "deletions", "insertions"))
    question = "Is there a difference that changes what a listener would understand or do?"
    yield "1", Stratum(listed > 0, "some" if listed else "none"), question, prompt


def _differences(prompt: str, value: Any) -> Iterator[_Item]:
    matter = {*value["matter"]}
    for line in prompt.splitlines():
        place = json.loads(line)
        if is_canary(Place.of(place)):
            continue
        positive = place["number"] in matter
        sides = [
            f"{name}: {before} [{words}] {after}"
            for name, (before, words, after) in (("said", place["said"]), ("heard", place["heard"]))
        ]
        yield (
            str(place["number"]),
            Stratum(positive, "matters" if positive else "harmless"),
            "Would an agent answer otherwise because of what stands in brackets?",
            "\n".join(sides),
        )


READERS: Final[dict[str, Callable[[str, Any], Iterator[_Item]]]] = {
    "conversational-wer@1": _conversational,
    "differences@1": _differences,
    "facts-two-step@1": _two_step,
    "facts-single-call@1": _single_call,
}
"""Who reads the rulings of a protocol: number, stratum, question and text of each."""
AUDITED: Final = ("facts", "semantic-wer", "conversational-wer")
"""The judges whose rulings these are."""
