"""Programs that take bytes from outside: each either works, or says in a plain error what is wrong.

A target is a function of bytes and the names of what its inputs are made of. What it promises of all
bytes is the same for all targets, in `promised`: only errors of the package, whose lines can be printed,
in a time that grows with the length alone.
"""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import sys
import time
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import mondegreen as mg
from mondegreen.bench.config import load_bench
from mondegreen.bench.importing import import_database
from mondegreen.cli.app import run
from mondegreen.corpus.converting import read_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.errors import MondegreenError
from mondegreen.forgive.registry import FORGIVERS
from mondegreen.languages import language
from mondegreen.providers import PROVIDERS, make
from mondegreen.providers.audio import Audio
from mondegreen.providers.sockets import SocketLine
from mondegreen.scoring.recipe import Recipe
from mondegreen.store import open_store
from mondegreen.text.normalizers import NORMALIZERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["CORPUS", "TARGETS", "Target", "promised"]

CORPUS = Path(__file__).parent / "corpus"
LONGEST = 200_000
"""Bytes of an input: what is longer is cut."""

SECONDS = 5.0
"""Of CPU, for one input: a quadratic rule takes more for the longest."""

RULES = [
    name for name in FORGIVERS.names() if name not in {"judge", "synonyms", "script", "inflection"}
]


@dataclass(frozen=True)
class Target:
    """What takes bytes.

    Attributes:
        name: the folder of its corpus.
        takes: runs it; errors of the package may be raised.
        words: pieces that inputs are made of, with those of the corpus.
    """

    name: str
    takes: Callable[[bytes], None]
    words: tuple[str, ...] = ()

    def corpus(self) -> list[bytes]:
        """Return the stored inputs, in the order of their names."""
        return [path.read_bytes() for path in sorted((CORPUS / self.name).iterdir())]


def promised(target: Target, data: bytes) -> None:
    """Run a target in a folder of its own.

    Raises:
        AssertionError: an error that no one can print, or too much time.
        Exception: whatever the target raises that is no error of the package.
    """
    before = time.process_time()
    unraised: list[Any] = []
    with folder(), warnings.catch_warnings(), unraisable(unraised):
        warnings.simplefilter("ignore")
        try:
            target.takes(data)
        except MondegreenError as error:
            plain(str(error), len(data))
    assert not unraised, unraised
    took = time.process_time() - before
    assert took < SECONDS, f"{took:.1f} s for {len(data):,} bytes"


@contextmanager
def folder() -> Iterator[None]:
    """Work in an empty folder, which is removed."""
    before = Path.cwd()
    with TemporaryDirectory() as made:
        os.chdir(made)
        try:
            yield
        finally:
            os.chdir(before)


@contextmanager
def unraisable(found: list[Any]) -> Iterator[None]:
    """Keep errors that a library could not pass on, and Python would print as tracebacks."""
    before = sys.unraisablehook
    sys.unraisablehook = lambda each: found.append(repr(each.exc_value))
    try:
        yield
    finally:
        sys.unraisablehook = before


def plain(said: str, given: int) -> None:
    """See whether a message can be printed; it may repeat what was given, but not more."""
    assert said.strip(), "an error without a word"
    assert all(line.isprintable() for line in said.split("\n")), repr(said[:300])
    assert len(said) < 5_000 + 3 * given, f"a message of {len(said):,} characters"
    assert "Traceback" not in said, said


def two(data: bytes) -> tuple[str, str]:
    """Return a first line, and the rest."""
    first, _, rest = data.decode("utf-8", "replace").partition("\n")
    return first, rest


def _transcripts(data: bytes) -> None:
    """Read a file: its name, and what it holds."""
    name, _, content = data.partition(b"\n")
    ending = re.sub(r"[^\w.-]", "", name.decode("utf-8", "replace"))[-20:]
    form, _, ending = ending.rpartition("-")
    path = Path(f"x.{ending}")
    path.write_bytes(content)
    found = read_transcript(str(path), form if form in FORMATS.names() else None)
    for each in found.segments:
        each.text.encode()


def _audio(data: bytes) -> None:
    """Read a recording, as a file and from memory."""
    Path("x.wav").write_bytes(data)
    found = Audio.open("x.wav")
    assert found.duration >= 0
    assert 0 <= Audio.of_bytes(data, "x.wav").duration < 1e9
    if found.duration < 3600:
        assert found.samples(16_000).ndim == 1
        assert found.is_silent in {True, False}


def _normalizers(data: bytes) -> None:
    """Normalize a text: a name, and the text."""
    name, text = two(data)
    if name.startswith("mondegreen-"):
        normalize = mg.normalizer(name)
        for rewrite in normalize.rewrites(text):  # type: ignore[attr-defined]
            assert text[rewrite.start : rewrite.end] == rewrite.source
    elif name in NORMALIZERS.names():
        normalize = mg.normalizer(name)
    else:
        return
    found = normalize(text)
    found.encode()
    assert len(found) < 100 * len(text) + 1_000


def _forgivers(data: bytes) -> None:
    """Score two texts strictly and with all rules: what is forgiven is part of the errors."""
    name, texts = two(data)
    reference, _, hypothesis = texts.partition("\n")
    strict = mg.score([reference], [hypothesis])["wer"]
    left = mg.score([reference], [hypothesis], forgive=RULES, lang=name)["wer"]
    assert 0 <= left.errors <= strict.errors


def _alternatives(data: bytes) -> None:
    """Score against a reference that leaves a choice: the best one is never worse than a text of it."""
    name, texts = two(data)
    reference, _, hypothesis = texts.partition("\n")
    result = mg.score([reference], [hypothesis], alternatives=name)
    assert result["wer"].errors >= 0


COMMANDS = ("score", "align", "compare", "convert", "normalize", "report", "list", "languages")


def _options(data: bytes) -> None:
    """Run a command: a word a line."""
    words = data.decode("utf-8", "replace").replace("\x00", "").split("\n")[:12]
    if words[0] not in COMMANDS or {"new", "-w", "--watch"} & {*words}:
        return
    words = [word for word in words if "://" not in word and not word.startswith(("/", ".", "~"))]
    Path("r.txt").write_text("the cat sat\non it\n", "utf-8")
    Path("h.txt").write_text("the hat sat\non it\n", "utf-8")
    out, err = io.StringIO(), io.StringIO()
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(b"so it goes\n"))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = run(words)
    finally:
        sys.stdin = stdin
    assert status in {0, 1, 2}, status
    assert "Traceback" not in err.getvalue(), err.getvalue()
    assert "fault of mondegreen" not in err.getvalue(), err.getvalue()


def _recipes(data: bytes) -> None:
    """Read a signature; what is written of it is read as the same."""
    recipe = Recipe.parse(data.decode("utf-8", "replace"))
    assert Recipe.parse(recipe.signature()) == recipe


def _runfiles(data: bytes) -> None:
    """Read a run file."""
    Path("x.json").write_bytes(data)
    result = mg.load("x.json")
    str(result)
    result.worst(3)


def _configuration(data: bytes) -> None:
    """Read bench.toml."""
    Path("bench.toml").write_bytes(data)
    load_bench(Path("bench.toml"))


def _databases(data: bytes) -> None:
    """Take over the results of another benchmark: statements that made its database."""
    with sqlite3.connect("other.db") as made:
        for statement in data.decode("utf-8", "replace").split(";\n"):
            try:
                made.execute(statement)
            except (sqlite3.Error, sqlite3.Warning, ValueError):
                continue
    made.close()
    Path("own.db").write_bytes(new_store())
    with open_store("sqlite:///own.db") as store:
        import_database(store, Path("other.db"), "other")


@cache
def new_store() -> bytes:
    """Return the file of an empty store: to make one takes half a second."""
    with folder():
        open_store("sqlite:///own.db").close()
        return Path("own.db").read_bytes()


def _stores(data: bytes) -> None:
    """Open a store that something happened to."""
    Path("own.db").write_bytes(data)
    with open_store("sqlite:///own.db"):
        pass


def _events(data: bytes) -> None:
    """Hear messages of a live vendor: its name, and a message a line."""
    name, texts = two(data)
    if name not in LIVE:
        return
    provider: Any = make(name)
    provider._key = lambda: "key"
    line = SocketLine(None, provider._wire(), None, name)  # type: ignore[arg-type]
    for message in texts.split("\n")[:50]:
        document = line._parsed(message)
        for each in line._read(document):
            assert isinstance(each.text, str)
            each.text.encode()
        line._wire.is_end(document)
        line._wire.is_ready(document)


def _packs(data: bytes) -> None:
    """Read a language whose table somebody wrote: its name, and its rows."""
    name, rows = two(data)
    name = re.sub(r"[^a-z.-]", "", name).strip(".")[:40] or "units.tsv"
    Path("xx").mkdir()
    Path("xx", "pack.tsv").write_text("name\tMade up\n", "utf-8")
    Path("xx", name).write_text(rows, "utf-8")
    found = language("xx", Path.cwd())
    text = "so 25 it half past 3 is 1,5"
    found.normalize(text).encode()
    assert found.meet(text, text)
    found.check()


LIVE = [name for name in PROVIDERS.names() if hasattr(PROVIDERS.get(name), "_wire")]
FAILED = json.dumps({"type": "error", "error": {"message": "no"}})

TARGETS = {
    target.name: target
    for target in (
        Target("transcripts", _transcripts, ("\ufeff", '{"', "[", "<", "&#0;", "-->", "\t", "1e999")),
        Target("audio", _audio, ("RIFF", "fmt ", "data", "fLaC", "OggS", "\x7f\x7f\x7f\x7f")),
        Target("normalizers", _normalizers, ("half", " 2nd", "$5", "uh", "(", "[", "\u0966", "<|")),
        Target("forgivers", _forgivers, ("twenty one", "21", "i'm", "co-op", "colour", "uh ", "-")),
        Target("alternatives", _alternatives, ("{", "/", "}", "@", "(", ")", "|", "<eps>", "*")),
        Target("options", _options, ("\n--by\n", "\n-m\n", "\n--forgive\nagent", "\n-n\n", "=", ":")),
        Target("recipes", _recipes, ("|", "@", ":", "+", "wer@1", "forgive", "{", "packs")),
        Target("runfiles", _runfiles, ("null", "-1", "1e999", "[]", "{}", '"', "true")),
        Target("configuration", _configuration, ("[systems]\n", "[[dataset]]\n", " = ", "{", "1979-05-27")),
        Target("databases", _databases, ("NULL", "1e999", "'x'", ";\n", "CREATE TABLE samples(a);\n")),
        Target("stores", _stores, ("SQLite format 3\x00", "CREATE TABLE", "\x00\x01")),
        Target("events", _events, ("null", "[]", "{}", '"final"', "1e999", "-1", FAILED)),
        Target("packs", _packs, ("\t", "\n", "{n}", "{h+6}", "know", "#", "1e9", "-")),
    )
}  # fmt: skip
