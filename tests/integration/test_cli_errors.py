"""The likeliest mistakes on the command line, each with the one line that it gets.

The lines are in ``golden/errors.json``, without the ``mondegreen:`` in front. Each says what was
given, where, what was expected, and what to type next. Whoever changes a message changes it there.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mondegreen.cli import main
from mondegreen.corpus import FORMATS
from mondegreen.corpus.endings import transcript_endings
from mondegreen.forgive.registry import FORGIVERS
from mondegreen.forgive.severities import SHIPPED
from mondegreen.metrics import METRICS
from mondegreen.scoring.renderers import COMPARISON_RENDERERS, RENDERERS
from mondegreen.text.normalizers import NORMALIZERS

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = json.loads((Path(__file__).parent / "golden" / "errors.json").read_text("utf-8"))
# A new metric must not change a line here: <metrics> stands for the names that are known.
KNOWN = {
    "formats": FORMATS.names(),
    "metrics": METRICS.names(),
    "normalizers": NORMALIZERS.names(),
    "outputs": RENDERERS.names(),
    "comparisons": COMPARISON_RENDERERS.names(),
    "endings": [" ".join(transcript_endings())],
    "forgivers or presets": sorted([*FORGIVERS.names(), *SHIPPED]),
}
PAIR = "score ref.txt hyp.txt"
MISTAKES = {
    # what the files hold
    "binary file": "score sound.txt hyp.txt",
    "packed file": "score packed.zip hyp.txt",
    "not UTF-8": "score latin.txt hyp.txt",
    "UTF-16": "score utf16.txt hyp.txt",
    "a line of 50 MB": "score long.txt hyp.txt",
    "a line without end in a gzip": "score endless.txt.gz hyp.txt",
    "an empty file": "score empty.txt hyp.txt",
    "a header and no rows": "score header.csv",
    "gzip cut short": "score cut.txt.gz hyp.txt",
    "lone surrogate": "score surrogate.jsonl",
    "JSON array without an end": "score array.json",
    "JSON object over several lines": "score object.json",
    "JSON cut short": "score broken.jsonl",
    "JSON too deep": "score deep.jsonl",
    "ragged CSV": "score ragged.csv",
    "quote never closed": "score quote.csv",
    "null reference": "score no-reference.jsonl",
    "number as hypothesis": "score number.jsonl",
    "gzip that is not UTF-8": "score latin.txt.gz hyp.txt",
    "standard input that is not UTF-8": "score - hyp.txt < latin.txt",
    "nothing on standard input": "score - hyp.txt < empty.txt",
    # which files
    "no file": "score",
    "missing file": "score nowhere.txt hyp.txt",
    "a folder": "score folder hyp.txt",
    "three files": "score ref.txt hyp.txt other.txt",
    "references twice": "score ref.txt -r other.txt",
    "references alone": "score ref.txt",
    "hypotheses alone": "score -h hyp.txt",
    "standard input twice": "score - -",
    "unknown format": f"{PAIR} --format jsnol",
    # what goes together
    "unequal counts": "score ref.txt short.txt",
    "duplicate ids": "score twice.jsonl",
    "hypothesis id not in the references": "score ref.trn odd.trn",
    "ids on one side": "score ref.trn hyp.txt",
    "some lines begin with ids that differ": "score ref.ids odd.ids",
    "ids twice in plain files": "score twice.ids twice.ids",
    "a blank line among ids": "score blank.ids blank.ids",
    "ids with something in front": "score ref.trn prefix.trn",
    "ids in another column": "score good.jsonl keys.csv",
    "ids of nobody": "score good.jsonl strangers.csv",
    "missing hypotheses": "score missing.jsonl",
    "wrong column": "score good.jsonl --hypothesis-column hypotheses",
    "columns with control characters": "score hostile.csv",
    "unknown columns": "score columns.jsonl",
    "one column for both": "score good.jsonl --hypothesis-column reference",
    "one column named twice": (
        "score good.jsonl --reference-column hypothesis --hypothesis-column hypothesis"
    ),
    "unknown id column": "score good.jsonl --id-column utt",
    "column of a transcript": f"{PAIR} --reference-column said",
    # what is asked for
    "unknown metric": f"{PAIR} -m wre",
    "unknown normalizer": f"{PAIR} -n lwoer",
    "unknown unit": f"{PAIR} --unit words",
    "characters in words": f"{PAIR} -m cer --unit word",
    "unknown ties": f"{PAIR} --ties best",
    "unknown policy": f"{PAIR} --missing drop",
    "bad edit weights": f"{PAIR} --edit-weights 4/3",
    "ties with edit weights": f"{PAIR} --ties jiwer --edit-weights sclite",
    "unknown slice": "score good.jsonl --by spaeker",
    "recipe with another version": f"{PAIR} --recipe wer@2",
    "recipe with an unknown field": f"{PAIR} --recipe wer|case:no",
    "recipe with an unknown normalizer": f"{PAIR} --recipe wer|normalizer:lwoer",
    # gates
    "gate in percent without the sign": f"{PAIR} --fail-above wer=12",
    "gate that is no rate": f"{PAIR} --fail-above wer=low",
    "negative gate": f"{PAIR} --fail-above wer=-5%",
    "gate without a metric": f"{PAIR} --fail-above 12%",
    "gate on a metric that is not scored": f"{PAIR} --fail-above cer=12%",
    "coverage in percent without the sign": f"{PAIR} --min-coverage 99",
    # what is written
    "unknown output": f"{PAIR} --to xml",
    "run file with another ending": f"{PAIR} --save run.txt",
    "run file in no folder": f"{PAIR} --save runs/today.parquet",
    "rows with another ending": f"{PAIR} --per-utterance rows.xlsx",
    "rows in no folder": f"{PAIR} --per-utterance rows/today.tsv",
    "run file onto an input": "score good.json --save good.json",
    "rows onto an input": "score good.jsonl --per-utterance ./good.jsonl",
    "Kaldi's output of sentences": f"{PAIR} -m sentence --to kaldi",
    # of a newcomer
    "a workbook": "score sheet.xlsx",
    "an old workbook": "report sheet.xls",
    "a country for a language": f"{PAIR} --lang jp",
    "a language of nobody": "report good.jsonl --lang xx",
    "an option twice": f"{PAIR} -n lower -n whisper-english",
    "an option of report": f"{PAIR} -o out.html",
    "an option of before": "compare wide.csv --systems x,y --slice id",
    # other commands
    "systems of a wide table not named, report": "report wide.csv",
    "systems of a wide table not named, compare": "compare wide.csv",
    "systems of a wide table not named, score": "score wide.csv",
    "one system of a wide table not there": "report wide.csv --systems x,z",
    "references of a wide table not there": "compare wide.csv --systems x,y --reference txt",
    "references and hypotheses for systems": "compare ref.txt hyp.txt",
    "the same file twice": "compare good.jsonl good.jsonl",
    "slices for systems": "compare wide.csv --by id",
    "unknown slice, report": "report good.jsonl --by spaeker",
    "unknown metric, compare": "compare wide.csv --systems x,y -m wre",
    "unknown output, compare": "compare wide.csv --systems x,y --to xml",
    "unequal counts, compare": "compare -r ref.txt hyp.txt short.txt",
    "missing hypotheses, report": "report missing.jsonl",
    "missing file, report": "report nowhere.csv",
    "an empty file, report": "report empty.txt",
    "a folder, compare": "compare folder good.jsonl",
    "report in no folder": "report good.jsonl -o pages/out.html",
    "report onto a folder": "report good.jsonl -o folder",
    "report onto an input": "report good.jsonl -o good.jsonl",
    "hypotheses alone, report": "report -h hyp.txt",
    "unknown column, normalize": "normalize -n lower good.jsonl --column said",
    "no column, normalize": "normalize -n lower good.jsonl",
    "unknown normalizer, normalize": "normalize -n lwoer ref.txt",
    "an empty file, normalize": "normalize -n lower empty.txt",
    "texts in no folder": "normalize -n lower ref.txt -o texts/out.txt",
    "texts onto an input": "normalize -n lower ref.txt -o ./ref.txt",
    "UTF-16, normalize": "normalize -n lower utf16.txt",
    "missing file, convert": "convert nowhere.srt out.stm",
    "a format that no name says": "convert ref.txt out.foo",
    "no times for a format with times": "convert ref.txt out.srt",
    "a transcript in no folder": "convert ref.trn texts/out.txt --to lines",
    "a transcript onto an input": "convert ref.trn ref.trn",
    "wrong column, align": "align good.jsonl --reference-column refrence",
    "unequal counts, align": "align ref.txt short.txt",
    "forgivers that are none, align": "align ref.txt hyp.txt --forgive agnet",
    "no calls": "calls folder",
    "no folder of calls": "calls nowhere",
    "an empty file of calls": "calls empty.csv",
    "calls in other columns": "calls keys.csv",
    "a workbook of calls": "calls sheet.xlsx",
    "two texts for align": "align --text one",
    "align without files": "align",
    "unknown kind": "list metric",
}


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run a command line in a folder with files of all kinds."""
    monkeypatch.chdir(tmp_path)
    fill(tmp_path)

    def run_it(line: str) -> tuple[int, str, str]:
        command, _, piped = line.partition(" < ")
        data = (tmp_path / piped).read_bytes() if piped else b""
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as exit_:
            main(command.split())
        return exit_.value.code, *capsys.readouterr()  # type: ignore[return-value]

    return run_it


def fill(folder: Path) -> None:
    texts = {
        "ref.txt": "the cat sat\non it\n",
        "hyp.txt": "the hat sat\non it\n",
        "other.txt": "the cat\non it\n",
        "short.txt": "the hat sat\n",
        "ref.trn": "the cat sat (ann-1)\non it (ann-2)\n",
        "odd.trn": "the hat sat (ann-1)\non it (ann-3)\n",
        "ref.ids": "ann-1 the cat sat\nann-2 on it\n",
        "odd.ids": "ann-1 the hat sat\nann-3 on it\n",
        "twice.ids": "ann-1 the cat sat\nann-2 on it\nann-1 so\n",
        "blank.ids": "ann-1 the cat sat\n\nann-2 on it\n",
        "prefix.trn": "the hat sat (b_ann-1)\non it (b_ann-2)\n",
        "one.ids": "ann-1 the cat sat\n",
        "ref.table": "uid,said\n17,on it\n",
        "empty.txt": "",
        "empty.csv": "",
        "spaced.csv": "id, reference, hypothesis\nu1, a b, a c\n",
        "wide.csv": "id,text,x,y\nu1,a b,a c,a b\nu2,d e,d e,d\n",
        "header.csv": "id,reference,hypothesis\n",
        "ragged.csv": "id,reference,hypothesis\nu1,one two,one too\nu2,well, no,well no\n",
        "quote.csv": 'id,reference,hypothesis\nu1,"one two,one too\n',
        "good.jsonl": row("u1", "a b", "a c", speaker="ann"),
        "good.json": row("u1", "a b", "a c"),
        "deep.jsonl": row("u1", "a b", "a c")
        + row("u2", "d", "d", words=json.loads("[" * 40 + "]" * 40)),
        "keys.csv": "id,speaker,hyp\n17,ann,a c\n",
        "strangers.csv": "id,hyp\n17,a c\n",
        "hostile.csv": "id,\x1b[31mreference\x1b[0m,\u202ehyp\nu1,a b,a c\n",
        "twice.jsonl": row("u1", "a b", "a c") + row("u1", "d", "d"),
        "missing.jsonl": row("u1", "a b", "a c") + row("u2", "d", None),
        "no-reference.jsonl": row("u1", "a b", "a c") + row("u2", None, "d"),
        "number.jsonl": row("u1", "a b", "a c") + row("u2", "5", 5),
        "surrogate.jsonl": row("u1", "a b", "a c") + row("u2", "a \ud83d", "a"),
        "broken.jsonl": row("u1", "a b", "a c") + '{"id": "u2", "reference": "d", \n',
        "columns.jsonl": '{"utt": "u1", "said": "a b", "heard": "a c"}\n',
        "array.json": f"[{row('u1', 'a b', 'a c').strip()}\n",
        "object.json": '{\n  "u1": "a b"\n}\n',
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "sound.txt").write_bytes(b"RIFF\x24\x08\0\0WAVEfmt \n\0\0")
    (folder / "packed.zip").write_bytes(b"PK\x03\x04\x14\0\0\0")
    (folder / "sheet.xlsx").write_bytes(b"PK\x03\x04\x14\0\x06\0\x08\0[Content_Types].xml")
    (folder / "sheet.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64))
    (folder / "latin.txt").write_bytes("the cat\nin the café\n".encode("latin1"))
    (folder / "latin.txt.gz").write_bytes(gzip.compress("the café\n".encode("latin1")))
    (folder / "utf16.txt").write_bytes("the cat sat\n".encode("utf-16-le"))
    (folder / "cut.txt.gz").write_bytes(gzip.compress(b"the cat sat\non it\n", mtime=0)[:-12])
    (folder / "folder").mkdir()


def row(name: str, reference: object, hypothesis: object, **more: object) -> str:
    columns = {"id": name, "reference": reference, "hypothesis": hypothesis, **more}
    return json.dumps(columns) + "\n"


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_gets_one_clear_line(
    mistake: str, run: Callable[..., tuple[int, str, str]]
) -> None:
    if mistake == "a line of 50 MB":
        Path("long.txt").write_bytes(b"so " * (50_000_000 // 3))
    if mistake == "a line without end in a gzip":
        Path("endless.txt.gz").write_bytes(gzip.compress(b"on it\n" + b"a" * 2**29, 1))
    line = GOLDEN[mistake]
    for kind, names in KNOWN.items():
        line = line.replace(f"<{kind}>", ", ".join(names))
    assert run(MISTAKES[mistake]) == (2, "", f"mondegreen: {line}\n")


@pytest.mark.parametrize(
    ("files", "line"),
    [
        (
            "one.ids one.ids",
            (
                "one.ids, one.ids: read as plain lines, first words included; 'ann-1' looks like an "
                "id. If it is one, add --format kaldi; --format lines says that these words were "
                "spoken"
            ),
        ),
        (
            "ref.table ref.table",
            (
                "ref.table, ref.table: read as plain lines, the first one included; each line has as "
                "many ',' as the others, as in tables with a column 'said'. If they are, add --format "
                "csv; --format lines says that they are not"
            ),
        ),
    ],
)
@pytest.mark.filterwarnings("always")
def test_a_doubt_gets_one_clear_line(
    files: str, line: str, run: Callable[..., tuple[int, str, str]]
) -> None:
    for more in ("", " --global"):
        status, out, err = run(f"score {files} --to kaldi{more}")
        assert (status, out[:4], err) == (0, "%WER", f"mondegreen: warning: {line}\n")
        assert run(f"score {files} --to kaldi{more} --format lines")[2] == ""


def test_ids_of_one_file_alone_are_refused(run: Callable[..., tuple[int, str, str]]) -> None:
    line = (
        "mondegreen: ref.ids: each line begins with an id, such as 'ann-1', and those of hyp.txt do not. "
        "To pair by position without the ids, add --format kaldi --hypothesis-format lines --id-column "
        "''; or add --format lines if these words were spoken\n"
    )
    for more in ("", " --global"):
        assert run(f"score ref.ids hyp.txt --to kaldi{more}") == (2, "", line)
        assert run(f"score ref.ids hyp.txt --to kaldi{more} --format lines")[::2] == (0, "")


def test_the_golden_lines_are_those_of_the_mistakes() -> None:
    assert list(GOLDEN) == list(MISTAKES)
    for line in GOLDEN.values():
        assert line == " ".join(line.split()), "one line, nothing around it"
        assert not re.search(r"Traceback|Error\b|Exception|/tmp", line)


# The words in front are those of typer, which differ from release to release.
@pytest.mark.parametrize(
    ("line", "named", "end"),
    [
        ("score -h", "-h", "It is the hypothesis file, as in jiwer; help is --help"),
        ("score ref.txt -h", "-h", "It is the hypothesis file, as in jiwer; help is --help"),
        ("score ref.txt --lnag zh", "--lnag", "See mondegreen score --help"),
        ("align a b --width 3", "--width", "See mondegreen align --help"),
        ("socre ref.txt", "socre", "See mondegreen --help"),
        ("-h", "-h", "See mondegreen --help"),
    ],
)
def test_a_wrong_option_gets_one_line(
    line: str, named: str, end: str, run: Callable[..., tuple[int, str, str]]
) -> None:
    status, out, err = run(line)
    assert (status, out) == (2, "")
    assert re.fullmatch(rf"mondegreen: [^\n]*{re.escape(named)}[^\n]*[.?] {re.escape(end)}\n", err)


def test_no_command_at_all_shows_them(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = run("")
    assert status == 2
    assert "score" in out + err
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("wer=5%", ["wer is 20.00 %, above 5.00 %"]),
        ("wer=0.1999", ["wer is 20.00 %, above 19.99 %"]),
        (
            "wer=19% -m wer,cer --fail-above cer=1%",
            ["wer is 20.00 %, above 19.00 %", "cer is 6.25 %, above 1.00 %"],
        ),
    ],
)
def test_a_rate_above_its_gate_exits_with_1(
    line: str, lines: list[str], run: Callable[..., tuple[int, str, str]]
) -> None:
    status, out, err = run(f"{PAIR} --fail-above {line}")
    assert status == 1
    assert err.splitlines() == [f"mondegreen: gate not met: {reason}" for reason in lines]
    assert "wer@1" in out, "the scores are printed all the same"


@pytest.mark.parametrize("gate", ["wer=20%", "wer=0.2", "wer=150%", "wer=1", "wer=20% -m wer,cer"])
def test_a_gate_that_is_met_exits_with_0(
    gate: str, run: Callable[..., tuple[int, str, str]]
) -> None:
    status, _, err = run(f"{PAIR} --fail-above {gate} --min-coverage 100%")
    assert (status, err) == (0, "")


def test_an_infinite_rate_meets_no_gate(run: Callable[..., tuple[int, str, str]]) -> None:
    Path("silence.jsonl").write_text(row("u1", "", "thank you"), "utf-8")
    status, out, err = run("score silence.jsonl --fail-above wer=1000% --json")
    assert status == 1
    assert err == (
        "mondegreen: gate not met: wer has no rate (errors against an empty reference), "
        "so it cannot be below 1000.00 %\n"
    )
    assert json.loads(out)["metrics"][0]["value"] is None


def test_nothing_scored_meets_no_gate(run: Callable[..., tuple[int, str, str]]) -> None:
    Path("failed.jsonl").write_text(row("u1", "a b", None, error="timeout"), "utf-8")
    status, out, err = run("score failed.jsonl --missing skip --fail-above wer=50% --json")
    assert status == 1
    assert err == (
        "mondegreen: gate not met: wer has no rate (nothing was scored), "
        "so it cannot be below 50.00 %\n"
    )
    assert json.loads(out)["coverage"]["reasons"] == {"timeout": 1}


@pytest.mark.parametrize("policy", ["skip", "deletions"])
def test_coverage_below_its_least_exits_with_1(
    policy: str, run: Callable[..., tuple[int, str, str]]
) -> None:
    line = f"score missing.jsonl --missing {policy} --min-coverage"
    status, _, err = run(f"{line} 99%")
    assert status == 1
    assert err == "mondegreen: gate not met: coverage is 50.00 %, below 99.00 %\n"
    status, _, err = run(f"{line} 0.5")
    assert (status, err) == (0, "")


def test_a_process_of_its_own_says_the_same(tmp_path: Path) -> None:
    """Not caught by anything of pytest: bytes from a pipe, a closed reader, the exit status."""
    probe = "import sys; from mondegreen.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", probe, "score", "-", "none.txt"]
    done = subprocess.run(command, cwd=tmp_path, input=b"a\n", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert (
        done.stderr == b"mondegreen: none.txt: no such file; expected the file of the hypotheses\n"
    )
