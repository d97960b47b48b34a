"""One name for a type of entities, however annotators, lists and models write it."""

from __future__ import annotations

from typing import Final

__all__ = ["entity_type"]

_OTHER_NAMES: Final = {
    "person": ("per", "people", "personname"),
    "organisation": ("org", "organization", "company"),
    "location": ("loc", "gpe", "fac", "facility"),
    "money": ("currency", "amount"),
    "number": ("num", "cardinal", "ordinal"),
    "phone": ("phonenumber", "telephone", "telephonenumber"),
    "email": ("mail", "emailaddress"),
    "id": ("identifier",),
}
_KNOWN: Final = {name: kind for kind, others in _OTHER_NAMES.items() for name in (kind, *others)}
_SIGNS: Final = str.maketrans("", "", "-_ ")


def entity_type(name: str) -> str:
    """Return the name of a type in lower case, and that of ours where it means the same.

    >>> [entity_type(name) for name in ("ORG", "Organization", "E-Mail", "phone_number", "Tariff")]
    ['organisation', 'organisation', 'email', 'phone', 'tariff']
    """
    plain = name.strip().lower()
    return _KNOWN.get(plain.translate(_SIGNS), plain)
