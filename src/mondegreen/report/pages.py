"""Pages: what all of them are made of, and how one becomes a file that needs nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.errors import visible
from mondegreen.report import charts
from mondegreen.report.environment import data, environment, policy, source, trusted
from mondegreen.report.part import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["LIST", "UNKNOWN", "Front", "Origin", "facts_of", "front", "page"]

LIST: Final = ("page.js", "utterances.js", "words.js")
"""The scripts of a page with a list."""

_MOST_NAMES: Final = 40


class Origin(NamedTuple):
    """Where the numbers of a page are from.

    Attributes:
        dataset: the name of the data set; empty if nobody named it.
        files: the files that were read.
        made: when the page was made; now if not given.
    """

    dataset: str = ""
    files: Sequence[str] = ()
    made: datetime | None = None

    @property
    def date(self) -> str:
        """The day."""
        return (self.made or datetime.now(UTC)).strftime("%Y-%m-%d")


UNKNOWN: Final = Origin()


class Front(NamedTuple):
    """A table of a page, and the rates that are drawn next to its rows."""

    name: str
    part: Part
    bars: Sequence[Mapping[str, Any]] = ()
    axis: charts.Axis | None = None


def front(
    part: Part, bars: Sequence[Mapping[str, Any]] = (), *, begins_with_name: bool = False
) -> Front:
    """Return a table in which nothing is hidden; the template escapes it.

    Args:
        part: the table.
        bars: a rate and its interval per row, for a chart; none for no chart.
        begins_with_name: whether the title begins with a name, which keeps its small letter.
    """
    title = visible(part.title)
    shown = Part(
        title,
        [visible(name) for name in part.header],
        [[visible(value) for value in row] for row in part.rows],
        [visible(note) for note in part.notes],
        part.left,
    )
    heading = title if begins_with_name else title[:1].upper() + title[1:]
    return Front(heading, shown, bars, charts.axis_of_most(_ends(bars)))


def _ends(bars: Iterable[Mapping[str, Any]]) -> list[float]:
    rates = [each["value"] for each in bars]
    rates += [each["interval"]["high"] for each in bars if each["interval"]]
    return [rate for rate in rates if rate is not None]


def facts_of(
    systems: Sequence[str], origin: Origin, signatures: Iterable[str]
) -> list[tuple[str, list[str]]]:
    """Return what the head of a page names: systems, data set, files, date and signature."""
    names = [visible(name) for name in systems if name]
    files = [visible(PurePath(path).name or path) for path in origin.files]
    rows = [
        ("systems" if len(names) > 1 else "system", _short(names)),
        ("data set", [visible(origin.dataset)] if origin.dataset else []),
        ("files" if len(files) > 1 else "file", _short(list(dict.fromkeys(files)))),
        ("date", [origin.date]),
        ("signature", list(dict.fromkeys(map(visible, signatures)))),
    ]
    return [(name, values) for name, values in rows if values]


def _short(names: list[str]) -> list[str]:
    left = len(names) - _MOST_NAMES
    return [*names[:_MOST_NAMES], f"and {left:,} more"] if left > 0 else names


_NOTHING: Final[dict[str, Any]] = {
    "lead": "",
    "front": (),
    "opening": (),
    "about": "",
    "systems": (),
    "ranked": (),
    "ranks": None,
    "common_rates": None,
    "notes": (),
    "many": False,
    "wide": False,
    "sessions": None,
    "of_sessions": False,
    "slices": (),
    "scatters": (),
    "words_shown": 0,
    "conditions": (),
    "named": ("utterance", "utterances"),
    "reasons": (),
    "states": (),
    "choices": (),
    "unit": "word",
}


def page(
    title: str,
    content: Mapping[str, Any],
    *,
    embedded: Mapping[str, Any] | None = None,
    scripts: Sequence[str] = LIST,
    styles: Sequence[str] = ("base.css", "report.css"),
) -> str:
    """Return a page of which every part is there that has content.

    Args:
        title: of the page.
        content: of its parts, by the names in ``report.html.j2``; what is not named is left out.
        embedded: for the script.
        scripts: files of scripts.
        styles: files of style sheets.

    Raises:
        MissingDependencyError: jinja2 is not installed.
    """
    script, style = "".join(map(source, scripts)), "".join(map(source, styles))
    known = {"data": None if embedded is None else data(embedded)}
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            _NOTHING | known | dict(content),
            title=visible(title),
            policy=policy(scripts=[script] if script else [], styles=[style]),
            style=trusted(style),
            script=trusted(script),
        )
    )
