"""``mondegreen-{lang}``: for each utterance our normalizer of the language in a column."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mondegreen._kernel import own
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, UsageError
from mondegreen.text.normalizers.mondegreen import Mondegreen, options
from mondegreen.text.normalizers.names import known_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["ByColumn", "Chosen"]

_TEMPLATE = re.compile(r"mondegreen-\{([\w-]+)\}([a-z-]*)")


class ByColumn:
    """A family of normalizers, of which a column of metadata chooses one an utterance.

    The column holds codes of languages. A code with a region that has no normalizer of its own
    means its language: ``pt-BR`` is read as ``pt``. Anything else is an error: nothing is guessed.

    >>> by = ByColumn("mondegreen-{lang}")
    >>> by.chosen({"lang": ["de", "en-US"]}).batch(["zwei", "two"])
    ['2', '2']
    """

    version = Mondegreen.version
    parallel = True

    def __init__(self, name: str) -> None:
        found = _TEMPLATE.fullmatch(name)
        if found is None:
            raise UsageError(
                f"{name!r} is no normalizer by column; expected mondegreen-{{COLUMN}}, as "
                "'mondegreen-{lang}'"
            )
        self.name, self.column = name, found[1]
        self.options = options(found[2])

    def __call__(self, _: Any) -> str:
        """Refuse: one text has no column."""
        raise UsageError(
            f"{self.name!r} takes the language from the column {self.column!r}, which a text alone "
            "has not; name the language, as 'mondegreen-en'"
        )

    def batch(self, texts: Any, *, threads: int = 1) -> Any:
        """Refuse: a column alone has no languages beside it."""
        del threads
        return self(texts)

    def chosen(self, metadata: Mapping[str, Iterable[Any]]) -> Chosen:
        """Return the normalizer of these utterances.

        Raises:
            UsageError: there is no such column.
            InputError: a language that is not known; the message names the row.
        """
        if self.column not in metadata:
            known = ", ".join(map(repr, metadata)) or "none"
            raise UsageError(
                f"the normalizer {self.name!r} needs the column {self.column!r}; columns: {known}"
            )
        rows: dict[str, list[int]] = {}
        codes: dict[Any, str] = {}
        for row, value in enumerate(metadata[self.column]):
            code = codes.get(value) if isinstance(value, str) else None
            if code is None:
                code = codes[value] = self._known(value, row)
            rows.setdefault(code, []).append(row)
        made = {code: Mondegreen(code, **self.options) for code in rows}
        return Chosen(self.name, [(made[code], places) for code, places in rows.items()])

    def _known(self, value: Any, row: int) -> str:
        known = own.languages()
        code = known_code(value, known) if isinstance(value, str) else None
        if code is not None:
            return code
        raise InputError(
            f"row {row + 1}: the column {self.column!r} says {value!r:.60}, which is no language "
            f"of the normalizer {self.name!r}; known: {', '.join(sorted(known))}"
        )


class Chosen:
    """The normalizers of the rows of one column."""

    version = ByColumn.version
    parallel = True

    def __init__(self, name: str, parts: list[tuple[Mondegreen, list[int]]]) -> None:
        self.name, self.parts = name, parts

    @cached_property
    def _rows(self) -> dict[int, Mondegreen]:
        return {row: by for by, rows in self.parts for row in rows}

    def of_row(self, row: int) -> Mondegreen:
        """Return the normalizer of one row."""
        return self._rows[row]

    def batch(self, texts: Any, *, threads: int = 1) -> Any:
        """Normalize one column, each text by the normalizer of its row."""
        if len(self.parts) == 1:
            return self.parts[0][0].batch(texts, threads=threads)
        given = as_list(texts)
        made: list[Any] = [None] * len(given)
        for by, rows in self.parts:
            done = by.batch([given[row] for row in rows], threads=threads)
            for row, text in zip(rows, as_list(done), strict=True):
                made[row] = text
        return made
