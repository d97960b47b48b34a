"""``homophone``: exactly the same sounds."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import TYPE_CHECKING

from mondegreen.errors import UsageError
from mondegreen.forgive.base import Reason
from mondegreen.forgive.guarded import is_guarded
from mondegreen.forgive.pronunciation import VERSION, arpabet, pronunciations, same_sounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.alignment import Difference

__all__ = ["Homophone", "homophone_pairs"]

_MOST_WAYS = 64


class Homophone:
    """Forgives spans that can be spoken with exactly the same phonemes: *their*, *there*.

    Both spans are looked up whole in a pronouncing dictionary of English, so a word border may
    stand elsewhere (*ice cream*, *i scream*). A word may be spoken in any way that is listed;
    stress and letter case do not matter. A span with a word that is not listed is never forgiven,
    and neither are the same words in another case or with full stops between their letters (*AM*,
    *a.m.*), which is not a matter of sounds. Whether a
    difference *may* be forgiven is not asked here: *two* and *to* do sound alike.

    Args:
        language: ``en``; there is no dictionary of another.

    Raises:
        UsageError: another language.

    >>> from mondegreen import align
    >>> (difference,) = align("they lost their keys", "they lost there keys").differences()
    >>> Homophone().forgives(difference).why
    'the same sounds: DH EH R'
    """

    name = "homophone"
    version = f"1-{VERSION}"

    def __init__(self, language: str = "en") -> None:
        english(self.name, language)
        self.language = language

    def forgives(self, difference: Difference) -> Reason | None:
        """Return the phonemes that both spans share, or ``None``."""
        reference, hypothesis = difference.reference, difference.hypothesis
        written = [
            [word.lower().replace(".", "") for word in side] for side in (reference, hypothesis)
        ]
        if written[0] == written[1]:
            return None
        sounds = same_sounds(reference, hypothesis)
        if sounds is None:
            return None
        why = f"the same sounds: {arpabet(sounds)}"
        return Reason(forgiver=self.name, version=self.version, why=why)

    @staticmethod
    def keys(words: Sequence[str]) -> frozenset[str]:
        """Return what equal-sounding spans have in common: the ways to speak the words.

        Two spans are forgiven if they share a key and are not the same words. At most 64 ways are
        given, the usual ones first; a span with a word that is not listed has none.

        >>> Homophone.keys(["ice", "cream"]) == Homophone.keys(["i", "scream"])
        True
        """
        ways = [pronunciations(word) for word in words]
        spoken = product(*ways) if ways and all(ways) else ()
        return frozenset("".join(one) for one, _ in zip(spoken, range(_MOST_WAYS), strict=False))


def homophone_pairs(references: Iterable[str], hypotheses: Iterable[str]) -> set[tuple[str, str]]:
    """Return the pairs of a reference word and a hypothesis word with a pronunciation in common.

    Equal words are not given, and no numbers, negations and answers.

    >>> sorted(homophone_pairs(["their", "two", "red"], ["there", "to", "read"]))
    [('red', 'read'), ('their', 'there')]
    """
    spoken: defaultdict[str, list[str]] = defaultdict(list)
    for word in references:
        for sounds in pronunciations(word):
            spoken[sounds].append(word)
    found = (
        (said, heard)
        for heard in hypotheses
        for sounds in pronunciations(heard)
        for said in spoken.get(sounds, ())
    )
    return {
        (said, heard)
        for said, heard in found
        if said != heard and not is_guarded(said) and not is_guarded(heard)
    }


def english(name: str, language: str) -> None:
    """Refuse a language that a rule knows no sounds of."""
    if language.partition("-")[0].lower() != "en":
        raise UsageError(
            f"{name} knows the sounds of English only, not of {language!r}; leave it out of "
            "forgive=, or score with lang='en'"
        )
