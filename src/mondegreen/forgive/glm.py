"""Rules files of NIST (GLM), as lists of phrases that may stand for each other."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import permutations
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.errors import ParseError, counted, warn
from mondegreen.forgive.rewrite import Rewrite, filled_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["read_glm"]

_RULE: Final = re.compile(
    r"(?P<pattern>.*?)\s*=>\s*(?P<replacement>.*?)\s*"
    r"(?:(?<=[\s\]}\"'])/\s*(?P<before>\[[^\[\]]*\]|[^\[\]/]*?)\s*__?\s*(?P<after>\[[^\[\]]*\]|[^\[\]/]*))?$"
)
_BOUNDS: Final = {"[": "]", '"': '"'}
_LONGEST: Final = 2_000
_FORM: Final = "expected PATTERN => REPLACEMENT, or [pattern] => [replacement] / [ ] __ [ ]"


class _Left(NamedTuple):
    """A rule that no list of phrases can hold."""

    line: int
    why: str


def read_glm(text: str, name: str) -> list[Rewrite]:
    r"""Read rules of NIST's filter: ``PATTERN => REPLACEMENT / [ ] __ [ ]``, one per line.

    Pattern, replacement and contexts may be in square brackets or double quotation marks, and the
    contexts may be left out. A replacement in braces, ``{ IT IS / IT HAS }``, gives alternatives.
    Two patterns with one replacement stand for each other too, since the filter makes them one.
    What begins with the mark of the first line's comment, mostly ``;;``, is a comment, and lines
    with ``*`` set options of the filter, of which none changes what is read here. Rules that replace
    something by itself say nothing, and of several rules for one pattern the first one counts.

    A phrase is compared without its neighbours and by words. So rules that replace with nothing, that
    need certain neighbours, or whose brackets do not close are left out with a warning that counts
    them.

    Raises:
        ParseError: a line without an arrow or a pattern; or no rule that is there can be used.

    >>> read_glm("IT'S => [{IT IS / IT HAS}] / [ ] __ [ ] ;; per AHD", "rules.glm")[1]
    Rewrite(first=("it's",), second=('it', 'has'), line=1)
    >>> [rule.second for rule in read_glm("UH => %HESITATION\nUM => %HESITATION", "rules.glm")]
    [('%hesitation',), ('%hesitation',), ('um',), ('uh',)]
    """
    found: list[Rewrite] = []
    left: list[_Left] = []
    seen: set[tuple[str, ...]] = set()
    for number, line in filled_lines(text, ";"):
        if line.startswith("*"):
            continue
        if len(line) > _LONGEST:
            raise ParseError(name, number, f"a rule of {len(line):,} letters, more than {_LONGEST}")
        rule = _RULE.fullmatch(line.partition(";;")[0].rstrip())
        pattern = () if rule is None else _words(rule["pattern"])
        if rule is None or not pattern:
            raise ParseError(name, number, f"{line[:80]!r} is no rule; {_FORM}")
        others = list(_replacements(rule["replacement"]))
        why = _refused(rule, others)
        if why is not None:
            left.append(_Left(number, why))
        elif pattern not in seen:
            seen.add(pattern)
            distinct = dict.fromkeys(other for other in others if other != pattern)
            found += [Rewrite(pattern, other, number) for other in distinct]
    if left and not found:
        raise ParseError(name, left[0].line, left[0].why)
    if left:
        warn(
            f"{name}:{left[0].line}: {left[0].why}; {counted(len(left), 'rule')} of "
            f"{len(left) + len(seen):,} {'is' if len(left) == 1 else 'are'} left out for such a reason"
        )
    return [*found, *_made_one(found)]


def _made_one(rules: list[Rewrite]) -> Iterator[Rewrite]:
    """Yield the pairs of patterns that become the same."""
    patterns: defaultdict[tuple[str, ...], list[Rewrite]] = defaultdict(list)
    alternatives = defaultdict[tuple[str, ...], int](int)
    for rule in rules:
        patterns[rule.second].append(rule)
        alternatives[rule.first] += 1
    for same in patterns.values():
        whole = [rule for rule in same if alternatives[rule.first] == 1]
        for one, other in permutations(whole, 2):
            yield Rewrite(one.first, other.first, one.line)


def _refused(rule: re.Match[str], others: list[tuple[str, ...]]) -> str | None:
    """Return why a rule is none of phrases."""
    if any(mark in word for other in others for word in other for mark in "{}"):
        return f"{rule['replacement'][:80]!r} is not a replacement; {_FORM}"
    if not all(others):
        return "an empty phrase; a list says what stands for what, never for nothing"
    for context in (rule["before"], rule["after"]):
        if context is not None and _bare(context).strip():
            return f"the context {context.strip()!r} is not understood; {_FORM}"
    return None


def _replacements(text: str) -> Iterator[tuple[str, ...]]:
    whole = _bare(text).strip()
    if whole[:1] == "{" and whole[-1:] == "}":
        yield from (_words(part) for part in whole[1:-1].split("/"))
    else:
        yield _words(text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_bare(text).lower().split())


def _bare(text: str) -> str:
    """Return a string without the marks around it, which keep blanks at its ends."""
    text = text.strip()
    if len(text) > 1 and _BOUNDS.get(text[0]) == text[-1]:
        return text[1:-1]
    return text
