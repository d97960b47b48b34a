"""Azure's fast transcription."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.providers.failure import MissingKeyError
from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote
from mondegreen.services.secrets import key_of

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Azure"]


class Azure(Remote):
    """``transcriptions:transcribe``; the model ``fast``, or one of ``enhancedMode``.

    The address is that of a region, which ``AZURE_SPEECH_REGION`` or ``base_url`` names.
    """

    name = "azure"
    about = "Azure Speech, fast transcription"
    variable = "AZURE_SPEECH_KEY"
    documented = "pages Fast transcription, LLM speech and MAI-Transcribe, read 27 Nov 2026"
    default_model = "fast"
    needs = "AZURE_SPEECH_KEY and AZURE_SPEECH_REGION"
    proven = True

    @property
    def address(self) -> str:  # type: ignore[override]
        """The address of the region."""
        region = key_of("AZURE_SPEECH_REGION")
        return f"https://{region}.api.cognitive.microsoft.com" if region else ""

    def check(self) -> None:
        """See whether it can be asked; as `Remote.check`, and the region is needed."""
        super().check()
        if not self.base:
            raise MissingKeyError(self.system, "AZURE_SPEECH_REGION")

    def _headers(self, key: str) -> dict[str, str]:
        return {"Ocp-Apim-Subscription-Key": key}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        asked: dict[str, Any] = {}
        if self.chosen.language:
            asked["locales"] = [self.chosen.language]
        if self.model != self.default_model:
            asked["enhancedMode"] = {"enabled": True, "task": "transcribe", "model": self.model}
        reply = await exchange.send(
            "POST",
            f"{self.base}/speechtotext/transcriptions:transcribe",
            params={"api-version": "2025-10-15"},
            files={"audio": recording.file},
            data={"definition": json.dumps(asked | self._parameters)},
        )
        return transcript_of(reply.text, "azure", self.system, language=self.chosen.language)
