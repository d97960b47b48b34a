"""Results of OpenAI's batches, looked at for requests that have several."""

from __future__ import annotations

import json
from typing import Any

from mondegreen.judges.canonical import canonical

__all__ = ["with_several_results"]


async def with_several_results(model: Any, batch: Any) -> set[str]:
    """Return the keys of requests with results that differ, in the files of results and of errors.

    pydantic-ai gives the last one of these, as if it were the only one. Of other vendors it gives all.

    Args:
        model: pydantic-ai's.
        batch: its handle of a batch that has ended.

    Raises:
        ValueError: a line is no JSON object that names its request.
    """
    if model.system != "openai":
        return set()
    details = batch.provider_details or {}
    known: dict[str, str] = {}
    several = set()
    for name in filter(None, map(details.get, ("output_file_id", "error_file_id"))):
        content = (await model.client.files.content(name)).text
        for line in filter(str.strip, content.split("\n")):  # JSON may have other ends of lines
            found = json.loads(line)
            try:
                key, response = found["custom_id"], found.get("response") or {}
                said = [response.get("status_code"), response.get("body"), found.get("error")]
            except (TypeError, KeyError, AttributeError) as error:
                raise ValueError(f"no result of a request: {line[:100]}") from error
            if known.setdefault(key, canonical(said)) != canonical(said):
                several.add(key)
    return several
