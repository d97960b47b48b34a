"""Digests of references, by which results without texts are known to be of the same texts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.scoring.digests import digest
from mondegreen.scoring.result import Result

if TYPE_CHECKING:
    from pathlib import Path

SAID = ["so it goes", "and so on", "to the end"]
OTHER = ["so it went", "and so on", "at the end"]
HEARD = ["so it goes", "and on", "to the bend"]
IDS = ["a", "b", "c"]


def saved(path: Path, said: list[str], *, texts: bool = False) -> Result:
    mg.score(said, HEARD, ids=IDS).save(path, texts=texts)
    return mg.load(path)


@given(st.text(), st.text())
def test_texts_that_differ_have_other_digests(first: str, second: str) -> None:
    assert (digest(first) == digest(second)) is (first == second)
    assert digest(first) == digest(first) != digest([first])
    assert digest(["a", "b"]) == digest(("a", "b")) != digest(["a b"])


@pytest.mark.parametrize("form", ["json", "parquet"])
@pytest.mark.parametrize("texts", [False, True])
def test_runs_of_other_references_are_not_compared(tmp_path: Path, form: str, texts: bool) -> None:  # noqa: FBT001
    """As many words in each: only the texts tell; with texts, without, and against a new result."""
    first = saved(tmp_path / f"a.{form}", SAID, texts=texts)
    again = saved(tmp_path / f"b.{form}", SAID)
    other = saved(tmp_path / f"c.{form}", OTHER)
    assert mg.compare({"a": first, "b": again}).utterances == 3
    assert mg.compare({"a": again, "b": mg.score(SAID, SAID, ids=IDS)}).utterances == 3
    message = r"a and b have different references in 2 of 3 utterances, the first is 'a'"
    for one, two in ((first, other), (other, mg.score(SAID, SAID, ids=IDS))):
        with pytest.raises(mg.PairingError, match=message):
            mg.compare({"a": one, "b": two})


def test_a_file_of_an_older_release_has_the_check_it_had(tmp_path: Path) -> None:
    """It has no digests: the numbers of words are compared."""
    path = tmp_path / "old.json"
    saved(path, SAID)
    content = json.loads(path.read_text("utf-8"))
    del content["columns"]["reference_digest"]
    path.write_text(json.dumps(content), "utf-8")
    old = mg.load(path)
    assert old.digests is None
    assert mg.compare({"a": old, "b": mg.score(OTHER, HEARD, ids=IDS)}).utterances == 3
    with pytest.raises(mg.PairingError, match="numbers of reference tokens in 1 of 3"):
        mg.compare({"a": old, "b": mg.score(["so", *SAID[1:]], HEARD, ids=IDS)})
    old.save(path)
    assert "reference_digest" not in json.loads(path.read_text("utf-8"))["columns"]


def test_digests_are_kept_where_results_are_joined_and_saved_again(tmp_path: Path) -> None:
    stored = saved(tmp_path / "a.json", SAID)
    stored.save(tmp_path / "b.json")
    assert mg.load(tmp_path / "b.json").digests == stored.digests == [digest(s) for s in SAID]
    more = mg.score(["well"], ["well"], ids=["d"])
    joined = Result.concatenate([stored, more])
    assert joined.digests == [*map(digest, [*SAID, "well"])]
    assert Result.concatenate([more, mg.score(["x"], ["x"], ids=["e"])]).digests is None
    scorer = mg.Scorer("wer")
    scorer.update(SAID, HEARD, ids=IDS)
    assert mg.Scorer.from_state(scorer.state()).compute().digests == stored.digests


def test_tokens_and_choices(tmp_path: Path) -> None:
    """Whatever a reference is, it has a digest, which the stored texts have too."""
    path = tmp_path / "run.json"
    mg.score([["a", "b"]], [["a"]]).save(path, texts=True)
    assert mg.load(path)["wer"].errors == 1
    mg.score([mg.AnyOf("a b", "a c")], ["a c"], alternatives="references").save(path, texts=True)
    assert mg.load(path)["wer"].errors == 0


def test_a_reference_that_was_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    saved(path, SAID, texts=True)
    path.write_text(path.read_text("utf-8").replace("to the end", "to the tend"), "utf-8")
    with pytest.raises(mg.InputError, match="row 3: the reference is not the one of its digest"):
        mg.load(path)
