"""A run with ``--batch`` in a process of its own, to be killed or stopped at any moment.

``python wire_batch_client.py STORE BASE_URL COUNT VENDOR`` asks and prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import mondegreen as mg
from mondegreen.judges import LanguageModel, Settings

MODEL = "anthropic:claude-sonnet-5-5"
MODELS = {
    "anthropic": MODEL,
    "openai": "openai:gpt-5.2",
    "google": "google:gemini-3-pro-preview",
}


def main(where: str, base_url: str, count: int, **options: Any) -> dict[str, Any]:
    """Score so many pairs and return what came of it."""
    settings = Settings(batch=True, poll=0.05, retries=options.pop("retries", 3))
    name = MODELS[options.pop("vendor", "openai" if base_url.endswith("/v1") else "anthropic")]
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
    found = main(sys.argv[1], sys.argv[2], int(sys.argv[3]), vendor=sys.argv[4])
    sys.stdout.write(json.dumps(found, default=str) + "\n")
