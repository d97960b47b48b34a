"""Write the tables of ``docs/providers.md`` and ``docs/live.md`` from the providers, the table of models and the tests.

    python docs/make_providers.py            write the page
    python docs/make_providers.py --check    say whether it is current; exit status 1 if not

Only the parts between two marks are written. The numbers of cases are those that
``tests/integration/providers/`` runs for each provider; they all pass, or the tests fail.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "integration" / "providers"))

from vendor_cases import number_of_cases

from mondegreen.bench.delays import DEFINITIONS
from mondegreen.providers import KINDS, PROVIDERS
from mondegreen.providers.capabilities import capabilities_of, models_of, unpriced
from mondegreen.providers.failure import STATUSES

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = Path(__file__).parent / "providers.md"
LIVE_PAGE = Path(__file__).parent / "live.md"
BEGIN, END = (
    "<!-- made by make_providers.py: {}: begin -->",
    "<!-- made by make_providers.py: {}: end -->",
)
FLAGS = {
    "word_times": "word times",
    "confidences": "confidences",
    "speakers": "speakers",
    "turns": "ends of turns",
}


def engines() -> str:
    """Return the table of what runs on this machine."""
    heads = ("provider", "what it is", "model", "needs", "gives", "proven")
    rows = [
        (
            f"`{name}`",
            kind.about,
            f"`{kind.default_model or kind.takes_model}`",
            f"`mondegreen[{kind.extra}]`; {kind.needs}" if kind.package else kind.needs,
            _gives(name, kind),
            "by a real run" if kind.proven else "*unproven*: no weights for a test",
        )
        for name, kind in _kinds("engines")
    ]
    return table(heads, rows)


def vendors() -> str:
    """Return the table of what is asked over HTTP."""
    heads = ("provider", "what it is", "default model", "needs", "gives", "limits", "cases passed")
    rows = [
        (
            f"`{name}`",
            kind.about,
            f"`{kind.default_model}`" if kind.default_model else "none",
            kind.needs,
            _gives(name, kind),
            _limits(capabilities_of(name, kind.default_model or "*")),
            str(number_of_cases(name)) if kind.proven else "*unproven*",
        )
        for name, kind in _kinds("vendors")
    ]
    return table(heads, rows)


def _needs(kind: Any) -> str:
    """Return what a live provider needs; the extra ``bench`` is there already."""
    extra = getattr(kind, "extra", "bench")
    named = extra == "bench" or f"mondegreen[{extra}]" in kind.needs
    return kind.needs if named else f"`mondegreen[{extra}]`; {kind.needs}"


def live() -> str:
    """Return the table of live providers."""
    heads = ("provider", "what it is", "default model", "needs", "policies", "gives")
    rows = [
        (
            f"`{name}`",
            kind.about,
            f"`{kind.default_model or kind.takes_model}`",
            _needs(kind),
            _policies(name, kind),
            _gives(name, kind),
        )
        for name, kind in _kinds("live")
    ]
    return table(heads, rows)


def delays() -> str:
    """Return what each figure about delays is."""
    return table(("figure", "definition"), [*DEFINITIONS.items()])


def _policies(name: str, kind: Any) -> str:
    """Return who may end a turn."""
    own = "endpointed" if getattr(kind, "ends_turns", True) else "endpointed without TTFS"
    return f"{own}, forced" if capabilities_of(name, "*").force_finalise else own


def prices() -> str:
    """Return the table of known prices, and the systems without one; the data have the reasons."""
    heads = ("system", "USD per hour of audio", "rule", "seen on")
    known: dict[tuple[str, ...], list[str]] = {}
    unknown: list[str] = []
    for name in (*KINDS["vendors"], *KINDS["live"]):
        for model in ["*", *models_of(name)]:
            billing = capabilities_of(name, model).billing
            system = f"`{name}:{model}`" if model != "*" else f"`{name}`, other models"
            if billing is not None:
                price = (str(billing.usd_per_hour), billing.rule, billing.date)
                known.setdefault(price, []).append(system)
            elif unpriced(name, model):
                unknown.append(name if model == "*" else f"{name}:{model}")
    rows = [("; ".join(systems), *price) for price, systems in known.items()]
    others = "Without a known price, except for the models in the table: "
    others += ", ".join(f"`{name}`" for name in unknown) + "."
    return "\n".join([table(heads, rows), "", *_retired(), others])


def _retired() -> list[str]:
    """Return which models are turned off when."""
    dates = [
        (f"{name}:{model}", capabilities_of(name, model).retires)
        for name in KINDS["vendors"]
        for model in models_of(name)
    ]
    return [f"`{system}` is to be turned off on {date}.\n" for system, date in dates if date]


def statuses() -> str:
    """Return the statuses of failures."""
    return "Statuses: " + ", ".join(f"`{status}`" for status in STATUSES) + "."


def _kinds(folder: str) -> list[tuple[str, Any]]:
    return [(name, PROVIDERS.get(name)) for name in KINDS[folder]]


def _gives(name: str, kind: Any) -> str:
    """Return what the default model gives, and how it differs for others of the table."""
    own = _flags(name, kind.default_model or "*")
    others = [f"`{model}`: {_flags(name, model)}" for model in models_of(name)]
    odd = [each for each in others if not each.endswith(f": {own}")]
    return "; ".join([own, *odd])


def _flags(name: str, model: str) -> str:
    can = capabilities_of(name, model)
    return ", ".join(label for flag, label in FLAGS.items() if getattr(can, flag)) or "text"


def _limits(can: Any) -> str:
    seconds = [f"{can.longest:,.0f} s"] if can.longest else []
    size = [f"{can.largest / 2**20:,.0f} MiB"] if can.largest else []
    return ", ".join([*seconds, *size]) or "not known"


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, *rows)]
    return "\n".join([lines[0], "|---" * len(heads) + "|", *lines[1:]])


PARTS = {
    "engines": engines,
    "vendors": vendors,
    "prices": prices,
    "statuses": statuses,
}


LIVE_PARTS = {"delays": delays, "live": live}


def page(current: str, parts: dict[str, Callable[[], str]] | None = None) -> str:
    """Return the page with the parts between the marks made anew."""
    for part, make in (parts or PARTS).items():
        begin, end = BEGIN.format(part), END.format(part)
        before, found, rest = current.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise SystemExit(f"{PAGE.name}: expected the lines {begin} and {end}")
        current = f"{before}{begin}\n\n{make()}\n\n{end}{after}"
    return current


def main(arguments: list[str]) -> int:
    """Write the page, or check it; return the exit status."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("expected no argument, or --check\n")
        return 2
    for path, parts in ((PAGE, PARTS), (LIVE_PAGE, LIVE_PARTS)):
        current = path.read_text(encoding="utf-8")
        wanted = page(current, parts)
        if arguments and current != wanted:
            sys.stderr.write(f"{path.name} is not current; run: python docs/make_providers.py\n")
            return 1
        if not arguments:
            path.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
