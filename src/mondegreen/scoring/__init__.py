"""From texts to a result: `score` for one call, `Scorer` for streams and many machines."""
