"""``hf-leaderboard-multilingual``: the normalizer of the Open ASR Leaderboard but for English."""

from __future__ import annotations

from mondegreen.text.normalizers.native import NativeNormalizer


class HfLeaderboardMultilingual(NativeNormalizer):
    """``whisper-basic-remove-diacritics``, then nothing but words and single spaces.

    >>> HfLeaderboardMultilingual()("Où ça, [rires] hier ?")
    'ou ca hier'
    """

    name = "hf-leaderboard-multilingual"
    version = "1"
