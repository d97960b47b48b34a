"""Tables that come from CLDR: what is packed, what is committed, and what the script would write."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from mondegreen.languages import language
from mondegreen.languages.folders import FOLDER

ROOT = Path(__file__).parents[3]


def packed() -> dict[str, str]:
    """Return each packed file by its path."""
    with tarfile.open(FOLDER / "cldr.tar.xz") as archive:
        return {
            entry.name: archive.extractfile(entry).read().decode()  # type: ignore[union-attr]
            for entry in archive
        }


PACKED = packed()
WITH_NUMERALS = sorted(name.partition("/")[0] for name in PACKED if name.endswith("/numerals.tsv"))


def test_committed_numerals_are_the_packed_ones() -> None:
    """Nobody has edited a generated table by hand."""
    committed = [path for path in FOLDER.glob("*/numerals.tsv") if path.parent.name != "any"]
    assert len(committed) >= 33
    for path in committed:
        assert path.read_text("utf-8") == PACKED[f"{path.parent.name}/numerals.tsv"], path


@pytest.mark.parametrize("code", WITH_NUMERALS)
def test_packed_tables_are_a_language(code: str, tmp_path: Path) -> None:
    """The tables of each language compile, its examples are read, and figures are a number."""
    (tmp_path / code).mkdir()
    for name, text in PACKED.items():
        if name.startswith(f"{code}/"):
            (tmp_path / name).write_text(text, "utf-8")
    own = language(code, tmp_path)
    assert {reading.value for reading in own.readings("7")} == {"7"}
    for number in (2, 17, 95, 400, 3000):
        for text in own.spell(number)[:1]:
            values = {found.value for found in own.readings(text) if found.kind == "cardinal"}
            assert str(number) in values, (number, text)


@pytest.mark.skipif(
    importlib.util.find_spec("icu4py") is None or importlib.util.find_spec("babel") is None,
    reason="needs the dependency group languages",
)
def test_the_script_would_write_the_same() -> None:
    """What is committed is what the script writes."""
    script = [sys.executable, str(ROOT / "scripts/languages.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
