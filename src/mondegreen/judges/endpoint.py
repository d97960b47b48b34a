"""Which model is meant by ``provider:model``, and which host is asked for it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from mondegreen.errors import UsageError, did_you_mean
from mondegreen.services.addresses import bare, host_of

__all__ = ["Endpoint"]

# Where each vendor's own client looks for another address.
_ADDRESSES = {
    "anthropic": "ANTHROPIC_BASE_URL",
    "google": "GOOGLE_GEMINI_BASE_URL",
    "openai": "OPENAI_BASE_URL",
    "openai-chat": "OPENAI_BASE_URL",
    "openai-responses": "OPENAI_BASE_URL",
}
_USUAL = ("anthropic", "openai", "openai-chat", "google")
_NO_KEY = "none"  # servers of one's own seldom want a key, and the client wants something


@dataclass(frozen=True)
class Endpoint:
    """A model of a provider, at the provider's own address or another.

    Attributes:
        spec: ``provider:model``; any pair that pydantic-ai knows.
        base_url: another address, or ``None``. For servers that speak like OpenAI's the provider is
            ``openai-chat``.

    Raises:
        UsageError: the spec has not this form, or the address is none.

    >>> Endpoint("openai-chat:my-model", "http://localhost:8000/v1").provider
    'openai-chat'
    """

    spec: str
    base_url: str | None = None

    def __post_init__(self) -> None:
        provider, colon, name = str(self.spec).partition(":")
        if not (provider and colon and name):
            raise UsageError(
                f"model {self.spec!r}: expected provider:model, such as anthropic:claude-sonnet-5-5, "
                "or replay:FILE"
            )
        if self.base_url is not None and not host_of(self.base_url):
            raise UsageError(
                f"base URL {self.base_url!r}: expected an address, such as http://localhost:8000/v1"
            )

    @property
    def provider(self) -> str:
        """What is before the colon."""
        return self.spec.partition(":")[0]

    @property
    def address(self) -> str | None:
        """The address that is asked, without passwords, or ``None`` for the provider's own."""
        given = self.base_url or os.environ.get(_ADDRESSES.get(self.provider, ""), "")
        return bare(given) if given else None

    def make(self, http_client: Any) -> Any:
        """Return pydantic-ai's model, on our connections where its provider takes them.

        Args:
            http_client: an ``httpx2.AsyncClient``.

        Raises:
            UserError, ImportError: of pydantic-ai, for an unknown provider or model, for a missing
                key, and for a provider whose package is not installed.
            UsageError: the provider takes no other address.
        """
        from inspect import signature  # only where a model is asked

        from pydantic_ai.models import infer_model  # takes seconds to load
        from pydantic_ai.providers import infer_provider, infer_provider_class

        def provider(name: str) -> Any:
            try:
                kind = infer_provider_class(name)
            except ValueError:
                try:
                    return infer_provider(name)
                except ValueError as error:
                    raise UsageError(
                        f"{self.spec}: no provider is named {name!r}."
                        f"{did_you_mean(name, _USUAL)} Expected one that pydantic-ai knows, as "
                        f"{', '.join(_USUAL)}; for a server of your own openai-chat:NAME and --base-url"
                    ) from error
            takes = signature(kind.__init__).parameters
            options: dict[str, Any] = {}
            if self.base_url is not None:
                if "base_url" not in takes:
                    raise UsageError(
                        f"{name} takes no other address; for a server that speaks like OpenAI's, "
                        f"name the model openai-chat:{self.spec.partition(':')[2]}"
                    )
                options["base_url"] = self.base_url
                if name.startswith("openai") and not os.environ.get("OPENAI_API_KEY"):
                    options["api_key"] = _NO_KEY
            if "http_client" in takes:
                options["http_client"] = http_client
            return kind(**options)

        return infer_model(self.spec, provider)
