"""Judges: language models that answer questions about texts or differences.

Here is what is between a question and a checked answer: `Question`, the models that may be
asked (`open_model`), `ask_all` with its store, and `Answer` with status, usage and money. What a
judge asks, and what is counted from the answers, is the business of the judges themselves.

A model answers yes or no with a reason, or fills in a form; code checks it and does the counting.
What cannot be had from the model is an `Answer` with a status and a reason, and never a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mondegreen.judges.answer import Answer
    from mondegreen.judges.asking import ask_all
    from mondegreen.judges.client import LanguageModel
    from mondegreen.judges.models import Model, open_model
    from mondegreen.judges.question import Question, Tool
    from mondegreen.judges.redact import Redaction
    from mondegreen.judges.replay import Replay
    from mondegreen.judges.sync import run
    from mondegreen.judges.usage import Usage
    from mondegreen.options.judging import Settings

_HOMES = {
    "Answer": "judges.answer",
    "LanguageModel": "judges.client",
    "Model": "judges.models",
    "Question": "judges.question",
    "Redaction": "judges.redact",
    "Replay": "judges.replay",
    "Settings": "options.judging",
    "Tool": "judges.question",
    "Usage": "judges.usage",
    "ask_all": "judges.asking",
    "open_model": "judges.models",
    "run": "judges.sync",
}

__all__ = [
    "Answer",
    "LanguageModel",
    "Model",
    "Question",
    "Redaction",
    "Replay",
    "Settings",
    "Tool",
    "Usage",
    "ask_all",
    "open_model",
    "run",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        message = f"module 'mondegreen.judges' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # what a judge does not use is not loaded

    return getattr(import_module(f"mondegreen.{home}"), name)
