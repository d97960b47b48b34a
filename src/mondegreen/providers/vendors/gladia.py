"""Gladia's transcription of recordings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Gladia"]


class Gladia(Remote):
    """Upload, job, polling. The job is deleted there, and the recording with it."""

    name = "gladia"
    about = "Gladia"
    variable = "GLADIA_API_KEY"
    address = "https://api.gladia.io"
    documented = "types generated for the SDK, 23 Jul 2026"
    default_model = "solaria-1"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"x-gladia-key": key}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        uploaded = await exchange.send(
            "POST", f"{self.base}/v2/upload", files={"audio": recording.file}
        )
        job: dict[str, Any] = {"audio_url": uploaded.text_at("audio_url")}
        if self.model != self.default_model:
            job["model"] = self.model
        if self.chosen.language:
            job["language_config"] = {"languages": [self.chosen.language]}
        made = await exchange.send(
            "POST", f"{self.base}/v2/pre-recorded", json=job | self._parameters, makes=True
        )
        exchange.request_id = made.name_at("id")
        # Its result_url may name another host, and the key would go there.
        there = f"{self.base}/v2/pre-recorded/{exchange.request_id}"
        exchange.delete_later(there)
        reply = await exchange.wait_for(there, done="done", waiting=("queued", "processing"))
        return transcript_of(reply.text, "gladia", self.system, language=self.chosen.language)
