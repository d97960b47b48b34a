"""Entities of a call from ``annotated.json``, as Label Studio exports labels of a dialogue."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from mondegreen.calls.entity_types import entity_type
from mondegreen.corpus.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.calls.call import Turn

__all__ = ["entities"]

_REGION: Final = object()
"""The key of labels of a recording, whose times are seconds; no file can have it."""


def entities(
    exported: Any, turns: Sequence[Turn]
) -> tuple[tuple[tuple[Phrase, ...], ...] | None, int]:
    """Return what each turn names, and how many labels could not be placed.

    ``None`` in place of the first where the export has no labels of entities at all: then there
    is nothing to score, rather than calls without entities.

    Labels of paragraphs (``paragraphlabels``) name the turn and where in it; labels of a text
    (``labels``) are looked for in the turns; those of a recording have the text that was written
    for their region, and are in the nearest turn with these words. A label whose words are not in its turn is
    not placed. A label that occurs twice counts once. The first annotation that was not cancelled counts.
    """
    found: list[list[Phrase]] = [[] for _ in turns]
    labels = lost = 0
    seen: set[tuple[object, ...]] = set()
    for value in _values(exported):
        kind, text = _kind(value), value.get("text")
        if kind is None:
            continue
        labels += 1
        turn = _turn(value, turns, text)
        if turn is None:
            lost += 1
            continue
        start, end = value.get("startOffset"), value.get("endOffset")
        if isinstance(start, int) and isinstance(end, int):
            if (place := (turn, start, end, kind, str(text))) in seen:
                continue  # the same label again
            seen.add(place)
            if not isinstance(text, str) and 0 <= start < end <= len(turns[turn].text):
                text = turns[turn].text[start:end]
        if isinstance(text, str) and text.strip() and text.strip() in turns[turn].text:
            found[turn].append(Phrase(text.strip(), kind))
        else:
            lost += 1
    return (tuple(map(tuple, found)) if labels else None), lost


def _values(exported: Any) -> Iterator[dict[Any, Any]]:
    """Yield the values of all labels, of an export as JSON or as JSON-MIN."""
    tasks = exported if isinstance(exported, list) else [exported]
    for task in tasks:
        if not isinstance(task, dict):
            continue
        if not {"annotations", "completions", "predictions"} & task.keys():
            # The short form of the export has the values alone, under the name of their tag.
            for listed in map(_listed, task.values()):
                yield from (value for value in listed if isinstance(value, dict) and _kind(value))
            continue
        annotations = task.get("annotations") or task.get("completions")
        kept = [
            a
            for a in _listed(annotations)
            if isinstance(a, dict) and not (a.get("was_cancelled") or a.get("skipped"))
        ]
        results = [
            result
            for result in (_listed(kept[0].get("result")) if kept else [])
            if isinstance(result, dict) and isinstance(result.get("value"), dict)
        ]
        written = {
            result["id"]: result["value"]["text"]
            for result in results
            if isinstance(result.get("id"), str)
            and "text" in result["value"]
            and _kind(result["value"]) is None
        }
        for result in results:
            value, name = result["value"], result.get("id")
            of_recording = "labels" in value and "text" not in value and isinstance(name, str)
            if of_recording and name in written:
                value = {**value, _REGION: True, "text": _text(written[name])}
            yield value


def _text(written: Any) -> str:
    """Return the text of a region of a recording, which is a list of lines or one text."""
    lines = [written] if isinstance(written, str) else _listed(written)
    return " ".join(" ".join(line for line in lines if isinstance(line, str)).split())


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _kind(value: dict[Any, Any]) -> str | None:
    names = value.get("paragraphlabels") or value.get("labels")
    if not isinstance(names, list) or not names or not isinstance(names[0], str):
        return None
    return entity_type(names[0]) or None


def _turn(value: dict[Any, Any], turns: Sequence[Turn], text: Any) -> int | None:
    """Return which turn a label is in."""
    place = value.get("start")
    if "paragraphlabels" in value:
        if str(place) != str(value.get("end")):
            return None  # over several turns, which are several utterances here
        if isinstance(place, (int, str)) and str(place).isascii() and str(place).isdigit():
            number = int(str(place)[:9])
            return number if number < len(turns) else None
        return None
    if not isinstance(text, str) or not text.strip():
        return None
    there = [n for n, turn in enumerate(turns) if text.strip() in turn.text]
    times: list[Any] = [place, value.get("end")]
    if _REGION in value and all(isinstance(time, (int, float)) for time in times):
        middle = sum(times) / 2
        return min(there, key=lambda n: _distance(turns[n], middle), default=None)
    return next(iter(there), None)


def _distance(turn: Turn, time: float) -> float:
    """Return how far a time is from a turn, in seconds."""
    if turn.start is None:
        return math.inf
    end = turn.start if turn.end is None else turn.end
    return max(turn.start - time, time - end, 0.0)
