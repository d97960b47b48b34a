"""``mondegreen score --to plain`` prints what the ``jiwer`` command prints, and better where it errs.

The command of the installed jiwer is the oracle, run on random files that it reads whole: no line
has fewer than two characters.
"""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import jiwer
import pytest
from click.testing import CliRunner
from jiwer.cli import cli as jiwer_command

from mondegreen.cli.app import run
from mondegreen.compat.jiwer.cli import cli as own_command

if TYPE_CHECKING:
    from collections.abc import Callable

    Both = Callable[..., tuple[str, str]]

FLAGS = [tuple(filter(None, flags)) for flags in product(("", "-c"), ("", "-a"), ("", "-g"))]
FILES = ("-r", "r.txt", "-h", "h.txt")
CASES = 35
VOCABULARIES = (
    ("a", "b"),
    ("the", "cat", "sat", "on", "mat", "hat"),
    ("*", "**", "a", "-", "it's"),
    ("é", "e\u0301", "ß", "ss", "日本", "語", "हिन्दी", "שלום", "👩\u200d👧", "\u200b", "İ"),
)
SPACES = {
    "one": (" ",),
    "several": (" ", " ", "  ", "   "),
    "of all kinds": (
        *(" ", " ", "  ", "\t", "\t\t", " \t", "\u00a0", "\u3000", " \u3000", "\u2003\u2003"),
    ),
}
# White space that ends a line in some terminals, and that alignments therefore only show.
ENDS = ("\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x1d ", "\x85")
AROUND = ("", "", "", " ", "\t", "  ", "\u3000")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def both(capsys: pytest.CaptureFixture[str]) -> Both:
    """What the two commands print for two files' contents."""

    def call(reference: str, hypothesis: str, *flags: str) -> tuple[str, str]:
        Path("r.txt").write_text(reference, "utf-8", newline="")
        Path("h.txt").write_text(hypothesis, "utf-8", newline="")
        capsys.readouterr()
        status = run(["score", *FILES, "--to", "plain", *flags])
        done = capsys.readouterr()
        assert (status, done.err) == (0, "")
        return done.out, jiwers(*flags)

    return call


def jiwers(*flags: str) -> str:
    done = CliRunner().invoke(jiwer_command, [*FILES, *flags], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def line_of(rng: random.Random, words: tuple[str, ...], spaces: tuple[str, ...]) -> str:
    while True:
        count = rng.choice((1, 2, 3, 5, 8, 13))
        text = "".join(rng.choice(words) + rng.choice(spaces) for _ in range(count)).strip()
        if len(text) > 1:
            return rng.choice(AROUND) + text + rng.choice(AROUND)


def heard(rng: random.Random, line: str, words: tuple[str, ...], spaces: tuple[str, ...]) -> str:
    """A line with some of its words, some others, and other space between."""
    kept = []
    for word in line.split():
        kept += rng.choice(([word], [word], [word], [], [rng.choice(words)], [word, word]))
    text = "".join(word + rng.choice(spaces) for word in kept)
    return text if len(text.strip()) > 1 else line_of(rng, words, spaces)


def sides(seed: int, *, same_number: bool, ends: bool = False) -> tuple[str, str]:
    """The contents of two files."""
    rng = random.Random(seed)
    words, spaces = rng.choice(VOCABULARIES), rng.choice(list(SPACES.values()))
    spaces += ENDS if ends else ()
    references = [line_of(rng, words, spaces) for _ in range(rng.randint(1, 9))]
    hypotheses = [heard(rng, line, words, spaces) for line in references]
    if not same_number:
        del hypotheses[rng.randint(0, 2) + 1 :]
    end, last = rng.choice(("\n", "\n", "\r\n")), rng.choice((True, True, False))
    texts = [end.join(lines) + end * last for lines in (references, hypotheses)]
    return texts[0], texts[1]


def test_the_oracle_is_the_version_whose_output_is_promised() -> None:
    from importlib.metadata import version  # the one test that needs it

    assert version("jiwer") == "4.0.0"
    assert jiwer.wer("a b", "a") == 0.5


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
def test_equal_output(both: Both, flags: tuple[str, ...]) -> None:
    for seed in range(CASES):
        texts = sides(seed, same_number="-g" not in flags)
        ours, theirs = both(*texts, *flags)
        assert ours == theirs, f"seed {seed}: {texts}"


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
def test_equal_numbers_with_ends_of_lines_inside(both: Both, flags: tuple[str, ...]) -> None:
    for seed in range(CASES):
        texts = sides(seed, same_number="-g" not in flags, ends=True)
        ours, theirs = both(*texts, *flags)
        parts = [out.rpartition("=== SUMMARY ===") for out in (ours, theirs)]
        assert parts[0][2] == parts[1][2], f"seed {seed}: {texts}"
        assert not set("".join(ENDS)) & set(ours) - {" "}


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
@pytest.mark.parametrize("error_rate", [0.02, 0.4])
def test_equal_output_of_long_texts(both: Both, flags: tuple[str, ...], error_rate: float) -> None:
    """Long enough for rapidfuzz to halve the alignment, as it does above some size."""
    rng = random.Random(7)
    words = ["w" + chr(97 + number) for number in range(26)]
    lines = [[rng.choice(words) for _ in range(700)] for _ in range(5)]
    others = [
        [rng.choice(words) if rng.random() < error_rate else word for word in line
         if rng.random() > error_rate / 4]
        for line in lines
    ]  # fmt: skip
    texts = ["".join(" ".join(line) + "\n" for line in side) for side in (lines, others)]
    ours, theirs = both(*texts, *flags)
    assert ours == theirs


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("aa bb\n", "aa bb\n"),
        ("aa bb\ncc dd\n", "aa bb\ncc\n"),
        ("a* **\n", "* a* *\n"),
        ("* a long *\n", "*** * * word\n"),
        ("ab ab\tab\n", "ab ab ab\n"),
        ("ab\t\tab\n", "ab ab\n"),
        ("ab  ab\n", "ab ab\n"),
        ("one two\r\nthree four\r\n", "one two\nthree for"),
    ],
)
def test_equal_output_of_edges(
    both: Both, reference: str, hypothesis: str, flags: tuple[str, ...]
) -> None:
    ours, theirs = both(reference, hypothesis, *flags)
    assert ours == theirs


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
@pytest.mark.parametrize("hypothesis", ["\n", "two words\n", "\nof two\nlines\n"])
def test_equal_output_against_no_words_at_all(
    both: Both, hypothesis: str, flags: tuple[str, ...]
) -> None:
    """Whole numbers: jiwer has the number of insertions."""
    flags = (*flags, *(["-g"] if "-g" not in flags else []))
    ours, theirs = both("\n\n", hypothesis, *flags)
    assert ours == theirs


@pytest.mark.parametrize("flags", [(), ("-c", "-a"), ("-a", "-g")], ids=" ".join)
def test_equal_output_of_processes(flags: tuple[str, ...]) -> None:
    for path, text in zip(("r.txt", "h.txt"), sides(3, same_number=True), strict=True):
        Path(path).write_text(text, "utf-8", newline="")
    commands = (
        ("from jiwer.cli import cli; cli()", *FILES, *flags),
        ("from mondegreen.cli import main; main()", "score", *FILES, "--to", "plain", *flags),
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-X", "utf8", "-c", *words], capture_output=True, check=True
        )
        for words in commands
    ]
    assert outputs[0].stdout == outputs[1].stdout


# -- where jiwer's command leaves lines out ------------------------------------------------------

DROPPED = ("hello there\n\nsee you\n", "hello there\nnoise words\n\n")


def test_blank_lines_are_utterances(both: Both) -> None:
    """Lost words and invented ones do not become substitutions of each other."""
    ours, theirs = both(*DROPPED)
    assert (ours, theirs) == ("1.0\n", "0.5\n")
    ours, _ = both(*DROPPED, "-a")
    assert ours.startswith("=== SENTENCE 2 ===\n\nREF: ***** *****\nHYP: noise words\n")
    assert "number of sentences: 3\nsubstitutions=0 deletions=2 insertions=2 hits=2\n" in ours
    assert ours.endswith("\nwer=100.00%\n")


def test_lines_of_one_character_are_utterances(both: Both) -> None:
    ours, theirs = both("a\nhello there\n", "b\nhello there\n")
    assert (ours, theirs) == (f"{1 / 3}\n", "0.0\n")
    ours, theirs = both("a\nhello there\n", "b\nhello there\n", "-g")
    assert (ours, theirs) == (f"{1 / 3}\n", "0.0\n")


def test_lines_that_only_one_file_has_blank_still_pair(
    both: Both, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match="do not match"):
        both("one two\nthree four\n", "one two\n\n")
    assert run(["score", *FILES, "--to", "plain"]) == 0
    assert capsys.readouterr().out == "0.5\n"


# -- what the user chooses holds -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ((), "0.5\n"),  # a no-break space is no space
        (("--unit", "word"), "0.0\n"),
        (("--recipe", "wer@1"), "0.0\n"),
        (("--unit", "word-ascii-space"), "0.5\n"),
    ],
)
def test_a_unit_that_is_named(
    capsys: pytest.CaptureFixture[str], flags: tuple[str, ...], expected: str
) -> None:
    Path("r.txt").write_text("aa\tbb\nab\nab\n", "utf-8")
    Path("h.txt").write_text("aa bb\nab\nab\n", "utf-8")
    assert run(["score", *FILES, "--to", "plain", *flags]) == 0
    out = capsys.readouterr().out
    assert out == expected.replace("0.5", str(2 / 3))


@pytest.mark.parametrize(
    ("flags", "hits"),
    [
        ((), 0),
        (("--ties", "jiwer"), 0),
        (("--ties", "most-hits"), 1),
        (("--edit-weights", "1/1/1", "--ties", "most-hits"), 1),
        (("--edit-weights", "4/3/3"), 1),
    ],
)
def test_a_tie_rule_that_is_named(
    capsys: pytest.CaptureFixture[str], flags: tuple[str, ...], hits: int
) -> None:
    """Two substitutions, or a deletion, a hit and an insertion."""
    Path("r.txt").write_text("aa bb\n", "utf-8")
    Path("h.txt").write_text("bb cc\n", "utf-8")
    assert run(["score", *FILES, "--to", "plain", "-a", *flags]) == 0
    assert f" hits={hits}\n" in capsys.readouterr().out


def test_gates_and_run_files_say_what_was_done(capsys: pytest.CaptureFixture[str]) -> None:
    Path("r.txt").write_text("aa bb\n", "utf-8")
    Path("h.txt").write_text("bb cc\n", "utf-8")
    words = ["score", *FILES, "--to", "plain", "--save", "run.json", "--fail-above", "wer=50%"]
    assert run(words) == 1
    assert capsys.readouterr().out == "1.0\n"
    assert "wer@1|unit:word-ascii-space@1|normalizer:none@1|ties:jiwer@1" in Path(
        "run.json"
    ).read_text("utf-8")


# -- the command as an object ----------------------------------------------------------------------


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("aa bb\n", "aa cc\n"),
        DROPPED,
        ("a\nhello there\n", "hello there\nI\n"),
        ("\n\n", "\ntwo words"),
        ("aa\r\nbb \r\n", " aa\nbb\u2028c\n"),
        ("", ""),
    ],
)
def test_the_importable_command_prints_what_jiwers_does(
    reference: str, hypothesis: str, flags: tuple[str, ...]
) -> None:
    """Lines that it leaves out included; that is said on standard error."""
    Path("r.txt").write_text(reference, "utf-8", newline="")
    Path("h.txt").write_text(hypothesis, "utf-8", newline="")
    results = [
        CliRunner().invoke(command, [*FILES, *flags]) for command in (own_command, jiwer_command)
    ]
    assert results[0].stdout == results[1].stdout
    assert results[0].exit_code == results[1].exit_code
    if results[1].exception is None:
        assert results[0].exception is None
        assert ("are left out" in results[0].stderr) == (
            any(len(line.strip()) < 2 for line in [*_lines(reference), *_lines(hypothesis)])
        )
    else:
        assert isinstance(results[0].exception, type(results[1].exception))


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


def test_the_importable_command_has_the_same_options() -> None:
    assert own_command.name == jiwer_command.name
    mine, other = (
        {
            (each.name, frozenset(each.opts), each.required, getattr(each, "is_flag", False))
            for each in command.params
        }
        for command in (own_command, jiwer_command)
    )
    assert mine == other


@pytest.mark.parametrize(
    ("reference", "error", "message"),
    [
        (None, FileNotFoundError, "r.txt"),
        (b"two\nlines\n", ValueError, "2 references in r.txt, but 1 hypotheses in h.txt"),
        (b"\xff\xfe\n", ValueError, "r.txt: no UTF-8"),
    ],
)
def test_the_importable_command_fails_as_jiwers_does(
    reference: bytes | None, error: type[Exception], message: str
) -> None:
    Path("h.txt").write_text("one line\n", "utf-8")
    if reference is not None:
        Path("r.txt").write_bytes(reference)
    with pytest.raises(error):
        jiwer_command(list(FILES), standalone_mode=False)
    with pytest.raises(error, match=message):
        own_command(list(FILES), standalone_mode=False)
    done = subprocess.run(
        [sys.executable, "-m", "mondegreen.compat.jiwer.cli", *FILES],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
