"""Errors: one tree, Python's own types next to it, and messages that say what to do."""

import pickle

import pytest

from mondegreen import errors

ALL = [getattr(errors, name) for name in errors.__all__]
WARNINGS = [kind for kind in ALL if issubclass(kind, Warning)]

PYTHON_TYPES = {
    errors.InputError: ValueError,
    errors.InputTypeError: TypeError,
    errors.MissingDependencyError: ImportError,
    errors.SignatureMismatchError: ValueError,
    errors.UsageError: ValueError,
}


def test_the_list_is_sorted_and_complete() -> None:
    found = [
        name
        for name, thing in vars(errors).items()
        if isinstance(thing, type) and issubclass(thing, Exception)
    ]
    assert errors.__all__ == sorted(found)


@pytest.mark.parametrize("kind", ALL)
def test_each_is_a_mondegreen_error_and_documented(kind: type[Exception]) -> None:
    assert issubclass(kind, UserWarning if kind in WARNINGS else errors.MondegreenError)
    assert kind.__doc__
    assert kind.__name__ in (errors.__doc__ or ""), "the tree in the module's docstring lacks it"


@pytest.mark.parametrize(("kind", "python"), PYTHON_TYPES.items())
def test_each_is_caught_as_pythons_own(kind: type[Exception], python: type[Exception]) -> None:
    assert issubclass(kind, python)


@pytest.mark.parametrize(
    "kind", [errors.ParseError, errors.PairingError, errors.MissingHypothesisError]
)
def test_bad_data_is_an_input_error(kind: type[Exception]) -> None:
    assert issubclass(kind, errors.InputError)


def test_unknown_name_offers_the_nearest() -> None:
    error = errors.UnknownNameError("metric", "wre", ["wer", "cer"])
    assert str(error) == "no metric is named 'wre'. Did you mean 'wer'? Known: cer, wer."
    assert (error.kind, error.name, error.known) == ("metric", "wre", ["cer", "wer"])


def test_unknown_name_without_anything_near() -> None:
    error = errors.UnknownNameError("metric", "bleu", iter(["wer"]))
    assert str(error) == "no metric is named 'bleu'. Known: wer."


@pytest.mark.parametrize(
    ("line", "message"), [(3, "a.csv:3: no header"), (None, "a.csv: no header")]
)
def test_parse_error_starts_with_the_place(line: int | None, message: str) -> None:
    error = errors.ParseError("a.csv", line, "no header")
    assert str(error) == message
    assert (error.path, error.line, error.problem) == ("a.csv", line, "no header")


def test_signature_mismatch_shows_both() -> None:
    error = errors.SignatureMismatchError("wer@1", "cer@1")
    assert str(error).splitlines()[1:] == [
        "  wer@1",
        "  cer@1",
        "Score both with the same options.",
    ]
    assert (error.first, error.second) == ("wer@1", "cer@1")


def test_missing_dependency_has_the_line_to_type() -> None:
    error = errors.MissingDependencyError("pyarrow", "arrow", "an Arrow table")
    assert (
        str(error)
        == "an Arrow table needs pyarrow: pip install '.[arrow]' in a clone of mondegreen"
    )
    assert (error.package, error.extra) == ("pyarrow", "arrow")


@pytest.mark.parametrize(
    "error",
    [
        errors.InputError("no utterances"),
        errors.UnknownNameError("metric", "wre", ["wer"]),
        errors.ParseError("a.csv", 3, "no header"),
        errors.SignatureMismatchError("wer@1", "cer@1"),
        errors.MissingDependencyError("pyarrow", "arrow", "an Arrow table"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_whole_from_another_process(error: Exception) -> None:
    copied = pickle.loads(pickle.dumps(error))
    assert (type(copied), str(copied)) == (type(error), str(error))
    assert vars(copied) == vars(error)


def test_signature_mismatch_names_what_differs() -> None:
    both = "wer@1|unit:word@1|normalizer:none@1", "wer@1|unit:word@1|normalizer:lower@1|lang:de"
    assert "in different ways (normalizer, lang):" in str(errors.SignatureMismatchError(*both))


def test_signature_mismatch_shows_only_what_differs() -> None:
    packs = "de-0d6281c4+en-40c245fc", "de-5ee5c3d1+en-40c245fc"
    both = [
        f"{name}: wer@1|ties:most-hits@1|packs:{pins}"
        for name, pins in zip("ab", packs, strict=True)
    ]
    assert str(errors.SignatureMismatchError(*both)).splitlines() == [
        "these results were made in different ways (packs):",
        "  a: wer@1|packs:de-0d6281c4",
        "  b: wer@1|packs:de-5ee5c3d1",
        "Score both with the same folders of languages (--languages).",
    ]
