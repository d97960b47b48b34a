"""What a source holds, told from its name and its first bytes by the formats themselves.

Each format looks at the same `Sample` and says how sure it is (`Certainty`); the surest one is
taken. Of formats that are equally sure the built-in ones come before those of plug-ins, and then
the first by name; among the replies of recognisers the one with the most keys found is the surest.

So that few files are imported, the formats of the folder whose shape a source has are asked first,
and if one of them finds its marks, no others are. gzip is unpacked and looked into before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.formats import BY_SHAPE, FORMATS
from mondegreen.corpus.refused import refused
from mondegreen.corpus.sample import Sample
from mondegreen.corpus.source import Folder
from mondegreen.corpus.structure import unknown
from mondegreen.errors import UsageError, warn
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mondegreen.corpus.source import Source

__all__ = ["by_columns", "sniff"]

_BUILT_IN: Final = frozenset(name for names in BY_SHAPE.values() for name in names)
_CLOCK: Final = pattern(r"[0-9]:[0-9]{2}|\[[0-9]+\.[0-9]+s? ?-")
_BETWEEN: Final = pattern(r"[\t;|]|,\S")  # between cells
_CODE: Final = pattern(rb"[A-Z]{2,7}[0-9]|\xff{4}")  # as PAR1


def sniff(source: Source) -> str:
    """Return the name of the format.

    Raises:
        InputError: it is a folder of no known kind, or a file that is refused by name, or that
            has a structure and is in no format that is known.
    """
    sample = Sample(source)
    found = _surest(sample)
    if found[0] <= Certainty.MARKS and sample.is_cut and _is_one_object(sample):
        # The text of a long recording may be before the keys that tell whose reply it is.
        found = _surest(sample.further())
    if found[0] < Certainty.MARKS:
        other = refused(source.name, source.head)
        if other is not None:
            raise other
    if not found[0]:
        raise source.refusal() if isinstance(source, Folder) else unknown(source.name, sample)
    return found[1]


def by_columns(name: str) -> str:
    """Return the format in which JSON lines are columns, each of which can be chosen.

    >>> by_columns("nemo"), by_columns("srt")
    ('jsonl', 'srt')
    """
    return FORMATS.get(name).as_columns or name


def _surest(sample: Sample) -> tuple[int, str]:
    """Return how sure the surest format is, and its name."""
    best, asked = (int(Certainty.NO), ""), []
    for shape in _shapes(sample):
        if best[0] < Certainty.MARKS:
            best = max(best, _best(sample, BY_SHAPE[shape]), key=_certainty)
            asked.append(shape)
    if best[0] < Certainty.NAME and not sample.is_folder and _says_more(sample, best[1]):
        for shape in BY_SHAPE.keys() - {*asked, "folder"}:
            best = max(best, _best(sample, BY_SHAPE[shape]), key=_certainty)
    others = [name for name in FORMATS.names() if name not in _BUILT_IN]
    return max(best, _best(sample, others), key=_certainty)


def _certainty(found: tuple[int, str]) -> int:
    return found[0]


def _best(sample: Sample, names: Iterable[str]) -> tuple[int, str]:
    best = (int(Certainty.NO), "")
    for name in names:
        best = max(best, (_asked(sample, name), name), key=_certainty)
    return best


def _asked(sample: Sample, name: str) -> int:
    """Return how sure a format is; a plug-in that says nothing, or fails, is not sure."""
    if name in _BUILT_IN:
        return FORMATS.get(name)().recognise(sample)
    try:
        return int(FORMATS.get(name)().recognise(sample))
    except Exception as error:  # noqa: BLE001 - what others wrote must not end every reading
        said = str(error) if isinstance(error, UsageError) else repr(error)
        warn(
            f"the format {name!r} was not asked whether a file is its own: {said}",
        )
        return Certainty.NO


def _shapes(sample: Sample) -> Iterator[str]:
    """Yield the folders of formats that may know a source, the likeliest first."""
    if sample.is_folder:
        yield "folder"
        return
    if b"\0" in sample.head or _CODE.match(sample.head):
        yield "binary"
    if sample.opening in {"{", "["}:
        yield "json"
    if sample.opening == "<":
        yield "xml"
    if _CLOCK.search(sample.text):
        yield "cues"
    if sample.lines and _BETWEEN.search(sample.lines[0]):
        yield "table"
    yield "text"


def _is_one_object(sample: Sample) -> bool:
    return sample.opening == "{" and not sample.is_json_lines


def _says_more(sample: Sample, name: str) -> bool:
    """Whether the name of the file may stand for a format that was not asked yet."""
    suffixes = FORMATS.get(name).suffixes if name else ()
    return bool(sample.suffix) and sample.suffix not in suffixes
