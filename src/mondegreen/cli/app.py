"""The commands, and how errors become one line and an exit status."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import typer

from mondegreen import __version__
from mondegreen.cli import align, calls, compare, convert, demo, normalize, report, score
from mondegreen.cli import list as list_command
from mondegreen.cli.bench import bench
from mondegreen.cli.judge import judge
from mondegreen.cli.panels import PanelCommand
from mondegreen.cli.streams import BAD_INPUT, INTERRUPTED, ended, fail, say, show
from mondegreen.errors import MondegreenError

app = typer.Typer(
    name="mondegreen",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)
app.command("score", cls=PanelCommand)(score.score)
app.command("align", cls=PanelCommand)(align.align)
app.command("compare", cls=PanelCommand)(compare.compare)
app.command("normalize", cls=PanelCommand)(normalize.normalize)
app.command("calls", cls=PanelCommand)(calls.calls)
app.command("convert", cls=PanelCommand)(convert.convert)
app.command("report", cls=PanelCommand)(report.report)
app.command("list", cls=PanelCommand)(list_command.names)
app.command("demo", cls=PanelCommand)(demo.demo)
app.add_typer(bench, name="bench")
app.add_typer(judge, name="judge")

_INSTEAD = {
    ("mondegreen compare", "--slice"): "--by COLUMN slices, as everywhere",
    ("mondegreen compare", "-o"): "it prints: add > FILE",
    ("mondegreen score", "-o"): "it prints: add > FILE, or write a page with mondegreen report",
}
"""What to type for options that another command has, or had."""


def _version(wanted: bool) -> None:
    if wanted:
        show(f"mondegreen {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """What did the recogniser mishear, and does it matter?

    \b
    Examples:
      mondegreen score references.txt hypotheses.txt
      mondegreen report vendors.csv --systems a,b,c -o report.html
      mondegreen demo
    """  # noqa: D301 - a real backspace keeps the lines apart


def run(arguments: list[str]) -> int:  # noqa: PLR0911 - one status an ending
    """Run a command and return its exit status; errors are one line on stderr."""
    warnings.showwarning = _show_warning
    try:
        status = _invoke(arguments)
        sys.stdout.flush()  # a full disk or a closed pipe shows here at the latest
    except MondegreenError as error:
        return fail(error)
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
        return fail("out of memory; score the corpus in parts and merge the run files")
    except Exception as error:
        # Usage errors are of click or of typer's own copy of it, by typer's version.
        if not hasattr(error, "show"):
            raise
        return _fail_usage(error)
    return status if isinstance(status, int) else 0


def _invoke(arguments: list[str]) -> Any:
    """Do what the command's own ``main`` does, which takes a closed pipe for an error."""
    command: Any = typer.main.get_command(app)
    try:
        with command.make_context("mondegreen", arguments) as context:
            return command.invoke(context)
    except typer.Exit as done:
        return done.exit_code


def _fail_usage(error: Any) -> int:
    """Say in one line what click found wrong with an option or argument, and where help is."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return BAD_INPUT
    problem = " ".join(error.format_message().split())
    if "'-h' requires" in problem:
        return fail(f"{problem} It is the hypothesis file, as in jiwer; help is --help")
    command = error.ctx.command_path if getattr(error, "ctx", None) else "mondegreen"
    named = _INSTEAD.get((command, getattr(error, "option_name", "")))
    if named is not None:
        return fail(f"{command} has no {error.option_name}; {named}. See {command} --help")
    option = getattr(error, "option_name", "")
    if others := _commands_with(option):
        return fail(f"{command} has no {option}; {others}. See {command} --help")
    end = "" if problem.endswith((".", "?")) else "."
    return fail(f"{problem}{end} See {command} --help")


def _commands_with(option: str) -> str:
    """Say which commands have an option; nothing if none has."""
    group: Any = typer.main.get_command(app)
    found = [
        name
        for name, each in group.commands.items()
        if option and any(option in one.opts for one in each.params)
    ]
    if not found:
        return ""
    return f"{' and '.join(filter(None, [', '.join(found[:-1]), found[-1]]))} {'has' if len(found) == 1 else 'have'} it"


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    say(f"warning: {message}")
