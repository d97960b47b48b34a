"""Keys and lines that are typed on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ENTER", "QUIT", "edited", "pressed"]

ENTER: Final = "enter"
QUIT: Final = "quit"
_ENDS: Final = ("c-c", "c-d")
_TYPED_AHEAD: Final = "c-j"  # what Enter is while no prompt is shown


def pressed(prompt: str, keys: Mapping[str, str]) -> str:
    """Wait for one of some keys, and return what it stands for; others do nothing.

    Args:
        prompt: what is shown meanwhile.
        keys: what each key stands for; ``enter`` is a key too. Ctrl-C and Ctrl-D are `QUIT`.
    """
    session = _session()
    bindings = _bindings()
    for key, meaning in keys.items():
        for each in (key, _TYPED_AHEAD) if key == ENTER else (key,):
            bindings.add(each, eager=True)(_ends_with(meaning))
    for key in _ENDS:
        bindings.add(key, eager=True)(_ends_with(QUIT))
    bindings.add("<any>")(lambda _event: None)
    return str(session.prompt(prompt, key_bindings=bindings))


def edited(prompt: str, text: str) -> str | None:
    """Return a line that was edited, which begins as ``text``; ``None`` after Ctrl-C or Ctrl-D."""
    try:
        return str(_session().prompt(prompt, default=text))
    except (KeyboardInterrupt, EOFError):
        return None


def _ends_with(meaning: str) -> Any:
    return lambda event: event.app.exit(result=meaning)


def _session() -> Any:
    """Return a prompt that does not ask the terminal where its cursor is: some never answer."""
    try:
        from prompt_toolkit import PromptSession  # of the extra bench
        from prompt_toolkit.output import create_output
    except ImportError as error:
        raise MissingDependencyError("prompt_toolkit", "bench", "reviewing") from error
    output = create_output()
    if hasattr(output, "enable_cpr"):
        output.enable_cpr = False
    return PromptSession(output=output)


def _bindings() -> Any:
    from prompt_toolkit.key_binding import KeyBindings  # of the extra bench

    return KeyBindings()
