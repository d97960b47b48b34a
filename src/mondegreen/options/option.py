"""What an option is, and groups of options: dataclasses that check what they are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar, dataclass_transform

from mondegreen.errors import UsageError, did_you_mean, given
from mondegreen.options.typed import TEXT

if TYPE_CHECKING:
    from typing import Self

    from mondegreen.options.typed import Kind

__all__ = ["Flag", "Group", "Option", "group", "option", "shows_options"]

_SAME: Final = object()
_CHOSEN: Final = "chosen: single options; they override those of ``options``:"

T = TypeVar("T", bound=type)
F = TypeVar("F", bound=Callable[..., Any])


class Flag(NamedTuple):
    """How an option is typed on the command line.

    Attributes:
        names: as they are typed, the short one first; of two with ``/`` between, one turns it off.
        kind: how its value is typed.
        metavar: what stands for the value.
        help: one sentence.
        panel: the heading of ``--help`` above it.
        common: most people use it, so ``--help`` shows it; ``--help-all`` shows the others.
        values: the values that a shell completes, or the kinds of ``mondegreen list`` that have them,
            with a space between; where the check knows the values, those.
    """

    names: tuple[str, ...]
    kind: Kind = TEXT
    metavar: str = ""
    help: str = ""
    panel: str = ""
    common: bool = False
    values: str | tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The longest way to type it, as ``--normalizer``."""
        return max((name.partition("/")[0] for name in self.names), key=len)


class Option(NamedTuple):
    """One option.

    Attributes:
        help: one sentence.
        python: what else Python takes, and `mondegreen.toml` where it can say that.
        flags: how it is typed; none if it cannot be. What several of them give is put together.
        signature: the field of signatures that it decides; empty if it changes no number.
        data: it belongs to the data, and may be next to a recipe.
        texts: it depends on the texts, and may be next to a recipe instead of what that says.
        path: its value is the path of a file, or a list in which paths may stand.
        check: takes the name and a value, and returns the value or raises.
        name: as Python and ``mondegreen.toml`` have it.
        default: what holds if it is not given.
        default_typed: the same on the command line, where it differs.
    """

    help: str
    python: str = ""
    flags: tuple[Flag, ...] = ()
    signature: str = ""
    data: bool = False
    texts: bool = False
    path: bool = False
    check: Callable[[str, Any], Any] | None = None
    name: str = ""
    default: Any = None
    default_typed: Any = _SAME


def option(
    help: str,  # noqa: A002 - as typer names it
    *,
    default: Any = None,
    default_typed: Any = _SAME,
    metavar: str = "",
    flags: tuple[str, ...] | None = (),
    kind: Kind = TEXT,
    also: tuple[Flag, ...] = (),
    common: bool = False,
    values: str | tuple[str, ...] = (),
    kw_only: bool = True,
    **more: Any,
) -> Any:
    """Return a field of a group. ``more`` are other parts of `Option`.

    Args:
        help: one sentence.
        default: what holds if it is not given.
        default_typed: the same on the command line, where it differs.
        metavar: what stands for its value on the command line.
        flags: how it is typed, made of the name if not given; ``None`` for one that cannot be.
        kind: how its value is typed.
        also: more flags, each with a help of its own.
        common: most people use it, so ``--help`` shows it.
        values: the values that a shell completes, as `Flag` has them.
        kw_only: whether Python takes it by its name alone.
        more: other parts of `Option`.
    """
    own = () if flags is None else (Flag(flags, kind, metavar, help, common=common, values=values),)
    about = Option(help, flags=own + also, default=default, default_typed=default_typed, **more)
    return field(default=default, kw_only=kw_only, metadata={"option": about})


class Group:
    """A group of options: a frozen dataclass that knows which of them it was given.

    Attributes:
        described: the options by name.
        given: the names of those that were given. ``None`` gives nothing where it is the default.
        typed: how they were typed, if they were.
    """

    panel: ClassVar[str] = ""
    described: ClassVar[Mapping[str, Option]] = {}
    _defaults: ClassVar[Mapping[str, Any]] = {}
    _places: ClassVar[tuple[str, ...]] = ()

    given: frozenset[str]
    typed: Mapping[str, str]

    def __init__(self, *places: Any, **chosen: Any) -> None:
        if len(places) > len(self._places):
            raise UsageError(f"{type(self).__name__}({given(places)}): name each option")
        self._fill({**dict(zip(self._places, places, strict=False)), **chosen}, {})

    def _fill(self, chosen: Mapping[str, Any], typed: Mapping[str, str]) -> None:
        values, kept = dict(self._defaults), []
        for name, value in chosen.items():
            if name not in values:
                _refuse(name, values)
            if value is None and values[name] is None:
                continue
            about = self.described.get(name)
            check = None if about is None else about.check
            values[name] = value if check is None else check(typed.get(name, name), value)
            kept.append(name)
        vars(self).update(values, given=frozenset(kept), typed=typed)
        self._settle()

    def _settle(self) -> None:
        """Check what several options say together."""

    @classmethod
    def of(cls, options: Any, chosen: Mapping[str, Any]) -> Self:
        """Return the options of an object, with others in their place.

        Raises:
            UsageError: another object, or an option that is not known or cannot be used.
        """
        if options is None:
            return cls(**chosen)
        for name in chosen:
            if name not in cls._defaults:
                _refuse(name, cls._defaults)
        if not isinstance(options, cls):
            raise UsageError(f"options={given(options)}: expected mondegreen.Options(...)")
        return options.replace(**chosen) if chosen else options

    @classmethod
    def of_typed(cls, chosen: Mapping[str, Any], typed: Mapping[str, str]) -> Self:
        """Return the options of a command line; ``typed`` has the flag of each."""
        made = cls.__new__(cls)
        made._fill(chosen, typed)
        others = {
            name: about.default_typed
            for name, about in cls.described.items()
            if name not in made.given and about.default_typed is not about.default
        }
        vars(made).update(others)
        return made

    def replace(self, **chosen: Any) -> Self:
        """Return the same options with others in their place; ``None`` takes one out."""
        kept = {name: getattr(self, name) for name in self.given}
        made = type(self).__new__(type(self))
        made._fill({**kept, **chosen}, self.typed)
        return made

    def written(self, name: str) -> str:
        """Return an option as it was given: ``missing='skip'``, or ``--missing``."""
        value = getattr(self, name)
        named = f"{name}={value!r}" if isinstance(value, str) else name
        return self.typed.get(name, named)

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self._defaults if name in self.given)
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(option, field))
def group(cls: T) -> T:
    """Make a group of options of a class with fields."""
    made: Any = dataclass(frozen=True, kw_only=True, init=False, repr=False)(cls)
    described = {each.name: each.metadata["option"] for each in fields(made) if each.metadata}
    own = [name for name in cls.__annotations__ if name in described]
    found = {name: _named(described[name], name, made.panel) for name in own}
    inherited = {
        name: about
        for base in made.__mro__[1:]
        for name, about in getattr(base, "described", {}).items()
    }
    made.described = found | {name: inherited[name] for name in described if name not in found}
    defaults = {each.name: each.default for each in fields(made) if each.init}
    made._defaults = {name: defaults[name] for name in dict.fromkeys([*made.described, *defaults])}
    made._places = tuple(each.name for each in fields(made) if each.init and not each.kw_only)
    kind: T = made
    return kind


def _refuse(name: str, known: Mapping[str, Any]) -> None:
    """Refuse an option that is not known, or that is one of something else.

    Raises:
        UsageError: always.
    """
    near = did_you_mean(name, known)
    raise UsageError(f"{name}= is not an option here.{near} Known: {', '.join(known)}.")


def _named(about: Option, name: str, panel: str) -> Option:
    """Return an option with what follows from its name and its group."""
    flags = tuple(
        each._replace(
            names=each.names or (f"--{name.replace('_', '-')}",),
            panel=each.panel or panel,
        )
        for each in about.flags
    )
    typed = about.default if about.default_typed is _SAME else about.default_typed
    return about._replace(name=name, flags=flags, default_typed=typed)


def shows_options(kind: type[Group]) -> Callable[[F], F]:
    """Show the options of a group, in `help` and notebooks, as those that a function takes.

    Their sentences go into its docstring, below the line about ``chosen``.
    """

    def shown(function: F) -> F:
        found: dict[str, Parameter] = {}
        for name, parameter in signature(function).parameters.items():
            if parameter.kind is Parameter.VAR_KEYWORD:
                found |= {each: _parameter(kind, each) for each in kind.described} | found
            else:
                found[name] = parameter
        function.__signature__ = signature(function).replace(parameters=[*found.values()])  # type: ignore[attr-defined]
        before, line, after = (function.__doc__ or "").partition(_CHOSEN)
        if line:
            listed = (
                f"\n                {name}: {' '.join(filter(None, (about.help, about.python)))}"
                for name, about in kind.described.items()
            )
            function.__doc__ = "".join([before, line, *listed, after])
        return function

    return shown


def _parameter(kind: type[Group], name: str) -> Parameter:
    annotation = next(
        each.__annotations__[name] for each in kind.__mro__ if name in each.__annotations__
    )
    default = kind.described[name].default
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
