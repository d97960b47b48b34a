"""Formats of other packages: recognised as the built-in ones are, whatever is wrong with one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "CONTRIBUTING.md"
OLD = """
from mondegreen.corpus import Table


class Barred:
    name = "barred"

    def read(self, source):
        rows = [line.split("|") for line in source.lines()]
        columns = {"id": [row[0] for row in rows], "text": [row[1] for row in rows]}
        return Table(source.name, self.name, columns, range(1, len(rows) + 1), transcript=True)


class Failing(Barred):
    name = "failing"

    def recognise(self, sample):
        raise KeyError("mine")
"""


def example() -> str:
    """The file that the page shows."""
    blocks = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    (found,) = [block for block in blocks if "class Festvox" in block]
    return str(found)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an installed distribution that brings formats, good ones and bad ones."""
    (tmp_path / "festvox.py").write_text(example(), encoding="utf-8")
    (tmp_path / "old.py").write_text(OLD, encoding="utf-8")
    info = tmp_path / "acme_formats-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-formats\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(
        "[mondegreen.formats]\nfestvox = festvox:Festvox\nbarred = old:Barred\n"
    )
    files = tmp_path / "files"
    files.mkdir()
    (files / "said.txt").write_text('( a_1 "so it goes" )\n( a_2 "and so on" )\n')
    (files / "heard.txt").write_text('( a_2 "and on" )\n( a_1 "so it goes" )\n')
    (files / "said.bars").write_text("u1|so it goes\nu2|and so on\n")
    return tmp_path


def with_entry(site: Path, line: str) -> None:
    path = site / "acme_formats-1.2.dist-info" / "entry_points.txt"
    path.write_text(path.read_text() + line)


def run(site: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {name: value for name, value in os.environ.items() if name != "MONDEGREEN_PLUGINS"}
    return subprocess.run(
        [sys.executable, "-m", "mondegreen", *arguments],
        env={**variables, "PYTHONPATH": str(site), **environment},
        cwd=site / "files",
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_recognised_by_content(site: Path) -> None:
    done = run(site, "score", "said.txt", "heard.txt", "--to", "kaldi")
    assert done.stdout.startswith("%WER 16.67 [ 1 / 6, 0 ins, 1 del, 0 sub ]"), done.stderr
    assert not done.stderr


def test_it_is_written_by_its_suffix(site: Path) -> None:
    assert run(site, "convert", "said.txt", "again.done.data").returncode == 0
    assert (site / "files" / "again.done.data").read_text() == (
        site / "files" / "said.txt"
    ).read_text()


def test_the_example_keeps_the_contract(site: Path) -> None:
    code = "from mondegreen.testing import check_format\ncheck_format('festvox')"
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_an_old_class_works_by_name_and_is_asked_nothing(site: Path) -> None:
    done = run(site, "score", "said.bars", "said.bars", "--format", "barred", "--to", "kaldi")
    assert done.stdout.startswith("%WER 0.00 [ 0 / 6"), done.stderr
    done = run(site, "convert", "said.bars", "x.trn", "--from", "barred")
    assert done.returncode == 0, done.stderr
    done = run(site, "convert", "said.bars", "x", "--from", "barred", "--to", "barred")
    assert done.returncode == 2
    assert "barred can be read and not written" in done.stderr


def test_an_old_class_has_the_files_that_end_in_its_name(site: Path) -> None:
    (site / "files" / "said.barred").write_text("u1|so it goes\nu2|and so on\n")
    (site / "files" / "heard.BARRED").write_text("u2|and so on\nu1|so it goes\n")
    done = run(site, "score", "said.barred", "heard.BARRED", "--to", "kaldi")
    assert done.stdout.startswith("%WER 0.00 [ 0 / 6"), done.stderr
    with_entry(site, "txt = old:Barred\n")  # an ending of built-in formats stays theirs
    (site / "files" / "plain.txt").write_text("so it goes\n")
    done = run(site, "score", "plain.txt", "plain.txt", "--to", "kaldi")
    assert done.stdout.startswith("%WER 0.00 [ 0 / 3"), done.stderr


def test_plugins_that_are_not_allowed_are_not_asked(site: Path) -> None:
    done = run(site, "score", "said.txt", "said.txt", MONDEGREEN_PLUGINS="")
    assert "6 reference words" not in done.stdout
    assert "12 reference words" in done.stdout  # brackets and quotes, since these are plain lines


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("failing = old:Failing\n", "the format 'failing' was not asked whether a file is its own"),
        ("gone = old:NotThere\n", "the format 'gone' of the plug-in acme-formats@1.2 cannot be"),
    ],
)
def test_one_that_fails_hinders_no_other(site: Path, line: str, said: str) -> None:
    with_entry(site, line)
    done = run(site, "score", "said.txt", "heard.txt", "--to", "kaldi")
    assert done.stdout.startswith("%WER 16.67"), done.stderr
    assert said in done.stderr
    for command in (("convert", "said.txt", "x.trn"), ("list", "formats")):
        done = run(site, *command)
        assert done.returncode == 0, done.stderr
    assert "festvox               festvox's txt.done.data" in done.stdout
