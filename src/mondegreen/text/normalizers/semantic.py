"""``semantic``: English, with the rules of semantic WER that one text alone decides."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from mondegreen.languages import Language, language
from mondegreen.text.normalizers.base import TextNormalizer
from mondegreen.text.notes import without_notes
from mondegreen.text.punctuation import Punctuation
from mondegreen.text.spelled import (
    ORDINALS,
    SCALES,
    SMALL,
    TENS,
    cardinal,
    digit_by_digit,
    minutes,
    ordinal,
    plural,
    year,
)
from mondegreen.text.transforms.expand_contractions import ExpandContractions

__all__ = ["Semantic"]

_SPELLINGS = Path(__file__).parents[1] / "spelling.en.tsv"
_TITLES = {
    "dr": "doctor",
    "mr": "mister",
    "mrs": "missus",
    "prof": "professor",
    "capt": "captain",
    "sgt": "sergeant",
    "lt": "lieutenant",
    "jr": "junior",
    "sr": "senior",
}
_VARIANTS = {
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "got to",
    "lemme": "let me",
    "gimme": "give me",
    "dunno": "do not know",
    "kinda": "kind of",
    "sorta": "sort of",
    "outta": "out of",
    "woulda": "would have",
    "coulda": "could have",
    "yall": "you all",
    "shoulda": "should have",
    "yeah": "yes",
    "yea": "yes",
    "yep": "yes",
    "yup": "yes",
    "nope": "no",
    "nah": "no",
    "ok": "okay",
    "cannot": "can not",
    "thru": "through",
}
_SYMBOLS = {"&": "and", "@": "at", "%": "percent", "+": "plus", "=": "equals", "°": "degrees"}
_MONEY = {"$": "dollar", "€": "euro", "£": "pound"}
_SHORT = {"k": "thousand", "m": "million", "bn": "billion"}
_NUMBERS = {*SMALL, *TENS}

_FIGURES = r"(?:(?<![0-9,])[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}(?![0-9])|[0-9]+)"
_NUMBER = re.compile(
    r"(?<![0-9:])(?P<hour>[0-9]{1,2}):(?P<minute>[0-5][0-9])(?![0-9:])"
    rf"|(?P<sign>[{''.join(_MONEY)}])(?P<amount>{_FIGURES})(?:\.(?P<cents>[0-9]+))?"
    r"(?:\s?(?P<scale>thousand|million|billion|trillion|k|m|bn)(?![^\W_]))?"
    rf"|(?:(?<!\S)|(?<=[0-9]))\.(?P<fraction>[0-9]+)"
    rf"|(?P<whole>{_FIGURES})(?:\.(?P<part>[0-9]+))?(?:(?P<ending>st|nd|rd|th|s)(?![^\W_]))?"
)
_LETTERS = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.)+[^\W\d_]?(?![^\W_])")
_HASH = re.compile(r"#(?=[0-9])")


class Semantic(TextNormalizer):
    """The words of a text that say something, as they are: no notes, no word that is cut off at the end.

    What may be written in several ways stays; the forgivers compare it. Version 1 writes English anew: lower
    case words without punctuation, contractions, figures and British spellings.

    >>> Semantic()("Dr. Ray is gonna pay $5 - [laughter] basi-")
    'Dr. Ray is gonna pay $5'
    >>> Semantic("1")("Dr. Ray's gonna pay $5 on the 1st & that's OK, I'm sure of the colour.")
    'doctor rays going to pay five dollars on the first and that is okay i am sure of the color'
    """

    name = "semantic"
    packs = ("en",)
    version = "2"
    versions = ("1", "2")

    def __init__(self, version: str = "2") -> None:
        self.version = version

    def __call__(self, text: str) -> str:
        """Return the normalized text."""
        if self.version == "1":
            return self._anew(text)
        words = without_notes(self._text(text)).split()
        kept = [
            word
            for word, after in zip(words, [*words[1:], ""], strict=False)
            if not _SAYS_NOTHING.fullmatch(word) or (word in _MINUS and _AMOUNT.match(after))
        ]
        if kept and kept[-1].islower() and _CUT_OFF.search(kept[-1]):
            kept.pop()
        return " ".join(kept)

    def _anew(self, text: str) -> str:
        text = _CONTRACTIONS(without_notes(self._text(text)).lower())
        text = _NUMBER.sub(_number, _HASH.sub(" number ", text))
        text = _LETTERS.sub(lambda match: match[0].replace(".", ""), text)
        text = text.translate(_SIGNS).translate(_PUNCTUATION)
        spellings = _spellings()
        words = " ".join(spellings.get(word, word) for word in text.split()).split()
        return " ".join(_joined(words))


def without_asides(words: list[str], other: list[str]) -> list[str]:
    """Return words without the asides that the other text does not have, such as *you know*.

    What both say stays, so that commas that one of them lacks do not matter.

    >>> without_asides("So I want, like, two teas.".split(), "I want two teas".split())
    ['I', 'want,', 'two', 'teas.']
    >>> without_asides("It broke, so I call.".split(), "IT BROKE SO I CALL".split())
    ['It', 'broke,', 'so', 'I', 'call.']
    """
    text = " ".join(words)
    readings = _english().readings(_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text))
    asides = [reading for reading in readings if reading.kind == "asides"]
    if not asides:
        return words
    here, there = _plain(text), _plain(" ".join(other))
    left: dict[str, int] = {}
    pieces, at = [], 0
    for aside in asides:
        said = _plain(text[aside.start : aside.end])
        left.setdefault(said, here.count(said) - there.count(said))
        if left[said] > 0 and aside.start >= at:
            left[said] -= 1
            pieces.append(text[at : aside.start])
            at = aside.end
    rest = " ".join([*pieces, text[at:]]).split()
    return [word for word in rest if not _SAYS_NOTHING.fullmatch(word)]


def _plain(text: str) -> str:
    """Return the words of a text with spaces around, to look for some of them."""
    return f" {'  '.join(re.findall(_WORD, text.lower()))} "


_WORD = r"[^\W_]+(?:['’][^\W_]+)*"
_SAYS_NOTHING = re.compile(r"[\s.,;:!?…\"'()\[\]“”‘’«»¿¡–—-]+")
_MINUS = {"-", "–"}
_AMOUNT = re.compile(r"[^\w\s]?\d")  # before which a dash may be a sign: "- 5", "- $5"
_SURROGATE = re.compile("[\ud800-\udfff]")
_CUT_OFF = re.compile(r"(?<=[^\W\d_])-$")  # "pla-", and not "5-" or a sign that stands alone


@cache
def _english() -> Language:
    return language("en")


_CONTRACTIONS = ExpandContractions()
_SIGNS = {ord(sign): f" {word} " for sign, word in _SYMBOLS.items()}
_PUNCTUATION = Punctuation(replacement=" ")
_PUNCTUATION.update({ord(mark): "" for mark in "'’‘"})


@cache
def _spellings() -> dict[str, str]:
    lines = _SPELLINGS.read_text("utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if not line.startswith("#"))
    return dict(pairs) | _TITLES | _VARIANTS


def _number(match: re.Match[str]) -> str:
    found = match.groupdict()
    if found["hour"]:
        hour, minute = cardinal(found["hour"].lstrip("0") or "0"), found["minute"]
        return f" {hour} {'' if minute == '00' else minutes(minute)} "
    if found["sign"]:
        return f" {_money(found)} "
    if found["fraction"]:
        return f" point {digit_by_digit(found['fraction'])} "
    whole, ending = found["whole"], found["ending"]
    digits = whole.replace(",", "")
    if found["part"]:
        words = f"{cardinal(digits)} point {digit_by_digit(found['part'])}"
    else:
        plain = digits == whole and ending in {None, "s"}
        words = year(digits) if plain else cardinal(digits)
    if ending:
        words = plural(words) if ending == "s" else ordinal(words)
    return f" {words} "


def _money(found: dict[str, str]) -> str:
    words, cents = cardinal(found["amount"].replace(",", "")), found["cents"]
    unit = _MONEY[found["sign"]]
    units = unit if words == "one" and not found["scale"] else f"{unit}s"
    if found["scale"]:
        point = f" point {digit_by_digit(cents)}" if cents else ""
        return f"{words}{point} {_SHORT.get(found['scale'], found['scale'])} {units}"
    if not cents or cents == "00":
        return f"{words} {units}"
    if len(cents) == 2:  # noqa: PLR2004 - as money is written
        small = cardinal(cents.lstrip("0"))
        return f"{words} {units} {small} {_small_unit(unit, small)}"
    return f"{words} point {digit_by_digit(cents)} {unit}s"


def _small_unit(unit: str, words: str) -> str:
    return "pence" if unit == "pound" else "cent" if words == "one" else "cents"


def _joined(words: list[str]) -> list[str]:
    """Decide what depends on the words next to it: *per cent*, *a hundred*, *hundred and one*."""
    found: list[str] = []
    for at, word in enumerate(words):
        after, before = words[at + 1] if at + 1 < len(words) else "", found[-1] if found else ""
        if word == "cent" and before == "per":
            found[-1] = "percent"
        elif word == "a" and after in SCALES and before != "half":
            found.append("one")
        elif word == "and" and _is_idle(before, words[at + 1 : at + 4]):
            continue
        else:
            found.append(word)
    return found


def _is_idle(before: str, after: list[str]) -> bool:
    """Whether the *and* between is one that figures do not have."""
    if not after or not (after[0] in _NUMBERS or after[0] in ORDINALS):
        return False
    if before in SCALES:
        return True
    rest = [word for word in after if word not in _NUMBERS]
    small = bool(rest) and rest[0] in {"cent", "cents", "pence"}
    return small and before.removesuffix("s") in _MONEY.values()
