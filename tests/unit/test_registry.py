"""The registry: lazy names, near misses, and plug-ins of real distributions."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mondegreen.corpus import FORMATS
from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.metrics import METRICS
from mondegreen.registry import Registry
from mondegreen.scoring.renderers import GROUP_RENDERERS, RENDERERS
from mondegreen.text.normalizers import NORMALIZERS

SHIPPED = (METRICS, NORMALIZERS, FORMATS, RENDERERS, GROUP_RENDERERS)


def codecs() -> Registry[object]:
    table = {"json": "json:dumps", "base64": "base64:b64encode", "gone": "no_such_module:x"}
    return Registry("codec", "mondegreen.no_such_group", table)


def test_a_name_becomes_the_thing() -> None:
    import json

    registry = codecs()
    assert registry.get("json") is json.dumps
    assert registry.get("json") is json.dumps


def test_listing_imports_nothing() -> None:
    registry = codecs()
    assert registry.names() == ["base64", "gone", "json"]
    assert "no_such_module" not in sys.modules
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        registry.get("gone")


def test_a_near_miss() -> None:
    message = "no codec is named 'jsno'. Did you mean 'json'? Known: base64, gone, json."
    with pytest.raises(UnknownNameError) as caught:
        codecs().get("jsno")
    assert str(caught.value) == message


def test_nothing_near() -> None:
    with pytest.raises(UnknownNameError, match=r"no codec is named 'xyz'\. Known: base64"):
        codecs().get("xyz")


def test_register_a_thing() -> None:
    registry = codecs()
    thing = object()
    assert registry.register("mine", thing) is thing
    assert registry.get("mine") is thing
    assert "mine" in registry.names()
    assert registry.origin("mine") is None


def test_register_as_a_decorator() -> None:
    registry = codecs()

    @registry.register("mine")  # type: ignore[untyped-decorator]
    def mine() -> int:
        return 1

    assert mine() == 1
    assert registry.get("mine") is mine


def test_a_taken_name_is_refused() -> None:
    registry = codecs()
    with pytest.raises(UsageError, match="a codec named 'json' already exists; choose another"):
        registry.register("json", object())
    assert registry.get("json") is not None


def test_registries_do_not_share_their_tables() -> None:
    table = {"json": "json:dumps"}
    first, second = Registry[object]("codec", "g", table), Registry[object]("codec", "g", table)
    first.register("mine", object())
    assert second.names() == ["json"]
    assert table == {"json": "json:dumps"}


@pytest.mark.parametrize("registry", SHIPPED, ids=lambda registry: str(registry.kind))
def test_every_shipped_name_loads(registry: Registry[object]) -> None:
    assert registry.names()
    for name in registry.names():
        assert registry.get(name) is not None
        assert registry.origin(name) is None


@pytest.mark.parametrize("registry", [METRICS, NORMALIZERS, FORMATS], ids=lambda r: str(r.kind))
def test_the_file_is_the_name(registry: Registry[object]) -> None:
    for name in registry.names():
        thing = registry.get(name)
        assert getattr(thing, "name", name) == name
        file = str(thing.__module__).rpartition(".")[2].strip("_").replace("_", "-")
        # A variant of a metric, as phonetic-wer[seed-004], lives in the file of the metric.
        # So does one of a family, as mondegreen-de, and each of the three rates of n-best lists.
        family = file in {"mondegreen", "hf-leaderboard-multilingual", "sclite"}
        of_lists = file == "n-best" and name in {"first-wer", "mean-wer", "oracle-wer"}
        found = name.partition("[")[0] == file or (family and name.startswith(f"{file}-"))
        assert found or of_lists


# -- plug-ins: a distribution on the path of another process -----------------------------------

PLUGIN = """
from mondegreen.metrics import Metric


class Length(Metric):
    name, statistics, version = "length", ("difference", "characters"), "3"

    def row(self, reference, hypothesis):
        return abs(len(hypothesis) - len(reference)), len(reference)


class Wer(Length):
    name = "wer"
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an installed distribution that brings two metrics."""
    (tmp_path / "acme_metrics.py").write_text(PLUGIN)
    info = tmp_path / "acme_metrics-2.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-metrics\nVersion: 2.1\n")
    (info / "entry_points.txt").write_text(
        "[mondegreen.metrics]\nlength = acme_metrics:Length\nwer = acme_metrics:Wer\n"
        "broken = acme_metrics:NotThere\n"
    )
    return tmp_path


def run(code: str, site: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {name: value for name, value in os.environ.items() if name != "MONDEGREEN_PLUGINS"}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**variables, "PYTHONPATH": str(site), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


USE = (
    "import mondegreen as mg\n"
    "result = mg.score('abcd', 'ab', metrics=['length', 'wer'])\n"
    "print(result['length'].value, result['wer'].value)\n"
    "print(result.signature)"
)


def test_a_plugin_is_found_by_name(site: Path) -> None:
    done = run(USE, site)
    assert done.returncode == 0, done.stderr
    values, signature = done.stdout.splitlines()
    assert values == "0.5 1.0"
    assert signature.startswith("length@3+wer@1|")
    assert signature.endswith("|plugins:acme-metrics@2.1")


def test_a_signature_with_a_plugin_is_a_recipe(site: Path) -> None:
    code = (
        "from mondegreen.scoring.recipe import Recipe\n"
        "made = Recipe.make(metrics=['length', 'wer'])\n"
        "assert Recipe.parse(made.signature()) == made\n"
        "assert Recipe.parse(made.signature(short=True)) == made\n"
        "try: Recipe.parse(made.signature().replace('@2.1', '@2.0'))\n"
        "except ValueError as error: print(error)"
    )
    done = run(code, site)
    assert done.returncode == 0, done.stderr
    assert "other plug-ins than are here: acme-metrics@2.1" in done.stdout


def test_a_plugin_keeps_the_contract(site: Path) -> None:
    done = run("from mondegreen.testing import check_metric\ncheck_metric('length')", site)
    assert done.returncode == 0, done.stderr


def test_a_name_that_is_taken_moves_after_its_distribution(site: Path) -> None:
    code = (
        "from mondegreen.metrics import METRICS\n"
        "import mondegreen as mg\n"
        "print(METRICS.names())\n"
        "both = mg.score('abcd', 'ab', metrics=['wer', 'acme-metrics/wer'])\n"
        "print(both['wer'].value, both['acme-metrics/wer'].value)\n"
        "print(METRICS.origin('wer'), METRICS.origin('acme-metrics/wer'))"
    )
    done = run(code, site)
    assert done.returncode == 0, done.stderr
    names, values, origins = done.stdout.splitlines()
    assert "'acme-metrics/wer'" in names
    assert "'wer'" in names
    assert values == "1.0 0.5"
    assert origins == "None acme-metrics@2.1"
    assert "the metric 'wer' of acme-metrics has a name that is taken" in done.stderr
    assert done.stderr.count("has a name that is taken") == 1


@pytest.mark.parametrize("allowed", ["none", "", "other-plugin"])
def test_plugins_can_be_forbidden(site: Path, allowed: str) -> None:
    done = run(USE, site, MONDEGREEN_PLUGINS=allowed)
    assert done.returncode == 1
    assert "no metric is named 'length'" in done.stderr


def test_plugins_can_be_allowed_by_name(site: Path) -> None:
    done = run(USE, site, MONDEGREEN_PLUGINS="other-plugin, acme-metrics")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("0.5 1.0")


def test_builtin_names_ask_no_plugin(site: Path) -> None:
    code = "import mondegreen as mg\nprint(mg.wer(['a'], ['b']))"
    done = run(code, site, PYTHONWARNINGS="error")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "1.0\n"


JUDGE = """
from types import SimpleNamespace


async def politeness(expected, got):
    return SimpleNamespace(score=100 * (expected != got), detail="by letters")
"""


@pytest.fixture(params=["", "[mondegreen.metrics]\npoliteness = acme_judge:Metric\n"])
def judge_site(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with a distribution that brings a judge; or names it in both groups, as of old."""
    made = "from mondegreen.judges.custom_metric import as_metric\nMetric = as_metric(politeness, 'politeness')\n"
    (tmp_path / "acme_judge.py").write_text(JUDGE + (made if request.param else ""))
    info = tmp_path / "acme_judge-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-judge\nVersion: 1.0\n")
    groups = f"[mondegreen.judges]\npoliteness = acme_judge:politeness\n{request.param}"
    (info / "entry_points.txt").write_text(groups)
    return tmp_path


def test_one_entry_point_makes_a_judge_a_metric_too(judge_site: Path) -> None:
    code = (
        "import mondegreen as mg\n"
        "from mondegreen.judges.custom import JUDGES\n"
        "from mondegreen.metrics import METRICS\n"
        "result = mg.score(['a', 'b'], ['a', 'c'], metrics=['wer', 'politeness'])\n"
        "print(result['politeness'].value, METRICS.origin('politeness'), JUDGES.names())\n"
        "from mondegreen.cli import main\n"
        "main(['judge', 'check', 'politeness', '--law', 'identical'])"
    )
    done = run(code, judge_site, PYTHONWARNINGS="error")
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == "0.5 acme-judge@1.0 ['politeness']"
    assert second.split() == ["identical", "6", "kept"]


def test_a_broken_plugin_harms_nobody_else(site: Path) -> None:
    code = (
        "from mondegreen.metrics import METRICS\nprint(METRICS.names(), METRICS.get('length').name)"
    )
    done = run(code, site)
    assert done.returncode == 0, done.stderr
    assert "'broken'" in done.stdout
