"""From a vendor's response to a transcript, through the reader that scores its files too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.json_document import FailedReplyError, parse_text
from mondegreen.corpus.segments import Segments
from mondegreen.errors import ParseError
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.transcript import Transcript
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.reply import ReplyFormat

__all__ = ["said_in", "transcript_of"]

_MESSAGES = (
    *(
        "message",
        "Message",
        "err_msg",
        "detail",
        "failure_detail",
        "error_message",
        "description",
        "reason",
        "title",
    ),
    *("msg", "error", "errors", "details", "job", "TranscriptionJob", "FailureReason", "type"),
)


def transcript_of(
    response: str, form: str, where: str, *, language: str | None = None
) -> Transcript:
    """Return the transcript in a response.

    Args:
        response: the text of the response.
        form: the format of the corpus that it has.
        where: the system, for messages.
        language: that the response names.

    Raises:
        ProviderError: it is no JSON, has another shape, or says that it failed.

    >>> transcript_of('{"text": "so it goes"}', "openai", "demo").text
    'so it goes'
    >>> transcript_of('{"error": {"message": "no"}, "text": ""}', "openai", "demo")
    Traceback (most recent call last):
    mondegreen.providers.failure.ProviderError: server: it reports an error with its response: no
    """
    reader: ReplyFormat = FORMATS.get(form)()  # type: ignore[assignment]
    try:
        root = parse_text(f"the response of {where}", response, reader.expected)
        if root.has("error") and root.value["error"]:
            reason = f"it reports an error with its response: {said_in(root.value)}"
            raise ProviderError("server", reason, perhaps_paid=True)
        segments = Segments()
        reader.fill(segments, root)
    except FailedReplyError as error:
        raise ProviderError("rejected-job", error.problem, perhaps_paid=True) from error
    except ParseError as error:
        raise ProviderError("malformed", str(error), perhaps_paid=True) from error
    words = tuple(_words(segments.without_odd_times()))
    return Transcript(" ".join(filter(None, segments.text)), words, language, json.loads(response))


def _words(segments: Segments) -> Iterator[Word]:
    for row, (channel, speaker) in enumerate(zip(segments.channel, segments.speaker, strict=True)):
        for word in segments.words_of(row):
            yield Word(
                word.text,
                None if word.start is None else float(word.start),
                None if word.end is None else float(word.end),
                None if word.confidence is None else float(word.confidence),
                word.speaker or speaker,
                int(channel) if channel and channel.isdecimal() else None,
            )


def said_in(document: Any) -> str:
    """Return what an error response says, wherever the vendor puts it.

    >>> said_in({"error": {"message": "slow down", "code": 7}}), said_in({"detail": [{"msg": "no"}]})
    ('slow down', 'no')
    """
    match document:
        case dict():
            for key in _MESSAGES:
                if found := said_in(document.get(key)):
                    return found
        case list() if document:
            return said_in(document[0])
        case str():
            return " ".join(document.split())
    return ""
