"""Columns of text, aligned."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from mondegreen.errors import visible

if TYPE_CHECKING:
    from collections.abc import Sequence


def grid(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Return a table as text: the first ``left`` columns left-aligned, the others right.

    What stands in the cells is untrusted: control characters are shown, not sent.
    """
    from rich.console import Console  # heavy, and `import mondegreen` must stay light
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for at, title in enumerate(header):
        table.add_column(
            Text(visible(title)), justify="left" if at < left else "right", no_wrap=True
        )
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    out = StringIO()
    Console(file=out, width=10_000, color_system=None, legacy_windows=False).print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
