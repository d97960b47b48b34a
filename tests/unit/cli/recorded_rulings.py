"""Recorded answers of a judge by which every difference matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.judges.answer import Answer
from mondegreen.judges.canaries import Pack, guarded
from mondegreen.judges.differences import Harmless, Rulings, questions
from mondegreen.judges.replay import Recorder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mondegreen.judges.difference_in_context import Place


def record(file: Path, places: Sequence[Place]) -> Path:
    """Write the answers to what is asked about some differences, and return the file."""
    pack = guarded(places)
    with Recorder(file) as recorder:
        for question in questions([pack.lines]):
            recorder.write(question, "test:model", Answer("ok", value=all_matter(pack)))
    return file


def all_matter(pack: Pack) -> Rulings:
    """Return rulings by which all matter except for canaries that do not."""
    free = {at: line for at, line in enumerate(pack.lines) if pack.known.get(at) is False}
    harmless = [Harmless(at + 1, line.heard[1] or line.said[1], "-") for at, line in free.items()]
    return Rulings([at + 1 for at in range(len(pack.lines)) if at not in free], harmless)
