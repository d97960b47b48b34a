"""By which names the segments of two files go together: ids, or the names of recordings."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from mondegreen.corpus.endings import transcript_endings
from mondegreen.errors import PairingError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.segments import Segments, Transcript

__all__ = [
    "Way",
    "are_numbers",
    "groups_of",
    "is_audio",
    "is_one_recording",
    "stem",
    "way_of",
    "without_audio",
]

_RECORDED: Final = frozenset(
    {
        *(
            ".wav",
            ".flac",
            ".mp3",
            ".mp4",
            ".m4a",
            ".ogg",
            ".oga",
            ".opus",
            ".webm",
            ".aac",
            ".wma",
        ),
        *(".amr", ".pcm", ".sph", ".aif", ".aiff", ".mov", ".mkv"),
    }
)
_LONGEST: Final = 9
_MOST_NAMED: Final = 5


class Way(NamedTuple):
    """Which names go together: ``said`` of the references, ``wrote`` of the hypotheses.

    Each is ``id`` or ``recording``.
    """

    said: str
    wrote: str


_WAYS: Final = (
    Way("id", "id"),
    Way("id", "recording"),
    Way("recording", "recording"),
    Way("recording", "id"),
)


def way_of(said: Segments, wrote: Segments) -> Way | None:
    """Return the names that both sides share, case aside; ``None`` where they share none.

    Ids come first.

    >>> from mondegreen.corpus.segments import Segments
    >>> said = Segments.of_columns(["so", "on"], id=["u1", "u2"])
    >>> way_of(said, Segments.of_columns(["so"], recording=["U1"]))
    Way(said='id', wrote='recording')
    """
    sides = [
        {kind: {*_folded(getattr(side, kind))} - {""} for kind in ("id", "recording")}
        for side in (said, wrote)
    ]
    return next((way for way in _WAYS if sides[0][way.said] & sides[1][way.wrote]), None)


def _folded(names: Iterable[str | None]) -> list[str]:
    return [(name or "").casefold() for name in names]


def are_numbers(ids: Iterable[str | None]) -> bool:
    """Whether ids only count the segments: whole numbers, each one more than the one before.

    >>> are_numbers(["1", "2", "3"]), are_numbers(["1", "3"]), are_numbers(["u1", "u2"])
    (True, False, False)
    """
    names = list(ids)
    if not all(each and each.isdecimal() and len(each) <= _LONGEST for each in names):
        return False
    return all(int(b or 0) == int(a or 0) + 1 for a, b in pairwise(names))


def is_one_recording(segments: Segments) -> bool:
    """Whether segments are of one recording, as far as names and times tell.

    Ids without names of recordings and without times are utterances of their own, and so are those
    of which most begin at the same time.
    """
    recordings = set(segments.recording)
    if recordings != {None} or len(segments) == 1:
        return len(recordings) == 1
    if None in segments.id:
        return True
    starts = Counter(segments.start)
    together = sum(count for start, count in starts.items() if count > 1 or start is None)
    return 2 * together <= len(segments)


def without_audio(name: str) -> str:
    """Return an id in one form of Unicode, and without the ending of a file of audio.

    >>> without_audio("talks/u1.wav"), without_audio("u.1")
    ('talks/u1', 'u.1')
    """
    plain = normalize("NFC", name)
    bare, point, ending = plain.rpartition(".")
    return bare if bare and f"{point}{ending}".lower() in _RECORDED else plain


def is_audio(name: str) -> bool:
    """Whether a file is a recording by its ending.

    >>> is_audio("u1.FLAC"), is_audio("u1.txt")
    (True, False)
    """
    return PurePath(name).suffix.lower() in _RECORDED


def stem(name: str) -> str:
    """Return the name of a recording: without folders, and without the ending of a file of it.

    >>> stem("audio/talk.v2.wav"), stem("talk.v2.json.gz"), stem("talk.v2")
    ('talk.v2', 'talk.v2', 'talk.v2')
    """
    last = PurePath(name.replace("\\", "/")).name
    bare = last[:-3] if last.lower().endswith(".gz") else last
    for _ in range(2):  # talk.wav.json
        path = PurePath(bare)
        ending = path.suffix.lower()
        if not ending or not (ending in _RECORDED or ending in transcript_endings()):
            break
        bare = path.stem
    return bare


def groups_of(
    reference: Transcript, hypothesis: Transcript, way: Way
) -> list[tuple[list[int], list[int]]]:
    """Return the rows of both sides that are of one recording and channel.

    One recording goes with one, whatever they are called.

    Args:
        reference: the references.
        hypothesis: the hypotheses.
        way: the names by which they go together.

    Raises:
        PairingError: a recording of the hypotheses has no reference.
    """
    said, wrote = reference.segments, hypothesis.segments
    by_recording = way == Way("recording", "recording")
    one_each = all(len(set(side.recording)) == 1 for side in (said, wrote))
    by_name = None if by_recording and one_each else way
    channels = by_recording and _share_channels(said, wrote)
    named = _keys(said, by_name and by_name.said, channels=channels)
    heard = _keys(wrote, by_name and by_name.wrote, channels=channels)
    groups: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
    for row, key in enumerate(named):
        groups.setdefault(key, ([], []))[0].append(row)
    odd = dict.fromkeys(key for key in heard if key not in groups)
    if odd:
        raise PairingError(
            f"{hypothesis.name}: recordings without a reference: {len(odd)}, as {_listed(odd)}; "
            f"{reference.name} has {_listed(groups)}. Leave out what has no reference, or give the "
            "recordings and channels that belong together the same names"
        )
    for column, key in enumerate(heard):
        groups[key][1].append(column)
    return list(groups.values())


def _keys(segments: Segments, kind: str | None, *, channels: bool) -> list[tuple[str, str]]:
    none = [""] * len(segments)
    return list(
        zip(
            none if kind is None else _folded(getattr(segments, kind)),
            _folded(segments.channel) if channels else none,
            strict=True,
        )
    )


def _listed(keys: Iterable[tuple[str, str]]) -> str:
    return ", ".join(repr(" ".join(filter(None, key)))[:80] for key in list(keys)[:_MOST_NAMED])


def _share_channels(said: Segments, wrote: Segments) -> bool:
    """Whether channels part the segments of a recording: both sides name them.

    One channel here and one there are the same, whatever they are called.
    """
    sides = [set(side.channel) for side in (said, wrote)]
    if None in sides[0] | sides[1]:
        return False
    folded = [{str(name).casefold() for name in side} for side in sides]
    return bool(folded[0] & folded[1]) or max(map(len, folded)) > 1
