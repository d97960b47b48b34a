"""The table of formats, and the shape that each of them has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from mondegreen.registry import Registry

if TYPE_CHECKING:
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["FORMATS", "Format"]


class Format(Protocol):
    """A way to write utterances to a file; made without arguments."""

    name: str

    def read(self, source: Source) -> Table:
        """Read the whole source.

        Raises:
            ParseError: the content breaks the format.
        """
        ...


FORMATS: Registry[type[Format]] = Registry(
    "format",
    "mondegreen.formats",
    {
        "arrow": "mondegreen.corpus.formats.arrow:Arrow",
        "assemblyai": "mondegreen.corpus.formats.assemblyai:Assemblyai",
        "aws": "mondegreen.corpus.formats.aws:Aws",
        "azure": "mondegreen.corpus.formats.azure:Azure",
        "csv": "mondegreen.corpus.formats.csv:Csv",
        "ctm": "mondegreen.corpus.formats.ctm:Ctm",
        "deepgram": "mondegreen.corpus.formats.deepgram:Deepgram",
        "elevenlabs": "mondegreen.corpus.formats.elevenlabs:Elevenlabs",
        "files": "mondegreen.corpus.formats.files:Files",
        "google": "mondegreen.corpus.formats.google:Google",
        "huggingface": "mondegreen.corpus.formats.huggingface:Huggingface",
        "jsonl": "mondegreen.corpus.formats.jsonl:Jsonl",
        "kaldi": "mondegreen.corpus.formats.kaldi:Kaldi",
        "kaldi-folder": "mondegreen.corpus.formats.kaldi_folder:KaldiFolder",
        "lhotse": "mondegreen.corpus.formats.lhotse:Lhotse",
        "lines": "mondegreen.corpus.formats.lines:Lines",
        "nemo": "mondegreen.corpus.formats.nemo:Nemo",
        "openai": "mondegreen.corpus.formats.openai:Openai",
        "parquet": "mondegreen.corpus.formats.parquet:Parquet",
        "rttm": "mondegreen.corpus.formats.rttm:Rttm",
        "seglst": "mondegreen.corpus.formats.seglst:Seglst",
        "speechmatics": "mondegreen.corpus.formats.speechmatics:Speechmatics",
        "srt": "mondegreen.corpus.formats.srt:Srt",
        "stm": "mondegreen.corpus.formats.stm:Stm",
        "trn": "mondegreen.corpus.formats.trn:Trn",
        "tsv": "mondegreen.corpus.formats.tsv:Tsv",
        "vtt": "mondegreen.corpus.formats.vtt:Vtt",
        "whisper": "mondegreen.corpus.formats.whisper:Whisper",
        "whisperx": "mondegreen.corpus.formats.whisperx:Whisperx",
    },
)
