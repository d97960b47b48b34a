"""Odd arguments: whatever is passed, either it works or the error is ours and says what to do."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.result import Result
from mondegreen.scoring.scorer import Scorer


class OwnError(Exception):
    """Raised by an object of the caller's own."""


class Unshowable:
    """An object that cannot even be shown."""

    def __repr__(self) -> str:
        raise OwnError


class Endless(list[Any]):
    """A list that holds itself."""

    def __init__(self) -> None:
        super().__init__()
        self.extend([self, self])


def deep() -> list[Any]:
    found: list[Any] = []
    for _ in range(5_000):
        found = [found]
    return found


TEXTS = (["a b", "c"], ["a x", "c"])


def result() -> Result:
    return mg.score(*TEXTS, by={"speaker": ["ann", "bob"]})


def scorer() -> Scorer:
    made = Scorer()
    made.update(*TEXTS, metadata={"speaker": ["ann", "bob"]})
    return made


ODD: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "a number": lambda: 7,
    "a negative number": lambda: -1,
    "a huge number": lambda: 10**30,
    "a fraction": lambda: 1.5,
    "NaN": lambda: math.nan,
    "infinity": lambda: math.inf,
    "no text": lambda: "",
    "a text": lambda: "speeker",
    "a hostile text": lambda: "\x1b[31m\x00\u202e\ud800",
    "bytes": lambda: b"wer",
    "an object": object,
    "an object that cannot be shown": Unshowable,
    "a class": lambda: Unshowable,
    "a function": lambda: len,
    "no list": list,
    "a list of None": lambda: [None, None],
    "a list of numbers": lambda: [5, 6],
    "a list of lists": lambda: [["a"], ["b"]],
    "a list of objects": lambda: [object(), Unshowable()],
    "a long list": lambda: ["a"] * 5,
    "a tuple": lambda: (1, 2),
    "a set": lambda: {"wer"},
    "a dict": lambda: {"wer": 1},
    "a dict of columns": lambda: {"k": ["a", "b"]},
    "a dict of odd columns": lambda: {5: [1, 2], None: 3},
    "a dict of nothing": lambda: {"k": None},
    "a deep list": lambda: [deep(), deep()],
    "a deep column": lambda: {"k": [deep(), deep()]},
    "an endless list": Endless,
    "an endless column": lambda: {"k": [Endless(), 1]},
    "a path": lambda: Path("none") / "x",
    "a failure": lambda: mg.Failed("timeout"),
    "failures": lambda: [mg.Failed(5), mg.Failed(None)],
    "a corpus": lambda: mg.Corpus(None, ["a", "b"], ["a", "b"]),
    "a recipe": lambda: Recipe.make(metrics="cer"),
    "a damaged recipe": lambda: Recipe(metrics=("\x1b",), units=(5,)),
    "a result": result,
    "a scorer": Scorer,
    "an array": lambda: pytest.importorskip("numpy").array([1, 2]),
    "an array of nothing": lambda: pytest.importorskip("numpy").array(5),
    "a series": lambda: pytest.importorskip("pandas").Series(["a", "b"]),
    "a frame": lambda: pytest.importorskip("pandas").DataFrame({"k": ["a", "b"]}),
    "an Arrow column": lambda: pytest.importorskip("pyarrow").array([1, None]),
    "an Arrow table": lambda: pytest.importorskip("pyarrow").table({"k": [1]}),
}

CALLS: dict[str, Callable[[Any], Any]] = {
    "score(x, y)": lambda odd: mg.score(odd, ["a", "b"]),
    "score(y, x)": lambda odd: mg.score(["a", "b"], odd),
    "score(x, x)": lambda odd: mg.score(odd, odd),
    "score(lists of x)": lambda odd: mg.score([odd, odd], [odd, odd]),
    **{
        f"score({name}=x)": lambda odd, name=name: mg.score(*TEXTS, **{name: odd})
        for name in ("metrics", "ids", "by", "normalizer", "ties", "edit_weights", "unit")
    },
    **{
        f"score({name}=x)": lambda odd, name=name: mg.score(*TEXTS, **{name: odd})
        for name in ("missing", "lang", "recipe", "threads")
    },
    "score(metrics=[x])": lambda odd: mg.score(*TEXTS, metrics=["wer", odd]),
    "score(ids=[x])": lambda odd: mg.score(*TEXTS, ids=["a", odd]),
    "score(by={k: x})": lambda odd: str(mg.score(*TEXTS, by={"k": odd})),
    "score(by={k: [x]})": lambda odd: every_view(mg.score(*TEXTS, by={"k": ["a", odd]})),
    "score(Failed(x))": lambda odd: mg.score(
        ["a", "b"], ["a", mg.Failed(odd)], missing="skip"
    ).render("json"),
    **{
        f"wer({name}=x)": lambda odd, name=name: mg.wer(*TEXTS, **{name: odd})
        for name in Scoring.described
    },
    "wer(x, y)": lambda odd: mg.wer(odd, "a"),
    "cer(y, x)": lambda odd: mg.cer("a", odd),
    "wer(metrics=x)": lambda odd: mg.wer("a", "a", metrics=odd),
    "load": mg.load,
    "Scorer": Scorer,
    "Scorer.update": lambda odd: scorer().update(odd, odd),
    "Scorer.update(ids=x)": lambda odd: Scorer().update(*TEXTS, ids=odd),
    "Scorer.update(metadata=x)": lambda odd: Scorer().update(*TEXTS, metadata=odd),
    "Scorer.merge": lambda odd: scorer().merge(odd),
    "Scorer.compute": lambda odd: scorer().compute(by=odd),
    "Scorer.from_recipe": Scorer.from_recipe,
    "Scorer.from_result": Scorer.from_result,
    "Scorer.from_state": Scorer.from_state,
    "Scorer.from_state(threads=x)": lambda odd: Scorer.from_state(scorer().state(), threads=odd),
    "result[x]": lambda odd: result()[odd],
    "by": lambda odd: result().by(odd),
    "by(x)[x]": lambda odd: result().by("speaker").get(odd),
    **{
        name: lambda odd, name=name: getattr(result(), name)(odd)
        for name in (
            *("worst", "differences", "utterance", "mean", "id", "is_scored", "render", "sliced"),
            *("column", "confusions", "texts", "save"),
        )
    },
    "worst(metric=x)": lambda odd: result().worst(1, odd),
    "confusions(metric=x)": lambda odd: result().confusions(metric=odd),
    "utterance(metric=x)": lambda odd: result().utterance(0, odd),
    "counts": lambda odd: result().counts(odd, "wer"),
    "counts(metric=x)": lambda odd: result().counts(0, odd),
    "rate": lambda odd: result().rate(odd, "wer"),
    "rate(metric=x)": lambda odd: result().rate(0, odd),
    "Recipe.choose": Recipe.choose,
}


def every_view(found: Result) -> None:
    """Show a result in every way."""
    for to in ("table", "json", "tsv", "html", "kaldi", "plain"):
        found.render(to)
    groups = found.by()
    assert str(groups)
    assert groups.records()
    assert found.to_dict()
    for library in ("pyarrow", "pandas", "polars"):
        pytest.importorskip(library)
        getattr(found, "to_arrow" if library == "pyarrow" else f"to_{library}")()


@pytest.mark.parametrize("call", CALLS)
def test_it_works_or_the_error_is_ours(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, make in ODD.items():
        given = make()
        try:
            CALLS[call](given)
        except mg.MondegreenError as error:
            message = str(error)
            assert message, name
            assert not [c for c in message if not (c.isprintable() or c == "\n")], name
            assert len(message) < 1000, name
        except OwnError:
            assert call.startswith(("score(by={k: ", "by(x)")), "a value needs a text"
        except Exception as error:
            raise AssertionError(f"{call} with {name}") from error


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        (lambda: mg.score(*TEXTS, metrics=7), ("metrics=7 of type int", "['wer', 'cer']")),
        (lambda: mg.score(5, 6), ("references are of type int", "a column of texts")),
        (lambda: mg.score(*TEXTS, by=object()), ("by=<object", "'speaker'")),
        (lambda: mg.score(*TEXTS, by={"k": 5}), ("the column 'k'=5", "one value per utterance")),
        (lambda: mg.score(*TEXTS, ids=["a"]), ("1 ids for 2 utterances",)),
        (lambda: mg.score(*TEXTS, threads=-1), ("threads=-1", "0 for all cores")),
        (lambda: mg.score(*TEXTS, threads="2"), ("threads='2' of type str", "whole number")),
        (lambda: mg.score(*TEXTS, missing=3), ("missing=3 of type int", "'deletions'")),
        (lambda: mg.score(*TEXTS, lang="english"), ("lang='english'", "pt-BR")),
        (lambda: mg.score(*TEXTS, recipe=5), ("recipe=5", "result.signature")),
        (lambda: mg.score(*TEXTS, normalizer=Unshowable), ("Unshowable()",)),
        (lambda: mg.score({"a": "b"}, {"a": "b"}, ids=["a"]), ("leave out ids=",)),
        (lambda: result().utterance(2), ("row=2", "0 to 1")),
        (lambda: result().by(["speaker"]), ("there is no column ['speaker']", "'speaker'")),
        (lambda: scorer().merge(None), ("merge(None", "a Scorer or a Result")),
        (lambda: mg.load(5), ("5 of type int is not a path",)),
    ],
)
def test_what_was_given_and_what_to_type(call: Callable[[], Any], parts: tuple[str, ...]) -> None:
    with pytest.raises(mg.MondegreenError) as caught:
        call()
    for part in parts:
        assert part in str(caught.value)


def test_a_column_in_the_place_of_its_name() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(mg.UsageError, match=r"by={'speaker': values}"):
        mg.score(*TEXTS, by=pandas.Series(["ann", "bob"]))


def test_numbers_of_numpy_are_numbers() -> None:
    np = pytest.importorskip("numpy")
    found = mg.score(*TEXTS, threads=np.int64(2))
    assert [each.id for each in found.worst(np.int32(1))] == ["1"]
    assert found.utterance(np.int64(1)).id == "2"
