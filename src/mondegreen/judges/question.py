"""A question for a language model: what is asked, and what an answer must look like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.judges.canonical import canonical, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pydantic import TypeAdapter

__all__ = ["NOTHING", "Kept", "Question", "Tool", "adapter"]

T = TypeVar("T")


def adapter(output: Any) -> TypeAdapter[Any]:
    """Return pydantic's reader and writer of one type of answers.

    Raises:
        MissingDependencyError: pydantic is not installed.
    """
    return _adapter(output)


@cache
def _adapter(output: Any) -> TypeAdapter[Any]:
    try:
        from pydantic import TypeAdapter  # only where a judge runs
    except ImportError as error:
        raise MissingDependencyError("pydantic-ai", "llm", "asking a language model") from error
    return TypeAdapter(output)


def _no_complaints(_value: Any) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Tool(Generic[T]):
    """A tool by which the model hands in its answer.

    Attributes:
        name: as the model sees it, for example ``report_counts``.
        description: what it is for, one sentence.
        run: makes what the model is told about an answer that passed the check, and lets it continue
            until it calls no more; its last accepted call is the answer. Without it the first
            accepted call ends the exchange.
    """

    name: str
    description: str
    run: Callable[[T], Any] | None = None


@dataclass(frozen=True)
class Kept(Generic[T]):
    """What is kept of an answer by those who keep no texts.

    Attributes:
        of: returns an answer without what was said; ``None`` where that is nothing, and nothing is
            kept then, so that the next run asks again.
        check: as that of the question, for what ``of`` returns and a store or a file gives back. No
            answer of a model is held against it.
    """

    of: Callable[[T], T | None]
    check: Callable[[T], Sequence[str]]


NOTHING: Kept[Any] = Kept(lambda _value: None, _no_complaints)
"""For answers that are only texts."""


@dataclass(frozen=True)
class Question(Generic[T]):
    """One question, complete: the same question has the same `digest` on every machine.

    Attributes:
        judge: who asks, for example ``semantic-wer``.
        protocol: the way of asking and its version, for example ``differences@1``.
        instructions: what is the same in all questions of the judge; vendors cache it.
        prompt: what is asked this time. Texts in it are data; the judge puts delimiters around them.
        output: the type of the answer, whose JSON is an object: a dataclass or a pydantic model.
            Bound its strings and lists, or a small model will not stop.
        check: given an answer of that type, returns complaints, each a sentence that the model
            gets back; none means that the answer is good.
        tool: asks for the answer by a call of this tool, instead of JSON as the whole reply.
        sample: 0, 1, 2, ... for the same question asked again to see how steady the judge is.
        texts: how many texts are in the prompt, for the line that says how many leave.
        max_tokens: the longest reply, in tokens.
        attempts: how many answers are looked at before the question is given up.
        turns: how many requests may be made in all.
        closing_tokens: the longest reply after an accepted tool call; unchanged if ``None``.
        kept: what of an answer may be kept where texts may not; without it answers hold no texts.

    Raises:
        UsageError: a number is out of its range.

    >>> from dataclasses import make_dataclass
    >>> Verdict = make_dataclass("Verdict", [("same_meaning", bool)])
    >>> question = Question("demo", "pair@1", "Compare.", "card / car", Verdict)
    >>> question.schema["required"]
    ['same_meaning']
    >>> len(question.digest)
    64
    """

    judge: str
    protocol: str
    instructions: str
    prompt: str
    output: type[T]
    check: Callable[[T], Sequence[str]] = _no_complaints
    tool: Tool[T] | None = None
    sample: int = 0
    texts: int = 2
    max_tokens: int = 4096
    attempts: int = 3
    turns: int = 10
    closing_tokens: int | None = None
    kept: Kept[T] | None = None

    def __post_init__(self) -> None:
        least = {"sample": 0, "texts": 0, "max_tokens": 1, "attempts": 1, "turns": 1}
        for name, low in least.items():
            value = getattr(self, name)
            if not isinstance(value, int) or value < low:
                raise UsageError(f"{name}={value!r}: expected a whole number, {low} or more")

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of an answer."""
        output: Any = self.output
        return _schema(output)

    @cached_property
    def prompt_hash(self) -> str:
        """The digest of all that is the same in every question of the judge."""
        tool = self.tool and [self.tool.name, self.tool.description, self.tool.run is not None]
        output: Any = self.output
        return digest([self.instructions, _schema_text(output), tool])

    @cached_property
    def digest(self) -> str:
        """The digest of the question, whoever is asked and with whatever settings."""
        parts = [self.judge, self.protocol, self.prompt_hash, self.prompt, self.sample]
        return digest(parts)


@cache
def _schema(output: Any) -> dict[str, Any]:
    return adapter(output).json_schema()


@cache
def _schema_text(output: Any) -> str:
    return canonical(_schema(output))
