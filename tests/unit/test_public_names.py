"""What ``import mondegreen`` offers: complete, sorted, documented, and every example runs."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mondegreen as mg

# Not run as examples: they need what a base install does not have, or end the process.
NOT_WALKED = {"mondegreen._kernel._native"}


def test_names_are_sorted_and_complete() -> None:
    assert mg.__all__ == sorted(mg.__all__)
    assert list(mg._HOMES) == mg.__all__


@pytest.mark.parametrize("name", mg.__all__)
def test_each_name_can_be_imported(name: str) -> None:
    assert getattr(mg, name) is not None
    home = importlib.import_module(f"mondegreen.{mg._HOMES[name]}")
    if inspect.ismodule(getattr(mg, name)):
        assert getattr(mg, name) is home
        return
    assert getattr(mg, name) is getattr(home, name)
    assert name in home.__all__


def test_dir_lists_the_public_names() -> None:
    assert dir(mg) == sorted([*mg.__all__, "__version__"])


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'mondegreen' has no attribute 'weer'"):
        mg.weer  # noqa: B018


def test_star_import() -> None:
    names: dict[str, object] = {}
    exec("from mondegreen import *", names)
    assert set(mg.__all__) <= set(names)


@pytest.mark.parametrize("name", mg.__all__)
def test_each_name_has_a_docstring(name: str) -> None:
    assert (getattr(mg, name).__doc__ or "").strip()


def is_error(name: str) -> bool:
    return inspect.isclass(getattr(mg, name)) and issubclass(getattr(mg, name), Exception)


# Errors say when they happen; their messages have tests of their own.
@pytest.mark.parametrize("name", [name for name in mg.__all__ if not is_error(name)])
def test_each_name_has_an_example(name: str) -> None:
    thing = getattr(mg, name)
    own = thing.__doc__ or ""
    if inspect.isclass(thing):  # an example of a method shows the class too
        methods = [part for part in vars(thing).values() if callable(part)]
        own += "".join(method.__doc__ or "" for method in methods)
    assert ">>> " in own, f"mondegreen.{name} has no runnable example"


def modules() -> Iterator[str]:
    yield "mondegreen"
    for found in pkgutil.walk_packages(mg.__path__, "mondegreen."):
        if found.name not in NOT_WALKED:
            yield found.name


@pytest.mark.parametrize("name", list(modules()))
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner()
    report: list[str] = []
    for test in finder.find(module, name):
        runner.run(test, out=report.append, clear_globs=False)
    assert runner.failures == 0, "".join(report)
    assert not list(tmp_path.iterdir()), "an example leaves files"


def test_the_package_is_typed() -> None:
    assert (Path(mg.__file__).parent / "py.typed").is_file()


@pytest.mark.slow  # twenty seconds; that imports go in one direction is checked in test_layers.py
def test_importing_every_module_alone_works() -> None:
    """No module needs another to be imported before it."""
    code = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]:\n"
        "    for loaded in [m for m in sys.modules if m.startswith('mondegreen')"
        " and m != 'mondegreen._kernel._native']:\n"
        "        del sys.modules[loaded]\n"
        "    importlib.import_module(name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *modules()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
