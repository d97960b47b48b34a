"""Texts whose letters were spoilt before they came here, and that would be scored as other words.

Text in UTF-8 that was read as another encoding and saved again (``fÃ¼nf``), letters that a
conversion has lost (``f?nf`` and U+FFFD), and escapes that nobody has undone. A file that is all
double-encoded is refused; what may be the recogniser's own doing is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.encodings import iconv_name, shown_name
from mondegreen.corpus.table import as_list, quoted
from mondegreen.corpus.tokens import look_for_tokens
from mondegreen.errors import DoubtWarning, InputError, counted, warn
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.corpus.corpus import Corpus

__all__ = ["look_for_garbled"]

_LOOKED_AT: Final = 2000
_FEWEST: Final = 4
"""So many characters that become others in UTF-8 are no accident."""
_SLOPPY: Final = {
    char: byte
    for byte in range(0x80, 0xA0)
    if (char := ord(bytes([byte]).decode("cp1252", "replace"))) != 0xFFFD  # noqa: PLR2004
}
"""Windows-1252 with the control characters of Latin-1 where it has none of its own."""
_MANY: Final = 3
_USUAL: Final = pattern("[\xa0-\u017f\u2013-\u2026\u20ac]")
"""Latin letters, and the quotation marks, dashes and signs that are most used."""
_CODECS: Final = ("cp1250", "cp1251", "cp437", "cp850", "cp866", "koi8-r", "mac-roman", "cp1254")
_ESCAPE: Final = pattern(
    r"\\u(?![dD][89a-fA-F])[0-9a-fA-F]{4}|\\x[89a-fA-F][0-9a-fA-F]"
    r"|%[cdCD][0-9a-fA-F]%[89abAB][0-9a-fA-F]|&(?:#[0-9]{2,6}|#x[0-9a-fA-F]{2,6}|[a-z]{2,8});"
)
_LOST: Final = pattern(r"\w\?+\w|(?<!\S)\?\w")


def look_for_garbled(corpus: Corpus) -> bool:
    """Look at the first 2,000 utterances of both sides, and warn of what is garbled.

    Returns:
        Whether a warning said that texts are tokens.

    Raises:
        InputError: all texts of a side with letters beyond ASCII are double-encoded, or the texts
            of one side are tokens.
    """
    sides = {
        "references": _texts(corpus.references),
        "hypotheses": _texts(corpus.hypotheses),
    }
    for side, texts in sides.items():
        whole = "\n".join(texts)  # most have nothing of this, which one look at all texts tells
        if not whole.isascii():
            _look_for_double(corpus.source, side, [text for text in texts if not text.isascii()])
        if "\ufffd" in whole:
            _warn(
                side,
                texts,
                lambda text: "\ufffd" in text,
                "hold U+FFFD, which stands for letters that were lost when the text was decoded; read "
                "the original file with its own encoding",
            )
        if any(map(whole.__contains__, "\\&%")):
            _warn(
                side,
                texts,
                lambda text: any(map(text.__contains__, "\\&%")) and bool(_ESCAPE.search(text)),
                "hold escapes as \\u00e9 or &eacute; in the place of letters; undo them before scoring",
            )
    _look_for_lost(sides)
    return look_for_tokens(corpus.source, sides)


def _texts(column: Any) -> list[str]:
    return [text for text in as_list(column[:_LOOKED_AT]) if isinstance(text, str)]


def _warn(side: str, texts: list[str], concerns: Callable[[str], bool], what: str) -> None:
    found = [text for text in texts if concerns(text)]
    if found:
        first = f"the first is {quoted(found[0])}"
        warn(f"{len(found):,} of {len(texts):,} {side} {what}; {first}", DoubtWarning)


def _look_for_double(source: str, side: str, texts: list[str]) -> None:
    """Warn of double-encoded texts, and refuse them if all are."""
    found = [(text, *repaired) for text in texts if (repaired := _repaired(text)) is not None]
    if not found or not _is_sure(found):
        return
    text, right, encoding = found[0]
    what = (
        f"encoded twice: UTF-8 that was read as {shown_name(encoding)} and saved again; the first "
        f"is {quoted(text)} for {quoted(right)}"
    )
    if len(found) < len(texts):
        warn(f"{counted(len(found), 'text')} of the {side} seem {what}", DoubtWarning)
        return
    undo = _undoing([text for text, *_ in found])
    raise InputError(f"{source}: the {side} are {what}. Read the original file{undo}")


def _is_sure(found: list[tuple[str, str, str]]) -> bool:
    """Whether these are no accidents: enough letters that become usual ones, or many others."""
    garbled = sum(1 for text, *_ in found for char in text if char > "\x7f")
    letters = {char for _, right, _ in found for char in right if char > "\x7f"}
    usual = found[0][2] == "cp1252" and all(map(_USUAL.match, letters))
    return garbled >= _FEWEST and (usual or len(letters) >= _MANY)


def _undoing(texts: list[str]) -> str:
    """Return the command that undoes the step, as the end of a sentence; nothing if none does."""
    for encoding in ("cp1252", "iso8859-1", *_CODECS):
        try:
            for text in texts:
                text.encode(encoding)
        except UnicodeEncodeError:
            continue
        return f", or undo the step with: iconv -f utf-8 -t {iconv_name(encoding)} FILE"
    return ""


def _repaired(text: str) -> tuple[str, str] | None:
    """Return a text as it was before it was encoded twice, and the encoding in between.

    >>> _repaired("fÃ¼nf"), _repaired("fünf")
    (('fünf', 'cp1252'), None)
    """
    for encoding in ("cp1252", *_CODECS):
        try:
            if encoding == "cp1252":
                data = text.translate(_SLOPPY).encode("latin-1")
            else:
                data = text.encode(encoding)
            right = data.decode()
        except UnicodeError:
            continue
        if right.replace("\n", "").isprintable():
            return right, encoding
    return None


def _look_for_lost(sides: dict[str, list[str]]) -> None:
    """Warn of question marks inside words on a side without any letters beyond ASCII."""
    for side, other in (("references", "hypotheses"), ("hypotheses", "references")):
        if all(map(str.isascii, sides[side])) and not all(map(str.isascii, sides[other])):
            _warn(
                side,
                sides[side],
                lambda text: "?" in text and bool(_LOST.search(text)),
                "have ? inside words, as a conversion to ASCII leaves it for letters that it does "
                "not know; read the original file",
            )
