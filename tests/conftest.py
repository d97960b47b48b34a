"""What holds for all tests."""

import gc

import pytest
from hypothesis import settings

# a busy machine is no fault of an example; with CI set, the profile of CI stays below
settings.register_profile("calm", settings(), deadline=None)
settings.load_profile("calm")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests whose texts are made up by Hypothesis ignore doubts about texts.

    Made up texts deserve them by chance (speakers before colons, ids, the word None, byte-order
    marks), which is not an error. All other warnings stay errors.
    """
    for item in items:
        if hasattr(getattr(item, "obj", None), "hypothesis"):
            item.add_marker(pytest.mark.filterwarnings("ignore::mondegreen.errors.DoubtWarning"))


def pytest_collection_finish() -> None:
    """Leave the tests themselves, tens of thousands of objects, out of each collection of garbage."""
    gc.collect()
    gc.freeze()
