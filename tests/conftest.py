"""What holds for all tests."""

import pytest

ADVICE_ABOUT_TEXTS = (
    "where it stands for no transcript",
    "hold U\\+FFFD",
    "hold escapes as",
    "have \\? inside words",
    "texts? of the (references|hypotheses) seem",
)
"""Warnings of ``corpus/garbled.py``: made up texts deserve them by chance, which is no error."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests whose texts are made up by Hypothesis ignore advice about odd texts."""
    for item in items:
        if hasattr(getattr(item, "obj", None), "hypothesis"):
            for advice in ADVICE_ABOUT_TEXTS:
                item.add_marker(pytest.mark.filterwarnings(f"ignore:.*{advice}"))
