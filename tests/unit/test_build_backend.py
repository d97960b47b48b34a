"""What pip shows where mondegreen must be built and a compiler is missing."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = "import backend; print(backend.get_requires_for_build_wheel())"


def build(path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Ask the backend as pip does, in the project's folder, with other programs on the path."""
    clean = {name: text for name, text in os.environ.items() if name not in {"CC", "RUSTC"}}
    folder = str(ROOT / "scripts" / "build")
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {folder!r}); {PROGRAM}"],
        cwd=ROOT,
        env={**clean, "PATH": str(path), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def programs(folder: Path, **found: str) -> Path:
    """Write programs that print a line."""
    for name, line in found.items():
        file = folder / name
        file.write_text(f"#!/bin/sh\necho '{line}'\n", "utf-8")
        file.chmod(0o755)
    return folder


def test_without_compilers_it_says_what_to_install(tmp_path: Path) -> None:
    done = build(tmp_path)
    assert done.returncode == 1
    assert not done.stdout
    assert "Traceback" not in done.stderr
    assert "mondegreen has no wheel for this machine" in done.stderr
    assert "  - Rust 1.88 or newer (rustup.rs" in done.stderr
    assert "  - a C compiler" in done.stderr
    assert "pip install --upgrade pip" in done.stderr


@pytest.mark.parametrize(
    ("rust", "enough"),
    [
        ("rustc 1.70.0 (90c541806 2023-05-31)", False),
        ("rustc 1.87.9", False),
        ("rustc 1.88.0 (6b00bc388 2025-06-23)", True),
        ("rustc 1.100.0-nightly", True),
        ("rustc 2.0", True),
        ("broken", False),
    ],
)
def test_an_old_compiler_is_named(tmp_path: Path, rust: str, *, enough: bool) -> None:
    done = build(programs(tmp_path, cargo="cargo", rustc=rust, gcc="gcc"))
    assert (done.returncode == 0) == enough, done.stderr
    if enough:
        assert done.stdout == "[]\n"  # maturin must not bring its own compiler
    else:
        assert "Rust 1.88 or newer" in done.stderr
        assert "C compiler" not in done.stderr


def test_only_the_c_compiler_is_missing(tmp_path: Path) -> None:
    done = build(programs(tmp_path, cargo="cargo", rustc="rustc 1.95.0"))
    assert done.returncode == 1
    assert "  - a C compiler" in done.stderr
    assert "  - Rust" not in done.stderr


def test_every_hook_of_maturin_is_there() -> None:
    import maturin

    sys.path.insert(0, str(ROOT / "scripts" / "build"))
    try:
        backend: Any = importlib.import_module("backend")
    finally:
        sys.path.pop(0)
    hooks = {
        f"{kind}{what}"
        for kind in ("build_", "get_requires_for_build_", "prepare_metadata_for_build_")
        for what in ("wheel", "editable", "sdist")
    }
    assert {name for name in hooks if hasattr(maturin, name)} == set(backend.__all__)


def test_the_base_is_light() -> None:
    """At most five packages, and each extra is in the error that names it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert len(project["dependencies"]) <= 5
    extras = project["optional-dependencies"]
    assert {"all", "serve", "report", "stats"} <= set(extras)
