"""A process that may not write where permissions forbid it, root's included."""

from __future__ import annotations

import ctypes
import os
import stat
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PR_CAPBSET_DROP = 24
_OVERRIDES = (1, 2)  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: what lets root pass permissions by


def read(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these words as any user would, whom permissions hold."""
    return subprocess.run(
        [sys.executable, *words],
        text=True,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
        preexec_fn=_as_any_user if os.geteuid() == 0 else None,
    )


def _as_any_user() -> None:
    library = ctypes.CDLL(None)
    for override in _OVERRIDES:
        library.prctl(_PR_CAPBSET_DROP, override, 0, 0, 0)


@contextmanager
def sealed(folder: Path, *, files: bool = True) -> Iterator[Path]:
    """Let nobody write into a folder, nor into its files, for as long as the block lasts."""
    paths = [folder, *(folder.iterdir() if files else ())]
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in paths}
    for path, mode in modes.items():
        path.chmod(mode & ~0o222)
    try:
        yield folder
    finally:
        for path, mode in modes.items():
            path.chmod(mode)
