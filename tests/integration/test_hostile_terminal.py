"""Whatever is in files, names and options: a terminal is sent no command, and nothing hides.

Every output and every message of the command line, with hostile text in every place that a user's
data can reach.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.cli.app import run

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = Callable[..., tuple[int, str, str]]

COMMANDS = [
    *("\x1b[31m", "\x1b]0;title\x07", "\r", "\x08", "\x00", "\x0b", "\x0c", "\x1c", "\x7f"),
    *("\x85", "\x9b31m", "\x9d0;x\x9c", "\u2028", "\u2029"),
    *("\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"),
]
# An alignment puts right-to-left text between these two itself, always in pairs.
ISOLATES = {"\u2068", "\u2069"}
ORDINARY = [
    "שלום",
    "مرحبا",
    "می\u200cخواهم",
    "ක්\u200dෂ",
    "👩\u200d👧",
    "今天",
    "e\u0301",
    "a\u00a0b",
]


def sent(text: str, *, allowed: str = "\n") -> set[str]:
    """Return the characters of a text that a terminal would obey."""
    found = set()
    for char in set(text) - set(allowed):
        kind = unicodedata.category(char)
        turns = unicodedata.bidirectional(char) in {
            *("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
        }
        if kind in {"Cc", "Cs", "Zl", "Zp"} or turns:
            found.add(char)
    return found


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def command(capfd: pytest.CaptureFixture[str]) -> Command:
    def call(*words: str) -> tuple[int, str, str]:
        status = run(list(words))
        return (status, *capfd.readouterr())

    return call


def write(but: str = "") -> dict[str, Any]:
    """Write a file with hostile text in every place; return its first row."""
    rows = [
        {
            "id": f"id{at}{bad}x",
            "text": f"said{bad}so {bad} it",
            "pred_text": f"heard{bad}so it",
            f"k{bad}": f"v{bad}w",
            **({"error": f"why{bad}"} if at % 2 else {}),
        }
        for at, bad in enumerate(COMMANDS)
        if bad != but
    ]
    keys = list(dict.fromkeys(key for row in rows for key in row))
    filled = [{key: row.get(key) for key in keys} for row in rows]
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in filled), "utf-8")
    return filled[0]


OUTPUTS = [
    *(("table",), ("table", "--worst", "30"), ("table", "-a"), ("table", "--confusions", "99")),
    *(("html",), ("kaldi",), ("plain",), ("plain", "-a"), ("plain", "-a", "-c"), ("tsv",)),
    *(("json",), ("json", "--worst", "30", "--confusions", "99")),
]


@pytest.mark.parametrize("to", OUTPUTS, ids=" ".join)
def test_outputs(command: Command, to: tuple[str, ...]) -> None:
    write()
    slices = [f"--by=k{bad}" for bad in COMMANDS]
    for by in ([], slices) if to[0] in {"table", "html", "tsv", "json"} else ([],):
        status, out, err = command("score", "t.jsonl", "--to", *to, *by)
        assert status == 0, err
        allowed = "\n\t" if to[0] in {"tsv", "plain"} else "\n"
        assert not sent(out, allowed=allowed) - (ISOLATES if "-a" in to else set())
        assert not sent(err)


def test_json_gives_every_character_back(command: Command) -> None:
    first = write()
    _, out, _ = command("score", "t.jsonl", "--json", "--worst", "99", "--by", "k\x1b[31m")
    content = json.loads(out)
    ids = {each["id"] for each in content["worst"]}
    assert {f"id{at}{bad}x" for at, bad in enumerate(COMMANDS)} == ids
    groups = {part["group"]["k\x1b[31m"] for part in content["slices"]}
    assert groups == {first["k\x1b[31m"], None}
    _, out, _ = command("align", "t.jsonl", "--json")
    assert not sent(out)
    lines = [json.loads(line) for line in out.splitlines()]
    assert "\u202e" in {token for line in lines for token in line["reference"]}


def test_rows_in_files_are_exact(command: Command) -> None:
    for name, but in (("rows.tsv", "\x00"), ("rows.jsonl", "")):
        write(but)  # with a NUL a file is not a text to any reader of TSV
        assert command("score", "t.jsonl", "--per-utterance", name, "--to", "kaldi")[0] == 0
        texts = Path(name).read_text("utf-8")
        assert not sent(texts) or name.endswith("tsv")
        first, again = (
            command("score", file, "--to", "json", "-m", "wer,cer")[1] for file in ("t.jsonl", name)
        )
        assert json.loads(first)["metrics"] == json.loads(again)["metrics"]


def test_alignments(command: Command) -> None:
    write()
    for more in ((), ("--only-errors",), ("--unit", "character")):
        status, out, err = command("align", "t.jsonl", *more)
        assert status == 0, err
        assert not sent(out) - ISOLATES
    for bad in COMMANDS:
        status, out, _ = command("align", "--text", f"a{bad}b", f"{bad} c")
        assert status == 0
        assert not sent(out) - ISOLATES


@pytest.mark.parametrize("bad", [bad for bad in COMMANDS if bad != "\x00"], ids=ascii)
@pytest.mark.parametrize(
    "words",
    [
        ("score", "none{}.txt"),
        ("score", "here{}.txt", "none.txt"),
        ("score", "-r", "here{}.txt"),
        ("score", "here{}.parquet"),
        ("score", "here{}.json", "--format", "jsonl"),
        ("score", "t.jsonl", "--by", "x{}"),
        ("score", "t.jsonl", "-m", "wer{}"),
        ("score", "t.jsonl", "-n", "lower{}"),
        ("score", "t.jsonl", "--lang", "z{}"),
        ("score", "t.jsonl", "--unit", "word{}"),
        ("score", "t.jsonl", "--to", "table{}"),
        ("score", "t.jsonl", "--recipe", "wer|{}"),
        ("score", "t.jsonl", "--recipe", "wer|normalizer:x{}"),
        ("score", "t.jsonl", "--fail-above", "wer={}"),
        ("score", "t.jsonl", "--fail-above", "wer{}=1%"),
        ("score", "t.jsonl", "--min-coverage", "{}"),
        ("score", "t.jsonl", "--save", "x{}"),
        ("score", "t.jsonl", "--save", "no{}/run.json"),
        ("score", "t.jsonl", "--per-utterance", "x{}"),
        ("score", "t.jsonl", "--worst", "{}"),
        ("score", "t.jsonl", "--edit-weights", "{}"),
        ("score", "t.jsonl", "--id-column", "{}"),
        ("score", "t.jsonl", "--format", "{}"),
        ("score", "t.jsonl", "--{}"),
        ("{}",),
        ("list", "{}"),
        ("align", "--text", "a{}"),
        ("demo", "--output", "here{}.txt"),
    ],
    ids=" ".join,
)
def test_messages(command: Command, words: tuple[str, ...], bad: str) -> None:
    write()
    Path(f"here{bad}.txt").write_text("a b\n", "utf-8")
    Path(f"here{bad}.parquet").write_bytes(b"PAR1" + bad.encode() * 9 + b"PAR1")
    Path(f"here{bad}.json").write_text(f'{{"a": "{bad}"', "utf-8")
    status, out, err = command(*(word.replace("{}", bad) for word in words))
    if bad.isspace() and "wer{}" in words:
        assert status == 0, "white space around a name is nothing"
        return
    assert status == 2, (out, err)
    assert not out
    assert not sent(err)
    assert err.count("\n") == 1


def test_the_folder_of_the_demo(command: Command) -> None:
    status, out, err = command("demo", "--output", "\x1b[31m\u202e")
    assert (status, err) == (0, "")
    assert not sent(out)


def test_warnings_of_others(command: Command) -> None:
    import warnings

    write()
    command("score", "t.jsonl", "--to", "plain")  # warnings are shown by the command from here on
    warnings.showwarning("\x1b[31mred\u2028", UserWarning, "x", 1)  # type: ignore[arg-type]
    assert not sent(command("list", "units")[2])


def test_ordinary_text_stays_as_it_is(command: Command) -> None:
    rows = [
        {"id": word, "text": f"{word} {word}", "pred_text": word, "k": word} for word in ORDINARY
    ]
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for to in ("table", "tsv", "html", "json"):
        _, out, _ = command("score", "t.jsonl", "--by", "k", "--to", to)
        for word in ORDINARY[:-1]:
            assert word in out, to
