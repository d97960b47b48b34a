"""What the code of the Open ASR Leaderboard makes of texts and pairs, by day.

``hf_leaderboard.jsonl`` was written by ``benchmarks/hf_leaderboard.py CHECKOUT --texts 20 --pairs 12 --seed
vectors --write FILE`` from huggingface/open_asr_leaderboard, with num2words 0.5.14, kaldialign 0.12.0 and
jiwer 4.0.0, at the last commit of each day:

* 23 March 2026: b45a5d965a9972750121d699af8547afa1e8283a
* 22 April 2026: a09f16d1cc23bceabc4e46fdc36dc7735b7d94f0
* 11 June 2026: c6e4f1133d355a154c1cd2157f2b55c507c4af06
* 21 August 2026: d1e99b25524814332d6868a5645e568670834cfb

``wanted`` is the normalized text, or substitutions, deletions, insertions and reference words of a pair;
null for a pair that is left out. The normalizer of other languages than English was the same on all days.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.scoring.recipes import recipes

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

DAYS = ("20260323", "20260422", "20260611", "20260821")
LANGUAGES = ("en", "de", "es", "fr", "it", "pt")
ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("hf_leaderboard.jsonl").read_text("utf-8").splitlines()
]


def key(row: dict[str, Any]) -> tuple[str, str]:
    return row["day"], row["language"]


def grouped(kind: type) -> list[Any]:
    """Return the rows of a kind by day and language."""
    rows = sorted((row for row in ROWS if isinstance(row["given"], kind)), key=key)
    return [pytest.param(*each, list(some), id="-".join(each)) for each, some in groupby(rows, key)]


def recipe_of(day: str, language: str) -> tuple[str, str | None]:
    if language == "en":
        return f"hf-leaderboard-english@{day}", None
    return f"hf-leaderboard-multilingual@{day}", language


def test_all_days_and_languages_are_there() -> None:
    pairs = {key(row) for row in ROWS if isinstance(row["given"], list)}
    assert pairs == {(day, language) for day in DAYS for language in LANGUAGES}
    names = [name for name in recipes() if name.startswith("hf-leaderboard-")]
    assert names == [
        *(f"hf-leaderboard-english@{day}" for day in DAYS),
        "hf-leaderboard-multilingual@1",
        *(f"hf-leaderboard-multilingual@{day}" for day in DAYS),
    ]


@pytest.mark.parametrize(("day", "language", "rows"), grouped(str))
def test_texts(day: str, language: str, rows: list[dict[str, Any]]) -> None:
    name = f"multilingual-{language}" if language != "en" else f"english@{day}"
    by = mg.normalizer(f"hf-leaderboard-{name}")
    assert [by(row["given"]) for row in rows] == [row["wanted"] for row in rows]
    assert list(by.batch([row["given"] for row in rows])) == [row["wanted"] for row in rows]


def rows_of(result: mg.Result) -> list[list[int] | None]:
    (name,) = result.recipe.metrics
    found = []
    for hits, substitutions, deletions, *rest in zip(*result.rows[name].columns, strict=True):
        insertions, left_out = rest
        words = hits + substitutions + deletions
        found.append(None if left_out else [substitutions, deletions, insertions, words])
    return found


@pytest.mark.parametrize(("day", "language", "rows"), grouped(list))
def test_pairs(day: str, language: str, rows: list[dict[str, Any]]) -> None:
    said, written = zip(*(row["given"] for row in rows), strict=True)
    recipe, lang = recipe_of(day, language)
    result = mg.score(said, written, recipe=recipe, lang=lang)
    assert rows_of(result) == [row["wanted"] for row in rows]
    if lang is not None:
        column = {"lang": [lang] * len(rows)}
        assert rows_of(mg.score(said, written, recipe=recipe, by=column)) == rows_of(result)
    assert mg.score(said, written, recipe=result.signature).signature == result.signature


@pytest.mark.parametrize(("day", "language", "rows"), grouped(list))
def test_pairs_on_the_command_line(
    day: str,
    language: str,
    rows: list[dict[str, Any]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "pairs.jsonl"
    pairs = [dict(zip(("reference", "hypothesis"), row["given"], strict=True)) for row in rows]
    file.write_text("".join(f"{json.dumps(pair)}\n" for pair in pairs), "utf-8")
    recipe, lang = recipe_of(day, language)
    spoken = [] if lang is None else ["--lang", lang]
    assert run(["score", str(file), "--recipe", recipe, *spoken, "--json"]) == 0
    (metric,) = json.loads(capsys.readouterr().out)["metrics"]
    wanted = [row["wanted"] for row in rows if row["wanted"] is not None]
    steps = [sum(column) for column in zip(*wanted, strict=True)]
    counts = metric["counts"]
    assert [counts[name] for name in ("substitutions", "deletions", "insertions")] == steps[:3]
    assert counts["left_out"] == len(rows) - len(wanted)
    assert metric["value"] == sum(steps[:3]) / steps[3]


@pytest.mark.parametrize("recipe", ["hf-leaderboard-english", "hf-leaderboard-multilingual@1"])
def test_a_language_goes_with_a_recipe_by_column_alone(
    recipe: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text('{"reference": "a", "hypothesis": "a"}\n', "utf-8")
    assert run(["score", str(file), "--recipe", recipe, "--lang", "de"]) == 2
    assert "leave out --lang" in capsys.readouterr().err
    with pytest.raises(mg.UsageError, match="leave out lang='de'"):
        mg.score(["a"], ["a"], recipe=recipe, lang="de")


def test_a_language_that_the_leaderboard_does_not_have() -> None:
    recipe = "hf-leaderboard-multilingual"
    with pytest.raises(mg.UsageError, match="has the languages de, es, fr, it, pt; for English"):
        mg.score(["a"], ["a"], recipe=recipe, lang="sv")
    with pytest.raises(mg.InputError, match=r"row 2: the column 'lang' says 'en'"):
        mg.score(["a", "b"], ["a", "b"], recipe=recipe, by={"lang": ["de", "en"]})
    with pytest.raises(mg.UsageError, match=r"needs the column 'lang'; .* \(--lang de\)"):
        mg.score(["a"], ["a"], recipe=recipe)
