"""A decoding folder of Kaldi, with what its scoring left."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.formats.text.kaldi import Kaldi
from mondegreen.corpus.pairing import match, take
from mondegreen.corpus.source import Folder
from mondegreen.corpus.table import Table, as_list
from mondegreen.errors import InputError, warn

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["KaldiDecode"]

_PLACE: Final = "scoring_kaldi/"
_REFERENCE: Final = "test_filt.txt"
_BEST: Final = "best_wer"
_NAMED: Final = re.compile(r"wer_([0-9]+)_([0-9.]+)\s*$")
_HYPOTHESES: Final = re.compile(r"penalty_([0-9.]+)/([0-9]+)\.txt")


class KaldiDecode(Format):
    """``test_filt.txt`` and ``penalty_0.0/10.txt`` of ``scoring_kaldi``, or of the folder that holds it.

    Of hypotheses with several weights of the language model those are read that ``best_wer`` names,
    with a warning that says so, or the only ones. Of a folder without it name the file.
    """

    name = "kaldi-decode"
    about = "a decoding folder of Kaldi with scoring_kaldi, with references and hypotheses"
    holds = frozenset({"text", "id", "both sides"})
    example = MappingProxyType(
        {
            "scoring_kaldi/test_filt.txt": "ada-1 press one\nbo-2 thank you\n",
            "scoring_kaldi/penalty_0.0/10.txt": "ada-1 press won\nbo-2 thank you\n",
        }
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the references and one file of hypotheses."""
        if not {_REFERENCE, _PLACE[:-1]} & sample.files:
            return Certainty.NO
        names = {name.removeprefix(_PLACE) for name in sample.tree}
        found = _REFERENCE in names and any(map(_HYPOTHESES.fullmatch, names))
        return Certainty.MARKS + 3 if found else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read both sides and pair them by their ids."""
        if not isinstance(source, Folder):
            raise InputError(f"{source.name}: is a file, expected a decoding folder of Kaldi")
        place = "" if source.has(_REFERENCE) else _PLACE
        tables = []
        for name in (_REFERENCE, _chosen(source, place)):
            with source.file(f"{place}{name}") as part:
                tables.append(Kaldi().parse(part.name, part.lines()))
        said, wrote = tables
        ids: list[list[Any]] = [as_list(table.columns["id"]) for table in tables]
        order = match(ids[0], ids[1], names=(said.name, wrote.name), place=wrote.place)
        texts = wrote.columns["text"]
        columns: dict[str, Any] = {
            "id": ids[0],
            "reference": said.columns["text"],
            "hypothesis": texts if order is None else take(texts, order),
        }
        return Table(source.name, self.name, columns, said.lines)


def _chosen(folder: Folder, place: str) -> str:
    """Return the file of hypotheses: the only one, or the one that Kaldi found best."""
    names = [name.removeprefix(place) for name in folder.tree() if name.startswith(place)]
    files = sorted(filter(_HYPOTHESES.fullmatch, names))
    if len(files) == 1:
        return files[0]
    best = ""
    if folder.has(f"{place}{_BEST}"):
        with folder.file(f"{place}{_BEST}") as part:
            found = _NAMED.search(part.text())
        best = f"penalty_{found[2]}/{found[1]}.txt" if found else ""
    if best not in files:
        first = PurePosixPath(folder.name, place, files[0]) if files else "penalty_0.0/10.txt"
        raise InputError(
            f"{folder.name}: has {len(files)} files of hypotheses and no {_BEST} that names one of them; "
            f"give {PurePosixPath(folder.name, place, _REFERENCE)} and one of them, as {first}"
        )
    warn(
        f"{folder.name}: has {len(files)} files of hypotheses; {best} is read, which {_BEST} names"
    )
    return best
