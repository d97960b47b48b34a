"""Soniox's transcription of recordings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Soniox"]


class Soniox(Remote):
    """File, job, polling, transcript. Both file and job are deleted there: 2,000 are the most."""

    name = "soniox"
    about = "Soniox"
    variable = "SONIOX_API_KEY"
    address = "https://api.soniox.com"
    documented = "soniox-js of 10 Aug 2026; pages Async transcription and Errors"
    default_model = "stt-async-v4"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        files, jobs = f"{self.base}/v1/files", f"{self.base}/v1/transcriptions"
        uploaded = await exchange.send("POST", files, files={"file": recording.file}, makes=True)
        file = uploaded.name_at("id")
        exchange.delete_later(f"{files}/{file}")
        job: dict[str, Any] = {"model": self.model, "file_id": file}
        if self.chosen.language:
            job["language_hints"] = [self.chosen.language]
        made = await exchange.send("POST", jobs, json=job | self._parameters, makes=True)
        exchange.request_id = made.name_at("id")
        there = f"{jobs}/{exchange.request_id}"
        exchange.delete_later(there)
        await exchange.wait_for(there, done="completed", waiting=("queued", "processing"))
        reply = await exchange.send("GET", f"{there}/transcript")
        return transcript_of(reply.text, "soniox", self.system, language=self.chosen.language)
