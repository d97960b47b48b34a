"""The commands, and how errors become one line and an exit status."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

import typer

from mondegreen import __version__
from mondegreen.cli import align, demo, score
from mondegreen.cli import list as list_command
from mondegreen.errors import MondegreenError

BAD_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    name="mondegreen",
    help="What did the recogniser mishear, and does it matter?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)
app.command("score")(score.score)
app.command("align")(align.align)
app.command("list")(list_command.names)
app.command("demo")(demo.demo)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mondegreen {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """What did the recogniser mishear, and does it matter?"""


def run(arguments: list[str]) -> int:  # noqa: PLR0911 - one status an ending
    """Run a command and return its exit status; errors are one line on stderr."""
    warnings.showwarning = _show_warning
    try:
        status = app(arguments, prog_name="mondegreen", standalone_mode=False)
        sys.stdout.flush()  # a full disk or a closed pipe shows here at the latest
    except MondegreenError as error:
        return _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except MemoryError:
        return _fail("out of memory; score the corpus in parts and merge the run files")
    except Exception as error:
        # Usage errors are of click or of typer's own copy of it, by typer's version.
        if not hasattr(error, "show"):
            raise
        return _fail_usage(error)
    return status if isinstance(status, int) else 0


def _fail_usage(error: Any) -> int:
    """Say in one line what click found wrong with an option or argument, and where help is."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return BAD_INPUT
    problem = " ".join(error.format_message().split())
    if "'-h' requires" in problem:
        return _fail(f"{problem} It is the hypothesis file, as in jiwer; help is --help")
    command = error.ctx.command_path if getattr(error, "ctx", None) else "mondegreen"
    end = "" if problem.endswith((".", "?")) else "."
    return _fail(f"{problem}{end} See {command} --help")


def _fail(message: str) -> int:
    one_line = " ".join(part.strip() for part in message.splitlines())
    typer.echo(f"mondegreen: {one_line}", err=True)
    return BAD_INPUT


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    typer.echo(f"mondegreen: warning: {message}", err=True)
