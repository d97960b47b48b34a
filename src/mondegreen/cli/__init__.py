"""The command line: data on stdout, words on stderr, exit status 0, 1 (a gate) or 2 (an error)."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command that the arguments name."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:  # before anything heavy is imported
        from mondegreen import __version__

        print(f"mondegreen {__version__}")  # noqa: T201 - the command line prints
        return
    from mondegreen.errors import MondegreenError  # not for --version

    try:
        from mondegreen.cli.app import run  # typer and rich, for commands alone
    except MondegreenError as error:  # a kernel that is not there
        sys.exit(_fail(error))
    sys.exit(run(given))


def _fail(error: Exception) -> int:
    print(f"mondegreen: {error}", file=sys.stderr)  # noqa: T201 - the command line prints
    return 2
