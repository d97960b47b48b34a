"""Names and prose are in plain technical English: words that readers stumbled over stay out.

All names, comments, docstrings, messages, pages and names of files are read. Tables of data (``.tsv``, ``.jsonl``,
...) hold texts of natural languages, and are not read.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READ = {".css", ".html", ".j2", ".js", ".json", ".md", ".py", ".rs", ".toml"}

INSTEAD = {
    "purse": "budget",
    "gather": "collect or read",
    "manner": "option, setting or kind",
    "fence": "delimiter or code block",
    "twin": "reference implementation",
    "sayings": "cases or examples",
    "behind": "after",
    "beside": "next to or with",
}
WORD = re.compile(rf"(?<![a-z])({'|'.join(INSTEAD)})(?:s|d|r|ed|ing)?(?![a-z])")
"""A whole word, or a part of a name: ``_fence``, ``gather_all``."""

QUOTED = re.compile(r"asyncio\.gather\(|\bbesides? the boat(?:house)?\b", re.IGNORECASE)
"""What is not ours: a function of Python, and a sentence that tests score."""

LANGUAGES = ("crates/mondegreen-core/src/canonical/", "crates/mondegreen-core/src/numbers/")
"""Rooms about natural languages."""

LISTS = ("tests/unit/test_words.py", "tests/unit/cli/test_help.py")
"""Tests that list these words."""


def found(line: str) -> list[str]:
    """Return the words of a line that are in the list; capital letters begin words of a name."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", QUOTED.sub(" ", line))
    return [match[1] for match in WORD.finditer(parted.lower())]


def files() -> list[str]:
    """Return the paths of all files that are read."""
    top = [path for path in ROOT.glob("*.*") if path.suffix in READ]
    folders = ("benchmarks", "crates", "docs", "examples", "src", "tests")
    within = [path for folder in folders for path in (ROOT / folder).rglob("*.*")]
    names = [path.relative_to(ROOT).as_posix() for path in [*top, *within] if path.suffix in READ]
    return sorted(name for name in names if not name.startswith(LANGUAGES) and name not in LISTS)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("def gather_all(self, purse: Purse) -> None:", ["gather", "purse", "purse"]),
        ("_FENCE = 1; CodeFence(); isFenced; _fenced_text", ["fence"] * 4),
        (
            "Behind the point, besides; beside it, one behind the other.",
            ["behind", "beside", "beside", "behind"],
        ),
        ("the twins, in this manner, and sayings", ["twin", "manner", "sayings"]),
        ("between, together, defence, entwined, intertwine; as people say, by saying so", []),
        ("await asyncio.gather(*tasks)", []),
        ("the keeper will wait beside the boathouse", []),
    ],
)
def test_words_are_found_in_prose_and_in_names(line: str, words: list[str]) -> None:
    assert found(line) == words


def test_words_of_the_list_are_nowhere() -> None:
    wrong = []
    for name in files():
        lines = (ROOT / name).read_text("utf-8").split("\n")
        for number, line in enumerate([name, *lines]):
            wrong += [f"{name}:{number}: {word!r}, say {INSTEAD[word]}" for word in found(line)]
    assert not wrong, "\n".join(wrong)
