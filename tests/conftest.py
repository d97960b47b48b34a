"""What holds for all tests."""

import pytest

ADVICE = (
    "as its byte-order mark says",
    "where it stands for no transcript",
    "hold U\\+FFFD",
    "hold escapes as",
    "have \\? inside words",
    "texts? of the (references|hypotheses) seem",
)
"""Warnings about encodings and odd texts: what is made up deserves them by chance, no error."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests whose texts are made up by Hypothesis ignore advice that fits them by chance."""
    for item in items:
        if hasattr(getattr(item, "obj", None), "hypothesis"):
            for advice in ADVICE:
                item.add_marker(pytest.mark.filterwarnings(f"ignore:.*{advice}"))
