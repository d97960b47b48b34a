"""``facts``, ``canonical-wer``, ``conversational-wer`` and judges of one's own, scored as metrics."""

from __future__ import annotations

import asyncio
import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from judge_scripts import ScriptedModel, plainly

import mondegreen as mg
from mondegreen.errors import UsageError
from mondegreen.judges import Answer, Usage
from mondegreen.judges.answer import read
from mondegreen.judges.custom import CustomMetricResult
from mondegreen.judges.custom_metric import as_metric
from mondegreen.judges.facts import read_facts
from mondegreen.metrics import METRICS
from mondegreen.options.judging import Judging, NoModelError
from mondegreen.testing import check_metric

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("canonical-wer", "conversational-wer", "facts")
REFERENCES = ["cancel my card", "hello there", "pay twenty", ""]
HYPOTHESES = ["cancel my car", "hello there", "", "well"]


def judging(script: Any = plainly, **options: Any) -> Judging:
    return Judging(ScriptedModel(script), cache=False, tell=lambda _line: None, **options)


def score(*metrics: str, script: Any = plainly, **options: Any) -> Any:
    return mg.score(REFERENCES, HYPOTHESES, metrics=metrics, judge=judging(script, **options))


@pytest.mark.parametrize("name", NAMES)
def test_they_keep_the_contract(name: str) -> None:
    check_metric(name, judge=judging())


def test_facts_of_a_corpus() -> None:
    found = score("wer", "facts")
    assert found["facts"].counts == {
        "missing": 3, "both": 4, "contradicted": 0, "invented": 0, "short": 4,
        "needed": 3, "open_facts": 0, "bounded": 0, "unjudged": 0,
    }  # fmt: skip
    assert found["facts"].value == 3 / 7
    assert found["facts"].title == "facts[two-step, fake:scripted]"
    assert [found.rate(row, "facts") for row in range(3)] == [1 / 3, 0.0, 1.0]
    assert (
        found.rate(3, "facts") is None
    )  # an empty reference states nothing, which is not a score of 0
    detail = found.details("facts")["1"]
    assert [fact["ruling"] for fact in detail["facts"]] == ["preserved", "preserved", "missing"]
    assert "4 references of fewer than 20 words" in str(found)


def test_no_facts_at_all_is_null() -> None:
    found = score("facts", script=lambda _: {"facts": []}, protocol="single-call")
    assert math.isnan(found["facts"].value)
    assert found["facts"].reason == "the references state no facts"


@pytest.mark.parametrize("name", NAMES)
def test_what_cannot_be_judged_is_in_no_sum(name: str) -> None:
    def refuses(question: Any) -> Any:
        if "car" in question.prompt or "cancel" in question.prompt:
            return Answer("refused", "the model refused: no")
        return plainly(question)

    found = score("wer", name, script=refuses)
    whole = score("wer", name)
    assert found[name].counts["unjudged"] == 1
    assert found.unjudged(name)["1"].status == "refused"
    assert found.coverage.unjudged == {name: {"refused": 1}}
    assert found.rate(0, name) is None
    counted = whole[name].counts
    own = dict(zip(counted, whole.counts(0, name), strict=True))
    of_open_rows = {"needed", "open_facts", "bounded", "unjudged"}
    for key in counted.keys() - of_open_rows:
        assert found[name].counts[key] == counted[key] - own[key]
    assert found[name].counts["needed"] == counted["needed"]


@pytest.mark.parametrize("name", NAMES)
def test_without_a_model(name: str) -> None:
    with pytest.raises(NoModelError, match="no model is named"):
        mg.score(["a b c"], ["a b d"], metrics=[name])
    told: list[str] = []
    found = mg.score(["a b c"], ["a b d"], metrics=["wer", name], judge=Judging(tell=told.append))
    assert (found["wer"].value, found[name].counts["unjudged"]) == (1 / 3, 1)
    assert found[name].value is None
    assert found[name].reason.startswith("0 of 1 judged")
    assert len(told) == 1


def test_canonical_words_of_the_same_sound_are_hits() -> None:
    texts = {"two knights at 5:05": "2 knights at 5:05", "2 nights at five": "2 nights at 5"}

    def canonical(question: Any) -> Any:
        text = texts[question.prompt.split("\n")[1]]
        listed = [{"value": text.split()[-1], "type": "time"}]
        return {"canonical_transcript": text, "entities": listed}

    found = mg.score(
        ["two knights at 5:05"], ["2 nights at five"], metrics=["canonical-wer"],
        judge=judging(canonical),
    )  # fmt: skip
    assert found["canonical-wer"].counts == {
        "hits": 3, "substitutions": 1, "deletions": 0, "insertions": 0, "strict_errors": 2,
        "entities": 1, "entities_lost": 1, "needed": 1, "unjudged": 0,
    }  # fmt: skip
    assert found["canonical-wer"].value == 0.25
    assert "50.0 % without sounds; 1 of 1 entity lost" in str(found)


def test_lists_of_facts_are_written_edited_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "facts.jsonl"
    first = score("facts", save_facts=path)
    assert len(read_facts(path)["cancel my card"]) == 3
    text = path.read_text("utf-8")
    path.write_text(text.replace('"object": "my", "quotation": "my"', '"object": "card"'), "utf-8")
    model = judging(facts=path)
    second = mg.score(REFERENCES, HYPOTHESES, metrics=["facts"], judge=model)
    assert {q.protocol for q in model.model.asked} == {"facts-two-step@1"}
    assert second["facts"].counts["missing"] == first["facts"].counts["missing"] + 1
    assert ",facts:" in second.signature
    with pytest.raises(UsageError, match="two-step"):
        score("facts", facts=path, protocol="single-call")


def test_the_language_is_asked_in_and_pinned() -> None:
    model = judging(lang="cs")
    found = mg.score(["dobrý den"], ["dobrý večer"], metrics=["facts"], judge=model)
    assert all("The language of the texts is cs." in q.prompt for q in model.model.asked)
    assert ",lang:cs," in found.signature


def test_redacted_texts_are_asked_about() -> None:
    model = judging(redact=True)
    mg.score(["my name is Ada Young"], ["my name is Eda Young"], metrics=["facts"], judge=model)
    asked = " ".join(question.prompt for question in model.model.asked)
    assert "Ada" not in asked
    assert "NAME1" in asked


async def half(expected: str, got: str) -> CustomMetricResult:
    """Half of everything is wrong."""
    if got == "boom":
        raise ValueError("no")
    score = None if not expected else 50.0 * (expected != got)
    return CustomMetricResult(score, "by halves")


def test_a_judge_of_ones_own_as_a_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(METRICS, "_table", dict(METRICS._table))
    kind = as_metric(half, "half", version="2")
    METRICS.register("half", kind)
    check_metric("half")

    async def cell() -> Any:  # as in a notebook
        return mg.score([*REFERENCES, "a"], [*HYPOTHESES, "boom"], metrics=["half"])

    found = asyncio.run(cell())
    assert found["half"].value is None
    assert found["half"].value_low == pytest.approx((0.5 + 0 + 0.5 + 0) / 4)
    assert found["half"].value_high == pytest.approx((0.5 + 0 + 0.5 + 1) / 4)
    assert found["half"].counts["with_score"] == 3
    assert found.unjudged("half")["5"].reason == "ValueError: no"
    assert found.signature.startswith("half@2|")
    assert "mean score of 3 utterances" in str(found)


@pytest.mark.parametrize("name", NAMES)
def test_without_texts_nothing_that_was_said_is_written(name: str, tmp_path: Path) -> None:
    """Answers of these judges are texts, so nothing of them is kept, and a second run asks again."""
    where, record = tmp_path / "a.db", tmp_path / "r.jsonl"
    found, asked = [], []
    for _ in range(2):
        model = ScriptedModel(plainly, remote=True)
        options: Any = {"model": model, "cache": where, "record": record, "tell": str}
        judge = Judging(**options, keep_texts=False)
        found.append(
            mg.score(["cancel my zebra"], ["cancel my cobra"], metrics=[name], judge=judge)
        )
        asked.append(len(model.asked))
    found[0].save(tmp_path / "run.json")
    assert found[0].details(name) == {}
    assert found[0][name].counts == found[1][name].counts
    assert asked[0] == asked[1] > 0
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".json"]
    assert len(written) >= 2
    for path in written:
        assert b"zebra" not in path.read_bytes(), path
        assert b"cobra" not in path.read_bytes(), path


@pytest.mark.parametrize("name", NAMES)
def test_canaries_are_told_and_neither_counted_nor_saved(name: str, tmp_path: Path) -> None:
    told: list[str] = []
    options: dict[str, Any] = {"save_facts": tmp_path / "facts.tsv"} if name == "facts" else {}
    asked = Judging(ScriptedModel(plainly), cache=False, tell=told.append, canaries=True, **options)
    found = mg.score(REFERENCES, HYPOTHESES, metrics=[name], judge=asked)
    assert found[name].counts == score(name)[name].counts
    # A judge that compares word by word sees every difference, the harmless ones too.
    (line,) = [line for line in told if "canaries" in line]
    assert line.startswith(f"mondegreen: {name}: ")
    assert " of 4 canaries as known" in line
    if name == "facts":
        assert set(read_facts(tmp_path / "facts.tsv")) <= set(REFERENCES)


def test_a_replay_costs_nothing() -> None:
    told: list[str] = []
    model = ScriptedModel(plainly_replayed)
    mg.score(REFERENCES, HYPOTHESES, metrics=["facts"], judge=Judging(model, tell=told.append))
    assert told[-1].startswith("mondegreen: facts: ")
    assert told[-1].endswith(" from the replay")


def plainly_replayed(question: Any) -> Answer[Any]:
    complaints, value = read(plainly(question), question)
    assert not complaints
    return Answer("ok", None, value, Usage(1, 0, 100), Decimal("0.01"), origin="replay")


@pytest.mark.parametrize("name", ["canonical-wer", "conversational-wer"])
def test_word_rates_are_of_words(name: str) -> None:
    made_of = METRICS.get(name)().describe(
        (1, 0, 0, 0, 0, 0, 0, 0)[: len(METRICS.get(name).statistics)]
    )
    assert "reference word" in made_of
    assert "character" not in made_of


def test_a_score_of_ones_own_is_no_number_of_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(METRICS, "_table", dict(METRICS._table))
    METRICS.register("half", as_metric(half, "half"))
    shown = str(mg.score(["a b"], ["a"], metrics=["half"]))
    assert "mean score of 1 utterance\n" in shown
    assert "000,000" not in shown


def test_a_list_of_facts_with_a_wrong_ending_is_refused_before_anybody_is_asked() -> None:
    def asked(_question: Any) -> Answer[Any]:
        raise AssertionError

    with pytest.raises(UsageError, match=r"ends in \.jsonl or \.tsv"):
        score("facts", script=asked, save_facts="facts.txt")
