from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import query_live_seats
from tournaments.entries.services.players import clean, compute_next_number, drop, store
from tournaments.seating.services import seating


@change("entries.substitute", gettext_noop("Substitute brought in"))
def substitute(
    change: Change,
    absent: Entry,
    *,
    from_round: int,
    stand_in: Entry | None = None,
    number: int | None = None,
    in_competition: bool = False,
    reason: str = "",
    **values: Any,
) -> Entry:
    """Give `stand_in`, or a new player, the chair of `absent` from `from_round` on; return the substitute. The absent
    player is dropped. `in_competition` exempts from the event's rules for substitutes. Raises `UserError` where the
    table's sheet of `from_round` is in, or the stand-in plays already.
    """
    if absent.status != Entry.Status.DROPPED:
        drop(change.by, absent, from_round=from_round, reason=reason)
    elif absent.dropped_from_round is not None and absent.dropped_from_round > from_round:
        raise UserError(
            _("%(name)s plays until round %(round)s.") % {"name": absent.name, "round": absent.dropped_from_round - 1},
            field="from_round",
        )
    if stand_in is None:
        stand_in = Entry(
            tournament=absent.tournament,
            number=number or compute_next_number(absent.tournament),
            status=Entry.Status.SUBSTITUTE,
            substitute_for=absent,
            from_round=from_round,
            team=values.pop("team", None) or absent.team,
            in_competition=in_competition,
            **clean(values),
        )
        store(change, stand_in)
    else:
        if stand_in.tournament_id != absent.tournament_id or stand_in.pk == absent.pk:
            raise UserError(_("Choose another player of this tournament."), field="stand_in")
        seated = query_live_seats(stand_in).filter(seating__round__number__gte=from_round).exists()
        if seated or not (stand_in.status == Entry.Status.WAITING or stand_in.is_spare):
            raise UserError(
                _("%(name)s plays already; choose somebody from the waiting list.") % {"name": stand_in.name},
                field="stand_in",
            )
        with change.edit(stand_in):
            stand_in.status, stand_in.substitute_for = Entry.Status.SUBSTITUTE, absent
            stand_in.from_round, stand_in.team = from_round, stand_in.team or absent.team
            stand_in.in_competition = stand_in.in_competition or in_competition
    _take_chair(
        change,
        absent,
        stand_in,
        from_round,
        reason or sentence(gettext_noop("substitute for %(name)s"), name=absent.stored_name),
    )
    return stand_in


@change("entries.return", gettext_noop("Player came back"))
def return_(change: Change, entry: Entry, *, from_round: int, reason: str = "") -> Entry:
    """Return a dropped player to play from `from_round` on; the substitute in their chair leaves."""
    if entry.status != Entry.Status.DROPPED:
        change.nothing()
        return entry
    with change.edit(entry):
        entry.dropped_from_round = None
        entry.status = Entry.Status.SUBSTITUTE if entry.substitute_for_id else Entry.Status.CHECKED_IN
        if not entry.seats.filter(seating__round__number__lt=from_round).exists():
            entry.from_round = from_round
    for substitute in entry.substitutes.exclude(status=Entry.Status.DROPPED):
        drop(change.by, substitute, from_round=from_round, reason=reason)
        _take_chair(
            change,
            substitute,
            entry,
            from_round,
            reason or sentence(gettext_noop("%(name)s is back"), name=entry.stored_name),
        )
    return entry


def _take_chair(change: Change, leaves: Entry, comes: Entry, from_round: int, reason: str) -> None:
    for round_ in leaves.tournament.rounds.filter(number__gte=from_round):
        seating.replace_player(change.by, round_, leaves=leaves, comes=comes, reason=reason)
