"""The counts and layouts of NIST's own program, where it is installed (Debian's package sctk)."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Callable

SCTK = shutil.which("sctk")
DATA = Path(
    os.environ.get("MONDEGREEN_SCLITE_DATA", Path(__file__).parents[3] / "shared/data/sclite")
)
pytestmark = pytest.mark.skipif(SCTK is None, reason="sctk is not installed")


def sclite(arguments: list[str], report: str, folder: Path | None = None) -> str:
    done = subprocess.run(
        [str(SCTK), "sclite", *arguments, "-o", report, "stdout"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def sums(raw: str) -> list[int]:
    """Return sentences, words, correct, substitutions, deletions, insertions, errors, wrong."""
    line = next(line for line in raw.splitlines() if re.match(r"\s*\| Sum ", line))
    return [int(number) for number in re.findall(r"\d+", line)[:8]]


def counted(result: mg.Result) -> list[int]:
    counts = result["wer"].counts
    hits, *errors = (counts[n] for n in ("hits", "substitutions", "deletions", "insertions"))
    wrong = len(result.rows_with_errors("wer"))
    return [len(result), hits + errors[0] + errors[1], hits, *errors, sum(errors), wrong]


def score(reference: Path, hypothesis: Path) -> mg.Result:
    corpus = mg.read(reference, hypothesis)
    return mg.score(corpus, normalizer="lower", edit_weights="sclite", missing="deletions")


@pytest.fixture
def random_pair(tmp_path: Path) -> Callable[[int], tuple[Path, Path]]:
    """Write an stm and a ctm of random words with gaps, ignored segments and several channels."""

    def made(seed: int) -> tuple[Path, Path]:
        chosen = random.Random(seed)
        words = ["so", "it", "goes", "and", "on", "um", "a", "the"]
        stm, ctm = [], []
        for recording in ("f1", "f2"):
            for channel in "ab":
                at = 0.0
                for number in range(6):
                    at += chosen.choice([0.0, 0.5, 3.0])
                    end = at + chosen.uniform(1, 4)
                    said = [chosen.choice(words) for _ in range(chosen.randint(0, 6))]
                    text = " ".join(said) if number != 3 else "IGNORE_TIME_SEGMENT_IN_SCORING"
                    stm.append(f"{recording} {channel} s{channel} {at:.2f} {end:.2f} {text}")
                    at = round(end, 2)
                time = 0.1
                while time < at + 2:
                    length = chosen.uniform(0.1, 0.6)
                    word = chosen.choice(words)
                    ctm.append(f"{recording} {channel} {time:.2f} {length:.2f} {word} 0.5")
                    time += length + chosen.choice([0, 0.2, 1.5])
        paths = tmp_path / f"{seed}.stm", tmp_path / f"{seed}.ctm"
        for path, lines in zip(paths, (stm, ctm), strict=True):
            path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        return paths

    return made


@pytest.mark.skipif(not DATA.is_dir(), reason="the test data of SCTK are not here")
def test_real_telephone_speech_with_the_alternatives_of_both_sides() -> None:
    reference, hypothesis = DATA / "lvc_ref.stm", DATA / "lvc_hyp.ctm"
    assert mg.read(reference, hypothesis).alternatives == "nist"
    raw = sclite(["-r", str(reference), "stm", "-h", str(hypothesis), "ctm"], "rsum")
    assert counted(score(reference, hypothesis)) == sums(raw)
    assert sums(raw)[1:7] == [1779, 1013, 540, 226, 171, 937]


@pytest.mark.skipif(not DATA.is_dir(), reason="the test data of SCTK are not here")
def test_real_telephone_speech(tmp_path: Path) -> None:
    """SCTK's own stm and ctm, of alternatives the first: each segment has the words it has there."""
    reference, hypothesis = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    text = (DATA / "lvc_ref.stm").read_text("utf-8")
    reference.write_text(re.sub(r"\{ (\S+) [^{}]*\}", r"\1", text), "utf-8")
    kept, other = [], False
    for line in (DATA / "lvc_hyp.ctm").read_text("utf-8").splitlines(keepends=True):
        other = other or "<ALT>" in line
        if "<ALT" not in line and not other:
            kept.append(line)
        other = other and "<ALT_END>" not in line
    hypothesis.write_text("".join(kept), "utf-8")
    raw = sclite(["-r", str(reference), "stm", "-h", str(hypothesis), "ctm"], "rsum")
    assert counted(score(reference, hypothesis)) == sums(raw)
    assert sums(raw)[0] == 61


@pytest.mark.parametrize("layout", ["sum", "dtl"])
@pytest.mark.parametrize("seed", range(3))
def test_layouts(
    layout: str, seed: int, random_pair: Callable[[int], tuple[Path, Path]], tmp_path: Path
) -> None:
    """Line by line what sclite prints, except for pairs among equally good alignments."""
    reference, _ = random_pair(seed)
    chosen = random.Random(seed)
    said, wrote = [], []
    for number in range(8):
        words = [f"w{chosen.randint(0, 5)}" for _ in range(chosen.randint(1, 6))]
        name = f"(s{number % 3}-{number})"
        said.append(f"{' '.join(words)} {name}\n")
        words[chosen.randrange(len(words))] = "other"
        wrote.append(f"{' '.join(words)} {name}\n")
    paths = tmp_path / "r.trn", tmp_path / "hypothesis"
    for path, lines in zip(paths, (said, wrote), strict=True):
        path.write_text("".join(lines), "utf-8")
    # By short names: sclite's boxes are as wide as the path is long.
    theirs = sclite(["-r", "r.trn", "-h", "hypothesis", "-i", "spu_id"], layout, tmp_path)
    corpus = mg.read(*paths, hypothesis_format="trn")
    ours = mg.score(corpus, edit_weights="sclite").render(f"sclite-{layout}")
    skipped = r"^ *\| +\S*hypothesis *\|$"  # how long the path is there
    assert [line for line in ours.splitlines() if not re.match(skipped, line)] == [
        line for line in theirs.rstrip("\n").splitlines() if not re.match(skipped, line)
    ]
    assert reference.is_file()


def test_alignments(tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("a b c (s1-1)\n (s1-2)\nd e (s2-1)\n", "utf-8")
    (tmp_path / "hypothesis").write_text("a x c (s1-1)\nb (s1-2)\nd (s2-1)\n", "utf-8")
    theirs = sclite(["-r", "r.trn", "-h", "hypothesis", "-i", "spu_id"], "pra", tmp_path)
    corpus = mg.read(tmp_path / "r.trn", tmp_path / "hypothesis", hypothesis_format="trn")
    ours = mg.score(corpus, edit_weights="sclite").render("sclite-pra")
    assert ours.splitlines() == theirs.rstrip("\n").splitlines()
