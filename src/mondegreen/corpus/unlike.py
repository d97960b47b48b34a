"""Two sides whose texts do not go together: lines too many, lines cut elsewhere, other words.

Where most rows have words in common, which is nearly always so, no more is looked at.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.table import quoted
from mondegreen.errors import DoubtWarning, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus.corpus import Corpus

    _Sides = tuple[list[list[str]], list[list[str]]]

__all__ = ["doubt_likeness"]

_LOOKED_AT: Final = 200
_LIKE: Final = 0.5
"""Share of the words of the shorter text of each row that the other one has."""
_NEARLY: Final = 0.75
_BETTER: Final = 0.2
"""So much larger that share must be in another order."""
_UNLIKE: Final = 0.05
_SAME: Final = 0.75
"""Share of all words of one side that the other has in the same order."""
_FARTHEST: Final = 8
_FEWEST: Final = 8
"""Words that must be there."""
_FEWEST_UNLIKE: Final = 12
_FEWEST_SAME: Final = 4
_FEWEST_MOVED: Final = 2
_FEWEST_ROWS: Final = 3
_FEWEST_SPELLED: Final = 5
_MOST_WORDS: Final = 400
_NAMES: Final = (("references", "hypotheses"), ("hypotheses", "references"))
_EDGES: Final = ".,?!…;:¿¡\"'“”«»„()"
_UNSPACED: Final = (
    *("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN"),
    *("JAVANESE", "BALINESE"),
)
"""First words of the names of characters of scripts without blanks between words."""


def doubt_likeness(corpus: Corpus) -> bool:
    """Warn where the first 200 texts of one side are hardly those of the other.

    They are if moved by some rows, or if cut elsewhere; or one side is the same text throughout,
    or they have hardly any word in common. All of that holds for bad recognisers too, so it is said
    in the last place, and nothing is refused.

    Returns:
        Whether there was a warning.
    """
    rows = [
        (_words(said), _words(heard))
        for said, heard in islice(
            zip(corpus.references, corpus.hypotheses, strict=True), _LOOKED_AT
        )
        if isinstance(said, str) and isinstance(heard, str)
    ]
    sides = [row[0] for row in rows], [row[1] for row in rows]
    share = _share(*sides)
    if share >= _NEARLY or max(sum(map(len, side)) for side in sides) < _FEWEST:
        return False
    doubt = "" if corpus.ids is not None else _elsewhere(corpus, sides, share)
    if share < _LIKE:
        doubt = doubt or _again(corpus, rows) or _nothing(corpus, rows)
    if doubt:
        warn(doubt, DoubtWarning)
    return bool(doubt)


def _elsewhere(corpus: Corpus, sides: _Sides, share: float) -> str:
    """Return a warning where the words of a row are on other rows of the other side."""
    least = max(_LIKE, share + _BETTER)
    moved = _moved(corpus, sides, least) or _reordered(corpus, sides) if share < _LIKE else ""
    return moved or _cut_elsewhere(corpus, sides, least)


def _words(text: str) -> list[str]:
    """Return the words of a text in one form, without marks; characters where no blanks are used.

    >>> _words("Déjà vu, again!"), _words("渡船七点")
    (['deja', 'vu', 'again'], ['渡', '船', '七', '点'])
    """
    words = [word.strip(_EDGES) for word in text.casefold().split()]
    if text.isascii():
        return list(filter(None, words))
    found = []
    for word in words:
        letters = [
            char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char)
        ]
        found += letters if any(map(_is_unspaced, letters)) else ["".join(letters)]
    return list(filter(None, found))


def _is_unspaced(char: str) -> bool:
    return not char.isascii() and unicodedata.name(char, "").partition(" ")[0] in _UNSPACED


def _share(
    references: Sequence[list[str]], hypotheses: Sequence[list[str]], *, letters: bool = True
) -> float:
    """Return the share of words of the shorter text of each row that the other text has.

    Without ``letters`` those of one letter are not what both have.
    """
    common = most = 0
    for said, heard in zip(references, hypotheses, strict=False):
        most += min(len(said), len(heard))
        both = Counter(said) & Counter(heard)
        common += sum(many for word, many in both.items() if letters or not _is_letter(word))
    return common / most if most else 0.0


def _moved(corpus: Corpus, sides: _Sides, least: float) -> str:
    """Return a warning where the texts go together if those of one side begin some rows later."""
    for rows in range(1, min(_FARTHEST, len(sides[0]) - _FEWEST_MOVED) + 1):
        for at, (side, other) in enumerate(_NAMES):
            texts = sides[at][rows:]
            if sum(map(len, texts)) >= _FEWEST and _share(texts, sides[1 - at]) >= least:
                first = quoted((corpus.references, corpus.hypotheses)[at][0])
                return (
                    f"{corpus.source}: paired by position, but the {side} from number {rows + 1} on go "
                    f"with the {other} from the first on; the {side} seem to have lines in front that "
                    f"nobody said, as a heading, and begin with {first}. Take them out, or give both "
                    "files ids"
                )
    return ""


def _reordered(corpus: Corpus, sides: _Sides) -> str:
    """Return a warning where most texts are those of another row, by most of their words."""
    said, heard = ([{*words} for words in side] for side in sides)
    moved = [
        row
        for row, words in enumerate(heard)
        if len(words) >= _FEWEST_ROWS
        and len(words & said[row]) < _LIKE * len(words)
        and any(len(words & other) > _SAME * max(len(words), len(other)) for other in said)
    ]
    if len(moved) < _FEWEST_ROWS or 2 * len(moved) < len(heard):
        return ""
    return (
        f"{corpus.source}: paired by position, but {len(moved):,} of the first {len(heard):,} hypotheses "
        "have the words of the reference of another row; the rows of one file seem to be in another "
        "order. Bring them into the same order, or give both files ids"
    )


def _cut_elsewhere(corpus: Corpus, sides: _Sides, least: float) -> str:
    """Return a warning where the words of both sides are the same and the lines are not."""
    from difflib import SequenceMatcher  # only where most rows do not go together

    said, heard = ([word for words in side for word in words][:_MOST_WORDS] for side in sides)
    if min(len(said), len(heard)) < _FEWEST_SAME or len(sides[0]) < _FEWEST_ROWS:
        return ""
    blocks = SequenceMatcher(None, said, heard, autojunk=False).get_matching_blocks()
    if sum(block.size for block in blocks) < max(_SAME, least) * min(len(said), len(heard)):
        return ""
    return (
        f"{corpus.source}: paired by position, but both sides have the same words on other lines; the "
        "texts are cut at other places. Cut them alike, or score all lines as one text with --global"
    )


def _again(corpus: Corpus, rows: Sequence[tuple[list[str], list[str]]]) -> str:
    """Return a warning where one side has one text for most different texts of the other."""
    for side, other, at in (("hypotheses", "references", 1), ("references", "hypotheses", 0)):
        texts = Counter(" ".join(row[at]) for row in rows if row[at])
        text, times = next(iter(texts.most_common(1)), ("", 0))
        others = [row[1 - at] for row in rows if " ".join(row[at]) == text]
        if (
            times >= _FEWEST_ROWS
            and 2 * times > len(rows)
            and 2 * len({*map(tuple, others)}) > times
            and 2 * sum(2 * len({*text.split()} & {*words}) < len(words) for words in others)
            > times
        ):
            return (
                f"{corpus.source}: {times:,} of the first {len(rows):,} {side} are the same text, "
                f"{quoted(text)}, where the {other} differ; if it stands for no transcript, leave these "
                "texts empty"
            )
    return ""


def _nothing(corpus: Corpus, rows: Sequence[tuple[list[str], list[str]]]) -> str:
    """Return a warning where the two sides have next to no word in common, single letters aside.

    Numbers alone may be other words in digits, and are left alone if the other text is short.
    """
    odd = [
        (said, heard)
        for said, heard in rows
        if said and heard and not (_is_number(said, heard) or _is_number(heard, said))
    ]
    sides = [said for said, _ in odd], [heard for _, heard in odd]
    words = sorted(sum(map(len, side)) for side in sides)
    enough = words[0] >= _FEWEST_UNLIKE or (words[1] >= _FEWEST_UNLIKE and len(odd) >= _FEWEST_ROWS)
    # Few words over and over, such as "ice cream" for "icecream", may well be one fault.
    various = len({word for side in sides for text in side for word in text}) >= _FEWEST
    if not enough or not various or _share(*sides, letters=False) > _UNLIKE:
        return ""
    said, heard = next(row for row in rows if all(row))
    return (
        f"{corpus.source}: the texts of the two sides have hardly any word in common, such as "
        f"{quoted(' '.join(said))} and {quoted(' '.join(heard))}; if they are phones, codes or file names, or "
        "of other recordings or another language, the rate says nothing"
    )


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isascii() and word.isalpha()


def _is_number(words: list[str], others: list[str]) -> bool:
    return len(words) == 1 and words[0].isdecimal() and len(others) < _FEWEST_SPELLED
