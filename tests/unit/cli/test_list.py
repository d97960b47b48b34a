"""``mondegreen list``."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from mondegreen.corpus import FORMATS
from mondegreen.metrics import METRICS
from mondegreen.scoring.renderers import RENDERERS
from mondegreen.scoring.session_options import SETS
from mondegreen.text.normalizers import NORMALIZERS

Command = Callable[..., Any]


@pytest.mark.parametrize(
    ("kind", "registry"),
    [
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
    assert ["wer", "word error rate"] in [line.split(maxsplit=1) for line in lines]
    assert all(len(line.split()) > 1 for line in lines)
    names = [line.split()[0] for line in lines]
    assert set(names) == {*METRICS.names(), *SETS}
    assert names == sorted(names)
    assert ["speakers", "together: orc-wer, cpwer, tcpwer, wder, der"] in [
        line.split(maxsplit=1) for line in lines
    ]


def test_formats_say_what_they_are(command: Command) -> None:
    lines = command("list", "formats").out.splitlines()
    assert "srt                   SubRip subtitles (.srt)" in lines
    assert lines[FORMATS.names().index("files")].endswith("per recording (read only)")
    assert all(len(line.split()) > 1 for line in lines)


def test_formats_as_json_say_all(command: Command) -> None:
    found = json.loads(command("list", "formats", "--json").out)["formats"]
    assert list(found) == FORMATS.names()
    assert found["whisper"]["shared_suffixes"] == [".json"]
    assert found["assemblyai"]["time_unit"] == "milliseconds"
    assert found["files"]["written"] is False
    assert {"text", "speaker", "times"} <= {*found["srt"]["holds"]}
    everything = json.loads(command("list", "--json").out)
    assert everything["formats"] == found
    assert set(everything["metrics"]) == {*METRICS.names(), *SETS}


def test_a_format_that_says_nothing_of_itself(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FORMATS, "_table", dict(FORMATS._table))

    @FORMATS.register("mute")  # type: ignore[untyped-decorator]
    class Mute:
        name = "mute"

    lines = command("list", "formats").out.splitlines()
    assert ["mute", "(.mute,", "read", "only)"] in [line.split() for line in lines]


def test_everything(command: Command) -> None:
    lines = command("list").out.splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads == [
        *("formats:", "forgivers:", "metrics:", "normalizers:", "outputs:", "presets:"),
        *("providers:", "recipes:", "ties:", "units:"),
    ]
    assert "  most-hits" in lines
    assert "  grapheme-no-space" in lines


def test_an_unknown_kind(command: Command) -> None:
    done = command("list", "metric")
    assert done.status == 2
    assert "no kind of thing is named 'metric'. Did you mean 'metrics'?" in done.err


@pytest.mark.parametrize("name", ["speaker", "speekers", "meeting", "Diarization"])
def test_the_set_of_metrics_of_sessions_is_proposed(command: Command, name: str) -> None:
    done = command("score", "r.txt", "h.txt", "-m", name)
    assert done.status == 2
    assert f"no metric is named {name!r}. Did you mean 'speakers'?" in done.err
