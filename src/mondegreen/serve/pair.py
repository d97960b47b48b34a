"""Two texts of a form, scored: what the page shows of them, as plain values."""

from __future__ import annotations

import threading
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen import languages
from mondegreen.errors import MondegreenError, UsageError, visible
from mondegreen.forgive.registry import FORGIVERS
from mondegreen.report.conditions import definition
from mondegreen.report.number_format import details, percent, short_rate
from mondegreen.report.sections import Card
from mondegreen.scoring.forgiven_spans import pieces_of_rows
from mondegreen.scoring.forgiveness import left_out
from mondegreen.scoring.scorer import score
from mondegreen.text.normalizers.registry import NORMALIZERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.alignment import Alignment
    from mondegreen.alignment.difference import Difference
    from mondegreen.forgive.base import Reason
    from mondegreen.scoring.result import Result

__all__ = ["PRESETS", "Choices", "Pair", "Shown", "choices"]

PRESETS: Final = ("agent", "reader")
"""The presets of forgivers that the page offers."""

_NEED_A_FILE: Final = {"synonyms"}
_ONE_AT_A_TIME: Final = threading.Lock()
"""Warnings are of the process, so that two texts scored at once would mix theirs."""


@dataclass(frozen=True)
class Choices:
    """The names that the lists of the form offer."""

    languages: Sequence[str]
    normalizers: Sequence[str]
    forgivers: Sequence[str]


def choices() -> Choices:
    """Return what can be chosen here."""
    forgivers = [name for name in FORGIVERS.names() if name not in _NEED_A_FILE]
    return Choices(languages.codes(), ["none", *_without("none", NORMALIZERS.names())], forgivers)


def _without(name: str, names: Sequence[str]) -> list[str]:
    return [each for each in names if each != name]


class Piece(NamedTuple):
    """A part of both texts that is equal, or a difference.

    Attributes:
        said: of the reference.
        heard: of the hypothesis.
        errors: what the strict alignment counts for it.
        reason: the forgiver that forgave it; empty if it counts.
        why: what that forgiver says.
    """

    said: str
    heard: str
    errors: int = 0
    reason: str = ""
    why: str = ""

    @property
    def differs(self) -> bool:
        """Whether it is a difference; what is shown of two texts may be the same all the same."""
        return bool(self.errors or self.reason or self.said != self.heard)


@dataclass(frozen=True)
class Shown:
    """What the page shows below the form.

    Attributes:
        cards: the rates.
        pieces: equal texts and differences, in order.
        space: what is between pieces; nothing between characters.
        steps: of the waterfall, name, errors and rate; none without forgivers.
        notes: warnings.
        signature: of the rates.
    """

    cards: Sequence[Card] = ()
    pieces: Sequence[Piece] = ()
    space: str = " "
    steps: Sequence[tuple[str, str, str]] = ()
    notes: Sequence[str] = ()
    signature: str = ""

    @property
    def differences(self) -> list[Piece]:
        """The pieces that differ."""
        return [piece for piece in self.pieces if piece.differs]


@dataclass(frozen=True)
class Pair:
    """The fields of the form.

    >>> pair = Pair("it cost five dollars", "it cost $5", forgivers=("agent",))
    >>> [(piece.reason, piece.why) for piece in pair.shown().differences]
    [('numbers', 'both are 5 dollar')]
    """

    reference: str = ""
    hypothesis: str = ""
    language: str = "en"
    normalizer: str = "none"
    forgivers: tuple[str, ...] = field(default=("agent",))

    @classmethod
    def of(cls, fields: Mapping[str, Sequence[str]]) -> Pair:
        """Return the pair of a form as it was sent; a field that is not there is empty."""

        def only(name: str) -> str:
            return (fields.get(name) or [""])[0]

        named = [name for name in fields.get("forgive", ()) if name]
        return cls(
            # a browser sends line ends as two characters
            only("reference").replace("\r\n", "\n"),
            only("hypothesis").replace("\r\n", "\n"),
            only("language"),
            only("normalizer") or "none",
            tuple(dict.fromkeys(named)),
        )

    def shown(self) -> Shown:
        """Score the pair.

        Raises:
            UsageError: a name that the form does not offer, or forgivers that do not go with the
                language.
        """
        self._check()
        if not (self.reference.strip() or self.hypothesis.strip()):
            return Shown(
                notes=["both texts are empty; enter what was said and what was recognised"]
            )
        with _ONE_AT_A_TIME, warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            result = score(
                [self.reference],
                [self.hypothesis],
                normalizer=self.normalizer,
                lang=self.language or None,
                forgive=list(self.forgivers) or None,
            )
            pieces = _pieces(result)
        notes = [str(each.message) for each in said]
        if self.forgivers and (without := left_out(self.forgivers, (), self.language or "en")):
            notes.append(without)
        return Shown(
            _cards(result),
            pieces,
            _space(result),
            _steps(result) if self.forgivers else (),
            [visible(note) for note in dict.fromkeys(notes)],
            visible(result.signature),
        )

    def _check(self) -> None:
        """Refuse what the form does not offer; names of files are among it.

        Raises:
            UsageError: there is such a name.
        """
        offered = choices()
        for what, name, names in (
            ("language", self.language, ["", *offered.languages]),
            ("normalizer", self.normalizer, offered.normalizers),
            *(("forgiver", name, [*PRESETS, *offered.forgivers]) for name in self.forgivers),
        ):
            if name not in names:
                raise UsageError(f"no {what} of the list is named {visible(name)!r}; choose one")


def _pieces(result: Result) -> list[Piece]:
    name, space = next(iter(result)).name, _space(result)
    (aligned,) = result.align_rows([0], name)

    def text(words: Sequence[str]) -> str:
        return visible(space.join(words))

    found: list[Piece] = []
    end = 0
    for difference, errors, reason in _differences(result, name, aligned):
        if equal := text(aligned.reference[end : difference.reference_start]):
            found.append(Piece(equal, equal))
        end = difference.reference_end
        both = text(difference.reference), text(difference.hypothesis)
        why = ("", "") if reason is None else (reason.forgiver, visible(reason.why))
        found.append(Piece(*both, errors, *why))
    if rest := text(aligned.reference[end:]):
        found.append(Piece(rest, rest))
    return found


def _differences(
    result: Result, metric: str, aligned: Alignment
) -> list[tuple[Difference, int, Reason | None]]:
    if result.metrics[metric].forgives:
        spans = [span for _, span in pieces_of_rows(result, metric, [0])]
        return [(span.difference, span.words, span.reason) for span in spans]
    return [(each, each.errors, None) for each in aligned.differences(0)]


def _space(result: Result) -> str:
    return " " if result.unit_of(next(iter(result)).name).startswith("word") else ""


def _cards(result: Result) -> list[Card]:
    return [
        Card(
            f"{metric.label} ({metric.name})",
            short_rate(metric),
            definition(result.metrics[metric.name]),
            details(metric),
        )
        for metric in result
    ]


def _steps(result: Result) -> list[tuple[str, str, str]]:
    try:
        steps = result.waterfall()
    except MondegreenError:
        return []
    return [(step.name, f"{step.errors:,}", percent(step.rate, 2)) for step in steps]
