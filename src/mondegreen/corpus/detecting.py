"""Which encoding a file has that is not UTF-8: what is likely, tried before it is said.

Whoever loads this module has found a byte that is no UTF-8. chardet (optional) ranks the encodings.
A candidate must decode all that is there, without control characters and without words of mixed
alphabets. Where the other file of a pair can be read, the candidate that shares most pairs of
letters with it is taken.
"""

from __future__ import annotations

import codecs
import re
import shlex
import unicodedata
from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.corpus.encodings import iconv_name, shown_name
from mondegreen.errors import ParseError, installing, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Guess", "NotUtf8Error", "guesses", "iconv", "seems", "seven_bits"]

_CODECS: Final = (
    *("cp1252", "iso8859-15", "cp1250", "iso8859-2", "cp1251", "koi8-r", "koi8-u", "iso8859-5"),
    *("cp866", "cp1253", "iso8859-7", "cp1254", "iso8859-9", "cp1255", "iso8859-8", "cp1256"),
    *("iso8859-6", "cp1257", "iso8859-13", "iso8859-4", "iso8859-10", "iso8859-16", "cp1258"),
    *("cp874", "cp932", "shift_jis", "euc_jp", "gb18030", "big5", "big5hkscs", "euc_kr", "cp949"),
    *("johab", "cp850", "cp437", "cp852", "cp857", "cp858", "cp737", "cp862", "cp864", "cp775"),
    *("cp855", "cp860", "cp861", "cp863", "cp865", "cp869", "mac-roman", "mac-latin2"),
    *("mac-cyrillic", "mac-greek", "mac-turkish", "iso8859-1", "iso8859-3", "iso8859-14"),
)
"""What is tried against another file; of those that give the same text the first is named."""
_LIKE: Final = 0.5
"""Share of the pairs of letters that must be in the other file."""
_DOUBTFUL: Final = 0.2
_NEARLY: Final = 0.9
"""How near to the first candidate the second may be before both are named."""
_MOST_SHOWN: Final = 3
_MOST_ODD: Final = 0.2
_ENOUGH: Final = 2**16
_SHOWN: Final = 24
_CONTROLS: Final = re.compile("[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SIGN: Final = re.compile(
    r"[^\W\d_][\xa1-\xa9\xac-\xaf\xb1\xb4\xb6-\xb9\xbc-\xbf\xd7\xf7\u2500-\u25ff]"
    r"|[\ufb01\ufb02]"
)
"""A letter before what is not part of a word, as a square of a table of the days of DOS.

So are the ligatures of the Macintosh, which few people type and which are where others have ß."""


_SWITCHES: Final = (
    (
        re.compile(rb"\x1b(?:\$[@AB]|\$[()][A-Z@]|\([IJ])"),
        1,
        ("iso2022_jp", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_kr"),
    ),
    (re.compile(rb"~\{(?:[\x21-\x77][\x21-\x7e])+~\}"), 1, ("hz",)),
    (re.compile(rb"\+[A-Za-z0-9+/]{3,}(?:-|(?![A-Za-z0-9+/]))"), 2, ("utf-7",)),
)
"""What switches to other letters, how often it must be there, and the encodings that do so."""
_MOST_ALPHABETS: Final = 4  # Japanese has three, and Latin letters of full width


class Guess(NamedTuple):
    """An encoding that a file may have.

    Attributes:
        encoding: as Python calls it.
        text: what the file is in it.
        confidence: 0 to 1; of chardet, or the share of pairs of letters in the other file.
        like: whether another file said so.
        language: that chardet thinks of, as a code; empty for none.
    """

    encoding: str
    text: str
    confidence: float
    like: bool = False
    language: str = ""


class NotUtf8Error(ParseError):
    """A file that is not UTF-8.

    Attributes:
        found: what was found.
        before: what there is of the file before the first wrong line.
        data: what there is of it from there on.
        command: the start of a command that prints the file, where it is packed.
        known: its encoding, where that is certain.
    """

    def __init__(  # noqa: PLR0917 - made in one place
        self,
        path: str,
        line: int,
        found: str,
        before: bytes,
        data: bytes,
        command: str,
        known: str | None = None,
    ) -> None:
        self.found, self.before, self.data, self.command = found, before, data, command
        self.path, self.known = path, known
        super().__init__(path, line, self.explained())

    def __reduce__(self) -> tuple[Any, ...]:
        return ParseError, (self.path, self.line, self.problem)  # without a file in its hand

    def explained(self, option: str = "--encoding", other: str = "", like: str = "") -> str:
        """Return what is wrong and what to do.

        Args:
            option: that names the encoding of this file.
            other: the name of the other file.
            like: its text, or nothing.
        """
        if self.known is not None:
            return f"{self.found}; {self._advice(self.known, option)}"
        mixed = _mixed(self.before + self.data)
        if mixed:
            return f"{self.found}; {mixed}"
        try:
            self.data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            pass
        else:
            return (
                f"{self.found}: it holds halves of surrogate pairs (CESU-8 or the like); write it "
                "again as UTF-8 with the program that made it"
            )
        found = guesses(self.data, like)
        if not found:
            return f"{self.found}; {seems(self.data)}"
        advice = self._advice(found[0].encoding, option)
        return f"{self.found}; {_described(found, other)}: {advice}"

    def with_other(self, head: bytes, other: str, *, is_hypothesis: bool) -> ParseError:
        """Return the same error with what the other file of a pair says.

        Args:
            head: the first bytes of the other file, which may be cut.
            other: its name.
            is_hypothesis: whether this file is the one of the hypotheses.
        """
        try:
            like = codecs.getincrementaldecoder("utf-8")().decode(head)
        except UnicodeDecodeError:
            like, option = "", "--encoding"  # both are in another one, most likely in the same
        else:
            option = "--encoding" if like.isascii() else "--hypothesis-encoding"
            if not is_hypothesis and not like.isascii():
                option = "--hypothesis-encoding utf-8 --encoding"
        shown = "" if like.isascii() else like
        return ParseError(self.path, self.line, self.explained(option, other, shown))

    def _advice(self, encoding: str, option: str) -> str:
        advice, name = f"add {option} {shown_name(encoding)}", iconv_name(encoding)
        if name is None:
            return advice
        return f"{advice}, or convert with: {iconv(self.path, name, self.command)}"


def iconv(path: str, encoding: str, unpacking: str = "") -> str:
    """Return the command that makes UTF-8 of a file.

    >>> iconv("my talk.txt.gz", "CP1252", "gunzip -c")
    "gunzip -c 'my talk.txt.gz' | iconv -f CP1252 -t utf-8"
    """
    command, name = f"iconv -f {encoding} -t utf-8", shlex.quote(path)
    if path == "<stdin>":
        return command
    return f"{unpacking} {name} | {command}" if unpacking else f"{command} {name}"


def seven_bits(head: bytes) -> str | None:
    """Return the encoding of a text that is ASCII by its bytes and not by its meaning.

    Those that switch to other letters: ISO-2022, HZ and UTF-7. ``None`` for plain ASCII.

    >>> seven_bits("今何時".encode("iso2022_jp")), seven_bits(b"2+2-3"), seven_bits(b"a+b-c+d")
    ('iso2022_jp', None, None)
    """
    for pattern, least, encodings in _SWITCHES:
        if len(pattern.findall(head)) < least:
            continue
        for encoding in encodings:
            decoder = codecs.getincrementaldecoder(encoding)()
            try:
                text = decoder.decode(head)  # it may be cut
            except UnicodeDecodeError:
                continue
            letters = {char for char in text if not char.isascii()}
            alphabets = {_alphabet(char) for char in letters if char.isalpha()}
            if letters and len(alphabets) <= _MOST_ALPHABETS and all(map(str.isprintable, letters)):
                return encoding
    return None


def seems(data: bytes) -> str:
    """Return what can be said of the encoding of some bytes, as a part of a sentence."""
    found = guesses(data)
    if found:
        return _described(found, "")
    unknown = "which encoding it has is not known, name it with --encoding"
    if _chardet() is None:
        unknown += f"; with chardet it would be: {installing('encodings')}"
    return unknown


def guesses(data: bytes, like: str = "") -> list[Guess]:
    """Return the encodings in which all of some bytes can be read, the likeliest first.

    Of those that give the same text the first alone.
    """
    lines = [line for line in data.split(b"\n") if not line.isascii()]
    sample = b"\n".join(lines)[:_ENOUGH]
    best = _likest(sample, like) if like else None
    if best is not None and _text(data, best.encoding) is not None:
        return [best]
    found: dict[str, Guess] = {}
    for encoding, confidence, language in _ranked(sample):
        text = _text(sample, encoding)
        if text is not None and _is_plausible(text):
            found.setdefault(text, Guess(encoding, text, confidence, language=language))
    likeliest = sorted(found.values(), key=lambda guess: -guess.confidence)
    named = ((guess, _usual(guess.text, sample)) for guess in likeliest)
    known = (guess._replace(encoding=encoding) for guess, encoding in named if encoding)
    return [*islice((guess for guess in known if _text(data, guess.encoding)), _MOST_SHOWN)]


def _usual(text: str, sample: bytes) -> str:
    """Return the best known of the encodings in which the text is the same; nothing for odd ones."""
    return next((encoding for encoding in _CODECS if _text(sample, encoding) == text), "")


def _ranked(sample: bytes) -> Iterator[tuple[str, float, str]]:
    """Yield encodings with the confidence that chardet has in them, and a language."""
    chardet = _chardet()
    if chardet is None or not sample:
        return
    for row in chardet.detect_all(sample, ignore_threshold=True, compat_names=False):
        if row["encoding"]:
            yield row["encoding"], row["confidence"], row["language"] or ""


@cache
def _chardet():  # type: ignore[no-untyped-def] # noqa: ANN202
    try:
        import chardet  # optional; only where a file is not UTF-8
    except ImportError:
        return None
    return chardet


def _likest(sample: bytes, like: str) -> Guess | None:
    """Return the encoding in which a text shares most pairs of letters with another text."""
    folded, exact = _pairs(like.lower()), _pairs(like)
    best, most = None, (_LIKE, 0.0)
    for encoding in _CODECS:
        text = _text(sample, encoding)
        if text is None or not _is_plausible(text):
            continue
        # Case aside, and then with it: there are encodings that differ in capitals alone. Not
        # casefold(), which makes ASCII of letters such as ß.
        shares = _share(_pairs(text.lower()), folded), _share(_pairs(text), exact)
        if shares > most:
            best, most = Guess(encoding, text, shares[0], like=True), shares
    return best


def _share(own: set[str], wanted: set[str]) -> float:
    return len(own & wanted) / len(own) if own else 0.0


def _pairs(text: str) -> set[str]:
    """Return all pairs of characters of which one is not ASCII."""
    return {pair for pair in map("".join, pairwise(text[:_ENOUGH])) if not pair.isascii()}


def _text(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _is_plausible(text: str) -> bool:
    """Whether it has no control characters, and few words of several alphabets or with signs."""
    if _CONTROLS.search(text):
        return False
    words = [word for word in text[:_ENOUGH].split() if not word.isascii()]
    odd = sum(bool(_SIGN.search(word)) or _is_mixed(word) for word in words)
    return odd <= _MOST_ODD * len(words)


def _is_mixed(word: str) -> bool:
    alphabets = {_alphabet(char) for char in word if char.isalpha()}
    return "LATIN" in alphabets and len(alphabets - {""}) > 1


@cache
def _alphabet(char: str) -> str:
    name = unicodedata.name(char, "").partition(" ")[0]
    return "" if name in {"COMBINING", "FEMININE", "MASCULINE", "MICRO", "MODIFIER"} else name


def _described(found: list[Guess], other: str) -> str:
    """Return which encoding it is, how sure that is, and how the text begins in it."""
    best = found[0]
    if best.like:
        share = f"{100 * best.confidence:.0f} % of its pairs of letters are in {other}"
        return f"it looks like {shown_name(best.encoding)} ({share}: {_sample(best)})"
    near = [guess for guess in found[1:] if guess.confidence > _NEARLY * best.confidence]
    if near or best.confidence < _DOUBTFUL:
        each = (f"{shown_name(guess.encoding)} ({_sample(guess)})" for guess in (best, *near))
        return f"it may be {' or '.join(each)}"
    language = f", language {best.language}" if best.language else ""
    sure = f"confidence {best.confidence:.2f}{language}: {_sample(best)}"
    return f"it looks like {shown_name(best.encoding)} ({sure})"


def _sample(guess: Guess) -> str:
    """Return some words of the text around its first letter that is not ASCII."""
    at = next((at for at, char in enumerate(guess.text) if not char.isascii()), 0)
    start = guess.text.rfind("\n", 0, at) + 1
    words = guess.text[max(start, at - _SHOWN // 2) :].partition("\n")[0].split()
    shown: list[str] = []
    for word in words:
        if shown and len(" ".join([*shown, word])) > _SHOWN:
            break
        shown.append(word)
    return f"'{visible(' '.join(shown)[:_SHOWN])}'"


def _mixed(data: bytes) -> str:
    """Describe a file of which some lines are UTF-8 and others are not; empty for other files."""
    lines = [line for line in data.split(b"\n") if not line.isascii()]
    whole = _utf8_lines(lines)
    if not whole or whole * 5 < len(lines):
        return ""
    others = len(lines) - whole
    return (
        f"of the lines with such bytes {whole:,} {'is' if whole == 1 else 'are'} UTF-8 and "
        f"{others:,} {'is' if others == 1 else 'are'} not: the file was put together from "
        "several encodings. Convert its parts to UTF-8 before they are joined"
    )


def _utf8_lines(lines: Iterable[bytes]) -> int:
    """Return how many lines are UTF-8, and not by the accident of one letter of two bytes."""
    texts = [_text(line, "utf-8") or "" for line in lines]
    return sum(sum(char > "\x7f" for char in text) > 1 for text in texts)
