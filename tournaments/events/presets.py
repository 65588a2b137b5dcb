"""Presets of events: rules with match scoring, tie-breaks, number of rounds and tasks of the checklist.

Rulesets with ``event`` in their preset's file are offered; others can be requested by name.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import RulesetError
from engine.family import RuleFamily, Ruleset, families, ruleset
from engine.match.plan import MatchPlan
from tournaments.events.settings import INITIAL

FREE = "free"
"""Family and rules of an event of a game unknown to the program: four players, points added up."""

USUAL_MINUTES = 90
"""Minutes of a round if the rules name none."""


@dataclass(frozen=True)
class Preset:
    key: str
    label: str | Promise
    family: str
    rules: str
    match: MatchPlan
    rounds: int = INITIAL["rounds_planned"]
    tasks: tuple[str, ...] = ()
    """Tasks of the checklist besides those of every event: keys of `text.checklist.TASKS`."""
    earlier: bool = False
    """True for an edition replaced by a newer one."""

    @property
    def minutes(self) -> int:
        return self.match.minutes or USUAL_MINUTES

    @property
    def match_scoring(self) -> dict[str, object]:
        return self.match.scoring.to_dict()

    @property
    def tie_breaks(self) -> list[str]:
        """Metric keys, most important first."""
        return list(self.match.ranking)


FREE_PRESET = Preset(FREE, _("Free: any game of four, points added up"), FREE, FREE, MatchPlan())

SUBSTITUTE_POLICY: dict[str, object] = {
    "points": "own",
    "place": False,
    "qualify": False,
    "team": True,
    "list_withdrawn": False,
}
"""Substitute policy of new events: no place for the substitute (MCR-8.8, RI-8.8), none for those who never played."""

IMPORTED_SUBSTITUTES: dict[str, object] = {"points": "own", "place": True, "qualify": True, "team": True}
"""Substitute policy of event files that state none: everybody in the standings has a place."""


def list_presets() -> list[Preset]:
    """Return the form's choices: offered rulesets by family, then the free event and earlier editions."""
    offered = [row for family in families().values() for row in _list_offered(family)]
    return sorted([*offered, FREE_PRESET], key=lambda row: row.earlier)


def _list_offered(family: RuleFamily) -> list[Preset]:
    """Return the editions of a family, a current default before the other current ones."""
    rows = [_make_preset(ruleset(f"{family.name}-{name}")) for name, row in family.presets.items() if "event" in row]
    return sorted(rows, key=lambda row: not row.earlier and row.rules != family.default_ruleset)


def preset_choices() -> list[tuple[str | Promise, Any]]:
    """Return the presets as choices of a form, earlier editions in a group of their own."""
    rows = list_presets()
    current = [(row.key, row.label) for row in rows if not row.earlier]
    earlier = [(row.key, row.label) for row in rows if row.earlier]
    return [*current, *([(_("Earlier editions"), earlier)] if earlier else [])]


def get_usual_ruleset(family: RuleFamily) -> str:
    """Return the family's default ruleset, or the first current one if that is an earlier edition."""
    current = [row.rules for row in _list_offered(family) if not row.earlier]
    earlier = any(row.earlier and row.rules == family.default_ruleset for row in _list_offered(family))
    return current[0] if earlier and current else family.default_ruleset


def in_force_on(family: str, day: datetime.date | None) -> Preset:
    """Return the edition in force on a day, else the family's default. Raises KeyError for an unknown family."""
    if family == FREE or day is None:
        return get_default_preset(family)
    rows = families()[family].presets.items()
    begun = [(row["in_force"], name) for name, row in rows if "in_force" in row and row["in_force"] <= day]
    return _make_preset(ruleset(f"{family}-{max(begun)[1]}")) if begun else get_default_preset(family)


def preset(key: str) -> Preset:
    """Return the preset by its key or its ruleset's name. Raises KeyError."""
    for row in list_presets():
        if row.key == key:
            return row
    try:
        return _make_preset(ruleset(key))
    except RulesetError:
        raise KeyError(key) from None


def list_event_families() -> list[str]:
    return [*families(), FREE]


def get_default_preset(family: str) -> Preset:
    """Return the default preset of a family. Raises KeyError for an unknown family."""
    return FREE_PRESET if family == FREE else _make_preset(ruleset(families()[family].default_ruleset))


def _make_preset(rules: Ruleset) -> Preset:
    contents = rules.family.presets[rules.preset]
    event = contents.get("event", {})
    label = event.get("label", contents["title"])
    return Preset(
        event.get("key", rules.name),
        _(label),
        rules.family.name,
        rules.name,
        rules.match,
        event.get("rounds", INITIAL["rounds_planned"]),
        tuple(event.get("tasks", ())),
        bool(event.get("earlier")),
    )
