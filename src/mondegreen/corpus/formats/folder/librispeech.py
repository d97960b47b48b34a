"""A folder of LibriSpeech: ``*.trans.txt`` in the folders of speakers and chapters."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.formats.text.kaldi import Kaldi
from mondegreen.corpus.source import Folder
from mondegreen.corpus.table import Table
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Librispeech"]

_ENDING: Final = ".trans.txt"


class Librispeech(Format):
    """Files ``84-121123.trans.txt`` at any depth, each with an id and words on every line.

    The speaker is the first part of an id.
    """

    name = "librispeech"
    about = "a folder of LibriSpeech, with *.trans.txt at any depth"
    holds = frozenset({"text", "id", "speaker"})
    example = MappingProxyType(
        {
            "84/121123/84-121123.trans.txt": "84-121123-0000 SO IT GOES\n84-121123-0001 AND SO ON\n",
            "174/50561/174-50561.trans.txt": "174-50561-0000 THE END\n",
        }
    )

    def recognise(self, sample: Sample) -> int:
        """Look for transcripts at any depth."""
        found = any(name.endswith(_ENDING) for name in sample.tree)
        return Certainty.MARKS if found else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read every file, in the order of their names."""
        if not isinstance(source, Folder):
            raise InputError(f"{source.name}: is a file, expected a folder of LibriSpeech")
        names = [name for name in source.tree() if name.endswith(_ENDING)]
        if not names:
            raise InputError(
                f"{source.name}: no file *{_ENDING}, at any depth; expected a folder of LibriSpeech. "
                "Leave out --format to detect what it is"
            )
        ids: list[Any] = []
        texts: list[Any] = []
        for name in names:
            with source.file(name) as file:
                table = Kaldi().parse(file.name, file.lines())
            ids += table.columns["id"]
            texts += table.columns["text"]
        speakers = [name.partition("-")[0] for name in ids]
        columns: dict[str, Any] = {"id": ids, "text": texts, "speaker": speakers}
        return Table(source.name, self.name, columns, transcript=True)
