"""Speechmatics' transcription of recordings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Speechmatics"]


class Speechmatics(Remote):
    """Job, polling, transcript. The job is deleted there, and the recording with it."""

    name = "speechmatics"
    about = "Speechmatics, by jobs"
    variable = "SPEECHMATICS_API_KEY"
    address = "https://eu1.asr.api.speechmatics.com"
    documented = "spec/batch.yaml of 13 Aug 2026"
    default_model = "enhanced"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        asked = {"language": self.chosen.language or "auto", "model": self.model}
        config = {"type": "transcription", "transcription_config": asked | self._parameters}
        made = await exchange.send(
            "POST",
            f"{self.base}/v2/jobs/",
            files={"data_file": recording.file},
            data={"config": json.dumps(config)},
            makes=True,
        )
        exchange.request_id = made.name_at("id")
        there = f"{self.base}/v2/jobs/{exchange.request_id}"
        exchange.delete_later(f"{there}?force=true")  # one that is still running too
        await exchange.wait_for(
            there, done="done", waiting=("running",), state=lambda found: found["job"]["status"]
        )
        reply = await exchange.send("GET", f"{there}/transcript", params={"format": "json-v2"})
        return transcript_of(reply.text, "speechmatics", self.system, language=self.chosen.language)
