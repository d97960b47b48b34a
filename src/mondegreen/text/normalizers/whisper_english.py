"""``whisper-english``: the normalizer of Whisper for English."""

from __future__ import annotations

from mondegreen.text.normalizers.native import NativeNormalizer


class WhisperEnglish(NativeNormalizer):
    """Whisper's ``EnglishTextNormalizer``, to the byte, with its faults.

    >>> WhisperEnglish()("Mr. Brown won't pay twenty-two dollars for the colour.")
    'mister brown will not pay $22 for the color'
    """

    name = "whisper-english"
    version = "20250625"
