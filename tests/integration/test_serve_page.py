"""The local page in a browser, served by the command itself."""

from __future__ import annotations

import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow
ATTACK = """</textarea><script>document.title="owned"</script><img src=x onerror=alert(1)>"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    command = Path(sys.executable).with_name("mondegreen")
    with subprocess.Popen(
        [str(command), "serve", "--no-browser"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()
        process.wait(20)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1400])
def test_two_texts_are_compared(browser: Any, url: str, width: int, scheme: str) -> None:
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    size: Any = {"width": width, "height": 900}
    # the policy of the page would keep axe out
    context = browser.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url)
    page.fill("#reference", f"it cost five dollars {ATTACK} at nine")
    page.fill("#hypothesis", f"it cost $5 {ATTACK} at nein שלום")
    page.select_option("#normalizer", "lower")
    page.click("button")
    page.locator("dl.cards").wait_for()
    assert "numbers" in page.inner_text(".diff .forgiven")
    assert "both are 5 dollar" in page.inner_text("table")
    assert page.locator(".diff ins").count() >= 1
    assert page.title() == "mondegreen: two texts"
    assert page.locator("img").count() == 0
    assert page.input_value("#reference") == f"it cost five dollars {ATTACK} at nine"
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.evaluate(axe)
    found = page.evaluate("axe.run()")
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []
    assert "color-contrast" in {rule["id"] for rule in found["passes"]}
    assert said == []
    assert {request.rpartition("/")[0] + "/" for request in asked} <= {url}
    context.close()


def test_the_policy_of_the_page_lets_its_style_through(browser: Any, url: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(url)
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") == "1024px"
    page.fill("#reference", "a")
    page.fill("#hypothesis", "b")
    page.click("button")  # the form may be sent, to this page alone
    page.locator("dl.cards").wait_for()
    assert said == []
    context.close()
