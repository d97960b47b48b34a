"""A difference with the words around it, as ``semantic-wer`` shows it to a model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Place"]


class Place(NamedTuple):
    """A difference with the words around it, as the model sees it.

    Attributes:
        said: the words before, the words in question and the words after, in the reference.
        heard: the same in the hypothesis.
        end: whether both texts end with it.
    """

    said: tuple[str, str, str]
    heard: tuple[str, str, str]
    end: bool

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Place:
        """Return the place of the JSON object in a line.

        >>> place = Place(("pay the", "card", ""), ("pay the", "car", ""), end=True)
        >>> Place.of(json.loads(place.line(1))) == place
        True
        """
        (a, b, c), (x, y, z) = data["said"], data["heard"]
        return cls((a, b, c), (x, y, z), data["end"])

    def line(self, number: int) -> str:
        """Return the line of a prompt: JSON, out of which no text can break."""
        return json.dumps(
            {"number": number, "said": self.said, "heard": self.heard, "end": self.end},
            ensure_ascii=False,
        )
