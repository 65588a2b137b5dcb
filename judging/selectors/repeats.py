"""What a player has been punished for before, as far back as the rules count."""

from __future__ import annotations

from engine.family import Ruleset
from judging.law.infractions import counted_together, in_force, scope_of
from judging.law.place_in_event import SESSION_LOST
from judging.models import Case, Sanction
from tournaments.entries.models.entries import Entry
from tournaments.standings.models import Forfeit

NOTHING = ("", "none")
MILD = ("warning", "serious_warning", "taken_back")
"""Instead of the points: a fault of a grade that a referee has let go with this does not count with its grade."""


def earlier(case: Case, entry: Entry, rules: Ruleset) -> dict[str, int]:
    """Infraction -> how often rulings in force have punished the player for it before, within the scope of its row.

    The case itself and what happened in later hands of the same table do not count. `session_lost` counts the sessions
    of the event that the player has lost, whatever for (MCR-E16).
    """
    lost = Forfeit.objects.filter(entry=entry, kind=Forfeit.Kind.SESSION_LOST, voided_at=None)
    sessions = lost.exclude(ruling_forfeit__ruling__case=case).count()
    counts: dict[str, int] = {SESSION_LOST: sessions} if sessions else {}
    rows = in_force(rules)
    for sanction in before(case, entry):
        scope, other = scope_of(rules, rows.get(sanction.infraction, {})), sanction.ruling.case
        same_round = case.round_id is not None and other.round_id == case.round_id
        same_hand = case.table_id is not None and (other.table_id, other.hand) == (case.table_id, case.hand)
        if (scope == "hand" and not same_hand) or (scope == "session" and not same_round):
            continue
        if sanction.penalty in MILD and len(counted_together(rules, sanction.infraction)) > 1:
            continue
        counts[sanction.infraction] = counts.get(sanction.infraction, 0) + 1
    return counts


def through_tournament(case: Case, entry: Entry) -> dict[str, int]:
    """The same through the whole tournament, whatever the scope: what a referee wants to know before choosing."""
    counts: dict[str, int] = {}
    for sanction in before(case, entry):
        counts[sanction.infraction] = counts.get(sanction.infraction, 0) + 1
    return counts


def before(case: Case, entry: Entry) -> list[Sanction]:
    """Sanctions in force against the player from other cases of the tournament, in the order of the cases."""
    found = Sanction.objects.filter(ruling__in_force=True, ruling__case__tournament=case.tournament, entry=entry)
    found = found.exclude(ruling__case=case).exclude(infraction="").exclude(penalty__in=NOTHING)
    later = found.select_related("ruling__case__round").order_by("ruling__case__number")
    return [one for one in later if not _after(one.ruling.case, case)]


def _after(other: Case, case: Case) -> bool:
    if other.table_id is None or other.table_id != case.table_id or other.hand is None or case.hand is None:
        return False
    return other.hand > case.hand
