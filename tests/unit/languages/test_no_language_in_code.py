"""Words of languages are data: literals of the code have none, but those of a list that only shrinks.

``language_in_code.tsv`` has today's offenders: file, literals with letters beyond ASCII, literals with
words that some pack lists. Run this file to lower its numbers: it never raises one.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mondegreen.languages.folders import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
ALLOWED = Path(__file__).with_name("language_in_code.tsv")
RUST = re.compile(
    r"""//[^\n]*|/\*.*?\*/"""
    r"""|b?r(?P<marks>\#*)"(?P<raw>.*?)"(?P=marks)"""
    r"""|b?"(?P<text>(?:\\.|[^"\\])*)\""""
    r"""|b?'(?P<letter>\\[^']+|[^\\'])'""",
    re.DOTALL,
)
TESTS = re.compile(r"#\[cfg\(test\)\]\s*mod \w+ \{.*", re.DOTALL)
MESSAGE = re.compile(
    r"(?:\b(?:format|panic|write|writeln|println|eprintln|assert\w*|unreachable)!\(|\bErr\(|\.expect\("
    r"|_err\(|ok_or\w*\(|PyErr|Error::new_err\()[^;{}]*\Z"
)
ESCAPE = re.compile(r"\\u\{[0-9a-fA-F]+\}|\\x[0-9a-fA-F]{2}|\\.")
TABLES = (
    "numerals*",
    "classes",
    "units",
    "signs",
    "contractions",
    "abbreviations",
    "informal",
    "fillers",
)
GRAMMAR = {
    "base_ed",
    "base_verb",
    "had_thing",
    "ing_noun",
    "participle",
    "participle_or_base",
    "predicate",
    "pronoun",
    "range_word",
}  # English that names of code are made of too: read
SHORTEST = 4  # shorter words are often words of code: to, set, min


def pack_words() -> frozenset[str]:
    """Return the words of ASCII letters that tables of packs list, but ids and names of columns."""
    found: set[str] = set()
    for table in TABLES:
        for path in FOLDER.glob(f"*/{table}.tsv"):
            for line in path.read_text("utf-8").splitlines():
                cells = [] if line.startswith("# ") else line.split("\t")
                if cells[:1] and cells[0] in GRAMMAR:
                    continue
                last = cells[4:] if path.stem.startswith("numerals") else cells[2:] or cells
                text = re.sub(r"\{[^}]*\}", " ", " ".join(last))
                found.update(re.findall(r"[a-z]+", text.lower()))
    return frozenset(word for word in found if len(word) >= SHORTEST)


def rust_literals(text: str) -> Iterator[str]:
    """Return what literals of Rust say, but those of tests and of messages."""
    code = TESTS.sub("", text)
    for found in RUST.finditer(code):
        said = next((found[name] for name in ("raw", "text", "letter") if found[name]), None)
        if said is not None and not MESSAGE.search(
            code[max(0, found.start() - 200) : found.start()]
        ):
            yield ESCAPE.sub(" ", said)


def python_literals(text: str) -> Iterator[str]:
    """Return what literals of Python say, but docstrings and what is raised."""
    tree = ast.parse(text)
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if node not in skipped and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def code() -> Iterator[tuple[str, Iterator[str]]]:
    """Return each file of code with its literals."""
    for path in sorted(ROOT.glob("crates/**/*.rs")):
        inside = path.relative_to(ROOT).parts
        if (
            not {"tests", "frozen", "target", "benches", "examples"} & {*inside}
            and path.stem != "tests"
        ):
            yield path.relative_to(ROOT).as_posix(), rust_literals(path.read_text("utf-8"))
    for room in ("forgive", "text"):
        for path in sorted(ROOT.glob(f"src/mondegreen/{room}/**/*.py")):
            yield path.relative_to(ROOT).as_posix(), python_literals(path.read_text("utf-8"))


def offenders() -> dict[str, tuple[int, int]]:
    """Return by file how many literals have other letters, and how many have words of packs."""
    known = pack_words()
    found = {}
    for path, literals in code():
        letters = words = 0
        for literal in literals:
            letters += any(letter.isalpha() and not letter.isascii() for letter in literal)
            words += not known.isdisjoint(re.findall(r"[a-z]+", literal.lower()))
        if letters or words:
            found[path] = (letters, words)
    return found


def allowed() -> dict[str, tuple[int, int]]:
    """Return the numbers of the list."""
    lines = ALLOWED.read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {path: (int(letters), int(words)) for path, letters, words in rows}


def test_no_file_has_more_language_than_the_list_allows() -> None:
    """A new literal belongs into a pack."""
    known = allowed()
    more = {
        path: (found, known.get(path, (0, 0)))
        for path, found in offenders().items()
        if any(now > then for now, then in zip(found, known.get(path, (0, 0)), strict=True))
    }
    assert not more, f"literals with letters beyond ASCII, with words of packs; allowed: {more}"


def test_the_list_only_shrinks() -> None:
    """What is gone may not come back: lower the numbers with ``python tests/unit/languages/...``."""
    found = offenders()
    fewer = {
        path: (found.get(path, (0, 0)), then)
        for path, then in allowed().items()
        if found.get(path, (0, 0)) < then and all(map(int.__le__, found.get(path, (0, 0)), then))
    }
    assert not fewer, f"run python {Path(__file__).relative_to(ROOT)} to lower: {fewer}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('let a = "twenty"; // "thirty"', ["twenty"]),
        ('let b = \'é\'; let c: &\'static str = r#"a "b" c"#;', ["é", 'a "b" c']),
        ('/* "no" */ b"bytes" "a\\"b\\u{e9}"', ["bytes", "a b "]),
        ('Err(format!("expected twenty")); f("x")', ["x"]),
        ('f("x");\n#[cfg(test)]\nmod tests { const A: &str = "y"; }', ["x"]),
    ],
)
def test_literals_of_rust_are_found(text: str, said: list[str]) -> None:
    """Comments, messages and tests have none."""
    assert list(rust_literals(text)) == said


def test_literals_of_python_are_found() -> None:
    """Docstrings and messages have none."""
    text = '"""no"""\nA = "twenty"\ndef f():\n    """no"""\n    raise ValueError(f"no {A}")\n'
    assert list(python_literals(text)) == ["twenty"]


def lower() -> None:
    """Write the list anew; a number that is known never rises."""
    known = allowed() if ALLOWED.exists() else None
    found = offenders()
    if known is not None:
        found = {
            path: tuple(map(min, found[path], known[path]))  # type: ignore[misc]
            for path in found.keys() & known.keys()
        }
    head = (
        "# file, literals with letters beyond ASCII, literals with words of packs; see the test\n"
    )
    rows = (f"{path}\t{letters}\t{words}\n" for path, (letters, words) in sorted(found.items()))
    ALLOWED.write_text(head + "".join(rows), "utf-8")


if __name__ == "__main__":
    lower()
