"""Typical programs of users; type checkers in strict mode must know the type of everything in them."""

# ruff: noqa: T201, TC003 - as users write it

from __future__ import annotations

from pathlib import Path

import mondegreen as mg


def rates(said: list[str], heard: list[str]) -> tuple[float, float | None, str]:
    """Score texts, and read what is found."""
    rate: float = mg.wer(said, heard)
    result = mg.score(said, heard, metrics=["wer", "cer"], forgive=["numbers"], by={"k": [1, 2]})
    interval = result["wer"].ci()
    for utterance in result.worst(10):
        print(utterance.id, utterance.errors, utterance.alignment)
    for label, metrics in result.by("k").items():
        print(label, metrics["wer"].value, interval.low, interval.high)
    for step in result.waterfall("wer"):
        print(step.name, step.rate)
    print(result.coverage.scored, result.signature, result.confusions())
    return rate, result["wer"].value, str(result)


def pages(results: dict[str, mg.Result], folder: Path) -> str:
    """Compare systems, and write pages and pictures."""
    found = mg.compare(results, baseline="first")
    print([(each.name, each.rate, each.rank.rank) for each in found.scores if each.rank])
    found.plot.pareto("latency").save(folder / "pareto.svg")
    first = next(iter(results.values()))
    first.plot.worst(5).save(folder / "worst.svg")
    first.plot.waterfall().save(folder / "waterfall.svg")
    print(first.plot.slices("speaker").alt)
    first.to_html(folder / "first.html", title="The first")
    mg.write_report(results, folder / "all.html")
    first.save(folder / "run.json", texts=True)
    again: mg.Result = mg.load(folder / "run.json")
    return found.render("markdown") + again.render("json")


def words(reference: str, hypothesis: str) -> list[tuple[str | None, str | None]]:
    """Align two texts."""
    alignment = mg.align(reference, hypothesis)
    for difference in alignment.differences():
        print(difference.reference, difference.hypothesis, difference.errors)
    return list(alignment.pairs())
