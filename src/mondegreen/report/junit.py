"""``junit``: the gates of a comparison as JUnit XML, which continuous integration shows as tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from xml.etree import ElementTree as ET

from mondegreen.errors import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.comparing.comparison import Comparison
    from mondegreen.scoring.comparing.gates import Verdict


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
    suites = ET.Element("testsuites", _counts(found))
    for each in found:
        _add(suites, each, name)
    ET.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(suites, encoding="unicode")}'


def _counts(found: Sequence[Gated]) -> dict[str, str]:
    verdicts = [verdict for each in found for verdict in each.verdicts]
    failures = sum(not verdict.met for verdict in verdicts)
    return {"tests": str(len(verdicts)), "failures": str(failures), "errors": "0"}


def _add(suites: ET.Element, found: Gated, name: str) -> None:
    named = {"name": name, **_counts([found])}
    suite = ET.SubElement(suites, "testsuite", named)
    properties = ET.SubElement(suite, "properties")
    ET.SubElement(properties, "property", {"name": "signature", "value": found.signature})
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
