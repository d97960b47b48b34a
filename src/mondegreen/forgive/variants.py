"""``variants``: two spellings of one word in its script."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Variants"]


class Variants(Native):
    """Spellings in which a script leaves a choice, and no reader sees another word.

    Hamza and ya of Arabic, the nukta of Hindi, kaf of Persian, the place of a tone mark in
    Vietnamese, traditional and simplified Chinese, kana for kanji, width, German *ue* for *ü*.
    They are listed per language, in ``variants.tsv`` of its pack. Words that decide what a
    sentence says, such as negations, stay as they are. When it is chosen, the other forgivers
    compare the words in one spelling.

    Args:
        language: a code; without a list, nothing is a variant.

    >>> from mondegreen import align
    >>> (difference,) = align("ज़रूरत है", "जरूरत है").differences()
    >>> Variants("hi").forgives(difference).why
    'two spellings of one word in its script'
    """

    name = "variants"
    text = "two spellings of one word in its script"
