"""``mondegreen score``."""

import csv
import json
import random
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.cli.hints import composition_alone

Command = Callable[..., Any]
FILES = ("r.txt", "h.txt")


@pytest.fixture
def table() -> str:
    """A file with both sides, an empty and a missing hypothesis."""
    rows = [
        {"id": "a", "text": "one two", "pred_text": "one too", "speaker": "ann", "snr": 3},
        {"id": "b", "text": "three", "pred_text": "", "speaker": "bob", "snr": None},
        {"id": "c", "text": "four", "pred_text": None, "speaker": "ann", "snr": 20},
    ]
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return "t.jsonl"


def test_a_table(command: Command) -> None:
    done = command("score", *FILES)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == ["metric", "rate", "errors", "made", "of"]
    assert lines[1].split()[:4] == ["wer", "20.00", "%", "1"]
    assert lines[3] == "2 scored, 0 empty, 0 missing, 0 failed"
    assert lines[4].startswith("wer@1|unit:word@1|")


@pytest.mark.parametrize(
    "words", [("-r", "r.txt", "-h", "h.txt"), ("r.txt", "-h", "h.txt"), FILES,
              ("--reference", "r.txt", "--hypothesis", "h.txt")],
)  # fmt: skip
def test_files_however_they_are_named(command: Command, words: tuple[str, ...]) -> None:
    assert command("score", *words, "--to", "plain").out == "0.2\n"


def test_the_same_as_python(command: Command) -> None:
    texts = ["the cat sat", "on it"], ["the hat sat", "on it"]
    result = mg.score(*texts, metrics=["wer", "cer", "mer"])
    for to in ("table", "json", "tsv", "plain"):
        done = command("score", *FILES, "-m", "wer,cer", "-m", "mer", "--to", to)
        assert done.out == result.render(to) + "\n"
    kaldi = command("score", *FILES, "-m", "wer,sentence", "--to", "kaldi").out
    assert kaldi == mg.score(*texts, metrics=["wer", "sentence"]).render("kaldi") + "\n"


def test_json(command: Command) -> None:
    done = command("score", *FILES, "--json", "-m", "wer", "--worst", "1")
    content = json.loads(done.out)
    assert content["metrics"][0]["value"] == 0.2
    assert [found["id"] for found in content["worst"]] == ["1"]


@pytest.mark.parametrize("to", ["json", "tsv", "kaldi"])
def test_nothing_is_mixed_into_what_programs_read(command: Command, to: str) -> None:
    alone = command("score", *FILES, "--to", to).out
    for flags in (("--worst", "1"), ("-a",)):
        done = command("score", *FILES, "--to", to, *flags)
        if done.status == 2:
            assert not done.out
            assert "does not fit" in done.err
        elif to == "json":
            assert json.loads(done.out)["metrics"] == json.loads(alone)["metrics"]
        else:
            assert done.out == alone


@pytest.mark.parametrize(
    ("flags", "output"), [((), "0.2\n"), (("-c",), "0.0625\n"), (("-g",), "0.2\n")]
)
def test_jiwers_flags(command: Command, flags: tuple[str, ...], output: str) -> None:
    assert command("score", *FILES, *flags, "--to", "plain").out == output


def test_joined_files_may_have_other_numbers_of_lines(command: Command) -> None:
    Path("h.txt").write_text("the hat\nsat on\nit", "utf-8")
    assert command("score", *FILES, "-g", "--to", "plain").out == "0.2\n"
    assert command("score", *FILES).status == 2


def test_alignments_first(command: Command) -> None:
    done = command("score", *FILES, "-a")
    assert done.out.startswith("1: 1 error, wer 33.3 %\nREF  the cat sat\n")


def test_help_is_not_h(command: Command) -> None:
    done = command("score", "-h")
    assert done.status == 2
    assert "It is the hypothesis file, as in jiwer; help is --help" in done.err.replace("\n", " ")


def test_missing_hypotheses(command: Command, table: str) -> None:
    done = command("score", table)
    assert done.status == 2
    assert done.err.startswith(
        "mondegreen: 1 of 3 utterances have no hypothesis (1 missing, 0 failed)"
    )
    assert "--missing" in done.err
    skipped = command("score", table, "--missing", "skip")
    assert "2 scored, 1 empty, 1 missing, 0 failed (missing and failed left out)" in skipped.out
    counted = command("score", table, "--missing", "deletions", "--to", "plain")
    assert counted.out == "0.75\n"


def test_slices(command: Command, table: str) -> None:
    done = command("score", table, "--missing", "skip", "--by", "speaker")
    rows = [line.split() for line in done.out.splitlines()]
    assert ["ann", "1", "1", "50.00", "%"] in rows
    assert ["bob", "1", "1", "100.00", "%"] in rows
    wrong = command("score", table, "--missing", "skip", "--by", "speeker")
    assert wrong.status == 2
    assert "there is no column 'speeker' to slice by; columns: 'speaker', 'snr'" in wrong.err


def test_worst(command: Command, table: str) -> None:
    done = command("score", table, "--missing", "deletions", "--worst", "2")
    found = [line for line in done.out.splitlines() if " error, " in line]
    assert found == ["b: 1 error, wer 100.0 %", "c: 1 error, wer 100.0 %"]


# -- gates -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gate", "status"),
    [
        ("wer=20%", 0),
        ("wer=0.2", 0),
        ("wer=19.9%", 1),
        ("wer=0.1999", 1),
        ("wer=300%", 0),
        ("wer=0", 1),
    ],
)
def test_gates(command: Command, gate: str, status: int) -> None:
    done = command("score", *FILES, "--fail-above", gate)
    assert done.status == status
    assert ("gate not met: wer is 20.00 %, above" in done.err) == bool(status)


@pytest.mark.parametrize(
    "gate", ["wer=12", "wer=-1%", "wer=nan", "wer=inf", "wer", "=12%", "wer=x", "cer=1%"]
)
def test_gates_that_cannot_be_meant(command: Command, gate: str) -> None:
    done = command("score", *FILES, "--fail-above", gate)
    assert done.status == 2
    assert not done.out


def test_a_rate_that_is_none_meets_no_gate(command: Command) -> None:
    Path("r.txt").write_text("\n\n", "utf-8")
    done = command("score", *FILES, "--fail-above", "wer=1000%")
    assert done.status == 1
    assert "wer has no rate (errors against an empty reference)" in done.err


def test_nothing_scored_meets_no_gate(command: Command) -> None:
    Path("t.jsonl").write_text('{"text": "a", "pred_text": null}\n', "utf-8")
    done = command("score", "t.jsonl", "--missing", "skip", "--fail-above", "wer=1000%")
    assert done.status == 1
    assert "nothing was scored" in done.err


@pytest.mark.parametrize(("least", "status"), [("66%", 0), ("0.67", 1), ("100%", 1)])
def test_coverage_gate(command: Command, table: str, least: str, status: int) -> None:
    done = command("score", table, "--missing", "skip", "--min-coverage", least)
    assert done.status == status
    assert ("coverage is 66.67 %, below" in done.err) == bool(status)


# -- recipes and options -----------------------------------------------------------------------


def test_a_signature_given_back(command: Command) -> None:
    options = ("-m", "cer,mer", "-n", "lower", "--unit", "grapheme", "--edit-weights", "sclite")
    first = command("score", *FILES, *options)
    signature = first.out.splitlines()[-1]
    assert command("score", *FILES, "--recipe", signature).out == first.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("score",), "name a file with both sides, or two"),
        (("score", "a", "b", "c"), "at most two"),
        (
            ("score", "r.txt", "none.txt"),
            "none.txt: no such file; expected the file of the hypotheses",
        ),
        (("score", *FILES, "-m", "wre"), "Did you mean 'wer'"),
        (("score", *FILES, "--to", "xml"), "no output format is named 'xml'"),
        (("score", *FILES, "--ties", "first"), "--ties first"),
        (("score", *FILES, "--unit", "syllable"), "cannot count in 'syllable'"),
        (("score", *FILES, "--missing", "zero"), "--missing zero"),
        (("score", *FILES, "-n", "lover"), "Did you mean 'lower'"),
        (("score", *FILES, "--recipe", "wer@0"), "version 1, not 0"),
        (("score", *FILES, "--save", "run.txt"), "a run file ends in .parquet or .json"),
        (
            ("score", *FILES, "--per-utterance", "rows.xls"),
            "end it in .tsv, .csv, .jsonl or .parquet",
        ),
        (("score", *FILES, "--save", "none/run.json"), "there is no folder none"),
        (
            ("score", *FILES, "--threads", "-1"),
            "--threads -1: expected a whole number, 0 for all cores",
        ),
        (("scoer", *FILES), "scoer"),
    ],
)
def test_mistakes(command: Command, words: tuple[str, ...], message: str) -> None:
    done = command(*words)
    assert done.status == 2
    assert not done.out
    assert message in done.err
    assert "Traceback" not in done.err


def test_unspaced_scripts(command: Command) -> None:
    Path("r.txt").write_text("今天天气\n好\n", "utf-8")
    Path("h.txt").write_text("今天天汽\n好\n", "utf-8")
    assert "warning: these texts have no spaces between words" in command("score", *FILES).err
    for asked in (("-m", "cer"), ("--unit", "character")):
        assert "warning" not in command("score", *FILES, *asked).err
    chinese = command("score", *FILES, "--lang", "zh")
    assert "scoring characters (cer)" in chinese.err
    assert "cer@1|unit:character-no-space@1" in chinese.out


def test_form_alone(command: Command) -> None:
    Path("h.txt").write_text("The hat sat,\non it\n", "utf-8")
    done = command("score", *FILES)
    assert "of the wer of 60.0 %, 40.0 points are case and punctuation only" in done.err
    assert done.out.splitlines()[-1].startswith("wer@1|")
    assert "points" not in command("score", *FILES, "-n", "lower").err
    assert "points" not in command("score", *FILES, "--to", "plain").err


def test_letters_written_in_two_ways(command: Command) -> None:
    apart = "u\u0308ber alle\u0301 nai\u0308ve"
    composed = unicodedata.normalize("NFC", apart)
    Path("r.txt").write_text(f"{composed}\nthe cat\n", "utf-8")
    Path("h.txt").write_text(f"{apart}\nthe hat\n", "utf-8")
    said = "of the wer of 80.0 %, 60.0 points are letters that look the same"
    assert said in command("score", *FILES).err
    assert said in command("score", *FILES, "-n", "lower").err
    assert "-n mondegreen-any" in command("score", *FILES).err
    # 22 characters of references; each letter that is two code points is two errors.
    assert "of the cer of 31.8 %, 27.3 points" in command("score", *FILES, "-m", "cer").err
    for name in ("mondegreen-any", "mondegreen-de", "whisper-basic", "whisper-english"):
        assert "code point" not in command("score", *FILES, "-n", name).err
    assert "code point" not in command("score", "h.txt", "h.txt").err
    Path("h.txt").write_text(f"{composed.upper()}\nthe hat\n", "utf-8")
    assert "code point" not in command("score", *FILES).err


def test_many_marks_on_one_letter_are_not_composed(command: Command) -> None:
    Path("r.txt").write_text("e" + "\u0301" * 100_000 + "\n", "utf-8")
    Path("h.txt").write_text("e" + "\u0301\u0323" * 50_000 + "\n", "utf-8")
    began = process_time()
    done = command("score", *FILES)
    assert process_time() - began < 10  # seconds; composing them took 25
    assert done.status == 0
    assert "100.00 %" in done.out
    assert "look the same" not in done.err


@pytest.mark.parametrize("view", ["--classes", "--confusions=3"])
@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("one ", "x "),
        pytest.param("one two three ", "two x ", marks=pytest.mark.slow),
        pytest.param("a-b ", "ab c ", marks=pytest.mark.slow),
    ],
)
def test_one_text_of_many_words(command: Command, said: str, heard: str, view: str) -> None:
    Path("r.txt").write_text(said * 6_000 + "\n", "utf-8")
    Path("h.txt").write_text(heard * 6_000 + "\n", "utf-8")
    began = process_time()
    done = command("score", *FILES, "--forgive", "agent", view)
    assert process_time() - began < 20  # seconds; a table of all pairs of words took minutes
    assert done.status == 0
    assert "remaining" in done.out


def test_both_sides_apart_costs_nothing(command: Command) -> None:
    Path("r.txt").write_text("cafe\u0301 noir\n", "utf-8")
    Path("h.txt").write_text("cafe\u0301 noire\n", "utf-8")
    assert "code point" not in command("score", *FILES).err


@pytest.mark.parametrize("normalizer", ["none", "lower", "stt-diff", "calls", "semantic"])
@pytest.mark.parametrize("metric", ["wer", "cer"])
def test_the_points_are_those_of_composed_texts(normalizer: str, metric: str) -> None:
    chance = random.Random(7)
    words = [
        "caf\u00e9",
        "cafe\u0301",
        "o\u0308l",
        "\u00f6l",
        "plain",
        "Plain",
        "n\u0303",
        "\uac00",
    ]
    texts = [
        [" ".join(chance.choices(words, k=chance.randrange(6))) for _ in range(40)]
        for _ in range(2)
    ]
    result = mg.score(*texts, metrics=metric, normalizer=normalizer)
    made = [map(mg.normalizer(normalizer), side) for side in texts]
    composed = [[unicodedata.normalize("NFC", text) for text in side] for side in made]
    wanted = result[metric].value - mg.score(*composed, metrics=metric)[metric].value
    assert composition_alone(result, metric) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("-n", "lower", "-n", "none"), "--normalizer is given twice"),
        (("--unit", "word", "--unit", "word"), "--unit is given twice"),
        (("--to", "json", "--to", "tsv"), "--to is given twice"),
        (("--hypothesis-column", "a", "--hypothesis-column", "b"), "--hypothesis-column is given"),
        (("--save-texts",), "add --save FILE"),
        (("-m", "wer,cer", "--to", "kaldi"), "one metric, not wer, cer"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(
    command: Command, arguments: tuple[str, ...], named: str
) -> None:
    done = command("score", *FILES, *arguments)
    assert (done.status, done.out) == (2, "")
    assert named in done.err


def test_options_for_several_values_may_be_given_again(command: Command) -> None:
    assert command("score", *FILES, "-m", "wer", "-m", "cer", "-c", "-c").status == 0


# -- files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["json", "parquet"])
def test_run_files(command: Command, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    command("score", *FILES, "--save", f"run.{ending}")
    assert mg.load(f"run.{ending}")["wer"].value == 0.2
    assert mg.load(f"run.{ending}").references is None
    command("score", *FILES, "--save", f"run.{ending}", "--save-texts")
    assert list(mg.load(f"run.{ending}").references) == ["the cat sat", "on it"]


def test_rows_as_tsv(command: Command, table: str) -> None:
    command("score", table, "--missing", "skip", "--per-utterance", "rows.tsv")
    with Path("rows.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assert [row["status"] for row in rows] == ["scored", "empty", "missing"]
    assert [row["wer"] for row in rows] == ["0.5", "1.0", ""]
    assert [row["hypothesis"] for row in rows] == ["one too", "", ""]


def test_rows_as_jsonl(command: Command) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    content = {"reference": ["a\tb\r\n"], "hypothesis": ["a"], "snr": [float("nan")]}
    parquet.write_table(pa.table(content), "t.parquet")
    assert command("score", "t.parquet", "--per-utterance", "rows.jsonl").status == 0
    (row,) = map(json.loads, Path("rows.jsonl").read_text("utf-8").splitlines())
    assert (row["reference"], row["snr"], row["wer"]) == ("a\tb\r\n", None, 0.5)
    command("score", "t.parquet", "--per-utterance", "rows.tsv")
    with Path("rows.tsv").open(encoding="utf-8", newline="") as lines:
        (cells,) = csv.DictReader(lines, delimiter="\t")
    assert cells["reference"] == "a\tb\r\n"


def test_rows_as_parquet(command: Command, table: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    command("score", table, "--missing", "skip", "--per-utterance", "rows.parquet")
    rows = parquet.read_table("rows.parquet").to_pylist()
    assert [row["substitutions"] for row in rows] == [1, 0, None]
    assert rows[0]["speaker"] == "ann"


# -- as a process ------------------------------------------------------------------------------


def shell(*words: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from mondegreen.cli import main; main()", *words],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def test_standard_input_and_exit_status() -> None:
    done = shell("score", "r.txt", "-", "--to", "plain", text="the hat sat\non it\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "0.2\n", "")
    assert shell("score", *FILES, "--fail-above", "wer=1%").returncode == 1
    assert shell("score", "none.txt").returncode == 2


def test_ansi_escapes_of_the_data_are_not_sent(command: Command) -> None:
    row = {"id": "\x1b[31mx", "text": "\x1b[1ma", "pred_text": "b\x07", "k\x1b[0m": "\x1b[2J"}
    Path("t.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    column = ("--by", "k\x1b[0m")
    for more in ((*column, "--worst", "1", "-a"), ("--to", "kaldi"), ("--to", "plain")):
        done = command("score", "t.jsonl", *more)
        assert done.status == 0
        assert not [char for char in done.out if not char.isprintable() and char != "\n"]


@pytest.mark.parametrize(
    ("output", "option"),
    [
        ("kaldi", ("--by", "speaker")),
        ("plain", ("--by", "speaker")),
        ("tsv", ("--worst", "1")),
        ("json", ("-a",)),
    ],
)
def test_an_option_without_a_place_in_the_output_is_refused(
    command: Command, output: str, option: tuple[str, ...]
) -> None:
    done = command("score", *FILES, "--to", output, *option)
    assert (done.status, done.out) == (2, "")
    assert "does not fit" in done.err


def test_a_rate_just_above_its_gate_looks_above_it(command: Command) -> None:
    Path("r.txt").write_text("a b c\n", "utf-8")
    Path("h.txt").write_text("a b d\n", "utf-8")
    done = command("score", "r.txt", "h.txt", "--fail-above", "wer=0.33333")
    assert done.status == 1
    assert "wer is 33.3333 %, above 33.33 %" in done.err


def test_edit_weights_are_no_matter_of_form(command: Command) -> None:
    Path("r.txt").write_text("one two three four five\n", "utf-8")
    Path("h.txt").write_text("four five six seven eight\n", "utf-8")
    done = command("score", "r.txt", "h.txt", "--edit-weights", "sclite")
    assert "points" not in done.out


def test_a_limit_given_twice_is_refused(command: Command) -> None:
    done = command("score", *FILES, "--fail-above", "wer=1%", "--fail-above", "wer=99%")
    assert done.status == 2
    assert "already" in done.err


# -- confusions and help -------------------------------------------------------------------------


def test_confusions(command: Command) -> None:
    Path("r.txt").write_text("the cat sat\nthe mat\n", "utf-8")
    Path("h.txt").write_text("a cat sat on\na mat\n", "utf-8")
    out = command("score", *FILES, "--confusions", "1").out
    rows = [line.split() for line in out.splitlines()]
    at = rows.index(["error", "reference", "hypothesis", "count"])
    assert rows[at + 1 : at + 3] == [["substitution", "the", "a", "2"], ["insertion", "on", "1"]]
    found = json.loads(command("score", *FILES, "--json", "--confusions", "1").out)["confusions"]
    assert found["substitutions"] == [{"reference": "the", "hypothesis": "a", "count": 2}]
    characters = command("score", *FILES, "-c", "--confusions", "1", "--json").out
    assert json.loads(characters)["confusions"]["unit"] == "character"
    for to in ("tsv", "html", "kaldi", "plain"):
        done = command("score", *FILES, "--confusions", "1", "--to", to)
        assert (done.status, done.out) == (2, "")
        assert f"--confusions does not fit into --to {to}" in done.err


def test_help_is_in_groups(command: Command) -> None:
    lines = command("score", "--help-all").out.splitlines()
    heads = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    titles = ["Input:", "Scoring:", "Judges:", "Output:", "Intervals:", "Gates:", "As in jiwer:"]
    assert heads == [*titles, "Options:"]
    groups: dict[str, str] = {}
    for line in lines[lines.index(heads[0]) :]:
        if line in heads:
            head = line
        else:
            groups[head] = groups.get(head, "") + line
    for head, option in (
        ("Input:", "REFERENCE [HYPOTHESIS]"),
        ("Input:", "--id-column NAME"),
        ("Scoring:", "--lang CODE"),
        ("Output:", "--confusions N"),
        ("Gates:", "--min-coverage RATE"),
        ("As in jiwer:", "-g, --global"),
        ("Options:", "--help"),
    ):
        assert option in groups[head]
    assert "list[str]" not in command("align", "--help-all").out


def test_every_option_has_a_group() -> None:
    import typer

    from mondegreen.cli.commands import program
    from mondegreen.cli.panels import ORDER, panel_of

    commands: Any = typer.main.get_command(program())
    for name in ("score", "align"):
        for parameter in commands.commands[name].params:
            assert panel_of(parameter) in ORDER[:-1], f"{name} {parameter.name}"


@pytest.mark.parametrize("option", ["--per-utterance", "--save"])
@pytest.mark.parametrize("way", ["same", "path", "symbolic link", "hard link", "second"])
def test_inputs_are_not_overwritten(command: Command, option: str, way: str) -> None:
    row = '{"reference": "a b", "hypothesis": "a c"}\n'
    name = "both.jsonl" if option == "--per-utterance" else "both.json"
    Path(name).write_text(row, "utf-8")
    target = f"other{Path(name).suffix}"
    if way == "symbolic link":
        Path(target).symlink_to(name)
    elif way == "hard link":
        Path(target).hardlink_to(name)
    else:
        target = str(Path(name).resolve()) if way == "path" else name
    files = (name, name) if way == "second" else (name,)
    done = command("score", *files, option, target)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"mondegreen: {option} {target}: {name} is read by this command and would be lost; "
        "name another file\n"
    )
    assert Path(name).read_text("utf-8") == row


def test_outputs_are_not_overwritten(command: Command) -> None:
    pytest.importorskip("pyarrow")
    done = command("score", *FILES, "--per-utterance", "x.parquet", "--save", "./x.parquet")
    assert (done.status, done.out, Path("x.parquet").exists()) == (2, "", False)
    assert "--save x.parquet: x.parquet is written by this command and would be lost" in done.err


@pytest.mark.parametrize("depth", [31, 32, 500, 10_000])
@pytest.mark.parametrize("kind", ["[]", "{}"])
def test_nested_metadata(command: Command, kind: str, depth: int) -> None:
    start = "[" if kind == "[]" else '{"a": '
    value = start * depth + "1" + kind[1] * depth
    row = f'{{"reference": "a b", "hypothesis": "a c", "deep": {value}}}\n'
    Path("deep.jsonl").write_text(row, "utf-8")
    targets = ["rows.jsonl", "rows.tsv", "run.json"]
    if pytest.importorskip("pyarrow"):
        targets += ["rows.parquet", "run.parquet"]
    for target in targets:
        option = "--save" if target.startswith("run") else "--per-utterance"
        done = command("score", "deep.jsonl", option, target)
        if depth < 32:
            assert (done.status, done.err) == (0, "")
        else:
            assert done.status == 2
            assert done.err.startswith("mondegreen: deep.jsonl:1: lists or objects more than 32")
            assert not Path(target).exists()
    if depth < 32:
        assert json.loads(Path("rows.jsonl").read_text("utf-8"))["deep"] == json.loads(value)
        parquet = pytest.importorskip("pyarrow.parquet")
        assert parquet.read_table("rows.parquet").num_rows == 1
        assert len(mg.load("run.parquet")) == len(mg.load("run.json")) == 1


def test_names_of_files_are_shown_escaped(command: Command) -> None:
    odd = "\x1b[2J\u202e.txt"
    for words in ((odd,), (odd, "h.txt", "r.txt"), (odd, "-r", "r.txt"), ("-h", odd)):
        done = command("score", *words)
        assert done.status == 2
        assert r"\x1b[2J\u202e.txt" in done.err
        assert done.err.removesuffix("\n").isprintable()
