from __future__ import annotations

import zoneinfo
from collections.abc import Sequence
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.folding import fold_name
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events import services as events
from tournaments.events.models import MAX_ROUNDS, Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seasons.models import Evening
from tournaments.seating.services import seating

MAX_OPEN_TABLES = 60

Sitter = Entry | str
"""Player of the list, or the name of a new one."""


@change("evenings.set_up", gettext_noop("Open evenings set up"))
def set_up(change: Change, tournament: Tournament, *, is_open: bool, newcomers: bool) -> Evening:
    """Make the event open evenings, or open and close them; results are then entered with the tables' codes."""
    evening_before = Evening.objects.filter(tournament=tournament).first()
    if evening_before is None:
        evening_before = change.create(Evening(tournament=tournament, is_open=is_open, newcomers=newcomers))
    else:
        with change.edit(evening_before):
            evening_before.is_open, evening_before.newcomers = is_open, newcomers
    events.enable(change, tournament, Tournament.Feature.EVENINGS)
    if tournament.entry_by != Tournament.EntryBy.TABLE_CODE:
        with change.edit(tournament):
            tournament.entry_by = Tournament.EntryBy.TABLE_CODE
    return evening_before


@change("evenings.open_table", gettext_noop("Table opened"))
def open_table(change: Change, tournament: Tournament, *, sitters: Sequence[Sitter], name: str = "") -> GameTable:
    """Open a table of these four, East first, that plays at once as a round of its own with today's date.

    Raises `UserError` if no table can be opened, for a player twice or at another open table, and for new names if only
    listed players may sit down. A listed name is that player.
    """
    evening = Evening.objects.filter(tournament=tournament).first()
    if evening is None or not evening.can_open_tables:
        raise UserError(_("Tables cannot be opened now. Ask the organiser."))
    if len(sitters) != 4:
        raise UserError(_("Four players sit down at a table."))
    if list_open_rounds(tournament).count() >= MAX_OPEN_TABLES:
        raise UserError(_("Too many tables are open; enter their results first."))
    entries = [_find_or_add_player(change, evening, sitter) for sitter in sitters]
    if len({entry.pk for entry in entries}) != 4:
        raise UserError(_("A player is seated twice."))
    live = Seating.objects.filter(
        round__in=list_open_rounds(tournament), state__in=Seating.LIVE, seats__entry__in=entries
    )
    if seat := live.select_related("round").first():
        busy = seat.seats.filter(entry__in=entries).select_related("entry")[0].entry
        raise UserError(
            _("%(name)s still sits at table %(table)s; enter its result first.")
            % {"name": busy.name, "table": seat.round.number}
        )
    round_ = _prepare_round(change, tournament)
    drafted = seating.draft(change.by, round_, {1: tuple(entries)})
    seating.publish(change.by, drafted, leave_out=True)
    round_.refresh_from_db()
    rounds.start(change.by, round_)
    table = round_.tables.get()
    if name.strip():
        rounds.name_table(change.by, table, name=name.strip()[:20])
    change.note(table, after={"players": [entry.number for entry in entries], "round": round_.number})
    return table


@change("evenings.abandon", gettext_noop("Table closed without a result"))
def abandon(change: Change, table: GameTable) -> Round:
    """Close a table without a result. Raises `UserError` if it is no table of an evening, or has a sheet."""
    round_ = table.round
    if not round_.alone or round_.state != Round.State.PLAYING:
        raise UserError(_("This table is not open."))
    if table.results.exclude(state=TableResult.State.REJECTED).exists():
        raise UserError(_("This table has a sheet; confirm or correct it."))
    why = sentence(gettext_noop("Nobody played."))
    rounds.finish(change.by, round_, reason=why)
    rounds.release(change.by, round_, continue_anyway=why)
    change.note(table, after={"round": round_.number})
    return round_


def list_open_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Return the open tables, oldest first, each as its round."""
    rounds = tournament.rounds.filter(state=Round.State.PLAYING, alone=True)
    return rounds.order_by("number")


def _find_or_add_player(change: Change, evening: Evening, sitter: Sitter) -> Entry:
    tournament = evening.tournament
    if isinstance(sitter, Entry):
        if sitter.tournament_id != tournament.pk:
            raise UserError(_("%(name)s plays in another tournament.") % {"name": sitter})
        return sitter
    name = " ".join(sitter.split())
    if not name:
        raise UserError(_("Four players sit down at a table."))
    for entry in tournament.entries.exclude(status=Entry.Status.DROPPED):
        if fold_name(name) in {fold_name(entry.full_name), fold_name(entry.native_name)}:
            return entry
    if not evening.newcomers:
        raise UserError(_("“%(name)s” is not on the list; ask the organiser.") % {"name": name})
    latin = all(ord(letter) < 0x2E80 for letter in name)
    values: dict[str, Any] = {"romanised_name" if latin else "native_name": name}
    return registration.add(change.by, tournament, **values)


def _prepare_round(change: Change, tournament: Tournament) -> Round:
    """Return the table's round: an untouched planned one, else a new one at the end."""
    planned = tournament.rounds.filter(state=Round.State.PLANNED, seatings=None).order_by("number").first()
    highest = tournament.rounds.aggregate(highest=Max("number"))["highest"] or 0
    if planned is None and highest >= MAX_ROUNDS:
        raise UserError(_("This event has all its %(most)s tables; make a new one.") % {"most": MAX_ROUNDS})
    round_ = planned or rounds.add(change.by, tournament.stages.latest("number"))
    with change.edit(round_):
        round_.day = timezone.localdate(timezone=zoneinfo.ZoneInfo(tournament.time_zone))
        round_.alone = True
    return round_
