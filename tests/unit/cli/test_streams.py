"""Streams that are closed, full or read no further, and Ctrl-C at any moment."""

import io
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mondegreen.cli import streams

COMMAND = f"{shlex.quote(sys.executable)} -m mondegreen"
FULL = Path("/dev/full")

unix = pytest.mark.skipif(os.name == "nt", reason="streams are closed by a Unix shell")
full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")


def shell(line: str) -> tuple[int, str, str]:
    """Run a line of a shell, in which ``mg`` is the command."""
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; mg() {{ {COMMAND} "$@"; }}; {line}'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def long_files() -> str:
    """Two files whose alignments fill any pipe."""
    Path("long-r.txt").write_text("the cat sat on the mat\n" * 5000, "utf-8")
    Path("long-h.txt").write_text("the hat sat on a mat\n" * 5000, "utf-8")
    return "long-r.txt long-h.txt"


@unix
@pytest.mark.parametrize("command", ["align", "score -a", "align --json"])
def test_a_reader_that_has_seen_enough(command: str, long_files: str) -> None:
    status, out, err = shell(f"mg {command} {long_files} | head -1")
    assert (status, err) == (streams.CLOSED_PIPE, "")
    assert out.count("\n") == 1


@unix
@pytest.mark.parametrize("command", ["--version", "list", "score --help", "score r.txt h.txt"])
def test_a_reader_that_looks_at_nothing(command: str) -> None:
    status, _, err = shell(f"{{ sleep 0.3; mg {command}; }} | true")
    assert status in {0, streams.CLOSED_PIPE}
    assert not err


@unix
def test_words_nobody_reads_change_no_status() -> None:
    status, _, _ = shell(
        "{ sleep 0.3; mg score r.txt h.txt --fail-above wer=1%; } 2>&1 >/dev/null | true"
    )
    assert status == 1


@unix
@pytest.mark.parametrize("command", ["--version", "--help", "list", "score r.txt h.txt"])
def test_standard_output_that_is_closed(command: str) -> None:
    status, out, err = shell(f"mg {command} >&-")
    assert (status, out) == (2, "")
    assert err == "mondegreen: standard output is closed; send it to a file, or to /dev/null\n"


@unix
def test_standard_error_that_is_closed() -> None:
    status, out, err = shell("mg score r.txt h.txt --to plain 2>&-")
    assert (status, out, err) == (0, "0.2\n", "")
    assert shell("mg score nothing.txt 2>&-") == (2, "", "")
    assert shell("mg score r.txt h.txt --lang zh --to plain 2>&-")[0] == 0
    assert shell("mg score nothing.txt >&- 2>&-") == (2, "", "")


@unix
def test_a_file_never_takes_the_number_of_standard_error() -> None:
    assert shell("mg score r.txt h.txt --lang zh --per-utterance rows.tsv --to plain 2>&-")[0] == 0
    assert "no spaces between words" not in Path("rows.tsv").read_text("utf-8")


@full
@pytest.mark.parametrize(
    "command", ["--version", "--help", "list", "score r.txt h.txt", "align r.txt h.txt", "demo"]
)
def test_standard_output_that_is_full(command: str) -> None:
    status, out, err = shell(f"mg {command} >/dev/full")
    assert (status, out) == (2, "")
    assert err == "mondegreen: standard output: No space left on device\n"


@full
def test_standard_error_that_is_full() -> None:
    assert shell("mg score nothing.txt 2>/dev/full") == (2, "", "")
    assert shell("mg score r.txt h.txt --to plain --fail-above wer=1% 2>/dev/full")[:2] == (
        1,
        "0.2\n",
    )


@full
@pytest.mark.parametrize("option", ["--per-utterance full.tsv", "--save full.json"])
def test_a_file_that_is_full(option: str) -> None:
    Path(option.split()[1]).symlink_to(FULL)
    status, out, err = shell(f"mg score r.txt h.txt --to plain {option}")
    assert (status, out) == (2, "0.2\n")
    assert err == f"mondegreen: {option.split()[1]}: cannot be written: No space left on device\n"


@unix
def test_an_output_that_has_no_such_letters() -> None:
    status, _, err = shell("PYTHONIOENCODING=ascii mg score r.txt h.txt -m wip")
    assert status == 2
    assert err.endswith("in which there is no '\\u2013'; set PYTHONIOENCODING=utf-8\n")


@unix
@pytest.mark.parametrize("after", [0.02, 0.05, 0.1, 0.2])
def test_ctrl_c_at_any_moment(after: float) -> None:
    """From where the entry point begins; before that Python itself answers."""
    probe = "import time; from mondegreen.cli import main; print(flush=True); main()"
    words = ("score", "r.txt", "-")  # waits for standard input
    process = subprocess.Popen(
        [sys.executable, "-c", probe, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == streams.INTERRUPTED
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.communicate()


@unix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end(name: str) -> None:
    number = getattr(signal, name)
    probe = "import time; from mondegreen.cli import main; print(flush=True); main()"
    process = subprocess.Popen(
        [sys.executable, "-c", probe, "score", "r.txt", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.2)
    process.send_signal(number)
    assert process.wait(20) == 128 + number
    assert process.stderr is not None
    assert process.stderr.read().decode() == f"mondegreen: ended by {name}\n"
    process.communicate()


@unix
def test_a_signal_that_is_ignored() -> None:
    line = "trap '' HUP; { sleep 1; cat h.txt; } | mg score r.txt - --to plain & sleep 0.4; kill -HUP -- $!"
    status, out, err = shell(f"{line}; wait $!")
    assert (status, out, err) == (0, "0.2\n", "")


@unix
@pytest.mark.parametrize(
    "words",
    [
        "r.txt <(cat h.txt)",
        "<(cat r.txt) h.txt",
        "<(cat r.txt) <(gzip -c h.txt)",
        "- h.txt < r.txt",
        "r.txt - < h.txt",
        "r.txt pipe",
        "both.csv",
        "<(cat both.csv)",
        "- < both.csv",
    ],
)
def test_pipes_are_read_once(words: str) -> None:
    Path("both.csv").write_text(
        "reference,hypothesis\nthe cat sat,the hat sat\non it,on it\n", "utf-8"
    )
    os.mkfifo("pipe")
    status, out, err = shell(
        f"cat h.txt > pipe & writer=$!; mg score {words} --to plain; s=$?; kill $writer 2> /dev/null; exit $s"
    )
    assert (status, out.splitlines()[0], err) == (0, "0.2", "")


@unix
def test_a_pipe_to_which_nobody_writes_yet() -> None:
    os.mkfifo("pipe")
    status, out, err = shell("{ sleep 4; cat h.txt > pipe; } & mg score r.txt pipe --to plain")
    assert (status, out) == (0, "0.2\n")
    assert err == "mondegreen: warning: pipe: a pipe to which nobody has written yet; waiting\n"


def test_hushing_what_is_no_file() -> None:
    streams.hush(None)
    streams.hush(io.StringIO())
