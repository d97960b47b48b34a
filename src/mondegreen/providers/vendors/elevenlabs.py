"""ElevenLabs' Scribe."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.providers.failure import ProviderError
from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript
    from mondegreen.providers.word import Word

__all__ = ["Elevenlabs"]


class Elevenlabs(Remote):
    """``POST /v1/speech-to-text``; the confidence of a word is made of its logarithm."""

    name = "elevenlabs"
    about = "ElevenLabs Scribe"
    variable = "ELEVENLABS_API_KEY"
    address = "https://api.elevenlabs.io"
    documented = "openapi.json of 25 Aug 2025; Python SDK of 23 Jul 2026"
    default_model = "scribe_v2"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"xi-api-key": key}

    def _explain(self, status: int, document: Any) -> ProviderError | None:
        detail = document.get("detail") if isinstance(document, dict) else None
        if isinstance(detail, dict) and detail.get("status") == "quota_exceeded":
            reason = f"the account is used up: {status} {detail.get('message')}"
            return ProviderError("payment", reason, stops=True)
        return None

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        form: dict[str, Any] = {"model_id": self.model, "timestamps_granularity": "word"}
        if self.chosen.language:
            form["language_code"] = self.chosen.language
        reply = await exchange.send(
            "POST",
            f"{self.base}/v1/speech-to-text",
            files={"file": recording.file},
            data=form | self._parameters,
        )
        found = transcript_of(
            reply.text, "elevenlabs", self.system, language=reply.maybe("language_code")
        )
        return replace(found, words=tuple(map(_probable, found.words)))


def _probable(word: Word) -> Word:
    """Return a word whose confidence is a probability and no logarithm of one."""
    if word.confidence is None:
        return word
    return replace(word, confidence=math.exp(min(word.confidence, 0.0)))
