"""Ground truth: references are drafted, reviewed by a person, exchanged, and doubted.

A run has the record types of the benchmarks around pipecat: its file has a header, samples and a
footer; the file of its notes a header, reviews, edits and summaries.
"""
