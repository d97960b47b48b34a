"""Whether two files are in the wrong order: the hypotheses first, then the references.

The name of a file may say which side it is (``names_of_sides.tsv``), and its format may be one that
recognisers write. Where both files say the same, or nothing, nothing is in doubt.
"""

from __future__ import annotations

import csv
from functools import cache
from itertools import zip_longest
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from mondegreen.corpus.formats import FORMATS
from mondegreen.patterns import pattern

__all__ = ["why_swapped"]

_WORDS: Final = pattern(r"[^\W\d_]+")
_REFERENCE: Final = "reference"
_HYPOTHESIS: Final = "hypothesis"
_BOTH: Final = "both"
_RANK: Final = {_REFERENCE: 1, _BOTH: 0, "": 0, _HYPOTHESIS: -1}
_PLURAL: Final = {_REFERENCE: "references", _HYPOTHESIS: "hypotheses"}


class _Side(NamedTuple):
    """Which side a file is of, and how that is known."""

    side: str = ""
    why: str = ""


def why_swapped(
    reference: str, hypothesis: str, formats: tuple[str, str] | None = None
) -> str | None:
    """Return why two files seem to be in the wrong order, or ``None`` if they do not.

    Args:
        reference: the file that is read as the references.
        hypothesis: the file that is read as the hypotheses.
        formats: the names of their formats, if known.

    >>> why_swapped("hyp.txt", "ref.txt")
    'hyp.txt is named as hypotheses are, and ref.txt as references are'
    >>> why_swapped("talk.ctm", "talk.txt", ("ctm", "lines"))
    'talk.ctm is ctm, which recognisers write'
    >>> why_swapped("ref.txt", "hyp.txt"), why_swapped("hyp-1.txt", "hyp-2.txt")
    (None, None)
    """
    paths = reference, hypothesis
    sides = [_by_name(path, part) for path, part in zip(paths, _differing(*paths), strict=True)]
    if formats is not None:
        of_formats = (_by_format(*each) for each in zip(paths, formats, strict=True))
        sides = [
            known if known.side else other for known, other in zip(sides, of_formats, strict=True)
        ]
    first, second = sides
    if _RANK[first.side] >= _RANK[second.side]:
        return None
    said = [each.why for each in sides if each.side in _PLURAL]
    return said[0] if len(said) == 1 else f"{said[0]}, and {said[1].replace(' is named as', ' as')}"


def _differing(first: str, second: str) -> tuple[str, str]:
    """Return the last parts of two paths that are not the same: ``out/ref/a.txt``, ``out/hyp/a.txt``."""
    parts = (reversed(PurePath(path).parts) for path in (first, second))
    for one, other in zip_longest(*parts, fillvalue=""):
        if one != other:
            return one, other
    return "", ""


def _by_name(path: str, part: str) -> _Side:
    """Return what a name says: of ``ref_asr.txt`` it says both, and nothing else is asked."""
    words = _WORDS.findall(PurePath(part).stem.casefold())
    found = {_sides_of_words()[word] for word in words if word in _sides_of_words()}
    if len(found) > 1:
        return _Side(_BOTH)
    return next((_Side(side, f"{path} is named as {_PLURAL[side]} are") for side in found), _Side())


def _by_format(path: str, name: str) -> _Side:
    if not FORMATS.get(name).by_recognisers:
        return _Side()
    return _Side(_HYPOTHESIS, f"{path} is {name}, which recognisers write")


@cache
def _sides_of_words() -> dict[str, str]:
    text = (Path(__file__).parent / "data" / "names_of_sides.tsv").read_text("utf-8")
    return {row["word"]: row["side"] for row in csv.DictReader(text.splitlines(), delimiter="\t")}
