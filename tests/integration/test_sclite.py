"""The sums that NIST's sclite prints, side by side, where it is installed (Debian: ``sctk``).

sclite folds case, aligns by the weights 4/3/3, and reads ``{ a / b / @ }`` in trn files; ``-D`` adds
words that may be left out, ``-F`` fragments.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg

SCTK = shutil.which("sctk")
SHARED = Path(__file__).parents[3] / "shared" / "data" / "sclite"
SCORES = re.compile(r"id: \((\S+)\)\s+Scores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)")
NAMES = ("hits", "substitutions", "deletions", "insertions")
FLAGS = {"nist": None, "optional": "-D", "fragments": "-F"}

needs_sclite = pytest.mark.skipif(SCTK is None, reason="sctk is not installed")
MARKS = [
    ("nist",),
    ("optional",),
    ("fragments",),
    ("optional", "fragments"),
    ("nist", "optional"),
    ("nist", "fragments"),
    ("nist", "optional", "fragments"),
]


def sclite(folder: Path, flags: list[str]) -> dict[str, tuple[int, ...]]:
    """Return hits, substitutions, deletions and insertions by id."""
    command = [SCTK, "sclite", "-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id"]
    done = subprocess.run(
        [*command, *flags, "-o", "pra", "stdout"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found = SCORES.findall(done.stdout)
    return {name.lower(): tuple(map(int, counts)) for name, *counts in found}


def write(folder: Path, pairs: list[tuple[str, str]]) -> None:
    for at, name in enumerate(("ref", "hyp")):
        lines = [f"{pair[at]} (s-{row})\n" for row, pair in enumerate(pairs)]
        (folder / f"{name}.trn").write_text("".join(lines), "utf-8")


def scored(folder: Path, alternatives: str | None) -> mg.Result:
    return mg.score(
        mg.read(folder / "ref.trn", folder / "hyp.trn"),
        alternatives=alternatives,
        normalizer="lower",
        edit_weights="sclite",
    )


def reference(chance: random.Random, marks: tuple[str, ...], depth: int = 2) -> list[str]:
    """Return a reference with what is to be read, as tokens."""
    found: list[str] = []
    for _ in range(chance.randrange(1, 6)):
        kind = chance.random()
        word = chance.choice(["a", "b", "c", "card", "comma", "water"])
        if kind < 0.25 and depth and "nist" in marks:
            ways = [reference(chance, marks, depth - 1) for _ in range(chance.randrange(1, 4))]
            if chance.random() < 0.4:
                ways.append(["@"])
            tokens = [token for way in ways for token in (*way, "/")]
            found += ["{", *tokens[:-1], "}"]
        elif kind < 0.4 and "optional" in marks:
            found.append(f"({word})")
        elif kind < 0.55 and "fragments" in marks:
            found.append(chance.choice((f"{word[:3]}-", f"-{word[-3:]}")))
        else:
            found.append(word)
    return found


def hypothesis(chance: random.Random, tokens: list[str]) -> list[str]:
    """Return what might have been heard: most of the words, and some others."""
    plain = [token.strip("()-") for token in tokens if token not in "{/@}"]
    heard = [word for word in plain if chance.random() < 0.6]
    for _ in range(chance.randrange(3)):
        heard.insert(chance.randrange(len(heard) + 1), chance.choice(["x", "card", "comma", "a"]))
    return heard


def different(
    folder: Path, pairs: list[tuple[str, str]], flags: list[str], alternatives: str
) -> list[Any]:
    """Return the pairs whose counts are not those of sclite."""
    theirs = sclite(folder, flags)
    result = scored(folder, alternatives)
    ids = result.ids or []
    assert sorted(theirs) == sorted(ids)
    return [
        (pairs[row], found, theirs[name])
        for row, name in enumerate(ids)
        if (found := result.counts(row, "wer")) != theirs[name]
    ]


@needs_sclite
@pytest.mark.parametrize("marks", MARKS, ids="+".join)
def test_sums_of_our_own_inputs(marks: tuple[str, ...], tmp_path: Path) -> None:
    """Of several ways that are as cheap, the one that sclite takes, too."""
    chance = random.Random("+".join(marks))
    pairs = []
    for _ in range(1500):
        said = reference(chance, marks)
        pairs.append((" ".join(said), " ".join(hypothesis(chance, said)) or "x"))
    write(tmp_path, pairs)
    flags = [flag for name in marks if (flag := FLAGS[name])]
    assert different(tmp_path, pairs, flags, ",".join(marks)) == []


@needs_sclite
def test_sums_of_single_alternations(tmp_path: Path) -> None:
    """As people write them: few, short, and heard nearly right."""
    chance = random.Random(3)
    marks = ("nist", "optional", "fragments")
    pairs = []
    while len(pairs) < 1500:
        said = [*chance.choices("klmnop", k=4), *reference(chance, marks, 1)[:6], "q", "r"]
        if said.count("{") != said.count("}"):
            continue
        plain = [token.strip("()-") for token in said if token not in {"{", "/", "}", "@"}]
        heard = [word for word in plain if chance.random() < 0.9]
        pairs.append((" ".join(said), " ".join(heard)))
    write(tmp_path, pairs)
    assert different(tmp_path, pairs, ["-D", "-F"], ",".join(marks)) == []


@needs_sclite
@pytest.mark.skipif(not SHARED.is_dir(), reason="NIST's own example is not here")
def test_sums_of_the_example_of_nist(tmp_path: Path) -> None:
    for side in ("ref", "hyp"):
        shutil.copy(SHARED / f"csrnab.{side}", tmp_path / f"{side}.trn")
    theirs = sclite(tmp_path, [])
    result = scored(tmp_path, None)
    assert {
        result.id(row).lower(): result.counts(row, "wer") for row in range(len(result))
    } == theirs
    assert tuple(map(sum, zip(*theirs.values(), strict=True))) == (1263, 131, 12, 26)
    assert result["wer"].counts == dict(zip(NAMES, (1263, 131, 12, 26), strict=True))


@needs_sclite
def test_sums_where_hypotheses_have_alternatives_too(tmp_path: Path) -> None:
    """Of all pairs of ways the one that sclite takes."""
    chance = random.Random(11)
    pairs = []
    for _ in range(1500):
        said = reference(chance, ("nist",))
        heard = reference(chance, ("nist",)) if chance.random() < 0.5 else []
        if "/" not in heard:  # braces without a choice are words in our hypotheses
            heard = [word for word in heard if word not in "{}"]
        heard += hypothesis(chance, said) or ["x"]
        pairs.append((" ".join(said), " ".join(heard)))
    write(tmp_path, pairs)
    assert different(tmp_path, pairs, [], "nist") == []
