"""Templates, style sheets and scripts of the pages, and how they become one file.

Everything that goes into a template is escaped; data for the script goes through `data`.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jinja2 import Environment

__all__ = ["data", "environment", "policy", "source", "trusted"]

_FOLDER: Final = Path(__file__).with_name("page")


@cache
def environment() -> Environment:
    """Return the environment in which templates are filled, with escaping.

    Raises:
        MissingDependencyError: jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined  # optional
    except ImportError:
        raise MissingDependencyError("jinja2", "report", "an HTML page") from None
    return Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def source(name: str) -> str:
    """Return a style sheet or a script of the pages."""
    return (_FOLDER / name).read_text("utf-8")


def data(values: Any) -> Any:
    r"""Return JSON that can be in a ``<script type="application/json">``.

    No text in it can end the element or begin a comment: ``<``, ``>`` and ``&`` are escaped.

    >>> print(data(["</script><!--"]))
    ["\u003c/script\u003e\u003c!--"]
    """
    from markupsafe import Markup  # comes with jinja2

    text = json.dumps(values, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - the lines above are its escaping


def trusted(text: str) -> Any:
    """Return a file of the package as what it is: no text from outside."""
    from markupsafe import Markup  # as above

    return Markup(text)  # noqa: S704 - nothing but our own files


def policy(*, scripts: Sequence[str], styles: Sequence[str] | None) -> str:
    """Return a Content-Security-Policy: these scripts and styles alone, and nothing from outside.

    Args:
        scripts: the texts of the scripts that may run.
        styles: the texts of the style sheets; ``None`` allows any that is in the page.
    """
    style = "'unsafe-inline'" if styles is None else _hashes(styles)
    parts = {
        "default-src": "'none'",
        "script-src": _hashes(scripts) or "'none'",
        "style-src": style,
        "img-src": "data:",
        "media-src": "'self' file:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in parts.items())


def _hashes(texts: Sequence[str]) -> str:
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
