"""A good judge of every protocol: right answers about a few utterances, from what is asked alone."""

from __future__ import annotations

import json
import re
from typing import Any

from wire_judges import by, lines, report, strings, synonyms, turns
from wire_replies import Answer, Reply, Words

from mondegreen import align
from mondegreen.judges.quoting import words_of

Body = dict[str, Any]
PAIRS = (
    ("please cancel my card before friday", "please cancel my car before friday"),
    ("the fee of twenty dollars is too high", "the fee of fifty dollars is too high"),
    ("we would like to buy the new house", "we would like to purchase the new house"),
    ("the train to the city leaves soon", "the train to the city leaves soon"),
)
"""Three that need a judge, and one that does not."""
_DELIMITED = re.compile(r"<([\w-]+)>\n(.*?)\n</\1>", re.DOTALL)


def texts_in(body: Body) -> dict[str, str]:
    """Return what is between the tags of the prompt, in whatever words of the vendor."""
    found: dict[str, str] = {}
    for text in strings(body):
        if text.startswith("You "):
            continue  # instructions name the tags too
        for name, inside in _DELIMITED.findall(text):
            found.setdefault(re.sub(r"-\d+$", "", name), inside)
    return found


def fact(text: str) -> Body:
    """Return one fact that is all of a text."""
    first, second, *rest = text.split()
    return {"subject": first, "predicate": second, "object": " ".join(rest), "quotation": text}


def _same(said: str, heard: str) -> bool:
    return words_of(said) == words_of(heard)


def _two_step(texts: dict[str, str]) -> Body:
    said, heard = texts["reference"], texts["hypothesis"]
    kept = _same(said, heard) or "purchase" in heard
    verdict = "preserved" if kept else "missing"
    quotation = heard if kept else ""
    judged = {"number": 1, "verdict": verdict, "quotation": quotation, "because": "as it is"}
    return {"facts": [judged], "invented": []}


def _single_call(texts: dict[str, str]) -> Body:
    said, heard = texts["expected"], texts["got"]
    kept = _same(said, heard) or "purchase" in heard
    stated = {name: value for name, value in fact(said).items() if name != "quotation"}
    return {"facts": [{**stated, "verdict": "both" if kept else "expected"}]}


def _conversational(texts: dict[str, str]) -> Body:
    said, heard = texts["reference"], texts["hypothesis"]
    pairs = [
        {"reference": a, "hypothesis": b}
        for run in align(said, heard).runs
        if run.operation == "substitute"
        for a, b in [(said.split()[run.reference_start], heard.split()[run.hypothesis_start])]
        if {a, b} != {"buy", "purchase"}
    ]
    return {
        "normalized_reference": said, "normalized_hypothesis": heard, "substitution_pairs": pairs,
        "deletion_words": [], "insertion_words": [], "substitutions": len(pairs), "deletions": 0,
        "insertions": 0, "explanation": "as they are",
    }  # fmt: skip


def by_texts(texts: dict[str, str]) -> Body:
    """Return the right answer to a question whose texts are between tags."""
    names = set(texts)
    if names == {"transcript"}:
        return {"canonical_transcript": texts["transcript"], "entities": []}
    if "facts" in names:
        return _two_step(texts)
    if "expected" in names:
        return _single_call(texts)
    if "said" in names:
        same = _same(texts["said"], texts["heard"])
        return {"same": same, "quotation": texts["heard"]}
    if "hypothesis" in names:
        return _conversational(texts)
    return {"facts": [fact(texts["reference"])]}


def good(body: Body) -> Reply:
    """Return the right answer to any question."""
    asked = lines(body)
    if asked and "reference" in asked[0]:
        return Words("The rate is as reported.") if turns(body) else report(asked[0])
    if asked:
        return by(synonyms)(body)
    return Answer(by_texts(texts_in(body)))


def _next(text: str) -> str:
    """Return the text of the next utterance; the same side of it."""
    for side in (0, 1):
        there = [pair[side] for pair in PAIRS]
        if text in there:
            return there[(there.index(text) + 1) % len(there)]
    return text


def of_another(body: Body) -> Reply:
    """Return the right answer to the question about another utterance."""
    asked = lines(body)
    if asked and "reference" in asked[0]:
        if turns(body) and "accepted" not in json.dumps(body):
            return report({name: _next(text) for name, text in asked[0].items()})
        return report({name: _next(text) for name, text in asked[0].items()})
    if asked:  # rulings of the lines that come before
        right = by(synonyms)(body)
        assert isinstance(right, Answer)
        count = len(asked)
        free = [{**each, "number": each["number"] % count + 1} for each in right.data["harmless"]]
        return Answer({"matter": [n % count + 1 for n in right.data["matter"]], "harmless": free})
    return Answer(by_texts({name: _next(text) for name, text in texts_in(body).items()}))
