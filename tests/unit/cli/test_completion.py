"""The tab key: names of commands, options and values in bash, zsh and fish."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from mondegreen.cli.completion import SHELLS, VARIABLE, completing
from mondegreen.cli.list import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Done

    Command = Callable[..., Done]

PROGRAM = Path(sys.executable).with_name("mondegreen")
CASES = [
    ("mondegreen sc", {"score"}),
    ("mondegreen bench ground-truth d", {"draft", "doubtful"}),
    ("mondegreen score --fail", {"--fail-above", "--fail-if-worse"}),
    ("mondegreen score --edit-w", {"--edit-weights"}),  # not in the short help
    ("mondegreen score -m wer,space-w", {"wer,space-wer"}),
    ("mondegreen compare -n whisper-e", {"whisper-english"}),
    ("mondegreen score --forgive phon", {"phonetic"}),
    ("mondegreen score --forgive agen", {"agent"}),
    ("mondegreen score --missing ", {"error", "deletions", "skip"}),
    ("mondegreen report --ties ", {"most-hits", "jiwer", "sclite"}),
    ("mondegreen score --format tr", {"trn"}),
    ("mondegreen convert a b --to se", {"seglst"}),
    ("mondegreen bench run --systems pocketsphinx-", {"pocketsphinx-live"}),
    ("mondegreen compare --test m", {"mapsswe", "mcnemar"}),
    ("mondegreen calls --method c", {"canonical", "conversational"}),
    ("mondegreen list provid", {"providers"}),
    ("mondegreen completion z", {"zsh"}),
    ("mondegreen score --reference ", set()),  # the shell completes names of files
]


def asked(line: str, shell: str) -> set[str]:
    """Return what the program answers to a shell, without what it shows next to each name."""
    words = line.split(" ")
    more = {
        "bash": {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
    }[shell]
    done = subprocess.run(
        [PROGRAM],
        env={**os.environ, **more, VARIABLE: f"complete_{shell}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    if shell == "zsh":
        return {
            each.strip("_arguments '*:()").split('"')[1]
            for each in done.stdout.splitlines()
            if '"' in each
        }
    return {each.partition("\t")[0] for each in done.stdout.splitlines() if each}


@pytest.mark.parametrize(("line", "expected"), CASES, ids=[line for line, _ in CASES])
def test_names_are_completed(line: str, expected: set[str]) -> None:
    assert asked(line, "bash") == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_the_same_names(shell: str) -> None:
    for line, expected in (CASES[0], CASES[2], CASES[6]):
        assert asked(line, shell) == expected


@pytest.mark.parametrize("kind", ["formats", "forgivers", "metrics", "normalizers", "providers"])
def test_all_names_of_a_registry_are_completed(kind: str) -> None:
    assert completing(kind)("") == list(KINDS[kind]())
    for name in KINDS[kind]():
        assert name in completing(kind)(name)
        assert f"first,{name}" in completing(kind)(f"first,{name[:2]}")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_printed(shell: str, command: Command) -> None:
    done = command("completion", shell)
    assert (done.status, done.err) == (0, "")
    assert f"{VARIABLE}=complete_{shell}" in done.out


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_installed(
    shell: str, command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    for _ in range(2):  # a second time changes nothing
        done = command("completion", "--install")
        assert (done.status, done.out) == (0, "")
        assert f"completion for {shell} is in" in done.err
    written = {
        "bash": ".bash_completions/mondegreen.sh",
        "zsh": ".zfunc/_mondegreen",
        "fish": ".config/fish/completions/mondegreen.fish",
    }[shell]
    assert f"complete_{shell}" in (folder / written).read_text("utf-8")
    if shell == "bash":
        assert (folder / ".bashrc").read_text("utf-8").count("mondegreen.sh") == 1


@pytest.mark.parametrize(
    ("words", "shell", "said"),
    [
        ("zhs", "", "no shell is named 'zhs'. Did you mean 'zsh'?"),
        ("", "", "SHELL is not set: expected bash, zsh or fish; name yours"),
        ("", "/bin/tcsh", "SHELL=/bin/tcsh: expected bash, zsh or fish; name yours"),
    ],
)
def test_a_shell_that_is_not_known_is_refused(
    words: str, shell: str, said: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", shell)
    done = command("completion", *words.split())
    assert (done.status, done.out) == (2, "")
    assert said in done.err


START = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["--no-config", "-i"],
}
BEFORE = {
    "bash": "",
    "zsh": "autoload -Uz compinit; compinit -u -D\n",
    "fish": "",
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_the_tab_key_of_a_real_shell(shell: str, folder: Path, command: Command) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    script = folder / "script"
    script.write_text(command("completion", shell).out, "utf-8")
    pid, terminal = pty.fork()
    if pid == 0:
        path = f"{PROGRAM.parent}:{os.environ['PATH']}"
        own = {**os.environ, "PATH": path, "HOME": str(folder), "PS1": "> ", "TERM": "xterm"}
        os.execve(program, [shell, *START[shell]], own)
    try:
        type_in(terminal, f"{BEFORE[shell]}source {script}\necho rea''dy\n")
        assert "ready" in read_until(terminal, "ready")
        for typed, completed in (("mondegreen scor", "score"), ("--fail-ab", "--fail-above")):
            type_in(terminal, f"{typed}\t")
            assert completed in read_until(terminal, completed)
    finally:
        type_in(terminal, "\x03exit\n")
        os.close(terminal)
        os.waitpid(pid, 0)


def type_in(terminal: int, text: str) -> None:
    os.write(terminal, text.encode())


def read_until(terminal: int, text: str, seconds: float = 30) -> str:
    shown, end = "", monotonic() + seconds
    while text not in shown and monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 65536).decode("utf-8", "replace")
    return shown
