"""Take the pictures of pages in ``docs``: the report, a comparison, utterances, a timeline.

    python docs/make_screenshots.py

Needs Chromium (Debian's package ``chromium``, or the path in CHROMIUM) and playwright.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

IMAGES = Path(__file__).parent / "images"
EXAMPLE = Path(__file__).parents[1] / "src/mondegreen/examples/utterances.jsonl"
SYSTEMS = ("whisper-tiny", "pocketsphinx-default", "pocketsphinx-narrow")
SAID = """\
talk 1 ann 0.2 3.1 good morning shall we look at the new office
talk 1 bo 3.4 6.8 yes the photographs arrived on Thursday evening
talk 1 cleo 7.0 8.9 wait a moment please
talk 1 bo 8.1 13.5 of course the rent went up by two hundred
talk 1 ann 13.0 17.2 that is more than we wanted to spend
talk 1 cleo 17.4 21.9 we could ask the landlord for another offer
talk 1 ann 21.5 24.0 good idea we should do that
"""
HEARD = """\
talk 1 speaker_0 0.3 3.2 good morning shall we look at a new office
talk 1 speaker_1 3.5 6.9 yes the photographs arrived on Thursday
talk 1 speaker_1 7.2 8.7 wait a moment
talk 1 speaker_1 8.7 13.4 of course the rent went up by two hundred
talk 1 speaker_0 13.1 17.3 that is more than we wanted to spend
talk 1 speaker_2 17.5 21.8 we could ask the landlord for an other offer
talk 1 speaker_2 21.9 24.1 good idea we should do that
"""


def _head(page: Any) -> None:
    """Leave the page at its head."""


def _utterances(page: Any) -> None:
    """Go to the list of utterances, with all systems."""
    page.get_by_label("all systems, side by side").check()
    page.evaluate("document.querySelector('#utterances').scrollIntoView()")


def _timeline(page: Any) -> None:
    """Zoom in on the timeline, and show the words."""
    page.evaluate("document.querySelector('#sessions').scrollIntoView()")
    page.get_by_label("zoom in").click()
    page.get_by_role("button", name="Next error").click()
    page.keyboard.press("Enter")


class Shot(NamedTuple):
    """A picture: what is typed, what is done on the page, and how large the window is."""

    typed: str
    do: Callable[[Any], None] = _head
    height: int = 900
    dark: bool = False


SHOTS = {
    "report": Shot(
        f"report {{example}} --hypothesis-column {SYSTEMS[0]} -n mondegreen-en --forgive agent -o",
        height=1110,
    ),
    "compare": Shot(
        f"compare {{example}} --systems {','.join(SYSTEMS)} --by noise --normalizers none,lower,mondegreen-en --to html",
        height=800,
    ),
    "report-utterances": Shot(
        f"report {{example}} --systems {','.join(SYSTEMS)} --forgive agent -o",
        _utterances,
        dark=True,
    ),
    "report-timeline": Shot("report ref.stm hyp.stm -m speakers -o", _timeline, height=705),
}


def made(shot: Shot, folder: Path) -> Path:
    """Run the command of a shot, and return its page."""
    page = folder / "page.html"
    words = [part.format(example=EXAMPLE) for part in shot.typed.split()]
    words += [str(page)] if words[-1] == "-o" else []
    program = [sys.executable, "-m", "mondegreen", *words]
    done = subprocess.run(program, cwd=folder, capture_output=True, check=True)  # noqa: S603 - typed here
    if words[-1] == "html":
        page.write_bytes(done.stdout)
    return page


def main() -> None:
    """Take all pictures."""
    from playwright.sync_api import sync_playwright  # needed here alone

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "ref.stm").write_text(SAID, "utf-8")
        (folder / "hyp.stm").write_text(HEARD, "utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for image, shot in SHOTS.items():
            page = browser.new_page(
                viewport={"width": 1180, "height": shot.height},
                color_scheme="dark" if shot.dark else "light",
                reduced_motion="reduce",
            )
            page.goto(made(shot, folder).as_uri())
            shot.do(page)
            page.screenshot(path=IMAGES / f"{image}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
