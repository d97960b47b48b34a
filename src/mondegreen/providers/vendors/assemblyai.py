"""AssemblyAI's transcription of recordings as jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Assemblyai"]


class Assemblyai(Remote):
    """Upload, job, polling. The transcript is deleted there, and the recording with it."""

    name = "assemblyai"
    about = "AssemblyAI, by jobs"
    variable = "ASSEMBLYAI_API_KEY"
    address = "https://api.assemblyai.com"
    documented = "openapi.yml of 23 Mar 2026"
    default_model = "universal-3-5-pro"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": key}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        uploaded = await exchange.send(
            "POST",
            f"{self.base}/v2/upload",
            content=recording.data,
            headers={"Content-Type": "application/octet-stream"},
        )
        job: dict[str, Any] = {
            "audio_url": uploaded.text_at("upload_url"),
            "speech_models": [self.model],
        }
        if self.chosen.language:
            job["language_code"] = self.chosen.language
        made = await exchange.send(
            "POST", f"{self.base}/v2/transcript", json=job | self._parameters, makes=True
        )
        exchange.request_id = made.name_at("id")
        there = f"{self.base}/v2/transcript/{exchange.request_id}"
        exchange.delete_later(there)
        reply = await exchange.wait_for(there, done="completed", waiting=("queued", "processing"))
        language = reply.maybe("language_code")
        return transcript_of(reply.text, "assemblyai", self.system, language=language)
