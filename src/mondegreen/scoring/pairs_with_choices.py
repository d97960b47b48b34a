"""One reference and one hypothesis, and what they leave open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.corpus.nist import has_alternatives
from mondegreen.errors import InputError
from mondegreen.text.alternatives import Choice, Words, parse

if TYPE_CHECKING:
    from mondegreen.text.alternatives import Marks, Sequence
    from mondegreen.types import AnyOf

__all__ = ["Choices", "read_pair"]

_SCLITE: Final = "sclite"
_MOST_CELLS: Final = 1 << 26
_MARKS: Final = "{}@*("


class Choices(NamedTuple):
    """What a pair leaves open.

    Attributes:
        reference: its text; empty if there is a sequence.
        hypothesis: its text, if it leaves nothing open; ``None`` or a failure if it is none.
        sequence: the reference, if there is a choice.
        heard: the hypothesis, if it leaves something open too.
    """

    reference: str
    hypothesis: Any
    sequence: Sequence | None = None
    heard: Sequence | None = None


def read_pair(reference: str | AnyOf, hypothesis: Any, marks: Marks, ties: str) -> Choices | None:
    """Return what a pair leaves open; ``None`` where both are texts as they are.

    In a hypothesis without alternatives braces that do not close are words, for nobody asked those
    who write them.

    Raises:
        InputError: braces of the reference that do not close, or of alternatives in a hypothesis.
    """
    heard = hypothesis if isinstance(hypothesis, str) else ""
    nodes = _heard(heard, marks)
    if isinstance(reference, str):
        if nodes is None and not marks.are_in(reference, heard):
            return None
        sequence = parse(reference, marks)
    else:
        sequence = [Choice([parse(text, marks) for text in reference.texts])]
    # sclite adds a little for each @, by which ties may go another way.
    adds = ties == _SCLITE and len(str(reference).split()) * len(heard.split()) < _MOST_CELLS
    said, written = (_flat(side or [], nothing=not adds) for side in (sequence, nodes))
    is_open = said is None or written is None
    if is_open or (marks.fragments and marks.are_in(str(reference), heard)):
        return Choices("", hypothesis if nodes is None else "", sequence, nodes)
    return Choices(said or "", hypothesis if nodes is None else written)


def _heard(text: str, marks: Marks) -> Sequence | None:
    """Return what a hypothesis leaves open; ``None`` where it is words alone."""
    if not any(mark in text for mark in _MARKS):
        return None
    read = marks.of_hypotheses()
    if not replace(read, fragments=False).are_in(text, ""):
        return None
    try:
        nodes = parse(text, read)
    except InputError:
        if has_alternatives(text):
            raise
        return None
    return nodes if not marks.blanks or _has_choice(nodes) else None


def _has_choice(nodes: Sequence) -> bool:
    choices = [node for node in nodes if isinstance(node, Choice)]
    return any(len(node.ways) > 1 or any(map(_has_choice, node.ways)) for node in choices)


def _flat(nodes: Sequence, *, nothing: bool) -> str | None:
    """Return the one text that there is, if there is one; ``nothing`` may be in it as an ``@``.

    >>> _flat([Words("so"), Choice([[]]), Words("it")], nothing=True)
    'so it'
    """
    words = []
    for node in nodes:
        if isinstance(node, Words) and not (node.optional or node.before or node.after):
            words.append(node.text)
        elif not (nothing and isinstance(node, Choice) and node.ways == [[]]):
            return None
    return " ".join(words)
