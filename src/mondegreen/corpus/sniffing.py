"""What a file holds, told from its first bytes.

The first rule that fits decides; ``--format`` overrules them all.

1. gzip (by its magic bytes, whatever the name) is unpacked and looked into; ``.gz`` is then
   taken off the name for the rules below.
2. ``PAR1`` at the start: parquet. ``ARROW1`` or the mark of an IPC stream: arrow.
3. A folder: one with a file ``text`` is kaldi-folder, one that Hugging Face wrote huggingface,
   one of transcripts, a file for each recording, files.
   ``WEBVTT``: vtt. A number and times with ``-->``: srt. A JSON object with the keys of a
   recogniser's reply, or a list with those of SegLST: that one.
4. The first line that is not blank is a JSON object: with the keys of a NeMo manifest nemo, with
   those of Lhotse's supervisions lhotse, else jsonl. What begins like an array of
   objects or an object over several lines is refused with advice, by the jsonl reader.
5. All of the first lines have the fields of RTTM, ctm or stm: that one.
6. At least 95 % of the first lines (blank lines and ``;;`` comments aside) end in an id in
   parentheses, without white space and with a digit, ``-`` or ``_``: trn.
7. The first line has a tab and, between tabs, a column name that is known: tsv. A name that is
   also a word to say, such as ``output``, needs another one beside it. The first line has two
   known names between commas, and no space beside a comma: csv.
8. The suffix: ``.jsonl`` ``.ndjson`` ``.json``, ``.csv``, ``.tsv``, ``.trn``, ``.parquet``,
   ``.arrow`` ``.feather`` ``.ipc``, ``.text``, ``.stm``, ``.ctm``, ``.rttm``, ``.srt``, ``.vtt``; and the bare name ``text``, which is kaldi.
9. lines. Where both files of a pair end up here, they may still be Kaldi's; see
   `mondegreen.corpus.doubts`.
"""

from __future__ import annotations

import csv
import json
import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.columns import HYPOTHESIS, ID, OTHER_ID, REFERENCE
from mondegreen.corpus.source import Folder

if TYPE_CHECKING:
    from mondegreen.corpus.source import Source

__all__ = ["by_columns", "sniff"]

_MAGIC: Final = {
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    b"\xff\xff\xff\xff": "arrow",
}
_SUFFIXES: Final = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".trn": "trn",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".text": "kaldi",
    ".stm": "stm",
    ".ctm": "ctm",
    ".rttm": "rttm",
    ".srt": "srt",
    ".vtt": "vtt",
}
_KNOWN: Final = {*REFERENCE.names, *HYPOTHESIS.names, *ID.names, *OTHER_ID}
# Words that may be a whole utterance after an id and a tab.
_WORDS: Final = {
    *("audio", "file", "filename", "key", "label", "output", "path", "predictions"),
    *("references", "hypotheses", "segment"),
}
# An object, maybe over several lines, or an array of objects. What `+` took is not given back,
# so that nothing is looked at twice.
_JSON: Final = re.compile(r'\s*+(\{\s*+"|\[\s*+\{\s*+")')
_TRN: Final = re.compile(r"\((?=[^()\s]*[-_\d])[^()\s]+\)\s*$")
_MOST_LINES = 200
_MOST_OTHERS = 0.05


def sniff(source: Source) -> str:  # noqa: PLR0911 - one rule each
    """Return the name of the format; the rules are those of this module, in their order."""
    # What scores texts of Python imports this module, and opens no file.
    from mondegreen.corpus.sniffing_documents import (
        sniff_document,
        sniff_folder,
        sniff_manifest,
        sniff_records,
    )

    if isinstance(source, Folder):
        return sniff_folder(source)
    for magic, name in _MAGIC.items():
        if source.head.startswith(magic):
            return name
    # The head may end inside a character; the reader will look at every byte.
    text = source.head.decode("utf-8", "replace")
    lines = [line for line in text.split("\n")[:_MOST_LINES] if line.strip()]
    document = sniff_document(text, source.look_further if source.is_cut else None)
    if document is not None:
        return document
    if lines and (_is_object(lines[0]) or _JSON.match(text)):
        return sniff_manifest(lines[0])
    whole = lines if text.endswith("\n") else lines[:-1]  # the head may end inside a line
    records = sniff_records(whole or lines)
    if records is not None:
        return records
    if _is_trn(whole or lines):
        return "trn"
    if lines and _is_tsv_header(lines[0]):
        return "tsv"
    if lines and _is_csv_header(lines[0]):
        return "csv"
    path = PurePath(source.name.removesuffix(".gz"))
    return "kaldi" if path.name == "text" else _SUFFIXES.get(path.suffix.lower(), "lines")


def by_columns(name: str) -> str:
    """Return the format in which JSON lines are columns, each of which can be chosen.

    >>> by_columns("nemo"), by_columns("srt")
    ('jsonl', 'srt')
    """
    return "jsonl" if name in {"nemo", "lhotse"} else name


def _is_object(line: str) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _is_tsv_header(line: str) -> bool:
    if "\t" not in line:
        return False
    known = _KNOWN.intersection(cell.strip().strip('"') for cell in line.split("\t"))
    return bool(known - _WORDS) or len(known) > 1


def _is_csv_header(line: str) -> bool:
    if "," not in line:
        return False
    try:
        cells = next(csv.reader([line], strict=True), [])
    except csv.Error:
        return False
    # Behind a comma in a sentence stands a space.
    return len(_KNOWN.intersection(cells)) > 1 and all(cell == cell.strip() for cell in cells)


def _is_trn(lines: list[str]) -> bool:
    records = [line for line in lines if not line.startswith(";;")]
    others = sum(_TRN.search(line) is None for line in records)
    return bool(records) and others <= len(records) * _MOST_OTHERS
