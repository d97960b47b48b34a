from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from judge_fakes import Verdict, question

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.judges import Answer, Tool
from mondegreen.judges.answer import read

if TYPE_CHECKING:
    from mondegreen.judges.status import Status


@pytest.mark.parametrize("option", ["sample", "texts", "max_tokens", "attempts", "turns"])
@pytest.mark.parametrize("value", [-1, 1.5, None])
def test_numbers_out_of_range(option: str, value: float) -> None:
    with pytest.raises(UsageError, match=f"^{option}={value!r}: expected a whole number"):
        question(**{option: value})


def test_the_prompt_hash_is_of_what_all_questions_share() -> None:
    base = question()
    assert replace(base, prompt="other", sample=3).prompt_hash == base.prompt_hash
    tool: Tool[Verdict] = Tool("t", "d")
    hashes = {
        base.prompt_hash,
        replace(base, instructions="other").prompt_hash,
        replace(base, tool=tool).prompt_hash,
        replace(base, tool=replace(tool, description="e")).prompt_hash,
        replace(base, tool=replace(tool, run=str)).prompt_hash,
    }
    assert len(hashes) == 5


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"same": 1}', "same: Input should be a valid boolean"),
        ('{"same": "true"}', "same: Input should be a valid boolean"),
        ("{}", "same: Field required"),
        ("[]", "Input should be an object"),
        ("", "Invalid JSON: EOF while parsing a value at line 1 column 0"),
    ],
)
def test_complaints_about_the_form(text: str, complaint: str) -> None:
    complaints, value = read(text, question(), text=True)
    assert complaints[0].startswith(complaint)
    assert value is None


def test_complaints_of_the_check() -> None:
    asked = question(check=lambda verdict: [] if verdict.same else ["not the same"])
    assert read('{"same": true}', asked, text=True) == ([], Verdict(same=True))
    assert read({"same": False}, asked) == (["not the same"], None)


def test_a_check_that_fails_is_an_error_of_the_judge() -> None:
    asked = question(check=lambda verdict: verdict.nothing)
    with pytest.raises(AttributeError):
        read({"same": True}, asked)


def test_without_pydantic_the_message_has_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    class Unseen:
        """A type that nothing was remembered of."""

    monkeypatch.setitem(sys.modules, "pydantic", None)
    with pytest.raises(MissingDependencyError, match=r"pip install '.\[llm\]'"):
        replace(question(), output=Unseen).digest  # noqa: B018


REST = "the rest is not kept, since it may quote a text"


@pytest.mark.parametrize(
    ("status", "reason", "kept"),
    [
        (
            "unavailable",
            "the server failed: 500 near 'card'",
            f"the server failed with 500: {REST}",
        ),
        ("unavailable", "the reply cannot be read: 'card'", f"the reply cannot be read: {REST}"),
        ("unavailable", f"the server failed: {REST}", f"the server failed: {REST}"),
        ("unavailable", "it was cancelled (batch b1)", "it was cancelled (batch b1)"),
        ("truncated", "the reply was cut at 5 tokens", "the reply was cut at 5 tokens"),
        (
            "truncated",
            "longer than the model can read: card",
            f"longer than the model can read: {REST}",
        ),
        ("budget", "the budget: is spent", "the budget: is spent"),
        ("invalid", "no card", "the reason is not kept, since it may quote a text"),
        ("ok", None, None),
    ],
)
def test_reasons_without_texts(status: Status, reason: str | None, kept: str | None) -> None:
    answer = Answer(status, reason).without_texts(question())
    assert answer is not None
    assert answer.reason == kept
    assert answer.without_texts(question()) == answer
