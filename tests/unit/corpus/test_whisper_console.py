"""Lines with a start and an end in brackets, as programs on whisper print them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.formats.cues.whisper_console import WhisperConsole
from mondegreen.corpus.source import opened


@pytest.mark.parametrize(
    "times", ["[0.50s -> 2.90s]", "[0.5 --> 2.9]", "[00:00.500 --> 00:02.900]", "[0.500s->2.900s]"]
)
def test_times_in_brackets(write: Any, times: str) -> None:
    path = write("h.txt", f"Detected language 'en'\n{times}  so it goes\n")
    with opened(path, max_line=1000) as source:
        (segment,) = WhisperConsole().read_segments(source).segments
    assert (segment.start, segment.end) == (Decimal("0.5"), Decimal("2.9"))
    assert segment.text == "so it goes"
    assert list(read(write("r.txt", "so it goes\n"), path).hypotheses) == ["so it goes"]
