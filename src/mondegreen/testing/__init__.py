"""Conformance checks for plug-ins, to be called in their own tests.

>>> from mondegreen.testing import check_metric
>>> check_metric("wer")
"""

from mondegreen.testing.judge_check import JudgeContractError, check_judge
from mondegreen.testing.metric_check import MetricContractError, check_metric

__all__ = ["JudgeContractError", "MetricContractError", "check_judge", "check_metric"]
