"""Whom a question may be put to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from mondegreen.services.secrets import refuse_key

if TYPE_CHECKING:
    from mondegreen.judges.answer import Answer
    from mondegreen.judges.question import Question
    from mondegreen.options.judging import Settings

__all__ = ["Model", "open_model"]

T = TypeVar("T")
_REPLAY = "replay:"


class Model(Protocol):
    """Anything that answers questions.

    Attributes:
        spec: its name, as ``provider:model`` or ``replay:FILE``.
        settings: how it is asked.
        remote: whether asking it sends texts away.
    """

    spec: str
    settings: Settings
    remote: bool

    @property
    def address(self) -> str | None:
        """The address where that is not the provider's own."""
        ...

    def host(self) -> str:
        """Return the host that is asked."""
        ...

    async def ask(self, question: Question[T]) -> Answer[T]:
        """Return what came of the question; raise only what stops the whole run."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *_error: object) -> None: ...


def open_model(
    spec: str,
    settings: Settings | None = None,
    *,
    base_url: str | None = None,
    keep_texts: bool = True,
) -> Model:
    """Return the model that ``--model`` names.

    Args:
        spec: ``provider:model``, any that pydantic-ai knows, or ``replay:FILE`` for answers that
            ``--record FILE`` wrote.
        settings: how it is asked; see `Settings`.
        base_url: the address of a server of your own; with it the provider is ``openai-chat`` for
            servers that speak like OpenAI's.
        keep_texts: whether traces keep what was said.

    Raises:
        UsageError: the spec or the address has not the expected form, or the spec holds a key.
        ParseError: a line of the file cannot be read.

    >>> open_model("anthropic:claude-sonnet-5-5").remote
    True
    """
    # Imported here because both know what a Model is.
    from mondegreen.judges.client import LanguageModel
    from mondegreen.judges.replay import Replay

    if spec.startswith(_REPLAY):
        return Replay(spec.removeprefix(_REPLAY))
    refuse_key(spec, "--model")
    return LanguageModel(spec, settings, base_url=base_url, keep_texts=keep_texts)
