"""A recipe of the user's that is the name of another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path

WHISPER = (
    "wer@1|unit:word@1|normalizer:whisper-english@20250625|ties:jiwer@1|weights:1/1/1|missing:error"
)


def write(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "mondegreen.toml").write_text(f"[recipes]\n{text}\n", "utf-8")
    monkeypatch.chdir(folder)


@pytest.mark.parametrize(
    "text",
    [
        'ours = "whisper-jiwer"',
        'ours = "whisper-jiwer@1"',
        'ours = "theirs"\ntheirs = "whisper-jiwer"',
        'ours = " whisper-jiwer "\nother = "ours|x"',
    ],
)
def test_it_is_that_one(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    write(tmp_path, text, monkeypatch)
    assert mg.score("A b", "a b", recipe="ours").signature == WHISPER
    (tmp_path / "pairs.jsonl").write_text('{"reference": "A b", "hypothesis": "a b"}\n', "utf-8")
    assert run(["score", "pairs.jsonl", "--recipe", "ours"]) == 0
    assert "recipe ours of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('ours = "whisper-jiwr"', "no recipe or metric is named 'whisper-jiwr'. Did you mean"),
        ('ours = "whisper-jiwer@9"', "is here as whisper-jiwer@1, not as"),
        ('ours = "sclite|missing:skip"', r"write .* wer@1\|normalizer:sclite@1\|.*\|missing:skip"),
        ('ours = "ours"', "refers to itself, ours -> ours; write a signature"),
        ('ours = "b"\nb = "c"\nc = "b"', "refers to itself, ours -> b -> c -> b"),
    ],
)
def test_what_is_none_is_refused(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, text, monkeypatch)
    with pytest.raises(mg.UsageError, match=told) as caught:
        mg.score("a", "a", recipe="ours")
    assert str(caught.value).startswith("the recipe 'ours' of ")


def test_one_that_is_wrong_is_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, 'ours = "ours"\nfine = "wer"\nlist = "cer|normalizer:lower"', monkeypatch)
    assert mg.score("a", "a", recipe="fine")["wer"].value == 0
    assert mg.score("A", "a", recipe="list")["cer"].value == 0
    assert run(["list", "recipes"]) == 0
