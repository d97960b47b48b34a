"""Segments cut where the speaker of their words changes, or at each word."""

from __future__ import annotations

from itertools import chain, groupby, repeat
from operator import sub
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mondegreen.corpus.segments import Segments

__all__ = ["cut_by_speaker", "words_alone"]


def cut_by_speaker(segments: Segments) -> Segments:
    """Return segments that are cut where the speaker of the words changes.

    A word without a speaker of its own has that of its segment. The times of a part are those of its
    words.

    >>> from mondegreen.corpus.segments import Segments
    >>> segments = Segments()
    >>> segments.word("so", speaker="ada")
    >>> segments.word("no", speaker="bo")
    >>> segments.add("so no", speaker="ada")
    >>> cut_by_speaker(segments).speaker
    ['ada', 'bo']
    """
    parts = type(segments)()
    for row in range(len(segments)):
        words = segments.words_of(row)
        whole = segments[row]
        speakers = [name or whole.speaker for name in words.speaker]
        if {*speakers} <= {whole.speaker}:
            groups = []
        else:
            changes = groupby(range(len(words)), speakers.__getitem__)
            groups = [list(group) for _, group in changes]
        kept = {name: getattr(whole, name) for name in ("recording", "channel", "ignored", "line")}
        if not groups:
            for word in whole.words:
                parts.word(word.text, word.start, word.end, word.confidence, word.speaker)
            names = ("id", "speaker", "start", "end", "labels", "extra")
            parts.add(whole.text, **{name: getattr(whole, name) for name in names}, **kept)
        for number, group in enumerate(groups, 1):
            starts = [time for at in group if (time := words.start[at]) is not None]
            ends = [time for at in group if (time := words.end[at]) is not None]
            timed = bool(starts and ends)
            for at in group:
                own = words[at]
                parts.word(own.text, own.start, own.end, own.confidence, speakers[at])
            parts.add(
                " ".join(words.text[at] for at in group),
                id=None if whole.id is None else f"{whole.id}-{number}",
                speaker=speakers[group[0]],
                start=min(starts) if timed else None,
                end=max(ends) if timed else None,
                labels=whole.labels,
                extra=whole.extra,
                **kept,
            )
    return parts


def words_alone(segments: Segments) -> Segments:
    """Return a segment for each word, of segments that all have words, and no ids.

    >>> from mondegreen.corpus.segments import Segments
    >>> segments = Segments()
    >>> segments.word("so")
    >>> segments.word("it")
    >>> segments.add("so it", recording="talk")
    >>> words_alone(segments).text, words_alone(segments).recording
    (['so', 'it'], ['talk', 'talk'])
    """
    words = segments.words
    numbers = list(map(sub, segments.offsets[1:], segments.offsets))
    names = ("recording", "channel", "ignored", "line")
    of_segments: dict[str, list[Any]] = {
        name: list(chain.from_iterable(map(repeat, getattr(segments, name), numbers)))
        for name in (*names, "speaker")
    }
    pairs = zip(words.speaker, of_segments.pop("speaker"), strict=True)
    return type(segments).of_columns(
        words.text,
        start=words.start,
        end=words.end,
        speaker=[own or whole for own, whole in pairs],
        **of_segments,
    )
