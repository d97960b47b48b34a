"""Sessions as nobody expects them: each metric has its documented value, or a clear error."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.errors import InputError, MissingHypothesisError, UsageError
from mondegreen.metrics import METRICS

if TYPE_CHECKING:
    from pathlib import Path

PLAIN: Final = ("cpwer", "di-cpwer", "orc-wer", "mimo-wer")
TIMED: Final = ("tcpwer", "di-tcpwer", "tcorc-wer")
KINDS: Final = {
    **dict.fromkeys((*PLAIN, *TIMED), "words"),
    **{name: name for name in ("wder", "der", "jer", "turns")},
}
ALL: Final = [name for name in METRICS.names() if METRICS.get(name).uses_sessions]


def row(speaker: str, start: Any, end: Any, words: str) -> dict[str, Any]:
    return {"speaker": speaker, "start_time": start, "end_time": end, "words": words}


def value(name: str, said: Any, heard: Any, **options: Any) -> Any:
    collar = 5 if name.partition("[")[0] in TIMED else None
    result = mg.score(mg.sessions(said, heard), metrics=[name], collar=collar, **options)
    return result[name]


ANN: Final = [row("ann", 0, 1, "so it")]
NAN: Final = math.nan
CASES: Final[dict[str, tuple[Any, Any, dict[str, float]]]] = {
    "one speaker": (
        ANN,
        [row("1", 0, 1, "so it")],
        {"words": 0, "wder": 0, "der": 0, "jer": 0, "turns": 1},
    ),
    "nobody says a word": (
        [row("ann", 0, 1, "")],
        [row("1", 0, 1, "")],
        {"words": 0, "wder": NAN, "der": 0, "jer": 0, "turns": 1},
    ),
    "a reference without words": (
        [row("ann", 0, 1, "")],
        [row("1", 0, 1, "so it")],
        {"words": math.inf, "wder": NAN, "der": 0, "jer": 0, "turns": 1},
    ),
    "a hypothesis without words": (
        ANN,
        [row("1", 0, 1, "")],
        {"words": 1, "wder": NAN, "der": 0, "jer": 0, "turns": 1},
    ),
    "empty streams": (
        [*ANN, row("bo", 1, 2, "")],
        [row("1", 0, 1, "so it"), row("2", 3, 4, "")],
        {"words": 0, "wder": 0, "der": 1, "jer": 0.5, "turns": 0.5},
    ),
    "no length": (
        [row("ann", 1, 1, "so it")],
        [row("1", 1, 1, "so it")],
        {"words": 0, "wder": 0, "der": NAN, "jer": NAN, "turns": 0},
    ),
    "overlap with oneself": (
        [row("ann", 0, 4, "so it goes"), row("ann", 1, 2, "on")],
        [row("1", 0, 4, "so it goes"), row("1", 1, 2, "on")],
        {"words": 0, "wder": 0, "der": 0, "jer": 0, "turns": 1},
    ),
    "negative times": (
        [row("ann", -3, -1, "so it")],
        [row("1", -3, -2, "so it")],
        {"words": 0, "wder": 0, "der": 0.5, "jer": 0.5, "turns": 1},
    ),
    "no order": (
        [row("ann", 5, 6, "goes"), row("ann", 0, 1, "so it")],
        [row("1", 0, 1, "so it"), row("1", 5, 6, "goes")],
        {"words": 0, "wder": 0, "der": 0, "jer": 0, "turns": 1},
    ),
    "40 speakers": (
        [row(f"a{at}", at, at + 1, f"w{at} x") for at in range(40)],
        [row(f"s{at}", at, at + 1, f"w{at} y") for at in range(40)],
        {"words": 0.5, "wder": 0, "der": 0, "jer": 0, "turns": 1},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_metric_has_its_value(case: str) -> None:
    said, heard, expected = CASES[case]
    found = {name: value(name, said, heard) for name in KINDS}
    assert {name: each.value for name, each in found.items()} == {
        name: pytest.approx(expected[kind], nan_ok=True) for name, kind in KINDS.items()
    }
    for each in found.values():
        assert bool(each.reason) == (not math.isfinite(each.value))


@pytest.mark.parametrize("name", [name for name in ALL if "greedy" in name or "exact" in name])
def test_exact_and_greedy_agree_on_all_of_them(name: str) -> None:
    for case, (said, heard, expected) in CASES.items():
        if case == "40 speakers" and name in {"orc-wer[exact]", "mimo-wer[exact]"}:
            with pytest.raises(UsageError, match="cells, which is too many; score greedily"):
                value(name, said, heard)
        else:
            assert value(name, said, heard).value == pytest.approx(expected["words"]), case


def test_forty_speakers_in_one_stream() -> None:
    said, heard, _ = CASES["40 speakers"]
    one = [{**each, "speaker": "1"} for each in heard]
    found = {name: value(name, said, one).value for name in ("cpwer", "orc-wer", "der", "jer")}
    assert found == {
        "cpwer": (39 * 2 + 1 + 39 * 2) / 80,
        "orc-wer": 0.5,
        "der": pytest.approx(39 / 40),
        "jer": pytest.approx((39 + 39 / 40) / 40),
    }


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("start", "end", "says"),
    [
        (3, 1, "ends at 1 s, before its start at 3 s"),
        (NAN, 1, "nan is not a time in seconds"),
        (0, math.inf, "inf is not a time in seconds"),
        (-math.inf, 0, "inf is not a time in seconds"),
        (0, Decimal("NaN"), "NaN is not a time in seconds"),
        (0, 10**13, "is not a time in seconds"),
        ("0", 1, "'0' of type str is not a time in seconds"),
        (True, 1, "is not a time in seconds"),
    ],
)
def test_times_that_are_none_are_refused(name: str, start: Any, end: Any, says: str) -> None:
    for sides in ((1, 0), (0, 1)):
        rows = [[row("x", start, end, "so it")] if odd else ANN for odd in sides]
        with pytest.raises(InputError, match=f"{says}"):
            value(name, *rows)


@pytest.mark.parametrize("name", ALL)
def test_times_that_are_not_there(name: str) -> None:
    needs = name.partition("[")[0] in (*TIMED, "der", "jer", "turns")
    for start, end in ((None, None), (0, None), (None, 1)):
        rows = [row("ann", start, end, "so it")]
        if needs:
            with pytest.raises(InputError, match="segment 1 has no times"):
                value(name, rows, [row("1", 0, 1, "so it")])
        else:
            assert value(name, rows, [row("1", 0, 1, "so it")]).value == 0


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_never_perfect(name: str) -> None:
    with pytest.raises(InputError, match="reference: no segments; expected one or more"):
        value(name, [], ANN)
    with pytest.raises(MissingHypothesisError, match="1 of 1 session without a hypothesis"):
        value(name, ANN, [])
    lost = value(name, ANN, [], missing="deletions")
    if name == "wder":
        assert math.isnan(lost.value)
    else:
        assert lost.value == (0 if name.startswith("turns") else 1)


WORD_TIMES: Final = [
    ("talk 1 0 0 so\ntalk 1 0 0 it", "talk 1 0 0 so\ntalk 1 0 0 it", 1.0),  # no length
    ("talk 1 5 1 it\ntalk 1 0 1 so", "talk 1 0 1 so\ntalk 1 5 1 it", 0.5),  # the order of the file
    ("talk 1 0 1 so\ntalk 1 1 1 it", "talk 1 9 1 so\ntalk 1 10 1 it", 0.0),  # far away
    ("talk 1 0 1 so\ntalk 1 0 1 so", "talk 1 0 1 so", 2 / 3),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("said", "heard", "rate"), WORD_TIMES)
def test_words_with_odd_times(said: str, heard: str, rate: float, tmp_path: Path) -> None:
    files = [tmp_path / "r.ctm", tmp_path / "h.ctm"]
    for path, text in zip(files, (said, heard), strict=True):
        path.write_text(text.replace(" 0 ", " 0.0 "))
    result = mg.score(mg.read(*files), metrics="word-times")
    assert result["word-times"].value == pytest.approx(rate)


@pytest.mark.parametrize("time", ["nan", "inf", "1e400", "x"])
def test_times_of_words_that_are_none(
    time: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.ctm").write_text("talk 1 0.0 1.0 so\n")
    (tmp_path / "h.ctm").write_text(f"talk 1 0.0 {time} so\n")
    typed = [
        "score",
        f"{tmp_path}/r.ctm",
        f"{tmp_path}/h.ctm",
        "-m",
        "word-times",
        "--format",
        "ctm",
    ]
    assert run(typed) == 2
    assert f"'{time}' is not a time in seconds" in capsys.readouterr().err


def files(tmp_path: Path, said: str, heard: str) -> list[str]:
    for name, text in (("r.json", said), ("h.json", heard)):
        (tmp_path / name).write_text(text)
    return [f"{tmp_path}/r.json", f"{tmp_path}/h.json"]


SEGLST: Final = json.dumps([{"session_id": "talk", **ANN[0]}])


@pytest.mark.parametrize(
    ("said", "heard", "says"),
    [
        ("[]", SEGLST, "r.json: no segments; expected one or more"),
        (" [ ]\n", SEGLST, "r.json: no segments; expected one or more"),
        (SEGLST, "[]", "1 of 1 session without a hypothesis: 'talk'"),
        (
            SEGLST,
            SEGLST.replace('"start_time": 0', '"start_time": NaN'),
            "'NaN' is not a JSON number",
        ),
        (
            SEGLST,
            SEGLST.replace('"start_time": 0', '"start_time": 1e999'),
            "expected a time in seconds below 10**9",
        ),
        (SEGLST, SEGLST.replace('"start_time": 0', '"start_time": 2'), "before its start at 2 s"),
    ],
)
def test_the_command_says_what_is_wrong_with_seglst(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], said: str, heard: str, says: str
) -> None:
    assert run(["score", *files(tmp_path, said, heard), "-m", "cpwer,der"]) == 2
    assert says in capsys.readouterr().err


def test_negative_times_of_seglst_are_taken_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    early = SEGLST.replace('"start_time": 0', '"start_time": -2')
    typed = ["score", *files(tmp_path, early, early), "-m", "cpwer,tcpwer,der", "--collar", "1"]
    assert run([*typed, "--to", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["metrics"]
    assert [each["value"] for each in found] == [0, 0, 0]
    assert found[2]["counts"]["scored"] == 3_000_000
