"""The timeline of a meeting on its page, in a browser, from disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from opened_page import ATTACK, HEARD, MEETING, Open, turn

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("meeting") / "sessions.html"
    systems = {
        name: mg.score(mg.sessions(MEETING, heard), metrics="speakers") for name, heard in HEARD
    }
    mg.write_report(systems, path)
    return path


@pytest.fixture
def talk(browser: Any, meeting: Path) -> Iterator[Open]:
    opened = Open(browser, meeting)
    opened.page.select_option("#system", label="first")
    opened.page.locator("#turns tr").nth(5).wait_for()  # drawn after the rest of the page
    yield opened
    assert opened.said == []
    opened.close()


def turns(talk: Open) -> list[str]:
    return [found.inner_text() for found in talk.page.query_selector_all("#turns th")]


def seen(talk: Open) -> str:
    """What is in the canvas of the lanes."""
    return str(talk.page.evaluate("document.getElementById('lanes').toDataURL()"))


def wait(talk: Open, text: str) -> None:
    talk.page.locator("#timeline-status", has_text=text).wait_for()


def test_the_timeline_is_drawn_and_the_words_are_listed(talk: Open) -> None:
    assert turns(talk) == ["ann", f"1 {ATTACK}", f"bo {ATTACK}", "2", "ann", "2"]
    assert talk.page.locator("#turns del").all_inner_texts() == ["and"]
    moved = talk.page.locator("#turns .moved").all_text_contents()
    assert moved[0] == "well (in the stream of 2)"
    assert moved[2] == "well (said by ann)"
    colours = talk.page.evaluate("""() => {
      const canvas = document.getElementById("lanes");
      const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      const found = new Set();
      for (let at = 0; at < data.length; at += 4) found.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
      return [...found];
    }""")
    assert {"195,203,214", "139,47,108", "154,61,6"} <= set(
        colours
    )  # right, another speaker, missed


def test_the_timeline_moves_by_keys(talk: Open) -> None:
    page = talk.page
    page.focus("#timeline")
    whole = seen(talk)
    page.keyboard.press("+")
    wait(talk, "00:01.5 to 00:04.5")
    assert seen(talk) != whole
    page.keyboard.press("ArrowRight")
    wait(talk, "00:02.2 to 00:05.2")
    page.keyboard.press("0")
    wait(talk, "00:00.0 to 00:06.0")
    assert seen(talk) == whole
    page.keyboard.press("n")
    page.locator("#turns .chosen").wait_for()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "said"


def test_a_click_shows_the_words(talk: Open) -> None:
    lanes = talk.page.locator("#lanes")
    width = lanes.bounding_box()["width"]
    lanes.click(position={"x": width - 40, "y": 20 + 9})  # the first row, at its end
    chosen = talk.page.locator("#turns .chosen")
    chosen.wait_for()
    assert "well" in chosen.inner_text()
    assert chosen.locator("th").inner_text() == "ann"


def test_the_timeline_is_dragged_and_zoomed_by_the_mouse(talk: Open) -> None:
    page = talk.page
    page.click("[data-do=in]")
    wait(talk, "00:01.5 to 00:04.5")
    page.locator("#lanes").scroll_into_view_if_needed()
    box: Any = page.locator("#lanes").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 40
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 200, y, steps=4)
    page.mouse.up()
    assert "00:01.5" not in page.inner_text("#timeline-status").split(" to ")[0]
    page.click("[data-do=all]")
    wait(talk, "00:00.0 to 00:06.0")


def test_a_cell_of_the_matrix_shows_its_words(talk: Open) -> None:
    cells = talk.page.locator("#matrix tbody tr").first.locator("td").all_inner_texts()
    assert cells[1:] == ["2", "1"]
    button = talk.page.locator("#matrix button", has_text="2").first
    button.click()
    assert turns(talk) == ["ann"]
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    assert len(turns(talk)) == 6


def test_the_timeline_follows_the_system_and_the_colours(talk: Open) -> None:
    light = seen(talk)
    talk.page.click("#theme")
    talk.page.wait_for_timeout(200)
    assert seen(talk) != light
    talk.page.select_option("#system", label="second")
    talk.page.wait_for_timeout(200)
    assert talk.page.locator("#turns .moved").count() == 0
    assert set(turns(talk)) == {"ann", f"bo {ATTACK}"}


def test_a_long_session_is_painted_at_once(browser: Any, tmp_path: Path) -> None:
    """Three hours, eight speakers: one file of at most 15 MB, painted in two seconds."""
    said, heard, at = [], [], 0.0
    for number in range(2400):
        speaker, words = number * 5 % 8, [f"w{number * 7 % 997}" for _ in range(14)]
        said.append(turn(f"r{speaker}", at, at + 4.6, " ".join(words)))
        words[number % 14] = "wrong"
        stream = speaker if number % 20 else (speaker + 1) % 8
        heard.append(turn(f"h{stream}", at + 0.2, at + 4.8, " ".join(words)))
        at += 4.5
    path = tmp_path / "long.html"
    mg.write_report(mg.score(mg.sessions(said, heard), metrics="speakers"), path)
    assert path.stat().st_size < 15e6
    paints = []
    for _ in range(3):
        opened = Open(browser, path)
        opened.page.locator("#turns tr").first.wait_for()
        paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        paints.append(opened.page.evaluate(paint))
        assert opened.said == []
        opened.close()
    assert min(paints) < 2000
