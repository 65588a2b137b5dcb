"""Rulings of the practice desk in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.sentences import gettext_noop as _
from tournaments.wording.game.reader import Reader

PARTS: Final = {
    "verdict": _("Verdict"),
    "clause": _("Clause"),
    "fault": _("Fault"),
    "winners": _("Who wins"),
    "gains": _("Payments"),
}
"""By what is asked of a ruling."""


def part_title(what: str, reader: Reader) -> str:
    """What is asked."""
    return reader.gettext(PARTS[what])


def verdict(ruled: str, reader: Reader) -> str:
    """Whether the claim stands."""
    return reader.gettext("Stands") if ruled == "holds" else reader.gettext("Fails")


def fault(title: str | None, reader: Reader) -> str:
    """The fault by its title, None for none."""
    return reader.gettext("No fault") if title is None else reader.gettext(title)


def winners(names: Sequence[str], reader: Reader) -> str:
    """Who wins."""
    return ", ".join(names) or reader.gettext("Nobody")
