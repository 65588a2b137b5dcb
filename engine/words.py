from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """English terms of one family by id, templates of the catalogues; an unknown id is displayed unchanged."""

    circumstances: Mapping[str, str] = field(default_factory=dict)
    """Circumstances of a win of the family, and their values."""
    events: Mapping[str, str] = field(default_factory=dict)
    ends: Mapping[str, str] = field(default_factory=dict)
    locks: Mapping[str, str] = field(default_factory=dict)
    """Locks of a player, declarations of readiness."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    causes: Mapping[str, str] = field(default_factory=dict)
    consequences: Mapping[str, str] = field(default_factory=dict)
