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
        "arrow": "mondegreen.corpus.arrow:Arrow",
        "assemblyai": "mondegreen.corpus.assemblyai:Assemblyai",
        "aws": "mondegreen.corpus.aws:Aws",
        "azure": "mondegreen.corpus.azure:Azure",
        "csv": "mondegreen.corpus.csv:Csv",
        "ctm": "mondegreen.corpus.ctm:Ctm",
        "deepgram": "mondegreen.corpus.deepgram:Deepgram",
        "elevenlabs": "mondegreen.corpus.elevenlabs:Elevenlabs",
        "files": "mondegreen.corpus.files:Files",
        "google": "mondegreen.corpus.google:Google",
        "huggingface": "mondegreen.corpus.huggingface:Huggingface",
        "jsonl": "mondegreen.corpus.jsonl:Jsonl",
        "kaldi": "mondegreen.corpus.kaldi:Kaldi",
        "kaldi-folder": "mondegreen.corpus.kaldi_folder:KaldiFolder",
        "lhotse": "mondegreen.corpus.lhotse:Lhotse",
        "lines": "mondegreen.corpus.lines:Lines",
        "nemo": "mondegreen.corpus.nemo:Nemo",
        "openai": "mondegreen.corpus.openai:Openai",
        "parquet": "mondegreen.corpus.parquet:Parquet",
        "rttm": "mondegreen.corpus.rttm:Rttm",
        "seglst": "mondegreen.corpus.seglst:Seglst",
        "speechmatics": "mondegreen.corpus.speechmatics:Speechmatics",
        "srt": "mondegreen.corpus.srt:Srt",
        "stm": "mondegreen.corpus.stm:Stm",
        "trn": "mondegreen.corpus.trn:Trn",
        "tsv": "mondegreen.corpus.tsv:Tsv",
        "vtt": "mondegreen.corpus.vtt:Vtt",
        "whisper": "mondegreen.corpus.whisper:Whisper",
        "whisperx": "mondegreen.corpus.whisperx:Whisperx",
    },
)
