"""``Compose``: transforms one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.text.normalizers.registry import normalizer
from mondegreen.text.transforms.base import Transform, digest

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Compose"]


class Compose(Transform):
    """Do one step after the other; a step is a transform, a normalizer, or the name of one.

    The name lists the steps, and the version changes with any of them, their order and their
    options. One step alone is called as it is by itself.

    Raises:
        UsageError: a step without ``name``, ``version`` and ``batch``, which cannot be pinned.

    >>> from mondegreen.text.transforms import RemoveWords, SqueezeSpaces
    >>> both = Compose(["lower", RemoveWords(["the"]), SqueezeSpaces()])
    >>> both("The cat on the mat")
    'cat on mat'
    >>> both.name
    'lower/remove-words/squeeze-spaces'
    >>> both
    Compose(['lower@1', RemoveWords(words=['the'], ignore_case=False), SqueezeSpaces()])
    """

    def __init__(self, steps: Iterable[Any]) -> None:
        super().__init__()
        found = [normalizer(step) if isinstance(step, str) else step for step in steps]
        for step in found:
            if not callable(step) or not all(
                hasattr(step, part) for part in ("name", "version", "batch")
            ):
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

    def __call__(self, text: str) -> str:
        """Return ``text`` after all steps."""
        for step in self.steps:
            text = step(text)
        return text

    def batch(self, texts: Any) -> Any:
        """Take many texts through all steps; missing ones stay missing."""
        for step in self.steps:
            texts = step.batch(texts)
        return texts

    def __repr__(self) -> str:
        # A normalizer is shown by its name, by which it can be given, too.
        steps = (
            repr(step) if isinstance(step, Transform) else repr(f"{step.name}@{step.version}")
            for step in self.steps
        )
        return f"Compose([{', '.join(steps)}])"
