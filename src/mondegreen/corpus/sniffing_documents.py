"""Which format with times a text is in, told from its first bytes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.corpus.source import Folder

__all__ = [
    "repeats_recordings",
    "sniff_document",
    "sniff_folder",
    "sniff_manifest",
    "sniff_records",
]

_VTT: Final = re.compile(r"WEBVTT(?:[ \t].*)?(?:\r?\n|\Z)")
_SRT: Final = re.compile(
    r"\s*+(?:[0-9]{1,18}[ \t]*\r?\n)?[ \t]*[0-9]{1,6}:[0-9]{1,2}:[0-9]{2},[0-9]{3}[ \t]*-->"
)
_TIME: Final = r"(?:[0-9]{1,9}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})"
_STM: Final = re.compile(rf"\S+[ \t]+\S+[ \t]+\S+[ \t]+{_TIME}[ \t]+{_TIME}(?:[ \t]|$)")
_CTM: Final = re.compile(
    rf"\S+[ \t]+\S+[ \t]+(?:{_TIME}[ \t]+{_TIME}|\*[ \t]+\*)[ \t]+\S+(?:[ \t]+[-+0-9.eENA]+)?[ \t]*$"
)
_RTTM: Final = re.compile(
    rf"SPEAKER[ \t]+\S+[ \t]+\S+[ \t]+{_TIME}[ \t]+{_TIME}(?:[ \t]+\S+){{3,5}}[ \t]*$"
)
_POINT: Final = re.compile(r"[ \t][0-9]*\.[0-9]+[ \t]")
_OBJECTS: Final = re.compile(r"\s*+\[\s*+(?:\{|\])")
_LIST_KEYS: Final = (("session_id", "words"), ("words", "start_time"), ("words", "speaker"))
# The first that fits decides; each needs all of its keys, in quotes and followed by a colon.
_KEYS: Final = (
    ("aws", ("results", "items", "jobName")),
    ("aws", ("results", "transcripts", "transcript")),
    ("deepgram", ("results", "channels", "alternatives")),
    ("speechmatics", ("results", "format", "content")),
    ("speechmatics", ("results", "format", "job")),
    ("google", ("results", "alternatives")),
    ("google", ("response", "done", "@type")),
    ("google", ("totalBilledTime",)),
    ("azure", ("combinedPhrases", "phrases")),
    ("azure", ("recognizedPhrases",)),
    ("azure", ("combinedRecognizedPhrases",)),
    ("azure", ("RecognitionStatus", "Offset")),
    ("elevenlabs", ("language_probability", "words")),
    ("elevenlabs", ("logprob", "words", "type")),
    ("elevenlabs", ("transcripts", "channel_index")),
    ("assemblyai", ("audio_url", "status")),
    ("assemblyai", ("utterances", "text", "status")),
    ("openai", ("task", "segments", "text")),
    ("openai", ("task", "words", "text")),
    ("whisperx", ("segments", "word_segments")),
    ("whisperx", ("segments", "words", "score")),
    ("whisper", ("segments", "text", "start", "end")),
    ("elevenlabs", ("text", "words", "type")),
    ("whisper", ("transcription", "offsets", "timestamps")),
    ("whisper", ("chunks", "timestamp", "text")),
)
# One object a line; a set is of keys of which one has to be there.
_MANIFESTS: Final = (
    ("nemo", ({"audio_filepath"}, {"duration"}, {"text", "pred_text"})),
    ("lhotse", ({"id"}, {"recording_id"}, {"start"}, {"duration"})),
)


def sniff_document(text: str, look_further: Callable[[], bytes] | None = None) -> str | None:
    """Return the format of a text that is one JSON document, or one of subtitles.

    Args:
        text: the first of it.
        look_further: returns more of it, where there may be more.
    """
    if _VTT.match(text):
        return "vtt"
    if _SRT.match(text):
        return "srt"
    if _OBJECTS.match(text):
        return "seglst" if any(_has(text, keys) for keys in _LIST_KEYS) else None
    if not text.lstrip().startswith("{") or _is_first_of_many(text):
        return None
    found = next((name for name, keys in _KEYS if _has(text, keys)), None)
    if found is None and look_further is not None:
        # The text of a long recording may stand before the keys that tell whose reply it is.
        return sniff_document(look_further().decode("utf-8", "replace"))
    return found


def sniff_records(lines: list[str]) -> str | None:
    """Return stm, ctm or rttm if all lines but comments and blank ones are of that shape.

    At least one of the times has to have a point, since words may be whole numbers.
    """
    records = [line.rstrip("\r") for line in lines if not line.startswith(";;")]
    if not any(map(_POINT.search, records)):
        return None
    for name, shape in (("rttm", _RTTM), ("ctm", _CTM), ("stm", _STM)):
        if all(shape.match(line) for line in records):
            return name
    return None


def sniff_manifest(line: str) -> str:
    """Return which kind of JSON lines they are, by the keys of the first."""
    try:
        keys = json.loads(line)
    except (ValueError, RecursionError):
        return "jsonl"
    if not isinstance(keys, dict):
        return "jsonl"
    for name, needed in _MANIFESTS:
        if all(any(keys.get(key) is not None for key in group) for group in needed):
            return name
    return "jsonl"


def repeats_recordings(head: bytes) -> bool:
    """Whether a NeMo manifest cuts several pieces from one recording, as far as can be seen."""
    seen: set[Any] = set()
    for line in head.decode("utf-8", "replace").split("\n"):
        try:
            name = json.loads(line).get("audio_filepath")
        except (ValueError, RecursionError, AttributeError):
            continue  # a blank line, or where the head ends
        if isinstance(name, str) and name in seen:
            return True
        seen.add(str(name))
    return False


def sniff_folder(folder: Folder) -> str:
    """Return the format of a folder.

    Raises:
        InputError: it is no data set.
    """
    if folder.has("text"):
        return "kaldi-folder"
    if folder.has("state.json") or folder.has("dataset_dict.json"):
        return "huggingface"
    if folder.names(".parquet", ".arrow"):
        return "huggingface"
    if folder.transcripts():
        return "files"
    raise folder.refusal()


def _is_first_of_many(text: str) -> bool:
    """Whether one whole object a line stands there, as in JSONL."""
    first, _, rest = text.lstrip().partition("\n")
    if not rest.strip():
        return False
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _has(text: str, keys: tuple[str, ...]) -> bool:
    return all(re.search(rf'"{key}"\s*+:', text) for key in keys)
