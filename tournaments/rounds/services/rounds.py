from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Collection

from django.db.models import Max
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Actor, Change, change
from tournaments.core.errors import UserError
from tournaments.core.models.columns import LAST_DAY
from tournaments.core.open_items import OpenItemStep, require_or_accept
from tournaments.core.text.folding import fold_to_name_key
from tournaments.events import services as event_services
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.queries.absences import list_unplayed_tables
from tournaments.rounds.queries.participants import list_absent_players
from tournaments.rounds.services import clock


class NotStartedError(UserError):
    """Sheet or board of a round that has not started; `startable`: the round can be started now."""

    def __init__(self, message: str, *, startable: bool = False) -> None:
        super().__init__(message)
        self.startable = startable


round_completed = Signal()
"""Signal of a round whose last sheet counts, with `by` and `round_`; sent inside the change: wait for its commit."""


@change("rounds.add", gettext_noop("Round added"))
def add(change: Change, stage: Stage, *, minutes: int | None = None) -> Round:
    """Add a round at the end of the tournament. Raises `UserError` if a later stage has rounds."""
    tournament = stage.tournament
    if tournament.rounds.filter(stage__number__gt=stage.number).exists():
        raise UserError(_("A later stage has rounds; add the round there."))
    highest = tournament.rounds.aggregate(highest=Max("number"))["highest"] or 0
    round_ = Round(
        tournament=tournament, stage=stage, number=highest + 1, minutes=minutes or tournament.minutes_per_round
    )
    change.create(round_)
    with change.edit(tournament):
        tournament.rounds_planned = highest + 1
    return round_


@change("rounds.edit", gettext_noop("Round changed"))
def edit(
    change: Change,
    round_: Round,
    *,
    minutes: int,
    starts_at: datetime.datetime | None,
    day: datetime.date | None = None,
) -> Round:
    """Set length, planned start and date; a running clock is unaffected (see `clock.adjust`)."""
    with change.edit(round_):
        round_.minutes, round_.starts_at, round_.day = minutes, starts_at, day
    return round_


@change("rounds.plan_dates", gettext_noop("Dates of rounds planned"))
def plan_dates(
    change: Change,
    tournament: Tournament,
    *,
    first: datetime.datetime,
    every: int,
    skip: Collection[datetime.date] = (),
    from_round: int | None = None,
) -> list[Round]:
    """Plan starts of rounds not started, `every` days apart, skipping `skip`. Raises `UserError` if none is left."""
    rounds = tournament.rounds.filter(state__in=(Round.State.PLANNED, Round.State.PUBLISHED))
    rounds = rounds.filter(number__gte=from_round or 1).order_by("number")
    if not rounds:
        raise UserError(_("No round is left to plan."), field="from_round")
    zone = zoneinfo.ZoneInfo(tournament.time_zone)
    # Add days in local time, so that summer time does not change the hour.
    local_start = first.astimezone(zone).replace(tzinfo=None)
    planned = []
    for round_ in rounds:
        while local_start.date() in skip:
            local_start += datetime.timedelta(days=every)
        if local_start.date() > LAST_DAY:
            raise UserError(_("Choose a year from 1900 to 2200."), field="first")
        start = local_start.replace(tzinfo=zone)
        planned.append(edit(change.by, round_, minutes=round_.minutes, starts_at=start, day=None))
        local_start += datetime.timedelta(days=every)
    return planned


@change("rounds.name_table", gettext_noop("Table named"))
def name_table(change: Change, table: GameTable, *, name: str) -> GameTable:
    """Name a table; an empty name restores its number. Raises `UserError` for a duplicate name."""
    name = name.strip()
    others = table.round.tables.exclude(pk=table.pk).exclude(name="").values_list("name", flat=True)
    if name and fold_to_name_key(name) in map(fold_to_name_key, others):
        raise UserError(_("Another table of this round has this name."), field="name")
    with change.edit(table):
        table.name = name
    return table


@change("rounds.remove", gettext_noop("Round removed"))
def remove(change: Change, round_: Round) -> None:
    """Delete the last round. Raises `UserError` if another follows or a seating of it was ever published."""
    tournament = round_.tournament
    if tournament.rounds.filter(number__gt=round_.number).exists():
        raise UserError(_("Only the last round can be removed."))
    if round_.state != Round.State.PLANNED or round_.seatings.filter(published_at__isnull=False).exists():
        raise UserError(_("Round %(number)s has been seated and stays.") % {"number": round_.number})
    if round_.tables.exclude(results=None).exists() or round_.score_lines.exists() or round_.forfeits.exists():
        raise UserError(_("Round %(number)s has records and stays.") % {"number": round_.number})
    number = round_.number
    change.delete(round_)
    with change.edit(tournament):
        tournament.rounds_planned = max(1, number - 1)


@change("rounds.start", gettext_noop("Round started"))
def start(change: Change, round_: Round, *, reason: str = "", continue_anyway: str = "") -> Round:
    """Start the round: the seating is in force, the rules are frozen, the clock runs.

    Raises `UserError` without a published seating, during another round of the stage, or for seated drop-outs, and
    `OpenItemsError` for a draw or cut from outdated standings, unless `continue_anyway` gives a reason.
    """
    if round_.state == Round.State.PLAYING:
        change.nothing()
        return round_
    event_services.require_not_closed(round_.tournament)
    seating = round_.current_seating
    if round_.state != Round.State.PUBLISHED or seating is None:
        raise UserError(_("Publish a seating of round %(number)s first.") % {"number": round_.number})
    running = round_.stage.rounds.filter(state=Round.State.PLAYING).first()
    if running is not None and not round_.alone:
        raise UserError(_("Round %(number)s is still being played; finish it first.") % {"number": running.number})
    if absent := list_absent_players(seating):
        names = ", ".join(str(entry) for entry in absent)
        raise UserError(
            _("These players are seated but have left: %(names)s. Seat substitutes or a new draft first.")
            % {"names": names},
            problems=[str(entry) for entry in absent],
        )
    tournament = round_.tournament
    if not round_.alone:
        require_or_accept(change.by, tournament, OpenItemStep.START, round_=round_, continue_anyway=continue_anyway)
    rules = event_services.freeze_rules(change.by, tournament)
    if tournament.state == Tournament.State.PLANNED:
        event_services.set_state(change.by, tournament, state=Tournament.State.RUNNING)
    with change.edit(seating):
        seating.state = Seating.State.PLAYING
    with change.edit(round_):
        round_.state, round_.ruleset = Round.State.PLAYING, rules
    round_.tables.filter(seated_at__isnull=True, postponed_to__isnull=True).update(seated_at=timezone.now())
    clock.start(change.by, round_)
    return round_


def require_started(round_: Round) -> None:
    """Raise `NotStartedError` for a round that has not started, with open tables of the round being played."""
    number = round_.number
    if round_.annulled_at is not None:
        raise NotStartedError(_("Round %(number)s is annulled: nothing of it counts.") % {"number": number})
    if round_.state == Round.State.PLANNED:
        raise NotStartedError(_("Round %(number)s has no published seating yet.") % {"number": number})
    if round_.state != Round.State.PUBLISHED:
        return
    running = round_.stage.rounds.filter(state=Round.State.PLAYING).first()
    if running is None or round_.alone:
        message = _("Round %(number)s has not started. Save the sheet once it has.") % {"number": number}
        raise NotStartedError(message, startable=True)
    values: dict[str, object] = {"number": number, "running": running.number}
    if waiting := running.tables.filter(number__in=list_unconfirmed_tables(running)).order_by("number"):
        values["tables"] = ", ".join(table.called for table in waiting)
        message = _(
            "Round %(number)s has not started: round %(running)s is being played. Its open tables: %(tables)s."
            " Check the round and table on the sheet."
        )
    else:
        message = _("Round %(number)s has not started. Finish round %(running)s, then start it.")
    raise NotStartedError(message % values)


@change("rounds.finish", gettext_noop("Round finished"))
def finish(change: Change, round_: Round, *, reason: str = "") -> Round:
    """Finish the round. Raises `UserError` for tables without a confirmed sheet, unless postponed or given a reason."""
    if round_.state == Round.State.FINISHED:
        change.nothing()
        return round_
    if round_.state != Round.State.PLAYING:
        raise UserError(_("Round %(number)s has not started.") % {"number": round_.number})
    open_tables = list_unconfirmed_tables(round_)
    if open_tables and not reason.strip():
        raise UserError(
            _("These tables have no confirmed sheet: %(tables)s. Confirm them, or give a reason to finish without.")
            % {"tables": ", ".join(str(number) for number in open_tables)},
            field="reason",
        )
    clock.end(change.by, round_)
    with change.edit(round_):
        round_.state = Round.State.FINISHED
    return round_


def finish_if_complete(by: Actor, round_: Round) -> None:
    """Back up a round once its last sheet counts, also a postponed one; finish and release an evening's table.

    Part of the change that makes a sheet count: under the lock, the later of two last sheets sees the other.
    """
    if round_.tables.filter(confirmed_at=None, postponed_to=None).exists():
        return
    round_completed.send(Round, by=by, round_=round_)
    if round_.alone and round_.state == Round.State.PLAYING:
        finish(by, round_)
        release(by, round_, continue_anyway=sentence(gettext_noop("Results of open evenings are public at once.")))


@change("rounds.reopen", gettext_noop("Round reopened"))
def reopen(change: Change, round_: Round, *, reason: str, to_correct: bool = False) -> Round:
    """Reopen a finished round, of a closed event only `to_correct` sheets. Raises `UserError` without a reason."""
    if not to_correct:
        event_services.require_not_closed(round_.tournament)
    if round_.state != Round.State.FINISHED:
        raise UserError(_("Round %(number)s is not finished.") % {"number": round_.number})
    if round_.annulled_at is not None:
        raise UserError(_("Round %(number)s is annulled. Undo that under “Fix a problem”.") % {"number": round_.number})
    if not reason.strip():
        raise UserError(_("Say why the round is opened again."), field="reason")
    with change.edit(round_):
        round_.state = Round.State.PLAYING
    return round_


def list_unconfirmed_tables(round_: Round) -> list[int]:
    """Return the tables without a confirmed sheet by number, except postponed ones and those with too few players."""
    if round_.annulled_at is not None:
        return []
    # Query the sheets: an event file may lack the time of confirmation.
    confirmed = round_.tables.filter(results__state="confirmed").values("pk")
    wanted = round_.tables.filter(postponed_to=None).exclude(pk__in=confirmed)
    wanted = wanted.exclude(number__in=list_unplayed_tables(round_))
    return list(wanted.order_by("number").values_list("number", flat=True))


@change("results.release", gettext_noop("Results released"))
def release(change: Change, round_: Round, *, continue_anyway: str = "") -> Round:
    """Release the round's results to the public.

    Raises `UserError` for a round not played, and `OpenItemsError` while sheets or cases up to it are open, unless
    `continue_anyway` gives a reason.
    """
    if round_.released_at is not None:
        change.nothing()
        return round_
    if round_.annulled_at is not None:
        raise UserError(_("Round %(number)s is annulled: it has no results.") % {"number": round_.number})
    # Sheets of a round that has not started come from a file; the standings do not count that round yet.
    if round_.state not in (Round.State.PLAYING, Round.State.FINISHED) or not round_.tables.exists():
        raise UserError(_("Round %(number)s has not been played.") % {"number": round_.number})
    tournament = round_.tournament
    require_or_accept(change.by, tournament, OpenItemStep.RELEASE, round_=round_, continue_anyway=continue_anyway)
    with change.edit(round_):
        round_.released_at = timezone.now()
    return round_


@change("results.withdraw", gettext_noop("Results taken off the public pages"))
def withdraw(change: Change, round_: Round, *, reason: str) -> Round:
    if round_.released_at is None:
        change.nothing()
        return round_
    if not reason.strip():
        raise UserError(_("Say why the results are taken back."), field="reason")
    with change.edit(round_):
        round_.released_at = None
    return round_
