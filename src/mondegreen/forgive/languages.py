"""Texts of several languages, each forgiven with the words of its own, which a column names."""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import forgiven
from mondegreen._kernel.forgiven import Columns, Given, Pieces
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, UsageError
from mondegreen.forgive.choosing import Forgiving, LanguageUse
from mondegreen.text.normalizers.typed_names import known_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["ByLanguage", "Spoken", "column_of"]

_COLUMN: Final = re.compile(r"\{([\w-]+)\}")


def column_of(language: Any) -> str | None:
    """Return the column that ``{lang}`` stands for; ``None`` for the code of a language.

    >>> column_of("{lang}"), column_of("de")
    ('lang', None)
    """
    found = _COLUMN.fullmatch(language) if isinstance(language, str) else None
    return found and found[1]


class ByLanguage:
    """Forgivers of whatever languages a column names, an utterance at a time.

    What a language has no words for is left out for its utterances alone. A code with a region that
    is not known means its language; any other is an error.

    Args:
        forgive: as for `Forgiving.choose`.
        language: the column, as ``{lang}``.
        guard: whether numbers, negations, answers and names are kept from the loose ones.
        entities: names that must not be lost.

    Raises:
        UsageError: a forgiver that is not there.

    >>> by = ByLanguage(["spelling", "fillers"], language="{lang}")
    >>> print(*by.of({"lang": ["en", "de-AT", "en"]}).uses, sep="; ")
    de 1; en 2
    """

    def __init__(
        self,
        forgive: Any,
        *,
        language: str,
        guard: bool = True,
        entities: Iterable[str] = (),
    ) -> None:
        self.language, self.column = language, column_of(language) or ""
        self._forgive, self._entities = forgive, tuple(entities)
        # All that any language has: of those of English comes what is shared.
        codes = ["en", *sorted(forgiven.languages())]
        whole = [self._of("en", guard=guard), *(self._of(code, guard=guard) for code in codes[1:])]
        found: dict[str, Any] = {}
        for part in whole:
            for name, each in part.by_name.items():
                found.setdefault(name, each)
        self._all = whole[0].ordered(found)
        self.guard = self._all.guard
        self.entities = self._all.entities
        self._made: dict[str, Forgiving] = {}

    def _of(self, code: str, *, guard: bool) -> Forgiving:
        return Forgiving.choose(
            self._forgive, language=code, guard=guard, entities=self._entities, lenient=True
        )

    @property
    def forgivers(self) -> tuple[Any, ...]:
        """All of them, in the order of attribution."""
        return self._all.forgivers

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return self._all.names

    @property
    def pinned(self) -> tuple[str, ...]:
        """Name and version of each."""
        return self._all.pinned

    @property
    def entities_pin(self) -> str:
        """How many names there are, and a hash of them."""
        return self._all.entities_pin

    def rank(self, name: str) -> int:
        """Return the place of a forgiver in the columns."""
        return self._all.rank(name)

    def of(
        self, metadata: Mapping[str, Iterable[Any]], rows: Sequence[int] | None = None
    ) -> Spoken:
        """Return the forgivers of utterances with these columns, or of some of them.

        Raises:
            UsageError: there is no such column.
            InputError: a language that is not known; the message names the row.
        """
        if self.column not in metadata:
            known = ", ".join(map(repr, metadata)) or "none"
            raise UsageError(
                f"lang={self.language!r} needs the column {self.column!r}; columns: {known}"
            )
        values = list(metadata[self.column])
        codes: dict[Any, str] = {}
        found = []
        for row in range(len(values)) if rows is None else rows:
            value = values[row]
            if not isinstance(value, str) or value not in codes:
                codes[value] = self._known(value, row)
            found.append(codes[value])
        for code in {*found} - {*self._made}:
            made = self._of(code, guard=self.guard)
            self._made[code] = made.among([each.name for each in self._all.outside()])
        return Spoken(self, found, self._made)

    def _known(self, value: Any, row: int) -> str:
        known = forgiven.languages()
        code = known_code(value, known) if isinstance(value, str) else None
        if code is None and isinstance(value, str) and "-" in value:
            try:
                code = "-".join(forgiven.languages_of(value.lower()))
            except UsageError:
                code = None
        if code is None:
            raise InputError(
                f"row {row + 1}: the column {self.column!r} says {value!r:.60}, which is not "
                f"a known language; known: {', '.join(sorted(known))}"
            )
        return code


class Spoken:
    """The forgivers of the rows of one column, each in its language."""

    def __init__(self, by: ByLanguage, codes: list[str], made: Mapping[str, Forgiving]) -> None:
        self._by, self._codes, self._made = by, codes, made
        self.pinned = by.pinned

    @property
    def languages(self) -> tuple[str, ...]:
        """Those that occur, sorted."""
        return tuple(sorted({*self._codes}))

    @property
    def packs(self) -> tuple[str, ...]:
        """The codes of the language packs that are read for them."""
        return tuple(pack for code in self.languages for pack in self._made[code].packs)

    @property
    def uses(self) -> tuple[LanguageUse, ...]:
        """Each language, how many utterances it has, and what was left out for them."""
        return tuple(
            LanguageUse(
                code,
                self._codes.count(code),
                tuple(name for name in self._by.names if name not in self._made[code].names),
            )
            for code in self.languages
        )

    def rank(self, name: str) -> int:
        """Return the place of a forgiver in the columns."""
        return self._by.rank(name)

    def of_row(self, row: int) -> Forgiving:
        """Return the forgivers of one row."""
        return self._made[self._codes[row]]

    def of_rows(self, rows: Sequence[int]) -> Spoken:
        """Return the forgivers of some rows, in this order; a row may be there again."""
        return Spoken(self._by, [self._codes[row] for row in rows], self._made)

    def run(
        self, references: Any, hypotheses: Any, *, given: Given | None = None, **options: Any
    ) -> Columns:
        """Forgive what can be forgiven in each pair; the options are those of the kernel."""
        languages = self.languages
        if len(languages) == 1:
            made = self._made[languages[0]]
            return made.run(references, hypotheses, given=given, **options)
        said, written = as_list(references), as_list(hypotheses)
        parts = []
        for code in languages:
            rows = [row for row, each in enumerate(self._codes) if each == code]
            pairs = [said[row] for row in rows], [written[row] for row in rows]
            before = given and _of_rows(given, rows)
            parts.append((rows, self._made[code].run(*pairs, **options, given=before)))
        return _scattered(parts, len(self._codes))


def _of_rows(given: Given, rows: Sequence[int]) -> Given:
    said, written = as_list(given.references), as_list(given.hypotheses)
    return replace(
        given,
        references=[said[row] for row in rows],
        hypotheses=[written[row] for row in rows],
        which=None if given.which is None else [given.which[row] for row in rows],
    )


_COUNTS: Final = ("strict", "words", "reference_letters", "remaining", "remaining_letters")


def _scattered(parts: Sequence[tuple[list[int], Columns]], count: int) -> Columns:
    """Return columns of all rows from those of some rows each."""
    places = {
        row: (part, at) for part, (rows, _) in enumerate(parts) for at, row in enumerate(rows)
    }

    def whole(columns: Sequence[array[int]]) -> array[int]:
        return array("q", (columns[part][at] for part, at in map(places.__getitem__, range(count))))

    found = [columns for _, columns in parts]
    reasons = range(len(found[0].errors))
    return Columns(
        **{name: whole([getattr(part, name) for part in found]) for name in _COUNTS},
        errors=[whole([part.errors[place] for part in found]) for place in reasons],
        letters=[whole([part.letters[place] for part in found]) for place in reasons],
        pieces=_pieces([part.pieces for part in found], [places[row] for row in range(count)]),
        questions=[],
        question_starts=array("q"),
        question_places=array("q"),
        unread=sum(part.unread for part in found),
    )


def _pieces(found: Sequence[Pieces | None], places: Sequence[tuple[int, int]]) -> Pieces | None:
    names = [name for name in Pieces.__dataclass_fields__ if name != "starts"]
    columns = {name: array("q") for name in names}
    starts = array("q", [0])
    for part, at in places:
        pieces = found[part]
        if pieces is None:
            return None
        stretch = slice(pieces.starts[at], pieces.starts[at + 1])
        for name, column in columns.items():
            column.extend(getattr(pieces, name)[stretch])
        starts.append(starts[-1] + stretch.stop - stretch.start)
    return Pieces(starts, **columns)
