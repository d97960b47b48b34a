"""Options of commands, made of what `mondegreen.options` says of each.

A command says which options it takes, and gets one object with all of them. On the command line they
are there as if the command had named them one by one. An option that it does not take is none of
the command, so that it is refused by its name.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_type_hints

import typer

from mondegreen.cli.completion import completing
from mondegreen.errors import UsageError
from mondegreen.options.judging import Judging
from mondegreen.options.option import Group
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from mondegreen.options.option import Flag, Option

__all__ = ["flags_of", "taken_by", "with_options"]

_NOT_GIVEN: Final[tuple[Any, ...]] = (None, [], ())

_LANGUAGES: Final = Parameter(
    "languages",
    Parameter.KEYWORD_ONLY,
    default=None,
    annotation=Annotated[
        list[Path] | None,
        typer.Option(
            "--languages",
            metavar="FOLDER",
            help="Folder with languages of your own, or overlays such as medical units. Can be given "
            "several times. Default: MONDEGREEN_LANGUAGES.",
            rich_help_panel=Scoring.panel,
            hidden=True,
        ),
    ],
)
"""What each command takes that reads texts of a language."""


def with_options(
    *taken: type[Group] | str,
    without: Iterable[str] = (),
    also: Mapping[str, str] | None = None,
    defaults: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Put options of `Options` in place of the parameter ``options`` of a command.

    A parameter that is another group, as the systems of a comparison, becomes its options too.

    Args:
        taken: groups, and names of single options.
        without: names of those in the groups that the command does not take.
        also: another flag of an option in this command, by its name.
        defaults: what holds in this command without an option, by its name, for ``--help``.
    """
    chosen = taken_by(taken, without)
    for name, flag in (also or {}).items():
        first, *rest = chosen[name].flags
        flags = first._replace(names=(*first.names, flag)), *rest
        chosen[name] = chosen[name]._replace(flags=flags)

    for name, default in (defaults or {}).items():
        first, *rest = chosen[name].flags
        plain = first._replace(help=first.help.partition(" Default:")[0])
        chosen[name] = chosen[name]._replace(flags=(plain, *rest), default_typed=default)

    def made(command: Callable[..., int]) -> Callable[..., int]:
        hints = get_type_hints(command, include_extras=True)
        groups: dict[str, dict[str, Option]] = {}
        parameters: list[Parameter] = []
        for name, parameter in signature(command).parameters.items():
            hint = hints[name]
            if isinstance(hint, type) and issubclass(hint, Group):
                groups[name] = chosen if hint is Options else dict(hint.described)
                parameters += map(_parameter, *_pairs(groups[name]))
            else:
                parameters.append(parameter.replace(annotation=hint, kind=Parameter.KEYWORD_ONLY))

        if chosen.keys() & {"lang", "normalizer"}:
            parameters.append(_LANGUAGES)

        @wraps(command)
        def called(**values: Any) -> int:
            with _with_languages(values.pop(_LANGUAGES.name, None)):
                for name, options in groups.items():
                    values[name] = _group(hints[name], options, values)
                return command(**values)

        called.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {each.name: each.annotation for each in parameters}
        return called

    return made


def _with_languages(folders: list[Path] | None) -> AbstractContextManager[None]:
    if not folders:
        return nullcontext()
    from mondegreen.languages import added  # seldom needed

    return added(*folders)


def taken_by(taken: Iterable[type[Group] | str], without: Iterable[str] = ()) -> dict[str, Option]:
    """Return the options of groups and of names that can be typed, those of `Judging` too."""
    known = {**_typed(Judging), **_typed(Options)}
    found: dict[str, Option] = {}
    for each in taken:
        found |= {each: known[each]} if isinstance(each, str) else _typed(each)
    return {name: option for name, option in found.items() if name not in set(without)}


def _typed(kind: type[Group]) -> dict[str, Option]:
    return {name: option for name, option in kind.described.items() if option.flags}


def flags_of(options: Mapping[str, Option]) -> dict[str, str]:
    """Return the flag of each option that can be typed, as ``--normalizer``."""
    return {name: option.flags[0].name for name, option in options.items() if option.flags}


def _pairs(options: Mapping[str, Option]) -> tuple[list[Option], list[Flag]]:
    pairs = [(option, flag) for option in options.values() for flag in option.flags]
    return [option for option, _ in pairs], [flag for _, flag in pairs]


def _name(option: Option, flag: Flag) -> str:
    """Return the name of what a flag gives; the first of an option has the option's."""
    return option.name if flag is option.flags[0] else flag.name.strip("-").replace("-", "_")


def _parameter(option: Option, flag: Flag) -> Parameter:
    kind: Any = list[str] if flag.kind.takes is list else flag.kind.takes
    help_text, default = flag.help, option.default_typed
    values = flag.values or getattr(option.check, "keywords", {}).get("known", ())
    says = not isinstance(default, bool) and default is not None and flag is option.flags[0]
    if says and "Default:" not in help_text:
        help_text += f" Default: {default}."
    about = typer.Option(
        *flag.names,
        metavar=flag.metavar or None,
        help=help_text,
        rich_help_panel=flag.panel,
        hidden=not flag.common,
        autocompletion=completing(values) if values else None,
    )
    name = _name(option, flag)
    annotation = Annotated[kind | None, about]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _group(kind: type[Group], options: Mapping[str, Option], values: dict[str, Any]) -> Group:
    """Return the options that were typed, taken out of the values of a command line."""
    chosen: dict[str, Any] = {}
    typed: dict[str, str] = {}
    for name, option in options.items():
        found = [
            (flag, value)
            for flag in option.flags
            if (value := values.pop(_name(option, flag))) not in _NOT_GIVEN
        ]
        if found:
            chosen[name] = _value(found)
            typed[name] = _shown(*found[0])
    if kind is not Options:
        return kind.of_typed(chosen, typed)
    asking = {name: chosen.pop(name) for name in [*chosen] if name not in Options.described}
    if asking:
        flags = {name: typed.pop(name) for name in asking}
        chosen["judge"] = Judging.of_typed(asking, flags)
        typed["judge"] = next(iter(flags.values()))
    return Options.of_typed(chosen, typed)


def _value(found: list[tuple[Flag, Any]]) -> Any:
    """Return what the flags of one option give; lists are put together.

    Raises:
        UsageError: two flags that give different things.
    """
    values = [flag.kind.read(value) for flag, value in found]
    if len(values) == 1:
        return values[0]
    if all(isinstance(value, list) for value in values):
        return [each for value in values for each in value]
    shown = " and ".join(_shown(*each) for each in found)
    raise UsageError(f"{shown} are given, and there can be one; leave one out")


def _shown(flag: Flag, value: Any) -> str:
    """Return a flag as it was typed: of two with a slash between the one that was."""
    if value is False:
        return max((name.partition("/")[2] for name in flag.names), key=len)
    return flag.name
