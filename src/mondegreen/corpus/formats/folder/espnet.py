"""What ESPnet leaves of the scoring of a test set: ``ref.trn`` and ``hyp.trn``."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.formats.text.trn import Trn
from mondegreen.corpus.pairing import match, take
from mondegreen.corpus.source import Folder
from mondegreen.corpus.table import Table, as_list
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Espnet"]

_SIDES: Final = ("ref.trn", "hyp.trn")
_WORDS: Final = "score_wer"


class Espnet(Format):
    """``ref.trn`` and ``hyp.trn`` of the folder ``score_wer``, or of the folder that holds it.

    In ``score_wer`` are words; ``score_cer`` and ``score_ter``, which hold characters and tokens, are
    read where the folder itself is given.
    """

    name = "espnet"
    about = "a folder of results of ESPnet, with references and hypotheses"
    holds = frozenset({"text", "id", "speaker", "both sides"})
    example = MappingProxyType(
        {
            "score_wer/ref.trn": "press one\t(ada-u1)\nthank you\t(bo-u2)\n",
            "score_wer/hyp.trn": "press won\t(ada-u1)\nthank you\t(bo-u2)\n",
        }
    )

    def recognise(self, sample: Sample) -> int:
        """Look for both files, in the folder or in ``score_wer``."""
        both = {*_SIDES} <= sample.files
        inner = _WORDS in sample.files and {f"{_WORDS}/{name}" for name in _SIDES} <= {*sample.tree}
        return Certainty.MARKS + 3 if both or inner else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read both files and pair them by their ids."""
        if not isinstance(source, Folder):
            raise InputError(f"{source.name}: is a file, expected a folder of results of ESPnet")
        place = "" if source.has(_SIDES[0]) else f"{_WORDS}/"
        tables = []
        for name in _SIDES:
            with source.file(f"{place}{name}") as part:
                tables.append(Trn().read(part))
        said, wrote = tables
        ids: list[list[Any]] = [as_list(table.columns["id"]) for table in tables]
        order = match(ids[0], ids[1], names=(said.name, wrote.name), place=wrote.place, fold=True)
        texts = wrote.columns["text"]
        columns = {name: values for name, values in said.columns.items() if name != "text"}
        columns["reference"] = said.columns["text"]
        columns["hypothesis"] = texts if order is None else take(texts, order)
        return Table(source.name, self.name, columns, said.lines, alternatives=said.alternatives)
