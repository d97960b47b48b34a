"""Judges of one's own, the check for them, and the laws that any judge of meaning keeps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.judges import run
from mondegreen.judges.custom import JUDGES, CustomMetricResult, ask_custom, outcome_of
from mondegreen.judges.metamorphic import LAWS, LawPair, LawResult, check_laws, law_pairs
from mondegreen.metrics import METRICS
from mondegreen.testing import JudgeContractError, check_judge


async def by_words(expected: str, got: str) -> CustomMetricResult:
    wrong = set(expected.split()) ^ set(got.split())
    return CustomMetricResult(min(100.0, 10.0 * len(wrong)), f"{len(wrong)} words differ")


@dataclass
class Plain:
    """A result that is not a subclass of ours."""

    score: Any
    detail: Any = "x"


def test_a_custom_judge_is_asked_about_each_pair_once() -> None:
    asked = []

    async def counting(expected: str, got: str) -> Plain:
        asked.append((expected, got))
        return Plain(0)

    done: list[tuple[int, int]] = []
    pairs = [("a", "b"), ("a", "b"), ("c", "d")]
    outcomes = run(ask_custom(counting, pairs, progress=lambda *each: done.append(each)))
    assert [each.score for each in outcomes] == [0.0] * 3
    assert asked == [("a", "b"), ("c", "d")]
    assert done[-1] == (2, 2)


@pytest.mark.parametrize(
    ("result", "status", "reason"),
    [
        (Plain(float("nan")), "invalid", "not from 0 to 100"),
        (Plain(float("inf")), "invalid", "not from 0 to 100"),
        (Plain(-1), "invalid", "not from 0 to 100"),
        (Plain(101), "invalid", "not from 0 to 100"),
        (Plain(True), "invalid", "a score that is a number"),
        (Plain("12"), "invalid", "a score that is a number"),
        (Plain(1, None), "invalid", "a detail that is text"),
        (7, "invalid", "expected a score and a detail, given 7 of type int"),
        (None, "invalid", "expected a score and a detail"),
        (Plain(None, "nothing said"), "ok", "nothing said"),
    ],
)
def test_what_is_no_score_is_none(result: Any, status: str, reason: str) -> None:
    outcome = outcome_of(result)
    assert (outcome.status, outcome.score) == (status, None)
    assert reason in (outcome.reason or "")


def test_one_failure_is_one_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sk-very-secret")

    async def fails(expected: str, got: str) -> CustomMetricResult:
        if got == "bad":
            raise ValueError("no answer for sk-very-secret\nat all")
        if got == "slow":
            await asyncio.sleep(5)
        return CustomMetricResult(50, "half")

    outcomes = run(ask_custom(fails, [("a", "bad"), ("a", "slow"), ("a", "b")], timeout=0.05))
    assert [each.status for each in outcomes] == ["unavailable", "timeout", "ok"]
    assert outcomes[0].reason == "ValueError: no answer for [SOME_API_KEY] at all"


def test_what_would_fail_with_every_pair_stops() -> None:
    async def stops(expected: str, got: str) -> CustomMetricResult:
        raise UsageError("no key")

    with pytest.raises(UsageError, match="no key"):
        run(ask_custom(stops, [("a", "b")] * 3))

    def plain(expected: str, got: str) -> None: ...

    with pytest.raises(UsageError, match="async def plain"):
        run(ask_custom(plain, [("a", "b")]))  # type: ignore[arg-type]


def test_an_object_with_an_asynchronous_call() -> None:
    class Judge:
        async def __call__(self, expected: str, got: str) -> CustomMetricResult:
            return await by_words(expected, got)

    check_judge(Judge())
    check_judge(by_words)


def test_a_judge_of_a_plug_in(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("by-words", f"{__name__}:by_words", "mondegreen.judges")
    monkeypatch.setattr(JUDGES, "_plugins", {"by-words": entry})
    monkeypatch.setattr(JUDGES, "_table", {})
    check_judge("by-words")
    with pytest.raises(UnknownNameError, match="Did you mean 'by-words'"):
        check_judge("by-word")


def test_check_judge_finds_what_is_broken() -> None:
    async def raises(expected: str, got: str) -> CustomMetricResult:
        return CustomMetricResult(0 / len(expected.split()), "")

    with pytest.raises(JudgeContractError, match="ZeroDivisionError"):
        check_judge(raises)

    lock: list[int] = []

    async def one_at_a_time(expected: str, got: str) -> CustomMetricResult:
        lock.append(1)
        await asyncio.sleep(0)
        if len(lock) > 1:
            lock.clear()
            raise RuntimeError("busy")
        lock.clear()
        return CustomMetricResult(0, "")

    with pytest.raises(JudgeContractError, match="busy"):
        check_judge(one_at_a_time)


def test_laws_find_a_judge_that_sees_no_negation() -> None:
    async def deaf(pairs: Any) -> list[float | None]:
        def bare(text: str) -> set[str]:
            plain = text.lower().replace(".", "").replace(",", "").replace("cannot", "can")
            return set(plain.split()) - {"not"}

        return [float(bare(r) != bare(h)) for r, h in pairs]

    broken = {result.pair.law for result in run(check_laws(deaf)) if not result.kept}
    assert broken == {"dropped-not", "order-swap"}


def test_law_pairs() -> None:
    found = law_pairs(["I don't know 19 of them.", "She can’t come", "Hello"])
    dropped = [pair.hypothesis for pair in found if pair.law == "dropped-not"]
    assert dropped == ["I do know 19 of them.", "She can come"]
    assert {pair.law for pair in law_pairs()} == set(LAWS)
    assert {pair.law for pair in law_pairs(laws=["identical"])} == {"identical"}
    assert LawResult(LawPair("identical", "a", "a", wrong=False), None).kept is None
    with pytest.raises(UnknownNameError):
        law_pairs(laws=["same"])


def test_one_registration_makes_a_judge_and_a_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    for registry in (JUDGES, METRICS):
        monkeypatch.setattr(registry, "_table", dict(registry._table))
    assert JUDGES.register("by-words", by_words) is by_words
    result = mg.score(["a b"], ["a c"], metrics=["by-words"])
    assert result["by-words"].value == 0.2
    with pytest.raises(UsageError, match="already exists"):
        JUDGES.register("wer", by_words)
    assert "wer" not in JUDGES.names()


@pytest.mark.parametrize(
    ("quotations", "reason"),
    [
        (("pay my",), None),
        (["my car", "PAY my card!"], None),
        (("my cat",), "the quotation 'my cat' is in neither text"),
        (("",), "the quotation '' is in neither text"),
        ("my car", "expected quotations that are texts"),
        ((1,), "expected quotations that are texts"),
    ],
)
def test_what_a_judge_quotes_stands_in_a_text(quotations: Any, reason: str | None) -> None:
    async def quoting(_expected: str, _got: str) -> CustomMetricResult:
        return CustomMetricResult(50.0, "half", quotations=quotations)

    (outcome,) = run(ask_custom(quoting, [("pay my card", "pay my car")]))
    if reason is None:
        assert (outcome.status, outcome.score) == ("ok", 50.0)
    else:
        assert (outcome.status, outcome.score) == ("invalid", None)
        assert (outcome.reason or "").startswith(reason)
