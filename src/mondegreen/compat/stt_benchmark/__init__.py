"""Two scripts of an STT benchmark, for pipelines that call them: ``export_tsv`` and ``calc_wer``.

Options, columns and layouts are those of the scripts ``export_tsv.py`` and ``calc_wer.py`` of
ty274/stt-benchmark, read on 2026-11-29. They run as ``python -m
mondegreen.compat.stt_benchmark.export_tsv`` and as functions::

    from mondegreen.compat.stt_benchmark.calc_wer import calc_wer
    from mondegreen.compat.stt_benchmark.export_tsv import export_tsv
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from mondegreen.errors import MondegreenError

if TYPE_CHECKING:
    import typer

__all__ = ["run"]


def run(app: typer.Typer, words: list[str] | None = None) -> int:
    """Run a script, and return its exit status: 2 for wrong usage and input, with one line."""
    command: Any = app
    try:
        command(words, standalone_mode=False)
    except MondegreenError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    except Exception as error:
        shown = getattr(error, "format_message", None)  # of what typer refuses
        if shown is None:
            raise
        sys.stderr.write(f"error: {shown()}\n")
        return 2
    return 0
