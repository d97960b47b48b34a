"""Every error mondegreen raises on purpose.

    MondegreenError
    ├── UsageError (ValueError)            an option or argument that cannot be used
    │   └── UnknownNameError               a name that no registry knows
    ├── InputError (ValueError)            data that cannot be scored as they are
    │   ├── ParseError                     a file whose content breaks its format
    │   ├── OneSideError                   a file of references alone, and no hypotheses
    │   ├── PairingError                   references and hypotheses that do not go together
    │   └── MissingHypothesisError         hypotheses that are not there, under ``missing="error"``
    ├── InputTypeError (TypeError)         a value of the wrong type among the texts
    ├── SignatureMismatchError (ValueError) results that must not be merged or compared
    └── MissingDependencyError (ImportError) an optional package that is not installed

Warnings are a `UserWarning`; a doubt about texts that may be right all the same is a `DoubtWarning`.

A message says what was given, where, what was expected, and what to do next. What was given may be
anything, so `str` of an error shows control characters instead of sending them.
"""

from __future__ import annotations

import sys
import warnings
from shlex import quote
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "DoubtWarning",
    "InputError",
    "InputTypeError",
    "MissingDependencyError",
    "MissingHypothesisError",
    "MondegreenError",
    "OneSideError",
    "PairingError",
    "ParseError",
    "SignatureMismatchError",
    "UnknownNameError",
    "UsageError",
]

_MOST_GIVEN = 60
_MOST_KNOWN = 15
_LISTED = {
    "format": "formats",
    "forgiver or preset": "forgivers",
    "metric": "metrics",
    "normalizer": "normalizers",
    "output format": "outputs",
    "provider": "providers",
    "recipe or metric": "recipes",
}
"""Kinds of names that ``mondegreen list`` shows, as messages and as the command name them."""
_HERE = __name__.partition(".")[0]


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number and what is counted, which is ``one`` or, by default, ``one`` with an s.

    >>> counted(1, "error"), counted(2000, "error"), counted(0, "hypothesis", "hypotheses")
    ('1 error', '2,000 errors', '0 hypotheses')
    """
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def installing(extra: str) -> str:
    """Return what to type for an extra.

    >>> installing("stats")
    "pip install '.[stats]' in a clone of mondegreen"
    """
    return f"pip install '.[{extra}]' in a clone of mondegreen"


class DoubtWarning(UserWarning):
    """Texts look as if they were not what was said; they are scored as they are."""


def warn(message: str, category: type[UserWarning] = UserWarning) -> None:
    """Warn, in place of the program that called, the command line too, however deep this is."""
    level, frame = 1, sys._getframe()
    while frame is not None and _is_inside(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(message, category, stacklevel=level)


def _is_inside(module: str) -> bool:
    package, _, rest = module.partition(".")
    return package == _HERE and rest.partition(".")[0] != "cli"


def visible(text: str) -> str:
    r"""Return a text of one line with nothing in it that a terminal obeys or hides.

    Joiners stay between letters of scripts that need them.

    >>> print(visible("a\x1b[31mb\u2028\u202ec"))
    a\x1b[31mb\u2028\u202ec
    """
    if text.isprintable():
        return text
    shown, before = [], ""
    for char in text:
        joins = char in "\u200c\u200d" and not before.isascii() and before.isprintable()
        keep = joins or char.isprintable()
        shown.append(char if keep else char.encode("unicode_escape").decode())
        before = char
    return "".join(shown)


def typed(name: str) -> str:
    """Return a name as it is typed in a shell, for commands that a message suggests.

    >>> print(typed("a; touch b"))
    'a; touch b'
    """
    return visible(quote(name))


class MondegreenError(Exception):
    """The root of every error that mondegreen raises on purpose."""

    def __str__(self) -> str:
        return "\n".join(map(visible, super().__str__().split("\n")))

    def __reduce__(self) -> tuple[Any, ...]:
        # By default Python would hand the finished message to __init__, which takes its parts.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: Any, args: tuple[Any, ...], attributes: dict[str, Any]) -> MondegreenError:
    error: MondegreenError = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class UsageError(MondegreenError, ValueError):
    """An option or argument has a value that cannot be used."""


class UnknownNameError(UsageError):
    """A name is not in its registry; the message offers the nearest one, and lists or says where all are.

    >>> raise UnknownNameError("metric", "wre", ["cer", "wer"])
    Traceback (most recent call last):
    mondegreen.errors.UnknownNameError: no metric is named 'wre'. Did you mean 'wer'? Known: cer, wer.
    """

    def __init__(
        self, kind: str, name: str, known: Iterable[str], meant: str | None = None
    ) -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        hint = f" Did you mean {meant!r}?" if meant else _nearest(name, self.known)
        super().__init__(f"no {kind} is named {name!r}.{hint} {_where(kind, self.known)}")


def _nearest(name: str, known: list[str]) -> str:
    """Return what `did_you_mean` does; of a name with parameters in brackets, what is before them."""
    plain = name.partition("(")[0].partition("[")[0]
    return did_you_mean(name, known) or (did_you_mean(plain, known) if plain != name else "")


def _where(kind: str, known: list[str]) -> str:
    """Return the sentence that lists the names, or says how to list them if there are many."""
    if kind in _LISTED and len(known) > _MOST_KNOWN:
        return f"Type mondegreen list {_LISTED[kind]} to see all."
    return f"Known: {', '.join(known)}."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the sentence that offers the nearest of the known names, or nothing.

    >>> did_you_mean("char", ["word", "character"])
    " Did you mean 'character'?"
    """
    import difflib  # only when something already went wrong

    plain, names = name.lower(), sorted(known)
    begun = [each for each in names if len(plain) > 2 and each.startswith(plain)]  # noqa: PLR2004
    near = begun or difflib.get_close_matches(plain, names, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


class InputError(MondegreenError, ValueError):
    """The data cannot be scored as they are."""


class ParseError(InputError):
    """A file breaks its format; the message starts with ``path:line:``.

    Attributes:
        path: the file, as the user named it (``<stdin>`` for standard input).
        line: the 1-based line number, or ``None`` where lines mean nothing.
    """

    def __init__(self, path: str, line: int | None, problem: str) -> None:
        self.path, self.line, self.problem = path, line, problem
        where = path if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {problem}")


class OneSideError(InputError):
    """A file has the texts of only one side, and no other file is given."""


class PairingError(InputError):
    """References and hypotheses do not go together, by count or by id."""


class MissingHypothesisError(InputError):
    """Some utterances have no hypothesis and the policy is ``missing="error"``."""


class InputTypeError(MondegreenError, TypeError):
    """A value among the texts is not a text."""


class SignatureMismatchError(MondegreenError, ValueError):
    """Two results were made in different ways and must not be merged or compared."""

    def __init__(self, first: str, second: str) -> None:
        self.first, self.second = first, second
        odd, *sides = _odd_fields(first, second)
        super().__init__(
            f"these results were made in different ways{f' ({odd})' if odd else ''}:\n"
            f"  {sides[0]}\n  {sides[1]}\n"
            + (
                "Score both with the same folders of languages (--languages)."
                if odd == "packs"
                else "Score both with the same options."
            )
        )


_NO_MEMORY = (
    "failed to map segment",
    "annot allocate memory",
    "an't start new thread",
    "Failed to launch worker thread",
)


def lacks_memory(error: BaseException | None) -> bool:
    """Return whether an error, or what led to it, is a library or a thread that got no memory.

    >>> lacks_memory(RuntimeError("can't start new thread")), lacks_memory(ImportError("no such"))
    (True, False)
    """
    while error is not None:
        if any(sign in str(error) for sign in _NO_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False


class MissingDependencyError(MondegreenError, ImportError):
    """An optional package is needed and not installed; the message has the pip line."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        self.package, self.extra = package, extra
        way = installing(extra)
        if lacks_memory(sys.exception()):
            way = "it is installed, and there is not enough memory to load it"
        super().__init__(f"{purpose} needs {package}: {way}")


def _odd_fields(first: str, second: str) -> tuple[str, str, str]:
    """Return the names of the fields in which two signatures differ, and of each what is not in the other.

    >>> _odd_fields("wer@1|ties:jiwer@1|packs:de-0d6281c4+en-40c245fc", "wer@1|packs:de-5ee5c3d1+en-40c245fc")
    ('ties, packs', 'wer@1|ties:jiwer@1|packs:de-0d6281c4', 'wer@1|packs:de-5ee5c3d1')
    """
    (head, *fields), (other, *others) = first.split("|"), second.split("|")
    sides = [dict(field.partition(":")[::2] for field in each) for each in (fields, others)]
    names = [name for name in {**sides[0], **sides[1]} if sides[0].get(name) != sides[1].get(name)]
    shown = ([head], [other])
    for name in names:
        values = [side.get(name) for side in sides]
        if name == "packs" and all(values):
            pins = [str(value).split("+") for value in values]
            values = ["+".join(p for p in pins[at] if p not in pins[1 - at]) for at in (0, 1)]
        for line, value in zip(shown, values, strict=True):
            line.extend([f"{name}:{value}"] if value else [])
    return ", ".join(names), "|".join(shown[0]), "|".join(shown[1])


def given(value: object) -> str:
    """Return what was given, cut short, with its type.

    >>> given(7)
    '7 of type int'
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - whatever a foreign object does, the message must be made
        return f"an object of type {type(value).__name__}"
    if len(text) > _MOST_GIVEN:
        text = text[:_MOST_GIVEN] + "..."
    return f"{text} of type {type(value).__name__}"
