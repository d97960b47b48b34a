"""Spell-out rules of ICU, from the shared libraries inside the wheel icu4py."""

from __future__ import annotations

import ctypes
import functools
from pathlib import Path

__all__ = ["ORDINAL", "SPELLOUT", "rules", "version"]

#: Styles of ``unum_open``: numbers in words, and ordinals in figures.
SPELLOUT = 5
ORDINAL = 6
_ACTUAL_LOCALE = 0
_BUFFER_OVERFLOW = 15


@functools.cache
def _libraries() -> tuple[ctypes.CDLL, str]:
    """Load ICU; return its library of formats and the number of its version."""
    import icu4py  # the one user of the wheel is here

    folder = Path(icu4py.__file__).parent.with_name("icu4py.libs")
    for name in ("data", "uc", "i18n"):
        (path,) = folder.glob(f"libicu{name}-*.so.*")
        library = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
        release = path.name.split(".so.")[1].split(".")[0]
    return library, release


def version() -> str:
    """Return the version of ICU, such as ``78``."""
    return _libraries()[1]


def _function(name: str, result: type | None, *arguments: type) -> ctypes._NamedFuncPointer:
    library, release = _libraries()
    found = getattr(library, f"{name}_{release}")
    found.restype, found.argtypes = result, list(arguments)
    return found


def rules(code: str, style: int) -> str:
    """Return the rules of a language, or nothing where ICU has none of its own."""
    status = ctypes.c_int(0)
    pointer, whole, text = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
    opened = _function("unum_open", pointer, whole, pointer, whole, text, pointer, pointer)(
        style, None, 0, code.encode(), None, ctypes.byref(status)
    )
    if status.value > 0:
        raise RuntimeError(f"ICU: error {status.value} for {code}")
    try:
        status = ctypes.c_int(0)
        actual = _function("unum_getLocaleByType", text, pointer, whole, pointer)(
            opened, _ACTUAL_LOCALE, ctypes.byref(status)
        )
        if (actual or b"").decode() != code:
            return ""
        write = _function("unum_toPattern", whole, pointer, ctypes.c_int8, pointer, whole, pointer)
        status = ctypes.c_int(0)
        length = write(opened, 0, None, 0, ctypes.byref(status))
        if status.value not in (0, _BUFFER_OVERFLOW):
            raise RuntimeError(f"ICU: error {status.value} for {code}")
        units = (ctypes.c_uint16 * (length + 1))()
        status = ctypes.c_int(0)
        write(opened, 0, units, length + 1, ctypes.byref(status))
        return bytes(units)[: 2 * length].decode("utf-16-le")
    finally:
        _function("unum_close", None, pointer)(opened)
