"""Plain text, one utterance per line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen import _kernel
from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.memory import refuse_lines
from mondegreen.corpus.structure import structure_of
from mondegreen.corpus.table import Table
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Transcript
    from mondegreen.corpus.source import Source
from mondegreen.corpus.table import Column

__all__ = ["Lines"]


class Lines(Format):
    r"""One utterance per line, paired by position.

    A blank line is an utterance without words, so nothing shifts. The last line needs no end,
    and its end makes no further line. Only ``\n`` and ``\r\n`` end a line: a carriage return
    alone, a form feed or U+2028 is part of the text. The text is kept as it stands.
    """

    name = "lines"
    about = "one text per line"
    suffixes = (".txt",)
    example = "so it goes\n\nand so on\n"

    def recognise(self, sample: Sample) -> int:
        """Take what no other format does, unless it has a structure that lines do not have."""
        if sample.is_folder or structure_of(sample) is not None:
            return Certainty.NO
        return Certainty.FALLBACK

    def read(self, source: Source) -> Table:
        """Read every line, natively where the kernel can."""
        split = getattr(_kernel, "split_lines", None)
        texts: Column
        if split is None:
            texts = list(source.lines())
        else:
            data = source.data()
            refuse_lines(source.name, data)
            try:
                texts = split(data, source.name, source.max_line)
            except ParseError as error:
                raise source.not_utf8(data) if "UTF-8" in error.problem else error from None
        numbers = range(1, len(texts) + 1)
        return Table(source.name, self.name, {"text": texts}, numbers, transcript=True)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one line per segment."""
        from mondegreen.corpus.segmented import one_line  # what looks at a file writes none

        return "".join(f"{one_line(each.text, losses)}\n" for each in transcript.segments)
