"""Conformance checks for plug-ins, to be called in their own tests.

>>> from mondegreen.testing import check_metric
>>> check_metric("wer")
"""

from mondegreen.testing.format_check import FormatContractError, check_format
from mondegreen.testing.judge_check import JudgeContractError, check_judge
from mondegreen.testing.metric_check import MetricContractError, check_metric

__all__ = [
    "FormatContractError",
    "JudgeContractError",
    "MetricContractError",
    "check_format",
    "check_judge",
    "check_metric",
]
