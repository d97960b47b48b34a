"""The tools under test: how each is called to score a whole corpus, or one pair.

A contestant opens its tool and returns the call that is timed. Whatever a user would also have to
do (splitting, giving ids to words) is inside the call, and so is whatever gives the rows per
utterance, where the tool has them.
"""
# Imports are inside the functions: a process imports only the tool that it measures

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    # list[str], pyarrow arrays or mondegreen's own columns, as `Contestant.form` says.
    Texts = Any
    # What a tool returns is its own affair; `Rate` turns it into errors per reference token.
    Outcome = Any
    Score = Callable[[Texts, Texts], Outcome]
    Rate = Callable[[Outcome, Sequence[str]], float]

YARDSTICK = "jiwer"
OURS = "mondegreen"


@dataclass(frozen=True)
class Contestant:
    """One way of calling one tool.

    ``form`` is what it is given: ``list`` (list[str]), ``arrow`` (pyarrow arrays) or ``text``
    (columns that mondegreen read from text files). ``rows`` says what it returns per utterance.
    ``slow_on`` names corpora that take it far longer than all others, ``never_on`` those that
    need more memory than most machines have. A ``variant`` is measured only for ``--ties``.
    """

    name: str
    unit: str
    package: str
    module: str
    rows: str
    open: Callable[[], tuple[Score, Rate]]
    form: str = "list"
    slow_on: str = ""
    never_on: str = ""
    variant: bool = False

    @property
    def installed(self) -> bool:
        """Whether the Python that runs this has the tool."""
        return find_spec(self.module) is not None


def as_is(outcome: Outcome, _references: Sequence[str]) -> float:
    """Return the outcome of a tool that returns the rate and nothing else."""
    return float(outcome)


def of_words(outcome: Outcome, references: Sequence[str]) -> float:
    """Turn edit distances per utterance into a word error rate."""
    return float(sum(outcome)) / sum(len(text.split()) for text in references)


def of_characters(outcome: Outcome, references: Sequence[str]) -> float:
    """Turn edit distances per utterance into a character error rate."""
    return float(sum(outcome)) / sum(map(len, references))


def mondegreen(metric: str, **options: str) -> Callable[[], tuple[Score, Rate]]:
    """Score with mondegreen on one thread: rate, counts, and the rows that the result keeps."""

    def open_() -> tuple[Score, Rate]:
        import mondegreen as mg

        def score(references: Texts, hypotheses: Texts) -> Outcome:
            result = mg.score(references, hypotheses, metrics=[metric], threads=1, **options)
            # Asked for inside the timed call, in case they are computed on demand.
            return result, result[metric].value, dict(result[metric].counts)

        return score, lambda outcome, _references: float(outcome[1])

    return open_


def jiwer(unit: str) -> Callable[[], tuple[Score, Rate]]:
    """Score with ``jiwer.wer`` or ``jiwer.cer``."""

    def open_() -> tuple[Score, Rate]:
        import jiwer

        return (jiwer.wer if unit == "word" else jiwer.cer), as_is

    return open_


def werx() -> tuple[Score, Rate]:
    """Score with ``werx.wer``."""
    import werx

    return werx.wer, as_is


def werx_analysis() -> tuple[Score, Rate]:
    """Score with ``werx.analysis``, which also counts the kinds of errors."""
    import werx

    def rate(outcome: Outcome, _references: Sequence[str]) -> float:
        return float(sum(row.ld for row in outcome) / sum(row.n_ref for row in outcome))

    return werx.analysis, rate


def universal_edit_distance(unit: str) -> Callable[[], tuple[Score, Rate]]:
    """Score with the distances per utterance of universal-edit-distance (hypothesis first)."""

    def open_() -> tuple[Score, Rate]:
        import universal_edit_distance as ued

        if unit == "word":
            return (lambda refs, hyps: ued.word_edit_distance_array(hyps, refs)), of_words
        return (lambda refs, hyps: ued.character_edit_distance_array(hyps, refs)), of_characters

    return open_


def werpy() -> tuple[Score, Rate]:
    """Score with ``werpy.wer``."""
    import werpy

    return werpy.wer, as_is


def fastwer(unit: str) -> Callable[[], tuple[Score, Rate]]:
    """Score with fastwer (hypothesis first, percent rounded to four digits)."""

    def open_() -> tuple[Score, Rate]:
        import fastwer

        def score(references: Texts, hypotheses: Texts) -> Outcome:
            return fastwer.score(hypotheses, references, char_level=unit == "character")

        return score, lambda outcome, _references: float(outcome) / 100

    return open_


def rapidfuzz_loop(unit: str) -> Callable[[], tuple[Score, Rate]]:
    """Score with one call of RapidFuzz per pair."""

    def open_() -> tuple[Score, Rate]:
        from rapidfuzz.distance.Levenshtein import distance

        def words(references: Texts, hypotheses: Texts) -> Outcome:
            pairs = zip(references, hypotheses, strict=True)
            return [distance(said.split(), heard.split()) for said, heard in pairs]

        def characters(references: Texts, hypotheses: Texts) -> Outcome:
            return list(map(distance, references, hypotheses))

        return (words, of_words) if unit == "word" else (characters, of_characters)

    return open_


def rapidfuzz_cpdist(unit: str) -> Callable[[], tuple[Score, Rate]]:
    """Score with RapidFuzz's batch call, every distinct word written as one character."""

    def open_() -> tuple[Score, Rate]:
        from rapidfuzz.distance.Levenshtein import distance
        from rapidfuzz.process import cpdist

        def characters(references: Texts, hypotheses: Texts) -> Outcome:
            return cpdist(references, hypotheses, scorer=distance, workers=1)

        def words(references: Texts, hypotheses: Texts) -> Outcome:
            letters: defaultdict[str, str] = defaultdict()
            # 30,000 words fit below the surrogates (0xD800), which start at 55,296.
            letters.default_factory = lambda: chr(len(letters))
            encoded = [
                ["".join([letters[word] for word in text.split()]) for text in texts]
                for texts in (references, hypotheses)
            ]
            return characters(*encoded)

        return (words, of_words) if unit == "word" else (characters, of_characters)

    return open_


def agwer(unit: str) -> Callable[[], tuple[Score, Rate]]:
    """Score with ``agwer.wer`` or ``agwer.cer``."""

    def open_() -> tuple[Score, Rate]:
        import agwer

        return (agwer.wer if unit == "word" else agwer.cer), as_is

    return open_


def kaldialign() -> tuple[Score, Rate]:
    """Score with kaldialign, the counts of every pair kept."""
    import kaldialign

    def score(references: Texts, hypotheses: Texts) -> Outcome:
        pairs = zip(references, hypotheses, strict=True)
        return [kaldialign.edit_distance(said.split(), heard.split()) for said, heard in pairs]

    def rate(outcome: Outcome, _references: Sequence[str]) -> float:
        return float(sum(row["total"] for row in outcome) / sum(row["ref_len"] for row in outcome))

    return score, rate


W, C = "word", "character"
LONG = "dr"
UED = ("universal-edit-distance", "universal_edit_distance", "distance")
RF = ("rapidfuzz", "rapidfuzz", "distance")
MG = (OURS, OURS, "S/D/I/H")

CONTESTANTS = (
    Contestant("jiwer", W, "jiwer", "jiwer", "(inside)", jiwer(W)),
    Contestant("mondegreen", W, *MG, mondegreen("wer")),
    Contestant("mondegreen (arrow)", W, *MG, mondegreen("wer"), form="arrow"),
    Contestant("mondegreen (text)", W, *MG, mondegreen("wer"), form="text"),
    Contestant("werx", W, "werx", "werx", "-", werx, slow_on=LONG),
    Contestant("werx.analysis", W, "werx", "werx", "S/D/I, words", werx_analysis, never_on="cdr"),
    Contestant("universal-edit-distance", W, *UED, universal_edit_distance(W), slow_on=LONG),
    Contestant("werpy", W, "werpy", "werpy", "-", werpy, slow_on=LONG),
    Contestant("fastwer", W, "fastwer", "fastwer", "-", fastwer(W), slow_on=LONG),
    Contestant("rapidfuzz cpdist", W, *RF, rapidfuzz_cpdist(W)),
    Contestant("rapidfuzz loop", W, *RF, rapidfuzz_loop(W)),
    Contestant("agwer", W, "agwer", "agwer", "-", agwer(W)),
    Contestant("kaldialign", W, "kaldialign", "kaldialign", "S/D/I", kaldialign, slow_on=LONG),
    Contestant("jiwer", C, "jiwer", "jiwer", "(inside)", jiwer(C)),
    Contestant("mondegreen", C, *MG, mondegreen("cer")),
    Contestant("mondegreen (arrow)", C, *MG, mondegreen("cer"), form="arrow"),
    Contestant("mondegreen (text)", C, *MG, mondegreen("cer"), form="text"),
    Contestant("universal-edit-distance", C, *UED, universal_edit_distance(C)),
    Contestant("fastwer", C, "fastwer", "fastwer", "-", fastwer(C)),
    Contestant("rapidfuzz cpdist", C, *RF, rapidfuzz_cpdist(C)),
    Contestant("rapidfuzz loop", C, *RF, rapidfuzz_loop(C)),
    Contestant("agwer", C, "agwer", "agwer", "-", agwer(C)),
    Contestant("ties=jiwer", W, *MG, mondegreen("wer", ties="jiwer"), variant=True),
    Contestant(
        "edit_weights=sclite", W, *MG, mondegreen("wer", edit_weights="sclite"), variant=True
    ),
)


def find(name: str, unit: str) -> Contestant:
    """Return the contestant of that name for that unit."""
    for contestant in CONTESTANTS:
        if (contestant.name, contestant.unit) == (name, unit):
            return contestant
    message = f"no contestant {name!r} scores {unit}s"
    raise LookupError(message)
