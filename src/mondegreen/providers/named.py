"""A recogniser by its name, as Python takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.providers import make

if TYPE_CHECKING:
    from mondegreen.providers import Provider

__all__ = ["provider"]


def provider(name: str, **options: Any) -> Provider:
    """Return the recogniser of a name; nothing is loaded and nobody is called.

    Args:
        name: ``PROVIDER:MODEL``, as ``deepgram:nova-3``; ``PROVIDER`` alone for its default model.
        options: of its kind, as ``language`` or ``threads``; `docs/providers.md` has them.

    Raises:
        UnknownNameError: no provider has this name.
        UsageError: no model is named and there is no default, or an option cannot be used.

    >>> import asyncio, mondegreen as mg
    >>> from pathlib import Path
    >>> from mondegreen.providers import Audio
    >>> clip = Path(mg.__path__[0]) / "examples" / "recordings" / "bank.flac"
    >>> asyncio.run(mg.provider("pocketsphinx").transcribe(Audio.open(clip))).text
    'please cancel my card and send me a new one'
    """
    return make(name, **options)
