"""Languages as data: what they read, and what a check finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.languages import codes, language

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a small language of our own."""
    own = tmp_path / "xx"
    own.mkdir()
    (own / "pack.tsv").write_text("point\t.\n", "utf-8")
    (own / "numerals.tsv").write_text(
        "card\t1\t2\t1\tba\ncard\t2\t3\t1\tdu\ncard\t10\t11\t10\tten\ncard\t11\t13\t10\tten {r=card}\n"
        "ord\t1\t100\t1\t{s=card} th\n",
        "utf-8",
    )
    (own / "units.tsv").write_text("unit\tmeter\tmetr\tmetrs\t-\tm\n", "utf-8")
    (own / "patterns.tsv").write_text(
        "measure\t{n=num} {u=unit}\t{n} {u}\t{n@u}\twrite\t-\t-\tten du metrs\n", "utf-8"
    )
    (own / "cases.tsv").write_text(
        "=\tten du metrs\t12 m\tfigures\n!\tten metrs\tten du metrs\tanother number\n", "utf-8"
    )
    return tmp_path


def test_a_language_of_our_own_is_read_and_checked(folder: Path) -> None:
    """Numbers, units, examples and cases of a folder that nobody has seen."""
    own = language("xx", folder)
    assert own.normalize("Tendu metrs") == "12 metrs"
    assert own.spell(12) == ["ten du"]
    found = own.check()
    assert found.faults == []
    assert found.cases == (2, 2)
    assert found.cardinals == (5, 5)  # 1, 2, 10, 11 and 12


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("patterns.tsv", "time\t{h=hour}\t{h}\t{h}\n", 'xx/patterns.tsv:1: no set "hour"'),
        ("patterns.tsv", "time\t(a\t-\t-\n", "xx/patterns.tsv:1"),
        ("patterns.tsv", "time\t{h=fig}\t{x}\t{h}\n", "no slot 'x'"),
        ("numerals.tsv", "card\tone\t2\t1\tba\n", 'xx/numerals.tsv:1: no number: "one"'),
        ("numerals.tsv", "card\t3\t2\t1\tba\n", "no range"),
        ("units.tsv", "unit\tmeter\n", "expected six columns"),
        ("classes.tsv", "month\t1\n", "expected three columns"),
        ("cases.tsv", "?\ta\tb\tc\n", "no mark"),
        ("pack.tsv", "point\n", "expected two columns"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(folder: Path, file: str, text: str, said: str) -> None:
    """The message has file, line, and what was expected."""
    (folder / "xx" / file).write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        language("xx", folder)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("patterns.tsv", "measure\t{n=num} {u=unit}\t{n} {u}\t{n@u}\twrite\t-\t-\tdu\n", "example"),
        ("cases.tsv", "=\tten metrs\tten du metrs\twrong\n", "not met"),
        ("cases.tsv", "!\tten metrs\t10 m\twrong\n", "written the same"),
        ("classes.tsv", "day\t1\tba\nday\t2\tba\n", '"ba" is "1" and "2"'),
        (
            "units.tsv",
            "unit\tka\tka\tkas\t-\t-\nunit\tka-he\tka-he\tka-hes\tkas_hes\t-\n",
            '"2 ka-hes" is "2 ka-hes", which is "2 kas hes"',
        ),
        ("numerals.tsv", "card\t1\t2\t1\tba\ncard\t2\t3\t1\tba\n", '"ba" is [1, 2]'),
    ],
)
def test_what_a_check_finds(folder: Path, file: str, text: str, said: str) -> None:
    """A fault of each kind has its place and its reason."""
    (folder / "xx" / file).write_text(text, "utf-8")
    faults = language("xx", folder).check().faults
    assert any(said in what for _, what in faults), faults


def test_an_unknown_code_is_answered_with_the_next() -> None:
    """A misspelt code is told which was meant."""
    with pytest.raises(UsageError, match="did you mean"):
        language("enn")


@pytest.mark.parametrize("code", codes())
def test_every_shipped_language_is_read(code: str) -> None:
    """Every folder compiles, and figures in it are a number."""
    found = language(code)
    assert {reading.value for reading in found.readings("7")} == {"7"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 mW", "5 MW"),
        ("<120", ">120"),
        ("HIV-", "HIV"),
        ("2.5L", "2 5L"),
        ("it is -5", "it is 5"),
        ("mail jo.smith@example.com", "mail josmith@example.com"),
        ("send him to the ER", "send him to the"),
        ("5 m²", "5 m³"),
    ],
)
def test_what_differs_does_not_meet(one: str, other: str) -> None:
    """Signs, marks inside figures and the case of units decide."""
    english = language("en")
    assert not english.meet(one, other)
    assert english.normalize(one) != english.normalize(other)


@pytest.mark.parametrize(
    "row", ["card\t0\t100\t10\t{q=card} {r=card}\n", "card\t0\t9\t1\t{s=card} x\n"]
)
def test_a_numeral_of_itself_ends(folder: Path, row: str) -> None:
    """A row that says a number by the number itself is checked in the end."""
    with (folder / "xx" / "numerals.tsv").open("a", encoding="utf-8") as file:
        file.write(row)
    assert language("xx", folder).check().rows


def test_names_of_a_language_are_shown_as_text(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a file says reaches no terminal as a command: control characters are refused."""
    with (folder / "xx" / "patterns.tsv").open("a", encoding="utf-8") as file:
        file.write("\x1b[31m\tba\t1\t1\n")
    assert run(["languages", "read", "xx", "ba", "--folder", str(folder)]) == 2
    said = capsys.readouterr()
    assert "xx/patterns.tsv:2: a control character, U+001B" in said.err
    assert "\x1b" not in said.out + said.err


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("HIV- 4 doses", "hiv- 4 doses"),
        ("grade A- 10 points", "grade a- 10 points"),
        ("10- 12", "10- 12"),
        ("it is -5", "it is minus 5"),
        ("5 - 3", "5 - 3"),
        ("owes -$5", "owes minus 5 dollars"),
    ],
)
def test_a_hyphen_at_the_end_of_a_word_is_no_sign_of_what_follows(text: str, written: str) -> None:
    english = language("en")
    assert english.normalize(text) == written
    assert english.normalize(written) == written


# Persian nine is the word for no as well, and is a number before what is counted alone. The speller takes the
# French row of a comma (deux mille, cinq cents) for one without.
KNOWN_FAULTS = {"fa": 1, "fr": 5}


@pytest.mark.parametrize("code", codes())
def test_no_pack_has_a_fault(code: str) -> None:
    checked = language(code).check()
    assert len(checked.faults) == KNOWN_FAULTS.get(code, 0), checked.faults[:3]
    assert checked.cases.right == checked.cases.all
