"""``score``, ``report`` and ``compare`` reach the same number with the same options."""

from __future__ import annotations

import json
import re
import shlex
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer
from recorded_rulings import record

from mondegreen.cli.commands import program
from mondegreen.cli.panels import ORDER
from mondegreen.judges.differences import Place
from mondegreen.report.number_format import percent

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Done

    Command = Callable[..., Done]

SYSTEMS = ("whisper-tiny", "pocketsphinx-default")
AGENT = "--forgive agent"
# An option with what goes with it; each option that decides a number is here.
CASES = {
    "--metric": "-m cer",
    "--normalizer": "-n lower",
    "--unit": "-m cer --unit grapheme",
    "--lang": f"{AGENT} --lang en",
    "--ties": "-m mer --ties jiwer",
    "--edit-weights": "--edit-weights sclite",
    "--alternatives": "--alternatives fragments",
    "--dont-care": "--dont-care '[0-9]+'",
    "--forgive": AGENT,
    "--no-guard": "--forgive agent,phonetic --no-guard",
    "--entity": f"{AGENT} --entity card --entity Friday",
    "--synonyms": "--synonyms same.tsv",
    "--spellings": "--spellings same.tsv",
    "--severities": f"-m reader {AGENT} --severities reader",
    "--entities": "-m entities --entities names.tsv",
    "--missing": "--missing deletions",
    "--insertions": "-m space-wer --insertions neighbour",
    "--recipe": "--recipe 'cer|normalizer:lower|missing:skip'",
    "--threads": "--threads 2",
    "--format": "--format jsonl",
    "--encoding": "--encoding cp1252",
    "--id-column": "--id-column id",
    "--join-by": "--join-by speaker",
    "--max-line": "--max-line 10000",
}
# Where the files stand: the test has a table, in which these are the systems.
OF_FILES = {
    *("--reference", "--hypothesis", "--hypothesis-format", "--hypothesis-encoding"),
    *("--reference-column", "--hypothesis-column", "--languages"),
}
# Of sessions, which are no table: tests/unit/speakers has them.
OF_SESSIONS = {"--uem", "--collar", "--der-collar", "--no-der-overlap", "--der-convention"}
OF_SCORE = {
    "--save-normalized": "a file of one result",
    "--save-facts": "a file of one result",
}
SHARED = ("Input", "Scoring", "Judges")


@pytest.fixture(autouse=True)
def example(folder: Path) -> Path:
    shipped = resources.files("mondegreen.examples").joinpath("utterances.jsonl")
    rows = [json.loads(line) for line in shipped.read_text("utf-8").splitlines()[:60]]
    rows[7]["whisper-tiny"] = None
    Path("whole.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    rows[7]["whisper-tiny"] = ""
    Path("wide.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    Path("names.tsv").write_text("4471\tNUMBER\nFriday\tDATE\ncard\n", "utf-8")
    Path("same.tsv").write_text("".join(f"{word}\tyou\n" for word in ("your", "the")), "utf-8")
    return folder


def agree(command: Command, file: str, words: list[str], systems: tuple[str, ...]) -> set[float]:
    """Assert that the three commands say the same of each system; return the rates."""
    more = ["--systems", ",".join(systems), *words]
    compared = command("compare", file, *more, "--resamples", "100", "--differ", "0", "--json")
    assert compared.status == 0, compared.err
    found = json.loads(compared.out)
    rates = {each["name"]: each["own_rate"] for each in found["systems"]}
    reported = command("report", file, *more, "--resamples", "100")
    assert reported.status == 0, reported.err
    page = Path("report.html").read_text("utf-8")
    for name in systems:
        scored = command("score", file, "--hypothesis-column", name, *words, "--json")
        assert scored.status == 0, scored.err
        result = json.loads(scored.out)
        first = result["metrics"][0]
        assert rates[name] == first["value"]
        assert found["signature"].partition("|mondegreen")[0] in result["signature"]
        assert f">{percent(first['value'])}<" in re.sub(r">\s+|\s+<", _bare, page), name
    return set(rates.values())


def _bare(match: re.Match[str]) -> str:
    return match[0].strip()


@pytest.mark.parametrize("option", CASES)
def test_three_commands_reach_one_number(option: str, command: Command) -> None:
    words = shlex.split(CASES[option])
    file = "whole.jsonl" if option in {"--missing", "--recipe"} else "wide.jsonl"
    agree(command, file, words, SYSTEMS)


def test_three_commands_ask_one_judge(folder: Path, command: Command) -> None:
    Path("judged.jsonl").write_text(
        '{"id": "u1", "reference": "pay the card", "a": "pay the cart", "b": "pay the card"}\n'
    )
    place = Place(("pay the", "card", ""), ("pay the", "cart", ""), end=True)
    record(folder / "answers.jsonl", [place])
    words = ["-m", "semantic-wer", "--model", "replay:answers.jsonl", "--cache", "none"]
    assert agree(command, "judged.jsonl", words, ("a", "b")) == {0.0, 1 / 3}


def options_of(name: str) -> dict[str, Any]:
    group: Any = typer.main.get_command(program())
    found = group.commands[name].params
    return {
        max([*each.opts, *each.secondary_opts], key=len): each
        for each in found
        if each.param_type_name == "option"
    }


@pytest.mark.parametrize("name", ["report", "compare"])
def test_what_decides_the_number_in_score_does_so_elsewhere(name: str) -> None:
    here = options_of(name)
    for option, parameter in options_of("score").items():
        if parameter.rich_help_panel not in SHARED or option in OF_SCORE:
            continue
        assert option in here, f"{name} lacks {option}, which decides the number in score"
        if option not in OF_FILES | {"--metric"}:
            assert here[option].help == parameter.help
        assert option in {*CASES, *OF_FILES, *OF_SESSIONS} or parameter.rich_help_panel == "Judges"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("report wide.jsonl --systems whisper-tiny --no-text --redact", "leave it out"),
        ("compare wide.jsonl --systems a,b --no-text --differ 3", "--no-text keeps it out"),
        ("compare wide.jsonl --systems a,b --no-text --together", "--no-text keeps it out"),
        ("compare wide.jsonl --systems a,b --slice noise", "--by COLUMN slices, as everywhere"),
        ("compare wide.jsonl --by noise", "type --system-column noise"),
        ("compare wide.jsonl --systems whisper-tiny,b", "named 'b'. Columns found:"),
        ("report wide.jsonl --systems whisper-tiny,b", "(--systems)"),
        ("report wide.jsonl --systems whisper-tiny --reference txt", "(--reference)"),
        ("report wide.jsonl --systems whisper-tiny --by nois", "Did you mean 'noise'?"),
        ("compare wide.jsonl --systems whisper-tiny,pocketsphinx-narrow --by nois", "'noise'?"),
        ("report wide.jsonl", "compare them with --systems pocketsphinx-default,pocketsphinx-n"),
        ("compare wide.jsonl", "compare them with --systems pocketsphinx-default,pocketsphinx-n"),
        (
            "compare a=wide.jsonl --hypothesis-column whisper-tiny",
            "or --system-column COLUMN",
        ),
        ("report a.txt -h b.txt -r r.txt", "a.txt and -h b.txt are both given"),
        ("score wide.jsonl --recipe wer -c", "leave out --cer"),
        (
            "report wide.jsonl --systems whisper-tiny --recipe wer -m cer --no-guard",
            "leave out --metric, --no-guard",
        ),
    ],
)
def test_each_mistake_is_named(line: str, message: str, command: Command) -> None:
    done = command(*line.split())
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_names_with_run_files_are_for_what_is_scored_yet(command: Command) -> None:
    one = ["--hypothesis-column", "whisper-tiny", "--save", "run.json", "--save-texts"]
    words = ["--forgive", "agent", "--entity", "card"]
    assert command("score", "wide.jsonl", *one, *words).status == 0
    more = ["run.json", "wide.jsonl", "--hypothesis-column", "pocketsphinx-narrow"]
    for name in ("compare", "report"):
        done = command(name, *more, "--entity", "card")
        assert done.status == 0, done.err
        done = command(name, "run.json", "a=run.json", "--entity", "card")
        assert done.status == 2
        assert "run is a run file, which was scored already; leave out --entity\n" in done.err


@pytest.mark.parametrize("option", ["--entities", "--entity", "--ties", "--alternatives"])
def test_places_under_another_normalizer_are_those_of_score(option: str, command: Command) -> None:
    words = shlex.split(CASES[option])
    more = ["--systems", ",".join(SYSTEMS), "--normalizers", "lower", "--resamples", "100"]
    compared = command("compare", "wide.jsonl", *more, *words, "--json")
    assert compared.status == 0, compared.err
    for system in json.loads(compared.out)["places"]["systems"]:
        where = ["wide.jsonl", "--hypothesis-column", system["name"], "-n", "lower"]
        scored = json.loads(command("score", *where, *words, "--json").out)
        assert system["rates"]["lower"] == scored["metrics"][0]["value"]


@pytest.mark.parametrize(
    ("words", "doubt"),
    [
        ("score heard.txt heard.txt", "heard.txt is given for both sides"),
        ("score hyp.txt ref.txt", "hyp.txt is taken for the references, but hyp.txt is named as"),
        ("score pred-1.txt gt.txt", "pred-1.txt is taken for the references"),
        ("score ref.txt hyp.txt", ""),
        ("score -r hyp.txt -h ref.txt", ""),
        ("score heard.txt ref.txt", "ref.txt is named as references are"),
        ("score hyp.txt ref.txt --to kaldi", "come first: mondegreen score ref.txt hyp.txt\n"),
    ],
)
def test_the_order_of_files_is_said_where_names_contradict_it(
    words: str, doubt: str, command: Command
) -> None:
    for name in ("ref", "hyp", "heard", "pred-1", "gt"):
        Path(f"{name}.txt").write_text(f"the {name} sat\n", "utf-8")
    done = command(*words.split())
    assert done.status == 0
    assert done.err.count("warning: ") == bool(doubt)
    assert doubt in done.err


def every_command() -> list[str]:
    group: Any = typer.main.get_command(program())
    inner = {name: getattr(each, "commands", {}) for name, each in group.commands.items()}
    return [f"{name} {each}" for name, under in inner.items() for each in under or [""]]


@pytest.mark.parametrize("name", ["", "judge", *map(str.strip, every_command())])
def test_help_fits_and_has_groups_and_an_example(
    name: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = command(*name.split(), "--help").out.splitlines()
    assert max(map(len, lines)) <= 80, max(lines, key=len)
    headings = {line for line in lines if line.endswith(":") and not line.startswith("  ")}
    if name in {"", "judge", "bench ground-truth"}:
        assert not [line for line in lines if line.startswith("  ") and line.endswith("...")], (
            "cut short"
        )
        assert headings == {"Options:", "Commands:"}
        return
    assert headings <= {f"{panel}:" for panel in ORDER}
    assert any(line.startswith(f"    mondegreen {name}") for line in lines), "an example"
    if name in {"score", "report", "compare"}:
        headings = set(command(name, "--help-all").out.splitlines())
        assert {"Input:", "Scoring:", "Judges:", "Output:", "Intervals:"} <= headings
