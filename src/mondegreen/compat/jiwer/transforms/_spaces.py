"""jiwer's changes of white space."""

from __future__ import annotations

import re
import string

from mondegreen.compat.jiwer.transforms._base import AbstractTransform, BaseRemoveTransform

__all__ = ["RemoveMultipleSpaces", "RemoveWhiteSpace", "Strip"]


class RemoveMultipleSpaces(AbstractTransform):
    r"""Make one space of two or more white space characters; a single one stays what it is.

    >>> RemoveMultipleSpaces()(["this is   an   example ", "a\tb", "a \t b"])
    ['this is an example ', 'a\tb', 'a b']
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` without repeated white space."""
        return re.sub(r"\s\s+", " ", s)


class Strip(AbstractTransform):
    """Take white space off both ends.

    >>> Strip()([" this is an example ", "  "])
    ['this is an example', '']
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` without white space at its ends."""
        return s.strip()


class RemoveWhiteSpace(BaseRemoveTransform):
    r"""Take out the six white space characters of ASCII, or make a space of each.

    >>> sentences = ["this is an example", "hello\tworld\n\r"]
    >>> RemoveWhiteSpace()(sentences)
    ['thisisanexample', 'helloworld']
    >>> RemoveWhiteSpace(replace_by_space=True)(sentences)
    ['this is an example', 'hello world  ']
    """

    def __init__(self, replace_by_space: bool = False) -> None:  # noqa: FBT001, FBT002 - jiwer's
        super().__init__(list(string.whitespace), replace_token=" " if replace_by_space else "")
