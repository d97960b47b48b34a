"""The normalizers of openai-whisper themselves, loaded without torch.

``import whisper.normalizers`` would import the whole of Whisper, so the two files are loaded by
their paths. The package is installed without its dependencies::

    pip install --no-deps openai-whisper==20250625
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import warnings
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = "20250625"


def _folder() -> Path:
    spec = importlib.util.find_spec("whisper")  # looks for it, and does not import it
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places or version("openai-whisper") != VERSION:
        raise RuntimeError(
            f"these tests compare with openai-whisper {VERSION}, which is not here: "
            f"pip install --no-deps openai-whisper=={VERSION} more-itertools regex"
        )
    return Path(places[0]) / "normalizers"


@cache
def module(name: str) -> ModuleType:
    """Return ``basic`` or ``english`` of whisper/normalizers."""
    package = "whisper_normalizers_alone"
    if package not in sys.modules:
        parent = ModuleType(package)
        parent.__path__ = [str(_folder())]
        sys.modules[package] = parent
    return importlib.import_module(f"{package}.{name}")


@cache
def original(name: str) -> Callable[[str], str]:
    """Return what one of our names stands for.

    >>> original("whisper-english")("colour")
    'color'
    """
    if name == "whisper-english":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # it leaves its table open
            return module("english").EnglishTextNormalizer()  # type: ignore[no-any-return]
    return module("basic").BasicTextNormalizer(  # type: ignore[no-any-return]
        remove_diacritics="remove-diacritics" in name, split_letters="split-letters" in name
    )
