"""From texts to a result: `score` for one call, `Scorer` for streams and many machines."""

from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.result import MetricResult, Result
from mondegreen.scoring.runfile import load
from mondegreen.scoring.scorer import Scorer, score

__all__ = ["MetricResult", "Recipe", "Result", "Scorer", "load", "score"]
