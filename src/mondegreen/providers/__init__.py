"""Providers: recognisers that transcribe recordings, on this machine or over HTTP, or live.

The folders are the registry: ``engines/pocketsphinx.py`` and ``vendors/deepgram.py`` are the providers
``pocketsphinx`` and ``deepgram``; their classes are ``Pocketsphinx`` and ``Deepgram``. What hears a
recording while it is spoken is in ``live/``, and has ``-live`` after its name. Others come from
entry points in the group ``mondegreen.providers``: a class with ``name`` that is made with a model and
an options object, as `mondegreen.providers.local.Local` and `mondegreen.providers.remote.Remote` are.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError
from mondegreen.registry import Registry
from mondegreen.services.secrets import refuse_key

if TYPE_CHECKING:
    from mondegreen.providers.audio import Audio
    from mondegreen.providers.capabilities import Billing, Capabilities
    from mondegreen.providers.failure import AudioError, MissingKeyError, ProviderError
    from mondegreen.providers.provider import Provider
    from mondegreen.providers.transcript import Call, Transcript
    from mondegreen.providers.word import Word

__all__ = [
    "KINDS",
    "PROVIDERS",
    "Audio",
    "AudioError",
    "Billing",
    "Call",
    "Capabilities",
    "MissingKeyError",
    "Provider",
    "ProviderError",
    "Transcript",
    "Word",
    "make",
]

_HOMES = {
    "Audio": "audio",
    "AudioError": "failure",
    "Billing": "capabilities",
    "Call": "transcript",
    "Capabilities": "capabilities",
    "MissingKeyError": "failure",
    "Provider": "provider",
    "ProviderError": "failure",
    "Transcript": "transcript",
    "Word": "word",
}


def _modules(folder: str) -> list[str]:
    paths = (Path(__file__).parent / folder).glob("*.py")
    return sorted(path.stem for path in paths if path.stem[0] != "_")


def _name(folder: str, module: str) -> str:
    name = module.replace("_", "-")
    return f"{name}-live" if folder == "live" else name


def _class(module: str) -> str:
    return "".join(part.capitalize() for part in module.split("_"))


KINDS: Final = {
    folder: tuple(_name(folder, module) for module in _modules(folder))
    for folder in ("engines", "vendors", "live")
}
"""The names of the providers on this machine, of those over HTTP, and of live ones."""

PROVIDERS: Final[Registry[Any]] = Registry(
    "provider",
    "mondegreen.providers",
    {
        _name(folder, module): f"{__name__}.{folder}.{module}:{_class(module)}"
        for folder in KINDS
        for module in _modules(folder)
    },
)


def make(system: str, options: Any = None, **chosen: Any) -> Provider:
    """Return the provider that a system names; nothing is loaded and nobody is called.

    Args:
        system: ``PROVIDER:MODEL``, as ``deepgram:nova-3``; ``PROVIDER`` alone for its default model.
        options: the options of its kind, as `mondegreen.options.transcribing.Calling`.
        chosen: single options, in the place of those of ``options``.

    Raises:
        UnknownNameError: no provider has this name.
        UsageError: no model is named and there is no default, an option cannot be used, or the name holds a key.

    >>> make("pocketsphinx").system
    'pocketsphinx:en-us'
    """
    if not isinstance(system, str) or not system.strip():
        raise UsageError(f"system {system!r}: expected PROVIDER:MODEL, such as pocketsphinx:en-us")
    refuse_key(system, "the name of a system")
    name, _, model = system.partition(":")
    plain = name.strip().lower()
    if plain not in PROVIDERS.names():
        plain = plain.replace("_", "-").replace(".", "-")  # whisper.cpp
    kind = PROVIDERS.get(plain if plain in PROVIDERS.names() else name)
    model = model or kind.default_model
    if not model:
        raise UsageError(f"system {system!r}: expected {plain}:{kind.takes_model}")
    made: Provider = kind(model, kind.options.of(options, chosen))
    return made


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        message = f"module 'mondegreen.providers' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # listing names loads no model and no HTTP client

    return getattr(import_module(f"mondegreen.providers.{home}"), name)
