"""Nothing leaves the machine unasked: one line says what goes where, before the first call."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from mondegreen.errors import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.judges.models import Model
    from mondegreen.judges.question import Question

__all__ = ["say", "to_stderr"]


def to_stderr(line: str) -> None:
    """Write one line for the reader, with nothing in it that a terminal obeys."""
    sys.stderr.write(visible(line) + "\n")
    sys.stderr.flush()


def say(model: Model, questions: Sequence[Question[Any]], kept: str) -> str:
    """Return the line that is shown before the first call.

    Args:
        model: who will be asked.
        questions: what will be asked; what is stored already is not among them.
        kept: where the answers will be kept, as words.

    Raises:
        UsageError: the model cannot be asked: it is unknown, has no key, or connections are
            forbidden.
    """
    texts = sum(question.texts for question in questions)
    asked = "1 question" if len(questions) == 1 else f"{len(questions)} questions"
    return (
        f"mondegreen: sending {texts} {'text' if texts == 1 else 'texts'} in {asked} to "
        f"{model.host()} ({model.spec}); answers are kept in {kept}"
    )
