"""What an answer about facts says must be shown by the texts."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.judges.facts.answer_checks import check_compared, check_judged, check_listed
from mondegreen.judges.facts.evidence import plainly_has_facts, shows, strange_numbers
from mondegreen.judges.facts.fact import Fact
from mondegreen.judges.facts.questions import about_both, about_hypothesis, about_reference

REFERENCE = "I want to cancel my card because the fee of 20 dollars is too high."
HYPOTHESIS = "i want to cancel my car because the fee of fifty dollars is too high"
FACTS = (
    Fact("speaker", "wants to cancel", "card", "want to cancel my card"),
    Fact("fee", "is", "20 dollars", "the fee of 20 dollars"),
    Fact("fee", "is", "too high", "is too high"),
)


def listed(*facts: tuple[str, str, str, str]) -> Any:
    names = ("subject", "predicate", "object", "quotation")
    data = {"facts": [dict(zip(names, fact, strict=True)) for fact in facts]}
    return _read(about_reference(REFERENCE), data)


def _read(question: Any, data: Any) -> Any:
    from mondegreen.judges.question import adapter

    return adapter(question.output).validate_python(data)


@pytest.mark.parametrize(
    ("fact", "says"),
    [
        (("speaker", "wants to cancel", "card", "want to cancel my card"), ""),
        (("fee", "is", "twenty dollars", "fee of 20 dollars"), ""),
        (("fee", "is", "50 dollars", "fee of 20 dollars"), "the number '50 dollars' is not in"),
        (("speaker", "likes", "elephants", "card"), "is nothing that the reference says"),
        (("speaker", "wants to cancel", "card", "is"), "does not state it"),
        (("speaker", "wants to cancel", "card", "the"), "does not state it"),
        (("speaker", "wants to cancel", "card", "my cat"), "is not in the reference"),
    ],
)  # fmt: skip
def test_a_fact_of_a_reference_stands_there(fact: tuple[str, str, str, str], says: str) -> None:
    found = check_listed(REFERENCE, "en", listed(fact))
    assert (says in " ".join(found)) if says else found == []


def test_no_facts_for_a_text_that_has_some_are_sent_back() -> None:
    assert "list them" in check_listed(REFERENCE, "", listed())[0]
    assert check_listed("Hello, thank you, bye.", "", listed()) == []


def judged(at: int, verdict: str, quotation: str) -> list[str]:
    right = [("missing", ""), ("contradicted", "fee of fifty dollars"), ("preserved", "too high")]
    right[at] = verdict, quotation
    data = {
        "facts": [
            {"number": n, "verdict": said, "quotation": quoted, "because": "so"}
            for n, (said, quoted) in enumerate(right, 1)
        ],
        "invented": [],
    }
    answer = _read(about_hypothesis(REFERENCE, FACTS, HYPOTHESIS), data)
    return check_judged(REFERENCE, HYPOTHESIS, FACTS, "en", answer)


@pytest.mark.parametrize(
    ("at", "verdict", "quotation", "says"),
    [
        (2, "preserved", "is too high", ""),
        (2, "preserved", "the", "does not say so"),
        (2, "preserved", "because", "does not say so"),
        (0, "preserved", "cancel my car", ""),  # a word of four letters may have another
        (1, "preserved", "fee of fifty dollars", "has no '20 dollars'"),
        (1, "preserved", "the fee", "has no '20 dollars'"),
        (1, "contradicted", "the", "says nothing else"),
        (2, "missing", "", ""),  # of its words one alone names something
    ],
)
def test_a_verdict_is_shown_by_its_quotation(
    at: int, verdict: str, quotation: str, says: str
) -> None:
    found = judged(at, verdict, quotation)
    assert (says in " ".join(found)) if says else found == []


def test_what_stands_there_as_it_was_said_is_not_missing() -> None:
    fact = Fact("fee", "is", "too high for Tom", "too high for Tom Young")
    data = {"facts": [{"number": 1, "verdict": "missing", "quotation": "", "because": ""}], "invented": []}  # fmt: skip
    heard = "it is too high for tom young today"
    answer = _read(about_hypothesis(heard, [fact], heard), data)
    (complaint,) = check_judged("", heard, (fact,), "en", answer)
    assert "stands in the hypothesis; it is preserved or contradicted" in complaint


@pytest.mark.parametrize(
    ("fact", "verdict", "says"),
    [
        (("fee", "is", "too high"), "both", ""),
        (("fee", "is", "20 dollars"), "expected", ""),
        (("fee", "is", "50 dollars"), "got", ""),
        (("fee", "is", "20 dollars"), "both", "the number '20 dollars' is not in the got text"),
        (("fee", "is", "50 dollars"), "expected", "is not in the expected text"),
        (("elephants", "live", "in Africa"), "both", "is nothing that the expected text says"),
    ],
)  # fmt: skip
def test_a_compared_fact_stands_where_it_is_said_to(
    fact: tuple[str, str, str], verdict: str, says: str
) -> None:
    names = ("subject", "predicate", "object")
    other = {"subject": "fee", "predicate": "was", "object": "high", "verdict": "both"}
    data = {"facts": [{**dict(zip(names, fact, strict=True)), "verdict": verdict}, other]}
    answer = _read(about_both(REFERENCE, HYPOTHESIS), data)
    found = check_compared(REFERENCE, HYPOTHESIS, "en", answer)
    assert (says in " ".join(found)) if says else found == []


@pytest.mark.parametrize("facts", [[], [("dog", "barks", "loudly")]])
def test_no_fact_of_the_expected_text_is_sent_back(facts: list[tuple[str, str, str]]) -> None:
    names = ("subject", "predicate", "object")
    data = {"facts": [{**dict(zip(names, f, strict=True)), "verdict": "got"} for f in facts]}
    answer = _read(about_both(REFERENCE, HYPOTHESIS), data)
    assert any("no fact of the expected text" in c for c in check_compared(REFERENCE, HYPOTHESIS, "en", answer))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("", False),
        ("Yes, okay.", False),
        ("Hello, thank you very much, have a nice day, goodbye!", False),
        ("Please hold the line for one moment", False),
        ("My card number is 4471 and it was stolen", True),
        ("Yesterday I talked to Ada Young about the parcel", True),
        ("the parcel that you sent arrived broken and the seller refuses to refund the money or answer my letters", True),
        ("Ich habe gestern mit Herrn Müller über die Rechnung gesprochen", True),
        ("我昨天在北京的银行办理了信用卡挂失手续并且缴纳了二十元手续费", True),
        ("谢谢再见", False),
    ],
)  # fmt: skip
def test_which_texts_plainly_state_something(text: str, has: bool) -> None:  # noqa: FBT001
    assert plainly_has_facts(text) is has


@pytest.mark.parametrize(
    ("fact", "text", "shown"),
    [
        (["wants to cancel", "card"], "want to cancel the crad", True),
        (["kostet", "die Karte"], "die Karten kosten viel", True),
        (["取消", "信用卡"], "我想取消我的信用卡", True),
        (["取消", "信用卡"], "今天天气很好", False),
        (["is", "hers"], "the", False),
        (["lives", "room 12"], "room 13", False),
    ],
)
def test_half_of_the_words_are_enough(fact: list[str], text: str, shown: bool) -> None:  # noqa: FBT001
    assert shows(fact, text) is shown


@pytest.mark.parametrize(
    ("fact", "text", "language", "strange"),
    [
        (["at", "half past five"], "come at 5:30", "en", []),
        (["is", "zwanzig Euro"], "es kostet 20 Euro", "", []),
        (["is", "22 Euro"], "es kostet zwanzig Euro", "", ["22 Euro"]),
        (["calls", "555-0142"], "call 555 0142", "en", []),
        (["has", "two cats"], "two cats and three dogs", "en", []),
    ],
)
def test_numbers_are_compared_by_value(
    fact: list[str], text: str, language: str, strange: list[str]
) -> None:
    assert strange_numbers(fact, text, language) == strange
