"""Which file of a folder belongs to which reference: by the name of the recording."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.pairing_names import stem
from mondegreen.corpus.table import quoted
from mondegreen.errors import PairingError, visible, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mondegreen.corpus.segments import Transcript

__all__ = ["by_recordings"]

_MOST_NAMED: Final = 5
_KEYS: Final[tuple[Callable[[str], str], ...]] = (str, stem, lambda name: stem(name).casefold())


def by_recordings(
    reference: Transcript, hypothesis: Transcript
) -> tuple[list[tuple[list[int], list[int]]], dict[int, str]]:
    """Return the rows of both sides that are of one recording, and the rows that failed.

    A recording is what the format calls so, or an id, or without both the file itself. Names go
    together as they are; if they do not, without folders and endings, and then without case.

    Raises:
        PairingError: a file has no reference; the message says how many have.
    """
    pairs = [
        (said, wrote, dict.fromkeys((*wrote, *hypothesis.failed)))
        for said in _names(reference)
        for wrote in _names(hypothesis)
    ]
    tried = [(key, *pair) for key in _KEYS for pair in pairs]
    found = next((each for each in tried if _matches(each[0], each[1], each[3])), None)
    if found is None:
        if _is_nameless(hypothesis):
            raise PairingError(_nameless(reference, hypothesis))
        key, said, _, others = max(
            tried, key=lambda each: len({*map(each[0], each[1])} & {*map(each[0], each[3])})
        )
        raise PairingError(_odd(reference, hypothesis, said, others, key))
    key, said, wrote, others = found
    groups: dict[str, tuple[list[int], list[int]]] = {}
    for row, name in enumerate(said):
        groups.setdefault(key(name), ([], []))[0].append(row)
    for row, name in enumerate(wrote):
        groups[key(name)][1].append(row)
    failed = {
        row: reason for name, reason in hypothesis.failed.items() for row in groups[key(name)][0]
    }
    without = len(groups) - len({*map(key, others)})
    if without:
        first = next(name for name in dict.fromkeys(said) if key(name) not in {*map(key, others)})
        warn(
            f"{hypothesis.name}: {len(others):,} of {len(groups):,} recordings of "
            f"{reference.name} have a file; {without:,} {'has' if without == 1 else 'have'} none, "
            f"the first is {visible(first)!r:.80}",
        )
    return list(groups.values()), failed


def _names(side: Transcript) -> list[list[str]]:
    """Return the names of all segments, in each way that the file has some."""
    segments = side.segments
    found = []
    if any(segments.recording):
        found.append([name or "" for name in segments.recording])
    if segments and all(segments.id):
        found.append([name or "" for name in segments.id])
    return found or [[stem(side.name)] * len(segments)]


def _is_nameless(side: Transcript) -> bool:
    return bool(side.segments) and not any((*side.segments.recording, *side.segments.id))


def _nameless(reference: Transcript, hypothesis: Transcript) -> str:
    names = list(dict.fromkeys(_names(reference)[-1]))
    what = "ids" if reference.segments.id[0] else "recordings"
    name = PurePath(hypothesis.name)
    return (
        f"{hypothesis.name}: is one recording without a name, and {reference.name} has {len(names):,} "
        f"{what}, as {', '.join(map(quoted, names[:_MOST_NAMED]))}; nothing says which of the {what} it "
        f"is of. Give the file the name of one, as {quoted(stem(names[0]) + name.suffix)}, or a folder "
        "with a file for each. If it is one recording of all of them, give the references times, or a "
        "column recording with one name"
    )


def _matches(key: Callable[[str], str], said: Iterable[str], others: Iterable[str]) -> bool:
    """Whether every file has a reference, and no two names of one side become one."""
    sides = [Counter(map(key, set(side))) for side in (said, others)]
    return max(max(side.values(), default=0) for side in sides) <= 1 and set(sides[1]) <= set(
        sides[0]
    )


def _odd(
    reference: Transcript,
    hypothesis: Transcript,
    said: Sequence[str],
    others: Iterable[str],
    key: Callable[[str], str],
) -> str:
    known = {*map(key, said)}
    names = list(others)
    odd = [name for name in names if key(name) not in known]
    found = len(names) - len(odd)
    shown = ", ".join(quoted(name) for name in odd[:_MOST_NAMED])
    first = ", ".join(quoted(name) for name in list(dict.fromkeys(said))[:_MOST_NAMED])
    if not odd:
        return (
            f"{hypothesis.name}: names of recordings are alike except for folders, endings or case, as "
            f"{quoted(names[0])}, so that it is not clear which file belongs to which of "
            f"{reference.name}; give them the same names"
        )
    return (
        f"{hypothesis.name}: {found:,} of {len(names):,} files have a reference in "
        f"{reference.name}; without one: {shown}{' ...' if len(odd) > _MOST_NAMED else ''}. The "
        f"references are of {first}{' ...' if len(known) > _MOST_NAMED else ''}. Give each file "
        "the name or the id of its recording, and leave out files without a reference; if one file has all "
        "utterances, give its path"
    )
