"""How texts are scored: all that decides a number, in the order of a signature."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypedDict

from mondegreen._kernel import INSERTIONS
from mondegreen._kernel import TIES as _TIES
from mondegreen.options.checks import boolean, one_of, path, seconds, whole
from mondegreen.options.option import Flag, Group, group, option
from mondegreen.options.typed import FILES, NAMES, SWITCH, TEXTS, WHOLE, Kind, listed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = [
    "CONVENTIONS",
    "INSERTIONS",
    "MISSING",
    "TIES",
    "RateKeywords",
    "ScorerKeywords",
    "Scoring",
    "ScoringKeywords",
]

TIES: Final = tuple(sorted(_TIES))
MISSING: Final = ("error", "deletions", "skip")
CONVENTIONS: Final = ("pyannote", "md-eval", "dscore")
"""How diarisation is scored: the region without a UEM, and by what speakers are mapped."""

_WITH_UEM: Final = tuple(f"{name}+uem" for name in CONVENTIONS)
"""As signatures name them where a file says which parts are scored."""

_MOST_THREADS: Final = 1024


def _threads(name: str, value: Any) -> int:
    return min(whole(name, value, meaning="0 for all cores"), _MOST_THREADS)


def _forgivers(parts: list[str]) -> list[str] | None:
    """Return names that were typed with commas or plus signs between; ``None`` without any."""
    return [name for name in listed(part.replace("+", ",") for part in parts) if name] or None


def _judge(_: str, value: Any) -> Any:
    from mondegreen.options.judging import Judging  # imported only if needed

    return Judging.of(value)


@group
class Scoring(Group):
    """How texts are scored."""

    panel: ClassVar[str] = "Scoring"

    metrics: str | Sequence[str] | None = option(
        "Metrics to score. Default: wer, or cer for a language without word spaces.",
        flags=("-m", "--metric"),
        values="metrics",
        common=True,
        kind=NAMES,
        metavar="NAME,...",
        default=None,
    )
    unit: str | None = option(
        "Unit to count: word, character, grapheme, ... ('mondegreen list units'). Default: the unit of each "
        "metric.",
        values="units",
        metavar="NAME",
        signature="unit",
        default=None,
    )
    normalizer: Any = option(
        "Normalizer for both sides.",
        default="none",
        flags=("-n", "--normalizer"),
        values="normalizers",
        common=True,
        metavar="NAME",
        python="Also an object with ``name``, ``version`` and ``batch``.",
        signature="normalizer",
    )
    alternatives: Any = option(
        "Alternatives to read in references: nist ({ a / b }), optional, fragments, references, or "
        "literal for none. Default: as the files mark them.",
        metavar="NAME,...",
        python="Also a list of names. ``references`` are several ones, each an `AnyOf`.",
        signature="alternatives",
        texts=True,
        default=None,
    )
    dont_care: Any = option(
        "Parts of references that match any words: redactions, notes, or a regular expression.",
        metavar="SET",
        signature="dont-care",
        texts=True,
        default=None,
    )
    forgive: Any = option(
        "Differences to forgive: forgivers, or a preset (agent, reader).",
        common=True,
        kind=Kind(list, _forgivers),
        values="forgivers presets",
        metavar="NAME,...",
        python="Also objects with ``forgives``. Their order is of no account.",
        signature="forgive",
        default=None,
    )
    synonyms: str | Path | None = option(
        "File of phrases that mean the same and are forgiven: two per line, separated by a tab; or "
        "NIST's .glm.",
        metavar="FILE",
        signature="forgive",
        data=True,
        path=True,
        check=path,
        default=None,
    )
    spellings: str | Path | None = option(
        "File of spellings that are forgiven: two words per line, separated by a tab.",
        metavar="FILE",
        signature="forgive",
        data=True,
        path=True,
        check=path,
        default=None,
    )
    lang: str | None = option(
        "Language of the texts. Languages without word spaces (zh, ja, th, ...) are scored in "
        "characters.",
        common=True,
        metavar="CODE",
        signature="lang",
        default=None,
    )
    guard: bool = option(
        "Do not forgive lost numbers, negations, answers and names. Default: on.",
        default=True,
        flags=("--guard/--no-guard",),
        kind=SWITCH,
        signature="guard",
        check=boolean,
    )
    entities: Any = option(
        "File of names and other phrases, one per line: PHRASE, or PHRASE<tab>TYPE. The metrics "
        "entities and b-wer[global] score them, and they are never forgiven.",
        kind=FILES,
        metavar="FILE",
        also=(
            Flag(("--entity",), TEXTS, "NAME", "One name, as in --entities. Repeat it for more."),
        ),
        python='A list of texts or of objects ``{"text": ..., "type": ...}``, or a path.',
        signature="entities",
        data=True,
        path=True,
        default=None,
    )
    severities: Any = option(
        "Severities of forgiven differences: the name of a list (reader), or a .toml file.",
        metavar="NAME",
        python="Also a mapping from reasons to 0 (not at all) up to 1000 (in full).",
        signature="severities",
        path=True,
        default=None,
    )
    judge: Any = option(
        "Judge for metrics that ask a model, as semantic-wer.",
        flags=None,
        python="The name of a model, a mapping, or a `Judging`.",
        signature="judge",
        data=True,
        check=_judge,
        default=None,
    )
    ties: str = option(
        "Tie rule between equally good alignments: most-hits, jiwer or sclite.",
        default="most-hits",
        metavar="RULE",
        signature="ties",
        check=partial(one_of, known=TIES),
    )
    edit_weights: Any = option(
        "Weights of substitutions, deletions and insertions in the alignment, such as 4/3/3; or "
        "sclite for 4/3/3 with the tie rule of sclite. Default: 1/1/1.",
        metavar="S/D/I",
        python="Also three whole numbers.",
        signature="weights",
        default=None,
    )
    missing: str = option(
        "Missing hypotheses: error, deletions (count as empty) or skip (not scored).",
        default="error",
        metavar="POLICY",
        signature="missing",
        texts=True,
        check=partial(one_of, known=MISSING),
    )
    insertions: str | None = option(
        "How space-wer counts inserted words: count or neighbour. Default: count.",
        metavar="RULE",
        signature="insertions",
        check=partial(one_of, known=INSERTIONS),
        default=None,
    )
    collar: str | None = option(
        "Seconds by which two words may be apart, for tcpwer and other metrics of sessions with times; 5 is "
        "usual.",
        metavar="SECONDS",
        python="Also a number.",
        signature="collar",
        check=seconds,
        default=None,
    )
    der_collar: str | None = option(
        "Seconds on either side of the borders of reference turns that der does not score; jer and turns have no "
        "collar. Default: 0.",
        metavar="SECONDS",
        python="Also a number.",
        signature="der-collar",
        check=seconds,
        default=None,
    )
    der_overlap: bool = option(
        "Let der score times at which several reference speakers speak. Default: on.",
        default=True,
        flags=("--der-overlap/--no-der-overlap",),
        kind=SWITCH,
        signature="der-overlap",
        check=boolean,
    )
    der_convention: str | None = option(
        "Tool whose rules der, jer and turns follow: pyannote, md-eval or dscore. Default: pyannote.",
        metavar="NAME",
        signature="der",
        check=partial(one_of, known=(*CONVENTIONS, *_WITH_UEM)),
        default=None,
    )
    recipe: Any = option(
        "Recipe ('mondegreen list recipes') or signature, in place of all options of scoring except "
        "--missing, --alternatives, --dont-care and those that name a file.",
        values="recipes",
        metavar="NAME",
        python="Also a `Recipe`, as ``result.recipe``.",
        default=None,
    )
    threads: int = option(
        "Number of threads; 0 uses all cores. The rates do not depend on it.",
        default=1,
        default_typed=0,
        kind=WHOLE,
        metavar="N",
        check=_threads,
    )


class RateKeywords(TypedDict, total=False):
    """The options of the functions for single rates, for editors and type checkers."""

    unit: str | None
    normalizer: Any
    alternatives: Any
    dont_care: Any
    forgive: Any
    synonyms: str | Path | None
    spellings: str | Path | None
    lang: str | None
    guard: bool
    entities: Any
    severities: Any
    judge: Any
    ties: str
    edit_weights: Any
    missing: str
    insertions: str | None
    collar: str | None
    der_collar: str | None
    der_overlap: bool
    der_convention: str | None
    threads: int


class ScorerKeywords(RateKeywords, total=False):
    """The options of a `mondegreen.Scorer` next to its metrics, for the same."""

    recipe: Any


class ScoringKeywords(ScorerKeywords, total=False):
    """The options of `mondegreen.score`, for the same."""

    metrics: str | Sequence[str] | None
