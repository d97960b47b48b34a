"""What importing costs, as a list of modules: a count does not depend on the machine."""

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HEAVY = {
    "numpy", "pandas", "polars", "pyarrow", "httpx", "rich", "typer", "click", "jinja2", "sqlite3",
    "asyncio", "importlib.metadata", "email",
}  # fmt: skip
MODELS_AND_DATABASES = {
    "sqlalchemy", "alembic", "pydantic", "pydantic_ai", "anthropic", "openai", "google", "httpx2",
}  # fmt: skip
MOST_FOR_IMPORT = 4  # __future__, mondegreen, and room for two more


def loaded_by(code: str, *, before: str = "") -> set[str]:
    """Return the modules that ``code`` loads in a fresh process over those of ``before``."""
    script = (
        f"{before}\nimport sys\nbefore = set(sys.modules)\n{code}\n"
        "after = set(sys.modules) - before\nimport json\n"
        "print('\\n' + json.dumps(sorted(after)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return set(found)


# What any program with a regular expression or a type hint has loaded already.
USUAL = "import re, typing, contextlib, functools, warnings, importlib, os"


def heavy(modules: set[str]) -> set[str]:
    return {
        name
        for name in modules
        if name in HEAVY or name.partition(".")[0] in HEAVY | MODELS_AND_DATABASES
    }


def test_import_loads_next_to_nothing() -> None:
    found = loaded_by("import mondegreen", before=USUAL)
    assert not heavy(found)
    assert len(found) <= MOST_FOR_IMPORT, sorted(found)


def processor_time(code: str) -> float:
    """Return the least seconds of processor time that a fresh Python takes for ``code``."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    found = []
    for _ in range(7):
        before = spent()
        subprocess.run([sys.executable, "-c", code], check=True)
        found.append(spent() - before)
    return min(found)


def test_import_takes_little_processor_time() -> None:
    assert processor_time("import mondegreen") - processor_time("pass") < 0.015


def test_jiwers_interface_loads_nothing_heavy() -> None:
    found = loaded_by("from mondegreen.compat import jiwer, jiwer2\njiwer.wer('a', 'b')")
    assert not heavy(found)
    assert "mondegreen.scoring.scorer" not in found


@pytest.mark.parametrize(
    ("call", "most"),
    [
        ("mg.wer('a b', 'a c')", 12),
        ("mg.cer(['a b'], ['a c'])", 101),
        ("mg.score(['a b'], ['a c'], metrics=['wer', 'mer', 'sentence'])['wer'].value", 101),
        ("mg.align('a b', 'a c').differences()", 45),
        ("mg.normalizer('lower')('A')", 65),
    ],
)
def test_scoring_loads_nothing_heavy(call: str, most: int) -> None:
    found = loaded_by(f"import mondegreen as mg\n{call}", before=USUAL)
    assert not heavy(found)
    assert len(found) <= most, sorted(found)


SELDOM_NEEDED = {
    *("concurrent.futures", "hashlib", "importlib.resources", "logging", "pickle", "tempfile"),
    *("mondegreen.alignment.aligning", "mondegreen.cli.checkpoints", "mondegreen.cli.summing"),
    *("mondegreen.cli.typed_words", "mondegreen.corpus.parts", "mondegreen.report.json"),
    *("mondegreen.report.averages", "mondegreen.report.rows", "mondegreen.text.alternatives"),
}


def test_a_plain_score_loads_what_it_needs(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("ref.txt", "hyp.txt")]
    for path in paths:
        Path(path).write_text("so it goes\n", "utf-8")
    code = (
        "from mondegreen.cli import main\n"
        f"try:\n    main({['score', *paths]!r})\nexcept SystemExit:\n    pass"
    )
    found = loaded_by(code, before=USUAL)
    assert "mondegreen.scoring.scorer" in found
    assert not found & SELDOM_NEEDED
    assert {name.partition(".")[0] for name in heavy(found)} == {"typer"}


def test_judges_load_nothing_before_one_is_asked() -> None:
    code = (
        "from mondegreen.judges import LanguageModel, Settings, open_model\n"
        "import mondegreen.store\n"
        "open_model('anthropic:claude-sonnet-5-5', Settings(retries=1))"
    )
    assert not {name.partition(".")[0] for name in loaded_by(code)} & MODELS_AND_DATABASES


@pytest.mark.parametrize(
    "command", ["score", "align", "compare", "normalize", "report", "list", "demo"]
)
def test_commands_load_no_judge(command: str) -> None:
    code = (
        "import runpy, sys\n"
        f"sys.argv = ['mondegreen', {command!r}, '--help']\n"
        "try:\n    runpy.run_module('mondegreen', run_name='__main__')\n"
        "except SystemExit:\n    pass"
    )
    found = loaded_by(code)
    assert not [
        name for name in found if name.startswith(("mondegreen.judges", "mondegreen.store"))
    ]
    by_typer = {"pydantic"}  # which looks whether it is installed
    assert not {name.partition(".")[0] for name in found} & MODELS_AND_DATABASES - by_typer


def test_version_needs_no_command_line_library() -> None:
    found = loaded_by("from mondegreen.cli import main\nmain(['--version'])", before=USUAL)
    assert not heavy(found)


def test_the_installed_command_prints_its_version() -> None:
    import mondegreen

    done = subprocess.run(
        [sys.executable, "-c", "from mondegreen.cli import main; main(['--version'])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"mondegreen {mondegreen.__version__}\n"
    assert not done.stderr


def test_the_count_sees_what_is_loaded() -> None:
    found: Any = heavy(loaded_by("import sqlite3", before=USUAL))
    assert "sqlite3" in found
