"""Edit weights, as they are written and as they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.alignment import parse_edit_weights
from mondegreen.errors import UsageError


@pytest.mark.parametrize("value", [None, (1, 1, 1), [1, 1, 1], "1/1/1"])
def test_usual(value: Any) -> None:
    """The kernel has faster ways for weights of one."""
    assert parse_edit_weights(value) is None


@pytest.mark.parametrize("value", ["sclite", " sclite ", "4/3/3", (4, 3, 3), [4, 3, 3], "04/3/3"])
def test_sclite(value: Any) -> None:
    """All ways to say the same."""
    assert parse_edit_weights(value) == (4, 3, 3)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("4/3", "'4/3'"),
        ("4/3/3/3", "'4/3/3/3'"),
        ("4/3/x", "'4/3/x'"),
        ("4/3/-3", "'4/3/-3'"),
        ("4/3/0", "'4/3/0'"),
        ("٤/٣/٣", "'٤/٣/٣'"),
        ("SCLITE", "'SCLITE'"),
        ("", "''"),
        ((4, 3), "(4, 3)"),
        ((4, 3, 0), "(4, 3, 0)"),
        ((4, 3, 2.0), "(4, 3, 2.0)"),
        ((4, 3, True), "(4, 3, True)"),
        ({4, 3, 2}, "{2, 3, 4}"),
        (4, "4"),
        ("9" * 100, "'" + "9" * 59 + "..."),
        ([10**5000], "a value of type list"),
    ],
)
def test_refused(value: Any, shown: str) -> None:
    """The message says what is expected and what was given."""
    with pytest.raises(UsageError) as error:
        parse_edit_weights(value)
    assert str(error.value) == (
        "edit weights must be three whole numbers of at least 1, as "
        f"substitution/deletion/insertion, for example 4/3/3, or 'sclite'; got {shown}"
    )


def test_largest() -> None:
    """The kernel's sums must not overflow."""
    assert parse_edit_weights("1000/1000/1000") == (1000, 1000, 1000)
    with pytest.raises(UsageError, match=r"^edit weights must be at most 1000; got '1/1/1001'$"):
        parse_edit_weights("1/1/1001")
