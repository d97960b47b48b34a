"""Scores calls by one or more methods, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from mondegreen.calls.child_process import in_child_process
from mondegreen.calls.entities import count_entities, said_in
from mondegreen.calls.entity_types import entity_type
from mondegreen.calls.folding import NORMALIZER, Folding
from mondegreen.calls.library import library
from mondegreen.calls.method import METHODS
from mondegreen.calls.method_comparison import common_calls
from mondegreen.calls.roles import AGENT, refuse_strangers
from mondegreen.calls.scored_turns import score_turns
from mondegreen.calls.scripts import changes_script, scripts_of
from mondegreen.calls.side import sides_of
from mondegreen.calls.turn_times import turn_times
from mondegreen.corpus.phrases import Phrase
from mondegreen.errors import PairingError, UnknownNameError, UsageError
from mondegreen.metrics.phonetic_wer import LoosePhoneticWordErrorRate, PhoneticWordErrorRate
from mondegreen.scoring.language import check_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from mondegreen.calls.call import Call, Turn
    from mondegreen.calls.entities import EntityCounts, LostEntity
    from mondegreen.calls.forgiven import Forgiven
    from mondegreen.calls.joined import Joining
    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.roles import Role
    from mondegreen.calls.scored_turns import ScoredTurn
    from mondegreen.calls.scripts import Scripts
    from mondegreen.calls.side import Side
    from mondegreen.calls.turn_times import TurnTimes
    from mondegreen.options.judging import Judging

__all__ = ["SideResult", "score_calls"]


@dataclass(frozen=True)
class SideResult:
    """What was found in one side of all calls.

    Attributes:
        role: the side.
        sides: the turns, a call each.
        methods: one result a method, in the order they were asked for.
        turns: by call, errors turn by turn, by the rules of the method ``library``.
        entities: by method (``""`` for those that people named), call and type.
        lost: the entities that people named and nobody heard.
        times: by call, when turns begin, for calls whose turns have times.
        scripts: what the method ``library`` found by script, for speech that changes between
            scripts; ``None`` for other speech, and without that method.
    """

    role: Role
    sides: tuple[Side, ...]
    methods: tuple[MethodResult, ...]
    turns: Mapping[str, list[ScoredTurn]]
    entities: Mapping[str, Mapping[str, Mapping[str, EntityCounts]]]
    lost: tuple[LostEntity, ...]
    times: Mapping[str, TurnTimes]
    scripts: Scripts | None = None

    def entities_of(self, method: str) -> Mapping[str, Mapping[str, EntityCounts]] | None:
        """Return the counts by call and type that belong to a method, or ``None``."""
        return self.entities.get(method, self.entities.get(""))

    @property
    def common(self) -> list[str]:
        """The calls that all methods scored."""
        return common_calls(self.methods)


def score_calls(
    calls: Sequence[Call],
    *,
    methods: Sequence[str] = ("library",),
    roles: Sequence[Role] = (AGENT,),
    judging: Judging | Sequence[Judging] | None = None,
    loose: bool = False,
    entities: Iterable[Phrase] | None = None,
    redact: bool | Sequence[str] = False,
    lang: str | None = None,
    timings: bool = False,
    processes: int = 1,
    normalizer: str = NORMALIZER,
    forgive: Sequence[Any] | None = None,
    severities: Any = None,
    joinings: Mapping[str, Joining] | None = None,
) -> list[SideResult]:
    """Score calls, each side by each method.

    Args:
        calls: those that could be read.
        methods: ``library``, ``canonical``, ``conversational``.
        roles: which sides.
        judging: who is asked by the two methods that ask a model. Of several, each is asked, and each
            method has a result per model.
        loose: the library's words are alike by the rules of seed 004.
        entities: phrases that are looked for in all calls, in place of annotations.
        redact: replace names, numbers and addresses on both sides before anything else; or names
            to replace in addition to those that are detected.
        lang: the language, as ``hi-en`` for speech that changes between two; then rates are
            given by script too. Numbers that are replaced are read in the first of them.
        timings: take the time of each method.
        processes: 2 to look at turns in a second process, where there are many; changes nothing
            else.
        normalizer: of the method ``library``, in the place of ``calls``.
        forgive: what the method ``library`` forgives, as in `mondegreen.score`, for a rate next to the
            strict one. Entities are never forgiven.
        severities: how much a forgiven difference still counts, as there.
        joinings: by the name of a side, what takes the texts of the method ``library`` where the calls are
            some of more.

    Raises:
        UsageError: a method or a language that is not there, or a side that no call has.
        NoModelError: a method asks a model, and none is named.
        PairingError: two calls of one name.
    """
    check_language(lang)
    _refuse(calls, methods)
    judges = _judges(judging)
    if not judges and set(methods) - {"library"}:
        raise UsageError(
            f"the method {next(m for m in methods if m != 'library')} asks a model; name one with "
            "--model, as --model openai:gpt-5.2, or take --method library"
        )
    if joinings is None:  # of some of the calls nobody may be missed
        refuse_strangers(calls, roles)
    if redact:
        names = () if redact is True else tuple(redact)
        language = (lang or "en").partition("-")[0].lower()
        calls = [_redacted(call, names, language) for call in calls]
    phrases = None
    if entities is not None:
        phrases = [Phrase(each.text, entity_type(each.type)) for each in entities]
    forgiven = None
    if forgive:
        from mondegreen.calls.forgiven import Forgiven  # whoever forgives nothing does not load it

        kept = Folding(normalizer)(_entity_texts(calls, phrases))
        forgiven = Forgiven(forgive, severities, lang, [*dict.fromkeys(filter(None, kept))])
    found = []
    for role in roles:
        side = _side(
            calls,
            role,
            methods,
            judges,
            phrases,
            loose=loose,
            processes=processes,
            fold=Folding(normalizer),
            forgiven=forgiven,
            joining=(joinings or {}).get(role.name),
        )
        methods_of = side.methods if timings else [m.without_times() for m in side.methods]
        scripts = _scripts(side, lang) if lang is not None and changes_script(lang) else None
        found.append(replace(side, methods=tuple(methods_of), scripts=scripts))
    return found


def _refuse(calls: Sequence[Call], methods: Sequence[str]) -> None:
    for method in methods:
        if method not in METHODS:
            raise UnknownNameError("method", method, METHODS)
    if not methods or len(set(methods)) < len(methods):
        raise UsageError(
            f"methods: got {', '.join(methods) or 'none'}; expected each once, such as library"
        )
    twice = [name for name, count in Counter(call.id for call in calls).items() if count > 1]
    if twice:
        raise PairingError(
            f"the call {twice[0]!r} occurs twice, expected each call once; give one another name"
        )


def _scripts(side: SideResult, language: str) -> Scripts | None:
    by_library = next((m for m in side.methods if m.method == "library"), None)
    return None if by_library is None else scripts_of(by_library, side.sides, language)


def _side(
    calls: Sequence[Call],
    role: Role,
    methods: Sequence[str],
    judges: Sequence[Judging],
    phrases: list[Phrase] | None,
    *,
    loose: bool,
    processes: int,
    fold: Folding,
    forgiven: Forgiven | None,
    joining: Joining | None,
) -> SideResult:
    sides = sides_of(calls, role)
    metric = LoosePhoneticWordErrorRate() if loose else PhoneticWordErrorRate()
    # Who asks a model has threads, and waits for something else.
    fork = processes > 1 and set(methods) == {"library"} and _many(sides)
    if fork:
        fold.learn(turn.text for side in sides for turn in (*side.reference, *side.hypothesis))
    with in_child_process(partial(score_turns, sides, metric, fold), fork=fork) as turns:
        by_library = partial(
            library, role, sides, loose=loose, fold=fold, forgiven=forgiven, joining=joining
        )
        found = _by_methods(sides, role, methods, judges, by_library)
        entities, lost = _entities(sides, found, phrases)
        times = {side.call.id: turn_times(side.call, role) for side in sides if not side.missing}
        known = {call: each for call, each in times.items() if each is not None}
        return SideResult(role, tuple(sides), tuple(found), turns(), entities, tuple(lost), known)


def _entity_texts(calls: Sequence[Call], phrases: list[Phrase] | None) -> list[str]:
    """Return the entities that people named."""
    if phrases is None:
        phrases = [each for call in calls for turn in call.entities or () for each in turn]
    return [each.text for each in phrases]


def _many(sides: Sequence[Side]) -> bool:
    """Whether there are so many turns that a second process is worth its while."""
    return sum(len(side.reference) + len(side.hypothesis) for side in sides) >= _MANY


_MANY = 5_000


def _judges(judging: Judging | Sequence[Judging] | None) -> list[Judging]:
    """Return those who are asked; several share one budget.

    Raises:
        UsageError: two of them are the same model.
    """
    if judging is None:
        return []
    judges = [*judging] if isinstance(judging, Sequence) else [judging]
    if len(judges) > 1:
        from mondegreen.calls.judged_methods import shared  # who asks nobody does not load it

        shared(judges)
    return judges


def _by_methods(
    sides: Sequence[Side],
    role: Role,
    methods: Sequence[str],
    judges: Sequence[Judging],
    by_library: Callable[[], MethodResult],
) -> list[MethodResult]:
    found = []
    for method in methods:
        if method == "library":
            start = perf_counter()
            found.append(replace(by_library(), seconds=round(perf_counter() - start, 3)))
            continue
        # Who asks nobody does not load what asks.
        from mondegreen.calls.judged_methods import canonical, conversational, for_files

        ask = canonical if method == "canonical" else conversational
        of_method = []
        for judging in judges:
            start = perf_counter()
            result = ask(role, sides, judging)
            of_method.append(replace(result, seconds=round(perf_counter() - start, 3)))
        names = for_files([result.model for result in of_method])
        found += [
            replace(result, provider=name, among=len(judges) > 1)
            for result, name in zip(of_method, names, strict=True)
        ]
    return found


def _entities(
    sides: Sequence[Side], found: Sequence[MethodResult], phrases: list[Phrase] | None
) -> tuple[dict[str, dict[str, dict[str, EntityCounts]]], list[LostEntity]]:
    """Return counts by source, call and type, and what people named and nobody heard."""
    entities: dict[str, dict[str, dict[str, EntityCounts]]] = {}
    lost: list[LostEntity] = []
    for side in sides:
        named = _named(side, phrases)
        if named is not None and not side.missing:
            counts, gone = count_entities(side, named)
            entities.setdefault("", {})[side.call.id] = counts
            lost += gone
    if "" not in entities:
        for result in found:
            if result.method == "canonical":
                entities[result.name] = _of_model(sides, result)
    return entities, lost


def _named(side: Side, phrases: list[Phrase] | None) -> list[Phrase] | None:
    """Return the entities of a side, each as often as it was said."""
    if phrases is None:
        by_turn = side.entities()
        return None if by_turn is None else [phrase for turn in by_turn for phrase in turn]
    return said_in(side.reference_text, phrases)


def _of_model(sides: Sequence[Side], result: MethodResult) -> dict[str, dict[str, EntityCounts]]:
    by_call = {side.call.id: side for side in sides}
    counted = {}
    for outcome in result.scored:
        if not outcome.detail:
            continue
        named, written = (
            [Phrase(each["value"], each["type"]) for each in outcome.detail[name]["entities"]]
            for name in ("reference", "hypothesis")
        )
        side = by_call[outcome.call]
        # What the model wrote of the hypothesis is searched too: it has the canonical forms.
        counted[outcome.call], _ = count_entities(
            side, named, written, heard=outcome.hypothesis or ""
        )
    return counted


def _redacted(call: Call, names: Sequence[str], language: str) -> Call:
    """Replace what tells who or how much, each thing by one placeholder in the whole call."""
    from mondegreen.judges.redact import Redaction  # imported only if needed

    redaction = Redaction(names, language)
    sides = (call.reference, call.hypothesis)
    redaction.learn(*(turn.text for turns in sides for turn in turns))

    def replaced(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
        return tuple(turn._replace(text=redaction.texts(turn.text)[0]) for turn in turns)

    entities = call.entities
    if entities is not None:
        entities = tuple(
            tuple(Phrase(redaction.texts(phrase.text)[0], phrase.type) for phrase in turn)
            for turn in entities
        )
    reference, hypothesis = replaced(call.reference), replaced(call.hypothesis)
    return replace(call, reference=reference, hypothesis=hypothesis, entities=entities)
