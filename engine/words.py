from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """English terms of one family by id, templates of the catalogues.

    Terms shared by families are defined where they are displayed; an unknown id is displayed unchanged.
    """

    circumstances: Mapping[str, str] = field(default_factory=dict)
    """Circumstances of a win of the family, and their values."""
    events: Mapping[str, str] = field(default_factory=dict)
    """Events that only this family has."""
    ends: Mapping[str, str] = field(default_factory=dict)
    """Kinds of the end of a hand."""
    locks: Mapping[str, str] = field(default_factory=dict)
    """Locks of a player, declarations of readiness."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Reasons of transfers."""
    causes: Mapping[str, str] = field(default_factory=dict)
    """Causes of a dead hand."""
    consequences: Mapping[str, str] = field(default_factory=dict)
    """Consequences of a breach."""
