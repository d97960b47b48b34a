"""Which forgivers are at work, in which language, with which guard."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen._kernel import forgiven
from mondegreen.errors import UnknownNameError, UsageError, given
from mondegreen.forgive.base import Forgiver
from mondegreen.forgive.native import Native
from mondegreen.forgive.python_forgivers import Asking
from mondegreen.forgive.registry import FORGIVERS, rank
from mondegreen.forgive.severities import SHIPPED, chosen_by, file_of, preset

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mondegreen._kernel.forgiven import Columns

__all__ = ["GUARD_VERSION", "Forgiving", "LanguageUse", "left_out"]

GUARD_VERSION: Final = "1"
_WITHOUT_GUARD: Final = "seed-004"
"""The preset that is scored without the guard, as it was published."""
_PINNED: Final = re.compile(r"[\w./-]+")


class LanguageUse(NamedTuple):
    """One language of a result.

    Attributes:
        language: its code.
        utterances: how many there are.
        left_out: the forgivers that know nothing of it, or could lose a denial in it.
    """

    language: str
    utterances: int
    left_out: tuple[str, ...]

    def __str__(self) -> str:
        without = f", without {', '.join(self.left_out)}" if self.left_out else ""
        return f"{self.language} {self.utterances:,}{without}"


@dataclass(frozen=True)
class Forgiving:
    """Forgivers in the order of attribution, and what they share.

    Attributes:
        forgivers: each once; the order in which they were named does not matter.
        language: a code.
        guard: whether numbers, negations, answers and names are kept from the loose ones.
        entities: names that must not be lost.
        outsiders: the names of those outside of the kernel, where columns have more than these.

    >>> Forgiving.choose(["numbers", "spacing"]).pinned
    ('spacing@1', 'numbers@1')
    """

    forgivers: tuple[Any, ...]
    language: str = "en"
    guard: bool = True
    entities: tuple[str, ...] = ()
    outsiders: tuple[str, ...] = ()
    _asking: Asking = field(default_factory=Asking, repr=False, compare=False)

    @classmethod
    def choose(
        cls,
        forgive: Any,
        *,
        language: str = "en",
        guard: bool = True,
        entities: Iterable[str] = (),
        lenient: bool = False,
    ) -> Forgiving:
        """Check the choices and sort them.

        Args:
            forgive: names of forgivers or presets, or objects with ``name``, ``version`` and
                ``forgives``; one, or a list of them; or a TOML file that lists them. A preset
                leaves out what is not known of the language, and what is named next to it.
            language: a code, as ``en``.
            guard: keep numbers, negations, answers and names from the loose forgivers.
            entities: names that must not be lost.
            lenient: leave out what the language has no words for, whoever named it.

        Raises:
            UsageError: a name that is not there, or a forgiver that the language has no words for.
        """
        if not isinstance(language, str):
            raise UsageError(f"language={given(language)}: expected a code, such as 'en'")
        if not isinstance(guard, bool):
            raise UsageError(f"guard={given(guard)}: expected True or False")
        names = _names(entities)
        forgiven.check_language("any", language)
        found: dict[str, Any] = {}
        file = file_of(forgive)
        listed = _listed(forgive) if file is None else chosen_by(file)
        if _WITHOUT_GUARD in listed:
            if len(listed) > 1:
                raise UsageError(
                    f"the preset {_WITHOUT_GUARD!r} forgives without the guard, and must be used alone; "
                    "for its rule with the guard name 'phonetic'"
                )
            guard = False
        for each in sorted(listed, key=_is_preset):
            for name, forgiver in _forgivers(each, language, lenient=lenient):
                if name in found and _is_preset(each):
                    continue
                if name in found and found[name].version != forgiver.version:
                    raise UsageError(f"two forgivers are named {name!r}; give one another name")
                found[name] = forgiver
        made = cls((), language=language, guard=guard, entities=tuple(sorted({*names})))
        return made.ordered(found)

    def ordered(self, forgivers: Mapping[str, Any]) -> Forgiving:
        """Return the same with other forgivers, by their names."""
        return replace(self, forgivers=tuple(forgivers[n] for n in sorted(forgivers, key=rank)))

    def among(self, outsiders: Iterable[str]) -> Forgiving:
        """Return the same with the places in the columns that these names have."""
        return replace(self, outsiders=tuple(outsiders))

    def of(self, metadata: Any, rows: Any = None) -> Forgiving:
        """Return the forgivers of utterances, which are the same whatever their columns say."""
        del metadata, rows
        return self

    def of_row(self, _: int) -> Forgiving:
        """Return the forgivers of one row of them."""
        return self

    @property
    def by_name(self) -> dict[str, Any]:
        """The forgivers by name."""
        return {each.name: each for each in self.forgivers}

    @property
    def languages(self) -> tuple[str, ...]:
        """Those that a column names: none, where the language is one."""
        return ()

    @property
    def uses(self) -> tuple[LanguageUse, ...]:
        """Those, with what was left out in each: none, as above."""
        return ()

    @property
    def packs(self) -> tuple[str, ...]:
        """The codes of the language packs that they read: one, or two as of ``hi-en``."""
        return forgiven.languages_of(self.language)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in order."""
        return tuple(each.name for each in self.forgivers)

    @property
    def pinned(self) -> tuple[str, ...]:
        """Name and version of each, in order."""
        return tuple(f"{each.name}@{each.version}" for each in self.forgivers)

    @property
    def entities_pin(self) -> str:
        """How many names there are, and a hash of them; empty without any."""
        if not self.entities:
            return ""
        digest = hashlib.sha256("\n".join(self.entities).encode("utf-8", "surrogatepass"))
        return f"{len(self.entities)}-{digest.hexdigest()[:12]}"

    def native(self) -> list[Native]:
        """Return those whose rule is in the kernel."""
        return [each for each in self.forgivers if isinstance(each, Native)]

    def outside(self) -> list[Any]:
        """Return the others."""
        return [each for each in self.forgivers if not isinstance(each, Native)]

    def rank(self, name: str) -> int:
        """Return the place of a forgiver in the kernel's columns."""
        if name in forgiven.NATIVE:
            return forgiven.NATIVE.index(name)
        return len(forgiven.NATIVE) + self._outsiders.index(name)

    @property
    def _outsiders(self) -> tuple[str, ...]:
        return self.outsiders or tuple(each.name for each in self.outside())

    def at_rank(self, place: int) -> Any:
        """Return the forgiver at a place."""
        return next(each for each in self.forgivers if self.rank(each.name) == place)

    def run(self, references: Any, hypotheses: Any, **options: Any) -> Columns:
        """Forgive what can be forgiven in each pair; the options are those of the kernel."""
        options |= {
            "chosen": self.native(),
            "language": self.language,
            "guard": self.guard,
            "entities": self.entities,
        }
        outside = self.outside()
        options["outside"] = len(self._outsiders)
        if not outside:
            return forgiven.run(references, hypotheses, **options)
        options |= {
            "context": self._asking.wants(outside),
            "endings": self._asking.endings(outside),
        }
        detail = options.pop("detail", False)
        found = forgiven.run(references, hypotheses, **options)
        asked = [(self.rank(each.name), each) for each in outside]
        answers = self._asking.answers(found.questions, asked, guard=self.guard)
        if detail:
            return forgiven.run(references, hypotheses, **options, answers=answers, detail=True)
        if not answers:
            return found
        # Only rows with an accepted span come out otherwise.
        accepted = [question in answers for question in found.questions]
        starts, rows = found.question_starts, bytearray(len(found.strict))
        for at, place in enumerate(found.question_places):
            if accepted[place]:
                rows[bisect_right(starts, at) - 1] = 1
        again = forgiven.run(references, hypotheses, **options, answers=answers, rows=bytes(rows))
        for row, changed in enumerate(rows):
            if changed:
                found.take(row, again)
        return found

    def why(self, place: int, reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> str:
        """Return the reason of a span in words."""
        forgiver = self.at_rank(place)
        if isinstance(forgiver, Native):
            return forgiver.why(reference, hypothesis)
        return self._asking.why(forgiver.name, reference, hypothesis)


def _names(entities: Any) -> list[str]:
    """Return names that must not be lost."""
    if isinstance(entities, str):
        return [entities]
    if isinstance(entities, (list, tuple, set, frozenset)):
        names = list(entities)
        if all(isinstance(name, str) for name in names):
            return names
    raise UsageError(f"entities={given(entities)}: expected names, such as ['Jane Doe', 'Acme']")


def _listed(forgive: Any) -> list[Any]:
    if isinstance(forgive, str):
        return [name.strip() for name in re.split("[,+]", forgive) if name.strip()]
    if isinstance(forgive, Forgiver):
        return [forgive]
    if isinstance(forgive, (list, tuple, set, frozenset)):
        return list(forgive)
    raise UsageError(
        f"forgive={given(forgive)}: expected names of forgivers, such as ['spacing', 'numbers'], or "
        f"a preset: {', '.join(SHIPPED)}"
    )


def _forgivers(each: Any, language: str, *, lenient: bool) -> list[tuple[str, Any]]:
    """Return the forgivers that one name or object stands for."""
    if isinstance(each, str):
        name, _, version = each.partition("@")
        if name in SHIPPED:
            return _of_preset(name, language)
        kind = _registered(name)
        try:
            made = _made(kind, name, language)
        except UsageError:
            if lenient:
                return []
            raise
        return [(name, _named(made, name, version))]
    if isinstance(each, type) or not isinstance(each, Forgiver):
        raise UsageError(
            f"forgive has {given(each)}: expected a name, or an object with name, version and "
            "forgives, see mondegreen.forgive.Forgiver"
        )
    for part in (each.name, each.version):
        if not isinstance(part, str) or not _PINNED.fullmatch(part):
            raise UsageError(
                f"a forgiver's name and version are in signatures, so {given(part)} cannot be one; "
                "use letters, digits and . _ - /"
            )
    if each.name in FORGIVERS.names() and type(each) is not FORGIVERS.get(each.name):
        raise UsageError(
            f"a forgiver of yours is named {each.name!r}, which is the name of one that is "
            "registered; give it another"
        )
    return [(each.name, each)]


def _is_preset(each: Any) -> bool:
    return isinstance(each, str) and each in SHIPPED


def _registered(name: str) -> Any:
    """Return a forgiver by its name; where there is none, presets are among what may be meant."""
    try:
        return FORGIVERS.get(name)
    except UnknownNameError as error:
        meant = FORGIVERS.elsewhere(name)
        raise UnknownNameError(
            "forgiver or preset", name, [*error.known, *SHIPPED], meant
        ) from None


def _named(made: Any, name: str, version: str) -> Any:
    """Return a registered forgiver under its name there; in the version that was asked for."""
    if made.name != name:
        made = copy(made)
        made.name = name
    if version.startswith(f"{made.version}-"):
        raise UsageError(
            f"the forgiver {name!r} had a list of its own, of which {version} holds only a hash; give "
            "the options one by one, with forgive= and the object, or --spellings"
        )
    if version not in ("", made.version):
        raise UsageError(
            f"the forgiver {name!r} is here in version {made.version}, not {version}; use the "
            "release of mondegreen that made the result, or score again"
        )
    return made


def _of_preset(name: str, language: str) -> list[tuple[str, Any]]:
    """Return the forgivers of a preset that are there and known in the language."""
    found = []
    known = FORGIVERS.names()
    for each in preset(name).forgive:
        if each not in known:
            continue
        try:
            found.append((each, _made(FORGIVERS.get(each), each, language)))
        except UsageError:
            continue
    return found


def left_out(forgive: Any, language: str) -> tuple[str, ...]:
    """Return the loose forgivers that presets leave out, as the guard has no words of the language.

    >>> left_out("agent", "any")
    ('fillers', 'repetition', 'articles', 'inflection', 'script')
    >>> left_out("agent", "en")
    ()
    """
    if file_of(forgive) is not None:
        return ()
    presets = [preset(each) for each in _listed(forgive) if _is_preset(each)]
    names = {name for each in presets for name in each.forgive if each.name != _WITHOUT_GUARD}
    found = []
    for name in sorted(names & {*forgiven.LOOSE}, key=rank):
        try:
            forgiven.check_guard(name, language)
        except UsageError:
            found.append(name)
    return tuple(found)


def _made(kind: Any, name: str, language: str) -> Any:
    """Return a forgiver of a language.

    Raises:
        UsageError: it knows nothing of it, or is loose where the guard has no words.
    """
    forgiven.check_guard(name, language)
    if not isinstance(kind, type):
        return kind
    try:
        return kind(language=language)
    except TypeError:
        return kind()
