"""The wheel in an environment of its own: what a user gets, without the sources next to it."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, install it with its base dependencies, and return the folder of commands."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "maturin", "build", "--release", "--quiet", "--out", folder]
    subprocess.run(build, cwd=ROOT, check=True)
    venv.create(folder / "venv", with_pip=True)
    commands = folder / "venv" / "bin"
    (wheel,) = folder.glob("*.whl")
    subprocess.run([commands / "pip", "install", "--quiet", wheel], check=True, cwd=folder)
    return commands


def run(installed: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [installed / arguments[0], *arguments[1:]]
    return subprocess.run(
        command, cwd=cwd, env=clean, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.slow
def test_the_demo_is_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    shown = run(installed, "mondegreen", "demo", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "whisper-tiny" in shown.stdout
    assert len(list((tmp_path / "mondegreen-demo").glob("*.tsv"))) == 3


@pytest.mark.slow
def test_python_and_the_files_it_needs(installed: Path, tmp_path: Path) -> None:
    program = """
import importlib.resources as resources
import mondegreen as mg
from mondegreen.report.json import schema
assert mg.wer("a b", "a c") == 0.5
assert schema()["title"]
assert resources.files("mondegreen").joinpath("py.typed").is_file()
assert mg.score(["\\u0915\\u094d"], ["\\u0915"], metrics="cer", unit="grapheme")["cer"].value == 1
mg.score(["a"], ["b"]).save("run.json")
assert mg.load("run.json")["wer"].value == 1
try:
    mg.score(["a"], ["b"]).save("run.parquet")
except mg.MissingDependencyError as error:
    assert "pip install '.[arrow]'" in str(error)
else:
    raise SystemExit("pyarrow is no base dependency")
"""
    shown = run(installed, "python", "-c", program, cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr


@pytest.mark.slow
def test_the_steps_of_the_store_are_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    (site,) = (installed.parent / "lib").glob("python*/site-packages")
    migrations = site / "mondegreen" / "store" / "migrations"
    assert (migrations / "script.py.mako").is_file()
    assert list((migrations / "versions").glob("step_*.py"))
    program = """
import mondegreen as mg
from mondegreen.judges import LanguageModel
from mondegreen.store import open_store
for ask in (lambda: open_store("a.db"), LanguageModel("openai:gpt-5.2").host):
    try:
        ask()
    except mg.MissingDependencyError as error:
        print(error)
"""
    shown = run(installed, "python", "-c", program, cwd=tmp_path)
    assert "pip install '.[store]'" in shown.stdout
    assert "pip install '.[llm]'" in shown.stdout
    assert not shown.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_nothing_else_is_installed_at_the_top(installed: Path) -> None:
    (site,) = (installed.parent / "lib").glob("python*/site-packages")
    found = {path.name for path in site.iterdir()}
    assert "mondegreen" in found
    assert not found & {"examples", "tests", "benchmarks", "docs", "src"}
