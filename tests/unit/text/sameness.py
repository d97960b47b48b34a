"""Whether two texts are the same to our normalizer of their language, to the forgivers alone, or to neither."""

from __future__ import annotations

from typing import Literal

import mondegreen as mg
from mondegreen.text.normalizers.mondegreen import Mondegreen

__all__ = ["forgiven", "sign"]

CHARACTERS = {"ja", "th", "zh"}
"""Languages in which characters are compared."""


def forgiven(language: str, reference: str, hypothesis: str) -> bool:
    """Whether `agent` leaves no error between two texts as they were given."""
    metric = "cer" if language in CHARACTERS else "wer"
    scored = mg.score([reference], [hypothesis], lang=language, forgive="agent", metrics=[metric])
    return scored[metric].errors == 0


def sign(language: str, one: str, other: str) -> Literal["=", "~", "!"]:
    """Return ``=`` where both are written the same, ``~`` where they are forgiven either way, ``!`` for neither."""
    normalize = Mondegreen(language)
    if normalize(one) == normalize(other):
        return "="
    both = {forgiven(language, one, other), forgiven(language, other, one)}
    assert len(both) == 1, f"{one!r} and {other!r} are forgiven in one direction alone"
    return "~" if both == {True} else "!"
