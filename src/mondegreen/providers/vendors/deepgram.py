"""Deepgram's transcription of recordings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Deepgram"]


class Deepgram(Remote):
    """``POST /v1/listen``: the options in the query, the recording as the body."""

    name = "deepgram"
    about = "Deepgram"
    variable = "DEEPGRAM_API_KEY"
    address = "https://api.deepgram.com"
    documented = "openapi.yml of deepgram-docs, 3 Jul 2025; SDK 7.6.0 of 22 Jul 2026"
    default_model = "nova-3"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Token {key}"}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        query: dict[str, Any] = {"model": self.model}
        if self.chosen.language:
            query["language"] = self.chosen.language
        query |= self._parameters
        reply = await exchange.send(
            "POST",
            f"{self.base}/v1/listen",
            params={name: _plain(value) for name, value in query.items()},
            content=recording.data,
            headers={"Content-Type": recording.media_type},
        )
        exchange.request_id = _request_id(reply.json)
        return transcript_of(reply.text, "deepgram", self.system, language=self.chosen.language)


def _plain(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _request_id(document: Any) -> str | None:
    about = document.get("metadata") if isinstance(document, dict) else None
    found = about.get("request_id") if isinstance(about, dict) else None
    return found if isinstance(found, str) else None
