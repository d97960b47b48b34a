"""The cases of ``files/*.jsonl``: small files, a command, and what must come out of it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import warnings
from pathlib import Path, PurePath
from shutil import copytree
from typing import Any, NamedTuple
from unittest import mock

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.report.number_format import percent

HERE = Path(__file__).parent / "files"
SETTINGS = {"NO_COLOR": "1", "COLUMNS": "160"}
RATE = re.compile(r"^\S+(?:\[[^\]]*\])?\s+(-?[\d.,]+ %)", re.MULTILINE)
"""The first rate of a table."""

_OF_PYTHON = {
    "--format": "format",
    "--hypothesis-format": "hypothesis_format",
    "--encoding": "encoding",
    "--hypothesis-encoding": "hypothesis_encoding",
    "--reference-column": "reference_column",
    "--hypothesis-column": "hypothesis_column",
    "--id-column": "id_column",
    "--missing": "missing",
    "-m": "metrics",
    "-n": "normalizer",
}
"""Options that `mondegreen.read` and `mondegreen.score` take as the command line does."""


class Outcome(NamedTuple):
    """What came out: the status, what was printed, and what was said."""

    status: int
    out: str
    said: str

    @property
    def figure(self) -> str | None:
        found = RATE.search(self.out)
        return found[1] if found else None


class FileCase(NamedTuple):
    """One line of a file of cases."""

    id: str
    why: str
    files: list[str] | dict[str, str]
    command: str
    expected: list[dict[str, Any]]

    @property
    def names(self) -> set[str]:
        return {PurePath(path).name for path in self.files}

    @property
    def steps(self) -> list[Step] | None:
        """The commands of mondegreen one after the other; ``None`` where a shell is needed."""
        return _steps(self.command)

    @property
    def read(self) -> tuple[list[str], dict[str, str]] | None:
        """The files and options of a command that only scores; ``None`` for any other."""
        steps = self.steps
        if steps is None or len(steps) != 1 or steps[0].arguments[:1] != ["score"]:
            return None
        rest, options, files = iter(steps[0].arguments[1:]), {}, []
        for each in rest:
            if each in _OF_PYTHON:
                options[_OF_PYTHON[each]] = next(rest)
            elif each.startswith("-"):
                return None
            else:
                files.append(each)
        return (files, options) if 0 < len(files) < 3 else None

    def put(self, folder: Path) -> Path:
        """Write the files of the case into a folder of its own."""
        target = folder / "case"
        if isinstance(self.files, dict):
            for name, content in self.files.items():
                path = target / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content, "utf-8", newline="")
        elif self.files:
            copytree(HERE / "cases" / self.id, target)
        target.mkdir(exist_ok=True)
        return target

    def unmet(self, outcome: Outcome, *, printed: bool = True) -> str:
        """Return what came out if no form of what is expected fits; else nothing.

        Names of files do not count as something that is said. Without ``printed`` nothing was
        printed that could be looked into.
        """
        said = outcome.said
        for name in sorted(self.names, key=len, reverse=True):
            said = said.replace(name, "FILE")
        said = said.lower()
        for form in self.expected:
            outs = form.get("out", [])
            figure = form.get("wer")
            fits = (
                form.get("exit", 0) == outcome.status
                and figure in {None, outcome.figure}
                and (
                    not printed
                    or all(
                        text in outcome.out for text in ([outs] if isinstance(outs, str) else outs)
                    )
                )
                and ("says" not in form or any(text.lower() in said for text in form["says"]))
            )
            if fits:
                return ""
        return f"{self.id}: {self.command}\n  {outcome}\n  expected {self.expected}"


class Step(NamedTuple):
    """One command of mondegreen, and where its streams go."""

    arguments: list[str]
    out: str | None
    said: str | None
    always: bool


def load() -> list[FileCase]:
    """Return all cases, in the order of the names of their files."""
    found = []
    for path in sorted(HERE.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            case = json.loads(line)
            expected = case["expected"]
            case["expected"] = expected if isinstance(expected, list) else [expected]
            found.append(FileCase(**{name: case[name] for name in FileCase._fields}))
    return found


def _steps(command: str) -> list[Step] | None:
    if any(mark in command for mark in "|`$<"):
        return None
    words = shlex.shlex(command, posix=True, punctuation_chars=";&>")
    words.whitespace_split = True
    steps: list[Step] = []
    tokens, targets, always = [], {}, True
    it = iter([*words, ";"])
    for word in it:
        if word in {";", "&&"}:
            if tokens:
                if tokens[0] != "mondegreen":
                    return None
                steps.append(Step(tokens[1:], targets.get("1"), targets.get("2"), always))
            tokens, targets, always = [], {}, word == ";"
        elif word == ">":
            stream = tokens.pop() if tokens[-1] == "2" else "1"
            targets[stream] = next(it)
        else:
            tokens.append(word)
    return steps


def through_command_line(case: FileCase, folder: Path) -> Outcome:
    """Run the command as the shell would, in this process where it needs no shell."""
    steps = case.steps
    if steps is None:
        return _through_shell(case, folder)
    outcome = Outcome(0, "", "")
    with contextlib.chdir(folder), mock.patch.dict(os.environ, SETTINGS):
        for step in steps:
            if outcome.status and not step.always:
                continue
            status, out, said = _main(step.arguments)
            for target, text in ((step.out, out), (step.said, said)):
                if target not in {None, "/dev/null"}:
                    Path(str(target)).write_text(text, "utf-8")
            outcome = Outcome(
                status,
                outcome.out + (out if step.out is None else ""),
                outcome.said + (said if step.said is None else ""),
            )
    return outcome


def _main(arguments: list[str]) -> tuple[int, str, str]:
    out, said = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    status = 0
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(said),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())),
    ):
        warnings.simplefilter("always")
        try:
            main(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
    return status, _written(out), _written(said)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    data: io.BytesIO = stream.buffer  # type: ignore[assignment]
    return data.getvalue().decode("utf-8", "replace")


def _through_shell(case: FileCase, folder: Path) -> Outcome:
    programs = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-c", case.command],
        cwd=folder,
        env={**os.environ, **SETTINGS, "PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        check=False,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )
    out, said = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    return Outcome(done.returncode, out, said)


def through_python(case: FileCase, folder: Path) -> Outcome:
    """Read and score the files of a command that only scores, as a program would."""
    files, options = case.read or ([], {})
    scoring = {
        name: options.pop(name) for name in ("missing", "metrics", "normalizer") if name in options
    }
    with contextlib.chdir(folder), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = mg.score(mg.read(*files, **options), **scoring)
        except mg.MondegreenError as error:
            return Outcome(2, "", str(error))
    metric = result[result.recipe.metrics[0]]
    rate = "no rate" if metric.reason else percent(metric.value)
    said = "\n".join(str(each.message) for each in caught)
    return Outcome(0, f"{metric.name} {rate}", said)
