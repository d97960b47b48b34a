"""Write the examples of ``docs/normalizers/`` by running every normalizer.

    python docs/make_normalizers.py            write the pages
    python docs/make_normalizers.py --check    name the pages that are not current; exit status 1 if any

Only the part between the two marks of a page is written; the text around it is by hand. The texts
that the normalizers are given, and the notes on languages, are in ``normalizers/examples.toml``.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import mondegreen as mg
from mondegreen._kernel import own
from mondegreen.languages.knowledge import knowledge
from mondegreen.text.normalizers import NORMALIZERS

FOLDER = Path(__file__).with_name("normalizers")
BEGIN, END = (
    "<!-- made by make_normalizers.py: begin -->",
    "<!-- made by make_normalizers.py: end -->",
)
GIVEN: dict[str, Any] = tomllib.loads((FOLDER / "examples.toml").read_text("utf-8"))
OWN = "mondegreen-"
LANGUAGES = "mondegreen-languages.md"
EXAMPLES, FEW = 10, 3  # FEW: for names that share a page


def page_of(name: str) -> str:
    """Return the page of a normalizer: its own, or that of its family."""
    if name.startswith(OWN):
        return LANGUAGES
    for family in ("hf-leaderboard-multilingual", "sclite", "whisper-basic"):
        if name.startswith(family):
            return f"{family}.md"
    return f"{name}.md"


def pages() -> dict[str, str]:
    """Return the part between the marks of each page."""
    found: dict[str, list[str]] = {}
    for name in NORMALIZERS.names():
        # Neither our own, of which each language is shown, nor those that a plug-in brought.
        if not name.startswith(OWN) and NORMALIZERS.origin(name) is None:
            found.setdefault(page_of(name), []).append(name)
    made = {page: "\n".join(map(section, names)) for page, names in found.items()}
    shown = [code for code in own.languages() if OWN + code in GIVEN]
    made[LANGUAGES] = "\n".join(map(language_section, shown))
    made["mondegreen.md"] = overview()
    return made


# -- a normalizer --------------------------------------------------------------------------------


def section(name: str) -> str:
    """Return name and version, and the examples as a doctest."""
    normalize = mg.normalizer(name)
    first = [">>> import mondegreen as mg"] if page_of(name) == f"{name}.md" else []
    lines = [
        f"**`{name}@{normalize.version}`**",
        "",
        "```python",
        *first,
        f'>>> normalize = mg.normalizer("{name}")',
    ]
    for text in texts(name):
        lines += [f">>> normalize({text!r})", repr(normalize(text))]
    return "\n".join([*lines, "", "```", ""])


def texts(key: str) -> list[str]:
    """Return the texts to show, of which there are as many for each of a kind."""
    given: list[str] = GIVEN[key]["texts"] if key in GIVEN else []
    wanted = EXAMPLES if page_of(key) == f"{key}.md" else FEW
    if len(given) != wanted or len(set(given)) != wanted:
        raise SystemExit(
            f"examples.toml: [{key}] has {len(set(given))} different texts, not {wanted}"
        )
    return given


# -- languages -----------------------------------------------------------------------------------


def language_section(code: str) -> str:
    """Return one language: what becomes of its texts."""
    normalize: Any = mg.normalizer(OWN + code)
    lines = [
        f"**`{normalize.name}@{normalize.version}`** ({GIVEN[OWN + code]['language']})",
        "",
        *(f"- {code_span(text)} → {code_span(normalize(text))}" for text in texts(OWN + code)),
    ]
    return "\n".join([*lines, ""])


def overview() -> str:
    """Return a line per language: what is known of it."""
    lines = []
    for code in own.languages():
        of = GIVEN.get(OWN + code, {})
        pack = knowledge(code) if code != "any" else None
        name = of.get("language") or (pack.name if pack else code)
        known = ", ".join(pack.knows) if pack else "form only"
        note = f"; {of['note']}" if "note" in of else ""
        lines.append(f"- `{OWN}{code}` ({name}): {known}{note}")
    return "\n".join([*lines, ""])


def code_span(text: str) -> str:
    """Return ``text`` as code within a line."""
    if any(mark in text for mark in "`\n") or text != text.strip():
        raise SystemExit(f"examples.toml: {text!r} does not fit into a line")
    return f"`{text}`" if text else "(empty)"


# -- pages ---------------------------------------------------------------------------------------


def filled(page: Path, made: str) -> str:
    """Return the page with the part between the marks made anew."""
    if not page.is_file():
        raise SystemExit(f"{page.name}: write this page, with the lines {BEGIN} and {END}")
    before, begin, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page.name}: expected the lines {BEGIN} and {END}")
    return re.sub(r"\n+\Z", "\n", f"{before}{BEGIN}\n\n{made}\n{END}{after}")


def main(arguments: list[str]) -> int:
    """Write the pages, or check them; return the exit status."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("expected no argument, or --check\n")
        return 2
    status = 0
    for name, made in pages().items():
        page = FOLDER / name
        wanted = filled(page, made)
        if page.read_text("utf-8") == wanted:
            continue
        if arguments:
            sys.stderr.write(f"{name} is not current; run: python docs/make_normalizers.py\n")
            status = 1
        else:
            page.write_text(wanted, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
