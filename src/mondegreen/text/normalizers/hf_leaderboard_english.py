"""``hf-leaderboard-english``: the normalizer of the Open ASR Leaderboard for English."""

from __future__ import annotations

from typing import ClassVar

from mondegreen.text.normalizers.native import NativeNormalizer


class HfLeaderboardEnglish(NativeNormalizer):
    """Whisper's for English with the leaderboard's own words, as they were on a day.

    Args:
        version: the day, one of ``versions``; without it the last one.

    >>> HfLeaderboardEnglish()("Ah, Stephen's Wi-Fi at 10 a.m.")
    'steven s wifi at 10 am'
    """

    name = "hf-leaderboard-english"
    versions: ClassVar[tuple[str, ...]] = ("20260323", "20260422", "20260611", "20260821")

    def __init__(self, version: str = versions[-1]) -> None:
        self.version = version

    @property
    def in_kernel(self) -> str:
        """The name and the day."""
        return f"{self.name}@{self.version}"
