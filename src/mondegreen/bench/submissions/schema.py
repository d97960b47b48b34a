"""What a submission says, field by field; checks, messages and the page of the docs are made of this."""

# No postponed annotations: pydantic reads them as they stand.
import re
from datetime import UTC, date, datetime
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

__all__ = ["ABOUT", "FORMAT", "LATENCY", "TRANSCRIPTS", "Conditions", "Row", "Submission"]

FORMAT: Final = 1
ABOUT: Final = "submission.toml"
TRANSCRIPTS: Final = "transcripts.jsonl"
LATENCY: Final = "latency.jsonl"

_DATASET: Final = re.compile(r"[^@\s]+@[0-9a-f]{12,64}")


def _plain(text: str) -> str:
    """Refuse what no database takes."""
    if "\0" in text:
        raise ValueError(text)
    return text


def _name(text: str) -> str:
    if not text.strip() or text != text.strip() or not text.isprintable():
        raise ValueError(text)
    return _plain(text)


def _past(day: date) -> date:
    if day > datetime.now(UTC).date():
        raise ValueError(day)
    return day


def _digest(text: str) -> str:
    if not _DATASET.fullmatch(text):
        raise ValueError(text)
    return text


Text = Annotated[str, AfterValidator(_plain)]
Name = Annotated[str, AfterValidator(_name)]
Day = Annotated[date, AfterValidator(_past)]
Whole = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Chosen = bool | Whole | float | Name | list[Name]


class _Table(BaseModel):
    """A table in which each name is known."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class System(_Table):
    """Who transcribed."""

    name: Name = Field(description="the name of the system in tables")
    vendor: Name = Field(description="who offers it")
    model: Name = Field(description="the model, as the vendor calls it")
    version: Name = Field(description='its version or date; "default" if there is none to name')
    mode: Literal["batch", "streaming"] = Field(description="batch or streaming")


class Conditions(_Table):
    """How the calls of one file were made."""

    client_region: Name = Field(description="the region of the client, as eu-central-1")
    endpoint_region: Name = Field(description="the region of the endpoint")
    concurrency: int = Field(
        ge=1,
        le=1_000_000,
        description="how many calls were under way at a time, from 1 to 1,000,000",
    )
    protocol: Literal["http/1.1", "http/2", "http/3", "websocket", "grpc", "local"] = Field(
        description="http/1.1, http/2, http/3, websocket, grpc or local"
    )
    warm_up: int = Field(
        ge=0, le=1_000_000, description="calls before the first that counts, from 0 to 1,000,000"
    )
    date: Day = Field(
        description="the day of the calls without quotes, as 2026-11-29, not after today"
    )


class Options(_Table):
    """What was chosen; whatever was left as it is says ``"default"``."""

    language: Chosen = Field(description='a code, or "default" for detection')
    key_terms: Chosen = Field(description="words or phrases that were given")
    prompt: Chosen = Field(description="a text that was given to the model")
    punctuation: Chosen = Field(description="whether the vendor punctuates")
    formatting: Chosen = Field(description="numbers, dates and amounts as figures")
    filler_words: Chosen = Field(description="whether hesitations are kept")
    profanity_filter: Chosen = Field(description="whether words are masked")
    diarization: Chosen = Field(description="whether speakers are told apart")
    endpointing: Chosen = Field(description="how the end of an utterance is found")
    temperature: Chosen = Field(description="randomness of decoding")
    post_processing: Chosen = Field(description="what was done to texts after the vendor's answer")
    other: Chosen = Field(description="whatever has no name here")


class Submission(_Table):
    """The file ``submission.toml``."""

    format: Literal[1] = Field(description="1")
    dataset: Annotated[str, AfterValidator(_digest)] = Field(
        description="the id of the dataset as in bench.toml, NAME@ and 12 to 64 digits of its sha256"
    )
    system: System = Field(description="[system], with name, vendor, model, version and mode")
    conditions: Conditions = Field(description="[conditions] of the calls in transcripts.jsonl")
    latency: Conditions | None = Field(
        None, description="[latency], the conditions of the calls in latency.jsonl"
    )
    options: Options = Field(description="[options], each said")


class Row(_Table):
    """A line of ``transcripts.jsonl`` or ``latency.jsonl``: one recording."""

    id: Name = Field(description="the id of the clip in the manifest")
    text: Text | None = Field(
        None, description='a text, as the system wrote it; "" if nothing was heard'
    )
    error: Name | None = Field(None, description="a text: why there is no transcript")
    seconds: float | None = Field(
        None,
        gt=0,
        le=86_400,
        description="a number above 0 and at most 86400: seconds from sending the recording to the whole text",
    )
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = Field(
        None, description="64 digits: the sha256 of the recording that was sent"
    )
