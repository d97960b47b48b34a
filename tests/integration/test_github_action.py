"""The action, the hooks and the workflows: their scripts run here as a runner runs them.

A runner puts inputs into variables, the script of a step into a file, and runs it with ``bash
--noprofile --norc -eo pipefail``.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest
import yaml

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = [step for step in ACTION["runs"]["steps"] if "run" in step]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
GOOD = "id,reference,hypothesis\n1,a b c d,a b c d\n2,so it goes,so it goes\n"
HOSTILE = [
    "$(touch owned).csv",
    "`touch owned`.csv",
    "a;touch owned;.csv",
    "a' ; touch owned ; '.csv",
    'a"; touch owned; ".csv',
    "a && touch owned.csv",
    "a | touch owned.csv",
    "--save=owned.csv",
    "-o owned.csv",
    "${IFS}x.csv",
    "a b  c.csv",
    "*.csv",
    "${{ github.token }}.csv",
]


class Ran(NamedTuple):
    """A step that ran: its status, the summary of the job, its outputs, and the log."""

    status: int
    summary: str
    outputs: dict[str, str]
    log: str


def run(step: dict[str, Any], folder: Path, **inputs: str) -> Ran:
    """Run a step of the action with inputs, in a folder."""
    values = {name: str(about.get("default", "")) for name, about in ACTION["inputs"].items()}
    values |= inputs
    variables = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text)
        for name, text in step["env"].items()
    }
    summary, outputs = folder.parent / "summary.md", folder.parent / "outputs"
    summary.write_text("before\n", "utf-8")
    outputs.write_text("", "utf-8")
    script = folder.parent / "step.sh"
    script.write_text(step["run"], "utf-8")
    path = os.pathsep.join([str(folder.parent / "bin"), str(Path(sys.executable).parent)])
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
        cwd=folder,
        env={
            **os.environ,
            **variables,
            "PATH": os.pathsep.join([path, os.environ["PATH"]]),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_OUTPUT": str(outputs),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    written = dict(line.split("=", 1) for line in outputs.read_text("utf-8").splitlines())
    text = summary.read_text("utf-8")
    return Ran(done.returncode, text.removeprefix("before\n"), written, done.stdout + done.stderr)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


def score(folder: Path, **inputs: str) -> Ran:
    return run(STEPS[1], folder, **inputs)


@pytest.mark.parametrize(("gate", "status"), [("wer=50%", 0), ("wer=10%", 1)])
def test_a_gate_decides_and_the_summary_has_the_table(folder: Path, gate: str, status: int) -> None:
    (folder / "r.csv").write_text(GOOD.replace("goes\n", "went\n"), "utf-8")
    ran = score(folder, files="r.csv\n", gates=f"{gate}\n", junit="wer.xml")
    assert ran.status == status, ran.log
    assert ran.outputs == {"status": str(status)}
    assert "| wer | 14.29 % |" in re.sub(r" +", " ", ran.summary)
    cases = list(ET.parse(folder / "wer.xml").getroot().iter("testcase"))
    assert [case.find("failure") is not None for case in cases] == [bool(status)]


def test_two_files_options_and_compare(folder: Path) -> None:
    (folder / "r.txt").write_text("A b c\n", "utf-8")
    (folder / "h.txt").write_text("a b d\n", "utf-8")
    ran = score(folder, files="r.txt\nh.txt", options="--normalizer\nlower\n\n--metric\nwer,cer")
    assert ran.status == 0, ran.log
    assert "| wer | 33.33 % |" in re.sub(r" +", " ", ran.summary)
    (folder / "v.csv").write_text("id,reference,one,two\n1,a b,a b,a c\n2,c d,c d,d d\n", "utf-8")
    ran = score(folder, command="compare", files="v.csv", options="--systems\none,two")
    assert ran.status == 0, ran.log
    assert "one" in ran.summary


def test_what_cannot_be_scored_is_no_success(folder: Path) -> None:
    ran = score(folder, files="none.csv", junit="wer.xml")
    assert ran.status == 2
    assert ran.outputs == {"status": "2"}
    assert "mondegreen could not score" in ran.summary
    assert "none.csv: no such file" in ran.log
    assert not (folder / "wer.xml").exists()
    assert score(folder, files="").status == 2
    ran = score(folder, command="demo; touch owned", files="none.csv")
    assert ran.status == 2
    assert not (folder / "owned").exists()


def test_junit_without_a_gate_leaves_no_file(folder: Path) -> None:
    """An empty file would be read as tests that all pass; the table is shown all the same."""
    (folder / "r.csv").write_text(GOOD, "utf-8")
    ran = score(folder, files="r.csv", junit="wer.xml")
    assert ran.status == 2
    assert "| wer |" in re.sub(r" +", " ", ran.summary)
    assert "could not write JUnit XML" in ran.summary
    assert "could not score" not in ran.summary
    assert "--fail-above" in ran.log
    assert not (folder / "wer.xml").exists()


@pytest.mark.parametrize("name", ["no/such/folder.xml", "folder"])
def test_junit_that_cannot_be_written_is_no_gate(folder: Path, name: str) -> None:
    """Status 1 says that a gate is not met."""
    (folder / "r.csv").write_text(GOOD, "utf-8")
    (folder / "folder").mkdir()
    ran = score(folder, files="r.csv", gates="wer=50%", junit=name)
    assert (ran.status, ran.outputs) == (2, {"status": "2"})
    assert "could not write JUnit XML" in ran.summary


def test_what_is_named_is_never_removed(folder: Path) -> None:
    (folder / "r.csv").write_text(GOOD, "utf-8")
    (folder / "wer.xml").write_text("kept", "utf-8")
    assert score(folder, files="r.csv", junit="wer.xml").status == 2  # without a gate
    assert (folder / "wer.xml").read_text("utf-8") == "kept"


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_options_that_score_nothing_are_no_success(folder: Path, word: str) -> None:
    (folder / "r.csv").write_text(GOOD, "utf-8")
    ran = score(folder, files="r.csv", gates="wer=5%", options=word)
    assert ran.status == 2
    assert "scores nothing" in ran.log


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_files_are_never_run(folder: Path, name: str) -> None:
    (folder / name).write_text(GOOD, "utf-8")
    ran = score(folder, files=name, gates="wer=5%", junit=f"{name}.xml")
    assert ran.status == 0, ran.log
    assert sorted(path.name for path in folder.iterdir()) == sorted([name, f"{name}.xml"])


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("name", ["options", "gates", "command", "junit"])
def test_no_input_is_run(folder: Path, name: str, text: str) -> None:
    (folder / "r.csv").write_text(GOOD, "utf-8")
    score(folder, **{"files": "r.csv", "gates": "wer=5%", name: text})
    found = {path.name for path in folder.iterdir()}
    assert found <= {"r.csv", text, "owned.csv"}
    assert "owned" not in found
    if name != "options":  # an option may name a file, as on any command line
        assert "owned.csv" not in found


@pytest.mark.parametrize(
    ("extras", "version", "expected"),
    [
        ("", "", "mondegreen[]"),
        ("stats,words", "0.1.0", "mondegreen[stats,words]==0.1.0"),
        ("a] @ http://e/x.whl #", "", None),
        ("", "1 @ http://e/x.whl", None),
        ("$(touch owned)", "", None),
        ("", "1;touch owned", None),
    ],
)
def test_only_mondegreen_is_installed(
    folder: Path, extras: str, version: str, expected: str | None
) -> None:
    tools = folder.parent / "bin"
    tools.mkdir()
    (tools / "python").write_text('#!/bin/sh\nprintf "%s\\n" "$@" > installed\n', "utf-8")
    (tools / "python").chmod(0o755)
    ran = run(STEPS[0], folder, extras=extras, version=version)
    installed = folder / "installed"
    if expected is None:
        assert ran.status == 2
        assert list(folder.iterdir()) == []
    else:
        assert ran.status == 0, ran.log
        assert installed.read_text("utf-8").splitlines() == ["-m", "pip", "install", expected]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("clone", "./clone[stats]"),
        ("./clone", "././clone[stats]"),
        ("none", None),
        ("git+https://e/x", None),
        ("$(touch owned)", None),
    ],
)
def test_a_clone_is_installed(folder: Path, source: str, expected: str | None) -> None:
    tools = folder.parent / "bin"
    tools.mkdir()
    (tools / "python").write_text('#!/bin/sh\nprintf "%s\\n" "$@" > installed\n', "utf-8")
    (tools / "python").chmod(0o755)
    (folder / "clone").mkdir()
    ran = run(STEPS[0], folder, source=source, extras="stats")
    if expected is None:
        assert ran.status == 2
        assert [each.name for each in folder.iterdir()] == ["clone"]
    else:
        assert ran.status == 0, ran.log
        assert (folder / "installed").read_text("utf-8").split() == [
            "-m",
            "pip",
            "install",
            expected,
        ]


def test_inputs_are_never_part_of_a_script() -> None:
    """Nor is anything else that is put in before the shell sees it."""
    for step in STEPS:
        assert "${{" not in step["run"]
    for file in WORKFLOWS:
        for job in yaml.safe_load(file.read_text("utf-8"))["jobs"].values():
            assert not [step for step in job["steps"] if "${{" in step.get("run", "")]


def test_actions_are_pinned_by_version_and_jobs_have_few_rights() -> None:
    used = [step["uses"] for step in ACTION["runs"]["steps"] if "uses" in step]
    for file in WORKFLOWS:
        workflow = yaml.safe_load(file.read_text("utf-8"))
        assert workflow["permissions"] == {}
        used += [
            step["uses"]
            for job in workflow["jobs"].values()
            for step in job["steps"]
            if "uses" in step
        ]
    assert len(used) > 10
    assert not [each for each in used if not re.fullmatch(r"[\w./-]+@v\d+(\.\d+)*", each)]


# -- hooks for pre-commit --------------------------------------------------------------------------

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


def hook(name: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the entry of a hook as pre-commit does: cut into words, with the arguments, no shell."""
    (entry,) = [shlex.split(each["entry"]) for each in HOOKS if each["id"] == name]
    command = [str(Path(sys.executable).with_name(entry[0])), *entry[1:], *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["r.csv", *HOSTILE])
@pytest.mark.parametrize(("gate", "status"), [("wer=50%", 0), ("wer=10%", 1)])
def test_the_hook_fails_with_the_gate(folder: Path, name: str, gate: str, status: int) -> None:
    (folder / name).write_text(GOOD.replace("goes\n", "went\n"), "utf-8")
    done = hook("mondegreen-score", folder, "--fail-above", gate, "--", name)
    assert done.returncode == status, done.stderr
    assert [path.name for path in folder.iterdir()] == [name]


def test_the_hook_of_languages(folder: Path) -> None:
    shutil.copytree(ROOT / "src" / "mondegreen" / "languages" / "sw", folder / "mine" / "sw")
    done = hook("mondegreen-languages", folder, "sw", "--folder", "mine")
    assert done.returncode == 0, done.stderr
    (folder / "mine" / "sw" / "units.tsv").write_text("broken\trow\n", "utf-8")
    assert hook("mondegreen-languages", folder, "sw", "--folder", "mine").returncode != 0


def test_hooks_have_what_pre_commit_needs() -> None:
    for each in HOOKS:
        assert {"id", "name", "entry", "language"} <= set(each)
        assert re.compile(each["files"]).search("a.tsv")


# -- files for other programs ----------------------------------------------------------------------


def checked(program: str, *arguments: str, text: str | None = None) -> None:
    """Run a program that checks files; what it prints is the failure."""
    found = shutil.which(program, path=str(Path(sys.executable).parent)) or shutil.which(program)
    if found is None:
        pytest.skip(f"there is no {program} here")
    done = subprocess.run(
        [found, *arguments], cwd=ROOT, input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", [str(file) for file in WORKFLOWS]),
        ("github-actions", ["action.yml"]),
        ("citation-file-format", ["CITATION.cff"]),
    ],
)
def test_files_follow_their_schema(schema: str, files: list[str]) -> None:
    checked("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)


def test_workflows_do_nothing_that_is_dangerous() -> None:
    checked("zizmor", "--offline", "--no-progress", "--quiet", ".")


def test_the_dockerfile_is_sound() -> None:
    checked("hadolint", "Dockerfile")


def test_scripts_are_sound() -> None:
    scripts = [step["run"] for step in STEPS]
    for file in WORKFLOWS:
        for job in yaml.safe_load(file.read_text("utf-8"))["jobs"].values():
            scripts += [step["run"] for step in job["steps"] if "run" in step]
    for script in scripts:
        as_run = f"set -eo pipefail\n{script}"
        checked("shellcheck", "--shell=bash", "-", text=as_run)


def test_the_citation_has_the_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    cargo = (ROOT / "Cargo.toml").read_text("utf-8")
    assert f'version = "{cited["version"]}"' in cargo
