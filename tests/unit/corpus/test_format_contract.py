"""Every registered format keeps the contract, and the check catches those that do not."""

from __future__ import annotations

import doctest
import json
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen.corpus import FORMATS, Certainty, Format, Sample, Source, Table
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segment, Transcript
from mondegreen.testing import FormatContractError, check_format, format_check

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


def documents() -> st.SearchStrategy[str]:
    """JSON with the keys that formats look for, whole, cut and broken."""
    keys = st.sampled_from(
        [*("text", "words", "segments", "results", "alternatives", "id", "start", "a", "status")]
    )
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=12,
    )
    return st.tuples(values.map(json.dumps), st.integers(0, 30), st.sampled_from(']}["\n')).map(
        lambda made: made[0][: len(made[0]) - made[1]] + made[2] * (made[1] > 0)
    )


@settings(deadline=None, max_examples=200)
@given(
    content=st.binary(max_size=200)
    | st.text(max_size=200).map(str.encode)
    | documents().map(str.encode)
    | st.text("0123456789:.,->[]<>|;\t\n ab", max_size=200).map(str.encode)
)
def test_recognise_raises_nothing(content: bytes) -> None:
    """Whatever it is shown, each format says a number, and the same one when asked again."""
    source: Any = SimpleNamespace(name="talk", head=content, is_cut=False)
    for name in FORMATS.names():
        kind = FORMATS.get(name)
        sure = kind().recognise(Sample(source))
        assert isinstance(sure, int)
        assert Certainty.NO <= sure < Certainty.MAGIC + 100
        assert kind().recognise(Sample(source)) == sure


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


def test_the_example_of_the_check() -> None:
    assert doctest.testmod(format_check).failed == 0
