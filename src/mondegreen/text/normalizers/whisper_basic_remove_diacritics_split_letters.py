"""``whisper-basic-remove-diacritics-split-letters``: Whisper's, without accents, letters parted by spaces."""

from __future__ import annotations

from mondegreen.text.normalizers.whisper_basic import WhisperBasic


class WhisperBasicRemoveDiacriticsSplitLetters(WhisperBasic):
    """``whisper-basic`` without accents, letters parted by spaces.

    >>> WhisperBasicRemoveDiacriticsSplitLetters()("Où ça ?")
    'o u c a '
    """

    def __init__(self) -> None:
        super().__init__(remove_diacritics=True, split_letters=True)
