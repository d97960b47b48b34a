"""Runs a command; errors become one line and an exit status."""

from __future__ import annotations

import sys
import warnings
from typing import Any, Final

import typer

from mondegreen.cli.commands import program
from mondegreen.cli.streams import BAD_INPUT, INTERRUPTED, ended, fail, say
from mondegreen.errors import MondegreenError, lacks_memory

_NO_MEMORY: Final = "out of memory; score the corpus in parts and merge the run files"


def run(arguments: list[str]) -> int:  # noqa: C901, PLR0911 - one status an ending
    """Run a command and return its exit status; errors are one line on stderr."""
    warnings.showwarning = _show_warning
    try:
        status = _invoke(arguments)
        sys.stdout.flush()  # a full disk or a closed pipe shows here at the latest
    except MondegreenError as error:
        from mondegreen.cli.typed_words import as_typed  # where something is to be said

        return fail(as_typed(str(error)))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        return ended(error)
    except UnicodeEncodeError as error:
        letter = ascii(error.object[error.start])
        return fail(
            f"standard output takes {error.encoding} alone, in which there is no {letter}; "
            "set PYTHONIOENCODING=utf-8"
        )
    except MemoryError:
        return fail(_NO_MEMORY)
    except (ImportError, RuntimeError) as error:  # a library or a thread gets no memory
        if not lacks_memory(error):
            raise
        return fail(_NO_MEMORY)
    except Exception as error:
        # Usage errors are of click or of typer's own copy of it, by typer's version.
        if not hasattr(error, "show"):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            error.show()
            return BAD_INPUT
        from mondegreen.cli.mistakes import said_of  # where something went wrong

        return fail(said_of(error))
    return status if isinstance(status, int) else 0


def _invoke(arguments: list[str]) -> Any:
    """Do what the command's own ``main`` does, which takes a closed pipe for an error."""
    command: Any = typer.main.get_command(program(next(iter(arguments), "")))
    try:
        with command.make_context("mondegreen", arguments) as context:
            return command.invoke(context)
    except typer.Exit as done:
        return done.exit_code


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    from mondegreen.cli.typed_words import as_typed  # as above

    say(f"warning: {as_typed(str(message))}")
