"""``mondegreen list``."""

from collections.abc import Callable
from typing import Any

import pytest

from mondegreen.corpus import FORMATS
from mondegreen.metrics import METRICS
from mondegreen.scoring.renderers import RENDERERS
from mondegreen.text.normalizers import NORMALIZERS

Command = Callable[..., Any]


@pytest.mark.parametrize(
    ("kind", "registry"),
    [
        ("metrics", METRICS),
        ("formats", FORMATS),
        ("outputs", RENDERERS),
        ("normalizers", NORMALIZERS),
    ],
)
def test_one_kind(command: Command, kind: str, registry: Any) -> None:
    done = command("list", kind)
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == registry.names()


def test_metrics_say_what_they_are(command: Command) -> None:
    lines = command("list", "metrics").out.splitlines()
    assert "wer                     word error rate" in lines
    assert all(len(line.split()) > 1 for line in lines)


def test_everything(command: Command) -> None:
    lines = command("list").out.splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads == [
        *("formats:", "forgivers:", "metrics:", "normalizers:", "outputs:", "recipes:"),
        *("ties:", "units:"),
    ]
    assert "  most-hits" in lines
    assert "  grapheme-no-space" in lines


def test_an_unknown_kind(command: Command) -> None:
    done = command("list", "metric")
    assert done.status == 2
    assert "no kind of thing is named 'metric'. Did you mean 'metrics'?" in done.err
