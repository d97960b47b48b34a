"""Signatures pin the language packs that decide a number."""

from __future__ import annotations

import json
from time import process_time
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.errors import SignatureMismatchError, UsageError
from mondegreen.languages import added, folders, language
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.scorer import Scorer
from mondegreen.text.normalizers import normalizer
from mondegreen.text.transforms import Compose

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="language packs are read by the native kernel alone"
)

SAID, WRITTEN = ["ninety inhalations", "it is two"], ["90 puffs", "it is 2"]


def pack(folder: Path, code: str = "en", unit: str = "puff", **files: str) -> Path:
    """Write an overlay that is read instead of a language."""
    own = folder / code
    own.mkdir(parents=True)
    (own / "pack.tsv").write_text(f"extends\t{code}\n", "utf-8")
    row = f"unit\t{unit}\t{unit}\t{unit}s\tinhalations\tpf\n"
    (own / "units.tsv").write_text(row, "utf-8")
    for name, text in files.items():
        (own / f"{name}.tsv").write_text(text, "utf-8")
    return folder


def pins(*codes: str) -> str:
    return "+".join(f"{code}-{language(code).digest}" for code in codes)


def packs_of(signature: str) -> str:
    return dict(part.partition(":")[::2] for part in signature.split("|")).get("packs", "")


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({}, ()),
        ({"normalizer": "whisper-english"}, ()),
        ({"normalizer": "mondegreen-en"}, ("en",)),
        ({"normalizer": "mondegreen-en-keep-fillers"}, ("en",)),
        ({"normalizer": "mondegreen-de-AT"}, ("de",)),
        ({"normalizer": "mondegreen-en-IN"}, ("en-IN",)),
        ({"normalizer": "mondegreen-any"}, ("any",)),
        ({"normalizer": Compose(["lower", "mondegreen-ja"])}, ("ja",)),
        ({"forgive": "numbers"}, ("en",)),
        ({"forgive": "agent", "lang": "hi-en", "metrics": "wer"}, ("en", "hi")),
        ({"forgive": "agent", "lang": "pt-BR"}, ("pt",)),
        ({"forgive": "agent", "lang": "de", "normalizer": "mondegreen-de"}, ("de",)),
        ({"metrics": "semantic-wer"}, ("en",)),
        ({"metrics": "space-norm-wer"}, ()),
        ({"normalizer": "mondegreen-{lang}"}, ("de", "en")),
        ({"forgive": "agent", "lang": "{lang}"}, ("de", "en")),
    ],
)
def test_what_reads_a_pack_names_it(options: dict[str, object], codes: tuple[str, ...]) -> None:
    columns = {"lang": ["de", "en-US"]}
    result = mg.score(["a b", "c"], ["a", "c"], by=columns, **options)
    assert packs_of(result.signature) == pins(*codes)


def test_each_metric_names_its_own() -> None:
    result = mg.score(["a b"], ["a b"], metrics=["wer", "semantic-wer"])
    assert packs_of(result.signature) == pins("en")
    assert packs_of(result["wer"].signature) == ""
    assert packs_of(result["semantic-wer"].signature) == pins("en")
    assert result["wer"].signature == mg.score(["a b"], ["a b"]).signature


def test_a_digest_is_that_of_what_decides(tmp_path: Path) -> None:
    """A row that is read changes it; a comment, a case, an example, a name and line ends do not."""

    def digest(name: str, **files: str) -> str:
        with added(pack(tmp_path / name, **files)):
            return language("en").digest

    row = "@any_puff\t{n=int} puff\t{n}\t{n}\twrite"
    plain = digest("plain", patterns=f"{row}\n")
    same = {
        "cases": {"cases": "=\tone\t1\twhy\n"},
        "changes": {"changes": "a\tb\t=\t!\twhy\n"},
        "example": {"patterns": f"{row}\t-\t-\tone puff\n"},
        "comment": {"patterns": f"# a comment\n\n{row}\n"},
        "windows": {"patterns": f"\ufeff{row}\r\n"},
        "name": {"pack": "name\tAnother\nextends\ten\n"},
    }
    for name, files in same.items():
        assert digest(name, **{"patterns": f"{row}\n", **files}) == plain, name
    other = {
        "level": {"patterns": row.replace("write", "know") + "\n"},
        "before": {"patterns": f"{row}\t!unit\n"},
        "row": {"patterns": f"{row}\n", "fillers": "erm\n"},
        "setting": {"patterns": f"{row}\n", "pack": "extends\ten\naccents\tkeep\n"},
    }
    found = {digest(name, **files) for name, files in other.items()}
    assert len(found) == len(other)
    assert plain not in found


@pytest.mark.parametrize("code", ["en", "ja"])
def test_a_bundled_pack_that_is_written_anew_is_the_same(code: str, tmp_path: Path) -> None:
    own = tmp_path / code
    own.mkdir()
    for table in (folders()[0] / code).glob("*.tsv"):
        kept = [line for line in table.read_text("utf-8").splitlines() if line[:1] != "#"]
        rows = [line for line in kept if line and table.stem != "cases"]
        (own / table.name).write_bytes("\r\n".join(["# new", *rows]).encode())
    with added(tmp_path):
        anew = language(code).digest
    assert anew == language(code).digest


def test_results_with_other_packs_are_told_apart(tmp_path: Path) -> None:
    options = {"normalizer": "mondegreen-en", "metrics": "wer"}
    ids = ["a", "b"]
    plain = mg.score(SAID, WRITTEN, ids=ids, **options)
    with added(pack(tmp_path)):
        own = mg.score(SAID, WRITTEN, ids=ids, **options)
    assert (plain["wer"].errors, own["wer"].errors) == (1, 0)
    for name, result in (("plain", plain), ("own", own)):
        result.save(tmp_path / f"{name}.json", texts=True)
    loaded = [mg.load(tmp_path / f"{name}.json") for name in ("plain", "own")]
    assert [each.signature for each in loaded] == [plain.signature, own.signature]
    with pytest.raises(SignatureMismatchError, match="packs"):
        mg.compare({"plain": loaded[0], "own": loaded[1]})
    with pytest.raises(SignatureMismatchError, match="packs"):
        Scorer.from_result(loaded[0]).merge(loaded[1])
    with pytest.raises(UsageError, match="'en' is here as") as error:
        mg.score(SAID, WRITTEN, recipe=own.signature)
    assert "--languages" in str(error.value)
    with added(tmp_path):
        assert mg.score(SAID, WRITTEN, recipe=own.signature)["wer"].errors == 0
        with pytest.raises(UsageError, match="'en' is here as"):
            mg.score(SAID, WRITTEN, recipe=plain.recipe)


def test_a_pack_that_was_not_read_breaks_nothing(tmp_path: Path) -> None:
    options = {"normalizer": "mondegreen-de", "metrics": "wer"}
    before = mg.score(SAID, WRITTEN, **options)
    with added(pack(tmp_path)):
        after = mg.score(SAID, WRITTEN, **options)
    assert before.signature == after.signature


def test_parts_in_several_languages_are_one_result() -> None:
    """Packs of a column belong to the texts."""
    scorers = [Scorer(normalizer="mondegreen-{lang}") for _ in "ab"]
    for code, scorer in zip(["de", "en"], scorers, strict=True):
        scorer.update(["a b"], ["a c"], ids=[code], metadata={"lang": [code]})
    both = scorers[0].merge(scorers[1]).compute()
    assert packs_of(both.signature) == pins("de", "en")
    again = mg.score(["a"], ["a"], by={"lang": ["en"]}, recipe=both.signature)
    assert packs_of(again.signature) == pins("en")


def test_folders_that_change_below_a_scorer_are_seen(tmp_path: Path) -> None:
    scorer = Scorer(normalizer="mondegreen-en")
    with added(pack(tmp_path)), pytest.raises(UsageError, match="'en' is here as"):
        scorer.update(SAID, WRITTEN)


def test_forgiven_counts_of_other_packs_are_taken_on_trust(tmp_path: Path) -> None:
    """A run file with texts is counted anew only with the packs that it was made with."""
    with added(pack(tmp_path)):
        own = mg.score(SAID, WRITTEN, forgive="numbers")
        own.save(tmp_path / "own.json", texts=True)
    plain = mg.score(SAID, WRITTEN, forgive="numbers")
    assert plain["wer"].errors != own["wer"].errors
    loaded = mg.load(tmp_path / "own.json")
    assert loaded["wer"].errors == own["wer"].errors


@pytest.mark.parametrize("odd", ["en", "en-xyz", "en-12345678+de-12345678", "", "en-1234567g"])
def test_a_field_that_is_none_is_refused(odd: str) -> None:
    with pytest.raises(UsageError, match="packs") as error:
        Recipe.parse(f"wer@1|normalizer:mondegreen-en@2|packs:{odd}")
    assert str(error.value).startswith(f"packs:{odd}; expected CODE-DIGEST")


def test_a_command_sees_other_packs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pairs.tsv").write_text(
        "id\treference\thypothesis\n1\tninety inhalations\t90 puffs\n", "utf-8"
    )
    pack(tmp_path / "own")
    score = ["score", "pairs.tsv", "-n", "mondegreen-en", "--json"]
    assert run([*score, "--save", "plain.json"]) == 0
    plain = json.loads(capsys.readouterr().out)["signature"]
    assert run([*score, "--save", "own.json", "--languages", "own"]) == 0
    own = json.loads(capsys.readouterr().out)["signature"]
    assert packs_of(plain) == pins("en") != packs_of(own)
    assert run(["compare", "plain.json", "own.json"]) == 2
    assert "packs" in capsys.readouterr().err
    assert run(["score", "pairs.tsv", "--recipe", own]) == 2
    assert "the language pack 'en' is here as" in capsys.readouterr().err
    assert run(["score", "pairs.tsv", "--recipe", own, "--languages", "own"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == own


def test_a_digest_takes_no_time_once_its_pack_is_read() -> None:
    """It is part of the pack, so nothing is read again."""
    made = normalizer("mondegreen-en")
    made("two")
    started = process_time()
    for _ in range(100):
        Recipe.make(normalizer="mondegreen-en")
    assert process_time() - started < 0.5
