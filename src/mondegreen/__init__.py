"""mondegreen: what did the recogniser mishear, and does it matter?

>>> import mondegreen as mg
>>> mg.wer("the cat sat", "the hat sat")
0.3333333333333333
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it; importing typing would double the cost
if TYPE_CHECKING:
    from typing import Any

    from mondegreen import languages
    from mondegreen.alignment import Alignment, align
    from mondegreen.alignment.difference import Difference
    from mondegreen.corpus import Corpus, read
    from mondegreen.errors import (
        InputError,
        InputTypeError,
        MissingDependencyError,
        MissingHypothesisError,
        MondegreenError,
        PairingError,
        ParseError,
        SignatureMismatchError,
        UnknownNameError,
        UsageError,
    )
    from mondegreen.judges.custom import CustomMetricResult
    from mondegreen.judges.semantic_understanding import (
        SemanticFact,
        SemanticMetricResult,
        SemanticUnderstandingAnalyzer,
        Verdict,
    )
    from mondegreen.metrics.base import Metric
    from mondegreen.options.judging import Judging
    from mondegreen.providers.named import provider
    from mondegreen.report.collect_reports import collect_reports
    from mondegreen.report.diff_report import DiffReport, diff_report
    from mondegreen.report.document import write_report
    from mondegreen.report.transcribe_and_diff import transcribe_and_diff
    from mondegreen.scoring.asynchronous import ascore
    from mondegreen.scoring.comparing import Comparison, compare
    from mondegreen.scoring.entity_scores import entity_error_rate, entity_scores
    from mondegreen.scoring.options import Options
    from mondegreen.scoring.rates import (
        cer,
        mer,
        phonetic_wer,
        semantic_wer,
        sentence_error_rate,
        space_norm_wer,
        space_wer,
        wer,
        wil,
        wip,
    )
    from mondegreen.scoring.result import Result
    from mondegreen.scoring.runfile import load
    from mondegreen.scoring.score_batch import score_batch
    from mondegreen.scoring.scorer import Scorer, score
    from mondegreen.scoring.session_rates import (
        cpwer,
        der,
        di_cpwer,
        jer,
        mimo_wer,
        orc_wer,
        tcorc_wer,
        tcpwer,
        wder,
    )
    from mondegreen.speakers.sessions import Sessions, sessions
    from mondegreen.text.normalizers import normalizer
    from mondegreen.types import AnyOf, Failed, NBest

__version__ = "0.1.0"

_HOMES = {
    "Alignment": "alignment",
    "AnyOf": "types",
    "Comparison": "scoring.comparing",
    "Corpus": "corpus",
    "CustomMetricResult": "judges.custom",
    "DiffReport": "report.diff_report",
    "Difference": "alignment.difference",
    "Failed": "types",
    "InputError": "errors",
    "InputTypeError": "errors",
    "Judging": "options.judging",
    "Metric": "metrics.base",
    "MissingDependencyError": "errors",
    "MissingHypothesisError": "errors",
    "MondegreenError": "errors",
    "NBest": "types",
    "Options": "scoring.options",
    "PairingError": "errors",
    "ParseError": "errors",
    "Result": "scoring.result",
    "Scorer": "scoring.scorer",
    "SemanticFact": "judges.semantic_understanding",
    "SemanticMetricResult": "judges.semantic_understanding",
    "SemanticUnderstandingAnalyzer": "judges.semantic_understanding",
    "Sessions": "speakers.sessions",
    "SignatureMismatchError": "errors",
    "UnknownNameError": "errors",
    "UsageError": "errors",
    "Verdict": "judges.semantic_understanding",
    "align": "alignment",
    "ascore": "scoring.asynchronous",
    "cer": "scoring.rates",
    "collect_reports": "report.collect_reports",
    "compare": "scoring.comparing",
    "cpwer": "scoring.session_rates",
    "der": "scoring.session_rates",
    "di_cpwer": "scoring.session_rates",
    "diff_report": "report.diff_report",
    "entity_error_rate": "scoring.entity_scores",
    "entity_scores": "scoring.entity_scores",
    "jer": "scoring.session_rates",
    "languages": "languages",
    "load": "scoring.runfile",
    "mer": "scoring.rates",
    "mimo_wer": "scoring.session_rates",
    "normalizer": "text.normalizers",
    "orc_wer": "scoring.session_rates",
    "phonetic_wer": "scoring.rates",
    "provider": "providers.named",
    "read": "corpus",
    "score": "scoring.scorer",
    "score_batch": "scoring.score_batch",
    "semantic_wer": "scoring.rates",
    "sentence_error_rate": "scoring.rates",
    "sessions": "speakers.sessions",
    "space_norm_wer": "scoring.rates",
    "space_wer": "scoring.rates",
    "tcorc_wer": "scoring.session_rates",
    "tcpwer": "scoring.session_rates",
    "transcribe_and_diff": "report.transcribe_and_diff",
    "wder": "scoring.session_rates",
    "wer": "scoring.rates",
    "wil": "scoring.rates",
    "wip": "scoring.rates",
    "write_report": "report.document",
}

__all__ = [
    "Alignment",
    "AnyOf",
    "Comparison",
    "Corpus",
    "CustomMetricResult",
    "DiffReport",
    "Difference",
    "Failed",
    "InputError",
    "InputTypeError",
    "Judging",
    "Metric",
    "MissingDependencyError",
    "MissingHypothesisError",
    "MondegreenError",
    "NBest",
    "Options",
    "PairingError",
    "ParseError",
    "Result",
    "Scorer",
    "SemanticFact",
    "SemanticMetricResult",
    "SemanticUnderstandingAnalyzer",
    "Sessions",
    "SignatureMismatchError",
    "UnknownNameError",
    "UsageError",
    "Verdict",
    "align",
    "ascore",
    "cer",
    "collect_reports",
    "compare",
    "cpwer",
    "der",
    "di_cpwer",
    "diff_report",
    "entity_error_rate",
    "entity_scores",
    "jer",
    "languages",
    "load",
    "mer",
    "mimo_wer",
    "normalizer",
    "orc_wer",
    "phonetic_wer",
    "provider",
    "read",
    "score",
    "score_batch",
    "semantic_wer",
    "sentence_error_rate",
    "sessions",
    "space_norm_wer",
    "space_wer",
    "tcorc_wer",
    "tcpwer",
    "transcribe_and_diff",
    "wder",
    "wer",
    "wil",
    "wip",
    "write_report",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        message = f"module 'mondegreen' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # not needed before the first name is

    module = import_module(f"mondegreen.{home}")
    value = module if home == name else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
