"""Conformance checks for plug-ins, to be called in their own tests.

>>> from mondegreen.testing import check_metric
>>> check_metric("wer")
"""

from mondegreen.testing.metric_check import MetricContractError, check_metric

__all__ = ["MetricContractError", "check_metric"]
