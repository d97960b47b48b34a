"""``spelling``: two spellings of the same word."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen._kernel import forgiven
from mondegreen.errors import InputError, ParseError
from mondegreen.forgive.native import Native

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["Spelling"]


class Spelling(Native):
    """British and American spellings of the same word: *colour*, *color*; and a user's own.

    Args:
        language: a code; British and American spellings are those of ``en``.
        file: a table of your own, UTF-8: two spellings per line, separated by a tab. Its content is part
            of the version, and so of the signature.

    Raises:
        InputError: the file cannot be read.
        ParseError: a line of it is not a pair.

    >>> from mondegreen import align
    >>> (difference,) = align("grey", "gray").differences()
    >>> Spelling().forgives(difference).why
    'two spellings of one word'
    """

    name = "spelling"
    text = "two spellings of one word"

    def __init__(self, language: str = "en", *, file: str | PathLike[str] | None = None) -> None:
        self.pairs: list[tuple[str, str]] = []
        if file is None:
            super().__init__(language)
            return
        self.language = language
        forgiven.check_language("any", language)
        try:
            content = Path(file).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{file}: a table of spellings that cannot be read: {error}") from None
        for number, line in enumerate(content.splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            cells = [cell.strip().lower() for cell in line.split("\t")]
            if len(cells) != 2 or not all(cells) or any(" " in cell for cell in cells):  # noqa: PLR2004
                raise ParseError(
                    str(file),
                    number,
                    "expected two words separated by a tab, such as colour\tcolor",
                )
            self.pairs.append((cells[0], cells[1]))
        digest = hashlib.sha256(repr(sorted(self.pairs)).encode()).hexdigest()
        self.version = f"1-{digest[:12]}"
