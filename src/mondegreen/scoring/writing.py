"""What can go wrong when a result leaves Python, as one line."""

from __future__ import annotations

from mondegreen.errors import InputError

__all__ = ["Writing"]


class Writing:
    """A context in which errors of the operating system and of encoding name what is written."""

    def __init__(self, name: object) -> None:
        self.name = name

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, OSError):
            raise InputError(f"{self.name}: cannot write: {error.strerror or error}") from None
        if isinstance(error, UnicodeEncodeError):
            raise InputError(
                f"{self.name}: cannot write: a text, id or column holds half of a surrogate pair, "
                "which is no character and fits in no file"
            ) from None
