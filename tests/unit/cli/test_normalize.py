"""``mondegreen normalize``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mondegreen.text.normalizers import NORMALIZERS
from mondegreen.text.normalizers.lower import Lower

Command = Callable[..., Any]


@pytest.fixture
def texts(folder: Path) -> None:
    Path("t.txt").write_text("It's $5\n\non it\n", "utf-8")
    rows = [{"id": "a\x1b[1m", "text": "One\x1b[2J\nTwo"}, {"id": "b", "text": None}]
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    Path("t.csv").write_text("said,heard\nONE,TWO\n", "utf-8")


@pytest.mark.usefixtures("texts")
class TestNormalize:
    def test_one_line_a_text(self, command: Command) -> None:
        done = command("normalize", "-n", "semantic@1", "t.txt")
        assert (done.status, done.out, done.err) == (0, "it is five dollars\n\non it\n", "")

    def test_missing_texts_and_control_characters(self, command: Command) -> None:
        done = command("normalize", "-n", "lower", "t.jsonl")
        assert done.out == "one\\x1b[2j\\ntwo\n\n"
        assert "1 of 2 texts is missing; their lines are empty" in done.err
        assert "--output FILE writes them as they are" in done.err

    @pytest.mark.parametrize("name", ["whisper-english", "none", "lower", "calls"])
    def test_null_stays_null(self, command: Command, name: str) -> None:
        done = command("normalize", "-n", name, "t.jsonl", "--json")
        lines = [json.loads(line) for line in done.out.splitlines()]
        assert [line["id"] for line in lines] == ["a\x1b[1m", "b"]
        assert lines[1]["normalized"] is None
        assert "\x1b" not in done.out

    def test_show(self, command: Command) -> None:
        done = command("normalize", "-n", "semantic@1", "t.txt", "--show")
        assert done.out == (
            "1\n  before  It's $5\n  after   it is five dollars\n"
            "    It's $5 -> it is five dollars  (0-7)\n1 of 3 texts changed (semantic@1)\n"
        )

    @pytest.mark.parametrize(
        "name", ["whisper-english", "calls", "stt-diff", "space-norm", "lower"]
    )
    def test_places_are_those_of_the_text(self, command: Command, name: str) -> None:
        lines = [
            "  Uh,\u00a0 ONE [x] DON’T\u3000stop. ",
            "A--B\tC",
            "$5,000 it's 20 mm",
            "[a] [b]",
            "… x",
        ]
        Path("p.txt").write_text("\n".join(lines), "utf-8")
        done = command("normalize", "-n", name, "p.txt", "--show", "--json")
        rows = [json.loads(line) for line in done.out.splitlines()]
        assert any(row["rewrites"] for row in rows)
        for row in rows:
            for each in row["rewrites"]:
                assert row["text"][each["start"] : each["end"]].split() == each["before"].split()

    def test_show_with_rules(self, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
        class Told(Lower):
            name = "told"

            def rewrites(self, text: str) -> list[tuple[str, int, int, str, str]]:
                return [("ca\x1bse", 0, 1, text[:1], text[:1].lower())]

        monkeypatch.setattr(NORMALIZERS, "_table", {"told": Told})
        done = command("normalize", "-n", "told", "t.txt", "--show")
        assert "    I -> i  (ca\\x1bse, 0-1)\n" in done.out
        done = command("normalize", "-n", "told", "t.txt", "--show", "--json")
        assert json.loads(done.out.splitlines()[0])["rewrites"] == [
            {"rule": "ca\x1bse", "start": 0, "end": 1, "before": "I", "after": "i"}
        ]

    def test_diff(self, command: Command) -> None:
        done = command("normalize", "-n", "semantic@1", "t.txt", "--diff", "lower")
        assert done.out == (
            "1\n  text        It's $5\n  semantic@1  it is five dollars\n  lower@1     it's $5\n"
            "1 of 3 texts differs (semantic@1, lower@1)\n"
        )
        found = json.loads(
            command("normalize", "-n", "semantic@1", "t.txt", "--diff", "lower", "--json").out
        )
        assert (found["texts"], found["differ"], len(found["rows"])) == (3, 1, 1)

    def test_hostile_texts_are_shown(self, command: Command) -> None:
        for options in (["--show"], ["--diff", "none"], ["--diff", "none", "--json"]):
            done = command("normalize", "-n", "lower", "t.jsonl", *options)
            assert done.status == 0
            assert "\x1b" not in done.out

    def test_columns(self, command: Command) -> None:
        assert command("normalize", "-n", "lower", "t.csv", "--column", "heard").out == "two\n"
        done = command("normalize", "-n", "lower", "t.csv")
        assert done.status == 2
        assert "which column? Columns found: 'said', 'heard'. Name one with --column" in done.err

    def test_output(self, command: Command) -> None:
        done = command("normalize", "-n", "lower", "t.txt", "--output", "o.txt")
        assert (done.status, done.out) == (0, "")
        assert Path("o.txt").read_text("utf-8") == "it's $5\n\non it\n"

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (("-n", "lowr", "t.txt"), "Did you mean 'lower'?"),
            (("-n", "lower", "none.txt"), "none.txt: no such file"),
            (("-n", "lower", "t.csv", "--column", "sai"), "Did you mean 'said'?"),
            (("-n", "lower", "t.txt", "--show", "--diff", "none"), "choose one"),
            (("-n", "lower", "t.txt", "-o", "o.txt", "--json"), "leave out"),
            (("-n", "lower", "t.txt", "-o", "t.txt"), "would be lost"),
            (("-n", "lower", "t.jsonl", "-o", "o.txt"), "text 1 has a line break"),
            (("t.txt",), "-n"),
        ],
    )
    def test_mistakes(self, command: Command, words: tuple[str, ...], message: str) -> None:
        done = command("normalize", *words)
        assert (done.status, done.out) == (2, "")
        assert message in done.err


@pytest.mark.usefixtures("folder")
class TestLanguages:
    def test_a_column_chooses_the_normalizer(self, command: Command) -> None:
        rows = [
            {"id": "a", "text": "zwei Karten", "lang": "de-AT"},
            {"id": "b", "text": "two cards, uh", "lang": "en"},
        ]
        Path("f.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        given = ("normalize", "-n", "mondegreen-{lang}", "f.jsonl")
        assert command(*given).out == "2 karten\n2 cards\n"
        shown = command(*given, "--show").out
        assert "    zwei -> 2  (cardinal, 0-4)\n" in shown
        assert '    uh -> ""  (fillers, 11-13)\n' in shown
        assert shown.endswith("2 of 2 texts changed (mondegreen-{lang}@2)\n")
        assert "1 of 2 texts differs" in command(*given, "--diff", "mondegreen-de").out
        done = command("normalize", "-n", "mondegreen-{spoken}", "f.jsonl")
        assert "needs the column 'spoken'; columns: 'id', 'text', 'lang'" in done.err

    def test_a_file_without_columns_has_no_languages(self, command: Command) -> None:
        Path("t.txt").write_text("zwei\n", "utf-8")
        done = command("normalize", "-n", "mondegreen-{lang}", "t.txt")
        assert done.status != 0
        assert "needs the column 'lang'" in done.err

    def test_a_region_is_read_as_its_language_which_is_said(self, command: Command) -> None:
        Path("t.txt").write_text("zwei\n", "utf-8")
        done = command("normalize", "-n", "mondegreen-de-AT", "t.txt")
        assert (done.out, done.err) == (
            "2\n",
            "mondegreen: mondegreen-de-AT is read as mondegreen-de@2\n",
        )
        assert not command("normalize", "-n", "mondegreen-de", "t.txt").err
