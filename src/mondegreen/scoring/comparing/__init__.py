"""Systems side by side on the same utterances."""

from mondegreen.scoring.comparing.comparing import compare
from mondegreen.scoring.comparing.comparison import Comparison

__all__ = ["Comparison", "compare"]
