"""A run in a process of its own, for tests that measure it or kill it.

``python wire_client.py STORE BASE_URL QUESTIONS CONCURRENCY`` asks and prints one line of JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import Counter

from wire_questions import TOOL, question

from mondegreen.judges import LanguageModel, Settings, ask_all, run
from mondegreen.services.money import Bill
from mondegreen.store import open_store


def main(where: str, base_url: str, count: int, concurrency: int) -> dict[str, object]:
    """Ask so many questions and return what it took."""
    questions = [
        question(f"Call {number}: cancel my card / cancel my car", TOOL) for number in range(count)
    ]
    model = LanguageModel(
        "anthropic:claude-sonnet-5-5", Settings(concurrency=concurrency), base_url=base_url
    )
    with open_store(where) as store:
        model.host()  # loads the clients, which is not what is measured
        cpu, wall = time.process_time(), time.perf_counter()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        answers = run(ask_all(questions, model, store=store.judgements, tell=lambda _line: None))
        return {
            "cpu": time.process_time() - cpu,
            "wall": time.perf_counter() - wall,
            "before": before,
            "after": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
            "statuses": Counter(answer.status for answer in answers),
            "origins": Counter(answer.origin for answer in answers),
            "requests": sum(answer.usage.requests for answer in answers),
            "money": str(Bill.of(answer.money for answer in answers)),
        }


if __name__ == "__main__":
    result = main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    sys.stdout.write(json.dumps(result) + "\n")
