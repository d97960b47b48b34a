"""A page in a browser, and a meeting to be shown on one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

ATTACK = """</script><script>document.title="owned"</script><img src=x onerror=alert(1)>"'&amp;"""


class Open:
    """A page, and everything that it says, asks for or stumbles over."""

    def __init__(self, browser: Any, path: Path, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: self.said.append(dialog.message))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())

    def ids(self) -> list[str]:
        return [found.inner_text() for found in self.page.query_selector_all(".utterance h3")]

    def close(self) -> None:
        self.context.close()


def turn(speaker: str, start: float, end: float, words: str) -> dict[str, Any]:
    times = {"start_time": start, "end_time": end}
    return {"session_id": f"talk {ATTACK}", "speaker": speaker, "words": words, **times}


MEETING = [
    turn("ann", 0.0, 2.0, f"so {ATTACK} goes on and on"),
    turn(f"bo {ATTACK}", 1.5, 4.0, "yes it does"),
    turn("ann", 4.0, 6.0, "well then"),
]
HEARD = [
    (
        "first",
        [
            turn(f"1 {ATTACK}", 0.1, 2.1, f"so {ATTACK} goes on on"),
            turn("2", 1.5, 4.0, "yes it does"),
            turn("2", 4.1, 6.0, "well then"),
        ],
    ),
    ("second", MEETING),
]
