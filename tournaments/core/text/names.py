"""Players' names in the reader's language: which form leads and which follows."""

from __future__ import annotations

from typing import Protocol

from tournaments.core.text.language import language


class Named(Protocol):
    """An entry, or a value with its names."""

    @property
    def name(self) -> str: ...
    @property
    def sort_name(self) -> str: ...
    @property
    def native_name(self) -> str: ...


NATIVE_FIRST = ("ja", "zh")
"""Languages whose readers know the native name; others read the one in Latin letters first."""


def leading(named: Named) -> str:
    """Return the leading name: in Japanese and Chinese the native one, if there is one."""
    return named.native_name if _native_leads() and named.native_name else named.name


def following(named: Named) -> str:
    """Return the other name, shown smaller; empty if there is none."""
    other = named.name if _native_leads() and named.native_name else named.native_name
    return other if other != leading(named) else ""


def listed(named: Named) -> tuple[str, str]:
    """Return the name for a list sorted by family name: (family name, rest).

    >>> from types import SimpleNamespace as Player
    >>> listed(Player(name="Élise Dupont", sort_name="Dupont Élise", native_name=""))
    ('Dupont', 'Élise')
    >>> listed(Player(name="Tarō Yamada", sort_name="Yamada Tarō", native_name="山田 太郎"))
    ('Yamada', 'Tarō')
    """
    if _native_leads() and named.native_name:
        return named.native_name, ""
    # "Given Family" and "Family Given" of one person begin and end with the same family name.
    words = named.sort_name.split()
    for count in range(1, len(words)):
        family, given = " ".join(words[:count]), " ".join(words[count:])
        if f"{given} {family}" == named.name:
            return family, given
    return named.sort_name, ""


def written_order() -> tuple[str, str]:
    """Return the fields of a name in the order in which the reader writes them."""
    return ("family_name", "given_name") if _native_leads() else ("given_name", "family_name")


def _native_leads() -> bool:
    return language().startswith(NATIVE_FIRST)
