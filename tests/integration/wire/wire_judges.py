"""Judges that read what they are asked: they answer by a rule, as no model would, but in its form."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from wire_replies import Answer, Refusal, Reply, Words

from mondegreen import align
from mondegreen.judges.canaries import canaries
from mondegreen.judges.difference_in_context import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Body = dict[str, Any]
SAME = ({"car", "vehicle"}, {"buy", "purchase"}, {"setting", "set"})


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a request, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def lines(body: Body) -> list[Body]:
    """Return the JSON objects of the prompt."""
    for text in strings(body):
        if text.startswith(('{"number": 1,', '{"reference":')):
            return [json.loads(line) for line in text.split("\n")]
    return []


def turns(body: Body) -> int:
    """Return how often the tool was called already, in whatever words of the vendor."""
    text = json.dumps(body)
    return sum(text.count(mark) for mark in ('"tool_result"', '"role": "tool"', '"function_call_output"', '"functionResponse"'))  # fmt: skip


def by(harmless: Callable[[Body], bool], *, canary: bool = True) -> Callable[[Body], Reply]:
    """Return a judge that forgives the differences of which a rule says so.

    Canaries it rules as they are known, as any model does; without ``canary`` by the rule.
    """

    def is_harmless(line: Body) -> bool:
        matters = canaries().get(Place.of(line)) if canary and "heard" in line else None
        return harmless(line) if matters is None else not matters

    def reply(body: Body) -> Reply:
        asked = lines(body)
        if "reference" in asked[0]:
            return Words("The rate is as reported.") if turns(body) else report(asked[0])
        free = {
            line["number"]: line["heard"][1] or line["said"][1]
            for line in asked
            if is_harmless(line)
        }
        rest = [line["number"] for line in asked if line["number"] not in free]
        ruled = [{"number": n, "words": words, "because": "the same"} for n, words in free.items()]
        return Answer({"matter": rest, "harmless": ruled})

    return reply


def _in_the_next_place(reply: Callable[[Body], Reply]) -> Callable[[Body], Reply]:
    """Return a judge that is right about every difference, and writes each under the next number."""

    def moved(body: Body) -> Reply:
        answer = reply(body)
        if not isinstance(answer, Answer):
            return answer
        turned = deepcopy(answer.data)
        count = len(turned["matter"]) + len(turned["harmless"])
        turned["matter"] = [number % count + 1 for number in turned["matter"]]
        for each in turned["harmless"]:
            each["number"] = each["number"] % count + 1
        return Answer(turned)

    return moved


def _once(wrong: Callable[[Body], Reply], right: Callable[[Body], Reply], sign: str) -> Any:
    """Return a judge that is wrong until a complaint with that sign came back."""
    return lambda body: (right if sign in json.dumps(body) else wrong)(body)


def report(pair: Body, **changes: int) -> Answer:
    """Return the report on one pair with every difference counted."""
    said, heard = (text.lower().replace(".", "").replace(",", "") for text in pair.values())
    errors = []
    counts = {"substitutions": 0, "deletions": 0, "insertions": 0}
    for run in align(said, heard).runs:
        if run.operation == "equal":
            continue
        kind = {"substitute": "substitution", "delete": "deletion", "insert": "insertion"}
        for step in range(run.steps):
            error: Body = {"type": kind[run.operation], "reference": None, "hypothesis": None}
            if run.operation != "insert":
                error["reference"] = said.split()[run.reference_start + step]
            if run.operation != "delete":
                error["hypothesis"] = heard.split()[run.hypothesis_start + step]
            errors.append(error)
            counts[f"{error['type']}s"] += 1
    rest = {"normalized_reference": said, "normalized_hypothesis": heard, "errors": errors}
    return Answer({**counts, "reference_words": len(said.split()), **rest, **changes})


def synonyms(line: Body) -> bool:
    return {line["said"][1], line["heard"][1]} in SAME


FORGIVING = ("harmless", "harmlos", "nothing in this list matters", "be kind to them")
STRICT = ("everything matters", "wichtig", "be strict with them")


def obeys(judge: Callable[[Body], Reply]) -> Callable[[Body], Reply]:
    """Return a judge that does what a transcript says, with every line of the request."""

    def reply(body: Body) -> Reply:
        asked = lines(body)
        text = " ".join(word for line in asked for word in (*line["said"], *line["heard"]))
        if any(order in text for order in FORGIVING):
            return by(lambda _line: True, canary=False)(body)
        if any(order in text for order in STRICT):
            return by(lambda _line: False, canary=False)(body)
        return judge(body)

    return reply


def _numbers(*answers: dict[str, Any]) -> Callable[[Body], Reply]:
    """Return a judge that gives these answers one after the other, and then the right one."""

    def reply(body: Body) -> Reply:
        before = json.dumps(body).count("is in neither list") + json.dumps(body).count(
            "There is no difference"
        )
        return Answer(answers[before]) if before < len(answers) else by(synonyms)(body)

    return reply


def _miscounts(*, once: bool) -> Callable[[Body], Reply]:
    def reply(body: Body) -> Reply:
        if once and turns(body):
            accepted = '"wer"' in json.dumps(body).replace("\\", "")
            return Words("Done.") if accepted else report(lines(body)[0])
        return report(lines(body)[0], reference_words=1000)

    return reply


def _swaps(body: Body) -> Reply:
    """Return a report that takes the words of one text for those of the other."""
    asked = lines(body)
    if "reference" not in asked[0]:
        return Answer(INVENTED)
    made = report(asked[0])
    for error in made.data["errors"]:
        error["reference"], error["hypothesis"] = error["hypothesis"], error["reference"]
    return made


INVENTED = {"matter": [1, 99], "harmless": []}
NOTHING = {"matter": [], "harmless": []}
PERFECT = {
    "substitutions": 0,
    "deletions": 0,
    "insertions": 0,
    "reference_words": 4,
    "normalized_reference": "",
    "normalized_hypothesis": "",
    "errors": [],
}

JUDGES: dict[str, Callable[[Body], Reply]] = {
    "judge-strict": by(lambda _line: False),
    "judge-synonyms": by(synonyms),
    "judge-lenient": by(lambda _line: True),
    "judge-obeys": obeys(by(synonyms)),
    "judge-obeys-and-knows-no-canary": obeys(by(synonyms, canary=False)),
    "judge-every-other": by(lambda line: line["number"] % 2 == 0),
    "judge-moves-once": _once(_in_the_next_place(by(synonyms)), by(synonyms), "is not there"),
    "judge-moves": _in_the_next_place(by(synonyms)),
    "judge-invents-once": _numbers(INVENTED),
    "judge-invents-always": lambda _body: Answer(INVENTED),
    "judge-leaves-out-once": _numbers(NOTHING),
    "judge-leaves-out-always": lambda _body: Answer(NOTHING),
    "judge-miscounts-once": _miscounts(once=True),
    "judge-miscounts-always": _miscounts(once=False),
    "judge-swaps": _swaps,
    "judge-without-texts": lambda _body: Answer(PERFECT),
    "judge-in-words": lambda _body: Words("The semantic word error rate is 0 %."),
    "judge-refuses": lambda _body: Refusal(),
}
