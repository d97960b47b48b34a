"""The invariant of a corpus."""

from __future__ import annotations

import pytest

from mondegreen.corpus import Corpus
from mondegreen.errors import PairingError


def test_columns_of_different_lengths() -> None:
    """No corpus has a column that is too short or too long."""
    with pytest.raises(PairingError, match=r"^references: 2, hypotheses: 1; every utterance"):
        Corpus(None, ["a", "b"], ["a"])
    with pytest.raises(PairingError, match=r"^references: 1, ids: 2; "):
        Corpus(["1", "2"], ["a"], ["a"])
    with pytest.raises(PairingError, match=r"^references: 1, speaker: 0; "):
        Corpus(["1"], ["a"], ["a"], {"speaker": []})
