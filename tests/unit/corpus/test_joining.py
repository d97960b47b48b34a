"""Both sides of files that need not pair up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.corpus.joining import format_of, read_sides
from mondegreen.errors import InputError
from mondegreen.options.reading import Reading

if TYPE_CHECKING:
    from pathlib import Path


def test_the_second_file_gives_its_hypotheses(tmp_path: Path) -> None:
    both = tmp_path / "both.jsonl"
    both.write_text('{"text": "press one", "pred_text": "press won"}\n', "utf-8")
    said, written = read_sides((str(both), str(both)))
    assert (list(said), list(written)) == (["press one"], ["press won"])


def test_one_side_a_file(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text('{"id": "1", "reference": "a"}\n', "utf-8")
    (tmp_path / "h.jsonl").write_text('{"id": "1", "hypothesis": "b"}\n', "utf-8")
    said, written = read_sides((str(tmp_path / "r.jsonl"), str(tmp_path / "h.jsonl")))
    assert (list(said), list(written)) == (["a"], ["b"])


def test_ids_bring_the_sides_into_one_order(tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("a (s-1)\nb (s-2)\n", "utf-8")
    (tmp_path / "h.trn").write_text("b (s-2)\na (s-1)\n", "utf-8")
    said, written = read_sides((str(tmp_path / "r.trn"), str(tmp_path / "h.trn")))
    assert list(said) == list(written) == ["a", "b"]


def test_lines_need_not_be_as_many(tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("u-1 a\nu-2 b\n", "utf-8")
    (tmp_path / "h.txt").write_text("u-1 a u-2 b\n", "utf-8")
    said, written = read_sides((str(tmp_path / "r.txt"), str(tmp_path / "h.txt")))
    assert (list(said), list(written)) == (["u-1 a", "u-2 b"], ["u-1 a u-2 b"])


@pytest.mark.parametrize("hypothesis", ["null", '"", "error": {"code": 500}', '" ", "error": 7'])
def test_missing_hypotheses_are_not_lost_among_the_others(tmp_path: Path, hypothesis: str) -> None:
    file = tmp_path / "f.jsonl"
    file.write_text('{"reference": "a", "hypothesis": %s}\n' % hypothesis, "utf-8")  # noqa: UP031
    with pytest.raises(InputError, match="1 hypothesis is missing"):
        read_sides((str(file), None))


@pytest.mark.parametrize(
    ("options", "formats"),
    [
        ({}, ("jsonl", "jsonl")),
        ({"format": "lines"}, ("lines", "lines")),
        ({"hypothesis_format": "lines"}, ("jsonl", "lines")),
        ({"format": "lines", "hypothesis_format": "trn"}, ("lines", "trn")),
    ],
)
def test_the_format_is_what_is_named_for_a_side_else_for_both_else_what_is_in_it(
    tmp_path: Path, options: dict[str, str], formats: tuple[str, str]
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"reference": "a", "hypothesis": "b"}\n', "utf-8")
    named: Any = options
    found = (
        format_of(str(file), Reading(**named)),
        format_of(str(file), Reading(**named), hypothesis=True),
    )
    assert found == formats
