"""A folder with a file of transcripts for each recording, as many recognisers write it."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.columns import HYPOTHESIS
from mondegreen.corpus.columns_of import TEXT, from_table, texts_of
from mondegreen.corpus.endings import endings_of, transcript_endings
from mondegreen.corpus.failures import failure_in
from mondegreen.corpus.format import Certainty
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.json_document import FailedReplyError, Node, parse
from mondegreen.corpus.pairing_names import is_audio, stem
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import Folder
from mondegreen.corpus.speakers import segments_with_speakers
from mondegreen.corpus.table import Table, as_list, quoted
from mondegreen.errors import InputError, counted, warn

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Files"]

_MOST_NAMED: Final = 5


class Files(SegmentFormat):
    """One file per recording, with the name of the recording.

    Each file may have another format; all lines of a plain file are one text. A reply that
    reports an error is a failed hypothesis. Other files are skipped, with a warning unless they
    are audio. Folders of such folders are read up to four deep; a name that is in several of
    them gets the folders as prefix.

    Attributes:
        inner: the format of the files; found by content for each of them if not given.
    """

    name = "files"
    about = "a folder with one transcript file per recording"
    example = MappingProxyType({"u1.txt": "so it goes\n", "u2.txt": "and so on\n"})
    holds = frozenset(
        {
            *("text", "id", "recordings", "recording", "channel", "speaker", "times", "words"),
            *("word times", "confidence", "word speakers", "labels", "ignored", "extra"),
        }
    )

    def recognise(self, sample: Sample) -> int:
        """Look for files whose endings are those of transcripts."""
        endings = transcript_endings() if sample.is_folder else ()
        names = (name for files in (sample.files, sample.tree) for name in files)
        found = any(
            name.lower().removesuffix(".gz").endswith(endings) and name[0] != "." for name in names
        )
        return Certainty.FALLBACK if found else Certainty.NO

    def __init__(self, inner: str | None = None) -> None:
        self.inner = inner

    def read_segments(self, source: Source) -> Transcript:
        """Read every file, in the order of their names."""
        return self._read(source, hypotheses=False)

    def read_hypotheses(self, source: Source) -> Transcript:
        """Read the files of a recogniser."""
        return self._read(source, hypotheses=True)

    def _read(self, source: Source, *, hypotheses: bool) -> Transcript:
        if not isinstance(source, Folder):
            raise InputError(f"{source.name}: is a file, expected a folder of transcripts")
        parts: list[Segments] = []
        failed: dict[str, str] = {}
        formats: Counter[str] = Counter()
        spoken: list[str] = []
        names = self._chosen(source)
        for name, recording in zip(names, _recordings(names), strict=True):
            with source.file(name) as file:
                form = self.inner or by_columns(sniff(file))
                try:
                    found = _transcript(file, form, hypotheses=hypotheses)
                    if form == "lines":
                        found, speakers = _one_text(found, sure=self.inner == form)
                        spoken += [name] * speakers
                except FailedReplyError as error:
                    if not hypotheses:
                        raise
                    failed[recording] = error.reason
                    continue
            if self.inner is None and form == "seglst" and not found.segments:
                # of one format among replies of many, so that it may be anything
                raise InputError(
                    f"{file.name}: an empty list, which does not say what it is; expected a reply. "
                    "--hypothesis-format seglst reads it as SegLST in which nothing was heard"
                )
            formats[form] += 1
            part = found.segments or Segments.of_columns([""])
            several = len({*part.recording} - {None}) > 1
            parts.append(part if several else part.filled("recording", recording))
        if spoken:
            warn(
                f"{source.name}: in {counted(len(spoken), 'file')}, the first is {quoted(spoken[0])}, each "
                "line begins with a name and a colon; the names are read as speakers, not as words"
            )
        segments = Segments.joined(parts)
        form = next(iter(formats)) if len(formats) == 1 else self.name
        known = issubclass(FORMATS.get(form), SegmentFormat)
        return Transcript(source.name, form if known else self.name, segments, failed=failed)

    def _chosen(self, folder: Folder) -> list[str]:
        found = names = folder.transcripts()
        files = folder.tree() if any("/" in name for name in names) else folder.names()
        if self.inner is not None and len({_ending(name) for name in names}) != 1:
            wanted = endings_of(self.inner)
            names = [name for name in files if _ending(name) in wanted]
        if not names:
            raise folder.refusal()
        others = {*files}.difference(names, found)
        _warn_of_others(
            folder, [n for n in files if n in others and n[0] != "." and not is_audio(n)]
        )
        held: dict[str, str] = {}
        for name, recording in zip(names, _recordings(names), strict=True):
            other = held.setdefault(recording, name)
            if other != name:
                raise InputError(
                    f"{folder.name}: {quoted(other)} and {quoted(name)} are both of the recording "
                    f"{quoted(recording)}; leave one of them in the folder, or name the format of "
                    "the files to read, as --hypothesis-format srt"
                )
        return names


def _recordings(names: list[str]) -> list[str]:
    """Return the names of the recordings: without folders, unless some are then the same."""
    bare = [stem(name) for name in names]
    if len({*bare}) == len(bare) or not any("/" in name for name in names):
        return bare
    return [str(PurePath(name).with_name(last)) for name, last in zip(names, bare, strict=True)]


def _warn_of_others(folder: Folder, names: list[str]) -> None:
    """Say what of a folder is not read, and is no recording."""
    if names:
        listed = ", ".join(map(quoted, names[:_MOST_NAMED])) + ", ..." * (len(names) > _MOST_NAMED)
        warn(
            f"{folder.name}: {counted(len(names), 'file or folder is', 'files or folders are')} passed over, "
            f"since transcripts end in {' '.join(folder.endings)}: {listed}"
        )


def _transcript(source: Source, form: str, *, hypotheses: bool) -> Transcript:
    kind: Any = FORMATS.get(form)()
    if isinstance(kind, SegmentFormat):
        read = kind.read_hypotheses if hypotheses else kind.read_segments
        return read(source) if source.head or form not in {"srt", "vtt"} else _nothing(source, form)
    if form == "jsonl" and _ending(source.name) == ".json":
        text = _plain(parse(source, "a reply of a recogniser"))
        return Transcript(source.name, form, Segments.of_columns([text]))
    table: Table = kind.read(source)
    if form == "lines":
        lines = [line.strip() for line in as_list(table.columns["text"])]
        return Transcript(source.name, form, Segments.of_columns(lines))
    return from_table(table, texts_of(table, None, hypotheses=hypotheses))


def _one_text(lines: Transcript, *, sure: bool) -> tuple[Transcript, bool]:
    """Return lines as one text, and whether names of speakers were in front of them, which are gone.

    ``sure`` says that every word of them was spoken.
    """
    said, warning = (lines, "") if sure else segments_with_speakers(lines)
    text = " ".join(filter(None, said.segments.text))
    return lines.with_segments(Segments.of_columns([text])), bool(warning)


def _plain(root: Node) -> str:
    """Return the text of an object that is in no known shape but has one, as ``{"text": ...}``."""
    values = root.value if isinstance(root.value, dict) else {}
    texts = [name for name in (*HYPOTHESIS.names, *TEXT.names) if isinstance(values.get(name), str)]
    if texts and values[texts[0]].strip():
        return root.text(texts[0]).strip()
    said = failure_in(values)  # with an empty text too: what failed is not empty
    if said is not None:
        raise root.failure("error", said)
    if texts:
        return ""
    raise root.error(
        f"a reply in no shape that is known, with the keys {', '.join(map(quoted, values)):.200}; "
        "expected that of a recogniser ('mondegreen list formats' has them) or a \"text\""
    )


def _nothing(source: Source, form: str) -> Transcript:
    return Transcript(source.name, form, Segments())


def _ending(name: str) -> str:
    return PurePath(name.lower().removesuffix(".gz")).suffix
