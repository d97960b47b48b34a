"""Encodings of text files: their names, the marks at their start, and reading them as UTF-8.

UTF-8 is the rule. A byte-order mark says that a file is in UTF-16 or UTF-32; any other encoding is
named by the user.
"""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.errors import ParseError, UsageError, given
from mondegreen.errors import did_you_mean as nearest
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["UTF_8", "Transcoded", "checked", "iconv_name", "marked", "shown_name", "wide"]

UTF_8: Final = "utf-8"
MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is the first half of it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, UTF_8),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE: Final = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_MARKED_ALONE: Final = {"utf-16": ("utf-16-le", "utf-16-be"), "utf-32": ("utf-32-le", "utf-32-be")}
_NO_FILES: Final = {
    *("idna", "punycode", "undefined", "charmap", "mbcs", "oem"),
    *("unicode-escape", "unicode_escape", "raw-unicode-escape", "raw_unicode_escape"),
}
_ODD_NAMES: Final = {
    **{wide: wide.upper().replace("-LE", "LE").replace("-BE", "BE") for wide in _WIDE},
    "shift_jis": "Shift_JIS",
}
_ICONV: Final = {
    "mac-roman": "MACINTOSH",
    "mac-cyrillic": "MAC-CYRILLIC",
    "mac-latin2": "MAC-CENTRALEUROPE",
    "mac-iceland": "MAC-IS",
}
_NO_ICONV: Final = pattern(r"mac|hz|ptcp|kz|cp(720|856|1006)$|.*(_2004|x0213|_1|_ext)$")
_BLOCK: Final = 2**20
_LOOKED_AT: Final = 2**16
_SEVERAL_BYTES: Final = (
    "gb",
    "big5",
    "euc",
    "shift",
    "cp932",
    "cp949",
    "cp950",
    "johab",
    "iso2022",
)
_FEWEST: Final = 4
"""So many characters in UTF-8 are no accident where two bytes make a letter in the other encoding."""
_PLAIN: Final = pattern(rb"[\0\t\n\r\x20-\x7e]*+")
_CONTROLS: Final = pattern("[\0\x80-\x84\x86-\x9f]")
_NO_TEXT: Final = pattern("[\0-\x08\x0e-\x1a\x1c-\x1f\ue000-\uf8ff\ufffe\uffff]")


class Mark(NamedTuple):
    """A byte-order mark: its encoding, and how many bytes it takes."""

    encoding: str
    size: int


def marked(head: bytes) -> Mark | None:
    r"""Return what the byte-order mark at the start of a file says; ``None`` where there is none.

    >>> marked(b"\xff\xfea\0"), marked(b"a")
    (Mark(encoding='utf-16-le', size=2), None)
    """
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return Mark(encoding, len(mark))
    return None


def checked(name: str) -> str:
    """Return an encoding by the name that Python gives it.

    Raises:
        UsageError: it is none, or none of files.

    >>> checked("Windows-1252"), checked("UTF8"), checked("latin1")
    ('cp1252', 'utf-8', 'iso8859-1')
    """
    if not isinstance(name, str):
        raise UsageError(f"encoding={given(name)}: expected a name, such as 'cp1252'")
    try:
        found = codecs.lookup(name)
    except (LookupError, ValueError):
        from encodings.aliases import aliases  # only where a name is wrong

        hint = nearest(name, {*aliases, *aliases.values()})
        raise UsageError(
            f"no encoding is named {name!r}.{hint} Examples: utf-8, cp1252, shift_jis, gb18030"
        ) from None
    is_text = getattr(found, "_is_text_encoding", True)
    if not is_text or found.name in _NO_FILES:
        raise UsageError(
            f"{name!r} is not an encoding of text files; examples: utf-8, cp1252, gb18030"
        )
    return UTF_8 if found.name == "utf-8-sig" else found.name


def shown_name(encoding: str) -> str:
    """Return how an encoding is called in messages, as ``--encoding`` and iconv take it.

    >>> shown_name("iso8859-15"), shown_name("koi8-r"), shown_name("cp1250")
    ('ISO-8859-15', 'KOI8-R', 'cp1250')
    """
    name = codecs.lookup(encoding).name
    if name in _ODD_NAMES:
        return _ODD_NAMES[name]
    if name.startswith("iso"):
        return name.upper().replace("ISO", "ISO-").replace("_", "-")
    return name if name.startswith(("cp", "mac")) else name.upper().replace("_", "-")


def iconv_name(encoding: str) -> str | None:
    """Return the name of an encoding for ``iconv``; ``None`` where it may not know it."""
    name = codecs.lookup(encoding).name
    if name in _ICONV:
        return _ICONV[name]
    return None if _NO_ICONV.match(name) else shown_name(encoding).upper()


def wide(head: bytes) -> str | None:
    """Return in which form of UTF-16 or UTF-32 a text without a mark is; ``None`` for no such text.

    >>> wide("für".encode("utf-16-be")), wide(b"for")
    ('utf-16-be', None)
    """
    best: tuple[float, str | None] = (0.0, None)
    if _PLAIN.fullmatch(head) and head.count(0) < len(head) / _FEWEST:
        return None  # ASCII with some NUL bytes would look like Chinese
    for encoding in _WIDE:
        whole = head[: len(head) // 4 * 4] if len(head) >= _LOOKED_AT else head
        try:
            text = whole.decode(encoding)
        except UnicodeDecodeError:
            continue
        likeness = _likeness(text)
        if likeness > best[0]:
            best = (likeness, encoding)
    return best[1]


def _likeness(text: str) -> float:
    """Return how much something looks like text, from 0: the share of what each line of text has."""
    if not text or _NO_TEXT.search(text) or not all(map(_is_known, set(text))):
        return 0.0
    usual = sum(char in " \t\r\n.,:;-'\"{}[]" or char.isascii() for char in text)
    return (1 + usual) / (1 + len(text)) / len({ord(char) >> 8 for char in text})


def _is_known(char: str) -> bool:
    return char.isprintable() or char.isspace() or char in "\u200c\u200d\u200e\u200f\ufeff\x1b"


class Transcoded(io.RawIOBase):
    """A stream of bytes in another encoding, as UTF-8.

    A text that is all UTF-8 in truth, or that holds control characters where letters should be, is
    refused: the name of the encoding is wrong then, and would be scored as other letters.

    Args:
        stream: what is read.
        encoding: in which it is.
        name: of the file, for messages.
        sure: whether the file itself says so.
    """

    def __init__(self, stream: BinaryIO, encoding: str, name: str, *, sure: bool) -> None:
        self._stream, self._encoding, self._name = stream, encoding, name
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._as_utf8 = None if sure else codecs.getincrementaldecoder(UTF_8)()
        self._beyond_ascii, self._line = 0, 1
        self._ready, self._done = b"", False

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer, and return how much is in it."""
        while not self._ready and not self._done:
            self._ready = self._next()
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _next(self) -> bytes:
        """Return the next block, decoded and encoded again.

        Raises:
            ParseError: the bytes are not in this encoding.
        """
        block = self._stream.read(_BLOCK)
        self._done = not block
        try:
            text = self._decoder.decode(block, final=self._done)
            ready = text.encode()
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(self._encoding, "replace")
            found = f"byte 0x{error.object[error.start]:02x} is not {shown_name(self._encoding)}"
            raise self._wrong(before.count("\n"), found, error.object) from None
        except UnicodeEncodeError as error:  # UTF-7 can say what no text holds
            found = f"half of a surrogate pair in {shown_name(self._encoding)}"
            raise self._wrong(text.count("\n", 0, error.start), found, b"") from None
        control = _CONTROLS.search(text)
        if control is not None:
            found = f"a control character (U+{ord(control[0]):04X}) in {shown_name(self._encoding)}"
            raise self._wrong(text.count("\n", 0, control.start()), found, block)
        self._line += text.count("\n")
        self._follow(block)
        return ready

    def _follow(self, block: bytes) -> None:
        """Follow whether all is UTF-8 too.

        Raises:
            ParseError: it is, to the end.
        """
        if self._as_utf8 is None:
            return
        try:
            text = self._as_utf8.decode(block, final=self._done)
        except UnicodeDecodeError:
            self._as_utf8 = None
            return
        self._beyond_ascii += 0 if text.isascii() else sum(char > "\x7f" for char in text)
        fewest = _FEWEST if self._encoding.startswith(_SEVERAL_BYTES) else 1
        if self._done and self._beyond_ascii >= fewest:
            raise ParseError(
                self._name,
                None,
                f"is UTF-8 and not {shown_name(self._encoding)}; leave out --encoding, or where "
                "only the hypotheses have another encoding, use --hypothesis-encoding",
            )

    def _wrong(self, lines: int, found: str, data: bytes) -> ParseError:
        from mondegreen.corpus.detecting import seems  # only where something is wrong

        return ParseError(self._name, self._line + lines, f"{found}; {seems(data)}")
