"""Which token of the reference was heard as which token of the hypothesis.

`align` takes two texts or two lists of tokens; `align_many` takes lists of those.
"""

from mondegreen.alignment.aligning import align, align_many
from mondegreen.alignment.alignment import Alignment
from mondegreen.alignment.difference import Difference
from mondegreen.alignment.run import Run
from mondegreen.alignment.weights import parse_edit_weights

__all__ = ["Alignment", "Difference", "Run", "align", "align_many", "parse_edit_weights"]
