"""Lists of the user: what they say, and what is said about a bad line."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from word_differences import between, why

from mondegreen.errors import InputError, MondegreenError, ParseError, UsageError
from mondegreen.forgive.glm import read_glm
from mondegreen.forgive.rewrites import read_tsv
from mondegreen.forgive.synonyms import Synonyms

if TYPE_CHECKING:
    from pathlib import Path

TSV = """# ours
kids\tchildren
set up\tconfigure

ok\tall right
"""
RULES = """;; a comment
* name = "rules"
* copy_no_hit = 'T'
[kids] => [children] / [ ] __ [ ] ;; spoken
gonna  =>  going to   / [ ] __ [ ]
[it's] => { [it is] / [it has] } / [ ] __ [ ]
"""


def written(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder / name


@pytest.mark.parametrize(
    ("pair", "line"),
    [("kids / children", 2), ("SET up / Configure", 3), ("ok / all right", 5)],
)
def test_both_directions(pair: str, line: int, tmp_path: Path) -> None:
    path = written(tmp_path, "list.tsv", TSV)
    found = why(Synonyms(path=path), pair)
    assert found is not None
    assert found.endswith(f"{path}:{line}")


@pytest.mark.parametrize("pair", ["kids / kid", "the kids / children", "kids ok / children ok"])
def test_only_whole_phrases(pair: str, tmp_path: Path) -> None:
    assert why(Synonyms(path=written(tmp_path, "list.tsv", TSV)), pair) is None


def test_one_direction_when_asked(tmp_path: Path) -> None:
    only = Synonyms(path=written(tmp_path, "list.tsv", TSV), both_directions=False)
    assert only.forgives(between("kids", "children"))
    assert only.forgives(between("children", "kids")) is None
    assert only.partners(["Kids"]) == [("children",)]


def test_rules_of_nist(tmp_path: Path) -> None:
    rules = Synonyms(path=written(tmp_path, "rules.glm", RULES))
    for pair in ("kids / children", "gonna / going to", "it's / it is", "it's / it has"):
        assert why(rules, pair)
    assert why(rules, "it is / it has") is None


def test_the_version_is_of_what_the_list_says(tmp_path: Path) -> None:
    first = Synonyms(path=written(tmp_path, "a.tsv", "a\tb\nc\td\n"))
    second = Synonyms(path=written(tmp_path, "b.tsv", "# c\nd\tC\r\na\tb\r\n"))
    third = Synonyms(path=written(tmp_path, "c.tsv", "a\tb\n"))
    assert first.version == second.version != third.version


BAD_TSV = {
    "one\n": "1: 1 cells, expected",
    "a\tb\nc\td\te\n": "2: 3 cells, expected",
    "a\t\n": "1: an empty phrase",
    "a\tA\n": "1: 'a' is replaced by itself",
    "a\tb\n\n# x\na\tB\n": "4: 'a' for 'b' is in line 1 already",
}
BAD_GLM = {
    "kids\n": "1: 'kids' is no rule; expected PATTERN => REPLACEMENT",
    "[" * 3000: "1: a rule of 3,000 letters",
    "[a] => [b] / [x] __ [ ]\n": "1: the context '[x]' is not understood",
    "[uh] => [] / [ ] __ [ ]\n": "1: an empty phrase",
    "uh =>\n": "1: an empty phrase",
    "[] => [b] / [ ] __ [ ]\n": "1: '[] => [b] / [ ] __ [ ]' is no rule",
    "[a] => {b / } / [ ] __ [ ]\n": "1: an empty phrase",
    "[a] => b {c} / [ ] __ [ ]\n": "1: 'b {c}' is not a replacement",
    ";\n[a] -> [b] / [ ] __ [ ]\n": "2: '[a] -> [b]",
}


@pytest.mark.parametrize(("text", "problem"), BAD_TSV.items())
def test_a_bad_line_of_a_list(text: str, problem: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_tsv(text, "list.tsv")
    assert str(caught.value).startswith(f"list.tsv:{problem}")


@pytest.mark.parametrize(("text", "problem"), BAD_GLM.items())
def test_a_bad_rule(text: str, problem: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_glm(text, "rules.glm")
    assert str(caught.value).startswith(f"rules.glm:{problem}")


GOOD_GLM = {
    "A => B": "a / b",
    "A B => C ;; why": "a b / c",
    '"A" => "B C"': "a / b c",
    "[ %HESITATION] => UM": "%hesitation / um",
    "'CAUSE => BECAUSE": "'cause / because",
    "/SLASH => SLASH": "/slash / slash",
    "A/B => C/D / [ ] __ [ ]": "a/b / c/d",
    "Falkner => Faulkner / __": "falkner / faulkner",
    "A => B /  [ ] _ [ ]": "a / b",
    "A => [{B / C D}] / [ ] __ [ ]": "a / c d",
    "A => { [B] / [C D] }": "a / c d",
    "A.'S => {A.'S / A. IS}": "a.'s / a. is",
    "UH => %HESITATION\nUM => %HESITATION": "uh / um",
    "A => B\nA => C": "a / b",
    '* name = "x"\nA => A / [ ] __ [ ]\nB => A': "b / a",
}


@pytest.mark.parametrize(("text", "pair"), GOOD_GLM.items())
def test_a_rule_of_nist(text: str, pair: str, tmp_path: Path) -> None:
    rules = Synonyms(path=written(tmp_path, "rules.glm", text))
    assert why(rules, pair)
    assert why(rules, "x / y") is None


def test_rules_that_are_left_out_are_counted(tmp_path: Path) -> None:
    text = "A => B\nUH => [] / [ ] __ [ ]\nC => D / [x ] __\n"
    with pytest.warns(
        UserWarning, match=r"rules.glm:2: an empty phrase.*; 2 rules of 3 are left out"
    ):
        rules = Synonyms(path=written(tmp_path, "rules.glm", text))
    assert why(rules, "a / b")
    assert why(rules, "c / d") is None


@given(st.text(alphabet="[]{}=>/_ ab\t\n;*#"))
@pytest.mark.filterwarnings("ignore:.*left out for such a reason")
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_tsv, read_glm):
        with suppress(ParseError):
            assert all(each.first and each.second for each in read(text, "x"))


def test_files_that_say_nothing(tmp_path: Path) -> None:
    for path, problem in (
        (written(tmp_path, "empty.tsv", "# nothing\n"), "no phrases"),
        (tmp_path / "none.tsv", "No such file"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(InputError, match=problem):
            Synonyms(path=path)
    (tmp_path / "latin.glm").write_bytes(b";\n[caf\xe9] => [x] / [ ] __ [ ]\n")
    with pytest.raises(ParseError, match=r"latin.glm:2: byte 0xe9 is not UTF-8"):
        Synonyms(path=tmp_path / "latin.glm")
    with pytest.raises(UsageError, match="needs a list"):
        Synonyms()
    with pytest.raises(MondegreenError):
        Synonyms(path="a\0b")
