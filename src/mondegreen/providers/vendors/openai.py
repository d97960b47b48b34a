"""OpenAI's transcriptions, and any server that speaks as it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.providers.failure import ProviderError
from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Openai"]


class Openai(Remote):
    """``POST /audio/transcriptions``; word times are asked for where the model gives them."""

    name = "openai"
    about = "OpenAI, and with base_url any server that speaks as it does"
    variable = "OPENAI_API_KEY"
    address = "https://api.openai.com/v1"
    documented = "openapi.yaml 2.3.0 of 21 Aug 2026; guide Speech to text"
    takes_model = "gpt-transcribe"
    own_server = True
    proven = True
    _USED_UP: ClassVar[frozenset[str]] = frozenset(
        {"insufficient_quota", "billing_hard_limit_reached"}
    )

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def _explain(self, status: int, document: Any) -> ProviderError | None:
        error = document.get("error") if isinstance(document, dict) else None
        if isinstance(error, dict) and error.get("code") in self._USED_UP:
            reason = f"the account is used up: {status} {error.get('message')}"
            return ProviderError("payment", reason, stops=True)
        return None

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        form: dict[str, Any] = {"model": self.model}
        if self.chosen.language:
            form["language"] = self.chosen.language
        if self.capabilities.word_times:
            form |= {
                "response_format": "verbose_json",
                "timestamp_granularities[]": ["word", "segment"],
            }
        reply = await exchange.send(
            "POST",
            f"{self.base}/audio/transcriptions",
            data=form | self._parameters,
            files={"file": recording.file},
        )
        return transcript_of(reply.text, "openai", self.system, language=reply.maybe("language"))
