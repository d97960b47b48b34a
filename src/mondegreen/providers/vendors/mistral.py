"""Mistral's Voxtral."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Mistral"]


class Mistral(Remote):
    """``POST /v1/audio/transcriptions``; word times are asked for where the model gives them."""

    name = "mistral"
    about = "Mistral's Voxtral"
    variable = "MISTRAL_API_KEY"
    address = "https://api.mistral.ai"
    documented = "client-python of 30 Jun 2026; page Migrate from Voxtral 2"
    default_model = "voxtral-mini-transcribe-3"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        form: dict[str, Any] = {"model": self.model}
        if self.chosen.language:
            form["language"] = self.chosen.language
        elif self.capabilities.word_times:  # not together with a language
            form["timestamp_granularities[]"] = "word"
        reply = await exchange.send(
            "POST",
            f"{self.base}/v1/audio/transcriptions",
            files={"file": recording.file},
            data=form | self._parameters,
        )
        return transcript_of(reply.text, "mistral", self.system, language=reply.maybe("language"))
