"""``whisper-basic-split-letters``: Whisper's, with a space between any two letters."""

from __future__ import annotations

from mondegreen.text.normalizers.whisper_basic import WhisperBasic


class WhisperBasicSplitLetters(WhisperBasic):
    """``whisper-basic`` with a space between any two letters.

    >>> WhisperBasicSplitLetters()("Où ça ?")
    'o ù ç a '
    """

    def __init__(self) -> None:
        super().__init__(split_letters=True)
