"""``mondegreen calls`` as a user runs it."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest
from jsonschema import Draft202012Validator

from mondegreen.judges import ask_all, run
from mondegreen.judges.answer import Answer, read

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "calls"
SCHEMA = json.loads(
    (ROOT / "src" / "mondegreen" / "calls" / "schemas" / "calls.schema.json").read_text("utf-8")
)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def written(folder: Path, said: str, heard: str) -> None:
    folder.mkdir(parents=True)
    for name, speaker, text in (("gt", "Agent", said), ("ref", "assistant", heard)):
        turns = [{"speaker": speaker, "content": text}]
        (folder / f"{name}_transcript.json").write_text(
            json.dumps(turns, ensure_ascii=False), "utf-8"
        )


@pytest.mark.parametrize(
    ("gate", "todo"),
    [
        ("wer=5%", "type --fail-above library=5%"),
        ("cer=0.125", "type --fail-above library=12.5%"),
        ("canonical=5%", "add --method canonical"),
    ],
)
def test_a_gate_of_no_method_names_what_to_type(command: Any, gate: str, todo: str) -> None:
    done = command("calls", str(EXAMPLE), "--fail-above", gate)
    assert done.status == 2
    assert todo in done.err


def test_the_example(command: Any) -> None:
    done = command("calls", str(EXAMPLE))
    assert done.status == 0, done.err
    assert "5 of 5" in done.out
    assert "only the agent was scored; --speaker all scores each side" in done.out
    assert "wrote 8 files to calls-output" in done.err
    first = contents(Path("calls-output"))
    assert "address-change/mismatches.json" in first
    table = first["comparison.md"].decode()
    assert "5 of 5 calls that all methods scored. No other side was scored." in table
    assert re.search(
        r"all it scored \| those as one text \|\n.*\n\| library .*[\d.]+ % \|\n", table
    )
    assert b"\r" not in b"".join(first.values())
    (Path("calls-output") / "notes.txt").write_text("mine", "utf-8")
    assert command("calls", str(EXAMPLE)).out == done.out
    assert contents(Path("calls-output")) == first | {"notes.txt": b"mine"}


def test_the_page_shows_what_is_printed(command: Any) -> None:
    """``...`` on a line of its own stands for lines, as in all pages."""
    page = (ROOT / "docs" / "calls.md").read_text("utf-8")
    line, _, rest = page.partition("$ mondegreen calls examples/calls")[2].partition("\n")
    done = command("calls", str(EXAMPLE), *line.split())
    shown = rest.partition("\n```")[0]
    pattern = ".*?".join(map(re.escape, shown.split("...")))
    assert re.fullmatch(pattern, (done.err + done.out).rstrip(), re.DOTALL), done.out


def test_json_of_both_sides(command: Any) -> None:
    done = command(
        "calls", str(EXAMPLE), "--speaker", "all", "--lang", "hi-en", "--json", "--timings"
    )
    found = json.loads(done.out)
    Draft202012Validator(SCHEMA).validate(found)
    assert [side["side"] for side in found["sides"]] == ["agent", "customer"]
    agent = found["sides"][0]
    assert agent["methods"][0]["seconds"] > 0
    assert {"Devanagari", "Latin"} <= set(agent["by_script"]["scripts"])
    assert agent["by_script"]["forgiven_by_script"] > 0
    assert sorted(path.name for path in Path("calls-output").iterdir()) == ["agent", "customer"]
    done = command("calls", str(EXAMPLE), "--lang", "hi-en")
    assert re.search(r"^Devanagari +\d", done.out, re.MULTILINE)
    assert "errors are the same word in another script" in done.out


def test_in_place(command: Any, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "calls")
    (tmp_path / "calls" / "refund" / "output").mkdir()
    (tmp_path / "calls" / "refund" / "output" / "old.txt").write_text("kept", "utf-8")
    done = command("calls", str(tmp_path / "calls"), "--in-place")
    assert done.status == 0, done.err
    assert (tmp_path / "calls" / "refund" / "output" / "mismatches.json").is_file()
    assert (tmp_path / "calls" / "refund" / "output" / "old.txt").read_text("utf-8") == "kept"
    assert (tmp_path / "calls" / "output" / "global_wer.json").is_file()
    assert not Path("calls-output").exists()
    assert "output" not in command("calls", str(tmp_path / "calls"), "--json").out


def test_nothing_is_written_where_something_cannot_be_read(command: Any, tmp_path: Path) -> None:
    written(tmp_path / "c" / "a", "one", "one")
    for words in (["--speaker", "Rep=bot"], ["--method", "canonical"], ["--method", "guess"],
                  ["--recipe", "other"], ["--entities", "nowhere.txt"], ["--speaker", "="]):  # fmt: skip
        done = command("calls", "c", *words)
        assert done.status == 2
        assert "Traceback" not in done.err
        assert not (tmp_path / "calls-output").exists()
    assert "its speakers: 'Agent' (1 turn)" in command("calls", "c", "--speaker", "Rep=bot").err
    assert command("calls").status == command("calls", "c", "-r", "x").status == 2
    assert "give the other as a file" in command("calls", "-r", "-", "-h", "-").err
    assert command("calls", "nowhere").status == 2


def test_a_call_that_cannot_be_read_is_named(command: Any, tmp_path: Path) -> None:
    written(tmp_path / "c" / "good", "one two", "1 two")
    written(tmp_path / "c" / "odd", "one", "one")
    (tmp_path / "c" / "odd" / "ref_transcript.json").write_bytes(b'{"\xff')
    (tmp_path / "c" / "audio").mkdir()
    done = command("calls", "c")
    assert done.status == 1
    assert "1 of 2" in done.out
    assert re.search(r"\nodd +not read +-\n", done.out)
    assert "odd is not in the rates: c/odd/ref_transcript.json: not JSON" in done.err
    assert "passed over, since they hold no transcript of a call: audio\n" in done.err
    assert "odd" in (tmp_path / "calls-output" / "comparison.md").read_text("utf-8")
    shutil.rmtree(tmp_path / "c" / "good")
    done = command("calls", "c")
    assert done.status == 2
    assert "the one call cannot be read; odd:" in done.err


TURNS = """\
call,side,speaker,text
c1,reference,Agent,hello there
c1,reference,Customer,hi
c1,reference,Boss,let me see
c1,hypothesis,assistant,hello there
c1,hypothesis,user,hi
c1,hypothesis,boss,let me see
"""


@pytest.mark.parametrize(
    ("speaker", "words"),
    [
        ("agent", ["only the agent was scored; --speaker all", "on no side: 'Boss' (1 turn), "]),
        ("all", ["on no side: 'Boss' (1 turn), 'boss' (1 turn); --speaker NAME"]),
        ("Boss", ["only Boss was scored\non no side: 'Agent' (1 turn), 'Customer' (1 turn)"]),
        ("all,Boss", []),
    ],
)
def test_whose_turns_were_not_scored_is_said(
    command: Any, tmp_path: Path, speaker: str, words: list[str]
) -> None:
    (tmp_path / "t.csv").write_text(TURNS, "utf-8")
    done = command("calls", "t.csv", "--speaker", speaker)
    assert "in 1 turn\n" in done.out
    assert all(each in done.out for each in words)
    assert ("on no side" in done.out) == bool(words)


def test_tables_of_several_sides_have_their_names_and_nothing_is_printed_twice(
    command: Any, tmp_path: Path
) -> None:
    (tmp_path / "t.csv").write_text(TURNS, "utf-8")
    alone = command("calls", "t.csv").out.splitlines()
    lines = command("calls", "t.csv", "--speaker", "all,Boss").out.splitlines()
    rates = lines.index("")
    assert [line.split()[0] for line in lines[:rates]] == [
        "side",
        "agent",
        "customer",
        "Boss",
        "all",
    ]
    for name in ("agent", "customer", "Boss"):
        at = lines.index(name)
        assert lines[at - 1] == ""
        assert lines[at + 1].split() == ["call", "library", "turns"]
    assert sum(line.startswith("library: ") for line in lines) == 1
    assert "agent" not in alone  # a single side needs no heading
    assert "all calls as one text: 0.00 %" in alone


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_on_standard_input(
    command: Any, monkeypatch: pytest.MonkeyPatch, separator: str
) -> None:
    table = TURNS.replace(",", separator)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(table.encode())))
    done = command("calls", "-")
    assert done.status == 0, done.err
    assert "1 of 1" in done.out
    # No name says what it is, and neither does this one.
    Path("turns.data").write_text("\ufeff" + table.replace("\n", "\r\n"), "utf-8", newline="")
    assert command("calls", "turns.data").out == done.out


def test_a_transcript_alone(command: Any) -> None:
    Path("r.stm").write_text("c1 A Agent 0 1 <o> hello\n", "utf-8")
    done = command("calls", "r.stm")
    assert done.status == 2
    assert "mondegreen calls -r reference.stm -h hypothesis.ctm" in done.err


def test_annotations_without_labels_are_named(command: Any, tmp_path: Path) -> None:
    for name, annotated in (("a", '[{"predictions": []}]'), ("b", "null")):
        written(tmp_path / "c" / name, "one two", "1 two")
        (tmp_path / "c" / name / "annotated.json").write_text(annotated, "utf-8")
    written(tmp_path / "c" / "d", "one two", "1 two")
    done = command("calls", "c")
    assert "annotated.json without labels of entities: 2 calls, a, b\n" in done.out
    (tmp_path / "list").write_text("one\n", "utf-8")
    assert "(no type)" in command("calls", "c", "--entities", "list").out


def test_seed_004(command: Any, tmp_path: Path) -> None:
    written(tmp_path / "c" / "a", "do not pay the card", "do need pay the cart")
    strict, loose = (
        json.loads(command("calls", "c", "--json", *words).out)["sides"][0]["methods"][0]
        for words in ([], ["--recipe", "seed-004"])
    )
    assert (strict["rate"], loose["rate"]) == (0.4, 0.0)
    assert strict["signature"] != loose["signature"]


def test_a_table_and_two_transcripts(command: Any, tmp_path: Path) -> None:
    (tmp_path / "turns.csv").write_text(
        "call,side,speaker,text\n../up,ref,Agent,hello there\n../up,hyp,assistant,hello her\n",
        "utf-8",
    )
    done = command("calls", "turns.csv", "--json")
    assert json.loads(done.out)["sides"][0]["methods"][0]["rate"] == 0.5
    made = contents(tmp_path / "calls-output")
    assert any(re.fullmatch(r"_\.\._up-[0-9a-f]{16}/mismatches.json", name) for name in made)
    assert "--in-place" in command("calls", "turns.csv", "--in-place").err
    (tmp_path / "r.stm").write_text("c1 A Agent 0 2 hello there\nc1 B Customer 2 4 hi\n", "utf-8")
    (tmp_path / "h.ctm").write_text("c1 A 0 1 hello\nc1 A 1 .5 there\nc1 B 2 1 hey\n", "utf-8")
    done = command("calls", "-r", "r.stm", "-h", "h.ctm", "--speaker", "all", "--json")
    assert [s["methods"][0]["rate"] for s in json.loads(done.out)["sides"]] == [0.0, 1.0]


class Plain:
    """A model that writes what it is given."""

    spec, address, remote = "google:plain", None, False

    def __init__(self) -> None:
        from mondegreen.judges import Settings

        self.settings = Settings()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "plain.example"

    async def ask(self, question: Any) -> Answer[Any]:
        text = re.search(r"<(transcript[\w-]*)>\n(.*?)\n</\1>", question.prompt, re.DOTALL)
        assert text is not None
        data = {"canonical_transcript": text[2], "entities": []}
        complaints, value = read(data, question)
        assert not complaints
        return Answer("ok", value=value)


def test_a_replay_has_the_names_of_the_model_that_was_recorded(
    command: Any, tmp_path: Path
) -> None:
    from mondegreen.judges.canonical_transcripts import canonical_transcripts

    written(tmp_path / "c" / "a", "pay the card", "pay the cart")
    file = tmp_path / "answers.jsonl"

    async def ask(questions: Any) -> Any:
        return await ask_all(questions, model=Plain(), record=file, tell=lambda _: None)

    run(canonical_transcripts(["pay the card", "pay the cart"], ask))
    words = [
        "calls",
        "c",
        "--method",
        "library,canonical",
        "--model",
        f"replay:{file}",
        "--cache",
        "none",
    ]
    done = command(*words)
    assert done.status == 0, done.err
    made = contents(tmp_path / "calls-output")
    assert "a/wer+eer_gemini_lib.json" in made
    assert "wer_summary_gemini_lib.csv" in made
    assert json.loads(made["global_wer_report_gemini_lib.json"])["model"] == "google:plain"
    assert str(tmp_path).encode() not in b"".join(made.values())
    written(tmp_path / "c" / "b", "another text", "another test")
    done = command(*words)
    assert done.status == 0
    assert "not scored: b by canonical: unavailable" in done.out
    assert "1 of 2" in done.out


SAID = "Quetzalcoatl Montgomery ordered seventeen zebras from Ouagadougou"
HEARD = "Quetzal coat Montgomery ordered seventy zebus from Wagadugu"


@pytest.mark.parametrize("way", ["--no-text", "--redact"])
def test_what_is_kept_out_is_nowhere(command: Any, tmp_path: Path, way: str) -> None:
    written(tmp_path / "c" / "a", SAID, HEARD)
    phrases = tmp_path / "phrases.txt"
    phrases.write_text("zebras\tproduct\n", "utf-8")
    shown = []
    for more in ([], ["--json"]):
        done = command("calls", "c", "--entities", str(phrases), way, *more)
        assert done.status == 0, done.err
        shown.append(done.out + done.err)
    shown += [text.decode() for text in contents(tmp_path / "calls-output").values()]
    words = (
        [*SAID.split(), *HEARD.split()]
        if way == "--no-text"
        else ["Quetzalcoatl", "Montgomery", "seventeen", "17"]
    )
    for word in words:
        if word == "from":
            continue
        for text in shown:
            assert word.lower() not in text.lower(), word


def test_a_reason_that_quotes_is_not_kept_with_no_text(command: Any, tmp_path: Path) -> None:
    from mondegreen.calls.call import Call, Turn
    from mondegreen.calls.scoring_calls import score_calls
    from mondegreen.options.judging import Judging

    class Quoting(Plain):
        async def ask(self, question: Any) -> Answer[Any]:
            return Answer("invalid", "'zebras' is not there")

    one = Call("a", (Turn("Agent", SAID),), (Turn("assistant", HEARD),))
    judging = Judging(Quoting(), cache=False, keep_texts=False, tell=lambda _: None)
    (side,) = score_calls([one], methods=("canonical", "conversational"), judging=judging)
    for method in side.methods:
        assert method.outcomes[0].status == "invalid"
        assert "zebras" not in str(method.outcomes)


@pytest.mark.parametrize("name", ["a\nb", "x\x1b[31m", "-rf", "è", "con"])
def test_odd_names_of_calls(command: Any, tmp_path: Path, name: str) -> None:
    written(tmp_path / "c" / name, "one two", "one")
    done = command("calls", "c", "--speaker", "Agent=assistant")
    assert done.status == 0, done.err
    assert "\x1b" not in done.out
    assert len(contents(tmp_path / "calls-output")) == 4


@pytest.mark.parametrize("where", ["file", "file/below"])
def test_an_output_that_cannot_be_is_refused_before_anybody_is_asked(
    command: Any, tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mondegreen.calls import scoring_calls

    (tmp_path / "file").write_text("mine", "utf-8")
    written(tmp_path / "c" / "a", "one", "one")
    monkeypatch.setattr(scoring_calls, "score_calls", lambda *_, **__: pytest.fail("scored"))
    done = command("calls", "c", "--output", where)
    assert done.status == 2
    assert "cannot be written" in done.err
    assert "choose another --output" in done.err
    assert (tmp_path / "file").read_text("utf-8") == "mine"


def test_one_broken_call_among_fifty_of_a_table(command: Any, tmp_path: Path) -> None:
    rows = [f"c{n},ref,Agent,hello,1\nc{n},hyp,assistant,hello,1\n" for n in range(50)]
    rows[17] = rows[17].replace(",1\n", ",soon\n")
    (tmp_path / "t.csv").write_text("call,side,speaker,text,start\n" + "".join(rows), "utf-8")
    done = command("calls", "t.csv")
    assert done.status == 1
    assert "49 of 50" in done.out
    assert "c17 is not in the rates: t.csv:36: start" in done.err
    assert re.search(r"\nc17 +not read +-\n", done.out)
    assert "soon" not in done.out, "the reason is said once"
    assert "| c17 | reading |" in (tmp_path / "calls-output" / "comparison.md").read_text("utf-8")


def test_labels_that_are_not_where_they_say_are_shown(command: Any, tmp_path: Path) -> None:
    written(tmp_path / "c" / "a", "call Ann Lee", "call Ann Lee")
    value = {
        "start": "0",
        "end": "0",
        "startOffset": -9,
        "endOffset": 3,
        "paragraphlabels": ["Name"],
    }
    good = value | {"startOffset": 5, "endOffset": 8}
    exported = [{"annotations": [{"result": [{"value": value}, {"value": good}]}]}]
    (tmp_path / "c" / "a" / "annotated.json").write_text(json.dumps(exported), "utf-8")
    assert (
        "labels that are not where they say, and not counted: 1 of a" in command("calls", "c").out
    )
    found = json.loads(command("calls", "c", "--json").out)
    Draft202012Validator(SCHEMA).validate(found)
    assert found["sides"][0]["labels_not_placed"] == {"a": 1}


def commands(group: Any, *names: str) -> Any:
    for name, each in getattr(group, "commands", {}).items():
        yield (*names, name)
        yield from commands(each, *names, name)


def test_the_examples_of_every_command_stand_on_lines_of_their_own(command: Any) -> None:
    import typer

    from mondegreen.cli.commands import program

    found = list(commands(typer.main.get_command(program())))
    assert ("calls",) in found
    for names in found:
        shown = command(*names, "--help").out
        _, there, examples = shown.partition("Examples:")
        assert not there or examples.startswith("\n    "), names


def test_all_sides_together_have_a_row_and_an_object(command: Any, tmp_path: Path) -> None:
    rows = ["call,side,speaker,text"]
    for side, texts in (("reference", ("a b c d", "e f")), ("hypothesis", ("a b c x", "e f"))):
        rows += [
            f"c1,{side},{who},{text}" for who, text in zip(("Agent", "User"), texts, strict=True)
        ]
    (tmp_path / "t.csv").write_text("\n".join(rows) + "\n", "utf-8")
    done = command("calls", "t.csv", "--speaker", "all")
    assert re.search(r"^all +library +16\.67 % +1 +0 +0 +6 +1 of 1$", done.out, re.MULTILINE)
    found = json.loads(command("calls", "t.csv", "--speaker", "all", "--json").out)
    Draft202012Validator(SCHEMA).validate(found)
    assert found["all_sides"][0]["rate"] == 1 / 6
    assert json.loads(command("calls", "t.csv", "--json").out)["all_sides"] == []
