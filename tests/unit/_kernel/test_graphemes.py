"""Grapheme clusters: our cases, Unicode's own, the laws, and the `regex` package as an oracle."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from itertools import chain, cycle, islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen._kernel.graphemes import TABLE, class_of, graphemes, read_table

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests/conformance/graphemes.tsv"
GENERATOR = ROOT / "crates/tables/make_graphemes.py"
OFFICIAL = Path("/usr/share/unicode/auxiliary/GraphemeBreakTest.txt")
VERSION = TABLE.read_text(encoding="utf-8").partition("\n")[0].rpartition(" ")[2].rstrip(".")


def read_clusters(case: str) -> list[str]:
    """Return the clusters of a case: hexadecimal code points with ``|`` between clusters."""
    return [
        "".join(chr(int(code_point, 16)) for code_point in cluster.split())
        for cluster in case.split("|")
    ]


def our_cases() -> list[Any]:
    """Return the cases that the Rust kernel runs as well, one pytest parameter each."""
    lines = CASES.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [pytest.param(read_clusters(clusters), id=name) for name, clusters in rows]


def official_lines() -> list[str]:
    """Return the lines of Unicode's own test file; skip unless it is of the table's version."""
    if not OFFICIAL.is_file():
        pytest.skip(f"{OFFICIAL} is not there: apt-get install unicode-data")
    lines = OFFICIAL.read_text(encoding="utf-8").splitlines()
    if lines[0] != f"# GraphemeBreakTest-{VERSION}.txt":
        pytest.skip(f"{OFFICIAL} is not of Unicode {VERSION}: {lines[0]}")
    return lines


@pytest.mark.parametrize("expected", our_cases())
def test_our_cases(expected: list[str]) -> None:
    """Both kernels cut the texts of the conformance file at the places it gives."""
    assert graphemes("".join(expected)) == expected


def test_empty_text_has_no_clusters() -> None:
    """No cluster is empty, so the empty text has none."""
    assert graphemes("") == []


def test_official_cases() -> None:
    """Every case of Unicode's GraphemeBreakTest.txt passes."""
    cases = [line.partition("#")[0].strip() for line in official_lines()]
    cases = [case.strip("÷").replace("×", " ").replace("÷", "|") for case in cases if case]
    assert len(cases) > 500
    for case in cases:
        expected = read_clusters(case)
        assert graphemes("".join(expected)) == expected, case


def test_table_is_sorted_without_overlap() -> None:
    """Bisection on the first code points finds the only range that can hold a code point."""
    ranges = read_table()
    pairs = list(zip(ranges.first, ranges.last, strict=True))
    assert all(first <= last for first, last in pairs)
    assert all(before[1] < after[0] for before, after in pairwise(pairs))
    assert class_of("\0") == "Control"
    assert class_of("\U0010ffff") == "Other"


def test_table_is_what_the_generator_makes() -> None:
    """The committed table is what the script writes from the same version of the data."""
    official_lines()  # skips where the data is missing or of another version
    done = subprocess.run(
        [sys.executable, GENERATOR, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_generator_names_the_package_when_data_is_missing(tmp_path: Path) -> None:
    """Without Unicode's files the script says what to install, and writes nothing."""
    before = TABLE.read_bytes()
    done = subprocess.run(
        [sys.executable, GENERATOR, "--unicode", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "apt-get install unicode-data" in done.stderr
    assert TABLE.read_bytes() == before


def test_generator_refuses_data_that_needs_rules_we_lack(tmp_path: Path) -> None:
    """Data with Indic conjuncts (GB9c) must not become a table that the rules cannot serve."""
    for folder in ("auxiliary", "emoji"):
        (tmp_path / folder).mkdir()
    files = {
        "auxiliary/GraphemeBreakProperty.txt": "# GraphemeBreakProperty-15.1.0.txt\n",
        "emoji/emoji-data.txt": "# emoji-data-15.1.0.txt\n",
        "DerivedCoreProperties.txt": "094D ; InCB; Linker # Mn DEVANAGARI SIGN VIRAMA\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, GENERATOR, "--unicode", tmp_path, "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "GB9c" in done.stderr


@cache
def members() -> dict[str, list[str]]:
    """Return up to about 400 code points of every class, spread over Unicode.

    For ``Other`` they are the code points that follow a range of the table, and the surrogates.
    """
    ranges = read_table()
    found: dict[str, list[str]] = {"Other": ["\ud800", "\udfff"]}
    for first, last, name in zip(*ranges, strict=True):
        found.setdefault(name, []).extend(map(chr, range(first, last + 1)))
        if last < sys.maxunicode and class_of(chr(last + 1)) == "Other":
            found["Other"].append(chr(last + 1))
    return {name: chars[:: max(1, len(chars) // 400)] for name, chars in found.items()}


def texts_over(alphabet: dict[str, list[str]]) -> st.SearchStrategy[str]:
    """Return a strategy for texts in which every class is as frequent as any other."""
    most = max(len(chars) for chars in alphabet.values())
    columns = [islice(cycle(chars), most) for chars in alphabet.values()]
    return st.lists(st.sampled_from(list(chain(*columns))), max_size=24).map("".join)


@settings(deadline=None)  # the first example reads the table
@given(st.data())
def test_clusters_join_to_the_text_and_none_is_empty(data: st.DataObject) -> None:
    """Cutting loses nothing and adds nothing, whatever the text."""
    text = data.draw(texts_over(members()) | st.text(st.characters(exclude_categories=())))
    clusters = graphemes(text)
    assert "".join(clusters) == text
    assert all(clusters)


@settings(deadline=None)  # the first example reads the table
@given(st.data())
def test_a_cluster_is_one_cluster_alone(data: st.DataObject) -> None:
    """A cluster taken out of its text is still one cluster."""
    text = data.draw(texts_over(members()))
    assert all(graphemes(cluster) == [cluster] for cluster in graphemes(text))


@cache
def members_in_regex() -> dict[str, list[str]]:
    """Return the code points on which `regex`, of a newer Unicode version, and we agree.

    The versions differ in two ways, so we leave out:

    * code points whose class changed: assigned later (they are ``Other`` for us), moved between
      ``SpacingMark`` and ``Extend`` in Unicode 16, no longer ``Extended_Pictographic`` in 17;
    * the linkers (viramas) of rule GB9c, which Unicode 15.0 does not have.
    """
    regex = pytest.importorskip("regex")
    linker = regex.compile(r"\p{Indic_Conjunct_Break=Linker}")
    kept: dict[str, list[str]] = {}
    for name, characters in members().items():
        if name == "Other":
            theirs = regex.compile(r"[\p{GCB=Other}--\p{Extended_Pictographic}]", regex.VERSION1)
        elif name == "Extended_Pictographic":
            theirs = regex.compile(r"\p{Extended_Pictographic}")
        else:
            theirs = regex.compile(rf"\p{{GCB={name}}}")
        kept[name] = [one for one in characters if theirs.match(one) and not linker.match(one)]
    return kept


def test_the_oracle_knows_members_of_every_class() -> None:
    """The comparison below covers all classes, and most of the code points of each."""
    kept = members_in_regex()
    assert kept.keys() == members().keys()
    assert all(len(kept[name]) > len(members()[name]) // 2 for name in kept)


@settings(deadline=None)  # the first example reads the table
@given(st.data())
def test_regex_cuts_in_the_same_places(data: st.DataObject) -> None:
    r"""`regex` finds the same clusters with ``\X``, where the Unicode versions agree."""
    regex = pytest.importorskip("regex")
    text = data.draw(texts_over(members_in_regex()))
    assert regex.findall(r"\X", text) == graphemes(text)


def test_known_difference_indic_conjuncts() -> None:
    """Unicode 15.0 cuts after a virama; 15.1 and later keep a conjunct whole (GB9c)."""
    regex = pytest.importorskip("regex")
    kshi = "\u0915\u094d\u0937\u093f"
    assert graphemes(kshi) == [kshi[:2], kshi[2:]]
    assert regex.findall(r"\X", kshi) == [kshi]
