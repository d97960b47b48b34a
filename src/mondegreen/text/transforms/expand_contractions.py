"""``ExpandContractions``: English contractions written out."""

from __future__ import annotations

import re

from mondegreen.text.transforms.base import Transform
from mondegreen.text.transforms.whole_words import like

__all__ = ["ExpandContractions"]

_WHOLE = {
    "ain't": "is not",
    "can't": "can not",
    "let's": "let us",
    "shan't": "shall not",
    "won't": "will not",
}
_IS = (
    "he|she|it|that|this|there|here|what|who|where|when|why|how|"
    "everybody|everyone|everything|nobody|nothing|somebody|someone|something"
)
_ENDINGS = {"d": "would", "ll": "will", "m": "am", "re": "are", "s": "is", "ve": "have"}
_PATTERN = re.compile(
    (
        rf"(?<!\w)(?:(?P<whole>{'|'.join(_WHOLE)})"
        r"|(?:(?P<negated>\w+)n't"
        rf"|(?P<stem>(?:{_IS})(?='s)|\w+(?=')(?!'s))'(?P<ending>{'|'.join(_ENDINGS)}))"
        r"(?P<more>'ve)?)(?!\w)"
    ).replace("'", "['’]"),
    re.IGNORECASE,
)


class ExpandContractions(Transform):
    """Write common English contractions out, in their case.

    Whole words only, with a straight or a typographic apostrophe. ``'s`` becomes ``is`` after
    pronouns and the like; elsewhere it may be a genitive and stays. ``'d`` is taken for ``would``
    and ``'s`` never for ``has``: what was meant is not in the text.

    >>> ExpandContractions()("She'll make sure you can't make it")
    'She will make sure you can not make it'
    >>> ExpandContractions()("WON’T shan't isn't; John's dog, it's he's")
    "WILL NOT shall not is not; John's dog, it is he is"
    """

    name = "expand-contractions"

    def __call__(self, text: str) -> str:
        """Return ``text`` with contractions written out."""
        return _PATTERN.sub(_expanded, self._text(text))


def _expanded(match: re.Match[str]) -> str:
    if match["whole"]:
        return like(match[0], _WHOLE[match[0].replace("’", "'").casefold()])
    stem, words = match["negated"], ["not"]
    if not stem:
        stem, words = match["stem"], [_ENDINGS[match["ending"].casefold()]]
    if match["more"]:
        words.append("have")
    added = " ".join(words)
    shouted = len(stem) > 1 and stem.isupper()
    return f"{stem} {added.upper() if shouted else added}"
