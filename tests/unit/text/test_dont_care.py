"""Expressions of a user's own, for what stands for anything."""

from __future__ import annotations

import pickle
import re

import pytest

import mondegreen
from mondegreen.errors import InputError, UsageError
from mondegreen.text import dont_care
from mondegreen.text.dont_care import Expression, pattern, pinned

# Each takes a time that doubles with each letter or two.
_SLOW = [
    (r"(a|aa)+$", "a" * 80 + "c"),
    (r"(\w|\w\w)+$", "b" * 80 + "!"),
    (r"(?:(?:x|xx)+y?)+$", "x" * 60 + "-"),
]


@pytest.mark.parametrize(("expression", "text"), _SLOW)
def test_an_expression_without_end_is_an_error(
    expression: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dont_care, "_SECONDS", 0.05)
    with pytest.raises(
        InputError, match=r"row 2: .* takes more than 0\.05 s, or all memory, on the text"
    ):
        mondegreen.score(["so", text], ["so", "it"], dont_care=expression)


@pytest.mark.parametrize("broken", ["(a", "[", "a{2,1}", "(?P<n>a)(?P<n>", "*a b", "\\"])
def test_what_cannot_be_read_is_refused(broken: str) -> None:
    with pytest.raises(UsageError, match="is not a regular expression"):
        pinned(broken)


@pytest.mark.parametrize("half", ["\ud800", "a [\udfff] b", "\udcc3\udca4x?"])
def test_half_of_a_character_is_refused(half: str) -> None:
    with pytest.raises(UsageError, match="is not valid Unicode"):
        mondegreen.score(["so"], ["so"], dont_care=half)


@pytest.mark.parametrize(
    "many", ["a{99999999}", "(?:a{1000}){1000}", "b{5,}{90000}", "a{0,20001}", "(x{200}y{2,200})+"]
)
def test_counts_that_fill_memory_are_refused(many: str) -> None:
    with pytest.raises(UsageError, match="repeats too often"):
        pinned(many)
    assert pinned(r"\*{2,}[*\d]{1,20}")


def test_a_long_expression_is_refused() -> None:
    with pytest.raises(UsageError, match="at most 500"):
        pinned("a?" * 400)


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (re.IGNORECASE, "[NAME]"),
        (re.VERBOSE, "[name]"),
        (re.IGNORECASE | re.VERBOSE, "[Name]"),
        (0, "[name]"),
    ],
)
def test_flags_of_a_compiled_expression_are_kept(flags: int, text: str) -> None:
    written = r"\[ name \]" if flags & re.VERBOSE else r"\[name\]"
    compiled = re.compile(written, flags)
    assert compiled.search(text)
    found = mondegreen.score([f"{text} called"], ["joe called"], dont_care=compiled)
    assert found.coverage.dont_care == 1
    again = mondegreen.score([f"{text} called"], ["joe called"], recipe=found.signature)
    assert again.signature == found.signature


def test_an_expression_finds_what_python_finds() -> None:
    text = "call [NAME] on ****1234, [credit card] (um) the the [x]"
    for expression in [
        r"\[[^\]]*\]",
        r"\*+\d+",
        r"(?i)name",
        r"(\w+) \1",
        r"(?<=\()um",
        r"^\w+",
        r"\bx\b",
    ]:
        spans = [found.span() for found in Expression(expression).finditer(text)]
        assert spans == [found.span() for found in re.finditer(expression, text)]


def test_an_expression_can_be_pickled() -> None:
    found = pattern(pinned(r"\[.*?\]"))
    assert pickle.loads(pickle.dumps(found)).search("so [it]").span() == (3, 7)
