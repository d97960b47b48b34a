"""Groups of options that several commands share: a dataclass each, whose fields are options.

A command takes a group as one parameter. On the command line its options stand there as if the
command had named them one by one, and the command gets them as one object.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["with_groups", "written"]


def with_groups(command: Callable[..., int]) -> Callable[..., int]:
    """Return the command with options in the place of those of its parameters that are groups."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    parameters: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        if name in groups:
            parameters += _options(groups[name])
        else:
            kind = Parameter.KEYWORD_ONLY
            parameters.append(parameter.replace(annotation=hints[name], kind=kind))

    @wraps(command)
    def called(**options: Any) -> int:
        for name, group in groups.items():
            options[name] = group(**{each.name: options.pop(each.name) for each in fields(group)})
        return command(**options)

    called.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


def written(group: Any, name: str) -> str:
    """Return the option of a field as it is typed: the longest way, as ``--normalizer``."""
    (about,) = get_type_hints(type(group), include_extras=True)[name].__metadata__
    flag = "--" + name.replace("_", "-")
    named = [about.default, *(about.param_decls or ())] if isinstance(about.default, str) else []
    shown: str = max([option.partition("/")[0] for option in named], key=len, default=flag)
    return shown


def _options(group: Any) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name]
        )
        for each in fields(group)
    ]
