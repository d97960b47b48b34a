"""Systems to compare, from whatever files they stand in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus import Corpus, read
from mondegreen.corpus.columns import ID, OTHER_ID
from mondegreen.corpus.runfile import RUN_METADATA, is_run
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, UsageError, did_you_mean
from mondegreen.scoring.result import Result
from mondegreen.scoring.runfile import load
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.recipe import Recipe

__all__ = ["Given", "is_run_file", "read_systems", "scored"]

_HEAD: Final = 4096
_SUFFIXES: Final = {".gz", ".json", ".jsonl", ".parquet", ".csv", ".tsv", ".txt", ".trn"}


@dataclass(frozen=True)
class Given:
    """The files and columns that were named.

    Attributes:
        files: paths, or ``NAME=PATH``.
        reference: the file of references; beside ``systems`` their column.
        systems: columns of one wide table, one a system.
        by: the column of one long table that names the system of a row.
        options: of reading.
    """

    files: Sequence[str]
    reference: str | None = None
    systems: Sequence[str] = ()
    by: str | None = None
    options: dict[str, Any] = field(default_factory=dict)


def read_systems(given: Given) -> dict[str, Corpus | Result]:
    """Return what each system wrote, or the result that was saved of it.

    Raises:
        UsageError: files and options that do not go together.
        InputError: a file that cannot be read.
    """
    if not given.files:
        raise UsageError(
            "name two files or more, one a system; or one table with --systems a,b,c "
            "(a column each) or --by COLUMN (which names the system of a row)"
        )
    if given.systems and given.by:
        raise UsageError("--systems is for a wide table, --by for a long one; give one of them")
    if given.systems:
        return _wide(given)
    if given.by is not None:
        return _long(given)
    return _files(given)


def _single(given: Given, option: str) -> str:
    if len(given.files) != 1:
        raise UsageError(f"{option} is for one table; {len(given.files)} files are given")
    if given.files[0] == "-":
        raise UsageError(f"{option} reads the table more than once; give a file in the place of -")
    return given.files[0]


def _wide(given: Given) -> dict[str, Corpus | Result]:
    path = _single(given, "--systems")
    names = [name for part in given.systems for name in part.split(",") if name]
    twice = [name for name, number in Counter(names).items() if number > 1]
    if twice:
        raise UsageError(f"--systems names {twice[0]!r} twice; each column is one system")
    options = dict(given.options)
    if given.reference is not None:
        options["reference_column"] = given.reference
    return {name: read(path, **{**options, "hypothesis_column": name}) for name in names}


def _long(given: Given) -> dict[str, Corpus | Result]:
    path, by = _single(given, "--by"), str(given.by)
    wanted = given.options.get("id_column")
    options = {**given.options, "id_column": ""}
    if given.reference is not None:
        options["reference_column"] = given.reference
    table = read(path, **options)
    if by not in table.metadata:
        raise UsageError(
            f"{path} has no column {by!r} that names the system."
            f"{did_you_mean(by, table.metadata)} Columns: {', '.join(map(repr, table.metadata))}"
        )
    if wanted and wanted not in table.metadata:
        raise UsageError(f"{path} has no column {wanted!r} with ids (--id-column)")
    known = [name for name in (*ID.names, *OTHER_ID) if name in table.metadata and name != by]
    column = wanted if wanted is not None else next(iter(known), "")
    references, hypotheses = as_list(table.references), as_list(table.hypotheses)
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(table.metadata[by]):
        rows.setdefault("" if name is None else str(name), []).append(row)
    if "" in rows:
        raise InputError(f"{path}: {len(rows['']):,} rows have no {by}; each needs its system")
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
        )
        for name, kept in rows.items()
    }


def _files(given: Given) -> dict[str, Corpus | Result]:
    if given.files.count("-") > 1:
        raise UsageError("- is standard input, which can be one of the systems")
    named = _named(given.files)
    found: dict[str, Corpus | Result] = {}
    for name, path in named.items():
        if is_run_file(path):
            if given.reference is not None:
                raise UsageError(f"{path} is a run file, which was scored; leave out -r")
            found[name] = load(path)
        elif given.reference is not None:
            found[name] = read(given.reference, path, **given.options)
        else:
            found[name] = read(path, **given.options)
    return found


def _named(files: Sequence[str]) -> dict[str, str]:
    """Return a name for each file: the one before ``=``, else the shortest end of its path."""
    paths: list[tuple[str | None, str]] = []
    for file in files:
        name, equals, path = file.partition("=")
        named = bool(equals and name and path) and not Path(file).exists()
        paths.append((name, path) if named else (None, file))
    depth = 1
    while True:
        names = [name or _short(path, depth) for name, path in paths]
        twice = [name for name, number in Counter(names).items() if number > 1]
        if not twice:
            return dict(zip(names, (path for _, path in paths), strict=True))
        if depth > max(len(Path(path).parts) for _, path in paths):
            raise UsageError(
                f"two systems have the name {twice[0]!r}; name them: first=a.jsonl second=b.jsonl"
            )
        depth += 1


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


def scored(
    systems: dict[str, Corpus | Result], recipe: Recipe, *, threads: int = 0
) -> dict[str, Result]:
    """Return the results; a corpus is scored, and a run file is as it is."""
    found = {}
    for name, system in systems.items():
        if isinstance(system, Result):
            found[name] = system
            continue
        scorer = Scorer.from_recipe(recipe, threads=threads)
        scorer.update(system)
        found[name] = scorer.compute()
    return found
