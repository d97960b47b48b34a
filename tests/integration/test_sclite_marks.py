"""Everything that sclite reads in trn files, on both sides, against the program: counts by utterance.

Alternatives with and without blanks, ``@`` anywhere, tags, stars, optional words and fragments.
"""

from __future__ import annotations

import random
import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from nist_program import SCTK, needs_sctk, write_trn

import mondegreen as mg

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_sctk
SCORES = re.compile(r"id: \((\S+)\)\s+Scores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)")
_DEEPEST = 2
WORDS = ["a", "b", "c", "card", "comma", "water", "A"]


def program(folder: Path, *flags: str) -> dict[str, tuple[int, ...]]:
    """Return what sclite counts, by id; its reports without an end are no success."""
    command = [str(SCTK), "sclite", "-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id"]
    done = subprocess.run(
        [*command, *flags, "-o", "pra", "stdout"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    return {name: tuple(map(int, counts)) for name, *counts in SCORES.findall(done.stdout)}


def word(chance: random.Random, *, inside: bool) -> str:
    """Return a word, perhaps with something at it that is not a part of it."""
    plain = chance.choice(WORDS)
    changed = [
        f"{plain};{chance.choice(['tag', 'a;b', ''])}",
        f"{plain}*",
        "@",
        f"({plain})",
        chance.choice([f"{plain[:3]}-", f"-{plain[-3:]}", f"({plain[:3]}-)", "-"]),
        chance.choice(["a\\;b", "a-b"] if inside else ["a/b", "/", "b}", "c-/"]),
    ]
    return plain if chance.random() < 0.6 else chance.choice(changed)


def text(chance: random.Random, depth: int = _DEEPEST) -> str:
    """Return what a file may hold."""
    parts = []
    for _ in range(chance.randrange(1, 6)):
        if depth and chance.random() < 0.25:
            ways = [text(chance, depth - 1) for _ in range(chance.randrange(1, 4))]
            blank = chance.choice(["", " "])
            parts.append(f"{{{blank}{f'{blank}/{blank}'.join(ways)}{blank}}}")
        else:
            parts.append(word(chance, inside=depth < _DEEPEST))
    return " ".join(parts)


@pytest.mark.parametrize(
    ("flags", "more"),
    [
        ((), None),
        (("-D",), "optional"),
        (("-F",), "fragments"),
        (("-D", "-F"), "optional,fragments"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_counts(flags: tuple[str, ...], more: str | None, seed: int, tmp_path: Path) -> None:
    chance = random.Random(f"{flags} {seed}")
    pairs = [(text(chance), text(chance)) for _ in range(400)]
    write_trn(tmp_path / "ref.trn", [said for said, _ in pairs])
    write_trn(tmp_path / "hyp.trn", [heard for _, heard in pairs])
    theirs = program(tmp_path, *flags)
    result = mg.score(
        mg.read(tmp_path / "ref.trn", tmp_path / "hyp.trn"), recipe="sclite", alternatives=more
    )
    ids = result.ids or []
    assert sorted(ids) == sorted(theirs)
    different = [
        (pairs[row], result.counts(row, "wer"), theirs[name])
        for row, name in enumerate(ids)
        if result.counts(row, "wer") != theirs[name]
    ]
    assert different == []
