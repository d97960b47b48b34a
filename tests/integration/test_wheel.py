"""The wheel in an environment of its own: what a user gets, without the sources next to it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, install it with its base dependencies, and return the folder of commands."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, ROOT / "docs" / "make_site.py"], check=True)
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
def test_what_is_linked_is_listed_in_the_wheel(installed: Path) -> None:
    """As a bill of materials in the form of CycloneDX, and the notices next to it."""
    (site,) = (installed.parent / "lib").glob("python*/site-packages")
    (about,) = site.glob("mondegreen-*.dist-info")
    (listed,) = (about / "sboms").glob("*.cyclonedx.json")
    content = json.loads(listed.read_text("utf-8"))
    assert content["bomFormat"] == "CycloneDX"
    assert {"pyo3", "arrow-array", "mondegreen-core"} <= {
        each["name"] for each in content["components"]
    }
    assert {each.name for each in (about / "licenses").iterdir()} >= {"LICENSE", "NOTICE"}


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
def test_the_documentation_is_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    shown = run(installed, "mondegreen", "docs", "metrics/entities", "--path", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    page = Path(shown.stdout.strip())
    assert page.is_relative_to(installed.parent)
    assert "entities" in page.read_text("utf-8")
    assert (page.parents[2] / "llms.txt").is_file()


@pytest.mark.slow
def test_files_are_scored_by_the_native_kernel(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("a b c d\n", "utf-8")
    (tmp_path / "h.txt").write_text("a b x d\n", "utf-8")
    shown = run(installed, "mondegreen", "score", "r.txt", "h.txt", "--json", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "kernel:native" in shown.stdout


@pytest.mark.slow
def test_a_plug_in_is_found(installed: Path, tmp_path: Path) -> None:
    """A package of somebody else, installed by pip, whose class is that of CONTRIBUTING.md."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (code,) = [
        block.partition("```")[0]
        for block in page.split("```python\n")[1:]
        if "class OpeningErrorRate" in block
    ]
    about = "my_speech_tools-1.0.0.dist-info"
    wheel = tmp_path / "my_speech_tools-1.0.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("opening.py", code)
        metadata = "Metadata-Version: 2.1\nName: my-speech-tools\nVersion: 1.0.0\n"
        file.writestr(f"{about}/METADATA", metadata)
        file.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        entries = "[mondegreen.metrics]\nopening = opening:OpeningErrorRate\n"
        file.writestr(f"{about}/entry_points.txt", entries)
        file.writestr(f"{about}/RECORD", "")
    done = run(installed, "pip", "install", "--quiet", "--no-index", str(wheel), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (tmp_path / "r.txt").write_text("play it\nstop it\n", "utf-8")
    (tmp_path / "h.txt").write_text("clay it\nstop it\n", "utf-8")
    shown = run(installed, "mondegreen", "score", "r.txt", "h.txt", "-m", "opening", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "opening  50.00 %" in shown.stdout
    assert "plugins:my-speech-tools@1.0.0" in shown.stdout
    removed = run(installed, "pip", "uninstall", "--yes", "my-speech-tools", cwd=tmp_path)
    assert removed.returncode == 0, removed.stderr


@pytest.mark.slow
def test_the_examples_of_the_readme_run(installed: Path, tmp_path: Path) -> None:
    """In a folder without ``src/``, with the optional packages of the environment of the tests."""
    tests = tmp_path / "tests" / "unit"
    tests.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "unit" / "test_docs.py", tests)
    for page in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "pyproject.toml"):
        shutil.copy(ROOT / page, tmp_path)
    (site,) = (installed.parent / "lib").glob("python*/site-packages")
    others = [path for path in sys.path if path.endswith("site-packages")]
    borrowed = site / "optional_packages.pth"
    borrowed.write_text("\n".join(others), "utf-8")
    try:
        where = "import mondegreen; print(mondegreen.__file__)"
        shown = run(installed, "python", "-c", where, cwd=tmp_path)
        assert Path(shown.stdout.strip()).is_relative_to(site)
        chosen = ["-k", "examples_run and README", "-p", "no:cacheprovider", "-p", "no:xdist"]
        words = ["-m", "pytest", "-q", str(tests / "test_docs.py"), *chosen]
        done = run(installed, "python", *words, cwd=tmp_path)
    finally:
        borrowed.unlink()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100%" in done.stdout


@pytest.mark.slow
def test_nothing_else_is_installed_at_the_top(installed: Path) -> None:
    (site,) = (installed.parent / "lib").glob("python*/site-packages")
    found = {path.name for path in site.iterdir()}
    assert "mondegreen" in found
    assert not found & {"examples", "tests", "benchmarks", "docs", "src"}
