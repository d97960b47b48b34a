"""Cartesia's transcription of recordings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Cartesia"]


class Cartesia(Remote):
    """``POST /stt``, in the version of the interface that is pinned here."""

    name = "cartesia"
    about = "Cartesia Ink"
    variable = "CARTESIA_API_KEY"
    address = "https://api.cartesia.ai"
    documented = "page STT batch; Python SDK 4.0.1 of 14 Aug 2026"
    default_model = "ink-whisper"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}", "Cartesia-Version": "2025-11-04"}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        form: dict[str, Any] = {"model": self.model, "timestamp_granularities[]": "word"}
        if self.chosen.language:
            form["language"] = self.chosen.language
        reply = await exchange.send(
            "POST",
            f"{self.base}/stt",
            files={"file": recording.file},
            data=form | self._parameters,
        )
        return transcript_of(reply.text, "openai", self.system, language=reply.maybe("language"))
