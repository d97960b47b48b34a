"""The table of metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.registry import Registry

if TYPE_CHECKING:
    from mondegreen.metrics.base import Metric

METRICS: Registry[type[Metric]] = Registry(
    "metric",
    "mondegreen.metrics",
    {
        "cer": "mondegreen.metrics.cer:CharacterErrorRate",
        "entities": "mondegreen.metrics.entities:EntityErrorRate",
        "mer": "mondegreen.metrics.mer:MatchErrorRate",
        "phonetic-wer": "mondegreen.metrics.phonetic_wer:PhoneticWordErrorRate",
        "phonetic-wer[seed-004]": "mondegreen.metrics.phonetic_wer:LoosePhoneticWordErrorRate",
        "sentence": "mondegreen.metrics.sentence:SentenceErrorRate",
        "wer": "mondegreen.metrics.wer:WordErrorRate",
        "wil": "mondegreen.metrics.wil:WordInformationLost",
        "wip": "mondegreen.metrics.wip:WordInformationPreserved",
    },
    elsewhere={
        "eer": "entities",
        "entity-error-rate": "entities",
        "ser": "sentence",
        "sentence-error-rate": "sentence",
        "word-error-rate": "wer",
    },
)
