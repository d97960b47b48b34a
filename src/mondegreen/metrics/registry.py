"""The table of metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError, did_you_mean
from mondegreen.patterns import pattern
from mondegreen.registry import Registry

if TYPE_CHECKING:
    from mondegreen.metrics.base import Metric

_NAMED = pattern(r"([^\[\]]+)\[normalizer=([^\[\]]*)\]")
_OTHER = pattern(r"([^\[\]()]+)[\[(](\w+)=[^\[\]()]*[\])]")


class _Metrics(Registry["type[Metric]"]):
    """Metrics by name; some also with the name of a normalizer in brackets after it."""

    def get(self, name: str) -> type[Metric]:
        """Return the metric; with a normalizer, as `own_normalizer.on` makes it.

        Raises:
            UnknownNameError: there is no metric, or no normalizer, of this name.
            UsageError: the metric does not take another normalizer, or this one cannot be given so.
        """
        named = _NAMED.fullmatch(name) if isinstance(name, str) else None
        if named is None:
            _refuse_parameter(name)
            return super().get(name)
        from mondegreen.metrics.own_normalizer import on  # imported only if needed

        kind: Any = super().get(named[1])
        return on(kind, named[1], named[2])

    def origin(self, name: str) -> str | None:
        """Return the distribution of the metric, or else that of the normalizer in its name."""
        named = _NAMED.fullmatch(name)
        if named is None:
            return super().origin(name)
        from mondegreen.text.normalizers import NORMALIZERS  # as above

        return super().origin(named[1]) or NORMALIZERS.origin(named[2])


def _refuse_parameter(name: Any) -> None:
    """Refuse another parameter in brackets than the normalizer.

    Raises:
        UsageError: there is one.
    """
    found = _OTHER.fullmatch(name) if isinstance(name, str) else None
    if found is not None:
        near = did_you_mean(found[2], ["normalizer"])
        raise UsageError(
            f"metric {name!r}: there is no parameter {found[2]!r} in brackets.{near} Expected "
            f"{found[1]} or {found[1]}[normalizer=NAME]; other settings are options, as --unit"
        )


METRICS = _Metrics(
    "metric",
    "mondegreen.metrics",
    {
        "b-wer": "mondegreen.metrics.b_wer:BiasedWordErrorRate",
        "b-wer[global]": "mondegreen.metrics.b_wer:GlobalBiasedWordErrorRate",
        "b-wer[numbers]": "mondegreen.metrics.b_wer:NumberWordErrorRate",
        "canonical-wer": "mondegreen.judges.canonical_wer:CanonicalWer",
        "capitals": "mondegreen.metrics.capitals:CapitalizationErrorRate",
        "cer": "mondegreen.metrics.cer:CharacterErrorRate",
        "confidence": "mondegreen.metrics.confidence:Confidence",
        "conversational-wer": "mondegreen.judges.conversational_wer:ConversationalWer",
        "cpwer": "mondegreen.metrics.cpwer:CpWordErrorRate",
        "der": "mondegreen.metrics.der:DiarisationErrorRate",
        "di-cpwer": "mondegreen.metrics.di_cpwer:DiCpWordErrorRate",
        "di-tcpwer": "mondegreen.metrics.di_tcpwer:DiTcpWordErrorRate",
        "entities": "mondegreen.metrics.entities:EntityErrorRate",
        "facts": "mondegreen.judges.facts.facts:FactsMetric",
        "first-wer": "mondegreen.metrics.n_best:FirstWordErrorRate",
        "hf-leaderboard-wer": "mondegreen.metrics.hf_leaderboard_wer:HfLeaderboardWordErrorRate",
        "hf-leaderboard-wer[difflib]": "mondegreen.metrics.hf_leaderboard_wer:Difflib",
        "hf-leaderboard-wer[difflib-kaldialign-raw]": (
            "mondegreen.metrics.hf_leaderboard_wer:DifflibKaldialignRaw"
        ),
        "hf-leaderboard-wer[difflib-raw]": "mondegreen.metrics.hf_leaderboard_wer:DifflibRaw",
        "hf-leaderboard-wer[kaldialign]": "mondegreen.metrics.hf_leaderboard_wer:Kaldialign",
        "jer": "mondegreen.metrics.jer:JaccardErrorRate",
        "mean-wer": "mondegreen.metrics.n_best:MeanWordErrorRate",
        "mer": "mondegreen.metrics.mer:MatchErrorRate",
        "mimo-wer": "mondegreen.metrics.mimo_wer:MimoWordErrorRate",
        "mimo-wer[exact]": "mondegreen.metrics.mimo_wer:ExactMimoWordErrorRate",
        "mimo-wer[greedy]": "mondegreen.metrics.mimo_wer:GreedyMimoWordErrorRate",
        "oracle-wer": "mondegreen.metrics.n_best:OracleWordErrorRate",
        "orc-wer": "mondegreen.metrics.orc_wer:OrcWordErrorRate",
        "orc-wer[exact]": "mondegreen.metrics.orc_wer:ExactOrcWordErrorRate",
        "orc-wer[greedy]": "mondegreen.metrics.orc_wer:GreedyOrcWordErrorRate",
        "phonetic-wer": "mondegreen.metrics.phonetic_wer:PhoneticWordErrorRate",
        "phonetic-wer[seed-004]": "mondegreen.metrics.phonetic_wer:LoosePhoneticWordErrorRate",
        "punctuation": "mondegreen.metrics.punctuation:PunctuationErrorRate",
        "reader": "mondegreen.metrics.reader:Reader",
        "semantic-wer": "mondegreen.judges.semantic_wer:SemanticWer",
        "sentence": "mondegreen.metrics.sentence:SentenceErrorRate",
        "space-norm-wer": "mondegreen.metrics.space_norm_wer:SpaceNormWordErrorRate",
        "space-wer": "mondegreen.metrics.space_wer:SpaceWordErrorRate",
        "tcorc-wer": "mondegreen.metrics.tcorc_wer:TcorcWordErrorRate",
        "tcorc-wer[exact]": "mondegreen.metrics.tcorc_wer:ExactTcorcWordErrorRate",
        "tcorc-wer[greedy]": "mondegreen.metrics.tcorc_wer:GreedyTcorcWordErrorRate",
        "tcpwer": "mondegreen.metrics.tcpwer:TcpWordErrorRate",
        "turns": "mondegreen.metrics.turns:TurnStarts",
        "turns[1000]": "mondegreen.metrics.turns:TurnStarts1000",
        "turns[250]": "mondegreen.metrics.turns:TurnStarts250",
        "u-wer": "mondegreen.metrics.u_wer:UnbiasedWordErrorRate",
        "u-wer[global]": "mondegreen.metrics.u_wer:GlobalUnbiasedWordErrorRate",
        "wder": "mondegreen.metrics.wder:WordDiarisationErrorRate",
        "wer": "mondegreen.metrics.wer:WordErrorRate",
        "word-times": "mondegreen.metrics.word_times:WordTimes",
        "word-times[100]": "mondegreen.metrics.word_times:WordTimes100",
        "word-times[50]": "mondegreen.metrics.word_times:WordTimes50",
        "wil": "mondegreen.metrics.wil:WordInformationLost",
        "wip": "mondegreen.metrics.wip:WordInformationPreserved",
    },
    elsewhere={
        "auroc": "confidence",
        "bwer": "b-wer",
        "calibration": "confidence",
        "capitalization": "capitals",
        "case": "capitals",
        "nce": "confidence",
        "nbest": "oracle-wer",
        "normalized-cross-entropy": "confidence",
        "timing": "word-times",
        "word-timing": "word-times",
        "cp-wer": "cpwer",
        "dicpwer": "di-cpwer",
        "mimo": "mimo-wer",
        "mimower": "mimo-wer",
        "orcwer": "orc-wer",
        "tcorcwer": "tcorc-wer",
        "tcp-wer": "tcpwer",
        "eer": "entities",
        "entity-error-rate": "entities",
        "diarisation": "speakers",  # a set of metrics: `mondegreen.scoring.session_options`
        "diarization": "speakers",
        "meeting": "speakers",
        "meetings": "speakers",
        "sessions": "speakers",
        "ser": "sentence",
        "sentence-error-rate": "sentence",
        "uwer": "u-wer",
        "word-error-rate": "wer",
    },
    also={"mondegreen.judges": "mondegreen.judges.custom_metric:as_metric"},
)

FORGIVEN: Registry[type[Metric]] = Registry(
    "metric with forgive=",
    "mondegreen.forgiven_metrics",
    {
        "b-wer": "mondegreen.metrics.b_wer:BiasedWordErrorRate",
        "b-wer[global]": "mondegreen.metrics.b_wer:GlobalBiasedWordErrorRate",
        "b-wer[numbers]": "mondegreen.metrics.b_wer:NumberWordErrorRate",
        "cer": "mondegreen.metrics.forgiven:ForgivenCharacterErrorRate",
        "confidence": "mondegreen.metrics.confidence:ForgivenConfidence",
        "cpwer": "mondegreen.metrics.cpwer:ForgivenCpWordErrorRate",
        "di-cpwer": "mondegreen.metrics.di_cpwer:ForgivenDiCpWordErrorRate",
        "di-tcpwer": "mondegreen.metrics.di_tcpwer:ForgivenDiTcpWordErrorRate",
        "first-wer": "mondegreen.metrics.n_best:ForgivenFirstWordErrorRate",
        "mean-wer": "mondegreen.metrics.n_best:ForgivenMeanWordErrorRate",
        "oracle-wer": "mondegreen.metrics.n_best:ForgivenOracleWordErrorRate",
        "orc-wer": "mondegreen.metrics.orc_wer:ForgivenOrcWordErrorRate",
        "orc-wer[exact]": "mondegreen.metrics.orc_wer:ForgivenExactOrcWordErrorRate",
        "orc-wer[greedy]": "mondegreen.metrics.orc_wer:ForgivenGreedyOrcWordErrorRate",
        "reader": "mondegreen.metrics.reader:Reader",
        "tcorc-wer": "mondegreen.metrics.tcorc_wer:ForgivenTcorcWordErrorRate",
        "tcorc-wer[exact]": "mondegreen.metrics.tcorc_wer:ForgivenExactTcorcWordErrorRate",
        "tcorc-wer[greedy]": "mondegreen.metrics.tcorc_wer:ForgivenGreedyTcorcWordErrorRate",
        "tcpwer": "mondegreen.metrics.tcpwer:ForgivenTcpWordErrorRate",
        "u-wer": "mondegreen.metrics.u_wer:UnbiasedWordErrorRate",
        "u-wer[global]": "mondegreen.metrics.u_wer:GlobalUnbiasedWordErrorRate",
        "wer": "mondegreen.metrics.forgiven:ForgivenWordErrorRate",
        "word-times": "mondegreen.metrics.word_times:WordTimes",
        "word-times[100]": "mondegreen.metrics.word_times:WordTimes100",
        "word-times[50]": "mondegreen.metrics.word_times:WordTimes50",
    },
)
"""What stands for a metric when there are forgivers."""
