"""SCTK's own tests of sclite: their data and options through the program and through mondegreen.

The data are in the source package (Debian: ``apt-get source sctk``), in ``src/sclite/testdata``, and
are read from there; ``MONDEGREEN_SCTK_SOURCE`` names the folder. Compared are the counts of each
utterance, and the summary of the system line by line.

Two of the 35 score a ctm against a ctm. sclite cuts these into chunks of some fifty words at common
pauses, here a channel is one utterance; so the counts are compared by channel.

Left out, since they ask for what mondegreen does not do: alignments by GNU diff (2, 4, 5, 6), which
Debian's program lacks too; word weights and language models (1b, 1c); inferred segmentation by a
lexicon (7_1, 7_2, 7_2a, 7_3, 7_4, 11, 12); alignments by time (13_a, 13_aD); and ``-m``, which cuts both
sides to the time that they share (14_a to 14_e). 1a and 1d only print 1 in other ways.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from nist_program import SCTK, needs_sctk

import mondegreen as mg
from mondegreen.forgive.synonyms import Synonyms

SOURCE = Path(
    os.environ.get("MONDEGREEN_SCTK_SOURCE", Path.home() / ".cache" / "mondegreen-sctk-source")
)
DATA = SOURCE / "src" / "sclite" / "testdata"
pytestmark = [
    needs_sctk,
    pytest.mark.skipif(not DATA.is_dir(), reason="the source of SCTK is not here"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # doubts about the texts and times
    pytest.mark.slow,
]
SCORES = re.compile(
    r"id: \((\S+)\)\n(?:(?!id:).*\n)*?Scores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)"
)
LOWER = "wer|normalizer:lower|alternatives:nist|ties:sclite|weights:4/3/3"
BOTH = "optional,fragments"


class Case(NamedTuple):
    """One of SCTK's tests: its files, their formats, its options, and what they are called here."""

    name: str
    files: str
    formats: str
    flags: str = ""
    recipe: str = "sclite"
    alternatives: str | None = None

    @property
    def encoding(self) -> str:
        return "gb18030" if "-e gb" in self.flags else "utf-8"


def trn(name: str, stem: str, flags: str, *more: Any) -> Case:
    return Case(name, stem, "trn trn", flags, *more)


def ctm(name: str, files: str, flags: str = "", *more: Any) -> Case:
    return Case(name, files, "stm ctm", flags, *more)


MANDARIN = "mand_ref.stm mand_hyp.ctm"
CANTONESE = "test.cantonese.stm test.cantonese.ctm"
TESTS = "tests.ref tests.hyp"
MISSING = (
    "extra missall missfile1 missfile1chanA missfile1chanb missfile2 missfile2chanA missfile2chanB"
)
CASES = [
    trn("1", "csrnab.ref csrnab.hyp", "-i wsj"),
    trn("1e", "csrnab.ref csrnab.hyp", "-i wsj -e utf-8"),
    ctm("3", "lvc_ref.stm lvc_hyp.ctm"),
    ctm("3a", "lvc_refe.stm lvc_hyp.ctm"),
    ctm("3b", "lvc_ref.stm lvc_hypc.ctm"),
    ctm("3c", "lvc_refm.stm lvc_hypm.ctm"),
    trn("7", TESTS, "-i spu_id -F -D", "sclite", BOTH),
    trn("7_r", "tests.hyp tests.ref", "-i spu_id -F -D", "sclite", BOTH),
    trn("7_noD", TESTS, "-i spu_id -F", "sclite", "fragments"),
    trn("7_5", TESTS, "-i spu_id -c DH", "sclite-c-dh"),
    trn("7_6", TESTS, "-i spu_id -F -D -e utf-8", "sclite", BOTH),
    *(
        trn(
            f"7-utf8-{bytes_each}bytes",
            f"tests.ref.utf8-{bytes_each}bytes tests.hyp.utf8-{bytes_each}bytes",
            *("-i spu_id -F -D -e utf-8", "sclite", BOTH),
        )
        for bytes_each in (2, 3, 4)
    ),
    trn("8", "csrnab1.ref csrnab1.hyp", "-i wsj -c", "sclite-c"),
    ctm("9", MANDARIN, "-e gb -c", "sclite-c"),
    ctm("9_1", MANDARIN, "-e gb -c DH", "sclite-c-dh"),
    ctm("10", MANDARIN, "-e gb -c NOASCII", "sclite-c-noascii"),
    ctm("10_1", MANDARIN, "-e gb -c NOASCII DH", "sclite-c-noascii-dh"),
    Case("13", "tima_ref.ctm tima_hyp.ctm", "ctm ctm"),
    Case("13_D", "tima_ref.ctm tima_hyp.ctm", "ctm ctm", "-D", "sclite", "optional"),
    ctm("15_a", CANTONESE, "-e utf-8"),
    ctm("15_b", CANTONESE, "-e utf-8 -c NOASCII DH", "sclite-c-noascii-dh"),
    trn("15_c", "test.turkish.ref test.turkish.hyp", "-i spu_id -e utf-8 babel_turkish"),
    trn("15_d", "test.ukranian.ref test.ukranian.hyp", "-i spu_id -e utf-8 ukrainian", LOWER),
    *(
        ctm(f"16_{number}", f"stm2ctm_missing.ref.stm stm2ctm_missing.hyp-{what}.ctm")
        for number, what in enumerate(MISSING.split(), 1)
    ),
    ctm("16_9", "stm2ctm_missing.ref.stm stm2ctm_missing.hyp.ctm"),
    trn(
        "17",
        "test.vietnamese.ref.trn test.vietnamese.hyp.trn",
        *("-i spu_id -e utf-8 babel_vietnamese", LOWER),
    ),
]


def program(case: Case, report: str) -> str | None:
    """Return what sclite prints; what is stored, if this one lacks an option; ``None`` if it refuses."""
    (first, second), (said, heard) = case.files.split(), case.formats.split()
    command = f"sclite -r {first} {said} -h {second} {heard} {case.flags} -o {report} stdout"
    done = subprocess.run(
        [str(SCTK), *command.split()], cwd=DATA, capture_output=True, check=False, timeout=300
    )
    if b"localization failed" in done.stderr:
        suffix = {"pra": "pra", "sum": "sys"}[report]
        return (DATA / "base" / f"test{case.name}.{suffix}").read_text(case.encoding)
    return done.stdout.decode(case.encoding, "replace") if done.returncode == 0 else None


def score(case: Case, folder: Path) -> mg.Result:
    paths = []
    for name in case.files.split():
        path = folder / name
        path.write_bytes((DATA / name).read_bytes().decode(case.encoding).encode())
        paths.append(path)
    said, heard = case.formats.split()
    corpus = mg.read(*paths, format=said, hypothesis_format=heard)
    options = {"missing": "deletions", "alternatives": case.alternatives}
    return mg.score(corpus, recipe=case.recipe, **options)


def by_channel(counts: dict[str, tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the sums of each channel, whose chunks are numbered: ``5555-a-0001``."""
    found: dict[str, list[tuple[int, ...]]] = defaultdict(list)
    for name, row in counts.items():
        found[name.rpartition("-")[0] or name].append(row)
    return [tuple(map(sum, zip(*rows, strict=True))) for rows in found.values()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_counts(case: Case, tmp_path: Path) -> None:
    printed = program(case, "pra")
    if printed is None:
        with pytest.raises(mg.PairingError):
            score(case, tmp_path)
        return
    theirs = {name.lower(): tuple(map(int, row)) for name, *row in SCORES.findall(printed)}
    result = score(case, tmp_path)
    ours = {name.lower(): result.counts(row, "wer") for row, name in enumerate(result.ids or ())}
    if case.formats == "ctm ctm":
        assert by_channel(ours) == by_channel(theirs)
    else:
        assert ours == theirs


def rows(printed: str) -> list[str]:
    """Return the lines of a summary but the title, whose width is that of a path."""
    lines = [re.sub(r"\s+", " ", line).strip().lower() for line in printed.splitlines()]
    return [line for line in lines if re.match(r"\| (?!.*(ref|hyp|spkr))", line)]


# Where the ctm has confidences, sclite adds a column of them.
WITH_MORE_COLUMNS = {"3b", "15_a", "15_b"}
COMPARED = [
    case
    for case in CASES
    if case.formats != "ctm ctm" and case.name not in {"16_1", *WITH_MORE_COLUMNS}
]


@pytest.mark.parametrize("case", COMPARED, ids=lambda case: case.name)
def test_summaries(case: Case, tmp_path: Path) -> None:
    printed = program(case, "sum")
    assert printed is not None
    assert rows(score(case, tmp_path).render("sclite-sum")) == rows(printed)


@pytest.mark.parametrize("path", sorted(SOURCE.glob("**/*.glm")), ids=lambda path: path.name)
def test_rules_of_nist_are_read(path: Path, tmp_path: Path) -> None:
    """All files of rules that come with SCTK, whatever their encoding."""
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("gb18030")
    copy = tmp_path / path.name
    copy.write_text(text, "utf-8")
    rules = Synonyms(path=copy)
    lines = [line for line in text.splitlines() if "=>" in line and line[:1] not in ";*"]
    first = lines[0].partition("=>")[0].strip(' []"').split()
    assert rules.partners(first)
