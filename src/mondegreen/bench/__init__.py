"""Bench: a dataset is transcribed by systems into observations, which are evaluated by any metric.

What is observed is stored apart from what is made of it, so that texts are scored as often as wanted
without asking a recogniser again.
"""
