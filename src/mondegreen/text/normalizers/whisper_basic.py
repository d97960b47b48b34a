"""``whisper-basic``: the normalizer of Whisper for languages other than English."""

from __future__ import annotations

from mondegreen.text.normalizers.native import NativeNormalizer


class WhisperBasic(NativeNormalizer):
    """Whisper's ``BasicTextNormalizer``, to the byte, with its faults.

    Args:
        remove_diacritics: drop accents instead of keeping accented letters.
        split_letters: put a space between any two letters.

    The choices are part of the name.

    >>> WhisperBasic()("Où ça, [rires] (hier) ?")
    'où ça '
    >>> WhisperBasic(remove_diacritics=True).name
    'whisper-basic-remove-diacritics'
    """

    version = "20250625"

    def __init__(self, *, remove_diacritics: bool = False, split_letters: bool = False) -> None:
        self.name = "whisper-basic"
        if remove_diacritics:
            self.name += "-remove-diacritics"
        if split_letters:
            self.name += "-split-letters"
