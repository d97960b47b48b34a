"""The table of metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.registry import Registry

if TYPE_CHECKING:
    from mondegreen.metrics.base import Metric
    from mondegreen.metrics.forgiven import ForgivenRate

METRICS: Registry[type[Metric]] = Registry(
    "metric",
    "mondegreen.metrics",
    {
        "canonical-wer": "mondegreen.judges.canonical_wer:CanonicalWer",
        "cer": "mondegreen.metrics.cer:CharacterErrorRate",
        "conversational-wer": "mondegreen.judges.conversational_wer:ConversationalWer",
        "entities": "mondegreen.metrics.entities:EntityErrorRate",
        "facts": "mondegreen.judges.facts.facts:FactsMetric",
        "mer": "mondegreen.metrics.mer:MatchErrorRate",
        "phonetic-wer": "mondegreen.metrics.phonetic_wer:PhoneticWordErrorRate",
        "phonetic-wer[seed-004]": "mondegreen.metrics.phonetic_wer:LoosePhoneticWordErrorRate",
        "reader": "mondegreen.metrics.reader:Reader",
        "semantic-wer": "mondegreen.judges.semantic_wer:SemanticWer",
        "sentence": "mondegreen.metrics.sentence:SentenceErrorRate",
        "space-norm-wer": "mondegreen.metrics.space_norm_wer:SpaceNormWordErrorRate",
        "space-wer": "mondegreen.metrics.space_wer:SpaceWordErrorRate",
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

FORGIVEN: Registry[type[ForgivenRate]] = Registry(
    "metric with forgive=",
    "mondegreen.forgiven_metrics",
    {
        "reader": "mondegreen.metrics.reader:Reader",
        "wer": "mondegreen.metrics.forgiven:ForgivenWordErrorRate",
    },
)
"""What stands for a metric when there are forgivers."""
