"""``facts``: which facts of what was said survive in a transcript, and which are made up."""

from __future__ import annotations

from mondegreen.judges.facts.fact import Fact, FactVerdict, SemanticFact, Verdict
from mondegreen.judges.facts.lists import read_facts, write_facts
from mondegreen.judges.facts.protocols import FactsOutcome, facts_of_references, judge_facts
from mondegreen.judges.facts.rates import FactCounts

__all__ = [
    "Fact",
    "FactCounts",
    "FactVerdict",
    "FactsOutcome",
    "SemanticFact",
    "Verdict",
    "facts_of_references",
    "judge_facts",
    "read_facts",
    "write_facts",
]
