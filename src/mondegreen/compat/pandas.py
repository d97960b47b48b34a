"""pandas: the accessor ``mg`` of frames, which importing this module registers.

>>> import pandas as pd
>>> import mondegreen.compat.pandas
>>> frame = pd.DataFrame({"ref": ["a b", "c d"], "hyp": ["a b", "c"]}, index=[7, 9])
>>> frame.mg.counts()["wer"].to_dict()
{7: 0.0, 9: 0.5}
>>> frame.mg.score()["wer"].value
0.25
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa

from mondegreen.errors import InputError
from mondegreen.scoring.arguments import listed_names
from mondegreen.scoring.score_batch import arrow_rows, batch_options, score_batch, score_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import Result

_WHOLE = {pa.int64(): pd.Int64Dtype()}  # counts are whole numbers where some are null, too


@pd.api.extensions.register_dataframe_accessor("mg")
class Frame:
    """Scores of a frame with a column of references and one of hypotheses."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def counts(self, options: Any = None) -> pd.DataFrame:
        """Return the frame with the counts and the rate of each row, as `mondegreen.score_batch` does."""
        found, width = score_batch(self._plain(), options), len(self._frame.columns)
        kept = self._frame.set_axis(found.column_names[:width], axis=1)
        added = found.select(found.column_names[width:]).to_pandas(types_mapper=_WHOLE.get)
        return pd.concat([kept, added.set_index(kept.index)], axis=1)

    def score(self, options: Any = None, *, by: str | Sequence[str] = ()) -> Result:
        """Return the result of all rows together, as `mondegreen.score` does; ``by`` names columns."""
        columns = listed_names(by, "by", "'speaker' or ['speaker', 'noise']")
        result = score_rows(arrow_rows(self._plain()), batch_options(options), columns)
        if result is None:
            raise InputError("no utterances: nothing was scored, which is not a perfect score")
        return result.sliced(columns) if columns else result

    def _plain(self) -> pd.DataFrame:
        return self._frame.reset_index(drop=True)  # which would come as one more column
