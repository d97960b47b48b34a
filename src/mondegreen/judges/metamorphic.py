"""Laws that every judge of meaning must keep, whatever its model: pairs whose answer is known.

- ``identical``: a text compared with itself has no errors;
- ``case-and-punctuation``: nor compared with itself in another case, without punctuation;
- ``dropped-not``: where a *not* is gone, something is wrong;
- ``changed-number``: where a number is another one, something is wrong;
- ``order-swap``: where reference and hypothesis change places, what was wrong is not right.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

__all__ = ["LAWS", "SENTENCES", "LawPair", "LawResult", "check_laws", "law_pairs"]

LAWS: Final = ("identical", "case-and-punctuation", "dropped-not", "changed-number", "order-swap")

SENTENCES: Final = (
    "I do not want to cancel my card.",
    "Please do not send the parcel to my old address, send it to 14 Mill Road.",
    "The payment of 250 dollars was not refunded, so I am calling again.",
    "My appointment is at 5 on Friday and I cannot come.",
    "She is not allowed to eat nuts.",
    "The account number is 4 7 1 9 and the name is Ada Young.",
)
"""What is used where no texts are given: English, with negations and numbers."""

_NOT = re.compile(
    r"\b(?:not\s+|never\s+)|(?<=can)(?:not|['’]t)\b|(?<!ca)(?<!wo)n['’]t\b", re.IGNORECASE
)
_DIGIT = re.compile(r"\d")


class LawPair(NamedTuple):
    """A pair and what a law says of it: ``wrong`` or not."""

    law: str
    reference: str
    hypothesis: str
    wrong: bool


@dataclass(frozen=True)
class LawResult:
    """What a judge said of a pair.

    Attributes:
        pair: and what is right.
        rate: the judge's, 0 for no error; ``None`` where it has none.
        kept: whether the law is kept; ``None`` where there is no rate.

    >>> LawResult(LawPair("identical", "a", "a", False), 0.5).kept
    False
    """

    pair: LawPair
    rate: float | None

    @property
    def kept(self) -> bool | None:
        """Whether the rate is 0 exactly where it must be."""
        return None if self.rate is None else (self.rate > 0) is self.pair.wrong


def law_pairs(texts: Iterable[str] = SENTENCES, laws: Sequence[str] = LAWS) -> list[LawPair]:
    """Return the pairs of each law that texts give; not every text has a *not* or a number.

    Args:
        texts: right ones, as people say them.
        laws: which of `LAWS`.

    Raises:
        UnknownNameError: no law has this name.

    >>> [pair.hypothesis for pair in law_pairs(["It is not 7."])]
    ['It is not 7.', 'IT IS NOT 7', 'It is 7.', 'It is not 8.', 'It is not 7.', 'It is not 7.']
    """
    for law in laws:
        if law not in LAWS:
            raise UnknownNameError("law of judges", law, LAWS)
    return [pair for text in texts for pair in _of_text(text) if pair.law in laws]


def _of_text(text: str) -> Iterator[LawPair]:
    yield LawPair("identical", text, text, wrong=False)
    yield LawPair("case-and-punctuation", text, _other_letters(text), wrong=False)
    without = _NOT.sub("", text, count=1)
    denied = without != text
    number = _DIGIT.search(text)
    another = ""
    if number:
        another = text[: number.start()] + str((int(number[0]) + 1) % 10) + text[number.end() :]
    if denied:
        yield LawPair("dropped-not", text, without, wrong=True)
    if another:
        yield LawPair("changed-number", text, another, wrong=True)
    for changed in filter(None, [without if denied else "", another]):
        yield LawPair("order-swap", changed, text, wrong=True)


def _other_letters(text: str) -> str:
    kept = "".join(c for c in text if not unicodedata.category(c).startswith("P") or c in "'’")
    return " ".join(kept.upper().split())


async def check_laws(
    rate: Callable[[Sequence[tuple[str, str]]], Awaitable[Sequence[float | None]]],
    pairs: Sequence[LawPair] | None = None,
) -> list[LawResult]:
    """Ask a judge about pairs whose answer is known.

    Args:
        rate: gives the error rate of each pair, ``None`` where it has none; it is asked once,
            with all pairs.
        pairs: from `law_pairs`; by default those of `SENTENCES`.

    >>> async def strict(pairs):
    ...     return [float(reference != hypothesis) for reference, hypothesis in pairs]
    >>> from mondegreen.judges import run
    >>> sorted({result.pair.law for result in run(check_laws(strict)) if not result.kept})
    ['case-and-punctuation']
    """
    asked = list(law_pairs() if pairs is None else pairs)
    rates = await rate([(pair.reference, pair.hypothesis) for pair in asked])
    return [LawResult(pair, found) for pair, found in zip(asked, rates, strict=True)]
