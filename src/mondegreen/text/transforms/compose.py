"""``Compose``: transforms one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from mondegreen.errors import InputTypeError, UsageError
from mondegreen.text.normalizers.base import column_of
from mondegreen.text.normalizers.registry import normalizer
from mondegreen.text.transforms.base import Transform, digest

__all__ = ["Compose"]


class Compose(Transform):
    """Do one step after the other; a step is a transform, a normalizer, or the name of one.

    The name lists the steps, and the version changes with any of them, their order and their
    options. One step alone is called as it is by itself.

    Raises:
        UsageError: no list, or a step without ``name``, ``version`` and ``batch``, which cannot be pinned.

    >>> from mondegreen.text.transforms import RemoveWords, SqueezeSpaces
    >>> both = Compose(["lower", RemoveWords(["the"]), SqueezeSpaces()])
    >>> both("The cat on the mat")
    'cat on mat'
    >>> both.name
    'lower/remove-words/squeeze-spaces'
    >>> both
    Compose(['lower@1', RemoveWords(words=['the'], ignore_case=False), SqueezeSpaces()])
    """

    def __init_subclass__(cls) -> None:
        # Its name and version are those of its steps, and would not tell what a subclass adds.
        raise TypeError(
            "a Compose cannot be extended; make a subclass of Transform, and a step of it"
        )

    def __init__(self, steps: Iterable[Any]) -> None:
        super().__init__()
        if isinstance(steps, (str, bytes, Mapping, AbstractSet)) or not isinstance(steps, Iterable):
            raise UsageError(
                f"steps={steps!r:.60}: expected a list of steps in their order, such as ['lower', Strip()]"
            )
        found = [normalizer(step) if isinstance(step, str) else step for step in steps]
        for step in found:
            pinned = all(
                isinstance(getattr(step, part, None), str) and getattr(step, part)
                for part in ("name", "version")
            )
            if not (pinned and callable(step) and hasattr(step, "batch")):
                raise UsageError(
                    f"the step {step!r} has no name, version and batch, so no signature could say "
                    "what it does; make it a subclass of mondegreen.text.transforms.Transform"
                )
        self.steps: tuple[Any, ...] = tuple(
            inner
            for step in found
            for inner in (step.steps if isinstance(step, Compose) else [step])
        )
        pins = [[step.name, step.version] for step in self.steps]
        self.name = "/".join(step.name for step in self.steps) or "no-steps"
        self.version = pins[0][1] if len(pins) == 1 else digest(pins) if pins else "1"

    @property
    def packs(self) -> tuple[str, ...]:
        """The codes of the language packs that its steps read."""
        return tuple(code for step in self.steps for code in getattr(step, "packs", ()))

    def __call__(self, text: str) -> str:
        """Return ``text`` after all steps."""
        text = self._text(text)
        for step in self.steps:
            made = step(text)
            if not isinstance(made, str):
                raise InputTypeError(
                    f"the step {step.name!r} made {made!r:.60} of type {type(made).__name__} of a "
                    "text; expected a text, '' where nothing is left"
                )
            text = made
        return text

    def batch(self, texts: Any) -> Any:
        """Take many texts through all steps; missing ones stay missing."""
        texts = column_of(texts, self.name)
        if not hasattr(texts, "__len__"):
            texts = list(texts)
        for step in self.steps:
            texts = _column(step, step.batch(texts), len(texts))
        return texts

    def __repr__(self) -> str:
        # A normalizer is shown by its name, by which it can be given, too.
        steps = (
            repr(step) if isinstance(step, Transform) else repr(f"{step.name}@{step.version}")
            for step in self.steps
        )
        return f"Compose([{', '.join(steps)}])"


def _column(step: Any, made: Any, rows: int) -> Any:
    """Return what a step made of a column, if it can be one with a text for each."""
    if isinstance(made, (str, bytes, dict, set, frozenset)) or not hasattr(made, "__len__"):
        raise InputTypeError(
            f"the step {step.name!r} made {type(made).__name__} of a column; batch must return a "
            "list with one text for each"
        )
    if len(made) != rows:
        raise InputTypeError(f"the step {step.name!r} made {len(made):,} texts of {rows:,}")
    return made
