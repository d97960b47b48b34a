"""``junit``: gates as JUnit XML, which continuous integration shows as tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from xml.etree import ElementTree as ET

from mondegreen.errors import visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.scoring.comparing.comparison import Comparison
    from mondegreen.scoring.comparing.release_gates import Verdict


class Gated(Protocol):
    """What has gates: a comparison, or a leaderboard."""

    @property
    def metric(self) -> str:
        """The name of the metric."""

    @property
    def signature(self) -> str:
        """How the rates were made."""

    @property
    def verdicts(self) -> list[Verdict]:
        """What the gates say."""


def render(found: Comparison) -> str:
    """Return one test case a gate, which fails where the gate is not met.

    A comparison without gates gives a suite without tests; it has nothing to pass or to fail.
    """
    return render_all([found])


def render_all(found: Sequence[Gated], name: str = "mondegreen compare") -> str:
    """Return the same of several comparisons or leaderboards, each a suite."""
    suites = ET.Element("testsuites", _counts(_met(found)))
    for each in found:
        _add(suites, each, name)
    return _text(suites)


def render_gates(gates: Mapping[str, Sequence[str]], signature: str) -> str:
    """Return one test case per gate of one result.

    Args:
        gates: the name of each gate, with the reasons why it is not met; no reason if it is met.
        signature: how the rates were made.
    """
    counts = _counts([not reasons for reasons in gates.values()])
    suites = ET.Element("testsuites", counts)
    suite = _suite(suites, {"name": "mondegreen score", **counts}, signature)
    for name, reasons in gates.items():
        case = ET.SubElement(suite, "testcase", {"classname": "gate", "name": visible(name)})
        if reasons:
            message = visible("; ".join(reasons))
            ET.SubElement(case, "failure", {"message": message, "type": "gate"}).text = message
    return _text(suites)


def _text(suites: ET.Element) -> str:
    ET.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(suites, encoding="unicode")}'


def _met(found: Sequence[Gated]) -> list[bool]:
    return [verdict.met for each in found for verdict in each.verdicts]


def _counts(met: Sequence[bool]) -> dict[str, str]:
    return {"tests": str(len(met)), "failures": str(met.count(False)), "errors": "0"}


def _suite(suites: ET.Element, named: dict[str, str], signature: str) -> ET.Element:
    suite = ET.SubElement(suites, "testsuite", named)
    properties = ET.SubElement(suite, "properties")
    ET.SubElement(properties, "property", {"name": "signature", "value": signature})
    return suite


def _add(suites: ET.Element, found: Gated, name: str) -> None:
    suite = _suite(suites, {"name": name, **_counts(_met([found]))}, found.signature)
    for verdict in found.verdicts:
        case = ET.SubElement(
            suite,
            "testcase",
            {
                "classname": f"{found.metric}.{visible(verdict.rule)}",
                "name": visible(f"{verdict.system} against {verdict.baseline}"),
            },
        )
        if verdict.met:
            ET.SubElement(case, "system-out").text = visible(verdict.reason)
        else:
            message = visible(verdict.reason)
            failure = ET.SubElement(case, "failure", {"message": message, "type": verdict.rule})
            failure.text = message
