"""A folder of LibriSpeech."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.formats import FORMATS
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def folder(path: Path) -> Path:
    for name, content in FORMATS.get("librispeech").example.items():  # type: ignore[union-attr]
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(str(content))
    return path


def test_against_lines_with_ids(tmp_path: Path) -> None:
    heard = tmp_path / "hyp.txt"
    heard.write_text("84-121123-0001 AND SO ON\n84-121123-0000 SO IT GOES\n174-50561-0000 THE\n")
    corpus = read(folder(tmp_path / "dev"), heard, hypothesis_format="kaldi")
    assert corpus.ids == ["174-50561-0000", "84-121123-0000", "84-121123-0001"]
    assert list(corpus.hypotheses) == ["THE", "SO IT GOES", "AND SO ON"]
    assert corpus.metadata["speaker"] == ["174", "84", "84"]


def test_hidden_and_deep_files_are_left_alone(tmp_path: Path) -> None:
    hidden = tmp_path / ".cache" / "a"
    deep = tmp_path / "a" / "b" / "c" / "d" / "e"
    for place in (hidden, deep):
        place.mkdir(parents=True)
        (place / "1-2.trans.txt").write_text("1-2-0000 SO\n")
    with pytest.raises(InputError):
        read(tmp_path, tmp_path)
