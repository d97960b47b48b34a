"""Which words of a ctm go to which segment of an stm: against NIST's own program, by utterance.

Times on a coarse grid, so that middles of words are ends of segments; negative and reversed times;
ignored segments in every spelling; alternatives; channels and recordings without a word.
"""

from __future__ import annotations

import random
import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from nist_program import SCTK, needs_sctk

import mondegreen as mg

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    needs_sctk,
    # Words that are drawn at random on a coarse grid may be equal, times and all.
    pytest.mark.filterwarnings("ignore:.*repeat an earlier one"),
]
SCORES = re.compile(r"id: \((\S+)\)\n(?:.*\n)*?Scores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)")
IGNORED = [
    "IGNORE_TIME_SEGMENT_IN_SCORING",
    "IGNORETIMESEGMENTINSCORING",
    "ignore_time_segment_in_scoring",
    "so Ignore_Time_Segment_In_Scoring it",
    "xIGNORETIMESEGMENTINSCORINGx",
]


def program(reference: Path, hypothesis: Path) -> dict[str, tuple[int, ...]]:
    """Return what sclite counts, by id."""
    command = [SCTK, "sclite", "-r", reference, "stm", "-h", hypothesis, "ctm"]
    done = subprocess.run(
        [*map(str, command), "-o", "pra", "stdout"],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    return {name: tuple(map(int, counts)) for name, *counts in SCORES.findall(done.stdout)}


def ours(reference: Path, hypothesis: Path) -> dict[str, tuple[int, ...]]:
    corpus = mg.read(reference, hypothesis)
    result = mg.score(corpus, recipe="sclite", missing="deletions")
    ids = result.ids or []
    return {name: tuple(result.counts(row, "wer")) for row, name in enumerate(ids)}


def files(folder: Path, chance: random.Random, *, odd: float = 0.0) -> tuple[Path, Path]:
    """Write an stm, and a ctm in which most of its words are where they were said."""
    stm, ctm = [], []
    for place in ("f1 a", "f1 b", "f2 a"):
        at = 0
        for number in range(8):
            end = at + chance.randrange(3, 30)
            words = chance.choices(["so", "it", "goes", "and", "on"], k=chance.randrange(1, 6))
            times = [at / 10, end / 10]
            if chance.random() < odd:
                times = chance.choice([times[::-1], [-times[1], times[1]], [times[0], -times[1]]])
            text = " ".join(words) if chance.random() < 0.8 else chance.choice(IGNORED)
            start, until = (f"{time:g}" for time in times)
            stm.append(f"{place} {place[-1]}{number % 2} {start} {until} {text}")
            for place_of_word, word in enumerate(words):
                begin = at + (end - at) * place_of_word // len(words) + chance.choice([0, 0, 1])
                length = chance.choice([1, 2, 4]) * (-1 if chance.random() < odd else 1)
                said = word if chance.random() < 0.9 else chance.choice(["um", "er"])
                ctm.append((place, begin, f"{place} {begin / 10:g} {length / 10:g} {said}"))
            at = end + chance.choice([0, 0, 8])
            if at > end and chance.random() < 0.5:  # nobody speaks there, as the reference has it
                ctm.append((place, end + 3, f"{place} {(end + 3) / 10:g} 0.2 uh"))
    ctm.sort(key=lambda line: line[:2])
    paths = folder / "ref.stm", folder / "hyp.ctm"
    for path, lines in zip(paths, (stm, [line for *_, line in ctm]), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return paths


@pytest.mark.filterwarnings("ignore:.*its times do not fit")
@pytest.mark.parametrize("seed", range(25))
def test_ends_of_segments_in_the_middle_of_words(seed: int, tmp_path: Path) -> None:
    paths = files(tmp_path, random.Random(seed))
    assert ours(*paths) == program(*paths)


@pytest.mark.filterwarnings("ignore:.*sclite:UserWarning")
@pytest.mark.parametrize("seed", range(25))
def test_times_that_cannot_be(seed: int, tmp_path: Path) -> None:
    paths = files(tmp_path, random.Random(seed), odd=0.1)
    assert ours(*paths) == program(*paths)


def test_such_times_are_warned_of_by_their_lines(tmp_path: Path) -> None:
    stm, ctm = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    stm.write_text("f 1 a 0 2 so it\nf 1 a 4 3 goes\n", "utf-8")
    ctm.write_text("f 1 0.1 0.2 so\nf 1 0.5 -0.2 it\nf 1 2.5 0.5 goes\nf 1 -1 0.5 x\n", "utf-8")
    with pytest.warns(UserWarning, match="as in sclite") as warned:
        mg.read(stm, ctm)
    found = sorted(str(each.message).removeprefix(f"{tmp_path}/") for each in warned)
    assert [message.partition(";")[0] for message in found] == [
        "hyp.ctm:2 and 1 more: a negative time or duration",
        "ref.stm:2: a negative time, or an end before its start",
    ]


@pytest.mark.parametrize("content", ["", ";; nothing was heard\n"])
def test_a_ctm_without_a_word(content: str, tmp_path: Path) -> None:
    stm, ctm = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    stm.write_text("f 1 a 0 2 so it\nf 2 b 0 3 goes on\n", "utf-8")
    ctm.write_text(content, "utf-8")
    with pytest.warns(UserWarning, match="no word is in it"):
        assert ours(stm, ctm) == program(stm, ctm) == {"a-000": (0, 0, 2, 0), "b-000": (0, 0, 2, 0)}
    with (
        pytest.warns(UserWarning, match="no word is in it"),
        pytest.raises(mg.MissingHypothesisError),
    ):
        mg.score(mg.read(stm, ctm), recipe="sclite")
