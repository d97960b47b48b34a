"""Every registered format keeps the contract, and the check catches those that do not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mondegreen.corpus import FORMATS, Certainty, Format, Sample, Source, Table
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segment, Transcript
from mondegreen.testing import FormatContractError, check_format

NEED_PYARROW = {"arrow", "parquet", "huggingface"}


@pytest.mark.parametrize("name", FORMATS.names())
def test_registered_formats(name: str) -> None:
    if name in NEED_PYARROW:
        pytest.importorskip("pyarrow")
    check_format(name)


def test_endings_that_stand_for_one_format() -> None:
    """No two formats have a suffix to themselves."""
    owners = Counter(suffix for name in FORMATS.names() for suffix in FORMATS.get(name).suffixes)
    assert not [suffix for suffix, count in owners.items() if count > 1]


class Barred(SegmentFormat):
    """A good one, as a newcomer would write it: ``<id> | <text>``."""

    name = "barred"
    about = "an id, a bar, the text"
    suffixes = (".barred",)
    time_unit = None
    holds = frozenset({"id", "text"})
    example = "%barred\nu1 | so it goes\nu2 | and so on\n"

    def recognise(self, sample: Sample) -> int:
        return Certainty.MAGIC if sample.head.startswith(b"%barred\n") else Certainty.NO

    def read_segments(self, source: Source) -> Transcript:
        rows = [line.split(" | ") for line in source.lines() if not line.startswith("%")]
        return Transcript(source.name, self.name, tuple(Segment(row[1], id=row[0]) for row in rows))

    def write(self, transcript: Transcript, losses: Counter[str]) -> str:
        return "%barred\n" + "".join(f"{s.id} | {s.text}\n" for s in transcript.segments)


def test_a_good_format_passes_without_being_registered() -> None:
    before = FORMATS.names()
    check_format(Barred)
    assert FORMATS.names() == before


def bad(**attributes: Any) -> type[Format]:
    return type("Bad", (Barred,), attributes)


def drops_rows(self: Any, source: Source) -> Transcript:
    whole = Barred.read_segments(self, source)
    return whole.with_segments(whole.segments[:1] if "again" in source.name else whole.segments)


def uneven(self: Any, source: Source) -> Table:
    return Table(source.name, self.name, {"id": ["1"], "text": ["a", "b"]})


def fails(self: Any, sample: Sample) -> int:
    return len(sample.lines[0])


def loses(self: Any, transcript: Transcript, losses: Counter[str]) -> str:
    losses["ids"] += 1
    return Barred.write(self, transcript, losses)


def calls_itself_otherwise(self: Any, source: Source) -> Table:
    return Table(source.name, "lines", {"text": ["a"]})


BAD = {
    "a phrase": (bad(about="An id.\nA bar"), "about is"),
    "a full stop": (bad(about="an id."), "about is"),
    "no phrase": (bad(about=""), "about is"),
    "name of two words": (bad(name="an id"), "expected a word"),
    "suffix": (bad(suffixes=(".BAR",)), "the suffix '.BAR'"),
    "field": (bad(holds=frozenset({"texts"})), "holds ['texts']"),
    "unit without times": (bad(time_unit="seconds"), "the unit of time is 'seconds'"),
    "times without unit": (bad(holds=frozenset({"text", "times"})), "the unit of time is None"),
    "no example": (bad(example=None, write=Format.write), "has no example"),
    "never": (bad(recognise=lambda self, sample: 0), "does not recognise its own example"),
    "always": (bad(recognise=lambda self, sample: 500), "is sure that an empty file is its own"),
    "folders": (
        bad(recognise=lambda self, sample: 100 * sample.is_folder),
        "is sure that an empty folder is its own",
    ),
    "fails": (bad(recognise=fails), "recognise() fails: IndexError"),
    "no number": (bad(recognise=lambda self, sample: "yes"), "recognise() returned 'yes'"),
    "another's": (bad(example="WEBVTT\n\n00:01.000 --> 00:02.000\nso\n"), "recognise"),
    "as unsure as others": (
        bad(example="so it goes\n", recognise=lambda self, sample: 100 * (not sample.is_folder)),
        "is 100 sure of its own example, and 'lines' is 100 sure of it",
    ),
    "cannot read": (bad(example="%barred\nu1 so\n"), "its example is not read: IndexError"),
    "uneven": (bad(read=uneven), "columns of {'id': 1, 'text': 2} values"),
    "calls itself otherwise": (bad(read=calls_itself_otherwise), "the table says it is 'lines'"),
    "loses": (bad(write=loses), "is written with losses: ids"),
    "drops rows": (bad(read_segments=drops_rows), "it wrote Segment(text='and so on'"),
}


@pytest.mark.parametrize("what", BAD)
def test_broken_promises(what: str) -> None:
    kind, said = BAD[what]
    with pytest.raises(FormatContractError) as caught:
        check_format(kind)
    assert said in str(caught.value)


def test_an_old_class_is_told_what_it_lacks() -> None:
    class Old:
        name = "old"

    with pytest.raises(FormatContractError, match=r"is no subclass of mondegreen\.corpus\.Format"):
        check_format(Old)  # type: ignore[arg-type]
