"""Amazon Transcribe."""

from __future__ import annotations

import asyncio
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Final
from uuid import uuid4

from mondegreen.errors import MissingDependencyError
from mondegreen.providers.failure import MissingKeyError, ProviderError
from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote
from mondegreen.services.secrets import key_of

if TYPE_CHECKING:
    import httpx

    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Aws"]

_NAME, _BUCKET = "AWS_ACCESS_KEY_ID", "AWS_TRANSCRIBE_BUCKET"
_REGIONS: Final = ("AWS_REGION", "AWS_DEFAULT_REGION")
_TARGET: Final = "x-amz-target"
_SIGNED: Final = ("content-type", _TARGET)
_FORMATS: Final = {
    "audio/wav": "wav",
    "audio/flac": "flac",
    "audio/ogg": "ogg",
    "audio/mpeg": "mp3",
}


class Aws(Remote):
    """Object in S3, job, polling, transcript in S3. All three are deleted there.

    The keys are those of every program for AWS; ``AWS_TRANSCRIBE_BUCKET`` names a bucket of yours in the
    same region, and ``base_url`` a server that has both services, with the bucket in the path.
    """

    name = "aws"
    about = "Amazon Transcribe, by jobs"
    variable = "AWS_SECRET_ACCESS_KEY"
    documented = (
        "page Transcribing with HTTP, reference of StartTranscriptionJob and DeleteTranscriptionJob, "
        "read 29 Nov 2026"
    )
    default_model = "general"
    needs = (
        "`mondegreen[aws]`; AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and "
        "AWS_TRANSCRIBE_BUCKET"
    )
    proven = True
    _WRONG_KEY: ClassVar[frozenset[str]] = frozenset(
        {
            *("UnrecognizedClientException", "InvalidSignatureException", "AccessDeniedException"),
            *("ExpiredTokenException", "MissingAuthenticationTokenException"),
        }
    )
    _TOO_MANY: ClassVar[frozenset[str]] = frozenset(
        {"LimitExceededException", "ThrottlingException"}
    )

    @property
    def region(self) -> str:
        """Where both services are asked."""
        return next(filter(None, map(key_of, _REGIONS)), "")

    @property
    def address(self) -> str:  # type: ignore[override]
        """The address of the service in the region."""
        return f"https://transcribe.{self.region}.amazonaws.com" if self.region else ""

    def check(self) -> None:
        """See whether it can be asked; as `Remote.check`, with all that it needs.

        Raises:
            MissingDependencyError: botocore, which signs requests, is not installed.
        """
        super().check()
        if find_spec("botocore") is None:
            raise MissingDependencyError("botocore", "aws", self.system)
        for variable in (_NAME, _BUCKET):
            if key_of(variable) is None:
                raise MissingKeyError(self.system, variable)
        if not self.region:
            raise MissingKeyError(self.system, _REGIONS[0])

    async def load(self) -> None:
        """Make the client, and load what signs requests, which takes a while."""
        await super().load()
        await asyncio.to_thread(import_module, "botocore.auth")

    def _headers(self, key: str) -> dict[str, str]:  # noqa: ARG002 - each request is signed
        return {}

    def _explain(self, status: int, document: Any) -> ProviderError | None:
        if not isinstance(document, dict):
            return None
        kind = str(document.get("__type", "")).rpartition("#")[2]
        said = f"{status} {document.get('Message') or document.get('message') or kind}"
        if kind in self._WRONG_KEY:
            return ProviderError("unauthorized", f"the key is not accepted: {said}", stops=True)
        if kind in self._TOO_MANY:
            return ProviderError("rate-limited", f"too many requests: {said}", again=True)
        return None

    def _sign(self, request: httpx.Request) -> None:
        """Sign a request with the secret key, as botocore does."""
        from botocore.auth import S3SigV4Auth, SigV4Auth  # of the extra aws
        from botocore.awsrequest import AWSRequest
        from botocore.credentials import Credentials

        kept = {name: request.headers[name] for name in _SIGNED if name in request.headers}
        plain = AWSRequest(request.method, str(request.url), headers=kept, data=request.content)
        keys = Credentials(key_of(_NAME), self._key(), key_of("AWS_SESSION_TOKEN"))
        if _TARGET in kept:
            SigV4Auth(keys, "transcribe", self.region).add_auth(plain)
        else:
            S3SigV4Auth(keys, "s3", self.region).add_auth(plain)
        request.headers.update(dict(plain.headers.items()))

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        bucket, name = key_of(_BUCKET), f"mondegreen-{uuid4().hex}"
        host = f"https://{bucket}.s3.{self.region}.amazonaws.com"
        objects = f"{self.base}/{bucket}" if self.chosen.base_url else host
        service, there, made = f"{self.base}/", f"{objects}/{name}", f"{objects}/{name}.json"
        exchange.request_id = name
        exchange.delete_later(there, known=True)
        kind = {"Content-Type": recording.media_type}
        await exchange.send("PUT", there, content=recording.data, headers=kind)
        job: dict[str, Any] = {
            "TranscriptionJobName": name,
            "Media": {"MediaFileUri": f"s3://{bucket}/{name}"},
            "MediaFormat": _FORMATS[recording.media_type],
            "OutputBucketName": bucket,
            "OutputKey": f"{name}.json",
        }
        if self.chosen.language:
            job["LanguageCode"] = self.chosen.language
        else:
            job["IdentifyLanguage"] = True
        named = {"TranscriptionJobName": name}
        exchange.delete_later(service, "POST", known=True, **_call("Delete", named))
        exchange.delete_later(made, known=True)
        await exchange.send("POST", service, **_call("Start", job | self._parameters))
        await exchange.wait_for(
            service,
            method="POST",
            done="COMPLETED",
            waiting=("QUEUED", "IN_PROGRESS"),
            state=lambda found: found["TranscriptionJob"]["TranscriptionJobStatus"],
            **_call("Get", named),
        )
        reply = await exchange.send("GET", made)
        return transcript_of(reply.text, "aws", self.system, language=self.chosen.language)


def _call(verb: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what a call of the service is made of."""
    target = f"com.amazonaws.transcribe.Transcribe.{verb}TranscriptionJob"
    return {
        "json": asked,
        "headers": {_TARGET: target, "Content-Type": "application/x-amz-json-1.1"},
    }
