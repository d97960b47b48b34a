"""What jiwer's transforms share: one text or a list of them, and a chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["AbstractTransform", "BaseRemoveTransform", "Compose"]


class AbstractTransform:
    """The base of transforms: subclasses define ``process_string``, or ``process_list`` too."""

    def __call__(self, sentences: Any) -> Any:
        """Transform one text, or each of a list.

        Raises:
            ValueError: it is neither.
        """
        if isinstance(sentences, str):
            return self.process_string(sentences)
        if isinstance(sentences, list):
            return self.process_list(sentences)
        raise ValueError(
            f"a transform was given {sentences!r} of type {type(sentences).__name__}; "
            "expected a string or a list of strings"
        )

    def process_string(self, s: Any) -> Any:
        """Transform one text."""
        raise NotImplementedError

    def process_list(self, inp: list[Any]) -> Any:
        """Transform each text of a list."""
        return [self.process_string(text) for text in inp]


class Compose:
    """Transforms one after the other; the list may be changed later.

    >>> from mondegreen.compat import jiwer
    >>> jiwer.Compose([jiwer.RemoveMultipleSpaces(), jiwer.ReduceToListOfListOfWords()])(["a  b"])
    [['a', 'b']]
    """

    def __init__(self, transforms: list[Any]) -> None:
        self.transforms = transforms

    def __call__(self, text: Any) -> Any:
        """Return what comes out of the last one."""
        for transform in self.transforms:
            text = transform(text)
        return text


class BaseRemoveTransform(AbstractTransform):
    """Replace pieces of text wherever they are, also within words.

    >>> BaseRemoveTransform(["a", "b"], replace_token="-")("cabs")
    'c--s'
    """

    def __init__(self, tokens_to_remove: Iterable[str], replace_token: str = "") -> None:
        self.tokens_to_remove = tokens_to_remove
        self.replace_token = replace_token

    def process_string(self, s: str) -> str:
        """Return ``s`` with each of the pieces replaced, in their order."""
        for token in self.tokens_to_remove:
            s = s.replace(token, self.replace_token)
        return s
