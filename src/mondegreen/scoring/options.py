"""``Options``: every option in one object, for whatever reads, scores, judges and shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.options.gates import Gates
from mondegreen.options.intervals import Intervals
from mondegreen.options.option import group
from mondegreen.options.output import Output
from mondegreen.options.reading import Reading
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.recipe import Recipe

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Options"]


@group
class Options(Gates, Intervals, Output, Scoring, Reading):
    """Every option, by the name that it has everywhere: in Python, on the command line, in files.

    `mondegreen.read`, `mondegreen.score`, `mondegreen.Scorer` and the functions for single rates
    take it as ``options=``, and each uses its own part. Options that are named next to it
    are put in their place. It cannot be changed; `replace` returns another one.

    Raises:
        UsageError: an option that is not known, or a value that it cannot have.

    >>> import mondegreen as mg
    >>> options = mg.Options(normalizer="lower", missing="skip")
    >>> mg.score(["So it goes", "no"], ["so it goes", None], options=options)["wer"].value
    0.0
    >>> options.replace(metrics=["cer"])
    Options(metrics=['cer'], normalizer='lower', missing='skip')
    """

    @classmethod
    def from_recipe(cls, recipe: Any) -> Self:
        """Return the options that a recipe stands for, one by one, so that some can be replaced.

        Args:
            recipe: its name, a signature, or a `Recipe` as ``result.recipe``.

        Raises:
            UsageError: it is none, or says what no options do: a judge, names by their hash, or a
                unit of its own for each metric. ``recipe=`` takes these.

        >>> Options.from_recipe("sclite").replace(missing="skip").signature
        'wer@1|unit:word@1|normalizer:sclite@1|alternatives:nist@2|ties:sclite@1|weights:4/3/3|missing:skip'
        """
        return cls(**Recipe.choose(recipe).options())

    @property
    def signature(self) -> str:
        """The signature of what these options score, as far as the texts leave it open."""
        return Recipe.of(self).signature()
