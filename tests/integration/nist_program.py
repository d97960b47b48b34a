"""NIST's own programs, where they are installed (Debian's package sctk): sclite and its filters."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["SCTK", "Steps", "needs_sctk", "sclite_steps", "write_trn"]

SCTK = shutil.which("sctk")
needs_sctk = pytest.mark.skipif(SCTK is None, reason="NIST's sclite is not here (Debian: sctk)")

Steps = str
"""The steps of an alignment, a letter each: C, S, D and I."""

_PATH = re.compile(r'<PATH id="\(([^"]*)\)"[^>]*>\n(.*?)</PATH>', re.DOTALL)
_STEP = re.compile(r'([CSDI]),(?:"[^"]*")?,(?:"[^"]*")?(?=[:\n])')


def write_trn(path: Path, texts: list[str]) -> None:
    """Write texts as trn, with the ids ``s-0``, ``s-1``, ..."""
    lines = [f"{text} (s-{row})\n" for row, text in enumerate(texts)]
    path.write_text("".join(lines), "utf-8")


def sclite_steps(folder: Path, *options: str) -> dict[str, Steps]:
    """Return the steps that sclite takes between ``ref.trn`` and ``hyp.trn`` of a folder, by id.

    Words may hold no quotation mark.
    """
    command = [str(SCTK), "sclite", "-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id"]
    done = subprocess.run(
        [*command, *options, "-o", "sgml", "stdout"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=600,
    )
    return {
        name: "".join(match[1] for match in _STEP.finditer(steps))
        for name, steps in _PATH.findall(done.stdout)
    }
