"""``mondegreen-en``, ``mondegreen-de``, ...: our own normalizers, one for each language.

They are made of the packs of `mondegreen.languages`, so one file serves the family of names.
"""

from __future__ import annotations

from typing import Any, Literal

from mondegreen._kernel import own
from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.text.normalizers.folds import Rewrite, folds
from mondegreen.text.normalizers.native import NativeNormalizer
from mondegreen.text.normalizers.typed_names import known_code

__all__ = ["Mondegreen", "Rewrite", "named", "options"]

_FILLERS = {"drop": "", "keep": "-keep-fillers", "optional": "-optional-fillers"}
_TAGS = {"drop": "", "keep": "-keep-tags", "words": "-words-of-tags"}


class Mondegreen(NativeNormalizer):
    """Plain lower-case words and digits, rewritten only where that is sure.

    ``fillers`` are dropped (the default), kept, or ``"optional"``: kept, and named among the rewrites. ``tags``
    such as ``[laughter]`` are dropped, kept as one token, or read as words.

    >>> Mondegreen("en")("It's four dollars and eighty-five cents, uh, at 7:30.")
    'it is 4.85 dollars at 7 30'
    >>> Mondegreen("de")("Ein Tag hat vierundzwanzig Stunden.")
    'ein tag hat 24 stunden'

    Raises:
        UnknownNameError: a language or a way that is not there; the message lists them.
    """

    name = "mondegreen-en"
    version = "2"
    versions: tuple[str, ...] = ("2",)
    language = "en"
    fillers: Literal["drop", "keep", "optional"] = "drop"

    def __init__(
        self,
        language: str | None = None,
        *,
        fillers: Literal["drop", "keep", "optional"] | None = None,
        tags: Literal["drop", "keep", "words"] = "drop",
        version: str | None = None,
    ) -> None:
        if language is not None:
            self.language = language
        if self.language not in own.languages():
            raise UnknownNameError("language", self.language, sorted(own.languages()))
        fillers = fillers or self.fillers
        for kind, way, ways in (("fillers", fillers, _FILLERS), ("tags", tags, _TAGS)):
            if way not in ways:
                raise UnknownNameError(f"way with {kind}", way, list(ways))
        self.fillers, self.tags = fillers, tags
        self.version = version or self.version
        if self.version not in self.versions:
            raise UnknownNameError("version", self.version, list(self.versions))
        self.name = f"mondegreen-{self.language}{_FILLERS[fillers]}{_TAGS[tags]}"

    @property
    def in_kernel(self) -> str:
        """The name that the kernel knows."""
        return f"{self.name}@{self.version}"

    @property
    def packs(self) -> tuple[str, ...]:
        """The codes of the language packs that it reads."""
        return (self.language,)

    def in_version(self, version: str) -> Mondegreen:
        """Return the same normalizer in another version."""
        return type(self)(self.language, fillers=self.fillers, tags=self.tags, version=version)

    def rewrites(self, text: str) -> list[Rewrite]:
        """Return what is written differently in ``text``, except for case, punctuation and width.

        Those are `folds`.

        >>> for rewrite in Mondegreen("en").rewrites("Uh, it's 5 km."):
        ...     print(rewrite.rule, rewrite.source, rewrite.output or "-", sep=", ")
        fillers, Uh, -
        contractions, 's, is
        measure, 5 km, 5 kilometers
        """
        return [
            Rewrite(rule, start, end, text[start:end], output)
            for rule, start, end, output in own.rewrites(text, self.in_kernel)
        ]

    def folds(self, text: str) -> list[Rewrite]:
        """Return the words that differ in case, punctuation and code points alone.

        >>> [(fold.rule, fold.source, fold.output) for fold in Mondegreen("en").folds("So, it's 5 km")]
        [('case, punctuation', 'So,', 'so')]
        """
        return list(folds(text, self.rewrites(text), self._folded))

    def _folded(self, piece: str) -> str:
        # By itself it may be more than it is in its text, where it was read as nothing.
        by = (
            Mondegreen("any", fillers="keep", tags="words", version=self.version)
            if self.rewrites(piece)
            else self
        )
        return by(piece)

    def __reduce__(self) -> Any:
        return _made, (self.language, self.fillers, self.tags, self.version)


def options(endings: str) -> dict[str, Any]:
    """Return the options that the end of a name stands for.

    Raises:
        UsageError: other endings, or in another order.

    >>> options("-keep-fillers-words-of-tags")
    {'fillers': 'keep', 'tags': 'words'}
    """
    for fillers, first in _FILLERS.items():
        for tags, second in _TAGS.items():
            if endings == first + second:
                return {"fillers": fillers, "tags": tags}
    known = ", ".join(filter(None, (*_FILLERS.values(), *_TAGS.values())))
    raise UsageError(
        f"{endings!r} is not an ending of mondegreen-LANGUAGE; expected, in order: {known}"
    )


def named(name: str) -> Mondegreen | None:
    """Return the normalizer of a name with options or a region, ``None`` where it has neither.

    >>> named("mondegreen-en-optional-fillers")("uh, yes")
    'uh yes'
    """
    code, endings = name.removeprefix("mondegreen-"), ""
    for tags in filter(None, _TAGS.values()):
        if code.endswith(tags):
            code, endings = code.removesuffix(tags), tags
    for fillers in filter(None, _FILLERS.values()):
        if code.endswith(fillers):
            code, endings = code.removesuffix(fillers), fillers + endings
    known = own.languages()
    language = code if code in known else known_code(code, known)
    if language is not None:
        return Mondegreen(language, **options(endings))
    for language in sorted(known, key=len, reverse=True):
        if code.startswith(f"{language}-"):
            return Mondegreen(language, **options(code.removeprefix(language) + endings))
    return None


def _made(language: str, fillers: Any, tags: Any, version: str) -> Mondegreen:
    return Mondegreen(language, fillers=fillers, tags=tags, version=version)


def __getattr__(attribute: str) -> type[Mondegreen]:
    """Return the class of a registered name: ``language_en_IN``."""
    prefix, _, code = attribute.partition("_")
    code = code.replace("_", "-")
    if prefix != "language" or code not in own.languages():
        raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")
    made: type[Mondegreen] = type(
        f"Mondegreen_{code.replace('-', '_')}",
        (Mondegreen,),
        {"name": f"mondegreen-{code}", "language": code, "__module__": __name__},
    )
    globals()[attribute] = made
    return made
