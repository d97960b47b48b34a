"""Every format has the same shape."""

from __future__ import annotations

import doctest
import importlib
import io
import pkgutil
import sys
from contextlib import suppress
from inspect import ismodule
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen.corpus
from mondegreen.corpus import FORMATS, read
from mondegreen.corpus.formats import BY_SHAPE
from mondegreen.errors import MondegreenError

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(mondegreen.corpus.__path__, "mondegreen.corpus.")
)


@pytest.mark.parametrize("name", FORMATS.names())
def test_name(name: str) -> None:
    """The name is that of the table and of the file."""
    kind = FORMATS.get(name)
    assert kind().name == name
    package, _, module = kind.__module__.rpartition(".")
    assert module == name.replace("-", "_")
    assert name in BY_SHAPE[package.removeprefix("mondegreen.corpus.formats.")]
    assert kind.__doc__


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    """The examples in docstrings give what they show."""
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def test_public_names() -> None:
    """The public list holds what is imported, at once or when it is asked for, and nothing else."""
    listed = set(mondegreen.corpus.__all__)
    assert all(getattr(mondegreen.corpus, name) is not None for name in listed)
    there = {name for name, value in vars(mondegreen.corpus).items() if not ismodule(value)}
    public = {name for name in there if not name.startswith("_")}
    assert public - {"TYPE_CHECKING", "Any", "annotations"} <= listed
    with pytest.raises(AttributeError, match="has no attribute 'raed'"):
        mondegreen.corpus.raed  # noqa: B018  # codespell:ignore raed


@pytest.mark.parametrize("name", FORMATS.names())
@settings(deadline=None)  # a library is loaded the first time
@given(data=st.binary(max_size=300) | st.text(max_size=100).map(str.encode))
def test_any_bytes(name: str, data: bytes) -> None:
    """Whatever a file holds, it is read or refused by an error of ours."""
    if name in {"arrow", "parquet"}:
        pytest.importorskip("pyarrow")
    stdin = SimpleNamespace(buffer=io.BytesIO(data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        with suppress(MondegreenError):
            read("-", format=name)
