"""An alignment as lines of text.

    REF  call the card please  -
    HYP  call the cart ------ now
                  S    D      I

Where a text has no token, a run of dashes fills the column. No token looks like that: a token of
dashes alone is in quotation marks, and one that reads ``"--"`` in two pairs of them. Nothing
in a token reaches the terminal as a command or stays unseen; `mondegreen.alignment.cells` says how.
Columns are as wide as a terminal shows them, and text that runs right to left keeps its place.
In colour, what was said and is wrong is yellow, what was written in its place cyan; the marks say
the same, so that nothing depends on the colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.alignment.cells import Cell, cell
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mondegreen.alignment.run import Run

__all__ = ["MARKS", "Column", "columns", "nearby", "pairs", "render"]

MARKS = {"equal": "", "substitute": "S", "delete": "D", "insert": "I", "accept": "", "ignore": ""}
_LABELS = "REF", "HYP", "   "
_MARGIN = 5
_COLOURS = "\x1b[33m", "\x1b[36m", "\x1b[1m"
_PLAIN = "\x1b[0m"


class Column(NamedTuple):
    """One step: what was said, what was written (``None`` for nothing), and its mark."""

    reference: Cell | None
    hypothesis: Cell | None
    mark: str

    @property
    def width(self) -> int:
        """How many columns of the terminal it takes."""
        return max(1, *(side.width for side in self[:2] if side is not None))

    @property
    def cells(self) -> tuple[Cell, Cell, Cell]:
        """What each line shows; dashes fill the column where there is nothing."""
        gap = Cell("-" * self.width, self.width)
        mark = Cell(self.mark, len(self.mark))
        return self.reference or gap, self.hypothesis or gap, mark


def pairs(
    reference: Sequence[str], hypothesis: Sequence[str], runs: Iterable[Run]
) -> Iterator[tuple[str | None, str | None, str]]:
    """Yield each step as (reference token, hypothesis token, operation)."""
    for run in runs:
        said = reference[run.reference_start : run.reference_end]
        written = hypothesis[run.hypothesis_start : run.hypothesis_end]
        for at in range(run.steps):
            yield (
                said[at] if at < len(said) else None,
                written[at] if at < len(written) else None,
                run.operation,
            )


def columns(
    reference: Sequence[str], hypothesis: Sequence[str], runs: Iterable[Run]
) -> list[Column]:
    """Return one column per step."""
    return [
        Column(
            None if said is None else cell(said),
            None if written is None else cell(written),
            MARKS[operation],
        )
        for said, written, operation in pairs(reference, hypothesis, runs)
    ]


def nearby(steps: Sequence[Column], context: int) -> list[Sequence[Column]]:
    """Return the stretches of columns that are at most ``context`` away from an error."""
    stretches: list[tuple[int, int]] = []
    for at, step in enumerate(steps):
        if step.mark:
            start, end = max(0, at - context), at + context + 1
            if stretches and start <= stretches[-1][1]:
                start = stretches.pop()[0]
            stretches.append((start, end))
    return [steps[start:end] for start, end in stretches]


def render(
    reference: Sequence[str],
    hypothesis: Sequence[str],
    runs: Iterable[Run],
    *,
    width: int = 100,
    only_errors: bool = False,
    context: int = 3,
    colour: bool = False,
) -> str:
    """Return an alignment as text, in blocks with a blank line between them.

    Args:
        reference: the tokens of the reference.
        hypothesis: the tokens of the hypothesis.
        runs: the alignment.
        width: columns of the terminal; a longer alignment continues in the next block. A token
            that is wider than a line is not cut.
        only_errors: leave out what is further than ``context`` steps from an error, so that each
            group of errors has a block of its own; without errors the text is empty.
        context: equal tokens to keep on each side of an error.
        colour: set off what is wrong with the escape sequences of terminals.

    Raises:
        UsageError: ``width`` or ``context`` is not a number of columns or tokens.

    >>> from mondegreen.alignment import align
    >>> print(align("call the card please", "call the cart"))
    REF  call the card please
    HYP  call the cart ------
                  S    D
    """
    for name, value, least in (("width", width, 1), ("context", context, 0)):
        if type(value) is not int or value < least:
            raise UsageError(f"{name} must be a whole number of at least {least}; got {value!r}")
    steps = columns(reference, hypothesis, runs)
    stretches = nearby(steps, context) if only_errors else [steps]
    blocks = (block for stretch in stretches for block in _wrap(stretch, width - _MARGIN))
    return "\n\n".join("\n".join(_lines(block, colour=colour)) for block in blocks)


def _wrap(steps: Sequence[Column], width: int) -> Iterator[Sequence[Column]]:
    start, used = 0, 0
    for at, step in enumerate(steps):
        if at > start and used + step.width > width:
            yield steps[start:at]
            start, used = at, 0
        used += step.width + 1
    yield steps[start:]


def _lines(block: Sequence[Column], *, colour: bool = False) -> Iterator[str]:
    rows = zip(*(step.cells for step in block), strict=True) if block else [(), (), ()]
    widths = [step.width for step in block]
    for label, row, code in zip(_LABELS, rows, _COLOURS, strict=True):
        padded = [
            side.text + " " * (width - side.width) for side, width in zip(row, widths, strict=True)
        ]
        if not f"{label}{''.join(padded)}".strip():  # no mark
            continue
        while padded and not padded[-1].strip(" "):
            padded.pop()
        if padded:
            padded[-1] = padded[-1].rstrip(" ")
        if colour:
            padded = [
                f"{code}{cell}{_PLAIN}" if step.mark and cell.strip() else cell
                for cell, step in zip(padded, block, strict=False)
            ]
        yield f"{label}  {' '.join(padded)}".rstrip(" ")
