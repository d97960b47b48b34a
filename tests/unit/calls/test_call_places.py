"""Where files go: no name of a call leads out of the folder, and no two into the same one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.calls.output_paths import folder_names, write
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

EVIL = ["../up", "/etc/passwd", "..", ".", "", "a/b", "a\\b", "con", "NUL.txt", "a\nb", "x" * 900,
        "global_wer.json", "COMPARISON.MD", "tail.", "tail ", "-rf", "é", "e\u0301", "a\x00", "\udcff", "\u202e"]  # fmt: skip
names = st.lists(st.one_of(st.text(max_size=8), st.sampled_from(EVIL)), unique=True, max_size=12)


@given(names)
def test_names_are_safe_and_different(calls: list[str]) -> None:
    calls += [folder_names(calls)[call] for call in calls]  # and those of attackers who know them
    calls = list(dict.fromkeys(calls))
    found = folder_names(calls)
    assert list(found) == calls
    assert len({name.casefold() for name in found.values()}) == len(calls)
    for name in found.values():
        assert name
        assert not set('/\\:*?"<>|\0\n') & set(name)
        assert not name.startswith((".", "-", " "))
        assert not name.endswith((".", " "))
        assert not name.lower().endswith((".json", ".txt", ".csv", ".md"))
        assert len(name.encode()) < 200


def test_plain_names_are_kept() -> None:
    assert folder_names(["750dfc05", "c5f1aee1", "Anna 2"]) == {
        "750dfc05": "750dfc05", "c5f1aee1": "c5f1aee1", "Anna 2": "Anna 2",
    }  # fmt: skip


def test_files_are_replaced_whole_and_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "precious.json"
    outside.write_text("mine", "utf-8")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "a.json").symlink_to(outside)
    (folder / "kept.txt").write_text("kept", "utf-8")
    (path,) = write({("", "a.json"): "new\n"}, lambda _: folder, tmp_path)
    assert (path.read_bytes(), path.is_symlink(), outside.read_text("utf-8")) == (
        b"new\n",
        False,
        "mine",
    )
    assert sorted(each.name for each in folder.iterdir()) == ["a.json", "kept.txt"]


@pytest.mark.parametrize("mask", [0o077, 0o027, 0o022])
def test_who_may_read_them_is_left_to_the_user(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        (path,) = write({("", "a.json"): "new\n"}, lambda _: tmp_path)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


def test_what_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(InputError, match=r"cannot be written: .*; choose another --output"):
        write({("", "a.json"): "new"}, lambda _: tmp_path / "file")
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in" / "output").symlink_to(tmp_path / "out")
    with pytest.raises(InputError, match="leads out of"):
        write({("", "a.json"): "new"}, lambda _: tmp_path / "in" / "output", tmp_path / "in")
    assert not list((tmp_path / "out").iterdir())
