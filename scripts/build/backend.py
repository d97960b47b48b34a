"""Builds the package with maturin, after a look whether the compilers are there.

pip shows what is printed here when there is no wheel for a machine. maturin itself would download a
compiler without asking, and where it cannot, end in a traceback.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import maturin
from maturin import (
    build_editable,
    build_sdist,
    build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what else must be installed to build; ends with a message if a compiler is missing."""
    missing = what_is_missing()
    if missing:
        raise SystemExit(message(missing))
    found: list[str] = maturin.get_requires_for_build_wheel(config_settings)
    return found


get_requires_for_build_editable = get_requires_for_build_wheel


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    """Return nothing: only cargo is needed, of any version."""
    del config_settings
    return []


def what_is_missing() -> list[str]:
    """Return what must be installed before mondegreen can be built, in words."""
    cargo = Path("Cargo.toml").read_text("utf-8")
    needed: str = tomllib.loads(cargo)["workspace"]["package"]["rust-version"]
    missing = []
    found = rust_version()
    if found is None:
        missing.append(f"Rust {needed} or newer (rustup.rs, or your system's packages)")
    elif found < tuple(map(int, needed.split("."))):
        missing.append(
            f"Rust {needed} or newer; here is {'.'.join(map(str, found))} (rustup update)"
        )
    compilers = [os.environ.get("CC", ""), "cc", "gcc", "clang"]
    if os.name != "nt" and not any(shutil.which(name) for name in compilers if name):
        missing.append(
            "a C compiler (Debian: build-essential; Alpine: build-base; macOS: xcode-select --install)"
        )
    return missing


def rust_version() -> tuple[int, ...] | None:
    """Return the version of the compiler, or nothing if there is none."""
    if shutil.which("cargo") is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 - the compiler that the build will run
            [os.environ.get("RUSTC", "rustc"), "--version"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r"\d+\.\d+(?:\.\d+)?", done.stdout)
    return tuple(map(int, found[0].split("."))) if found else None


def message(missing: list[str]) -> str:
    """Return what to do."""
    python = ".".join(map(str, sys.version_info[:2]))
    lines = [
        "",
        f"mondegreen has no wheel for this machine and Python {python}, so it must be built here.",
        "To build it, install:",
        *(f"  - {each}" for each in missing),
        "and type the same command again.",
        "Wheels are for Linux (x86_64, aarch64; glibc and musl), macOS and Windows, 64 bits, CPython 3.11+.",
        "If this is one of them, 'pip install --upgrade pip' may find the wheel.",
        "",
    ]
    return "\n".join(lines)
