"""The cases of ``cases.jsonl``, each through Python and through the command line.

A line of the file is a case that somebody met before us: texts, options, what must come out,
and why. Three fields are ours:

- ``feature``: ``null`` where the case runs, else the name of what is not here yet, and the case
  is skipped with it. Taking the name away is how a feature claims its cases.
- ``later``: keys of ``options`` or ``expected`` of a case that runs, which wait for a feature.

The expectations are never adapted to what the program does.
"""

from __future__ import annotations

import json
import random
import re
import unicodedata
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from cases import HERE, RATES, babble, load, texts_of
from faces import FACES, STEPS, CommandLine, Python, Seen
from stub_judges import Stub, judge_once, rule_of

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.corpus import FORMATS
from mondegreen.forgive.homophone import Homophone
from mondegreen.metrics import METRICS
from mondegreen.metrics.edits import UNITS
from mondegreen.scoring.hallucination import MOST_CHARACTERS
from mondegreen.text.normalizers import NORMALIZERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from cases import Case

    from mondegreen.corpus.segments import Segment

    Face = Python | CommandLine

SHARED = HERE.parents[2] / "shared" / "cases" / "cases.jsonl"
CASES = load(HERE / "cases.jsonl")
RUNNABLE = [case for case in CASES if case.feature is None]
NEEDED_NOW = {
    *("empty", "aggregation", "alignment", "cer", "scale", "phonetic", "entities", "alternatives"),
    *("judge", "significance", "signature", "hallucination", "formats"),
}
# The figures of the cases have six digits.
close = partial(pytest.approx, abs=5e-7, rel=0)

# -- one check for each key of ``expected`` ----------------------------------------------------


def check_rate(name: str, face: Face, case: Case) -> None:
    wanted = case.expected[name]
    if case.options.get("per_utterance_rate") == "jiwer":
        assert face.rendered(case, "plain") == str(wanted)
        return
    found = face.score(case).rates[case.metric_of(name)]
    assert found is None if wanted is None else found == close(wanted)


def check_main_rate(face: Face, case: Case) -> None:
    assert face.score(case).rates[case.metrics[0]] == close(case.expected["rate"])


def check_count(of: Callable[[dict[str, int]], int], key: str, face: Face, case: Case) -> None:
    assert of(face.score(case).steps) == case.expected[key]


def errors(steps: dict[str, int]) -> int:
    if "remaining" in steps:
        return steps["remaining"]
    if "touched" in steps:
        return steps["touched"] + steps["inserted"]
    return steps["substitutions"] + steps["deletions"] + steps["insertions"]


def length(steps: dict[str, int]) -> int:
    return steps["hits"] + steps["substitutions"] + steps["deletions"]


def check_equal(face: Face, case: Case) -> None:
    assert (errors(face.score(case).steps) == 0) is case.expected["equal"]


def check_covered(key: str, face: Face, case: Case) -> None:
    assert face.score(case).coverage[key] == case.expected[key]


def check_completes(face: Face, case: Case) -> None:
    assert case.expected["completes"] is True
    references, hypotheses = texts_of(case)
    steps = face.score(case).steps
    written = length(steps) - steps["deletions"] + steps["insertions"]
    assert [length(steps), written] == [
        sum(len(text.split() if case.unit == "word" else text) for text in side)
        for side in (references, hypotheses)
    ]


def check_contiguous(face: Face, case: Case) -> None:
    assert face.joined(case) == close(case.expected["wer_contiguous"])


def check_sums(face: Face, case: Case) -> None:
    seen = face.score(case)
    assert len(seen.rows) == len(case.reference)
    assert [sum(column) for column in zip(*seen.rows, strict=True)] == list(seen.steps.values())


def check_deleted(face: Face, case: Case) -> None:
    at, found = 0, []
    for said, written in face.pairs(case):
        if written is None:
            found.append(at)
        at += said is not None
    assert found == case.expected["deleted_ref_indices"]


def check_pairs(face: Face, case: Case) -> None:
    assert face.pairs(case) == [tuple(pair) for pair in case.expected["pairs"]]


def width(text: str) -> int:
    """Count columns of a terminal; written apart from the program's own."""
    return sum(
        0
        if unicodedata.category(char) in {"Mn", "Cf"}
        else 2
        if unicodedata.east_asian_width(char) in {"W", "F"}
        else 1
        for char in text
    )


def starts(line: str) -> list[int]:
    """Return the column of the terminal at which each word of a line begins."""
    return [width(line[: word.start()]) for word in re.finditer(r"\S+", line)]


def check_columns(face: Face, case: Case) -> None:
    """Words, gaps and marks begin in the same columns; right-to-left words cannot move them."""
    said, written, marks = face.aligned(case).splitlines()
    assert starts(said) == starts(written)
    assert set(starts(marks)) < set(starts(said))
    if any(unicodedata.bidirectional(char) in {"R", "AL"} for char in case.reference):
        for line, words in ((said, case.reference), (written, case.hypothesis)):
            assert re.findall("\u2068(.*?)\u2069", line) == words.split()


def check_utterances(face: Face, case: Case) -> None:
    found = face.read(case)
    assert dict(zip(found.ids, found.texts, strict=True)) == case.expected["utterances"]


def check_read(field: str, key: str, face: Face, case: Case) -> None:
    assert getattr(face.read(case), field) == [case.expected[key]]


def check_speaker(face: Face, case: Case) -> None:
    if case.options["format"] == "trn":
        check_read("speakers", "speaker", face, case)
    else:
        assert [each.speaker for each in face.segments(case).segments] == [case.expected["speaker"]]


SEGMENTS: dict[str, Callable[[list[Segment]], Any]] = {
    "segments": lambda said: sum(not each.ignored for each in said),
    "cues": len,
    "label": lambda said: said[0].labels,
    "text": lambda said: said[0].text,
    "ignored_regions": lambda said: [[each.start, each.end] for each in said if each.ignored],
    "words": lambda said: [word.text for each in said for word in each.words],
    "confidence": lambda said: [word.confidence for each in said for word in each.words],
    "start": lambda said: [word.start for each in said for word in each.words],
    "end": lambda said: [word.end for each in said for word in each.words],
}


def check_segments(key: str, face: Face, case: Case) -> None:
    """Times are exact decimals, so they are compared as they are written in the case."""
    said = list(face.segments(case).segments)
    found = SEGMENTS[key](said)
    if found == []:  # no words of their own
        (found,) = (getattr(each, key) for each in said)
    assert found == json.loads(json.dumps(case.expected[key]), parse_float=Decimal)


def check_characters(face: Face, case: Case) -> None:
    assert case.options["max_chars_per_minute"] == MOST_CHARACTERS
    assert face.flags(case)[0] == case.expected["chars_per_minute"]


def check_flag(key: str, face: Face, case: Case) -> None:
    assert ("rate" in face.flags(case)[1].split(",")) is case.expected[key]


def check_lines(face: Face, case: Case) -> None:
    counts = {name[:1].upper(): number for name, number in face.score(case).steps.items()}
    wanted = case.options["counts"]
    assert {key: counts[key] for key in "SDI"} == {key: wanted[key] for key in "SDI"}
    assert face.rendered(case, "kaldi").splitlines() == case.expected["lines"]


def check_signatures(face: Face, case: Case) -> None:
    first, second = face.two_versions(case)
    assert (first == second) is case.expected["signatures_equal"]


def check_compared(_: Face, case: Case) -> None:
    """`check_signatures` has seen that they are refused."""
    assert case.expected["compare"] == "refuse or warn"
    assert "signatures_equal" in case.checked


def check_interval(face: Face, case: Case) -> None:
    """Of two utterances four can be drawn: twice the one, twice the other, and both."""
    assert case.options["statistic"] == "ratio_of_sums"
    said, (written,) = case.reference, case.hypothesis.values()
    rates = [
        mg.wer([said[at] for at in drawn], [written[at] for at in drawn])
        for drawn in ([0, 0], [1, 1], [0, 1])
    ]
    assert face.interval(case) == (min(rates), max(rates))


def check_raises(face: Face, case: Case) -> None:
    assert case.expected["raises"] is True
    face.refuses(case)


def check_least_errors(face: Face, case: Case) -> None:
    assert errors(face.score(case).steps) >= case.expected["errors_min"]


def check_recall(matched: str, key: str, face: Face, case: Case) -> None:
    counts = face.score(case).counts["entities"]
    assert counts[matched] / counts["entities"] == close(case.expected[key])


def check_homophones(_: Face, case: Case) -> None:
    differences = mg.align(case.reference, case.hypothesis).differences()
    forgiven = [each for each in differences if Homophone().forgives(each)]
    found = [[*each.reference, *each.hypothesis] for each in forgiven]
    assert found == case.expected["homophones"]


def check_idempotent(_: Face, case: Case) -> None:
    normalize = mg.normalizer(case.choices["normalizer"])
    once = [normalize(text) for text in case.reference]
    assert [normalize(text) for text in once] == once


def check_runs(face: Face, case: Case) -> None:
    """A judge that changes its mind is asked once, however often the case is scored."""
    assert case.expected["run1_equals_run2"] is True
    model = Stub(rule_of(case))
    first, second = (judge_once(case, face.folder, model) for _ in range(case.options["runs"]))
    assert first.to_dict() == second.to_dict()
    assert model.asked == 1
    assert face.score(case).rates["semantic-wer"] == first["semantic-wer"].value


def check_recorded(face: Face, case: Case) -> None:
    names = dict.fromkeys(case.expected["recorded"])
    result = judge_once(case, face.folder, Stub(rule_of(case)))
    names["model"], names["prompt_version"] = "test:stub", "differences@1"
    names["temperature"], names["n_votes"] = "temperature:0", "votes:1"
    for found in names.values():
        assert found is not None
        assert found in result.signature


CHECKS: dict[str, Callable[[Face, Case], None]] = {
    **{name: partial(check_rate, name) for name in RATES},
    **{
        name[0].upper(): partial(check_count, lambda steps, name=name: steps[name], name[0].upper())
        for name in STEPS
    },
    "rate": check_main_rate,
    "errors": partial(check_count, errors, "errors"),
    **{key: partial(check_count, length, key) for key in ("ref_words", "ref_chars", "ref_units")},
    "equal": check_equal,
    "errors_min": check_least_errors,
    "scored": partial(check_covered, "scored"),
    "failed": partial(check_covered, "failed"),
    "completes": check_completes,
    "wer_contiguous": check_contiguous,
    "invariant": check_sums,
    "deleted_ref_indices": check_deleted,
    "pairs": check_pairs,
    "property": check_columns,
    "utterances": check_utterances,
    "speaker": check_speaker,
    **{key: partial(check_segments, key) for key in SEGMENTS},
    "chars_per_minute": check_characters,
    **{key: partial(check_flag, key) for key in ("flag", "flag_rate")},
    "ref_text": partial(check_read, "texts", "ref_text"),
    "id": partial(check_read, "ids", "id"),
    "lines": check_lines,
    "signatures_equal": check_signatures,
    "raises": check_raises,
    "compare": check_compared,
    "idempotent": check_idempotent,
    "entity_recall": partial(check_recall, "matched", "entity_recall"),
    "entity_recall_exact": partial(check_recall, "matched", "entity_recall_exact"),
    "entity_recall_space_insensitive": partial(
        check_recall, "matched_no_space", "entity_recall_space_insensitive"
    ),
    "homophones": check_homophones,
    "semantic_wer": partial(check_rate, "semantic_wer"),
    "run1_equals_run2": check_runs,
    "recorded": check_recorded,
}

# Options that a face obeys, or that say what is done in any case.
UNDERSTOOD = {
    *("metric", "unit", "normalizer", "keep_spaces", "cost", "failed", "input", "call", "format"),
    *("language", "counts", "style", "per_utterance_rate", "aggregate", "report", "a", "b"),
    *("remove_fillers", "strip_tags", "remove_punctuation", "property", "unicode", "punctuation"),
    *("space_insensitive", "phonetic", "entities", "alternation", "fragments"),
    *("judge", "runs", "cache", "statistic", "audio_seconds", "max_chars_per_minute"),
}
ONLY_AS_IT_IS = {"case_sensitive": True, "merge_compounds": False}


SESSION_RATES = {"cpwer": "cpwer", "tcpwer": "tcpwer", "orcwer": "orc-wer"}
"""Rates of sessions by the names that the cases have for them."""
SESSION_STEPS = {"S": "substitutions", "D": "deletions", "I": "insertions"}


def _parameters() -> Iterator[Any]:
    for case in CASES:
        if case.options["metric"] in SESSION_RATES:
            continue
        if case.feature is None:
            for face in FACES:
                yield pytest.param(face, case, id=f"{case.id}-{face}")
        else:
            skip = pytest.mark.skip(reason=f"waits for {case.feature}")
            yield pytest.param("", case, id=case.id, marks=skip)


@pytest.mark.parametrize(("face", "case"), list(_parameters()))
def test_case(face: str, case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    native = case.choices.get("normalizer") or case.options.get("metric") == "semantic_wer"
    if _kernel.name != "native" and native:
        pytest.skip(
            "a normalizer or forgivers of the native kernel, without a reference implementation"
        )
    way = Once(FACES[face](tmp_path, capsys))
    for key in case.checked:
        CHECKS[key](way, case)
    if case.options.get("statistic"):
        check_interval(way, case)
    if case.options.get("report") == "text alignment":
        check_columns(way, case)


def _segments(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = {"start": "start_time", "end": "end_time"}
    return [
        {"session_id": "talk", **{names.get(key, key): value for key, value in each.items()}}
        for each in given
    ]


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.id) for case in CASES if case.options["metric"] in SESSION_RATES],
)
def test_case_of_sessions(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rates = {name: SESSION_RATES[name] for name in case.expected if name in SESSION_RATES}
    sides = {"reference": _segments(case.reference), "hypothesis": _segments(case.hypothesis)}
    files = [tmp_path / f"{name}.json" for name in sides]
    for file, side in zip(files, sides.values(), strict=True):
        file.write_text(json.dumps(side), "utf-8")
    collar = {key: case.options[key] for key in ("collar",) if key in case.options}
    result = mg.score(mg.sessions(*sides.values()), metrics=[*rates.values()], **collar)
    assert {name: result[rate].value for name, rate in rates.items()} == {
        name: case.expected[name] for name in rates
    }
    counts = result[SESSION_RATES[case.options["metric"]]].counts
    for key, step in SESSION_STEPS.items():
        assert counts[step] == case.expected.get(key, counts[step])
    errors = sum(counts[step] for step in SESSION_STEPS.values())
    assert errors == case.expected.get("errors", errors)
    said = [f"--{key}={value}" for key, value in collar.items()]
    rates_named = ["-m", ",".join(rates.values()), *said, "--to", "json"]
    assert run(["score", *map(str, files), *rates_named]) == 0
    metrics = json.loads(capsys.readouterr().out)["metrics"]
    printed = {each["name"]: each for each in metrics}
    for name, rate in rates.items():
        assert printed[rate]["value"] == case.expected[name]


class Once:
    """A face that scores a case once, however many keys are checked."""

    def __init__(self, face: Face) -> None:
        self._face, self._seen = face, None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._face, name)

    def score(self, case: Case) -> Seen:
        self._seen = self._seen or self._face.score(case)
        return self._seen


@pytest.mark.parametrize(
    ("case", "key"), [pytest.param(c, key, id=f"{c.id}-{key}") for c in RUNNABLE for key in c.later]
)
def test_what_waits_in_a_case_that_runs(case: Case, key: str) -> None:
    assert key in {**case.expected, **case.options}
    pytest.skip(f"waits for {case.later[key]}")


@pytest.mark.slow
def test_two_recordings_that_have_nothing_in_common() -> None:
    """scale-03 at its worst: nothing is like anything, over 120,000 by 140,000 characters."""
    chance = random.Random(21)
    result = mg.score(babble(chance, 120_000), babble(chance, 140_000), metrics="cer")
    assert length(result["cer"].counts) == 120_000


# -- none is forgotten -------------------------------------------------------------------------


def test_every_case_has_another_id() -> None:
    assert len({case.id for case in CASES}) == len(CASES) == 123


@pytest.mark.parametrize("case", RUNNABLE, ids=lambda case: case.id)
def test_a_case_that_runs_is_checked_whole(case: Case) -> None:
    assert case.checked
    if case.options["metric"] in SESSION_RATES:
        assert set(case.checked) <= {*SESSION_RATES, *SESSION_STEPS, "errors"}
        assert set(case.options) <= {"metric", "collar"}
        return
    assert set(case.checked) <= set(CHECKS)
    for option, value in case.options.items():
        known = option in UNDERSTOOD or option in case.later or ONLY_AS_IT_IS.get(option) == value
        assert known, f"nobody looks at {option}={value!r}"


def test_a_case_that_is_skipped_names_its_feature() -> None:
    for case in CASES:
        assert case.feature is None or re.fullmatch(r"[a-z-]+(:[A-Za-z-]+)?", case.feature)


@pytest.mark.parametrize("area", sorted(NEEDED_NOW))
def test_these_areas_run(area: str) -> None:
    assert [case.id for case in CASES if case.area == area and case.feature] == []


def test_no_case_waits_for_what_is_here() -> None:
    here = {f"metric:{name}" for name in METRICS.names()} | {*METRICS.names(), *FORMATS.names()}
    here |= {f"normalizer:{name}" for name in NORMALIZERS.names()}
    here |= {f"unit:{name}" for name in UNITS}
    waiting = {case.feature for case in CASES} | {f for case in CASES for f in case.later.values()}
    assert here & waiting == set()


@pytest.mark.skipif(
    not SHARED.exists(), reason="the shared list of cases is not next to the project"
)
def test_the_shared_list_has_no_other_case() -> None:
    """Ours holds all of theirs, and what they say of a case is in ours word for word."""
    ours = [json.loads(line) for line in (HERE / "cases.jsonl").read_text("utf-8").splitlines()]
    by_id = {case["id"]: case for case in ours}
    for line in SHARED.read_text("utf-8").splitlines():
        theirs = json.loads(line)
        assert theirs["id"] in by_id
        assert theirs.items() <= by_id[theirs["id"]].items()
