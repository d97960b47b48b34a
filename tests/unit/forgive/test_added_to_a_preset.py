"""A forgiver named next to a preset replaces the preset's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.errors import UsageError
from mondegreen.forgive.spelling import Spelling

if TYPE_CHECKING:
    from pathlib import Path

SAID, WRITTEN = "the lorrie is here um", "the lorry is here"


@pytest.mark.parametrize("preset", ["agent", ["agent", "agent"], ["agent", "reader"]])
@pytest.mark.parametrize("first", [True, False])
def test_a_table_of_spellings(tmp_path: Path, preset: str | list[str], *, first: bool) -> None:
    (tmp_path / "own.tsv").write_text("lorrie\tlorry\n", "utf-8")
    own = Spelling(file=tmp_path / "own.tsv")
    presets = [preset] if isinstance(preset, str) else preset
    result = mg.score(SAID, WRITTEN, forgive=[own, *presets] if first else [*presets, own])
    assert result["wer"].errors == 0
    assert f"+spelling@{own.version}+" in result.signature


def test_two_that_are_both_named_are_refused(tmp_path: Path) -> None:
    (tmp_path / "own.tsv").write_text("lorrie\tlorry\n", "utf-8")
    with pytest.raises(UsageError, match="two forgivers are named 'spelling'"):
        mg.score(SAID, WRITTEN, forgive=[Spelling(file=tmp_path / "own.tsv"), "spelling"])
