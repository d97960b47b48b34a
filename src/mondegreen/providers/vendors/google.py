"""Google Cloud Speech, version 2."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

from mondegreen.providers.failure import MissingKeyError
from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote
from mondegreen.providers.vendor import Vendor
from mondegreen.services.secrets import key_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Google", "InGoogleCloud"]

_PROJECT: Final = "GOOGLE_CLOUD_PROJECT"
_LOCATIONS: Final = {"chirp_3": "us", "chirp_2": "us-central1"}


class InGoogleCloud(Vendor):
    """What is asked in a location of Google's, for a project.

    The key is a token of OAuth, as ``gcloud auth print-access-token`` gives it for an hour. A model
    lives in a location, which the model's name may end in: ``chirp_3@us``.
    """

    variable = "GOOGLE_ACCESS_TOKEN"
    default_model = "chirp_3"
    needs = "GOOGLE_ACCESS_TOKEN and GOOGLE_CLOUD_PROJECT"

    @property
    def location(self) -> str:
        """Where the model is asked."""
        model, _, location = self.model.partition("@")
        return location or _LOCATIONS.get(model, "global")

    @property
    def address(self) -> str:  # type: ignore[override]
        """The address of the location."""
        before = "" if self.location == "global" else f"{self.location}-"
        return f"https://{before}speech.googleapis.com"

    def check(self) -> None:
        """See whether it can be asked; the project is needed as well as the key."""
        super().check()
        if key_of(_PROJECT) is None:
            raise MissingKeyError(self.system, _PROJECT)

    @property
    def _recognizer(self) -> str:
        return f"projects/{key_of(_PROJECT)}/locations/{self.location}/recognizers/_"

    def _config(self, decoding: Mapping[str, Any]) -> dict[str, Any]:
        """Return how to recognise speech, as JSON of the vendor."""
        return {
            **decoding,
            "languageCodes": [self.chosen.language or "auto"],
            "model": self.model.partition("@")[0],
            "features": {"enableWordTimeOffsets": True, "enableWordConfidence": True},
            **(self.chosen.parameters or {}),
        }


class Google(InGoogleCloud, Remote):
    """``recognizers/_:recognize``, for recordings of at most a minute."""

    name = "google"
    about = "Google Cloud Speech, version 2"
    documented = "REST reference of v2 and page Quotas, read 27 Nov 2026"
    needs = InGoogleCloud.needs
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        reply = await exchange.send(
            "POST",
            f"{self.base}/v2/{self._recognizer}:recognize",
            json={
                "config": self._config({"autoDecodingConfig": {}}),
                "content": base64.b64encode(recording.data).decode(),
            },
        )
        if reply.text.strip() == "{}":
            reply.at("results")  # silence has metadata at least; this is no answer
        return transcript_of(reply.text, "google", self.system, language=self.chosen.language)
