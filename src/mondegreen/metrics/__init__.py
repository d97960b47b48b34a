"""Metrics by name; one file each."""

from mondegreen.metrics.base import Metric, Rows
from mondegreen.metrics.registry import METRICS

__all__ = ["METRICS", "Metric", "Rows"]
