"""``mondegreen judge audit`` and ``mondegreen judge check``."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pytest

import mondegreen as mg
from mondegreen.judges import Answer, Settings
from mondegreen.judges.answer import read
from mondegreen.judges.custom import JUDGES, CustomMetricResult
from mondegreen.judges.replay import Recorder
from mondegreen.options.judging import Judging

if TYPE_CHECKING:
    from collections.abc import Callable

REFERENCE = "speaker wants {} and pays {} dollars"
LOST = 12


class Fake:
    """Says of every other fact that it is lost, or answers as if nothing mattered."""

    spec, address, remote, settings = "fake:model", None, True, Settings()

    def __init__(self, *, texts: bool = True) -> None:
        self.texts = texts

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "fake.example"

    async def ask(self, question: Any) -> Any:
        _, value = read(data_of(question), question)
        prompt = question.prompt if self.texts else "99 characters"
        part = {"part_kind": "user-prompt", "content": prompt}
        trace = json.dumps([{"kind": "request", "parts": [part]}])
        return Answer("ok", None, value, trace=trace)


def data_of(question: Any) -> Any:
    if question.protocol == "facts-list@1":
        words = question.prompt.split("\n")[1].split()
        return {"facts": [
            {"subject": "speaker", "predicate": "wants", "object": words[2], "quotation": words[2]},
            {"subject": "speaker", "predicate": "pays", "object": words[5], "quotation": words[5]},
        ]}  # fmt: skip
    pays = re.search(r"pays \d+ dollars", question.prompt)
    return {"invented": [], "facts": [
        {"number": 1, "verdict": "missing", "quotation": "", "because": ""},
        {"number": 2, "verdict": "preserved", "quotation": pays and pays[0], "because": ""},
    ]}  # fmt: skip


def fill(store: str = "j.db", count: int = LOST, *, texts: bool = True) -> None:
    references = [REFERENCE.format(f"thing{n}", n) for n in range(count)]
    hypotheses = [f"{text} now" for text in references]
    judge = Judging(Fake(texts=texts), cache=store, tell=lambda _line: None)
    mg.score(references, hypotheses, metrics=["facts"], judge=judge)


def label(sheet: str, say: Callable[[str], str]) -> None:
    path = Path(sheet)
    lines = path.read_text("utf-8").split("\n")
    # Texts go over several lines; a line of the sheet begins with an id.
    done = [
        line.replace("\t\t", f"\t{say(line)}\t", 1) if line.count("\t") >= 3 else line
        for line in lines
    ]
    path.write_text("\n".join(done), "utf-8")


def test_draw_label_and_read_back(command: Any) -> None:
    fill()
    drawn = command("judge", "audit", "--draw", "20", "--sheet", "s.tsv", "--cache", "j.db")
    assert (drawn.status, drawn.out) == (0, "")
    assert "20 rulings to label in s.tsv (10 of 12 preserved, 10 of 12 missing)" in drawn.err
    text = Path("s.tsv").read_text("utf-8")
    assert (
        "Is this fact lost in the hypothesis (missing, or said otherwise)? speaker | wants" in text
    )
    assert text.count("<hypothesis>") == 20
    again = command("judge", "audit", "--draw", "20", "--sheet", "s.tsv", "--cache", "j.db")
    assert (again.status, "labels in it would be lost" in again.err) == (2, True)
    none = command("judge", "audit", "--sheet", "s.tsv", "--cache", "j.db")
    assert (none.status, "there are no labels" in none.err) == (2, True)
    label("s.tsv", lambda line: "yes" if "wants" in line else "no")
    done = command("judge", "audit", "--sheet", "s.tsv", "--cache", "j.db")
    lines = done.out.splitlines()
    assert lines[0] == "20 of 24 rulings labelled; 95 % intervals"
    assert lines[1].startswith("true positive rate  1.000 (0.")
    assert lines[4].startswith("Cohen's kappa       1.000 (0.")
    assert lines[6].startswith("corrected rate      0.500 (0.")
    assert "only 10 labels on one side" in lines[7]


def test_json_and_the_rate_of_another_run(command: Any) -> None:
    fill()
    command("judge", "audit", "--draw", "24", "--sheet", "s.tsv", "--cache", "j.db")
    label("s.tsv", lambda line: "?" if "thing3" in line else "y" if "wants" in line else "n")
    options = ("--cache", "j.db", "--judged", "30/100", "--json")
    found = json.loads(command("judge", "audit", "--sheet", "s.tsv", *options).out)
    assert found["labelled"] == 23
    assert found["unsure"] == 1
    assert found["judged_rate"]["value"] == 0.3
    assert found["corrected_rate"]["value"] == pytest.approx(0.3)
    wrong = command("judge", "audit", "--sheet", "s.tsv", "--cache", "j.db", "--judged", "30")
    assert (wrong.status, "120/1000" in wrong.err) == (2, True)


def test_labels_in_the_terminal_are_kept_at_once(
    command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill()
    for answers, labelled in (("y\nwhat\nn\nq\n", 2), ("?\n", 2)):
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        draw = ("--draw", "6") if not Path("s.tsv").exists() else ()
        done = command("judge", "audit", *draw, "--sheet", "s.tsv", "--ask", "--cache", "j.db")
        assert done.status == 0, done.err
        assert f"{labelled} of 24 rulings labelled" in done.out
    assert "1 of 4" in done.out
    assert "1 unsure" in done.out


def test_what_was_judged_without_texts_cannot_be_labelled(command: Any) -> None:
    fill(texts=False)
    done = command("judge", "audit", "--draw", "5", "--sheet", "s.tsv", "--cache", "j.db")
    assert done.status == 2
    assert "12 judgements were kept without texts" in done.err
    assert "no rulings of the judge 'facts'" in done.err
    missing = command("judge", "audit", "--draw", "5", "--cache", "j.db")
    assert (missing.status, "--sheet" in missing.err) == (2, True)


def test_the_rules_keep_every_law(command: Any) -> None:
    done = command("judge", "check")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[0] == "identical             6 kept"


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("Ich will die Karte nicht.", ["dropped-not", "changed-number", "order-swap"]),
        ("Ich will 5 Karten.", ["dropped-not"]),
        ("I do not want it.", ["changed-number"]),
        ("I do not want 5.", []),
    ],
)
def test_laws_that_no_text_can_try_are_named(command: Any, text: str, without: list[str]) -> None:
    Path("t.txt").write_text(f"{text}\n", "utf-8")
    done = command("judge", "check", "--texts", "t.txt")
    told = [line.removeprefix("mondegreen: ").split(":")[0] for line in done.err.splitlines()]
    assert (done.status, told) == (0, without)
    assert all(law not in done.out for law in without)
    assert command("judge", "check", "--texts", "t.txt", "--law", "identical").err == ""


def test_a_deaf_model_breaks_laws(command: Any) -> None:
    from mondegreen.judges.conversational import about_pair
    from mondegreen.judges.metamorphic import law_pairs

    with Recorder("deaf.jsonl") as recorder:
        for pair in law_pairs(["I do not want 5."]):
            question = about_pair(pair.reference, pair.hypothesis)
            data = {
                "normalized_reference": pair.reference, "normalized_hypothesis": pair.hypothesis,
                "substitution_pairs": [], "deletion_words": [], "insertion_words": [],
                "substitutions": 0, "deletions": 0, "insertions": 0, "explanation": "",
            }  # fmt: skip
            if pair.law == "changed-number":
                continue
            _, value = read(data, question)
            recorder.write(question, "deaf", replace(Answer("ok"), value=value))
    Path("t.txt").write_text("I do not want 5.\n\n", "utf-8")
    options = ("conversational-wer", "--model", "replay:deaf.jsonl", "--texts", "t.txt")
    done = command("judge", "check", *options)
    assert done.status == 1
    assert "dropped-not           0 kept, 1 broken" in done.out
    assert "changed-number        0 kept, 1 without an answer" in done.out
    assert "dropped-not: 0.0 %, expected above 0" in done.out
    found = json.loads(command("judge", "check", *options, "--law", "identical", "--json").out)
    assert (found["kept"], [each["rate"] for each in found["pairs"]]) == (True, [0.0])


def test_a_judge_of_a_plug_in(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def strict(expected: str, got: str) -> CustomMetricResult:
        return CustomMetricResult(100.0 * (expected != got), "")

    monkeypatch.setattr(JUDGES, "_table", {"strict": strict})
    done = command("judge", "check", "strict", "--law", "identical", "--law", "dropped-not")
    assert done.status == 0
    odd = command("judge", "check", "strict", "--law", "same")
    assert (odd.status, "no law of judges is named 'same'" in odd.err) == (2, True)
    plain = command("judge", "check", "wer")
    assert (plain.status, "wer asks no judge" in plain.err) == (2, True)


@pytest.mark.parametrize("place", ["folder", "j.db", None])
def test_a_cache_is_named_as_for_the_run_that_asked(
    command: Any, place: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONDEGREEN_CACHE", "usual")
    kept = {"folder": "folder/judgements.db", None: "usual/judgements.db"}.get(place, place)
    fill(str(kept))
    named = ("--cache", place) if place else ()
    drawn = command("judge", "audit", "--draw", "2", "--sheet", "s.tsv", *named)
    assert (drawn.status, "2 rulings to label" in drawn.err) == (0, True)
    assert (
        command("judge", "show", "0", *named).status == 2
    )  # no such sample, but the store is there
    assert "rows deleted from" in command("judge", "purge", *named).err


@pytest.mark.parametrize("words", [("show", "u1"), ("purge",), ("audit", "--sheet", "s.tsv")])
@pytest.mark.parametrize("place", ["nowhere", "nowhere.db", "none"])
def test_looking_makes_no_cache(command: Any, words: tuple[str, ...], place: str) -> None:
    done = command("judge", *words, "--cache", place)
    assert done.status == 2
    assert ("keeps nothing" if place == "none" else "no answers are kept there") in done.err
    assert not Path(place).exists()


def test_a_check_keeps_answers_where_it_is_told(command: Any) -> None:
    with Recorder("answers.jsonl"):
        pass
    words = ("judge", "check", "facts", "--model", "replay:answers.jsonl", "--cache", "none")
    assert command(*words).status == 1
    assert not Path("none").exists()


def test_levels_are_written_as_elsewhere(command: Any) -> None:
    fill()
    command("judge", "audit", "--draw", "24", "--sheet", "s.tsv", "--cache", "j.db")
    label("s.tsv", lambda line: "yes" if "wants" in line else "no")
    read = ("judge", "audit", "--sheet", "s.tsv", "--cache", "j.db", "--level")
    assert command(*read, "90%").out == command(*read, "0.9").out != command(*read, "95%").out
    wrong = command(*read, "95")
    assert (wrong.status, "as 95% or 0.95" in wrong.err) == (2, True)


def test_normalized_texts_without_their_metric_are_refused_before_any_work(command: Any) -> None:
    Path("c.tsv").write_text("reference\thypothesis\na\ta\n", "utf-8")
    done = command("score", "c.tsv", "--save-normalized", "n.tsv")
    assert (done.status, done.out, "add -m semantic-wer" in done.err) == (2, "", True)
    assert not Path("n.tsv").exists()
