"""Lines of ctm are read together where they are plain, and give what they give one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen.corpus.formats.text import ctm
from mondegreen.corpus.source import opened
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

NAMES = st.sampled_from(["talk", "x", "ÄÖ", "a\u00a0b", "1.5", "a\x1cb"])
BLANKS = st.sampled_from([" ", " ", " ", "  ", "\t"])
TIMES = st.sampled_from(["0", "1.5", ".25", "3.", "12.345678", "-1", "+2", "1e3", "nan", "*"])
PLAIN_TIMES = st.sampled_from(["0", "1.5", ".25", "3.", "12.345678"])
WORDS = st.sampled_from(["so", "{", "<ALT>", "it;x", "é", "NA", "0.5", ";;"])
CONFIDENCES = st.sampled_from(["", "", "0.5", "NA", "na", "1e-3", "x", "."])


def _line(*fields: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda blank, end, *found: blank.join(found).rstrip() + end,
        BLANKS,
        st.sampled_from(["", "", "", " ", "\r"]),
        *fields,
    )


ODD = _line(NAMES, NAMES, TIMES, TIMES, WORDS, CONFIDENCES)
PLAIN = _line(NAMES, st.sampled_from("AB"), PLAIN_TIMES, PLAIN_TIMES, st.just("so"), st.just("0.5"))
OTHERS = st.sampled_from(["", ";; note", "talk 0.1 0.2 so", "talk 1 0.1 0.2", " "])


def _read(path: Path) -> Any:
    with opened(path, max_line=2**20) as source:
        try:
            transcript = ctm.Ctm().read_segments(source)
        except InputError as error:
            return str(error)
    return transcript.segments, transcript.segments.line


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("lines", [PLAIN, PLAIN | ODD, PLAIN | OTHERS, ODD | OTHERS])
@settings(max_examples=40)
@given(data=st.data())
def test_lines_together_are_lines_one_by_one(
    lines: st.SearchStrategy[str], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "words.ctm"
    text = "\n".join(data.draw(st.lists(lines, min_size=1, max_size=12)))
    path.write_text(text, encoding="utf-8", newline="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ctm, "_AT_ONCE", data.draw(st.sampled_from([1, 3, 2**14])))
        together = _read(path)
        patch.setattr(ctm, "_plain_columns", lambda _: None)
        assert together == _read(path)


def test_plain_lines_are_read_together() -> None:
    lines = ["talk A 0.5  1 so 0.5", "talk B\t0.5 1 é NA\r", "talk B 1 .25 x 0.5"]
    columns = ctm._plain_columns(lines)
    assert columns is not None
    assert columns[:3] == [["talk"] * 3, ["A", "B", "B"], ["so", "é", "x"]]
    assert ctm._plain_columns([*lines, "talk A 0.5 1 so"]) is None
