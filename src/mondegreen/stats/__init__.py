"""Intervals and paired tests: arrays of counts in, numbers out.

Nothing here knows texts or results. What is resampled are rows of integers, what is compared is
``metric.value(totals)``, so all of it works for every metric. Needs the extra ``stats``.
"""
