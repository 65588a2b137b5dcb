"""What a family calls the things that only it has, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Ids of one family -> what they are called in English, a template of the catalogues.

    What the families share has its words where it is shown; an id that has none anywhere is shown as it is.
    """

    circumstances: Mapping[str, str] = field(default_factory=dict)
    """Fields of the family's circumstances of a win, and what may be chosen in them."""
    events: Mapping[str, str] = field(default_factory=dict)
    """Words of the events that only this family has."""
    ends: Mapping[str, str] = field(default_factory=dict)
    """Kinds of the end of a hand."""
    locks: Mapping[str, str] = field(default_factory=dict)
    """Locks of a player, declarations of readiness."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Reasons of transfers."""
    causes: Mapping[str, str] = field(default_factory=dict)
    """Causes of a dead hand."""
    consequences: Mapping[str, str] = field(default_factory=dict)
    """What a breach leads to."""
