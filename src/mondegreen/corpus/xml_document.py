"""One XML document, with the line of each element for messages.

The parser is expat. Entities cannot be declared and nothing is fetched, so a small file cannot grow
while it is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.source import Source

__all__ = ["Element", "parse", "root_name"]

_MOST_LEVELS: Final = 100


@dataclass(slots=True)
class Element:
    """An element, with names without their namespaces.

    Attributes:
        name: of the element.
        attributes: by their names.
        line: on which it begins.
        content: texts and elements, in their order.
    """

    name: str
    attributes: dict[str, str]
    line: int
    content: list[str | Element] = field(default_factory=list)

    def children(self, name: str | None = None) -> Iterator[Element]:
        """Yield the elements directly in it, or those of one name."""
        for part in self.content:
            if isinstance(part, Element) and name in {None, part.name}:
                yield part

    def all(self, name: str) -> Iterator[Element]:
        """Yield all elements of a name in it, at any depth, in their order."""
        for child in self.children():
            if child.name == name:
                yield child
            yield from child.all(name)

    def text(self) -> str:
        """Return all text in it; the element ``br`` is a space."""
        parts = []
        for part in self.content:
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.append(" " if part.name == "br" else part.text())
        return "".join(parts)


def parse(source: Source, expected: str) -> Element:
    """Return the root of a document.

    Args:
        source: the file.
        expected: what it should be, for messages.

    Raises:
        ParseError: it is no XML, declares entities, or is nested too deep.
    """
    data = source.data()
    transcoded = "utf-8" if source.is_transcoded else None  # whatever the document declares
    parser = expat.ParserCreate(transcoded, namespace_separator=" ")
    parser.buffer_text = True
    open_elements = [Element("", {}, 1)]

    def refuse(problem: str) -> ParseError:
        return ParseError(source.name, parser.CurrentLineNumber, problem)

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(open_elements) > _MOST_LEVELS:
            raise refuse(f"elements more than {_MOST_LEVELS} deep inside each other")
        plain = {_plain(key): value for key, value in attributes.items()}
        element = Element(_plain(name), plain, parser.CurrentLineNumber)
        open_elements[-1].content.append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    def add(text: str) -> None:
        open_elements[-1].content.append(text)

    def refuse_entities(*_: object) -> None:
        raise refuse(f"the document declares entities, expected {expected} without them")

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = add
    parser.EntityDeclHandler = refuse_entities
    try:
        parser.Parse(data, True)
    except LookupError as error:
        problem = f"{error}, expected UTF-8 or another encoding that is known"
        raise refuse(problem) from None
    except expat.ExpatError as error:
        problem = (
            f"{expat.ErrorString(error.code)} at column {error.offset + 1}, expected {expected}"
        )
        raise ParseError(source.name, error.lineno, problem) from None
    return next(open_elements[0].children())


def root_name(text: str) -> str:
    r"""Return the name of the first element of what may be XML, or nothing.

    >>> root_name('<?xml version="1.0"?>\n<!-- talk --><tt:tt xml:lang="en">'), root_name("< 5")
    ('tt', '')
    """
    rest = text.lstrip()
    while rest.startswith(("<?", "<!")):
        closing = "-->" if rest.startswith("<!--") else ">"
        _, found, rest = rest.partition(closing)
        if not found:
            return ""
        rest = rest.lstrip()
    if not rest.startswith("<"):
        return ""
    name = rest[1:200].replace("/", " ").replace(">", " ").split(" ")[0].split()
    return name[0].rpartition(":")[2] if name else ""


def _plain(name: str) -> str:
    return name.rpartition(" ")[2]
