"""The cases of ``cases.jsonl`` and the texts and files that they speak of."""

from __future__ import annotations

import json
import random
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
RATES = ("wer", "cer", "mer", "wil", "wip")
CASE_UNITS = {"whitespace": "word", "char": "character", "mixed": "mixed"}
# What a case of this metric asks for is not a metric but a file, a text or a property.
NOT_METRICS = {
    *("parse", "format", "signature", "bootstrap_ci", "paired_bootstrap", "hallucination"),
}


class Case(NamedTuple):
    id: str
    area: str
    reference: Any
    hypothesis: Any
    options: dict[str, Any]
    expected: dict[str, Any]
    feature: str | None
    later: dict[str, str]

    @property
    def checked(self) -> list[str]:
        return [key for key in self.expected if key not in self.later]

    @property
    def metrics(self) -> list[str]:
        metric = self.options["metric"]
        main_metric = "wer" if metric in NOT_METRICS | {"mixed_error_rate"} else metric
        names = [main_metric, *(name for name in RATES if name in self.checked)]
        if "entities" in self.options and "entities" not in self.later:
            names.append("entities")
        return list(dict.fromkeys(map(self.metric_of, names)))

    def metric_of(self, rate: str) -> str:
        """The metric that gives a rate of the case, which knows one rate of words for all."""
        if rate == "semantic_wer":
            return "semantic-wer"
        if rate == "wer" and self.options.get("space_insensitive"):
            return "space-wer"
        return "phonetic-wer" if rate == "wer" and self.options.get("phonetic") else rate

    @property
    def unit(self) -> str:
        unit = CASE_UNITS[self.options.get("unit", "whitespace")]
        return unit + "-no-space" if self.options.get("keep_spaces") is False else unit

    @property
    def choices(self) -> dict[str, Any]:
        """The options of the case, as `mondegreen.score` takes them."""
        unitless = self.options.get("space_insensitive") or "judge" in self.options
        found: dict[str, Any] = {} if unitless else {"unit": self.unit}
        if "entities" in self.metrics:
            found["entities"] = self.options["entities"]
        if self.options.get("normalizer"):
            kept = "-keep-fillers" if self.options.get("remove_fillers") is False else ""
            found["normalizer"] = f"mondegreen-{self.options['normalizer']}{kept}"
        elif self.options.get("unicode") or self.options.get("punctuation") == "remove":
            found["normalizer"] = "mondegreen-any"  # which does both, and knows no language
        if self.options.get("cost") == "sclite 4/3/3":
            found["edit_weights"] = "sclite"
        marks = ["nist"] * bool(self.options.get("alternation"))
        marks += ["fragments"] * bool(self.options.get("fragments"))
        if marks:
            found["alternatives"] = ",".join(marks)
        if self.options.get("failed") == "exclude":
            found["missing"] = "skip"
        return found


def load(path: Path) -> list[Case]:
    fields = Case._fields
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert not any("feature" not in line for line in lines)
    defaults: dict[str, Any] = {"later": {}}
    return [Case(**{name: (defaults | line)[name] for name in fields}) for line in lines]


def texts_of(case: Case) -> tuple[list[str], list[Any]]:
    """Return references and hypotheses, in order; a failure is a dict with an ``error``."""
    if case.area == "scale":
        return GENERATED[case.id]()
    if case.options["metric"] == "format":
        return with_counts(case.options["counts"])
    reference, hypothesis = case.reference, case.hypothesis
    if case.options["metric"] == "bootstrap_ci":
        (hypothesis,) = hypothesis.values()
    if isinstance(reference, dict):
        reference, hypothesis = list(reference.values()), list(hypothesis.values())
    if isinstance(reference, str):
        reference, hypothesis = [reference], [hypothesis]
    if isinstance(reference[0], list):
        return list(chain(*reference)), list(chain(*hypothesis))
    return reference, hypothesis


def with_counts(counts: dict[str, int]) -> tuple[list[str], list[str]]:
    """Make a corpus with exactly these counts; the last sentences are the right ones."""
    wrong, sentences = counts["sent_errors"], counts["sentences"]
    references: list[list[str]] = [[] for _ in range(sentences)]
    hypotheses: list[list[str]] = [[] for _ in range(sentences)]
    for at in range(counts["ref_words"]):
        # Errors are in the first sentences only, one after the other.
        kind = "S" if at < counts["S"] else "D" if at < counts["S"] + counts["D"] else "H"
        row = at % (sentences if kind == "H" else wrong)
        references[row].append(f"word{at}")
        if kind != "D":
            hypotheses[row].append(f"word{at}" if kind == "H" else f"other{at}")
    for at in range(counts["I"]):
        hypotheses[at % wrong].append(f"more{at}")
    return [" ".join(words) for words in references], [" ".join(words) for words in hypotheses]


def distinct_words() -> tuple[list[str], list[str]]:
    """More different words than there are code points, 1,200 to an utterance."""
    texts = [" ".join(f"w{u * 1200 + w:x}" for w in range(1200)) for u in range(1000)]
    return texts, list(texts)


def babble(chance: random.Random, length: int) -> str:
    return "".join(chance.choices("etaoinshrdlu   ", k=length))


def one_recording() -> tuple[list[str], list[str]]:
    """120,000 characters, heard with one error in ten and 20,000 characters too many."""
    chance = random.Random(20)
    reference = babble(chance, 120_000)
    heard = "".join(
        char if chance.random() > 0.1 else chance.choice(("", "x", char + "y"))
        for char in reference
    )
    return [reference], [heard + babble(chance, 140_000 - len(heard))]


GENERATED: dict[str, Callable[[], tuple[list[str], list[str]]]] = {
    "scale-02": distinct_words,
    "scale-03": one_recording,
}


def case_files(case: Case, folder: Path) -> tuple[list[str], str]:
    """Write the files of a case; return their paths and format."""
    form = case.options.get("format", "jsonl")
    wanted = case.options.get("input", "")
    if case.options["metric"] == "parse" or wanted.startswith("line-per-utterance"):
        sides, form = (case.reference, case.hypothesis), form if not wanted else "lines"
    elif wanted.startswith("kaldi"):
        both = case.reference, case.hypothesis
        sides = tuple(
            "".join(f"{key} {text}".rstrip() + "\n" for key, text in side.items()) for side in both
        )
        form = "kaldi"
    elif wanted:  # columns separated by a tab; the separator is missing
        sides, form = (case.reference, case.hypothesis), "tsv"
    else:
        references, hypotheses = texts_of(case)
        rows = [
            {
                "reference": reference,
                **(
                    {"hypothesis": None, **hypothesis}
                    if isinstance(hypothesis, dict)
                    else {"hypothesis": hypothesis}
                ),
            }
            for reference, hypothesis in zip(references, hypotheses, strict=True)
        ]
        path = folder / "pairs.jsonl"
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path.write_text("".join(lines), "utf-8")
        return [str(path)], "jsonl"
    paths = [folder / f"{name}.{form}" for name in ("reference", "hypothesis")]
    for path, text in zip(paths, sides, strict=True):
        path.write_text(text, "utf-8")
    return list(map(str, paths)), form
