"""MAPSSWE compared with NIST's ``sc_stats``, run on the same texts (Debian's package sctk).

Skipped where the program is not installed; on real systems also where the shared data are not.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.stats.mapsswe import mapsswe, segments
from mondegreen.stats.sclite_steps import sclite_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[3] / "shared" / "data"
EXAMPLE = Path(mg.__file__).parent / "examples" / "utterances.jsonl"
RESULT = re.compile(
    r"\(systems: (\S+) (\S+)\) \(# segs: (\d+)\).*"
    r"\(mean: (\S+)\) \(std dev: (\S+)\) \(Z Stat: (\S+)\)"
)
PATH = re.compile(r'<PATH id="\(([^)]*)\)"[^>]*>\n(.*?)\n</PATH>', re.DOTALL)
STEP = re.compile(r'([CSDI]),(?:"[^"]*")?,(?:"[^"]*")?')

pytestmark = pytest.mark.skipif(not shutil.which("sctk"), reason="sctk is not installed")

Texts = dict[str, list[str]]


class Nist:
    """What NIST's programs say of systems over the same references."""

    def __init__(self, folder: Path, references: list[str], systems: Texts) -> None:
        self.folder = folder
        self.write("references", references)
        alignments = [self.aligned(name, texts) for name, texts in systems.items()]
        self.steps = {
            name: [
                "".join(STEP.findall(match[2]))
                for match in sorted(PATH.finditer(text), key=lambda match: match[1])
            ]
            for name, text in zip(systems, alignments, strict=True)
        }
        self.run("sc_stats", "-p", "-t", "mapsswe", "-v", "-n", "all", given="".join(alignments))
        printed = (folder / "all.stats.mapsswe").read_text("utf-8", errors="replace")
        self.results = {
            (match[1].removesuffix(".trn"), match[2].removesuffix(".trn")): match.groups()[2:]
            for match in RESULT.finditer(printed)
        }

    def write(self, name: str, texts: list[str]) -> None:
        lines = [f"{text} (a-{row:05})\n" for row, text in enumerate(texts)]
        (self.folder / f"{name}.trn").write_text("".join(lines), "utf-8")

    def aligned(self, name: str, texts: list[str]) -> str:
        self.write(name, texts)
        sides = ["-r", "references.trn", "trn", "-h", f"{name}.trn", "trn"]
        self.run("sclite", *sides, "-i", "spu_id", "-e", "utf-8", "-s", "-o", "sgml", "-n", name)
        return (self.folder / f"{name}.sgml").read_text("utf-8")

    def run(self, *command: str, given: str = "") -> None:
        subprocess.run(
            ["sctk", *command],
            input=given,
            cwd=self.folder,
            check=True,
            capture_output=True,
            encoding="utf-8",
        )


def plain(text: str) -> str:
    """Leave out what sclite takes for markup; an empty text is a word here, there as here."""
    return " ".join(re.sub(r"[(){}/@<>;^*\\|\"]", "", text).split())


def example() -> tuple[list[str], Texts]:
    rows = [json.loads(line) for line in EXAMPLE.read_text("utf-8").splitlines()]
    rows = [row for row in rows if row["reference"].strip()]
    names = ("pocketsphinx-default", "pocketsphinx-narrow", "whisper-tiny")
    return [plain(row["reference"]) for row in rows], {
        name: [plain(row[name] or "") for row in rows] for name in names
    }


def vendors() -> tuple[list[str], Texts]:
    """The systems of Revolab's benchmark, on the utterances whose references are the same."""
    files = {path.stem: path for path in sorted(DATA.glob("ms_revolab_*.jsonl"))}
    if not files:
        pytest.skip("the shared data are not next to the project")
    rows = {
        name: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for name, path in files.items()
    }
    assert len(rows) == 7
    said = list(zip(*([row["reference"] for row in each] for each in rows.values()), strict=True))
    kept = [at for at, texts in enumerate(said) if len({*texts}) == 1]
    assert len(kept) == 684
    return [said[at][0] for at in kept], {
        re.sub(r"\W", "_", name): [each[at]["hypothesis"] for at in kept]
        for name, each in rows.items()
    }


@pytest.mark.parametrize("texts", [example, vendors])
def test_as_sc_stats_prints_it(texts: type, tmp_path: Path) -> None:
    """Alignments, segments, mean, deviation and Z of all pairs, to the three decimals printed."""
    references, systems = texts()
    nist = Nist(tmp_path, references, systems)
    steps = {
        name: [
            sclite_steps(said.split(), written.split())
            for said, written in zip(references, written_texts, strict=True)
        ]
        for name, written_texts in systems.items()
    }
    assert steps == nist.steps
    assert len(nist.results) == len(list(combinations(systems, 2)))
    for (first, second), printed in nist.results.items():
        found = mapsswe(each for each in cut(steps[first], steps[second]))
        numbers = (found.mean, found.deviation, found.z)
        assert (str(found.segments), *(f"{number:.3f}" for number in numbers)) == printed


def cut(first: list[str], second: list[str]) -> Iterator[tuple[int, int]]:
    for pair in zip(first, second, strict=True):
        yield from segments(*pair)


def test_compare_says_the_same(tmp_path: Path) -> None:
    references, systems = example()
    nist = Nist(tmp_path, references, systems)
    results = {name: mg.score(references, written) for name, written in systems.items()}
    found = mg.compare(results, test="mapsswe")
    for (first, second), printed in nist.results.items():
        pair = found.pair(first, second)
        sign = 1 if pair.first == first else -1
        assert f"{sign * pair.test.statistic:.3f}" == printed[3]
        assert str(pair.test.items) == printed[0]
