"""The files of a command: which they are, and what must not happen to them."""

from __future__ import annotations

import os
import shlex
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.panels import INPUT
from mondegreen.cli.streams import say
from mondegreen.corpus import Corpus
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.joining import format_of, read_sides
from mondegreen.corpus.nist import has_alternatives
from mondegreen.corpus.places import files_of, is_remote
from mondegreen.corpus.table import as_list
from mondegreen.errors import UsageError, typed, visible
from mondegreen.types import AnyOf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mondegreen.options.reading import Reading


_option = partial(typer.Option, rich_help_panel=INPUT)

Reference = Annotated[
    str | None, _option("-r", "--reference", metavar="FILE", help="File of references.")
]
Hypothesis = Annotated[
    str | None, _option("-h", "--hypothesis", metavar="FILE", help="File of hypotheses.")
]
Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="REFERENCE [HYPOTHESIS]",
        help="One file with both texts, or the references and then the hypotheses; - is standard input.",
    ),
]


def two_files(files: Sequence[str] | None, reference: str | None, hypothesis: str | None) -> Any:
    """Return the reference and hypothesis file, however they were given.

    Raises:
        UsageError: none, too many, or one given twice.
    """
    given = list(files or ())
    if given and reference is not None:
        raise UsageError(
            f"{given[0]} and -r {reference} are both given; name the files with -r and -h, or "
            "without them: the references, then the hypotheses"
        )
    if reference is not None:
        given = [reference]
    if hypothesis is not None and not given:
        raise UsageError(f"-h {hypothesis} is the hypothesis; name the references too: -r FILE")
    if hypothesis is not None:
        given.append(hypothesis)
    if len(given) > 2:  # noqa: PLR2004
        raise UsageError(
            f"{len(given)} files are given ({', '.join(given)}), expected at most two: the "
            "references, then the hypotheses. To compare systems: mondegreen compare -r "
            f"{' '.join(map(shlex.quote, given))}"
        )
    if not given:
        raise UsageError(
            "name a file with both sides, or two: -r references.txt -h hypotheses.txt "
            "(-h is the hypothesis, help is --help)"
        )
    return given[0], given[1] if len(given) == 2 else None  # noqa: PLR2004


def refuse_overwriting(files: Sequence[str | None], targets: Mapping[str, Path | None]) -> None:
    """Refuse to write onto a file that is read, or onto another that is written.

    Args:
        files: the files that are read, as `two_files` returns them.
        targets: the files that are written, by the options that name them.

    Raises:
        UsageError: two of them are the same file, under whatever names, or one cannot be there.
    """
    refuse_unwritable(targets)
    named = [name for name in files if name is not None and name != "-" and not is_remote(name)]
    taken = {file: "is read" for name in named for file in files_of(name) or [name]}
    for option, target in targets.items():
        if target is None:
            continue
        for name in named:
            if _takes(name, target):
                raise UsageError(
                    f"{option} {target}: would be read by this command the next time, as {name} has it too; "
                    "name a file that is somewhere else"
                )
        for name, what in taken.items():
            if _are_same(str(name), str(target)):
                raise UsageError(
                    f"{option} {target}: {name} {what} by this "
                    "command and would be lost; name another file"
                )
        taken[str(target)] = "is written"


def _takes(name: str, target: Path) -> bool:
    """Whether a pattern, or a folder of shards, has a file that is not there yet."""
    found = files_of(name)
    if found is None or target.exists():
        return False
    there, folder = target.resolve(), Path(name)
    if folder.is_dir():
        return there.parent == folder.resolve() and there.suffix == Path(found[0]).suffix
    return fnmatch(str(there), str(folder.parent.resolve() / folder.name))


def refuse_unwritable(targets: Mapping[str, Path | None]) -> None:
    """Refuse, before any work, files that could not be written after it.

    Raises:
        UsageError: the folder of one is not there, or there is a folder in its place.
    """
    for option, target in targets.items():
        if target is not None and not target.parent.is_dir():
            raise UsageError(
                f"{option} {target}: there is no folder {target.parent}; make it first, or name "
                "another"
            )
        if target is not None and target.is_dir() and option != "TO":
            raise UsageError(f"{option} {target}: is a folder, expected the name of a file in it")


def say_if_same(reference: str, hypothesis: str | None) -> None:
    """Say that one file is given for both sides."""
    if hypothesis is None or "-" in {reference, hypothesis}:
        return
    if _are_same(reference, hypothesis):
        say(
            f"warning: {reference} is given for both sides, so its texts are scored with themselves"
        )


def say_if_swapped(
    command: str,
    reference: str,
    hypothesis: str | None,
    formats: tuple[str, str] | None = None,
) -> None:
    """Say that two files, named by their order alone, seem to be in the wrong one.

    Args:
        command: what to type before the files, as ``mondegreen score``.
        reference: the first file.
        hypothesis: the second one; ``None`` if there is only one.
        formats: the names of their formats, if they were read.
    """
    if hypothesis is None or "-" in {reference, hypothesis}:
        return
    from mondegreen.corpus.order_of_files import why_swapped  # only where two files are named

    why = why_swapped(reference, hypothesis, formats)
    if why is not None and not _are_same(reference, hypothesis):
        say(
            f"warning: {reference} is taken for the references, but {visible(why)}. The references "
            f"come first: {command} {typed(hypothesis)} {typed(reference)}"
        )


@contextmanager
def watching_order(
    command: str, paths: tuple[str, str | None], *, named: bool
) -> Iterator[Callable[[Any], Any]]:
    """Say of files that are read, or cannot be, if they seem to be in the wrong order.

    Yields what takes the corpus, or the sessions, and returns it. ``named`` is whether the user named the sides, so
    that their order says nothing.
    """
    read: list[Any] = []

    def take(corpus: Any) -> Any:
        read.append(corpus)
        return corpus

    try:
        yield take
    finally:
        if not named:
            say_if_swapped(command, *paths, read[0].formats if read else None)


def _are_same(first: str, second: str) -> bool:
    try:
        return Path(first).samefile(second)
    except (OSError, ValueError):  # one of them is not there
        return os.path.realpath(first) == os.path.realpath(second)


def joined(files: tuple[str, str | None], options: Reading) -> Corpus:
    """Read the corpus as one long utterance; the two files may have different numbers of lines."""
    sides = read_sides(files, options=options)
    if any(isinstance(text, AnyOf) for text in as_list(sides[0])):
        raise UsageError(
            "--global makes one text of all, which several references cannot be; leave out --global"
        )
    texts = [
        " ".join(text.strip() for text in side if isinstance(text, str) and text.strip())
        for side in sides
    ]
    marked = has_alternatives(texts[0]) and _marks_alternatives(files[0], options)
    return Corpus(
        None,
        [texts[0]],
        [texts[1]],
        source=visible(" and ".join(filter(None, files))),
        alternatives="nist" if marked else "",
    )


def _marks_alternatives(path: str, options: Reading) -> bool:
    found = format_of(path, options)
    return FORMATS.get(found).alternations
