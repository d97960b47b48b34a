"""What is added to ``bench.toml`` is there, and what the user wrote stays as it is."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from mondegreen.bench.bench_toml import write_bench
from mondegreen.bench.config import load_bench
from mondegreen.bench.observed import language_of
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

FIRST = ("calls", "calls@1", "calls.manifest.jsonl")
SECOND = ("talks", "talks@2", "talks.manifest.jsonl")


def test_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "bench.toml"
    write_bench(path, FIRST, ["pocketsphinx:en-us", 'odd "name"\x7f'], ["wer", "cer"], "openai:x")
    assert path.read_text("utf-8") == (
        "# Every `mondegreen bench` command reads this file.\n\n"
        '[[dataset]]\nname = "calls"\nid = "calls@1"\nmanifest = "calls.manifest.jsonl"\n\n'
        '[systems]\n# NAME = { use = "PROVIDER:MODEL", an_option = 1 }\n'
        '"pocketsphinx:en-us" = {}\n"odd \\"name\\"\\u007f" = {}\n\n'
        '[score]\nmetrics = ["wer", "cer"]\n\n[judge]\nmodel = "openai:x"\n'
    )
    assert [*load_bench(path).systems] == ["pocketsphinx:en-us", 'odd "name"\x7f']


SYSTEMS = [
    '[systems]  # who\nb = {use = "files:b"} # mine\n',
    '[systems]\n"x:y" = {}',
    'systems = {b = {use = "files:b"}}\n',
    'systems.b = {use = "files:b"}\n',
    "systems = {}\n",
    "",
    '[systems.b]\nuse = "files:b"\n# last\n',
    '[systems."b c"]\nuse = "files:b"\nlanguage = "de"\n',
    '[ systems ]\nb = { use = "files:b" }\n\n\n',
]
DATASETS = [
    '[[dataset]]\nname = "calls"\nid = "calls@1"\nmanifest = "c.jsonl"  # frozen\n',
    'dataset = [{name = "calls", id = "calls@1", manifest = "c.jsonl"}]\n',
    'dataset = [\n  {name = "calls", id = "calls@1", manifest = "c.jsonl"}, # one\n]\n',
    '[[ dataset ]]\nname = \'calls\'\nmanifest = """c.jsonl"""\n',
]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("systems", SYSTEMS)
@pytest.mark.parametrize("score", ["", "[score]\n# the usual\nmetrics = ['wer'] # one\n"])
def test_what_is_there_stays(
    tmp_path: Path, systems: str, dataset: str, score: str, end: str
) -> None:
    plain = systems.startswith("systems")
    parts = [systems, dataset, score] if plain else [dataset, systems, score]
    if dataset.startswith("dataset"):
        parts = [dataset, *(each for each in parts if each != dataset)]
    text = "# mine\n" + "\n".join(parts)
    path = tmp_path / "bench.toml"
    path.write_bytes(text.replace("\n", end).encode())
    before = tomllib.loads(text)
    write_bench(path, SECOND, ["files:new", "files:other"], ["wer"], "")
    longer = path.read_bytes().decode()
    after = tomllib.loads(longer)
    assert after["dataset"][:-1] == before["dataset"]
    assert after["dataset"][-1] == dict(zip(("name", "id", "manifest"), SECOND, strict=True))
    assert after["systems"] == {**before.get("systems", {}), "files:new": {}, "files:other": {}}
    assert after.get("score") == before.get("score")
    assert "\n\n\n" not in longer.replace("\r", "").rstrip() or "\n\n\n" in text
    assert longer.count("\r\n") in {0, longer.count("\n")}
    for line in text.splitlines():
        assert line.partition("#")[2] in longer
    write_bench(path, SECOND, ["files:new"], ["wer"], "")
    assert path.read_bytes().decode() == longer


def test_another_cut_of_the_same_name(tmp_path: Path) -> None:
    path = tmp_path / "bench.toml"
    write_bench(path, FIRST, [], ["wer"], "")
    with pytest.raises(UsageError, match=r"has the dataset calls@1, and this one is calls@9"):
        write_bench(path, ("calls", "calls@9", "c.jsonl"), [], ["wer"], "")


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("en", "en"), ("eng", "en"), ("ENG", "en"), ("en-US", "en"), ("ger", "de"), ("deu-AT", "de"),
        ("cze", "cs"), ("ces", "cs"), ("tel", "te"), ("zho", "zh"), ("cmn", "zh"), ("xx", "any"),
        ("", "any"), (None, "any"), ("not a code", "any"), ("und", "any"),
    ],
)  # fmt: skip
def test_codes_of_three_letters(code: str | None, language: str) -> None:
    assert language_of(code) == language
