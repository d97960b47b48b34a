"""Addresses as they may be shown: hosts, without what may be a key."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

__all__ = ["bare", "host_of"]


def bare(url: str) -> str:
    """Return an address without user, password and query, any of which may be a key.

    >>> bare("https://user:secret@api.example.org/v1?key=secret")
    'https://api.example.org/v1'
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, host_of(url), parts.path, "", ""))


def host_of(url: str | None) -> str:
    """Return the host, and the port where it is named, of an address.

    >>> host_of("https://user:secret@api.example.org:8443/v1")
    'api.example.org:8443'
    """
    parts = urlsplit(url or "")
    return parts.netloc.rpartition("@")[2]
