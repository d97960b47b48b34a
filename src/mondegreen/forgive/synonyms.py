"""``synonyms``: phrases of the user's list may stand for each other."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from mondegreen.errors import UsageError
from mondegreen.forgive.base import Reason
from mondegreen.forgive.rewrites import read_rewrites

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mondegreen.alignment import Difference

__all__ = ["Synonyms"]


class Synonyms:
    """Forgives a phrase for another that a list of the user's pairs with it, in either direction.

    The whole spans are compared, word for word and without case. A list is a TSV file (reference
    phrase, tab, hypothesis phrase), or a file of NIST's rules named ``*.glm``; with
    ``both_directions=False`` only the first phrase may have been said and the second written. Two
    phrases that share a third do not stand for each other, except for those of NIST's rules that become
    the same, as ``UH => %HESITATION`` and ``UM => %HESITATION``.

    Args:
        language: not used; a list is made for the texts that it is used on.
        path: the file.
        both_directions: whether either phrase may be the reference.

    Raises:
        UsageError: no file is named.
        ParseError: a line of another form; with file and line.
        InputError: the file cannot be read, or says nothing.
    """

    name = "synonyms"

    def __init__(
        self,
        language: str = "en",
        *,
        path: str | Path | None = None,
        both_directions: bool = True,
    ) -> None:
        if path is None:
            raise UsageError(
                "synonyms needs a list of phrases, a TSV or GLM file: --synonyms list.tsv, or in "
                "Python forgive=[Synonyms(path='list.tsv')]"
            )
        self.language, self.path = language, str(path)
        self._line: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
        for first, second, line in read_rewrites(path):
            self._line.setdefault((first, second), line)
            if both_directions:
                self._line.setdefault((second, first), line)
        self._partners: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        for first, second in self._line:
            self._partners.setdefault(first, []).append(second)
        self.version = f"1-{_fingerprint(self._line)}"

    def forgives(self, difference: Difference) -> Reason | None:
        """Return the line of the list that has both spans, or ``None``."""
        reference, hypothesis = (
            tuple(word.lower() for word in words)
            for words in (difference.reference, difference.hypothesis)
        )
        line = self._line.get((reference, hypothesis))
        if line is None:
            return None
        why = f"{' '.join(reference)} and {' '.join(hypothesis)}: {self.path}:{line}"
        return Reason(forgiver=self.name, version=self.version, why=why)

    def partners(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        """Return what may be written where ``words`` are said, in the order of the list."""
        return list(self._partners.get(tuple(word.lower() for word in words), ()))


def _fingerprint(pairs: dict[tuple[tuple[str, ...], tuple[str, ...]], int]) -> str:
    """Return what tells lists apart in a signature; neither order nor comments change it."""
    lines = sorted(f"{' '.join(first)}\t{' '.join(second)}" for first, second in pairs)
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:12]
