"""What a report shows of sessions: which words are right, whose they are, and what is counted."""

from __future__ import annotations

import json
import random
import re
from itertools import starmap
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.report import sessions as page_of_sessions
from mondegreen.report.document import render_report
from mondegreen.report.sessions import Sessions
from mondegreen.report.survey import survey
from mondegreen.report.systems import Systems

if TYPE_CHECKING:
    from pathlib import Path

ATTACK = "</script><script>alert(1)</script>"


def segment(
    speaker: str, start: float | None, end: float | None, words: str, session: str = "talk"
) -> dict[str, Any]:
    times = {} if start is None else {"start_time": start, "end_time": end}
    return {"session_id": session, "speaker": speaker, "words": words, **times}


SAID = [
    segment("ann", 0.0, 2.0, "so it goes on and on"),
    segment("bo", 1.5, 4.0, "yes it does"),
    segment("ann", 4.0, 6.0, "well then"),
]
HEARD = [
    segment("s1", 0.1, 2.1, "so it goes on on"),
    segment("s2", 1.5, 4.0, "yes it does"),
    segment("s2", 4.1, 6.0, "well then"),
]


def found(said: Any, heard: Any, metrics: str = "cpwer,orc-wer", **options: Any) -> dict[str, Any]:
    """Return what the page has of the only session."""
    result = mg.score(mg.sessions(said, heard), metrics=metrics, **options)
    (session,) = Sessions(Systems.of(result)).embedded
    (part,) = session["s"]
    return part


def states(part: dict[str, Any], side: str) -> dict[str, str]:
    """Return each word with its state; that of a word of another line is the number of the line."""
    words: dict[str, list[str]] = {}
    names = part["p"] if side == "r" else part["k"]
    for line, _, _, text, codes, *_ in part[side]:
        for word, code in zip(text.split(), codes, strict=True):
            shown = str(ord(code) - 256) if ord(code) >= 256 else code
            words.setdefault(names[line], []).append(f"{word}{shown}")
    return {name: " ".join(own) for name, own in words.items()}


def test_words_of_another_speaker_are_found() -> None:
    part = found(SAID, HEARD)
    assert states(part, "r") == {
        "ann": "so= it= goes= on= andd on= well1 then1",
        "bo": "yes= it= does=",
    }
    assert states(part, "h") == {"s1": "so= it= goes= on= on=", "s2": "yes= it= does= well0 then0"}
    assert part["m"] == [[5, 2, 1], [0, 3, 0], [0, 0, 0]]
    assert part["o"] == [0, 1]


def test_a_word_far_away_is_no_word_of_another_speaker() -> None:
    far = [*HEARD[:2], segment("s2", 60.0, 62.0, "well then")]
    part = found(SAID, far)
    assert states(part, "r")["ann"].endswith("welld thend")
    assert states(part, "h")["s2"].endswith("welli theni")


def test_words_far_from_their_time_are_late() -> None:
    late = [segment("s1", 30.0, 32.0, "so it goes on and on"), *HEARD[1:2]]
    part = found(SAID[:2], late, "cpwer,tcpwer", collar=5)
    assert states(part, "r")["ann"] == "sot itt goest ont andt ont"
    assert "t" not in {code for turn in found(SAID[:2], late)["r"] for code in turn[4]}


def test_what_is_forgiven_is_no_error() -> None:
    said = [segment("ann", 0.0, 2.0, "the data base is on"), segment("bo", 2.0, 3.0, "yes")]
    heard = [segment("1", 0.0, 2.0, "the database is off"), segment("2", 2.0, 3.0, "yes")]
    part = found(said, heard, "cpwer", forgive=["spacing"])
    assert states(part, "r")["ann"] == "the= dataf basef is= ons"
    assert part["e"] == 1


def test_words_with_times_of_their_own_keep_them() -> None:
    words = [("so", 0.0, 0.2), ("it", 0.5, 0.6), ("goes", 4.0, 4.5)]
    said = list(starmap(lambda word, start, end: segment("ann", start, end, word), words))
    part = found(said, said)
    assert [turn[1:4] for turn in part["r"]] == [[0, 600, "so it"], [4000, 4500, "goes"]]
    assert [turn[5] for turn in part["r"]] == [[0, 200, 500, 600], [0, 500]]


def test_sessions_without_times_have_no_timeline() -> None:
    part = found({"ann": "so it goes", "bo": "on"}, {"1": "on", "2": "so it goes"})
    assert part["t"] is False
    assert part["m"] == [[0, 3, 0], [1, 0, 0], [0, 0, 0]]


def test_turns_without_words_are_mapped_by_time() -> None:
    said = [segment("ann", 0, 4, ""), segment("bo", 4, 9, "")]
    heard = [segment("2", 0, 4, ""), segment("1", 4, 9, "")]
    part = found(said, heard, "der")
    assert [part["k"][at] for at in part["o"]] == ["2", "1"]


def test_a_session_that_nobody_heard_is_missed() -> None:
    said = [*SAID, segment("ann", 0, 1, "so", "other")]
    result = mg.score(mg.sessions(said, HEARD), metrics="cpwer", missing="deletions")
    other = next(each for each in Sessions(Systems.of(result)).embedded if each["n"] == "other")
    assert states(other["s"][0], "r") == {"ann": "sod"}


@pytest.mark.parametrize("seed", range(30))
def test_the_sums_are_those_of_the_metric(seed: int) -> None:
    """Of any sessions: the matrix has all words, overlap all errors, and the errors are cpWER's."""
    chance = random.Random(seed)

    def side(names: str) -> list[dict[str, Any]]:
        rows = []
        for _ in range(chance.randint(1, 12)):
            start = chance.uniform(0, 30)
            words = " ".join(chance.choices("abcd", k=chance.randint(0, 5)))
            rows.append(segment(chance.choice(names), start, start + chance.uniform(0, 4), words))
        return rows

    said, heard = side("xyz"), side("1234")
    result = mg.score(mg.sessions(said, heard), metrics="cpwer,tcpwer,orc-wer", collar=1)
    made = Sessions(Systems.of(result))
    (part,) = (each["s"][0] for each in made.embedded)
    counts = result["cpwer"].counts
    words = [sum(len(row["words"].split()) for row in rows) for rows in (said, heard)]
    assert sum(map(sum, part["m"][:-1])) == words[0]
    lost = sum(row[-1] for row in part["m"])
    partners = sum(map(sum, part["m"])) - lost - sum(part["m"][-1])
    assert partners + sum(part["m"][-1]) == words[1]
    assert part["e"] == result["cpwer"].errors
    rows = made.overlap[0]
    assert sum(row["words"] for row in rows) == words[0]
    kinds = [sum(row["kinds"][at] for row in rows) for at in range(3)]
    assert kinds == [counts["substitutions"], counts["deletions"], counts["insertions"]]
    for name in "rh":
        for turn in part[name]:
            assert len(turn[3].split()) == len(turn[4])


def test_overlap_is_where_several_speakers_speak() -> None:
    result = mg.score(mg.sessions(SAID, HEARD), metrics="cpwer")
    rows = {row["name"]: row for row in Sessions(Systems.of(result)).overlap[0]}
    assert rows["several speakers at once"]["words"] == 3
    assert rows["one speaker"]["kinds"] == [0, 2, 2, 2]


def test_texts_are_escaped() -> None:
    said = [segment(ATTACK, 0, 1, f"so {ATTACK}", ATTACK), segment("bo", 0, 1, "it", ATTACK)]
    result = mg.score(mg.sessions(said, said), metrics="cpwer,orc-wer")
    html = render_report(result)
    assert ATTACK not in html
    (content,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html)
    assert json.loads(content)["sessions"][0]["n"] == ATTACK


def test_the_page_shows_cpwer_and_the_way_to_it() -> None:
    result = mg.score(mg.sessions(SAID, HEARD), metrics="speakers")
    html = render_report(result)
    assert "Recognition, speakers, times" in html
    assert "Report: concatenated minimum-permutation word error rate" in html
    assert "2 speakers in 1 session" in " ".join(html.split())


@pytest.mark.parametrize("extra", [0, 1])
def test_rows_of_nobody_are_no_speakers(extra: int) -> None:
    said = [segment(name, at, at + 1, f"{name} one two") for at, name in enumerate("abc")]
    heard = [segment(name, at, at + 1, f"{name} one") for at, name in enumerate("abc")]
    heard += [segment("d", 9, 10, "four more words here")] * extra
    result = mg.score(mg.sessions(said, heard), metrics="cpwer")
    assert result["cpwer"].errors == 3 + 4 * extra
    assert str(result.coverage) == "1 session with 3 speakers scored, 0 empty, 0 missing, 0 failed"
    html = " ".join(render_report(result).split())
    (content,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html)
    assert len(json.loads(content)["utterances"]) == 3 + extra
    assert "3 speakers in 1 session" in html
    assert "0 of 3" in html, "perfect"
    assert "3 of 3; 0 empty" in html, "coverage"
    assert ("<bdi>(nobody)</bdi>" in html) == bool(extra), "slices"
    found = survey(result, "cpwer")
    assert (found.perfect, sum(found.bars), found.without_rate) == (0, 3, 0)
    assert len(found.order) == 3 + extra


def test_several_systems_and_the_sessions_that_each_has() -> None:
    first = mg.score(mg.sessions(SAID, HEARD), metrics="cpwer")
    second = mg.score(mg.sessions(SAID, SAID), metrics="cpwer")
    (session,) = Sessions(Systems.of({"a": first, "b": second})).embedded
    assert [part["e"] for part in session["s"]] == [5, 0]
    html = render_report({"a": first, "b": second})
    assert "Errors in overlap of <bdi>b</bdi>" in html


def test_sessions_that_are_too_many_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [{**row, "session_id": name} for name in ("one", "two", "three") for row in SAID]
    heard = [{**row, "session_id": "two"} for row in HEARD]
    heard += [{**row, "session_id": name} for name in ("one", "three") for row in SAID]
    monkeypatch.setattr(page_of_sessions, "LARGEST", 500)
    result = mg.score(mg.sessions(said, heard), metrics="cpwer")
    shown = Sessions(Systems.of(result))
    assert [each["n"] for each in shown.embedded] == ["two"]  # with most errors
    assert shown.total == 3
    assert "the 1 of 3 sessions with most errors" in render_report(result)


@pytest.mark.parametrize("texts", [True, False])
def test_a_saved_run_is_read_again_and_says_what_is_not_in_it(
    tmp_path: Path, *, texts: bool
) -> None:
    path = tmp_path / "run.json"
    mg.score(mg.sessions(SAID, HEARD), metrics="speakers").save(path, texts=texts)
    saved = mg.load(path)
    assert saved["cpwer"].errors == 5
    html = render_report(saved)
    assert "keeps the words of each speaker without their times" in html
    assert "Recognition, speakers, times" in html
