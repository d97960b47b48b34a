"""What is installed is locked with hashes, and what is linked or bundled has a licence that allows it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
ALLOWED = {
    *(
        "MIT",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "Zlib",
    ),
    *("Unicode-3.0", "ISC", "0BSD", "Unlicense", "BSL-1.0", "CC0-1.0"),
}
"""Licences under which a crate may be linked into the kernel: none asks for the source of what is linked."""


def name_of(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked() -> dict[str, list[str]]:
    """Return the lines of each locked package: its version, and its hashes."""
    found: dict[str, list[str]] = {}
    for line in LOCK.splitlines():
        if not line.startswith(" "):
            name = name_of(re.split(r"[\[=;]", line)[0].strip())
            found[name] = [line.partition("==")[2].split()[0]]
        else:
            found[name].append(line.strip(" \\"))
    return found


def test_every_package_is_locked_with_hashes() -> None:
    assert len(locked()) > 100
    for name, (version, *hashes) in locked().items():
        assert version, name
        assert hashes, name
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", each) for each in hashes), name
    assert "://" not in LOCK, "a lock file that names a host installs from nowhere else"


def test_the_lock_has_what_the_project_asks_for() -> None:
    """After a change of a dependency: make lock."""
    asked = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]
    wrong = []
    for text in asked:
        wanted, found = Requirement(text), locked().get(name_of(Requirement(text).name))
        if found is None or found[0] not in wanted.specifier:
            wrong.append(f"{text}: {found[0] if found else 'not in requirements.lock'}")
    assert not wrong, f"type: make lock\n{wrong}"


def test_crates_come_from_the_registry_with_checksums() -> None:
    crates = tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]
    own = {path.name for path in (ROOT / "crates").iterdir()}
    for crate in crates:
        if crate["name"] in own:
            assert "source" not in crate
        else:
            assert crate["source"].startswith("registry+")
            assert re.fullmatch("[0-9a-f]{64}", crate["checksum"])


def allowed(expression: str) -> bool:
    """Whether one side of each ``AND`` and all of each ``OR`` is allowed."""
    parts = [re.split(r" OR |/", part) for part in re.sub(r"[()]", "", expression).split(" AND ")]
    return all(any(each.strip() in ALLOWED for each in part) for part in parts)


@pytest.mark.skipif(shutil.which("cargo") is None, reason="asks cargo")
def test_licences_of_crates_that_are_linked() -> None:
    done = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--locked", "--offline"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"the crates are not here yet: {done.stderr[:200]}")
    packages: list[dict[str, Any]] = json.loads(done.stdout)["packages"]
    assert len(packages) > 20
    wrong = {
        each["name"]: each["license"] for each in packages if not allowed(each["license"] or "")
    }
    assert wrong == {}


def test_licences_that_are_refused() -> None:
    assert allowed("MIT OR GPL-3.0-only")
    assert allowed("(MIT OR Apache-2.0) AND Unicode-3.0")
    assert not allowed("MIT AND GPL-3.0-only")
    assert not allowed("")


PERMISSIVE = re.compile(
    r"apache|mit\b|bsd|psf|python|isc|unlicense|zlib|hpnd|cc0|mpl", re.IGNORECASE
)


def licence(package: str) -> str:
    """Return all that a package says of its licence."""
    found = metadata(package)
    classifiers = [each for each in found.get_all("Classifier") or [] if "License" in each]
    given = [str(found.get("License-Expression") or ""), str(found.get("License") or "")[:60]]
    return " ".join([*given, *classifiers]).strip()


def test_licences_of_what_the_package_needs() -> None:
    """The dependencies of the package itself, and theirs: nothing whose licence is not permissive."""
    todo, seen, wrong = [*PROJECT["project"]["dependencies"]], set(), {}
    while todo:
        wanted = Requirement(todo.pop())
        if name_of(wanted.name) in seen or (
            wanted.marker and not wanted.marker.evaluate({"extra": ""})
        ):
            continue
        seen.add(name_of(wanted.name))
        try:
            said = licence(wanted.name)
        except PackageNotFoundError:
            continue  # of another system
        if not PERMISSIVE.search(said):
            wrong[wanted.name] = said
        todo += metadata(wanted.name).get_all("Requires-Dist") or []
    assert {"regex", "rich", "typer"} <= seen
    assert wrong == {}


def test_unsafe_code_is_in_the_binding_alone() -> None:
    for path in (ROOT / "crates").glob("*/src/**/*.rs"):
        if "mondegreen-python" not in path.parts and path.name != "build.rs":
            assert not re.search(r"\bunsafe\s*(\{|fn|impl)", path.read_text("utf-8")), path
    for name in ("core", "language", "speakers"):
        text = (ROOT / "crates" / f"mondegreen-{name}" / "src" / "lib.rs").read_text("utf-8")
        assert "#![forbid(unsafe_code)]" in text


def test_what_security_promises_has_tests_that_are_there() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| ") and "`" in row.split("|")[2]]
    assert len(rows) >= 12
    for row in rows:
        for name in re.findall(r"`([\w/]+(?:\.py|\.md)?)`", row.split("|")[2]):
            there = ROOT / name
            found = there.exists() or [*(ROOT / "tests").rglob(Path(name).name)]
            assert found, f"{name}: no such test"
