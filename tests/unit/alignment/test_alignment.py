"""The value that holds an alignment."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

from mondegreen.alignment import Alignment, Run, align
from mondegreen.errors import UsageError


def test_counts() -> None:
    """All five numbers."""
    found = align("please call the card", "call the cart now")
    assert (found.hits, found.substitutions, found.deletions, found.insertions) == (2, 1, 1, 1)
    assert found.errors == 3


def test_pairs() -> None:
    """Gaps are None, so that no token can be mistaken for one."""
    assert list(align("press * now", "press now").pairs()) == [
        ("press", "press"),
        ("*", None),
        ("now", "now"),
    ]
    assert list(align("", "a").pairs()) == [(None, "a")]


@pytest.mark.parametrize(
    "runs",
    [
        (),
        (Run("equal", 0, 1, 0, 1),),
        (Run("delete", 1, 2, 0, 0), Run("equal", 0, 1, 0, 1)),
        (Run("equal", 0, 2, 0, 2),),
        (Run("equal", 0, 1, 0, 1), Run("delete", 0, 2, 1, 1)),
    ],
)
def test_invariant(runs: tuple[Run, ...]) -> None:
    """Runs that do not cover both texts are refused."""
    with pytest.raises(UsageError, match=r"^the runs cover the first \d of 2 reference tokens and"):
        Alignment(("a", "b"), ("a",), runs)


def test_text() -> None:
    """Printing an alignment renders it."""
    found = align("a b", "a c")
    assert str(found) == found.render() == "REF  a b\nHYP  a c\n       S"


def test_dict() -> None:
    """Plain values, which JSON gives back unchanged."""
    found = align("a b", "a", edit_weights="sclite").to_dict()
    assert found == {
        "id": None,
        "unit": "word",
        "ties": "sclite",
        "edit_weights": [4, 3, 3],
        "reference": ["a", "b"],
        "hypothesis": ["a"],
        "hits": 1,
        "substitutions": 0,
        "deletions": 1,
        "insertions": 0,
        "errors": 1,
        "runs": [
            {
                "operation": "equal",
                "reference_start": 0,
                "reference_end": 1,
                "hypothesis_start": 0,
                "hypothesis_end": 1,
            },
            {
                "operation": "delete",
                "reference_start": 1,
                "reference_end": 2,
                "hypothesis_start": 1,
                "hypothesis_end": 1,
            },
        ],
    }
    assert json.loads(json.dumps(found)) == found


class Cells(HTMLParser):
    """The tags of a page, and the texts of its cells."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.directions: list[str | None] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "span" and "style" not in dict(attrs):
            self.directions.append(dict(attrs).get("dir"))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data)


def test_html() -> None:
    """Texts are escaped, each cell finds its own direction, and there is no script."""
    attack = "<script>alert('&')</script>"
    page = align(f"{attack} שלום b", "x שלום")._repr_html_()
    cells = Cells(page)
    assert cells.tags == {"div", "span", "small"}
    assert cells.texts == [attack, "x", "S", "שלום", "שלום", "b", "D"]
    assert cells.directions == ["auto"] * 5 + [None]


def test_html_control_characters() -> None:
    """What cannot be seen is made visible here too."""
    assert Cells(align("\x1b a\u202eb", "")._repr_html_()).texts == ["␛", "D", "a<U+202E>b", "D"]
