"""Tasks that Label Studio exports as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.json_document import Node, parse
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["LabelStudio"]

_KEYS: Final = frozenset({"data", "annotations", "result"})
_SOUND: Final = ("audio", "audio_url", "url", "file", "wav")


class LabelStudio(SegmentFormat):
    """A list of tasks.

    The first annotation that was not cancelled counts. A text for a whole task is one
    utterance, with the file of the task as id. Texts of regions are segments in seconds; the
    label of the region is the speaker.
    """

    name = "label-studio"
    about = "tasks of Label Studio with transcripts, exported as JSON"
    shared_suffixes = (".json",)
    holds = frozenset({"text", "id", "recording", "recordings", "speaker", "times"})
    example = '[{"id": 1, "data": {"audio": "s3/talk.wav"}, "annotations": [{"result": [{"id": "r0", "type": "textarea", "from_name": "transcription", "value": {"start": 0.1, "end": 2.0, "text": ["so it goes"]}}, {"id": "r0", "type": "labels", "from_name": "speaker", "value": {"start": 0.1, "end": 2.0, "labels": ["ada"]}}, {"id": "r1", "type": "textarea", "from_name": "transcription", "value": {"start": 2.5, "end": 4.0, "text": ["and so on"]}}]}]}]\n'

    def recognise(self, sample: Sample) -> int:
        """Look for the keys of tasks in a list."""
        found = sample.opening == "[" and sample.keys >= _KEYS
        return Certainty.MARKS + len(_KEYS) if found else Certainty.NO

    def read_segments(self, source: Source) -> Transcript:
        """Read every task; one without an annotation is an error that names it."""
        root = parse(source, "a list of tasks of Label Studio")
        segments = Segments()
        for task in root.items():
            _read_task(task, segments)
        return Transcript(source.name, self.name, segments)


def _read_task(task: Node, segments: Segments) -> None:
    data = task.at("data")
    about = next((data.label(key) for key in _SOUND if data.has(key)), None) or task.label("id")
    annotation = next((each for each in task.items("annotations") if not _is_cancelled(each)), None)
    if annotation is None:
        raise task.error(f"the task {about} has no annotation, expected one with a text")
    labels: dict[Any, str] = {}
    texts: list[tuple[str | None, Node, str]] = []
    for result in annotation.items("result"):
        value = result.at("value")
        if value.has("text"):
            lines = value.at("text")
            parts = (
                [lines.string()]
                if isinstance(lines.value, str)
                else [part.string() for part in lines.items()]
            )
            texts.append((result.label("id"), value, " ".join(" ".join(parts).split())))
        for key in ("labels", "choices"):
            for label in value.items(key, optional=True):
                labels.setdefault(result.label("id"), label.string())
    whole = [each for each in texts if not each[1].has("start")]
    if len(whole) > 1:
        raise task.error(f"the task {about} has {len(whole)} texts without times, expected one")
    if not texts:
        raise task.error(f"the task {about} has no text, expected one")
    for region, value, text in texts:
        start, end = value.maybe_time("start"), value.maybe_time("end")
        segments.add(
            text,
            id=about if whole else None,
            recording=None if whole else about,
            speaker=labels.get(region) if region is not None else None,
            start=start,
            end=end,
            line=value.line,
        )


def _is_cancelled(annotation: Node) -> bool:
    return annotation.has("was_cancelled") and annotation.at("was_cancelled").value is True
