from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from judge_fakes import FakeModel, Verdict, question

from mondegreen import Judging
from mondegreen.errors import UsageError
from mondegreen.judges import Answer, Replay, Settings, ask_all, run
from mondegreen.judges.asker import Asker
from mondegreen.judges.asking import key_of
from mondegreen.judges.client import LanguageModel
from mondegreen.services.budget import Budget
from mondegreen.services.money import Bill
from mondegreen.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "judgements.db") as opened:
        yield opened


def ask(prompts: list[str], model: FakeModel, **options: Any) -> list[Answer[Verdict]]:
    options.setdefault("tell", lambda _line: None)
    return run(ask_all([question(each) for each in prompts], model, **options))


def test_answers_come_in_the_order_of_the_questions() -> None:
    model = FakeModel(settings=Settings(concurrency=3))
    prompts = [f"pair {number}" for number in range(50)]
    answers = ask(prompts, model)
    assert [answer.value and answer.value.why for answer in answers] == [
        f"because of {p}" for p in prompts
    ]
    assert model.opened == 0


def test_equal_questions_are_asked_once() -> None:
    model = FakeModel()
    seen: list[tuple[int, int]] = []
    answers = ask(
        ["a", "b", "a", "a"], model, progress=lambda done, total: seen.append((done, total))
    )
    assert sorted(model.asked) == ["a", "b"]
    assert answers[0] == answers[2] == answers[3]
    assert seen[-1] == (4, 4)


def test_progress_is_of_what_is_asked(store: Store) -> None:
    seen: list[tuple[int, int]] = []
    shown: dict[str, Any] = {
        "store": store.judgements,
        "progress": lambda *each: seen.append(each),
    }
    ask(["a", "b", "b"], FakeModel(settings=Settings(concurrency=1)), **shown)
    assert seen == [(1, 3), (3, 3)]
    seen.clear()
    ask(["a", "b", "b"], FakeModel(), **shown)
    assert seen == []  # nobody is asked
    ask(["a", "b", "b", "c", "d"], FakeModel(settings=Settings(concurrency=1)), **shown)
    assert seen == [(3, 5), (4, 5), (5, 5)]


def test_what_a_budget_forbids_is_no_progress() -> None:
    seen: list[tuple[int, int]] = []
    model = FakeModel(settings=Settings(concurrency=1))
    budget = Budget(Decimal("0.02"))
    answers = ask(["a", "b", "c"], model, budget=budget, progress=lambda *each: seen.append(each))
    assert [answer.status for answer in answers] == ["ok", "ok", "budget"]
    assert seen == [(1, 3), (2, 3)]


def test_the_summary_says_why_there_is_no_answer(store: Store) -> None:
    told: list[str] = []
    asker = Asker(Judging(FakeModel(), tell=told.append, cache=store.where))
    asker.answers = {"from the model": 1, "without an answer": 3}
    asker.reasons.update({"the server is down": 2, "it is no JSON": 1})
    asker.summarize("demo")
    assert told == [
        "mondegreen: demo: 1 from the model, 3 without an answer",
        "mondegreen: demo: no answer (2 of 3): the server is down",
    ]
    asker.answers = {"without an answer": 1}
    asker.reasons.update(["x" * 500])
    asker.summarize("demo")
    assert told[-1] == f"mondegreen: demo: no answer: {'x' * 140}"


def test_the_summary_says_what_was_not_asked(store: Store) -> None:
    told: list[str] = []
    model = FakeModel(settings=Settings(concurrency=1))
    asker = Asker(Judging(model, budget="0.02", tell=told.append, cache=store.where))
    with pytest.raises(UsageError, match="is not known"):
        run(asker.ask([question("a")]))  # a price that nobody knows
    asker.budget = Budget(Decimal("0.01"))
    asker.answers = {"from the model": 1, "not asked": 2}
    asker.budget.spent = Decimal("0.01")
    asker.summarize("demo")
    assert told[-1] == (
        "mondegreen: demo: 1 from the model, 2 not asked: the budget of 0.01 USD is spent (0.01 USD)"
    )


def test_a_run_that_is_stopped_while_clients_load_says_nothing_of_sending() -> None:
    told: list[str] = []

    class Loading(FakeModel):
        def host(self) -> str:
            stop()
            return super().host()

    model = Loading()
    stop = lambda: None  # noqa: E731 - another one below

    async def work() -> None:
        nonlocal stop
        task = asyncio.ensure_future(ask_all([question("a")], model, tell=told.append))
        stop = lambda: asyncio.get_running_loop().call_soon_threadsafe(task.cancel)  # noqa: E731
        await task

    with pytest.raises(asyncio.CancelledError):
        run(work())
    assert (told, model.asked) == ([], [])


def test_a_second_run_asks_nobody_and_finds_the_same(store: Store) -> None:
    prompts = ["a", "b", "refused 1"]
    first = ask(prompts, FakeModel(), store=store.judgements)
    again = FakeModel()
    told: list[str] = []
    second = ask(prompts, again, store=store.judgements, tell=told.append)
    assert again.asked == []
    assert told == []
    assert [replace(answer, origin="model") for answer in second] == first
    assert {answer.origin for answer in second} == {"store"}
    assert str(Bill.of(answer.money for answer in second)) == "0.03 USD"


def test_where_no_answer_came_the_next_run_asks_again(store: Store) -> None:
    ask(["timeout 1", "refused 1", "a"], FakeModel(), store=store.judgements)
    model = FakeModel()
    ask(["timeout 1", "refused 1", "a"], model, store=store.judgements)
    assert model.asked == ["timeout 1"]
    ask(["timeout 1", "refused 1", "a"], model, store=store.judgements, again=True)
    assert sorted(model.asked) == ["refused 1", "timeout 1", "timeout 1"]
    assert len(store.judgements) == 3


def test_a_failure_leaves_a_row_and_the_run_goes_on(store: Store) -> None:
    answers = ask(["timeout 1", "refused 1", "a"], FakeModel(), store=store.judgements)
    assert [answer.status for answer in answers] == ["timeout", "refused", "ok"]
    assert [answer.value is None for answer in answers] == [True, True, False]
    assert len(store.judgements) == 3


def test_what_was_answered_before_a_stop_is_kept(store: Store) -> None:
    model = FakeModel(settings=Settings(concurrency=1))
    with pytest.raises(UsageError, match=r"^fake:model: the key is not accepted$"):
        ask(["a", "b", "stop", "c"], model, store=store.judgements)
    assert model.asked == ["a", "b", "stop"]
    assert len(store.judgements) == 2
    assert model.opened == 0


def test_one_line_says_what_goes_where_before_the_first_call(store: Store) -> None:
    told: list[str] = []
    model = FakeModel()
    ask(["a"], model, store=store.judgements)
    ask(["a", "b", "c", "c"], model, store=store.judgements, tell=told.append)
    assert told == [
        (
            "mondegreen: sending 4 texts in 2 questions to fake.example (fake:model); "
            f"answers are kept in {store.where}"
        )
    ]
    ask(["d"], model, tell=told.append)
    assert told[1].endswith(
        "sending 2 texts in 1 question to fake.example (fake:model); answers are kept in memory alone".removeprefix(
            "mondegreen: "
        )
    )


def test_the_line_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    run(ask_all([question()], FakeModel()))
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("mondegreen: sending 2 texts in 1 question to fake.example")


def test_the_line_is_there_before_the_call() -> None:
    model = FakeModel()

    def tell(_line: str) -> None:
        assert model.asked == []
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(["a"], model, tell=tell)
    assert model.asked == []


def test_every_deciding_thing_is_in_the_key() -> None:
    model = LanguageModel("openai:gpt-5.2")
    base = question()
    others = [
        replace(base, judge="other"),
        replace(base, protocol="pair@2"),
        replace(base, instructions="Otherwise."),
        replace(base, prompt="card / cart"),
        replace(base, output=dict[str, bool]),
        replace(base, sample=1),
        replace(base, max_tokens=5),
        replace(base, attempts=1),
        replace(base, turns=1),
    ]
    models = [
        LanguageModel("openai:gpt-5.1"),
        LanguageModel("openai-chat:gpt-5.2"),
        LanguageModel("openai:gpt-5.2", base_url="http://localhost:1/v1"),
        LanguageModel("openai:gpt-5.2", Settings(temperature=1)),
        LanguageModel("openai:gpt-5.2", Settings(temperature=None)),
        LanguageModel("openai:gpt-5.2", Settings(seed=1)),
    ]
    keys = [
        key_of(base, model),
        *(key_of(each, model) for each in others),
        *(key_of(base, each) for each in models),
    ]
    assert len(set(keys)) == len(keys)
    same = LanguageModel("openai:gpt-5.2", Settings(timeout=1, retries=0, concurrency=1))
    assert key_of(base, same) == keys[0]
    assert key_of(replace(base, check=lambda _value: ["no"], texts=7), model) == keys[0]


def test_an_address_in_the_environment_is_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    model = LanguageModel("anthropic:claude-sonnet-5-5")
    before = key_of(question(), model)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://localhost:1")
    assert key_of(question(), model) != before


def test_recorded_answers_replay_without_a_call(tmp_path: Path, store: Store) -> None:
    file = tmp_path / "answers.jsonl"
    prompts = ["a", "refused 1", "timeout 1"]
    first = ask(prompts, FakeModel(), record=file, store=store.judgements)
    told: list[str] = []
    questions = [question(each) for each in [*prompts, "new"]]
    replayed = run(ask_all(questions, Replay(file), tell=told.append, store=store.judgements))
    assert told == []
    assert [answer.status for answer in replayed] == ["ok", "refused", "timeout", "unavailable"]
    assert [answer.value for answer in replayed[:3]] == [answer.value for answer in first]
    assert [answer.money for answer in replayed[:3]] == [answer.money for answer in first]
    assert replayed[3].reason == f"{file} has no answer to this question"
    assert len(store.judgements) == 3


def test_stored_answers_are_recorded_too(tmp_path: Path, store: Store) -> None:
    ask(["a", "b"], FakeModel(), store=store.judgements)
    model, file = FakeModel(), tmp_path / "answers.jsonl"
    ask(["a", "b"], model, store=store.judgements, record=file)
    assert model.asked == []
    assert len(file.read_text().splitlines()) == 2
    ask(["a", "b"], model, store=store.judgements, record=file)
    assert len(file.read_text().splitlines()) == 2


def test_no_questions() -> None:
    model = FakeModel()
    told: list[str] = []
    assert ask([], model, tell=told.append) == []
    assert told == []


def test_a_cancelled_run_leaves_nothing_running() -> None:
    class Stuck(FakeModel):
        async def ask(self, asked: Any) -> Any:
            self.asked.append(asked.prompt)
            await asyncio.sleep(60)

    async def work() -> tuple[int, list[str]]:
        model = Stuck()
        task = asyncio.ensure_future(ask_all([question("a"), question("b")], model, tell=str))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(asyncio.all_tasks()), model.asked

    assert run(work()) == (1, ["a", "b"])


def test_what_is_stored_can_be_read_by_anyone(store: Store) -> None:
    ask(["a"], FakeModel(), store=store.judgements)
    with store.engine.connect() as connection:
        row = connection.exec_driver_sql("SELECT * FROM judgements").mappings().one()
        prompt = connection.exec_driver_sql("SELECT * FROM judge_prompts").mappings().one()
    assert json.loads(row["value"]) == {"same": False, "why": "because of a"}
    assert (row["judge"], row["protocol"], row["model"], row["sample"]) == (
        "demo",
        "pair@1",
        "fake:model",
        0,
    )
    assert (row["model_returned"], row["money"], row["input_tokens"]) == ("model-2026", "0.01", 100)
    assert json.loads(row["settings"]) == {"temperature": 0.0, "seed": None, "max_tokens": 4096}
    assert prompt["instructions"] == "Would an agent answer the same?"
    assert prompt["prompt_hash"] == row["prompt_hash"] == question().prompt_hash
