"""AssemblyAI's transcription of short recordings in one request."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["AssemblyaiSync"]


class AssemblyaiSync(Remote):
    """``POST /v1/transcribe``, for recordings of at most two minutes."""

    name = "assemblyai-sync"
    about = "AssemblyAI, in one request"
    variable = "ASSEMBLYAI_API_KEY"
    address = "https://sync.assemblyai.com"
    documented = "Python SDK of 14 Aug 2026; page Error handling"
    default_model = "universal-3-5-pro"
    formats = frozenset({"audio/wav"})
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": key, "X-AAI-Model": self.model}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        config: dict[str, Any] = {"timestamps": True}
        if self.chosen.language:
            config["language_codes"] = [self.chosen.language]
        reply = await exchange.send(
            "POST",
            f"{self.base}/v1/transcribe",
            files={"audio": recording.file},
            data={"config": json.dumps(config | self._parameters)},
        )
        return transcript_of(reply.text, "assemblyai", self.system, language=self.chosen.language)
