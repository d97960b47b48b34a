"""Two ways to the same numbers: mondegreen as a library, and as a command."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from cases import case_files, texts_of
from stub_judges import recorded

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.corpus.converting import read_transcript
from mondegreen.scoring.hallucination import find

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cases import Case

    from mondegreen.corpus.segments import Transcript

STEPS = ("hits", "substitutions", "deletions", "insertions")


class Seen(NamedTuple):
    """What scoring gave, by whichever way."""

    rates: dict[str, float | None]
    steps: dict[str, int]
    coverage: dict[str, Any]
    rows: list[tuple[int, ...]]
    counts: dict[str, dict[str, int]]


class Read(NamedTuple):
    """What a file with transcripts holds."""

    ids: list[str]
    texts: list[str]
    speakers: list[str | None]


class Python:
    """mondegreen as a library."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder

    def score(self, case: Case) -> Seen:
        result = self._result(case)
        names = [name for name in STEPS if name in result[case.metrics[0]].counts]
        table = result.to_dict()
        prefix = "" if len(case.metrics) == 1 else f"{case.metrics[0]}_"
        return Seen(
            {metric.name: None if math.isnan(metric.value) else metric.value for metric in result},
            result[case.metrics[0]].counts,
            result.coverage.to_dict(),
            list(zip(*(table[prefix + name] for name in names), strict=True)),
            {metric.name: metric.counts for metric in result},
        )

    def _result(self, case: Case) -> mg.Result:
        options = {"metrics": case.metrics, **case.choices}
        if "judge" in case.options:
            options["judge"] = mg.Judging(recorded(case, self.folder))
        if "input" in case.options:
            files, form = case_files(case, self.folder)
            return mg.score(mg.read(*files, format=form), **options)
        if "call" in case.options and "update" in case.options["call"]:
            scorer = mg.Scorer(**options)
            for references, hypotheses in zip(case.reference, case.hypothesis, strict=True):
                scorer.update(references, hypotheses)
            return scorer.compute()
        if isinstance(case.reference, str) and case.area != "scale":
            return mg.score(case.reference, case.hypothesis, **options)
        references, hypotheses = texts_of(case)
        given = [mg.Failed(text["error"]) if type(text) is dict else text for text in hypotheses]
        return mg.score(references, given, **options)

    def joined(self, case: Case) -> float:
        return mg.wer(" ".join(case.reference), " ".join(case.hypothesis))

    def rendered(self, case: Case, to: str) -> str:
        return self._result(case).render(to)

    def aligned(self, case: Case) -> str:
        return mg.align(case.reference, case.hypothesis).render()

    def pairs(self, case: Case) -> list[tuple[str | None, str | None]]:
        return list(mg.align(case.reference, case.hypothesis).pairs())

    def refuses(self, case: Case) -> None:
        if case.options["metric"] == "paired_bootstrap":
            results = {
                name: mg.score(list(case.reference.values()), list(texts.values()), ids=list(texts))
                for name, texts in case.hypothesis.items()
            }
            with pytest.raises(mg.PairingError, match="are not in"):
                mg.compare(results, test="bootstrap")
            return
        files, form = case_files(case, self.folder)
        with pytest.raises(mg.InputError, match="no utterances"):
            mg.read(*files, format=form)

    def read(self, case: Case) -> Read:
        files, form = case_files(case, self.folder)
        corpus = mg.read(*files, format=form)
        assert mg.read(*files).references == corpus.references, "found by content too"
        assert corpus.ids is not None
        return Read(corpus.ids, list(corpus.references), corpus.metadata["speaker"])

    def interval(self, case: Case) -> tuple[float | None, ...]:
        return tuple(self._result(case).interval())

    def segments(self, case: Case) -> Transcript:
        files, form = case_files(case, self.folder)
        assert read_transcript(files[0]).segments == read_transcript(files[0], form).segments
        return read_transcript(files[0])

    def flags(self, case: Case) -> tuple[float | None, str]:
        by = {"audio_seconds": [case.options["audio_seconds"]]}
        found = find(mg.score([case.reference], [case.hypothesis], by=by))
        assert found is not None
        assert found.rates is not None
        return found.rates[0], found.flags[0]

    def two_versions(self, case: Case) -> tuple[str, str]:
        """Score with two versions of one normalizer; to merge and to compare must be refused."""
        scorers = []
        for side in "ab":
            name, _, version = case.options[side]["normalizer"].partition("-v")
            scorers.append(mg.Scorer(normalizer=Versioned(name, version)))
            scorers[-1].update(case.reference, case.hypothesis)
        with pytest.raises(mg.SignatureMismatchError):
            scorers[0].merge(scorers[1])
        with pytest.raises(mg.SignatureMismatchError):
            mg.compare({side: scorer.compute() for side, scorer in zip("ab", scorers, strict=True)})
        first, second = (scorer.compute().signature for scorer in scorers)
        return first, second


class Versioned:
    """A normalizer that changes only has a version."""

    def __init__(self, name: str, version: str) -> None:
        self.name, self.version = name, version

    def __call__(self, text: str) -> str:
        return text

    def batch(self, texts: Any) -> Any:
        return texts


class CommandLine:
    """The same through files and ``mondegreen``."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def _run(self, *arguments: object, status: int = 0) -> str:
        with pytest.raises(SystemExit) as exit_:
            main(list(map(str, arguments)))
        out, err = self.capsys.readouterr()
        assert exit_.value.code == status, err
        if status:
            assert not out
            assert err.startswith("mondegreen: "), err
            assert err.count("\n") == 1, err
            return err
        return out

    def _options(self, case: Case) -> Iterator[object]:
        for name, value in case.choices.items():
            if name == "entities":
                phrases = self.folder / "phrases.tsv"
                phrases.write_text("".join(f"{phrase}\n" for phrase in value), "utf-8")
                value = phrases  # noqa: PLW2901 - a list goes through a file
            yield f"--{name.replace('_', '-')}={value}"
        if "judge" in case.options:
            yield f"--model={recorded(case, self.folder)}"

    def score(self, case: Case) -> Seen:
        files, form = case_files(case, self.folder)
        rows = self.folder / "rows.jsonl"
        asked = [f"--metric={name}" for name in case.metrics]
        options = list(self._options(case))
        if case.options.get("language"):  # the tool itself must choose characters
            asked, options = [f"--lang={case.options['language']}"], []
        arguments = [*files, f"--format={form}", *asked, *options]
        found = json.loads(self._run("score", *arguments, "--json", f"--per-utterance={rows}"))
        counts = found["metrics"][0]["counts"]
        prefix = "" if len(case.metrics) == 1 else f"{case.metrics[0]}_"
        table = [json.loads(line) for line in rows.read_text("utf-8").splitlines()]
        assert found["metrics"][0]["name"] == case.metrics[0]
        return Seen(
            {
                metric["name"]: math.inf if "empty" in (metric["reason"] or "") else metric["value"]
                for metric in found["metrics"]
            },
            counts,
            found["coverage"],
            [tuple(row[prefix + name] for name in STEPS if name in counts) for row in table],
            {metric["name"]: metric["counts"] for metric in found["metrics"]},
        )

    def joined(self, case: Case) -> float:
        files, form = case_files(case, self.folder)
        found = json.loads(self._run("score", *files, f"--format={form}", "-g", "--json"))
        return float(found["metrics"][0]["value"])

    def rendered(self, case: Case, to: str) -> str:
        files, form = case_files(case, self.folder)
        asked = [f"--metric={name}" for name in case.metrics]
        options = [*asked, *self._options(case), f"--to={to}"]
        return self._run("score", *files, f"--format={form}", *options).removesuffix("\n")

    def aligned(self, case: Case) -> str:
        return self._run("align", "--text", case.reference, case.hypothesis).removesuffix("\n")

    def pairs(self, case: Case) -> list[tuple[str | None, str | None]]:
        """Read the pairs off the lines; a run of bare dashes is a gap and never a token."""
        lines = self.aligned(case).splitlines()
        assert [line[:5] for line in lines[:2]] == ["REF  ", "HYP  "]
        sides = [
            [None if set(word) == {"-"} else word for word in line.split()[1:]]
            for line in lines[:2]
        ]
        return list(zip(*sides, strict=True))

    def interval(self, case: Case) -> tuple[float | None, ...]:
        files, form = case_files(case, self.folder)
        found = json.loads(self._run("score", *files, f"--format={form}", "--ci", "--json"))
        interval = found["metrics"][0]["interval"]
        return interval["low"], interval["high"]

    def refuses(self, case: Case) -> None:
        if case.options["metric"] == "paired_bootstrap":
            paths = [self.folder / f"{name}.jsonl" for name in case.hypothesis]
            for path, texts in zip(paths, case.hypothesis.values(), strict=True):
                pairs = zip(case.reference.values(), texts.items(), strict=True)
                rows = [
                    {"id": key, "reference": said, "hypothesis": text}
                    for said, (key, text) in pairs
                ]
                path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
            assert "are not in" in self._run("compare", *paths, "--test=bootstrap", status=2)
            return
        files, form = case_files(case, self.folder)
        assert "no utterances" in self._run("score", *files, f"--format={form}", status=2)

    def read(self, case: Case) -> Read:
        files, form = case_files(case, self.folder)
        rows = self.folder / "rows.jsonl"
        self._run("score", *files, f"--format={form}", f"--per-utterance={rows}")
        table = [json.loads(line) for line in rows.read_text("utf-8").splitlines()]
        return Read(*([row[key] for row in table] for key in ("id", "reference", "speaker")))

    def segments(self, case: Case) -> Transcript:
        files, form = case_files(case, self.folder)
        out = self.folder / f"again.{form}"
        self._run("convert", files[0], out)
        return read_transcript(str(out))

    def flags(self, case: Case) -> tuple[float | None, str]:
        pair = {"reference": case.reference, "hypothesis": case.hypothesis}
        seconds = {"audio_seconds": case.options["audio_seconds"]}
        (self.folder / "pair.jsonl").write_text(json.dumps(pair | seconds) + "\n", "utf-8")
        rows = self.folder / "rows.jsonl"
        self._run("score", self.folder / "pair.jsonl", f"--per-utterance={rows}")
        row = json.loads(rows.read_text("utf-8"))
        return row["characters_per_minute"], row["hallucination"]

    def two_versions(self, case: Case) -> tuple[str, str]:
        """Score with two normalizers; a recipe with another version must be refused."""
        files, _ = case_files(case, self.folder)
        runs = {name: self.folder / f"{name}.json" for name in ("none", "lower")}
        found = [
            json.loads(self._run("score", *files, "-n", name, "--json", f"--save={run}"))[
                "signature"
            ]
            for name, run in runs.items()
        ]
        with pytest.raises(SystemExit):
            main(["compare", *map(str, runs.values())])
        assert "made in different ways" in self.capsys.readouterr().err
        self._run("score", *files, "--recipe", found[1].replace("lower@1", "lower@2"), status=2)
        return found[0], found[1]


FACES = {"python": Python, "cli": CommandLine}
