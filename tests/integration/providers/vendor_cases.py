"""All vendors that tests speak as, and how many cases that makes for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendor_scenarios import SCENARIOS
from wires_of_jobs import WIRES as OF_JOBS
from wires_of_one_request import WIRES as OF_ONE_REQUEST

from mondegreen.providers import make

if TYPE_CHECKING:
    from vendor_wire import Wire

__all__ = ["STEPS", "WIRES", "number_of_cases"]

WIRES: dict[str, Wire] = {wire.system: wire for wire in [*OF_ONE_REQUEST, *OF_JOBS]}
STEPS = [(system, step.name) for system, wire in WIRES.items() for step in wire.steps if step.reads]
_FOR_EACH = 2  # success with words, and an empty transcript; speakers come on top


def number_of_cases(provider: str) -> int:
    """Return how many things are done to a provider: scenarios in each step, and failing jobs."""
    own = [system for system in WIRES if system.partition(":")[0] == provider]
    steps = sum(system in own for system, _ in STEPS)
    jobs = sum(len(WIRES[system].rejected) + bool(WIRES[system].looks) for system in own)
    speakers = sum(make(system).capabilities.speakers for system in own)
    return speakers + steps * len(SCENARIOS) + jobs + _FOR_EACH * len(own)
