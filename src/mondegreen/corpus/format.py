"""What a format is: what it is called, how it is recognised, what it holds, how it is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.segments import Transcript
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["COLUMNS", "FIELDS", "Certainty", "Content", "Format"]

Content: TypeAlias = "str | bytes | Mapping[str, str | bytes]"
"""What a file holds; of a folder the contents by the names of its files."""

FIELDS: Final = (
    *("text", "id", "recordings", "recording", "channel", "speaker", "times", "words"),
    *("word times", "confidence", "word speakers", "labels", "ignored", "extra", "header"),
    "both sides",
)
"""What a format may hold.

``recordings`` is more than one of them in a file, ``times`` are those of segments, ``labels`` those
of stm, ``ignored`` segments that are not scored, ``extra`` other columns, ``header`` lines that say
something of the whole, ``both sides`` references and hypotheses in one file.
"""

COLUMNS: Final = frozenset(
    {
        *("text", "id", "recordings", "recording", "channel", "speaker", "times", "labels"),
        *("extra", "both sides"),
    }
)
"""What a table holds in which each column can be chosen."""


class Certainty(IntEnum):
    """How sure a format is that a source is its own; the highest wins.

    A number may be added, so that of two formats at one level the one that found more wins:
    ``Certainty.MARKS + 3`` where three of its keys are there. It must stay below 100.
    """

    NO = 0
    """Something in it says that it is another format, or nothing says that it is this one."""
    FALLBACK = 100
    """Nothing speaks against it: plain lines."""
    NAME = 200
    """The name of the file says so, and the content does not."""
    SHAPE = 300
    """All lines, or nearly all, have the form of this format, or the first is a known header."""
    MARKS = 400
    """The keys or marks of this format are there."""
    MAGIC = 500
    """It begins with what nothing else begins with."""


class Format(ABC):
    """A way to write utterances to a file or folder; made without arguments.

    Everything that is said of a format anywhere is made from its class. The class is in a file
    of its own in ``corpus/formats/``, in the folder of what it looks like, and both are named as
    the format is.
    """

    name: ClassVar[str]
    """As on the command line; the name of the file, with ``-`` for ``_``."""
    about: ClassVar[str]
    """What it is, in one plain sentence without a full stop."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """Endings that stand for this format alone, ``.srt``; without a point a whole name, ``text``.

    A file of this name is read as this format where its content says nothing else, and written
    in it. The first one is the usual one.
    """
    shared_suffixes: ClassVar[tuple[str, ...]] = ()
    """Endings that its files have and other formats have too, such as ``.json``; they say nothing."""
    time_unit: ClassVar[str | None] = None
    """In what its times are written, as ``seconds``; ``None`` where there are none."""
    holds: ClassVar[frozenset[str]] = frozenset({"text"})
    """Those of `FIELDS` that come back when what was written is read; all that is read of a format
    that is not written."""
    only_read: ClassVar[frozenset[str]] = frozenset()
    """Those of `FIELDS` that are read and not written."""
    words_alone: ClassVar[bool] = False
    """Whether it says of words when they were said, and nothing of segments."""
    has_columns: ClassVar[bool] = False
    """Whether it is a table in which a column can be chosen."""
    as_columns: ClassVar[str | None] = None
    """The format that reads it as a table of columns, where one does."""
    signed_times: ClassVar[bool] = False
    """Whether its times may be negative, and ends before their starts."""
    alternations: ClassVar[bool] = False
    """Whether ``{ a / b }`` in a text is a choice, as in NIST's formats."""
    by_recognisers: ClassVar[bool] = False
    """Whether recognisers write it and people do not, so that it is rarely a reference."""
    example: ClassVar[Content | None] = None
    """A small whole document, with two utterances or more where the format can hold them; ``None``
    where a library writes it."""

    def recognise(self, sample: Sample) -> int:
        """Return how sure it is that this is its own, a `Certainty` or a little more than one.

        It is asked about every source, so it looks at little and raises nothing.
        """
        return Certainty.NAME if sample.is_named(self.suffixes) else Certainty.NO

    def cuts_recordings(self, head: bytes) -> bool:  # noqa: ARG002 - by default it does not
        """Whether several segments are of one recording, so that its columns are not enough."""
        return False

    @abstractmethod
    def read(self, source: Source) -> Table:
        """Read the whole source.

        Raises:
            ParseError: the content breaks the format.
        """

    def read_unchanged(self, source: Source) -> Table:
        """Read the whole source with what its texts mark next to words and nobody scores."""
        return self.read(source)

    def write(self, transcript: Transcript, losses: Counter[str]) -> Any:
        """Return the content of the file; what had to be changed is counted in ``losses``.

        Raises:
            InputError: a segment lacks what the format cannot do without.
            UsageError: this format is read and not written.
        """
        del transcript, losses
        raise UsageError(
            f"{self.name} can be read and not written; choose another format with --to"
        )

    @classmethod
    def is_written(cls) -> bool:
        """Whether it can be written."""
        return cls.write is not Format.write

    @classmethod
    def description(cls) -> dict[str, Any]:
        """Return all that is said of it, by the names of the attributes."""
        return {
            "about": cls.about,
            "suffixes": list(cls.suffixes),
            "shared_suffixes": list(cls.shared_suffixes),
            "time_unit": cls.time_unit,
            "holds": [field for field in FIELDS if field in cls.holds],
            "only_read": [field for field in FIELDS if field in cls.only_read],
            "has_columns": cls.has_columns,
            "alternations": cls.alternations,
            "by_recognisers": cls.by_recognisers,
            "written": cls.is_written(),
        }
