"""``ReplaceWords``: one word for another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.table import quoted
from mondegreen.errors import UsageError
from mondegreen.text.transforms.base import Transform, mapping_of, switch, texts_of
from mondegreen.text.transforms.whole_words import WholeWords, like

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ReplaceWords"]


class ReplaceWords(Transform):
    r"""Write other words for whole words.

    All at once: what was written is not looked at again, so the order of the mapping does not
    matter. A replacement stands as it is; a backslash in it means nothing.

    Args:
        replacements: words, each with what is written for it.
        ignore_case: find words in any case, and write the other in the case that was found.

    Raises:
        UsageError: no mapping of texts to texts, or words that are one without regard to case and
            have different replacements.

    >>> ReplaceWords({"a": "b", "b": "a"})("a b ab")
    'b a ab'
    >>> ReplaceWords({"gonna": "going to"}, ignore_case=True)("Gonna GONNA gonna")
    'Going to GOING TO going to'
    >>> ReplaceWords({"c++": r"\cpp"})("c++ rocks")
    '\\cpp rocks'
    """

    name = "replace-words"

    def __init__(self, replacements: Mapping[str, str], *, ignore_case: bool = False) -> None:
        table = mapping_of(replacements)
        listed = texts_of(table, "the words to replace")
        ignore_case = switch(ignore_case, "ignore_case")
        for word, other in table.items():
            if not isinstance(other, str):
                raise UsageError(f"{quoted(word)} is to become {other!r:.60}; expected a text")
        folded: dict[str, str] = {}
        for word, other in table.items() if ignore_case else ():
            if folded.setdefault(word.casefold(), other) != other:
                raise UsageError(
                    f"without regard to case {word!r} and another word are one, and are to become "
                    f"{folded[word.casefold()]!r} and {other!r}; leave one out"
                )
        super().__init__(replacements=dict(sorted(table.items())), ignore_case=ignore_case)
        self._words = WholeWords(listed, ignore_case=ignore_case)
        self._ignore_case = ignore_case
        self._table = folded if ignore_case else table

    def __call__(self, text: str) -> str:
        """Return ``text`` with the words replaced."""
        return self._words.replaced(self._text(text), self._written)

    def _written(self, found: str) -> str:
        if not self._ignore_case:
            return self._table[found]
        other = self._table.get(found.casefold())
        # A few letters match without regard to case and yet do not fold to the same.
        return found if other is None else like(found, other)
