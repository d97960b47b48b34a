"""What every format promises, built in or plugged in, as one check."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.converting import read_transcript, reduced, write_transcript
from mondegreen.corpus.format import FIELDS, Certainty, Format
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.sample import Sample
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.source import opened
from mondegreen.errors import MondegreenError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.segments import Transcript

__all__ = ["FormatContractError", "check_format"]

_MAX_LINE = 2**20
_STRANGE = (
    b"",
    b"\n",
    b"\0\xff" * 100,
    b"{" * 1000,
    b"[" * 1000,
    b'{"a": [1, {"b"',
    b"<?xml version='1.0'?><a>",
    b"\xef\xbb\xbf",
    b'"' * 1000,
    b"0.1 " * 1000,
    b"a,b;c\td|e\n" * 100,
    "é\u2028\u00a0\r".encode() * 100,
)


class FormatContractError(MondegreenError, AssertionError):
    """A format breaks a promise that everything else relies on; the message says which."""


def check_format(form: str | type[Format]) -> None:
    """Check that a format keeps the contract of `mondegreen.corpus.Format`.

    That is: it is described; its example is recognised as it, and no other format is as sure of
    it; ``recognise`` raises nothing, whatever it is shown, and is not sure of nothing; the example
    is read, every column as long as the others; and where it can be written, what was read of the
    example is written without a loss, and read again as it was. A format without an example is
    checked with a small transcript that it writes.

    Args:
        form: a registered name, or a class.

    Raises:
        FormatContractError: a promise is broken.

    >>> class Shouted(Format):
    ...     name, about, example = "shouted", "", "SO IT GOES"
    ...     def read(self, source):
    ...         raise NotImplementedError
    >>> check_format(Shouted)
    Traceback (most recent call last):
    mondegreen.testing.format_check.FormatContractError: format 'shouted': about is ''; expected one phrase on one line without a full stop
    """
    kind = FORMATS.get(form) if isinstance(form, str) else form
    _check_description(kind)
    _check_strange(kind)
    with TemporaryDirectory() as place:
        path = _written(kind, Path(place))
        _check_recognised(kind, path)
        with _registered(kind):
            _check_read(kind, path)
            if kind.is_written():
                _check_round_trip(kind, path, Path(place) / "again")


def _error(kind: type[Format], problem: str) -> FormatContractError:
    return FormatContractError(f"format {kind.name!r}: {problem}")


@contextmanager
def _broken(kind: type[Format], what: str) -> Iterator[None]:
    try:
        yield
    except FormatContractError:
        raise
    except Exception as error:
        raise _error(kind, f"{what}: {error!r:.300}") from error


def _check_description(kind: type[Format]) -> None:
    name = getattr(kind, "name", None)
    if not isinstance(name, str) or not name or name.split() != [name]:
        raise FormatContractError(f"format {kind!r}: name is {name!r}; expected a word")
    if not issubclass(kind, Format):
        raise _error(kind, "is no subclass of mondegreen.corpus.Format, so nothing recognises it")
    about = getattr(kind, "about", None)
    if not isinstance(about, str) or not about.strip() or "\n" in about or about.endswith("."):
        problem = f"about is {about!r}; expected one phrase on one line without a full stop"
        raise _error(kind, problem)
    for suffix in (*kind.suffixes, *kind.shared_suffixes):
        if not suffix or suffix != suffix.lower() or "/" in suffix:
            raise _error(kind, f"the suffix {suffix!r}; expected lower case, such as '.srt'")
    odd = (kind.holds | kind.only_read) - {*FIELDS}
    if odd:
        raise _error(kind, f"holds {sorted(odd)}; expected those of {', '.join(FIELDS)}")
    timed = bool({"times", "word times"} & (kind.holds | kind.only_read))
    if timed != (kind.time_unit is not None):
        raise _error(
            kind, f"the unit of time is {kind.time_unit!r}, and it holds {sorted(kind.holds)}"
        )
    if kind.example is None and not kind.is_written():
        raise _error(kind, "has no example; expected a small whole document")


def _check_strange(kind: type[Format]) -> None:
    with TemporaryDirectory() as place:
        path = Path(place) / "strange"
        for content in _STRANGE:
            path.write_bytes(content)
            sure = _certainty(kind, path)
            if not content and sure > Certainty.FALLBACK:
                raise _error(kind, "is sure that an empty file is its own")
        path.unlink()
        if _certainty(kind, Path(place)):
            raise _error(kind, "is sure that an empty folder is its own")


def _certainty(kind: type[Format], path: Path) -> int:
    with opened(path, max_line=_MAX_LINE) as source, _broken(kind, "recognise() fails"):
        sure = kind().recognise(Sample(source))
        if not isinstance(sure, int) or not Certainty.NO <= sure < Certainty.MAGIC + 100:
            raise _error(kind, f"recognise() returned {sure!r}; expected a Certainty")
        return sure


def _written(kind: type[Format], place: Path) -> Path:
    """Write the example, or a transcript where there is none, and return where."""
    content: Any = kind.example
    if content is None:
        content = kind().write(_small(), Counter())
    suffix = next(iter((*kind.suffixes, *kind.shared_suffixes)), "")
    path = place / (f"talk{suffix}" if suffix.startswith(".") or not suffix else suffix)
    _store(path, content)
    return path


def _small() -> Transcript:
    from mondegreen.corpus.segments import Segment, Transcript  # only where there is no example

    return Transcript("talk", "seglst", (Segment("so it goes", id="1"), Segment("on", id="2")))


def _store(path: Path, content: Any) -> None:
    if isinstance(content, (str, bytes)):
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return
    path.mkdir()
    for name, part in content.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        _store(path / name, part)


def _check_recognised(kind: type[Format], path: Path) -> None:
    sure = _certainty(kind, path)
    if not sure:
        raise _error(kind, "does not recognise its own example")
    for name in FORMATS.names():
        other = FORMATS.get(name)
        if name == kind.name or other is kind:
            continue
        found = _certainty(other, path)
        if found >= sure:
            problem = f"is {sure} sure of its own example, and {name!r} is {found} sure of it"
            raise _error(kind, problem)


def _check_read(kind: type[Format], path: Path) -> None:
    if issubclass(kind, SegmentFormat) and not {"text", "words"} & kind.holds:
        return  # who spoke when, which is not a table of texts
    with opened(path, max_line=_MAX_LINE) as source, _broken(kind, "its example is not read"):
        table = kind().read(source)
    lengths = {name: len(column) for name, column in table.columns.items()}
    if not len(table) or len(set(lengths.values())) != 1:
        raise _error(kind, f"its example has columns of {lengths} values; expected some, and equal")
    if table.lines is not None and len(table.lines) != len(table):
        raise _error(kind, f"{len(table.lines)} lines are known of {len(table)} rows")
    if table.format != kind.name:
        raise _error(kind, f"the table says it is {table.format!r}")


def _check_round_trip(kind: type[Format], path: Path, again: Path) -> None:
    def held(transcript: Transcript) -> Transcript:
        return reduced(transcript, kind.holds, Counter())

    with _broken(kind, "its example is not read as segments"):
        first = held(read_transcript(str(path), kind.name))
    with _broken(kind, "what was read of its example cannot be written"):
        converted = write_transcript(first, kind.name)
    losses = ", ".join(what for what in converted.losses if "borders" not in what)
    if losses:
        raise _error(kind, f"what it holds of its example is written with losses: {losses}")
    _store(again, converted.content)
    with _broken(kind, "what it wrote is not read"):
        second = held(read_transcript(str(again), kind.name))
    for one, two in zip_longest(first.segments, second.segments):
        if one != two:
            raise _error(kind, f"it wrote {one!r:.300}, and reads {two!r:.300}")
    if first.header != second.header:
        raise _error(
            kind, f"it wrote the header {first.header!r:.300}, and reads {second.header!r:.300}"
        )


@contextmanager
def _registered(kind: type[Format]) -> Iterator[None]:
    """Have a class found by its name, which it is if it is registered."""
    if kind.name in FORMATS.names() and FORMATS.get(kind.name) is kind:
        yield
        return
    held = dict(FORMATS._table)
    FORMATS._table[kind.name] = kind
    try:
        yield
    finally:
        FORMATS._table.clear()
        FORMATS._table.update(held)
