"""Google Cloud Speech, version 2."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.providers.failure import MissingKeyError
from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote
from mondegreen.services.secrets import key_of

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.provider import Transcript
    from mondegreen.providers.remote import Recording

__all__ = ["Google"]

_PROJECT = "GOOGLE_CLOUD_PROJECT"


class Google(Remote):
    """``recognizers/_:recognize``, for recordings of at most a minute.

    The key is a token of OAuth, as ``gcloud auth print-access-token`` gives it for an hour. A model
    lives in a location, which the model's name may end in: ``chirp_3@us``.
    """

    name = "google"
    about = "Google Cloud Speech, version 2"
    variable = "GOOGLE_ACCESS_TOKEN"
    documented = "REST reference of v2 and page Quotas, read 27 Nov 2026"
    default_model = "chirp_3"
    needs = "GOOGLE_ACCESS_TOKEN and GOOGLE_CLOUD_PROJECT"
    proven = True
    _LOCATIONS: ClassVar[dict[str, str]] = {"chirp_3": "us", "chirp_2": "us-central1"}

    @property
    def location(self) -> str:
        """Where the model is asked."""
        model, _, location = self.model.partition("@")
        return location or self._LOCATIONS.get(model, "global")

    @property
    def address(self) -> str:  # type: ignore[override]
        """The address of the location."""
        before = "" if self.location == "global" else f"{self.location}-"
        return f"https://{before}speech.googleapis.com"

    def check(self) -> None:
        """See whether it can be asked; as `Remote.check`, and the project is needed."""
        super().check()
        if key_of(_PROJECT) is None:
            raise MissingKeyError(self.system, _PROJECT)

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        config: dict[str, Any] = {
            "autoDecodingConfig": {},
            "languageCodes": [self.chosen.language or "auto"],
            "model": self.model.partition("@")[0],
            "features": {"enableWordTimeOffsets": True, "enableWordConfidence": True},
        }
        place = f"projects/{key_of(_PROJECT)}/locations/{self.location}"
        reply = await exchange.send(
            "POST",
            f"{self.base}/v2/{place}/recognizers/_:recognize",
            json={
                "config": config | self._parameters,
                "content": base64.b64encode(recording.data).decode(),
            },
        )
        if reply.text.strip() == "{}":
            reply.at("results")  # silence has metadata at least; this is no answer
        return transcript_of(reply.text, "google", self.system, language=self.chosen.language)
