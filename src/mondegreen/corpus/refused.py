"""What people give for a transcript and that is none: refused by name, with what to do instead.

A format that is read has a file in ``formats/``; what is only refused is a row of this table.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mondegreen.errors import ParseError

__all__ = ["PACKED", "REFUSED", "Refused", "packed", "refused"]

_FAR: Final = 2**11  # a page may begin with comments


class Refused(NamedTuple):
    """A kind of file that cannot be read.

    Attributes:
        what: it is, as the user would call it.
        instead: what to do.
        begins: the bytes that it may begin with; white space before them means nothing.
        at: further bytes that it must have, each with its place.
    """

    what: str
    instead: str
    begins: tuple[bytes, ...] = ()
    at: tuple[tuple[int, bytes], ...] = ()

    def fits(self, head: bytes) -> bool:
        """Whether these are its first bytes."""
        begins = not self.begins or head.lstrip().startswith(self.begins)
        return begins and all(head.startswith(mark, place) for place, mark in self.at)


_AS_TEXT: Final = "copy its text into a .txt file (UTF-8) and give that"
_TRANSCRIPT: Final = "give the transcript that a recogniser made of it"
_PAGE: Final = (
    rb"\s*+(?:<\?xml[^>]*>\s*+|<!--.*?-->\s*+)*+"
    rb"(?:<!doctype\s+html\b|<(?:html|head|body|table|div|meta)\b)"
)
_HTML: Final = Refused(
    "an HTML page",
    "save its text as .txt, or its table as .csv (UTF-8), and give that; if it came in the place of "
    "a download, fetch the file again",
)
_UNPACK: Final = "unpack it and give plain text or gzip"
_WORKBOOK: Final = Refused(
    "a workbook of Excel or the like",
    "save its sheet as CSV UTF-8 and give that",
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
)
_DOCUMENT: Final = Refused("a document of Word or the like", _AS_TEXT)
_ZIP: Final = Refused("packed with zip", _UNPACK, (b"PK\x03\x04",))
_IN_ZIP: Final = (
    (_WORKBOOK, b"xl/", (".xlsx", ".xlsm", ".ods")),
    (_DOCUMENT, b"word/", (".docx", ".docm", ".odt")),
)
"""What may be in a zip, a name that is in it then, and the endings of such files."""
PACKED: Final = (
    Refused("packed with zstd", _UNPACK, (b"\x28\xb5\x2f\xfd",)),
    Refused("packed with xz", _UNPACK, (b"\xfd7zXZ\x00",)),
    Refused("packed with bzip2", _UNPACK, (b"BZh91AY&SY",)),
    _ZIP,
    _WORKBOOK,
)
"""What is not a text in any encoding, and is refused also where a format of texts is named."""
REFUSED: Final = (
    Refused("RTF (rich text)", "save it as plain text (.txt, UTF-8) and give that", (b"{\\rtf",)),
    Refused("a PDF", _AS_TEXT, (b"%PDF-",)),
    Refused("PostScript", _AS_TEXT, (b"%!PS",)),
    Refused("audio (WAV)", _TRANSCRIPT, (b"RIFF", b"RF64"), ((8, b"WAVE"),)),
    Refused("audio (FLAC)", _TRANSCRIPT, (b"fLaC",)),
    Refused("audio (Ogg)", _TRANSCRIPT, (b"OggS",)),
    Refused(
        "audio (MP3)",
        _TRANSCRIPT,
        (b"ID3\x02", b"ID3\x03", b"ID3\x04", b"\xff\xf2", b"\xff\xf3", b"\xff\xfa", b"\xff\xfb"),
    ),
    Refused("audio or video (MP4)", _TRANSCRIPT, at=((4, b"ftyp"),)),
    Refused("audio or video (Matroska, WebM)", _TRANSCRIPT, (b"\x1a\x45\xdf\xa3",)),
    Refused("audio (NIST SPHERE)", _TRANSCRIPT, (b"NIST_1A\n",)),
    Refused("audio (AIFF)", _TRANSCRIPT, (b"FORM",), ((8, b"AIF"),)),
    Refused("audio (AU)", _TRANSCRIPT, (b".snd\0",)),
    Refused("audio (AMR)", _TRANSCRIPT, (b"#!AMR",)),
    Refused(
        "a picture",
        "give the text that it shows",
        (b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*"),
    ),
    Refused(
        "a pointer of Git LFS and not the file itself",
        "fetch the file with: git lfs pull",
        (b"version https://git-lfs.github.com/spec/",),
    ),
    Refused(
        "a summary of scores (of Kaldi, icefall or sclite), and no transcripts",
        "give the references and the hypotheses, or recogs-*.txt of icefall",
        (
            b"%WER",
            b"SYSTEM SUMMARY PERCENTAGES",
            b"DUMP OF SYSTEM ALIGNMENT",
            b"SENTENCE RECOGNITION",
        ),
    ),
    Refused(
        "a label file of HTK (MLF)",
        "write one line per utterance, an id and its words, and give that",
        (b"#!MLF!#",),
    ),
    Refused(
        "a database (SQLite)", "export the table as .csv and give that", (b"SQLite format 3\0",)
    ),
    Refused(
        "arrays (NumPy or HDF5)",
        "write the texts as JSON lines or CSV and give that",
        (b"\x93NUMPY", b"\x89HDF\r\n"),
    ),
    Refused(
        "an archive (7z or rar)",
        "unpack it and give the file with the transcripts",
        (b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07"),
    ),
    Refused(
        "an archive (tar)",
        "unpack it and give the file with the transcripts",
        at=((257, b"ustar"),),
    ),
)


def packed(name: str, head: bytes) -> ParseError | None:
    r"""Return the error for a source that is packed, or is a workbook; ``None`` for any other.

    >>> print(packed("talk.ods", b"PK\x03\x04"))
    talk.ods: is a workbook of Excel or the like; save its sheet as CSV UTF-8 and give that
    """
    found = next((row for row in PACKED if row.fits(head)), None)
    if found is _ZIP:
        inner = (row for row, mark, endings in _IN_ZIP if mark in head or name.endswith(endings))
        found = next(inner, _ZIP)
    return None if found is None else _error(name, found)


def refused(name: str, head: bytes) -> ParseError | None:
    r"""Return the error for a source that is not a transcript, told from its first bytes.

    >>> print(refused("talk.rtf", b"{\\rtf1"))
    talk.rtf: is RTF (rich text); save it as plain text (.txt, UTF-8) and give that
    """
    if packing := packed(name, head):
        return packing
    found = next((row for row in REFUSED if row.fits(head)), None)
    if found is None and head.lstrip()[:1] == b"<":
        page = re.match(_PAGE, head[:_FAR], re.DOTALL | re.IGNORECASE)
        found = None if page is None else _HTML
    return None if found is None else _error(name, found)


def _error(name: str, found: Refused) -> ParseError:
    return ParseError(name, None, f"is {found.what}; {found.instead}")
