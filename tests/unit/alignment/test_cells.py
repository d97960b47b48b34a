"""What a terminal shows of a token, and in how many columns."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from mondegreen.alignment.cells import cell, display_width, isolated, visible

SHOWN = {
    "plain": "plain",
    "今天": "今天",
    "": '""',
    '""': '""""',
    '"': '"',
    '"""': '"""',
    "-": '"-"',
    "---": '"---"',
    "—": '"—"',
    "−-": '"−-"',
    '"--"': '""--""',
    '"--': '"--',
    "a-": "a-",
    " ": "␣",
    "New York": "New␣York",
    "\t\n": "␉␊",
    "\x1b[31mred": "␛[31mred",
    "\x7f": "␡",
    "\x9b31m": "<U+009B>31m",
    "\r": "␍",
    "a\u200bb": "a<U+200B>b",
    "\u202eevil": "<U+202E>evil",
    "\u2069out": "<U+2069>out",
    "\u00a0": "<U+00A0>",
    "\u3000": "<U+3000>",
    "\u2028": "<U+2028>",
    "\ufeffa": "<U+FEFF>a",
    "so\u00adft": "so<U+00AD>ft",
    "\ud800": "<U+D800>",
    "\u0301": "◌\u0301",
    "\u0301a": "◌\u0301a",
    "e\u0301": "e\u0301",
    "\x07\u0301": "␇\u0301",
    "🏽": "◌🏽",
    "ำ": "◌ำ",
    "ﾞ": "◌ﾞ",
    "می\u200cخواهم": "می\u200cخواهم",
    "Auf\u200clage": "Auf<U+200C>lage",
    "\u200d": "<U+200D>",
    "ه\u200d\u200d": "ه\u200d<U+200D>",
    "👨\u200d👩\u200d👧": "👨\u200d👩\u200d👧",
    "❤\ufe0f": "❤\ufe0f",
    "1\ufe0f\u20e3": "1\ufe0f\u20e3",
    "a\ufe0f": "a<U+FE0F>",
    "\ufe0f": "<U+FE0F>",
    "🏴\U000e0067\U000e007f": "🏴\U000e0067\U000e007f",
    "a\U000e0067": "a<U+E0067>",
    "\u3164": "<U+3164>",
}


@pytest.mark.parametrize(("token", "shown"), SHOWN.items())
def test_visible(token: str, shown: str) -> None:
    """Nothing is obeyed, hidden or blank; what scripts need stays."""
    assert visible(token) == shown


@given(st.text(st.characters()))
def test_visible_law(token: str) -> None:
    """Any text can be printed on one line and leaves no column empty."""
    shown = visible(token)
    assert display_width(shown) > 0
    assert not any(character.isspace() for character in shown)
    hidden = {unicodedata.category(character) for character in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not hidden
    assert not set(shown) & set(
        "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068"
    )
    shown.encode()


@given(st.text('"-—'), st.text('"-—'))
def test_quoting_is_unambiguous(one: str, other: str) -> None:
    """Tokens of dashes and quotation marks look different if they are, and never like a gap."""
    assert visible(one).strip("-")
    assert (visible(one) == visible(other)) == (one == other)


WIDTHS = {
    "今天": 4,
    "ｶﾅ": 2,
    "ｶﾞ": 2,
    "１２": 4,
    "e\u0301": 1,
    "العَرَبِيَّة": 7,
    "ที่นี่": 2,
    "น้ำ": 2,
    "한국": 4,
    "\u1112\u1161\u11ab": 2,
    "👨\u200d👩\u200d👧": 2,
    "👍🏽": 2,
    "🇩🇪": 2,
    "🇩🇪🇫🇷": 4,
    "❤": 1,
    "❤\ufe0f": 2,
    "1\ufe0f\u20e3": 2,
    "🏴\U000e0067\U000e0062\U000e007f": 2,
    "हिन्दी": 3,
    "§ä€": 3,
    "␛␣": 2,
    "": 0,
}


@pytest.mark.parametrize(("text", "width"), WIDTHS.items())
def test_width(text: str, width: int) -> None:
    """As Unicode says, and as rich 15 measures."""
    assert display_width(text) == cell_len(text, unicode_version="latest") == width


@pytest.mark.parametrize(("text", "width"), [("ه\u200dا", 2), ("ශ්\u200dරී", 2), ("ක්\u200dෂ", 2)])
def test_width_joiners(text: str, width: int) -> None:
    """A joiner between letters does not swallow the second one, as it does in rich 15."""
    assert display_width(text) == width


def test_isolates() -> None:
    """Right-to-left letters and Arabic digits are kept in their place; the rest needs nothing."""
    assert isolated("שלום") == "\u2068שלום\u2069"
    assert isolated("١٢") == "\u2068١٢\u2069"
    assert isolated("今天") == "今天"
    assert cell("שלום") == ("\u2068שלום\u2069", 4)
    assert cell("\u202eabc") == ("<U+202E>abc", 11)
