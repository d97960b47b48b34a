"""Which token of the reference was heard as which token of the hypothesis.

`align` takes two texts or two lists of tokens; `align_many` takes lists of those.
"""

from mondegreen.align.aligning import align, align_many
from mondegreen.align.alignment import Alignment
from mondegreen.align.difference import Difference
from mondegreen.align.run import Run
from mondegreen.align.weights import parse_edit_weights

__all__ = ["Alignment", "Difference", "Run", "align", "align_many", "parse_edit_weights"]
