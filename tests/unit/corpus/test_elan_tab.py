"""The tab-delimited text of ELAN, in the layouts and units that it is exported with."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.errors import ParseError

SAID = [("ada", "0.5", "2.9", "so it goes"), ("bo", "5.0", "7.6", "and so on")]
UNITS = {"ss.msec": "{}", "msec": "{}", "hh:mm:ss.ms": "00:00:0{}00"}


def cell(time: str, unit: str) -> str:
    return str(int(Decimal(time) * 1000)) if unit == "msec" else UNITS[unit].format(time)


def layouts() -> dict[str, str]:
    found = {}
    for unit in UNITS:
        rows = [(who, cell(a, unit), cell(b, unit), text) for who, a, b, text in SAID]
        times = f"Begin Time - {unit}\tEnd Time - {unit}"
        found[f"flat {unit}"] = f"Tier\t{times}\tAnnotation\n" + "".join(
            "\t".join(row) + "\n" for row in rows
        )
        found[f"a column for each tier {unit}"] = (
            f"{times}\tDuration - {unit}\tada\tbo\n"
            + "".join(
                f"{a}\t{b}\t1\t" + (f"{text}\t" if who == "ada" else f"\t{text}") + "\n"
                for who, a, b, text in rows
            )
        )
    flat = found["flat ss.msec"]
    found["media file"] = f'"#file:///talks/t.eaf -- offset: 0"\n{flat}'
    found["two units"] = (
        "Tier\tBegin Time - hh:mm:ss.ms\tBegin Time - msec\tEnd Time - msec\tAnnotation\n"
        "ada\t00:00:00.500\t500\t2900\tso it goes\nbo\t00:00:05.000\t5000\t7600\tand so on\n"
    )
    found["a participant"] = (
        "Tier\tParticipant\tBegin Time - ss.msec\tEnd Time - ss.msec\tAnnotation\n"
        "ada\tA\t0.5\t2.9\tso it goes\nbo\tB\t5.0\t7.6\tand so on\n"
    )
    return found


@pytest.mark.parametrize("layout", layouts())
@pytest.mark.parametrize("name", ["talk.txt", "talk.tsv", "talk"])
def test_every_layout(write: Any, layout: str, name: str) -> None:
    with opened(write(name, layouts()[layout]), max_line=1000) as source:
        assert sniff(source) == "elan-tab"
        kind: Any = FORMATS.get("elan-tab")()
        found = kind.read_segments(source).segments
    assert [(each.speaker, each.start, each.end, each.text) for each in found] == [
        (who, Decimal(a), Decimal(b), text) for who, a, b, text in SAID
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "Begin Time - hh:mm:ss:ff\tEnd Time - hh:mm:ss:ff\ta\n",
            ":1: no column Begin Time in msec or",
        ),
        (
            "Begin Time - msec\ta\n1\tso\n",
            ":1: no column End Time in msec or ss.msec or hh:mm:ss.ms",
        ),
        (
            "Begin Time - msec\tEnd Time - msec\ta\n1\t2\n",
            ":2: got 2 cells, expected 3 as in the head",
        ),
        (
            "Begin Time - msec\tEnd Time - msec\ta\nx\t2\tso\n",
            ":2: got 'x', expected a time as msec",
        ),
        (
            "Begin Time - msec\tEnd Time - msec\ta\tb\n1\t2\tso\tno\n",
            ":2: the tiers 'a' and 'b' have a",
        ),
    ],
)
def test_what_cannot_be_read(write: Any, content: str, said: str) -> None:
    with opened(write("talk.txt", content), max_line=1000) as source:
        assert sniff(source) == "elan-tab"
        with pytest.raises(ParseError, match=r"talk\.txt") as error:
            FORMATS.get("elan-tab")().read(source)
    assert said in str(error.value)
