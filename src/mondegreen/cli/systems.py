"""Systems to compare, from any kind of file."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.cli.files import say_if_same, say_if_swapped
from mondegreen.cli.panels import INPUT
from mondegreen.cli.scoring import as_marked, given, make
from mondegreen.cli.sessions import read_sessions, score_sessions
from mondegreen.cli.streams import busy, say
from mondegreen.corpus import Corpus, read
from mondegreen.corpus.columns import ID, OTHER_ID
from mondegreen.corpus.reading import read_against
from mondegreen.corpus.runfile import RUN_METADATA, is_run
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, OneSideError, UsageError, counted, did_you_mean, visible
from mondegreen.options.option import Group, group, option
from mondegreen.options.typed import TEXTS, listed
from mondegreen.scoring.result import Result
from mondegreen.scoring.runfile import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.options.reading import Reading
    from mondegreen.scoring.options import Options
    from mondegreen.scoring.recipe import Recipe

__all__ = ["Systems", "is_run_file", "settled"]

_HEAD: Final = 4096
_ONE_EACH: Final = (
    "one per system (-r FILE for references in their own file); or one table with --systems a,b,c (one "
    "column per system) or --system-column COLUMN (the column that names the system of each row)"
)
_SUFFIXES: Final = {".gz", ".json", ".jsonl", ".parquet", ".csv", ".tsv", ".txt", ".trn"}


@group
class Systems(Group):
    """Where the systems are: a file each, or one table."""

    panel: ClassVar[str] = INPUT

    reference: str | None = option(
        "File of references; in one table, their column.",
        flags=("-r", "--reference"),
        common=True,
        metavar="FILE",
        default=None,
    )
    hypothesis: Sequence[str] | None = option(
        "File of hypotheses. Repeat it for more systems.",
        flags=("-h", "--hypothesis"),
        common=True,
        kind=TEXTS,
        metavar="[NAME=]FILE",
        default=None,
    )
    columns: Sequence[str] | None = option(
        "Columns of a wide table, one per system.",
        flags=("--systems",),
        common=True,
        kind=TEXTS,
        metavar="COLUMN,...",
        default=None,
    )
    column: str | None = option(
        "Column of a long table that names the system.",
        flags=("--system-column",),
        common=True,
        metavar="COLUMN",
        default=None,
    )

    def paths(self, files: Sequence[str]) -> list[str]:
        """Return the files that are read."""
        first = [self.reference] if self.reference and not self._is_table else []
        return [*first, *(path for _, path in map(_split, [*files, *(self.hypothesis or ())]))]

    def dataset(self, files: Sequence[str]) -> str:
        """Return what the systems are scored on: the file of references, or the one table."""
        known = self.reference if self.reference and not self._is_table else None
        only = files[0] if len(files) == 1 and self._is_table else None
        return _short(known or only or "", 1)

    @property
    def _is_table(self) -> bool:
        return bool(self.columns) or self.column is not None

    def read(
        self, files: Sequence[str], options: Reading, *, least: int = 1
    ) -> dict[str, Corpus | Result]:
        """Return what each system wrote, or the result that was saved of it.

        Raises:
            UsageError: files and options that do not go together, or fewer systems than ``least``.
            InputError: a file that cannot be read.
        """
        heard = self.hypothesis or ()
        if heard and files:
            raise UsageError(f"{files[0]} and -h {heard[0]} are both given; leave one out")
        if (heard and self.reference is None) or (self.reference and not (heard or files)):
            raise UsageError(
                "only one of -r and -h is given, expected the references and the hypotheses: -r FILE -h FILE, or "
                "both without options"
            )
        files = [*files, *heard]
        if not files:
            raise UsageError(f"name {'a file' if least == 1 else 'two files or more'}, {_ONE_EACH}")
        if self.columns and self.column is not None:
            raise UsageError(
                "--systems is for a wide table, --system-column for a long one; give one of them"
            )
        if self._is_table and self.reference is not None:
            options = options.replace(reference_column=self.reference)
        if self.columns:
            return _wide(_single(files, "--systems"), self.columns, options)
        if self.column is not None:
            return _long(_single(files, "--system-column"), self.column, options)
        if self.reference is None and score_sessions(options) and not is_run_file(files[0]):
            return _after_sessions(files, options, least)
        return _files(files, self.reference, options, least)


def _single(files: Sequence[str], option: str) -> str:
    if len(files) != 1:
        raise UsageError(
            f"{option} is for one table; {len(files)} files are given, expected one; leave out the others, or "
            f"leave out {option}"
        )
    if files[0] == "-":
        raise UsageError(f"{option} reads the table more than once; give a file in the place of -")
    return files[0]


def _wide(path: str, columns: Sequence[str], options: Reading) -> dict[str, Corpus | Result]:
    names = [name for name in listed(columns) if name]
    twice = [name for name, number in Counter(names).items() if number > 1]
    if twice:
        raise UsageError(
            f"--systems names {twice[0]!r} twice, expected each column once; leave one out"
        )
    found: dict[str, Corpus | Result] = {}
    with busy("reading") as at:
        for number, name in enumerate(names, 1):
            at(f"reading {name} ({number} of {len(names)})")
            found[name] = _read_table(path, options.replace(hypothesis_column=name), "--systems")
    return found


def _read_table(path: str, options: Reading, heard: str) -> Corpus:
    """Read one table; what is wrong with its columns is said of the options that named them."""
    try:
        return read(path, options=options)
    except InputError as error:
        said = str(error)
        for ours, typed in (("--hypothesis-column", heard), ("--reference-column", "--reference")):
            said = said.replace(f"({ours})", f"({typed})")
        if said == str(error):
            raise
        raise InputError(said) from None


def _long(path: str, by: str, options: Reading) -> dict[str, Corpus | Result]:
    wanted = options.id_column
    table = _read_table(path, options.replace(id_column=""), "--hypothesis-column")
    if by not in table.metadata:
        raise UsageError(
            f"{path} has no column {by!r} that names the system."
            f"{did_you_mean(by, table.metadata)} Columns: {', '.join(map(repr, table.metadata))}"
        )
    if wanted and wanted not in table.metadata:
        raise UsageError(
            f"{path} has no column {wanted!r} with ids (--id-column).{did_you_mean(wanted, table.metadata)} "
            f"Columns: {', '.join(map(repr, table.metadata))}"
        )
    known = [name for name in (*ID.names, *OTHER_ID) if name in table.metadata and name != by]
    column = wanted if wanted is not None else next(iter(known), "")
    references, hypotheses = as_list(table.references), as_list(table.hypotheses)
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(table.metadata[by]):
        rows.setdefault("" if name is None else str(name), []).append(row)
    if "" in rows:
        raise InputError(
            f"{path}: {counted(len(rows['']), 'row has', 'rows have')} no {by}; each needs its system"
        )
    return {
        name: Corpus(
            [str(table.metadata[column][row]) for row in kept] if column else None,
            [references[row] for row in kept],
            [hypotheses[row] for row in kept],
            {
                key: [values[row] for row in kept]
                for key, values in table.metadata.items()
                if key not in {by, column}
            },
            f"{path} ({by} {name})",
            system=name,
        )
        for name, kept in rows.items()
    }


def _corpus(reference: str | None, path: str, options: Reading) -> Any:
    """Return a file that holds both sides, or one against a reference: a corpus, or sessions."""
    if reference is None:
        return read(path, options=options)
    if score_sessions(options):
        return read_sessions((reference, path), options, join=False)
    return read_against(reference, path, options=options)


def _files(
    files: Sequence[str], reference: str | None, options: Reading, least: int
) -> dict[str, Corpus | Result]:
    if [*files, reference].count("-") > 1:
        raise UsageError(
            "- is given twice, expected once: standard input can be one of the files; name the others"
        )
    named = _named(files)
    more = f"to compare takes two or more, {_ONE_EACH}"
    found: dict[str, Corpus | Result] = {}
    with busy("reading") as at:
        for number, (name, path) in enumerate(named.items(), 1):
            at(f"reading {path} ({number} of {len(named)})")
            if is_run_file(path):
                if reference is not None:
                    raise UsageError(f"{path} is a run file, which was scored; leave out -r")
                found[name] = load(path)
                continue
            if reference is not None:
                say_if_same(reference, path)
            try:
                found[name] = replace(_corpus(reference, path, options), system=name)
            except InputError as error:
                if len(named) < least and "--system" not in str(error):
                    raise InputError(f"{error} ({more})") from None
                if reference is None and number == 1 and isinstance(error, OneSideError):
                    return _after_references(files, options, least, error)
                raise
    if len(found) < least:
        raise _one_system(reference, files[0])
    return found


def _one_system(reference: str | None, file: str) -> UsageError:
    """Say that to compare takes two systems, and what to type for one."""
    given = f"-r {reference} {file}" if reference is not None else file
    score = shlex.join([*([reference] if reference else []), _split(file)[1]])
    return UsageError(
        f"{file}: 1 system is given, expected two or more. Type mondegreen compare {given} OTHER, or give one "
        "table with --systems a,b,c or --system-column COLUMN; for one system: mondegreen score "
        f"{score}"
    )


def _after_references(
    files: Sequence[str], options: Reading, least: int, error: OneSideError
) -> dict[str, Corpus | Result]:
    """Read the systems where the first of several files holds the references, as in other commands.

    Raises:
        OneSideError: there is one file, it is standard input, or it is named as a system.
    """
    if len(files) == 1 or files[0] == "-" or _split(files[0])[0] is not None:
        raise error
    if len(files) - 1 < least:
        raise _one_system(files[0], files[1])
    say(
        f"{visible(files[0])} has no hypotheses, so it is read as the references; -r {visible(files[0])} "
        "says so"
    )
    if least == 1 and len(files) == 2:  # noqa: PLR2004 - a report on one system
        say_if_swapped("mondegreen report", files[0], _split(files[1])[1])
    return _files(files[1:], files[0], options, least)


def _after_sessions(
    files: Sequence[str], options: Reading, least: int
) -> dict[str, Corpus | Result]:
    """Read sessions, of which no file holds both sides: the first one holds the references."""
    if len(files) == 1:
        raise UsageError("sessions are in two files: give the reference and the hypothesis")
    if len(files) - 1 < least:
        raise _one_system(files[0], files[1])
    return _files(files[1:], files[0], options, least)


def _named(files: Sequence[str]) -> dict[str, str]:
    """Return a name for each file: the one before ``=``, else the shortest end of its path."""
    paths = list(map(_split, files))
    depth = 1
    while True:
        names = [name or _short(path, depth) for name, path in paths]
        twice = [name for name, number in Counter(names).items() if number > 1]
        if not twice:
            return dict(zip(names, (path for _, path in paths), strict=True))
        if depth > max(len(Path(path).parts) for _, path in paths):
            same = [path for name, (_, path) in zip(names, paths, strict=True) if name == twice[0]]
            raise UsageError(
                f"two systems have the name {twice[0]!r}; name them: first={same[0]} second={same[1]}"
            )
        depth += 1


def _split(file: str) -> tuple[str | None, str]:
    """Return the name and the file of ``NAME=FILE``; no name if there is none."""
    name, equals, path = file.partition("=")
    named = bool(equals and name and path) and not os.path.exists(file)  # noqa: PTH110 - as typed
    return (name, path) if named else (None, file)


def _short(path: str, depth: int) -> str:
    """Return the last parts of a path without its endings."""
    whole = Path(path)
    name = whole.name
    while Path(name).suffix.lower() in _SUFFIXES and Path(name).stem:
        name = Path(name).stem
    return "/".join([*whole.parts[:-1][max(0, len(whole.parts) - depth) :], name])


def is_run_file(path: str) -> bool:
    """Whether a file is one that ``--save`` wrote; what cannot be read is none."""
    if path == "-":
        return False
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    if not head.startswith(b"PAR1"):
        return is_run(head)
    try:
        from pyarrow import parquet  # optional; whoever reads the file says so
    except ImportError:
        return False
    try:
        return RUN_METADATA in (parquet.read_schema(path).metadata or {})
    except Exception:  # noqa: BLE001 - whatever is wrong with it, its reader says so better
        return False


def settled(
    systems: dict[str, Corpus | Result], options: Options
) -> tuple[dict[str, Corpus | Result], Recipe]:
    """Return the systems and how texts are scored: as was said, else as a run file among them was.

    Raises:
        UsageError: options of scoring with a run file, or a recipe with others.
    """
    runs = {name: each for name, each in systems.items() if isinstance(each, Result)}
    if not runs:
        return as_marked(options, systems, make(options))
    name, first = next(iter(runs.items()))
    refused = [*given(options), *(["--recipe"] if options.recipe is not None else [])]
    if len(runs) == len(systems):  # nothing is left to be scored
        known = options.described
        refused += [flag for each, flag in options.typed.items() if known[each].data]
    if refused:
        rest = ": other files are scored as it was" if len(runs) < len(systems) else ""
        raise UsageError(
            f"{name} is a run file, which was scored already; leave out {', '.join(refused)}{rest}"
        )
    names = [first._named(each) for each in options.metrics or ()] or [first._named(None)]
    return systems, first.recipe.only(*names)
