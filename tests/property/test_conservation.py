"""Nothing that is read is lost without being counted: in every format, in pairs and single files.

Of each pair: rows of the references are scored, missing, failed, or left out by name; and the words of
the hypotheses are those that are scored.
"""

from __future__ import annotations

import json
import warnings
from collections import Counter
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.corpus.converting import write_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segment, Transcript, Word
from mondegreen.corpus.table import as_list
from mondegreen.types import Failed

WRITTEN = [
    name
    for name in FORMATS.names()
    if FORMATS.get(name).is_written()
    and "text" in FORMATS.get(name).holds | {"text"}
    and name != "rttm"
]
EXAMPLES = [
    name for name in FORMATS.names() if FORMATS.get(name).example is not None and name != "rttm"
]
BOTH_SIDES = [name for name in EXAMPLES if "both sides" in FORMATS.get(name).holds]
WORDS = st.lists(
    st.sampled_from(["so", "it", "goes", "and", "on", "to", "end"]), min_size=1, max_size=5
)
QUIET = settings(
    deadline=None, max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@st.composite
def transcripts(draw: st.DrawFn) -> tuple[Transcript, Transcript]:
    """Two transcripts of one recording with the same ids and times, and some other words."""
    said, heard = [], []
    for at, words in enumerate(draw(st.lists(WORDS, min_size=2, max_size=5))):
        texts = words, draw(st.one_of(st.just(words), WORDS))
        for side, text in zip((said, heard), texts, strict=True):
            start = Decimal(3 * at)
            step = (Decimal(2) / len(text)).quantize(Decimal("0.01"))
            side.append(
                Segment(
                    " ".join(text),
                    id=f"ada-{at}",
                    recording="talk",
                    channel="1",
                    speaker="ada",
                    start=start,
                    end=start + 2,
                    words=tuple(
                        Word(word, start + step * place, start + step * (place + 1))
                        for place, word in enumerate(text)
                    ),
                )
            )
    return Transcript("r", "seglst", tuple(said)), Transcript("h", "seglst", tuple(heard))


def put(content: Any, form: str, path: Path) -> Path:
    """Write a file or folder of a format, named as it is usually named."""
    endings = (*FORMATS.get(form).suffixes, *FORMATS.get(form).shared_suffixes)
    if isinstance(content, str | bytes):
        path = path.with_suffix(next((end for end in endings if end[0] == "."), ""))
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path
    for name, part in content.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(part if isinstance(part, bytes) else part.encode())
    return path


def words_of(texts: Any) -> Counter[str]:
    return Counter(
        word for text in as_list(texts) if isinstance(text, str) for word in text.split()
    )


def spoken(transcript: Transcript) -> Counter[str]:
    return Counter(word.casefold() for each in transcript.segments for word in each.text.split())


def check_account(corpus: mg.Corpus, rows: int) -> None:
    """Rows in are rows scored, missing, failed, and left out by name."""
    assert rows == len(corpus) + sum(map(len, corpus.left_out.values()))
    for policy in ("skip", "deletions"):
        coverage = mg.score(corpus, missing=policy).coverage
        assert coverage.rows_left_out == corpus.left_out
        absent = coverage.missing + coverage.failed
        assert coverage.total == len(corpus)
        assert coverage.scored == coverage.total - (absent if policy == "skip" else 0)
        assert coverage.empty <= coverage.total - absent
        assert coverage.failed == sum(
            isinstance(each, Failed) for each in as_list(corpus.hypotheses)
        )


@pytest.mark.parametrize("heard_as", WRITTEN)
@pytest.mark.parametrize(
    "said_as", ["stm", "jsonl", "kaldi", "trn", "seglst", "srt", "lines", "csv"]
)
@QUIET
@given(both=transcripts())
def test_every_word_of_a_pair_is_scored(
    said_as: str, heard_as: str, both: tuple[Transcript, Transcript]
) -> None:
    """Whatever the formats, where they can be paired at all; else it is an error, and no rate."""
    with TemporaryDirectory() as place, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        names = [
            put(write_transcript(side, form).content, form, Path(place, at))
            for side, form, at in zip(both, (said_as, heard_as), ("r", "h"), strict=True)
        ]
        try:
            corpus = mg.read(*names, format=said_as, hypothesis_format=heard_as)
        except mg.PairingError as refused:
            # Words that were made up apart from their times may well match better without them.
            if "times do not fit" not in str(refused):
                assert not can_be_paired(said_as, heard_as)
            return
    assert {word.casefold(): n for word, n in words_of(corpus.references).items()} == spoken(
        both[0]
    )
    assert {word.casefold(): n for word, n in words_of(corpus.hypotheses).items()} == spoken(
        both[1]
    )
    check_account(corpus, len(both[0].segments))


def can_be_paired(said: str, heard: str) -> bool:
    """Whether there is something to pair by: ids, times, or one recording in order."""
    ids = ["id" in FORMATS.get(name).holds for name in (said, heard)]
    if all(ids):
        return True
    kinds = [issubclass(FORMATS.get(name), SegmentFormat) for name in (said, heard)]
    if ids[0] and not any(kinds):
        return False
    if ids[0]:  # of which nothing says that they are one recording, except for their times
        return bool({"times", "recording"} & FORMATS.get(said).holds)
    return any(kinds) and (not ids[1] or "times" in FORMATS.get(heard).holds)


@pytest.mark.parametrize("form", EXAMPLES)
def test_an_example_against_itself(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All its words are hits, and the command line counts the same utterances."""
    path = str(put(FORMATS.get(form).example, form, tmp_path / "talk"))
    alone = form in BOTH_SIDES and not FORMATS.get(form).has_columns
    files = [path] if alone else [path, path]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        corpus = mg.read(*files, format=form)
        with pytest.raises(SystemExit) as done:
            main(["score", *files, "--format", form, "--missing", "skip", "--json"])
    assert not done.value.code
    result = mg.score(corpus, missing="skip", alternatives=corpus.alternatives or None)
    assert alone or FORMATS.get(form).has_columns or result["wer"].errors == 0
    check_account(corpus, len(corpus) + sum(map(len, corpus.left_out.values())))
    assert json.loads(capsys.readouterr().out)["coverage"] == result.coverage.to_dict()


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl", "json", "parquet", "xlsx"])
@QUIET
@given(
    rows=st.lists(
        st.tuples(WORDS, st.sampled_from(["text", "empty", "missing", "failed"])),
        min_size=1,
        max_size=9,
    )
)
def test_every_row_of_a_table_is_in_one_place(form: str, rows: list[tuple[list[str], str]]) -> None:
    """Scored, empty, missing or failed, as its row says."""
    table = [
        {
            "id": f"u{at}",
            "reference": " ".join(words),
            "hypothesis": " ".join(words) if kind == "text" else "",
            "status": {"text": "scored"}.get(kind, kind),
            "error": "late" if kind == "failed" else "",
        }
        for at, (words, kind) in enumerate(rows)
    ]
    with TemporaryDirectory() as place:
        path = Path(place, f"t.{form}")
        write_table(path, form, table)
        corpus = mg.read(path)
    kinds = Counter(kind for _, kind in rows)
    found = mg.score(corpus, missing="skip").coverage
    assert (found.missing, found.failed, found.empty) == (
        kinds["missing"],
        kinds["failed"],
        kinds["empty"],
    )
    assert found.scored == kinds["text"] + kinds["empty"]
    check_account(corpus, len(rows))


def write_table(path: Path, form: str, rows: list[dict[str, str]]) -> None:
    import pandas as pd

    frame = pd.DataFrame(rows)
    if form in {"csv", "tsv"}:
        frame.to_csv(path, index=False, sep="," if form == "csv" else "\t")
    elif form == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    elif form == "json":
        path.write_text(json.dumps(rows), "utf-8")
    elif form == "parquet":
        frame.to_parquet(path)
    else:
        frame.to_excel(path, index=False)


def test_what_is_left_out_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the corpus, next to the rate, in JSON, in run files and in results that are joined."""
    stm, ctm, run = (tmp_path / name for name in ("r.stm", "h.ctm", "run.json"))
    stm.write_text(
        "t 1 a 0.0 1.0 so it goes\nt 1 a 1.0 2.0 IGNORE_TIME_SEGMENT_IN_SCORING\nt 1 a 2.0 3.0 on\n",
        "utf-8",
    )
    ctm.write_text(
        "t 1 0.1 0.2 so\nt 1 0.4 0.2 it\nt 1 0.7 0.2 goes\nt 1 1.4 0.2 um\nt 1 2.4 0.2 on\n",
        "utf-8",
    )
    left_out = {"segments marked as not to be scored": ["line 2"]}
    corpus = mg.read(stm, ctm)
    check_account(corpus, 3)
    result = mg.score(corpus)
    result.save(run)
    assert corpus.left_out == mg.load(run).coverage.rows_left_out == left_out
    assert "; left out: segments marked as not to be scored: 1 (line 2)" in str(result.coverage)
    with pytest.raises(SystemExit) as done:
        main(["score", str(stm), str(ctm), "--json"])
    assert not done.value.code
    assert json.loads(capsys.readouterr().out)["coverage"]["rows_left_out"] == left_out
    doubled = result.coverage + result.coverage
    assert doubled.rows_left_out == {"segments marked as not to be scored": ["line 2", "line 2"]}
