from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seating
from tournaments.rounds.queries.participants import list_possible_players
from tournaments.seating.queries.swaps import Swap, apply_swaps, describe_problem, list_new_hard_breaks
from tournaments.seating.services.seating import read_plan, revise


@change("seating.swaps", gettext_noop("Several chairs swapped"))
def store(change: Change, seating: Seating, *, swaps: Sequence[Swap], seen_state: str, reason: str = "") -> Seating:
    """Store all swaps, one after another, as one new version in the state of the old one. Raises `UserError` where the
    version left `seen_state`, a swap cannot be made, or (field "reason") a reason is missing during play or for a
    broken hard constraint.
    """
    if seating.state == Seating.State.SUPERSEDED:
        raise UserError(
            _("This seating has changed in the meantime. Your swaps are kept: try them on the newest version.")
        )
    if seating.state != seen_state:
        raise UserError(
            _("This version is %(state)s now; your swaps are kept, look at them again before you save.")
            % {"state": seating.get_state_display()}
        )
    if not swaps:
        raise UserError(_("There is no swap to save yet."))
    entries = {entry.number: entry for entry in seating.round.tournament.entries.all()}
    before = read_plan(seating)
    playing = {entry.number for entry in list_possible_players(seating.round)}
    for index in range(len(swaps)):
        if problem := describe_problem(swaps[index], apply_swaps(before, swaps[:index], entries), entries, playing):
            raise UserError(problem)
    after = apply_swaps(before, swaps, entries)
    if after == before:
        raise UserError(_("These swaps leave everybody where they sat."))
    broken = list_new_hard_breaks(seating.round, before, after)
    if broken and not reason.strip():
        raise UserError(
            _("This breaks what must be kept (%(what)s): say why.") % {"what": "; ".join(broken)}, field="reason"
        )
    exchanged = {
        was.pk: now for table in before for was, now in zip(before[table], after[table], strict=True) if was != now
    }
    newer = revise(change, seating, exchanged, reason)
    change.note(newer, after={"swaps": [list(swap) for swap in swaps], "broken": broken})
    return newer


@change("seating.take_back", gettext_noop("Swap taken back"))
def undo(change: Change, seating: Seating, *, reason: str = "") -> Seating:
    """Restore the tables before the last change by hand, as a new version in the same state. During play a reason and
    untouched sheets are needed. Raises `UserError` without a change by hand, or where somebody who would come back does
    not play.
    """
    earlier = seating.based_on
    if earlier is None:
        raise UserError(_("Nothing was changed by hand in this version."))
    before, after = read_plan(seating), read_plan(earlier)
    exchanged = {
        was.pk: now for table in before for was, now in zip(before[table], after[table], strict=True) if was != now
    }
    seated = {entry.pk for entries in before.values() for entry in entries}
    playing = {entry.pk for entry in list_possible_players(seating.round)}
    absent: list[Entry] = [entry for entry in exchanged.values() if entry.pk not in seated | playing]
    if absent:
        raise UserError(
            _("%(names)s does not play this round any more; swap the others instead.")
            % {"names": ", ".join(str(entry) for entry in absent)}
        )
    newer = revise(change, seating, exchanged, reason)
    change.note(newer, after={"as_in_version": earlier.version})
    return newer
