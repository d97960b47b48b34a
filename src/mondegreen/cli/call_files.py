"""The files of scored calls, and those of very many calls, which are written as they are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.calls.artifacts import of_all, of_calls
from mondegreen.calls.in_parts import AllCalls, parts_of_folder
from mondegreen.calls.method_comparison import comparison
from mondegreen.calls.output_paths import folder_names, refuse_unwritable, write
from mondegreen.cli.streams import say
from mondegreen.errors import counted, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from mondegreen.calls.roles import Role
    from mondegreen.calls.scoring_calls import SideResult

__all__ = ["CallFiles", "written_in_parts"]


class CallFiles:
    """Where the files of calls go.

    Args:
        roles: the sides; of several each has a folder.
        calls: the names of all calls.
        in_place: the folder with a folder per call, if they go there.
        output: the folder where they go if not.
    """

    def __init__(
        self, roles: Sequence[Role], calls: Iterable[str], in_place: Path | None, output: Path
    ) -> None:
        self._names = folder_names(role.name for role in roles)
        self._own = folder_names(dict.fromkeys(calls)) if in_place is None else {}
        self._in_place, self._output = in_place, output
        self._written = 0

    def compare(self, side: SideResult, unread: Mapping[str, str]) -> None:
        """Write the table of the methods of a side."""
        table = comparison(side.methods, unread, alone=len(self._names) == 1)
        self.add(side, {("", "comparison.md"): table})

    def add(self, side: SideResult, files: Mapping[tuple[str, str], str]) -> None:
        """Write files of a side, each by its call, or none, and its name."""
        name = self._names[side.role.name] if len(self._names) > 1 else ""
        base = self._output if self._in_place is None else self._in_place / "output"
        here = {each.call.id: each.call.folder for each in side.sides} if self._in_place else {}

        def place(call: str) -> Path:
            if not call:
                return base / name
            own = here.get(call)
            return base / name / self._own[call] if own is None else own / "output" / name

        self._written += len(write(files, place, self._in_place))

    def say(self) -> None:
        """Say how many were written, and where."""
        base = self._output if self._in_place is None else self._in_place
        say(f"wrote {counted(self._written, 'file')} to {visible(str(base))}")


def written_in_parts(
    folder: Path,
    roles: Sequence[Role],
    score: Callable[..., list[SideResult]],
    *,
    encoding: str | None,
    system: str | None,
    places: tuple[Path | None, Path],
    loose: bool,
    keep_texts: bool,
    for_page: bool,
) -> tuple[list[SideResult], dict[str, str]] | None:
    """Score and write many calls some at a time; return what stays of them, and why others were not read.

    ``None`` where all have to be there at once; then nothing is written.

    Args:
        folder: with a folder per call.
        roles: the sides.
        score: `score_calls` with all options, by the method ``library``.
        encoding: of transcripts that are not JSON.
        system: whose hypotheses are read.
        places: the folder with the calls if files go there, and where they go if not.
        loose: whether words are alike by the rules of seed 004.
        keep_texts: whether files may hold what was said.
        for_page: whether a page will show turns.
    """
    failed: dict[str, str] = {}
    found = parts_of_folder(folder, roles, failed, encoding, system)
    if found is None:
        return None
    names, parts = found
    refuse_unwritable(places[0] or places[1])
    every = AllCalls(roles, loose, keep_texts, for_page)
    written = CallFiles(roles, names, *places)
    for calls in parts:
        sides = score(calls, roles=roles, joinings=every.joinings)
        for side in sides:
            written.add(side, of_calls(side, side.methods[0], keep_texts=keep_texts))
        every.add(sides)
    results = every.results()
    for side, logged in results:
        written.compare(side, failed)
        written.add(side, of_all(side, side.methods[0], logged))
    written.say()
    return [side for side, _ in results], failed
