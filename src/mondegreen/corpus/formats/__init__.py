"""The registry of formats, which is this folder: one file for each format, named as the format is.

The files are in folders by what a source looks like (`SHAPES`), so that only those that may fit
are imported. ``cues/srt.py`` is the format ``srt``, its class is ``Srt``; ``folder/kaldi_folder.py``
is ``kaldi-folder``, its class ``KaldiFolder``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from mondegreen.corpus.format import Format
from mondegreen.errors import UsageError, warn
from mondegreen.registry import Registry

__all__ = ["BY_SHAPE", "FORMATS", "SHAPES"]

SHAPES: Final = ("folder", "binary", "json", "xml", "cues", "table", "text")
"""What a source may look like before anything of it is read."""


def _modules(shape: str) -> list[str]:
    folder = Path(__file__).parent / shape
    return sorted(
        path.stem for path in folder.iterdir() if path.suffix == ".py" and path.stem[0] != "_"
    )


def _name(module: str) -> str:
    return module.replace("_", "-")


def _place(shape: str, module: str) -> str:
    kind = "".join(part.capitalize() for part in module.split("_"))
    return f"{__name__}.{shape}.{module}:{kind}"


_MODULES: Final = {shape: _modules(shape) for shape in SHAPES}

BY_SHAPE: Final = {shape: tuple(map(_name, modules)) for shape, modules in _MODULES.items()}
"""The names of the formats in each folder."""


class _Formats(Registry[type[Format]]):
    """The registry of formats, in which every one has all that a format has."""

    def get(self, name: str) -> type[Format]:
        """Return a format; one of another package with a reader alone is completed.

        Its files are then those that end in its name, if no built-in format has that ending.
        """
        kind = super().get(name)
        if isinstance(kind, type) and not issubclass(kind, Format):
            about = (kind.__doc__ or "").strip().partition("\n")[0].rstrip(".")
            said: dict[str, Any] = {"about": about, "__module__": kind.__module__}
            if not hasattr(kind, "suffixes") and not self._is_taken(f".{name}"):
                said["suffixes"] = (f".{name}",)
            kind = type(kind.__name__, (kind, Format), said)
            self._table[name] = kind
        return kind

    def _is_taken(self, suffix: str) -> bool:
        """Whether files of a built-in format have this ending; this imports them all."""
        built_in = (self.get(name) for names in BY_SHAPE.values() for name in names)
        return any(suffix in (*kind.suffixes, *kind.shared_suffixes) for kind in built_in)

    def loaded(self) -> dict[str, type[Format]]:
        """Return all formats by name; one of another package that cannot be loaded is left out."""
        found = {}
        for name in self.names():
            try:
                found[name] = self.get(name)
            except UsageError as error:
                warn(f"the format {name!r} was left out: {error}")
        return found


FORMATS: Final = _Formats(
    "format",
    "mondegreen.formats",
    {
        _name(module): _place(shape, module)
        for shape, modules in _MODULES.items()
        for module in modules
    },
)
