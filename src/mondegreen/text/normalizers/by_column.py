"""``mondegreen-{lang}``: for each utterance the normalizer of the language in a column."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Final, NoReturn

from mondegreen._kernel import own
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, UsageError
from mondegreen.text.normalizers import hf_leaderboard_multilingual as leaderboard
from mondegreen.text.normalizers.mondegreen import Mondegreen, options
from mondegreen.text.normalizers.typed_names import known_code

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from mondegreen.types import Normalizer

__all__ = ["ByColumn", "Chosen"]

_TEMPLATE = re.compile(r"([a-z-]+-)\{([\w-]+)\}([a-z-]*)")


class _Own:
    """Our own, with the options that the name ends in."""

    versions = Mondegreen.versions

    def __init__(self, endings: str, version: str | None = None) -> None:
        self.options = options(endings)
        self.version = version or Mondegreen.version

    def languages(self) -> Collection[str]:
        return own.languages()

    def of(self, code: str) -> Normalizer:
        return Mondegreen(code, **self.options, version=self.version)


class _Leaderboard:
    """Those of the multilingual leaderboard, which have no options."""

    version = leaderboard.OfLanguage.version
    versions = (version,)

    def __init__(self, endings: str, version: str | None = None) -> None:
        del version  # there is one
        if endings:
            raise UsageError(
                f"{endings!r} is not an ending of {leaderboard.PREFIX}LANGUAGE, which has none"
            )

    def languages(self) -> Collection[str]:
        return leaderboard.LANGUAGES

    def of(self, code: str) -> Normalizer:
        return leaderboard.LANGUAGES[code]()


_FAMILIES: Final[dict[str, type[_Own | _Leaderboard]]] = {
    "mondegreen-": _Own,
    leaderboard.PREFIX: _Leaderboard,
}


class ByColumn:
    """A family of normalizers, of which a column of metadata chooses one an utterance.

    The column holds codes of languages. A code with a region that has no normalizer of its own
    means its language: ``pt-BR`` is read as ``pt``. Anything else is an error: nothing is guessed.

    >>> by = ByColumn("mondegreen-{lang}")
    >>> by.chosen({"lang": ["de", "en-US"]}).batch(["zwei", "two"])
    ['2', '2']
    """

    parallel = True

    def __init__(self, name: str, version: str | None = None) -> None:
        found = _TEMPLATE.fullmatch(name)
        if found is None or found[1] not in _FAMILIES:
            raise UsageError(
                f"{name!r} is not a normalizer by column; expected mondegreen-{{COLUMN}}, such as "
                f"'mondegreen-{{lang}}', or {leaderboard.PREFIX}{{COLUMN}}"
            )
        self.name, self.column = name, found[2]
        self.family = _FAMILIES[found[1]](found[3], version)
        self.version, self.versions = self.family.version, self.family.versions

    def in_version(self, version: str) -> ByColumn:
        """Return the same family in another version."""
        return ByColumn(self.name, version)

    def __call__(self, _: Any) -> str:
        """Refuse: one text has no column."""
        raise UsageError(
            f"{self.name!r} takes the language from the column {self.column!r}, which a single text "
            f"does not have; name the language, such as {self._example()!r}"
        )

    def batch(self, texts: Any, *, threads: int = 1) -> Any:
        """Refuse: a column alone has no languages with it."""
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
                f"the normalizer {self.name!r} needs the column {self.column!r}; columns: {known}. "
                "Where all texts are in one language, name it: the normalizer "
                f"{self._example()!r}, or lang='de' with the recipe (--lang de)"
            )
        column = list(metadata[self.column])
        places = _Places(self.family.languages())
        try:
            which = list(map(places.__getitem__, column))
        except (LookupError, TypeError):
            self._refuse_unknown(column)
        normalizers = list(map(self.family.of, places.codes))
        return Chosen(self.name, self.version, normalizers, which)

    def _example(self) -> str:
        return self.name.replace(f"{{{self.column}}}", "de")

    def _refuse_unknown(self, column: list[Any]) -> NoReturn:
        """Name the first row whose language is not known."""
        known = self.family.languages()
        row, value = next(
            (row, value)
            for row, value in enumerate(column, 1)
            if not isinstance(value, str) or known_code(value, known) is None
        )
        raise InputError(
            f"row {row}: the column {self.column!r} says {value!r:.60}, which is no language "
            f"of the normalizer {self.name!r}; known: {', '.join(sorted(known))}"
        ) from None


class _Places(dict[Any, int]):
    """The place of each language's code among those of a column, by what the column says."""

    def __init__(self, known: Collection[str]) -> None:
        super().__init__()
        self.codes: dict[str, int] = {}
        self._known = known

    def __missing__(self, value: Any) -> int:
        code = known_code(value, self._known) if isinstance(value, str) else None
        if code is None:
            raise LookupError(value)
        place = self[value] = self.codes.setdefault(code, len(self.codes))
        return place


class Chosen:
    """The normalizers of the rows of one column: ``which`` has for each row the place of its own."""

    parallel = True

    def __init__(self, name: str, version: str, normalizers: list[Any], which: list[int]) -> None:
        self.name, self.version = name, version
        self.normalizers, self.which = normalizers, which

    @property
    def packs(self) -> tuple[str, ...]:
        """The codes of the language packs that are read for these rows."""
        return tuple(code for by, _ in self.parts for code in getattr(by, "packs", ()))

    @cached_property
    def parts(self) -> list[tuple[Any, list[int]]]:
        """Each normalizer with its rows."""
        order = sorted(range(len(self.which)), key=self.which.__getitem__)
        counts = Counter(self.which)
        ends = list(accumulate(counts[place] for place in range(len(self.normalizers))))
        starts = [0, *ends]
        rows = [order[start:end] for start, end in zip(starts, ends, strict=False)]
        return list(zip(self.normalizers, rows, strict=True))

    def of_row(self, row: int) -> Any:
        """Return the normalizer of one row."""
        return self.normalizers[self.which[row]]

    def batch(self, texts: Any, *, threads: int = 1) -> Any:
        """Normalize one column, each text by the normalizer of its row."""
        if len(self.normalizers) == 1:
            return self.normalizers[0].batch(texts, threads=threads)
        given = as_list(texts)
        made: list[Any] = []
        for by, rows in self.parts:
            made += as_list(by.batch(list(map(given.__getitem__, rows)), threads=threads))
        order = list(chain.from_iterable(rows for _, rows in self.parts))
        back = sorted(range(len(order)), key=order.__getitem__)
        return list(map(made.__getitem__, back))
