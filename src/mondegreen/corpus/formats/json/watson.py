"""What IBM's Watson Speech to Text answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.reply import WORDS, ReplyFormat, both_or_none

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segments import Segments

__all__ = ["Watson"]

_PARTS: Final = 3


class Watson(ReplyFormat):
    """``results``, each with ``alternatives`` of which the first counts.

    Interim results are skipped. Times of words are the lists ``[word, start, end]`` of
    ``timestamps``. With ``speaker_labels`` the words are cut where the speaker changes.
    """

    name = "watson"
    about = "replies of IBM's Watson Speech to Text"
    keys = (
        frozenset({"results", "alternatives", "transcript", "final"}),
        frozenset({"results", "alternatives", "transcript", "result_index", "final"}),
        frozenset({"code_description", "error", "code"}),
    )
    holds = WORDS
    expected = 'a reply of Watson with "results"'
    example = '{"result_index": 0, "results": [{"final": true, "alternatives": [{"transcript": "so it ", "confidence": 0.9, "timestamps": [["so", 0.1, 0.5], ["it", 0.5, 0.7]]}]}, {"final": true, "alternatives": [{"transcript": "goes ", "confidence": 0.9, "timestamps": [["goes", 1.1, 1.5]]}]}]}\n'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        if root.has("error"):
            raise root.failure("error", root.text("error"))
        if root.has("status") and not root.has("results"):
            raise root.failure(root.text("status"), "no transcript")
        results = list(_results(root))
        labels = {
            label.time("from"): label.label("speaker")
            for node in _roots(root)
            for label in node.items("speaker_labels", optional=True)
        }
        for result in results:
            for text, start, end, sure in _words(result):
                speaker = None if start is None else labels.get(start)
                segments.word(text, start, end, sure, speaker)
            if not labels:
                whole = _best(result).text("transcript").strip()
                if not segments.add_by_speaker(whole):
                    segments.add(whole)
        segments.add_by_speaker()


def _roots(root: Node) -> Iterator[Node]:
    """Yield the reply, or those in the result of a job."""
    inner = list(root.items("results"))
    if any(node.has("results") for node in inner):
        yield from inner
    else:
        yield root


def _results(root: Node) -> Iterator[Node]:
    for reply in _roots(root):
        for result in reply.items("results"):
            if not (result.has("final") and result.at("final").value is False):
                yield result


def _best(result: Node) -> Node:
    best = next(result.items("alternatives"), None)
    if best is None:
        raise result.error("no alternatives, expected one or more")
    return best


def _words(result: Node) -> list[tuple[Any, ...]]:
    """Return the words of a result with their times and confidences."""
    best = _best(result)
    sure: list[Decimal | None] = []
    for pair in best.items("word_confidence", optional=True):
        parts = list(pair.items())
        sure.append(parts[1].seconds() if len(parts) > 1 else None)
    words = list(map(_word, best.items("timestamps", optional=True)))
    if len(sure) != len(words):
        sure = [None] * len(words)
    return [(*word, each) for word, each in zip(words, sure, strict=True)]


def _word(node: Node) -> tuple[Any, ...]:
    parts = list(node.items())
    if len(parts) != _PARTS:
        raise node.error(f"a list of {len(parts)}, expected a word, its start and its end")
    return (parts[0].string().strip(), *both_or_none(parts[1].seconds(), parts[2].seconds()))
