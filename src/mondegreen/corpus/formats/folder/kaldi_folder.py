"""A data folder of Kaldi: ``text``, and ``segments`` and ``utt2spk`` where they are there."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.formats.text.kaldi import Kaldi, speakers
from mondegreen.corpus.segmented import Losses, SegmentFormat, one_line, one_word
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.source import Folder
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import plain, written_signed
from mondegreen.errors import InputError, ParseError

if TYPE_CHECKING:
    from decimal import Decimal

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["KaldiFolder"]

_FIELDS = 4


class KaldiFolder(SegmentFormat):
    """``text`` (id, words), ``segments`` (id, recording, start, end), ``utt2spk`` (id, speaker).

    The order is that of ``text``. If the other files are there, they must have each id.
    """

    name = "kaldi-folder"
    about = "a data folder of Kaldi: text, and segments and utt2spk"
    example = MappingProxyType(
        {
            "text": "ada-1 so it goes\nbo-1 and so on\n",
            "segments": "ada-1 talk 0.1 2.0\nbo-1 talk 2.5 4.0\n",
            "utt2spk": "ada-1 ada\nbo-1 bo\n",
        }
    )
    holds = frozenset({"text", "id", "recordings", "recording", "speaker", "times"})

    def recognise(self, sample: Sample) -> int:
        """Look for the file of texts."""
        return Certainty.MARKS + 1 if "text" in sample.files else Certainty.NO

    def read_segments(self, source: Source) -> Transcript:
        """Read the files of the folder."""
        if not isinstance(source, Folder):
            raise InputError(f"{source.name}: is a file, expected a data folder of Kaldi")
        with source.file("text") as text:
            table = Kaldi().parse(text.name, text.lines())
        times = _segments(source) if source.has("segments") else {}
        spoken: dict[str, str] = {}
        if source.has("utt2spk"):
            with source.file("utt2spk") as part:
                spoken = speakers(part)
        segments = Segments()
        names: Any = table.columns["id"]
        for row, (name, words) in enumerate(zip(names, table.columns["text"], strict=True)):
            for file, known in (("segments", times), ("utt2spk", spoken)):
                if source.has(file) and name not in known:
                    raise table.error(
                        row,
                        f"the id {quoted(name)} is not in {source.name}/{file}, expected all ids; add "
                        f"its line there, or give {source.name}/text alone",
                    )
            recording, start, end = times.get(name, (None, None, None))
            segments.add(
                words,
                id=name,
                recording=recording,
                speaker=spoken.get(name),
                start=start,
                end=end,
                line=row + 1,
            )
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> Any:
        """Return the contents of the files."""
        files: dict[str, list[str]] = {"text": [], "segments": [], "utt2spk": []}
        timed = all(each.is_timed for each in transcript.segments)
        for number, each in enumerate(transcript.segments, 1):
            name = one_word(each.id, losses, "")
            if not name:
                losses["segments had no id and got one"] += 1
                recording = one_word(each.recording, losses, "utterance", "recording")
                name = f"{one_word(each.speaker, losses, '') or recording}-{number:06d}"
            files["text"].append(f"{name} {one_line(each.text, losses)}".rstrip())
            speaker = one_word(each.speaker, losses, "") or name
            files["utt2spk"].append(f"{name} {speaker}")
            if timed and each.start is not None and each.end is not None:
                recording = one_word(each.recording, losses, "recording", "recording")
                files["segments"].append(
                    f"{name} {recording} {plain(each.start)} {plain(each.end)}"
                )
        if not timed:
            losses["segments without times, so there is no file of segments"] += 1
        return {
            file: "".join(f"{each}\n" for each in lines) for file, lines in files.items() if lines
        }


def _segments(folder: Folder) -> dict[str, tuple[str, Decimal, Decimal]]:
    found: dict[str, tuple[str, Decimal, Decimal]] = {}
    with folder.file("segments") as source:
        for number, line in enumerate(source.lines(), 1):
            fields = line.split()
            times = [written_signed(field) for field in fields[2:4]]
            if len(fields) != _FIELDS or None in times:
                problem = f"got {quoted(line)}, expected id recording start end"
                raise ParseError(source.name, number, problem)
            start, end = times
            if start is None or end is None or fields[0] in found:
                problem = (
                    f"the id {quoted(fields[0])} occurs twice, expected it once; remove one line"
                )
                raise ParseError(source.name, number, problem)
            found[fields[0]] = fields[1], start, end
    return found
