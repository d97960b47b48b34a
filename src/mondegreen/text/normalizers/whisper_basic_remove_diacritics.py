"""``whisper-basic-remove-diacritics``: Whisper's, without accents."""

from __future__ import annotations

from mondegreen.text.normalizers.whisper_basic import WhisperBasic


class WhisperBasicRemoveDiacritics(WhisperBasic):
    """``whisper-basic`` without accents.

    >>> WhisperBasicRemoveDiacritics()("Où ça ?")
    'ou ca '
    """

    def __init__(self) -> None:
        super().__init__(remove_diacritics=True)
