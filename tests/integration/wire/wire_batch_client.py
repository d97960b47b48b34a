"""A run with ``--batch`` in a process of its own, to be killed or stopped at any moment.

``python wire_batch_client.py STORE BASE_URL COUNT`` asks and prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import mondegreen as mg
from mondegreen.judges import LanguageModel, Settings

MODEL, OPENAI = "anthropic:claude-sonnet-5-5", "openai:gpt-5.2"


def main(where: str, base_url: str, count: int, **options: Any) -> dict[str, Any]:
    """Score so many pairs and return what came of it."""
    settings = Settings(batch=True, poll=0.05, retries=options.pop("retries", 3))
    name = OPENAI if base_url.endswith("/v1") else MODEL
    model = options.pop("model", None) or LanguageModel(name, settings, base_url=base_url)
    said = [f"please take box {number} to the car" for number in range(count)]
    heard = [text.replace("car", "cart") for text in said]
    lines: list[str] = []
    cache = False if where == "none" else where
    options = {"protocol": "single-pass", "tell": lines.append, **options}
    judging = mg.Judging(model, cache=cache, **options)
    result = mg.score(said, heard, metrics=["semantic-wer"], judge=judging)
    metric = result["semantic-wer"]
    return {
        "errors": metric.errors,
        "utterances": metric.utterances,
        "unjudged": result.unjudged("semantic-wer"),
        "lines": lines,
    }


if __name__ == "__main__":
    found = main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    sys.stdout.write(json.dumps(found, default=str) + "\n")
