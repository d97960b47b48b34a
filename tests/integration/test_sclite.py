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


def weight(counts: tuple[int, ...], left_out: int) -> int:
    return 4 * counts[1] + 3 * (counts[2] + counts[3]) + 2 * left_out


@needs_sclite
@pytest.mark.parametrize("marks", MARKS, ids="+".join)
def test_sums_of_our_own_inputs(marks: tuple[str, ...], tmp_path: Path) -> None:
    """Equal where one way is the best; of several both take one, and they weigh the same."""
    chance = random.Random("+".join(marks))
    pairs = []
    for _ in range(1500):
        said = reference(chance, marks)
        pairs.append((" ".join(said), " ".join(hypothesis(chance, said)) or "x"))
    write(tmp_path, pairs)
    flags = [flag for name in marks if (flag := FLAGS[name])]
    theirs = sclite(tmp_path, flags)
    result = scored(tmp_path, ",".join(marks))
    assert sorted(theirs) == sorted(result.ids or ())
    others = 0
    for row, name in enumerate(result.ids or ()):
        found = result.counts(row, "wer")
        if found == theirs[name]:
            continue
        others += 1
        left_out = result.hypotheses_normalized[row].count("⦅⦆")
        more = weight(found, left_out) - weight(theirs[name], 0)
        assert more >= 0, (pairs[row], found, theirs[name])
        assert more % 2 == 0 if "optional" in marks else more == 0, (pairs[row], found)
        assert sum(found[1:]) <= sum(theirs[name][1:]), (pairs[row], found, theirs[name])
    assert others <= (75 if "nist" in marks else 3)


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
    theirs = sclite(tmp_path, ["-D", "-F"])
    result = scored(tmp_path, ",".join(marks))
    differ = [
        (pairs[row], result.counts(row, "wer"), theirs[name])
        for row, name in enumerate(result.ids or ())
        if result.counts(row, "wer") != theirs[name]
    ]
    assert not differ


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
